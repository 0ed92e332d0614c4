"""The forms in which programs write deck lists: how a file shows its form, and how a line goes.

A form is that of a whole file. What every line of it may have beside a number and a name, the form
says; `docs/decks.md` lists the forms for users.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["PLAIN", "Form", "choose_form", "unwrap"]

LONGEST_LOOKED_AT = 200  # characters; with number, printing and all, no card takes more
NEVER = re.compile(r"(?!)")


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


TOTAL = _pattern(r"total cards\s*[-:]?\s*[0-9]+")

# A set's code, the card's number in it and a mark of foils:
# (CV), (CV) 12, (cv) 12, (CV) 12 *F*, (CV-012)
PRINTING = (
    r"\((?=[0-9]*[A-Za-z])(?:[A-Z0-9]{2,6}(?:-[A-Z]{0,3}[0-9]{1,4}[a-z]?)?\)"
    r"|[A-Za-z0-9]{2,6}\)(?=\s+[0-9]))"
    r"(?:\s+[A-Za-z0-9-]{1,8})?(?:\s+\*[A-Z]{1,2}\*)?"
)
CODE = r"[A-Z]{1,5}[0-9]{0,3}-[A-Z]{0,3}[0-9]{1,4}[a-z]?"  # OP01-016, BT1-001, CV-12
SET = r"(?:[A-Z][A-Z0-9-]{1,7}|[A-Z]{2,5}Energy)"
NUMBER = r"[A-Z]{0,3}[0-9]{1,4}[a-z]?"
SHOP = r"<[^<>]*>|\[[A-Z0-9]{2,6}\](?: [0-9][\w-]{0,7})?|\([A-Z]{1,2}\)"
BRACKETED = r"\[[^\[\]]*\]|\^[^^]*\^"


@dataclass(frozen=True)
class Form:
    """A form of deck lists.

    Attributes
    ----------
    name : str
        Whose lists look so; "" for that of all.
    mark : re.Pattern
        A line that shows the form.
    is_sure : bool
        Whether one such line is enough; else half of those with a number must be so.
    is_alone : bool
        Whether no line begins with a number in a list of the form.
    tails : tuple of re.Pattern
        Lines with something behind the name, after a group ``name``: little first, then more.
    front : re.Pattern
        A line with something before the name: groups ``copies``, ``rest`` and ``name``.
    idle : re.Pattern
        A line that is of no card, with a group ``name`` where one may be named.
    outside : frozenset of str
        Headings of its own, in small letters, whose cards are not the deck's.
    """

    name: str
    mark: re.Pattern[str]
    is_sure: bool = False
    is_alone: bool = False
    tails: tuple[re.Pattern[str], ...] = ()
    front: re.Pattern[str] = NEVER
    idle: re.Pattern[str] = TOTAL
    outside: frozenset[str] = frozenset()

    def shorten(self, text: str) -> Iterator[str]:
        """Yield a text without what may stand behind the name: less, then more of it."""
        if len(text) > LONGEST_LOOKED_AT:
            return
        shorter = [found["name"] for tail in self.tails if (found := tail.fullmatch(text))]
        yield from shorter
        for one in (text, *shorter):
            if found := PLAIN_LINE.fullmatch(one):
                yield found["name"]


PLAIN_LINE = re.compile(rf"(?P<name>.+?)\s+{PRINTING}")
PLAIN = Form("", NEVER)
# Their lines are comments of a list of one's own.
WRAPPED = re.compile(
    r"#(?P<inner>\s{1,9})(?=[0-9(])(?P<copies>[0-9]{1,2}x )?(?:\([0-9]{1,3}\) )?(?P<name>\D.*)"
)
WRAPPER = re.compile(r"### |# To use this deck")
WRAPPED_NAME = re.compile(r"###\s+(.+)")
WRAPPED_FORM = Form("Hearthstone or Marvel Snap", NEVER, idle=_pattern(r"[a-z0-9+/=]{20,}"))
FORMS = (
    Form(
        "XMage or Magic Workstation",
        re.compile(r"(?:SB: )?[0-9]+ \[[A-Z0-9]+(?::\w+)?\] .+"),
        is_sure=True,
        front=re.compile(r"(?P<copies>[0-9]{1,9}) (?P<rest>\[[A-Z0-9]+(?::\w+)?\]) (?P<name>.+)"),
        idle=_pattern(r"layout (?:main|sideboard):.*|author:.*"),
    ),
    Form(
        "Forge",
        re.compile(r"[0-9]+ [^|]+\|.+|\[metadata\]", re.IGNORECASE),
        is_sure=True,
        tails=(re.compile(r"(?P<name>.+?)\|.*"), re.compile(r"(?P<name>.+?)\+\|.*")),
        outside=frozenset(("avatar", "planes", "schemes", "conspiracy", "dungeon")),
    ),
    Form(
        "FaBrary",
        _pattern(r"(?:arena|deck) cards|made with .*fabrary.*"),
        is_sure=True,
        idle=_pattern(r"(?:hero|format|class|weapons?): (?P<name>.*)|made with .*|see the full .*"),
        outside=frozenset(("arena cards",)),
    ),
    Form(
        "TCGplayer or MTGGoldfish",
        re.compile(rf"[0-9]+ .+?(?:\s+(?:{SHOP}))+"),
        tails=(re.compile(rf"(?P<name>.+?)(?:\s+(?:{SHOP}))+"),),
    ),
    Form(
        "Archidekt",
        re.compile(rf"[0-9]+x? .+ (?:{BRACKETED})"),
        is_sure=True,
        tails=(
            re.compile(rf"(?P<name>.+?)\s+(?:{BRACKETED})"),
            re.compile(rf"(?P<name>.+?)(?:\s+(?:{BRACKETED}))+"),
        ),
    ),
    Form(
        "Pokémon TCG Live",
        re.compile(rf"[0-9]+ .+ {SET} {NUMBER}(?: PH)?"),
        tails=(
            re.compile(rf"(?P<name>.+?)\s+{NUMBER}(?: PH)?"),
            re.compile(rf"(?P<name>.+?)\s+{SET} {NUMBER}(?: PH)?"),
        ),
        idle=_pattern(r"\*{3}.*\*{3}|total cards\s*[-:]\s*[0-9]+"),
    ),
    Form(
        "names with card numbers",
        re.compile(rf"[0-9]+x? .+ {CODE}|[0-9]+x? ?{CODE} .+"),
        tails=(re.compile(rf"(?P<name>.+?)\s+[\[(]?{CODE}[\])]?"),),
        front=re.compile(rf"(?P<copies>[0-9]{{1,9}}x?) ?(?P<rest>{CODE}) (?P<name>.+)"),
    ),
    Form(
        "names with numbers in brackets",
        re.compile(r"\[[0-9]{1,3}[xX]?\] ?[^\W\d].*"),
        is_alone=True,
        front=re.compile(r"\[(?P<copies>[0-9]{1,3})[xX]?\](?P<rest>) ?(?P<name>[^\W\d].*)"),
    ),
)


def choose_form(unread: Sequence[str], n_counted: int) -> Form:
    """Choose the form of a file by its lines that nothing is known of yet.

    Parameters
    ----------
    n_counted : int
        Lines of the file that begin with a number.
    """
    looked_at = [words for words in unread if len(words) <= LONGEST_LOOKED_AT]
    shown = {form: sum(map(bool, map(form.mark.fullmatch, looked_at))) for form in FORMS}

    def fits(form: Form) -> bool:
        is_mixed = form.is_alone and n_counted > 0
        return not is_mixed and (form.is_sure or 2 * shown[form] >= n_counted)

    fitting = [form for form, n in shown.items() if n and fits(form)]
    return max(fitting, key=lambda form: shown[form], default=PLAIN)


def unwrap(lines: Sequence[str]) -> list[str] | None:
    """Take a list out of comments, of which some games make their exports; None if it is no such.

    Cards within a card, which stand further in, are kept out of the deck.
    """
    filled = [line for line in map(str.rstrip, lines) if line]
    cards = [found for line in filled if (found := WRAPPED.fullmatch(line))]
    plain = [line for line in filled if not line.startswith("#")]
    if not cards or not any(map(WRAPPER.match, filled)) or len(plain) > 1:
        return None
    if plain and not WRAPPED_FORM.idle.fullmatch(plain[0]):
        return None
    return [_unwrap_line(line.rstrip()) for line in lines]


def _unwrap_line(line: str) -> str:
    if title := WRAPPED_NAME.fullmatch(line):
        return f"name = {title[1]}"
    if found := WRAPPED.fullmatch(line):
        mark = "SB: " if len(found["inner"]) > 1 else ""
        return f"{mark}{(found['copies'] or '1x ')}{found['name']}"
    return line

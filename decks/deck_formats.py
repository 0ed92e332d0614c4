"""The formats in which programs write deck lists: how to recognize one and parse its lines.

A format applies to a whole file. It defines what a line may have in addition to a number and a
name; `docs/decks.md` lists the formats for users.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["PLAIN", "DeckFormat", "choose_format", "unwrap_comments"]

LONGEST_PARSED = 200  # characters; longer lines are not parsed for a number or a printing
NEVER = re.compile(r"(?!)")


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


TOTAL = _pattern(r"total cards\s*[-:]?\s*[0-9]+")

# A set's code, the card's number in the set, and a mark of foil cards:
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
class DeckFormat:
    """A format of deck lists.

    Attributes
    ----------
    name : str
        The programs that write it; "" for plain lists.
    mark : re.Pattern
        A line by which the format is recognized.
    is_sure : bool
        Whether one such line is enough; otherwise half of the lines with a number must match.
    is_alone : bool
        Whether no line of the format begins with a number.
    tails : tuple of re.Pattern
        Lines with a suffix after a group ``name``: the shortest suffix first.
    front : re.Pattern
        A line with a prefix before the name: groups ``copies``, ``rest`` and ``name``.
    idle : re.Pattern
        A line that lists no card, with a group ``name`` if it may mention one.
    outside : frozenset of str
        Headings of the format, in lower case, whose cards are not in the deck.
    """

    name: str
    mark: re.Pattern[str]
    is_sure: bool = False
    is_alone: bool = False
    tails: tuple[re.Pattern[str], ...] = ()
    front: re.Pattern[str] = NEVER
    idle: re.Pattern[str] = TOTAL
    outside: frozenset[str] = frozenset()

    def strip_suffixes(self, text: str) -> Iterator[str]:
        """Yield a text with more and more of what the format allows after a name removed."""
        if len(text) > LONGEST_PARSED:
            return
        shorter = [match["name"] for tail in self.tails if (match := tail.fullmatch(text))]
        yield from shorter
        for candidate in (text, *shorter):
            if match := PLAIN_LINE.fullmatch(candidate):
                yield match["name"]


PLAIN_LINE = re.compile(rf"(?P<name>.+?)\s+{PRINTING}")
PLAIN = DeckFormat("", NEVER)
# Exports in which every card stands in a comment, as if commenting a list typed by hand.
WRAPPED = re.compile(
    r"#(?P<inner>\s{1,9})(?=[0-9(])(?P<copies>[0-9]{1,2}x )?(?:\([0-9]{1,3}\) )?(?P<name>\D.*)"
)
WRAPPER = re.compile(r"### |# To use this deck")
WRAPPED_NAME = re.compile(r"###\s+(.+)")
WRAPPED_FORMAT = DeckFormat("Hearthstone or Marvel Snap", NEVER, idle=_pattern(r"[a-z0-9+/=]{20,}"))
FORMATS = (
    DeckFormat(
        "XMage or Magic Workstation",
        re.compile(r"(?:SB: )?[0-9]+ \[[A-Z0-9]+(?::\w+)?\] .+"),
        is_sure=True,
        front=re.compile(r"(?P<copies>[0-9]{1,9}) (?P<rest>\[[A-Z0-9]+(?::\w+)?\]) (?P<name>.+)"),
        idle=_pattern(r"layout (?:main|sideboard):.*|author:.*"),
    ),
    DeckFormat(
        "Forge",
        re.compile(r"[0-9]+ [^|]+\|.+|\[metadata\]", re.IGNORECASE),
        is_sure=True,
        tails=(re.compile(r"(?P<name>.+?)\|.*"), re.compile(r"(?P<name>.+?)\+\|.*")),
        outside=frozenset(("avatar", "planes", "schemes", "conspiracy", "dungeon")),
    ),
    DeckFormat(
        "FaBrary",
        _pattern(r"(?:arena|deck) cards|made with .*fabrary.*"),
        is_sure=True,
        idle=_pattern(r"(?:hero|format|class|weapons?): (?P<name>.*)|made with .*|see the full .*"),
        outside=frozenset(("arena cards",)),
    ),
    DeckFormat(
        "TCGplayer or MTGGoldfish",
        re.compile(rf"[0-9]+ .+?(?:\s+(?:{SHOP}))+"),
        tails=(re.compile(rf"(?P<name>.+?)(?:\s+(?:{SHOP}))+"),),
    ),
    DeckFormat(
        "Archidekt",
        re.compile(rf"[0-9]+x? .+ (?:{BRACKETED})"),
        is_sure=True,
        tails=(
            re.compile(rf"(?P<name>.+?)\s+(?:{BRACKETED})"),
            re.compile(rf"(?P<name>.+?)(?:\s+(?:{BRACKETED}))+"),
        ),
    ),
    DeckFormat(
        "Pokémon TCG Live",
        re.compile(rf"[0-9]+ .+ {SET} {NUMBER}(?: PH)?"),
        tails=(
            re.compile(rf"(?P<name>.+?)\s+{NUMBER}(?: PH)?"),
            re.compile(rf"(?P<name>.+?)\s+{SET} {NUMBER}(?: PH)?"),
        ),
        idle=_pattern(r"\*{3}.*\*{3}|total cards\s*[-:]\s*[0-9]+"),
    ),
    DeckFormat(
        "names with card numbers",
        re.compile(rf"[0-9]+x? .+ {CODE}|[0-9]+x? ?{CODE} .+"),
        tails=(re.compile(rf"(?P<name>.+?)\s+[\[(]?{CODE}[\])]?"),),
        front=re.compile(rf"(?P<copies>[0-9]{{1,9}}x?) ?(?P<rest>{CODE}) (?P<name>.+)"),
    ),
    DeckFormat(
        "names with numbers in brackets",
        re.compile(r"\[[0-9]{1,3}[xX]?\] ?[^\W\d].*"),
        is_alone=True,
        front=re.compile(r"\[(?P<copies>[0-9]{1,3})[xX]?\](?P<rest>) ?(?P<name>[^\W\d].*)"),
    ),
)


def choose_format(unread: Sequence[str], n_counted: int) -> DeckFormat:
    """Choose the format of a file by the lines that were not parsed as plain ones.

    Parameters
    ----------
    n_counted : int
        Lines of the file that begin with a number.
    """
    parsed = [words for words in unread if len(words) <= LONGEST_PARSED]
    n_marked = {
        deck_format: sum(map(bool, map(deck_format.mark.fullmatch, parsed)))
        for deck_format in FORMATS
    }

    def fits(deck_format: DeckFormat) -> bool:
        is_mixed = deck_format.is_alone and n_counted > 0
        return not is_mixed and (deck_format.is_sure or 2 * n_marked[deck_format] >= n_counted)

    fitting = [deck_format for deck_format, n in n_marked.items() if n and fits(deck_format)]
    return max(fitting, key=lambda deck_format: n_marked[deck_format], default=PLAIN)


def unwrap_comments(lines: Sequence[str]) -> list[str] | None:
    """Return the lines of the format of lists exported as comments; None if it is not one.

    Indented lines, for cards within a card, are marked as outside the deck.
    """
    filled = [line for line in map(str.rstrip, lines) if line]
    cards = list(filter(None, map(WRAPPED.fullmatch, filled)))
    plain = [line for line in filled if not line.startswith("#")]
    if not cards or not any(map(WRAPPER.match, filled)) or len(plain) > 1:
        return None
    if plain and not WRAPPED_FORMAT.idle.fullmatch(plain[0]):
        return None
    return [_unwrap_line(line.rstrip()) for line in lines]


def _unwrap_line(line: str) -> str:
    if title := WRAPPED_NAME.fullmatch(line):
        return f"name = {title[1]}"
    if match := WRAPPED.fullmatch(line):
        mark = "SB: " if len(match["inner"]) > 1 else ""
        return f"{mark}{(match['copies'] or '1x ')}{match['name']}"
    return line

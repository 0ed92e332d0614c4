"""The lines of a deck list: which of them are cards, below which heading, and the deck's name."""

import re
from dataclasses import dataclass, field

from evenhand.decks.card import kind_of, name_key
from evenhand.decks.deck_readings import read_line
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import Problem
from evenhand.decks.text_file import tidy
from evenhand.decks.visible import find_unseen

__all__ = [
    "LONGEST_DECK_NAME", "CardLine", "DeckLines", "is_played", "peek_deck_name", "read_deck_lines",
    "read_deck_name",
]  # fmt: skip

LONGEST_DECK_NAME = 60
LONGEST_HEAD = 100_000  # characters of a list in which its name is looked for
ABOUT = "about"  # begins what is said of a deck in the lists of some builders: Name Cinder Rush
PLAYED = ("deck", "main", "main deck", "maindeck", "mainboard", "main board")
UNPLAYED = (
    ABOUT, "companion", "considering", "maybeboard", "side", "side deck", "sideboard", "sidedeck",
    "tokens",
)  # fmt: skip
NAME = re.compile(r"(?:deck\s?)?name\s*[:=]\s*(.*)", re.IGNORECASE)
ABOUT_NAME = re.compile(r"name\s+(.+)", re.IGNORECASE)
SIDEBOARD_LINE = re.compile(r"sb:\s*(.*)", re.IGNORECASE)
COMMENT_MARK = re.compile(r"#+|//+")
NUMBER_OF_CARDS = re.compile(r"\s*(?:\([0-9]{1,9}(?: cards?)?\)|:\s*[0-9]{1,9})$", re.IGNORECASE)


@dataclass(frozen=True)
class CardLine:
    """A line that should be of a card.

    Attributes
    ----------
    line : int
    section : str
        The heading that it stands below, in small letters.
    words : str
        A card's name; with the number of copies unless that stands apart.
    copies : str, optional
        What stands apart, in a table's cell.
    """

    line: int
    section: str
    words: str
    copies: str | None = None


@dataclass
class DeckLines:
    """What the lines of a deck file are.

    Attributes
    ----------
    cards : list of CardLine
    name : str
        The deck's name for people; "" if the file gives none.
    name_line : int
        Where it stands.
    problems : list of Problem
    notes : list of str
        Things worth knowing that are no errors.
    """

    cards: list[CardLine] = field(default_factory=list)
    name: str = ""
    name_line: int = 0
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_deck_lines(text: str, pool: CardPool, file: str) -> DeckLines:
    """Tell the lines of a deck list apart."""
    found, headings, section = DeckLines(), Headings(pool), ""
    for line, raw in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        words = " ".join(tidy(raw).split())
        if not words:
            continue
        if read_line(words, pool):
            found.cards.append(CardLine(line, section, words))
        elif said := SIDEBOARD_LINE.fullmatch(words):
            found.cards.append(CardLine(line, "sideboard", said[1]))
        elif said := NAME.fullmatch(words) or _about(section, words):
            _take_name(found, file, line, _uncommented(said[1]))
        elif heading := headings.find(words):
            section = heading
        elif not COMMENT_MARK.match(words):
            found.cards.append(CardLine(line, section, words))
    return found


def peek_deck_name(text: str) -> str:
    """Find the name that a deck list gives, without knowing cards; "" if it gives none."""
    section = ""
    for raw in re.split(r"\r\n|\r|\n", text[:LONGEST_HEAD]):
        words = " ".join(tidy(raw).split())
        if said := NAME.fullmatch(words) or _about(section, words):
            return read_deck_name(_uncommented(said[1]))[0]
        section = ABOUT if words.casefold().strip("[]:") == ABOUT else section
    return ""


def _about(section: str, words: str) -> re.Match[str] | None:
    return ABOUT_NAME.fullmatch(words) if section == ABOUT else None


def is_played(section: str) -> bool:
    """Return whether the cards below a heading are the deck's."""
    return section not in UNPLAYED


def read_deck_name(text: str) -> tuple[str, str]:
    """Return a deck's name for people, and what is wrong with it: one of the two is ""."""
    name = " ".join(text.split())
    if unseen := find_unseen(text):
        return "", f"the deck's name holds {unseen}"
    if not name_key(name):
        return "", "expected a name for the deck, found nothing that can be seen"
    if len(name) > LONGEST_DECK_NAME:
        message = f"the deck's name has {len(name):,} characters; the most is {LONGEST_DECK_NAME}"
        return "", message
    return name, ""


def _take_name(found: DeckLines, file: str, line: int, text: str) -> None:
    name, wrong = read_deck_name(text)
    if found.name_line and not wrong:
        wrong = f"the deck has a name already, on line {found.name_line}"
    if wrong:
        found.problems.append(Problem(file, line, None, wrong))
    else:
        found.name, found.name_line = name, line


def _uncommented(text: str) -> str:
    """Take off quotes, in which a name may hold a comment's mark, or else the comment."""
    quoted = re.fullmatch(r'"([^"]*)"\s*(?:(?:#|//).*)?', text)
    return quoted[1] if quoted else re.split(r"(?:^|\s)(?:#|//)", text, maxsplit=1)[0]


class Headings:
    """The headings that a deck list of a game may have.

    Attributes
    ----------
    sections : set of str
        What the parts of a list are called, and the piles beside the deck.
    kinds : set of str
        What the kinds of the game's cards are called, one card or several.
    """

    def __init__(self, pool: CardPool) -> None:
        kinds = set(map(str.casefold, map(kind_of, pool.cards))) - {""}
        endings = ("", "s", "es")
        self.sections = {*PLAYED, *UNPLAYED, *map(str.casefold, pool.schema.piles)}
        self.kinds = {f"{kind}{ending}" for kind in kinds for ending in endings}
        self.pool = pool
        self.kinds |= {f"{kind.removesuffix('y')}ies" for kind in kinds}

    def find(self, words: str) -> str:
        """Name the section that a line begins, or "" if it begins none."""
        said = COMMENT_MARK.sub("", words, count=1).strip()
        bare = NUMBER_OF_CARDS.sub("", said)
        name = bare.rstrip(":").strip("[] ").casefold()
        if said != words:  # a comment: only what no comment says by chance is a heading
            return name if name in self.sections - {ABOUT} else ""
        is_marked = bare.endswith(":") or re.fullmatch(r"\[.*\]", bare) is not None
        if name in self.sections or name in self.kinds:
            return name
        # A card with a colon behind it is refused, not dropped as a heading.
        return name if is_marked and not read_line(name, self.pool) else ""

"""The headings of a deck list: which lines are any, and what they say of the cards below."""

import re
from collections.abc import Sequence
from itertools import takewhile

from evenhand.decks.boards import ABOUT, Board, judge, judge_comment, names_one_of_decks
from evenhand.decks.deck_forms import Form
from evenhand.decks.deck_readings import Read, read_line
from evenhand.decks.pool import CardPool

__all__ = ["Headings", "find_counting", "is_comment"]

COMMENT_MARK = re.compile(r"#+|//+")
NUMBER_OF_CARDS = re.compile(
    r"\s*(?:[(\[][0-9]{1,9}(?: cards?)?[)\]]|[:-]\s*[0-9]{1,9}(?: cards?)?)$", re.IGNORECASE
)
COUNTING = re.compile(
    r"[^\W\d][^#()\[\]]*?\s*[(\[](?P<cards>[0-9]{1,9})(?: cards?)?[)\]]", re.IGNORECASE
)
FRAME = " []*=-_~:"  # what people put around a heading
FRAMED = re.compile(r"\[.*\]|([*=_~-]).*\1")


def is_comment(words: str) -> bool:
    """Return whether a line is a comment."""
    return COMMENT_MARK.match(words) is not None


class Headings:
    """The headings that a deck list of a game may have.

    Attributes
    ----------
    piles : set of str
        What the piles beside the deck are called.
    kinds : set of str
        What the kinds of the game's cards are called, one card or several.
    words : set of str
        Both: what they are called, they are, whatever others mean by it.
    own : set of str
        Headings that were found and that nobody knows.
    counting : set of str
        Lines that are headings with the number of the cards below: ``Creatures (10)``.
    """

    def __init__(self, pool: CardPool, form: Form) -> None:
        kinds = set(map(str.casefold, pool.kinds))
        self.piles = set(map(str.casefold, pool.schema.piles))
        self.kinds = {f"{kind}{ending}" for kind in kinds for ending in ("", "s", "es")}
        self.kinds |= {f"{kind.removesuffix('y')}ies" for kind in kinds}
        self.words = self.piles | self.kinds
        self.pool, self.form = pool, form
        self.own: set[str] = set()
        self.counting: set[str] = set()

    def keeps_out(self, section: str) -> bool:
        """Return whether the cards below a heading are none of the deck's."""
        is_out = section in self.form.outside or judge(section) is Board.OUT
        return is_out and section not in self.words

    def is_kind(self, words: str) -> bool:
        """Return whether a comment names a kind of the game's cards."""
        return _name_heading(words)[2] in self.kinds

    def begins_deck(self, words: str) -> bool:
        """Return whether a heading or a comment is that of a deck."""
        name = _name_heading(words)[2]
        return name not in self.words and judge(name) is not Board.OUT and names_one_of_decks(name)

    def find(self, words: str) -> tuple[str, Board]:
        """Name the section that a line begins, or "" if it begins none; judge what it says.

        Of comments, only those are headings that are not so by chance.
        """
        said, bare, name = _name_heading(words)
        if name in self.words:
            is_shown = name in self.piles or not is_comment(words)
            return (name if is_shown else ""), Board.OTHER
        board = judge_comment(name) if is_comment(words) else judge(name)
        if name in self.form.outside or board in (Board.OUT, Board.DECK):
            return ("" if is_comment(words) and name in ABOUT else name), board
        if is_comment(words):
            return "", board
        has_colon = ":" in said[len(bare.rstrip(": ")) :]
        is_marked = has_colon or FRAMED.fullmatch(bare) or words in self.counting
        # A card with a colon behind it is refused, not dropped as a heading.
        if not name or not is_marked or read_line(name, self.pool).readings:
            return "", Board.OTHER
        if board is Board.UNCLEAR:
            return "", board
        self.own.add(name)
        return name, board


def find_counting(lines: Sequence[str], reads: Sequence[Read]) -> set[str]:
    """Find the lines of a list that are headings with a number and nothing else that marks them.

    That there are any is known if one has the number of the cards below it, and no card is
    written so.
    """
    cards = [sum(one.copies for one in read.readings[:1]) for read in reads]
    counted = [(n, found) for n, words in enumerate(lines) if (found := COUNTING.fullmatch(words))]
    if any(reads[n].readings for n, _ in counted):
        return set()
    is_right = any(0 < int(found["cards"]) == _count_below(cards[n + 1 :]) for n, found in counted)
    return {found[0] for _, found in counted} if is_right else set()


def _count_below(cards: Sequence[int]) -> int:
    """Count the cards up to the first line without one, which does not count if it is the first."""
    return sum(takewhile(bool, cards if any(cards[:1]) else cards[1:]))


def _name_heading(words: str) -> tuple[str, str, str]:
    """Return a heading without a comment's mark, without a number, and its name."""
    said = COMMENT_MARK.sub("", words, count=1).strip()
    bare = NUMBER_OF_CARDS.sub("", said.rstrip(": "))
    return said, bare, bare.strip(FRAME).casefold()

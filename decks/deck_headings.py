"""Recognize the headings of a deck list, and what they mean for the cards below."""

import re
from collections.abc import Sequence
from itertools import takewhile

from evenhand.decks.boards import ABOUT, Board, classify_comment, classify_label, names_one_of_decks
from evenhand.decks.deck_formats import DeckFormat
from evenhand.decks.deck_line_parsing import ParsedLine, parse_line
from evenhand.decks.pool import CardPool

__all__ = ["Headings", "find_counted_headings", "is_comment"]

COMMENT_MARK = re.compile(r"#+|//+")
NUMBER_OF_CARDS = re.compile(
    r"\s*(?:[(\[][0-9]{1,9}(?: cards?)?[)\]]|[:-]\s*[0-9]{1,9}(?: cards?)?)$", re.IGNORECASE
)
COUNTING = re.compile(
    r"[^\W\d][^#()\[\]]*?\s*[(\[](?P<cards>[0-9]{1,9})(?: cards?)?[)\]]", re.IGNORECASE
)
FRAME = " []*=-_~:"  # characters that people put around a heading
FRAMED = re.compile(r"\[.*\]|([*=_~-]).*\1")


def is_comment(words: str) -> bool:
    """Return whether a line of a deck list is a comment."""
    return COMMENT_MARK.match(words) is not None


class Headings:
    """The headings that a deck list of a game may have.

    Attributes
    ----------
    piles : set of str
        Names of the piles outside the deck, in lower case.
    kinds : set of str
        Names of the kinds of the game's cards, singular and plural.
    words : set of str
        Both of these; they take precedence over other meanings of a word.
    unknown : set of str
        Unknown headings found so far.
    counted : set of str
        Lines that are headings with the number of cards below: ``Creatures (10)``.
    """

    def __init__(self, pool: CardPool, deck_format: DeckFormat) -> None:
        kinds = set(map(str.casefold, pool.kinds))
        self.piles = set(map(str.casefold, pool.schema.piles))
        self.kinds = {f"{kind}{ending}" for kind in kinds for ending in ("", "s", "es")}
        self.kinds |= {f"{kind.removesuffix('y')}ies" for kind in kinds}
        self.words = self.piles | self.kinds
        self.pool, self.deck_format = pool, deck_format
        self.unknown: set[str] = set()
        self.counted: set[str] = set()

    def keeps_out(self, section: str) -> bool:
        """Return whether the cards below a heading are not in the deck."""
        is_out = section in self.deck_format.outside or classify_label(section) is Board.OUT
        return is_out and section not in self.words

    def is_kind(self, words: str) -> bool:
        """Return whether a comment names a kind of the game's cards, as a heading does."""
        return _split_heading(words)[2] in self.kinds

    def begins_deck(self, words: str) -> bool:
        """Return whether a heading or a comment names a deck."""
        name = _split_heading(words)[2]
        return (
            name not in self.words
            and classify_label(name) is not Board.OUT
            and names_one_of_decks(name)
        )

    def parse(self, words: str) -> tuple[str, Board]:
        """Return the section that a heading begins, "" if none, and the board that it names.

        A comment is a heading only if its text cannot be mistaken.
        """
        text, bare, name = _split_heading(words)
        if name in self.words:
            is_shown = name in self.piles or not is_comment(words)
            return (name if is_shown else ""), Board.OTHER
        board = classify_comment(name) if is_comment(words) else classify_label(name)
        if name in self.deck_format.outside or board in (Board.OUT, Board.DECK):
            return ("" if is_comment(words) and name in ABOUT else name), board
        if is_comment(words):
            return "", board
        has_colon = ":" in text[len(bare.rstrip(": ")) :]
        is_marked = has_colon or FRAMED.fullmatch(bare) or words in self.counted
        # A card's name with a colon is refused later, not dropped as a heading.
        if not name or not is_marked or parse_line(name, self.pool).meanings:
            return "", Board.OTHER
        if board is Board.UNCLEAR:
            return "", board
        self.unknown.add(name)
        return name, board


def find_counted_headings(lines: Sequence[str], reads: Sequence[ParsedLine]) -> set[str]:
    """Return the lines that are headings marked only by a number of cards in parentheses.

    They are headings if the number of one equals the number of cards below it, and no card's
    line has this format.
    """
    cards = [sum(meaning.copies for meaning in read.meanings[:1]) for read in reads]
    counted = [(n, match) for n, words in enumerate(lines) if (match := COUNTING.fullmatch(words))]
    if any(reads[n].meanings for n, _ in counted):
        return set()
    is_right = any(0 < int(match["cards"]) == _count_below(cards[n + 1 :]) for n, match in counted)
    return {match[0] for _, match in counted} if is_right else set()


def _count_below(cards: Sequence[int]) -> int:
    """Count the cards below a heading, up to the first line without one."""
    return sum(takewhile(bool, cards if any(cards[:1]) else cards[1:]))


def _split_heading(words: str) -> tuple[str, str, str]:
    """Return a heading without its comment mark, also without its number, and its bare name."""
    text = COMMENT_MARK.sub("", words, count=1).strip()
    bare = NUMBER_OF_CARDS.sub("", text.rstrip(": "))
    return text, bare, bare.strip(FRAME).casefold()

"""Which words keep cards out of a deck: one list for headings, marks, categories and columns.

Deck builders keep cards beside the deck on what they call boards. Whatever says so, a line above
the cards or a word beside one of them, is judged here.
"""

import re
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache

__all__ = [
    "ABOUT",
    "Board",
    "board_key",
    "judge",
    "judge_prose",
    "judge_rest",
    "names_deck",
    "names_sideboard",
    "says_sideboard",
]

LONGEST_KEY = 18  # letters; a longer word is no misspelt one
ALIKE = 0.8  # from 0 to 1, as `difflib` counts

ABOUT = ("about", "metadata")  # begin what is said of a deck, in the lists of some builders
DECK_WORDS = frozenset((
    "deck", "decklist", "main", "maindeck", "mainboard", "commander", "baralho", "mazo", "mazzo",
    "колода", "デッキ", "メインデッキ", "덱", "套牌",
))  # fmt: skip
MISSPELT = (
    "sideboard", "sidedeck", "maybeboard", "maybe", "considering", "wishlist", "acquireboard",
)  # fmt: skip
SIDEBOARDS = frozenset((
    "side", "sb", "sideboard", "sideboarded", "sidedeck", "réserve", "reserva", "banquillo",
    "сайдборд", "サイドボード", "サイドデッキ", "사이드보드", "备牌", "備牌",
))  # fmt: skip
OUT_WORDS = frozenset((
    *SIDEBOARDS, *MISSPELT, "maybelist", "wish", "wishboard", "acquire",
    "nodeck", "notindeck", "notplayed", "unused", "outside", "outsidethegame", "companion",
    "token", "tokensextra", "attraction", "sticker", "contraption", "extra", "extradeck", "cut",
    "reserve", *ABOUT,
))  # fmt: skip
UNCLEAR_WORDS = frozenset(("mb",))  # the main board to some, the maybeboard to others

COUNTED = re.compile(r"[0-9]*(.*?)(?:cards?)?(?:[0-9]{1,9}(?:cards?)?)?")
SAID_OUTRIGHT = (
    r"\b(?:side|maybe|wish|acquire)[\s_-]*(?:board|deck|list)(?:s|ed|ing)?\b|\bno[\s_-]*deck\b"
)
MENTION = re.compile(rf"{SAID_OUTRIGHT}|\b(?:side|sb|maybe|considering)\b")
PROSE_MENTION = re.compile(SAID_OUTRIGHT)
BRACKETS = re.compile(r"[\[\](){}^*|,;]+")
COMMENT_START = re.compile(r"(?:^|(?<=\s))(?:#+|//+)")


class Board(Enum):
    """What a word says of the cards that it stands above or beside.

    ``UNCLEAR`` is what comes near a word that keeps cards out, or holds one: it may mean that, and
    nobody but the author knows.
    """

    DECK = "the deck's"
    OUT = "kept out"
    UNCLEAR = "perhaps kept out"
    OTHER = "no word about boards"


def board_key(text: str) -> str:
    """Bring words to the form in which boards are compared: ``Side Board (15):``, ``sideboard``."""
    letters = "".join(filter(str.isalnum, text.casefold()))
    found = COUNTED.fullmatch(letters)
    return found[1] if found and found[1] else letters


@lru_cache(2048)
def judge(text: str) -> Board:
    """Judge a heading, a mark before a card, a category or a cell of a column of boards."""
    board = _judge_word(text)
    if board is Board.OTHER and MENTION.search(text.casefold()):
        return Board.UNCLEAR
    return board


@lru_cache(2048)
def judge_prose(text: str) -> Board:
    """Judge a comment or a column's header, which may say "maybe" of other things."""
    board = _judge_word(text)
    if board is not Board.OTHER and board_key(text) not in ("token", "tokens", "companion", "cut"):
        return board
    return Board.UNCLEAR if PROSE_MENTION.search(text.casefold()) else Board.OTHER


def names_deck(text: str) -> bool:
    """Return whether a heading says that all below it is the deck's, whatever blank lines part."""
    return judge(text) is Board.DECK and not board_key(text).startswith("commander")


def names_sideboard(text: str) -> bool:
    """Return whether a heading names the sideboard: what else is below a blank line is none."""
    return board_key(text) in SIDEBOARDS


def says_sideboard(text: str) -> bool:
    """Return whether a cell of a column that is not read is a board's name and nothing else."""
    return board_key(text) in (*MISSPELT, "sb", "sideboarded")


def judge_comment(text: str) -> Board:
    """Judge a comment on a line of its own: a board's name is a heading there, whichever it is."""
    board = judge(text)
    return judge_prose(text) if board is Board.UNCLEAR else board


def judge_rest(rest: str) -> tuple[Board, str]:
    """Judge what stands in a line behind a card's name, piece by piece; name the piece.

    A printing, categories and labels are pieces, and so is a comment.
    """
    comment = COMMENT_START.search(rest)
    end = comment.start() if comment else len(rest)
    found = [(judge(piece), piece) for piece in map(str.strip, BRACKETS.split(rest[:end])) if piece]
    if comment:
        said = rest[comment.end() :].strip()
        found.append((judge_prose(said), said))
    for board in (Board.OUT, Board.UNCLEAR):
        for one, piece in found:
            if one is board:
                return board, piece
    return Board.OTHER, ""


def _judge_word(text: str) -> Board:
    key = board_key(text)
    words = {key, key.removesuffix("s")}
    if words & OUT_WORDS:
        return Board.OUT
    if words & DECK_WORDS:
        return Board.DECK
    is_near = len(key) <= LONGEST_KEY and get_close_matches(key, MISSPELT, 1, ALIKE)
    return Board.UNCLEAR if words & UNCLEAR_WORDS or is_near else Board.OTHER

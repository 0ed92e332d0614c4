"""Classify words that keep cards out of a deck, in headings, marks, categories and columns.

Deck builders keep cards that are not in the deck on "boards" (sideboard, maybeboard). This module
classifies every text that may name one: a line above cards, or a word beside a card.
"""

import re
from collections.abc import Collection
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache

__all__ = [
    "ABOUT",
    "LOOSE_WORDS",
    "Board",
    "board_key",
    "classify_board_cell",
    "classify_comment",
    "classify_label",
    "classify_prose",
    "classify_rest",
    "names_deck",
    "names_one_of_decks",
    "names_sideboard",
]

LONGEST_KEY = 18  # letters; a longer word is not compared with misspelt ones
ALIKE = 0.8  # `difflib` similarity, from 0 to 1

ABOUT = ("about", "metadata")  # headings of a deck's metadata in the lists of some builders
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
# As column headers, some of these may mean something else, such as how many tokens a card makes.
LOOSE_WORDS = frozenset((
    "out", "outofdeck", "outsidedeck", "leftout", "takenout", "removed", "cut", "cutfromdeck",
    "cutting", "rejected", "dropped", "trash", "retired", "banned", "notincluded",
    "bench", "onbench", "sub", "substitute", "alternate", "reserve", "reserved", "spare",
    "leftover", "considered", "underconsideration", "idea", "perhaps", "mightadd", "couldadd",
    "watchlist", "tobuy", "want", "swapin", "bringin", "honorablemention", "honourablemention",
    "scratchpad", "binder", "trade", "companion", "token", "tokensextra", "emblem",
))  # fmt: skip
OUT_WORDS = frozenset((
    *SIDEBOARDS, *MISSPELT, *LOOSE_WORDS, "maybelist", "wish", "wishboard", "acquire",
    "nodeck", "notindeck", "notinmain", "notinmaindeck", "notplayed", "notplaying", "unused",
    "outside", "outsidegame", "attraction", "sticker", "contraption", "extra", "extradeck",
    "eggdeck", "digieggdeck", "dondeck", *ABOUT,
))  # fmt: skip
# Ambiguous: "mb" is the main board or the maybeboard; "flex" is slots of the deck or candidates.
UNCLEAR_WORDS = frozenset(("mb", "flex", "flexslot"))
CODES = {"m": "main", "s": "side"}  # one-letter cells in columns of boards

COUNTED = re.compile(r"[0-9]*(.*?)(?:cards?)?(?:[0-9]{1,9}(?:cards?)?)?")
NAMED_OUTRIGHT = (
    r"\b(?:side|maybe|wish|acquire)[\s_-]*(?:board|deck|list)(?:s|ed|ing)?\b|\bno[\s_-]*deck\b"
)
MENTION = re.compile(rf"{NAMED_OUTRIGHT}|\b(?:side|sb|maybe|considering)\b")
# taken out for now, not in the deck right now, thinking of cutting, maybe later
EXCLUDING_PROSE = (
    r"\b(?:taken?|taking|left|leave|leaving|swap(?:ped)?|cut|moved?)\s+out\b|\b(?:went|goes|is|are)\s+out$"
    r"|\bout\s+(?:for\s+now|of\s+(?:the\s+|my\s+)?(?:main\s*)?(?:deck|list|main))\b"
    r"|\b(?:removed|cutting|benched|unused)\b|\bmoved?\s+to\s+the\s+bench\b"
    r"|\b(?:not|never|no\s+longer|isn't|aren't)\s+(?:\w+\s+)?(?:play(?:ed|ing)|included|including"
    r"|in\s+(?:the\s+|my\s+|this\s+)?(?:main\s*)?(?:deck|list|main))\b"
    r"|\b(?:maybe|probably|to\s+be|will\s+be|was|been|might|could|should|to|will|got|now)\s+cut\b"
    r"|\bcut\s+(?:for|from|it|this|these|them|later|soon|next|if|when|candidates?)\b"
    r"|\b(?:maybe|perhaps)\s+(?:later|not|out|add|next)\b"
    r"|\bnot\s+(?:for\s+now\b|(?:now|yet)$)|\bnext\s+(?:version|time)\b"
    r"|\b(?:board|swap|bring|side)(?:ed)?\s+in\b"
)
EXCLUDING_PHRASE = re.compile(EXCLUDING_PROSE)
PROSE_MENTION = re.compile(f"{NAMED_OUTRIGHT}|{EXCLUDING_PROSE}")
LONGEST_TITLE = 6  # words; a longer comment above cards tells a story
ARTICLE = re.compile(r"\b(?:the|an?)\s+")
BRACKETS = re.compile(r"[\[\](){}^*|,;]+")
REMARKS = re.compile(r"[][(){},]+|\s[-\u2013\u2014]+\s")  # behind a heading: Out (for now)
CLAUSES = re.compile(r"[][(){},;:.!?]+|\s[-\u2013\u2014]+\s")
COMMENT_START = re.compile(r"(?:^|(?<=\s))(?:#+|//+)")
# Deck A, v2, version 1.3, old deck: one of several decks
ONE_OF_DECKS = re.compile(
    r"(?:deck|list|version|build|variant|ver|v)[ .#_-]*(?:[0-9][0-9.]*|[a-z])"
    r"|\w+ (?:deck|version|build|list)"
)


class Board(Enum):
    """The board that a text means for the cards that it stands above or beside.

    ``UNCLEAR``: the text resembles or contains a word that keeps cards out, so only the author
    knows what it means.
    """

    DECK = "the deck's"
    OUT = "kept out"
    UNCLEAR = "perhaps kept out"
    OTHER = "no word about boards"


def board_key(text: str) -> str:
    """Normalize a board's name for comparison: ``Side Board (15):`` becomes ``sideboard``."""
    letters = "".join(filter(str.isalnum, ARTICLE.sub("", text.casefold())))
    match = COUNTED.fullmatch(letters)
    return match[1] if match and match[1] else letters


@lru_cache(2048)
def classify_label(text: str) -> Board:
    """Classify the board that a heading, a mark before a card, a category or a cell names."""
    board = _classify_word(text)
    if board is Board.OTHER and (MENTION.search(text.casefold()) or _has_excluding_phrase(text)):
        return Board.UNCLEAR
    return board


@lru_cache(2048)
def classify_prose(text: str) -> Board:
    """Classify the board of a comment or header, where "maybe" may refer to something else."""
    board = _classify_word(text)
    if board is not Board.OTHER:
        return board
    clauses = map(str.strip, CLAUSES.split(text))
    has_mention = PROSE_MENTION.search(text.casefold()) or Board.OUT in map(_classify_word, clauses)
    return Board.UNCLEAR if has_mention else Board.OTHER


def _has_excluding_phrase(text: str) -> bool:
    """Return whether a short title contains a phrase, or a word, of an excluding board."""
    if len(text.split()) > LONGEST_TITLE:
        return False
    first = next(filter(None, REMARKS.split(text)), "")
    phrase = EXCLUDING_PHRASE.search(text.casefold())
    return phrase is not None or (first != text and _classify_word(first) is Board.OUT)


def names_deck(text: str) -> bool:
    """Return whether a board's heading keeps all cards below in the deck, after blank lines too."""
    return classify_label(text) is Board.DECK and not board_key(text).startswith("commander")


def names_sideboard(text: str) -> bool:
    """Return whether a heading names the board sideboard, so that no blank line begins one."""
    return board_key(text) in SIDEBOARDS


def names_one_of_decks(text: str) -> bool:
    """Return whether a heading names a whole deck, of which a file may list several."""
    return names_deck(text) or ONE_OF_DECKS.fullmatch(text.casefold()) is not None


def classify_board_cell(text: str) -> Board:
    """Classify a cell of a column of boards, where one letter may stand for a word."""
    return classify_label(CODES.get(text.casefold(), text))


def classify_comment(text: str) -> Board:
    """Classify the board of a comment line; any board's name makes it a heading."""
    board = _classify_word(text)
    if board is not Board.OTHER:
        return board
    has_mention = re.search(NAMED_OUTRIGHT, text.casefold()) or _has_excluding_phrase(text)
    return Board.UNCLEAR if has_mention else Board.OTHER


def classify_rest(rest: str, own: Collection[str] = ()) -> tuple[Board, str]:
    """Classify the board in the rest of a card's line; return it and the deciding piece.

    Pieces are: a printing, each category and label, a comment, and each of several tags.

    Parameters
    ----------
    own : collection of str
        Words of the game itself, which are not classified.
    """
    before, *comments = COMMENT_START.split(rest)
    labels = [piece for piece in map(str.strip, BRACKETS.split(before)) if piece]
    classified = [(classify_label(piece), piece) for piece in labels]
    for comment in map(str.strip, comments):  # a single word may be a tag
        classify = classify_prose if " " in comment else classify_label
        classified.append((classify(comment), comment))
    classified = [(board, piece) for board, piece in classified if piece.casefold() not in own]
    for wanted in (Board.OUT, Board.UNCLEAR):
        for board, piece in classified:
            if board is wanted:
                return board, piece
    return Board.OTHER, ""


def _classify_word(text: str) -> Board:
    key = board_key(text)
    words = {key, key.removesuffix("s")}
    if words & OUT_WORDS:
        return Board.OUT
    if words & DECK_WORDS:
        return Board.DECK
    is_near = len(key) <= LONGEST_KEY and get_close_matches(key, MISSPELT, 1, ALIKE)
    return Board.UNCLEAR if words & UNCLEAR_WORDS or is_near else Board.OTHER

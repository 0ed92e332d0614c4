"""Which words keep cards out of a deck: one list for headings, marks, categories and columns.

Deck builders keep cards beside the deck on what they call boards. Whatever says so, a line above
the cards or a word beside one of them, is judged here.
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
    "judge",
    "judge_code",
    "judge_comment",
    "judge_prose",
    "judge_rest",
    "names_deck",
    "names_one_of_decks",
    "names_sideboard",
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
# As headers of columns, some may say another thing: how many tokens a card makes.
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
# The main board to some and the maybeboard to others; slots of the deck, or what may go there.
UNCLEAR_WORDS = frozenset(("mb", "flex", "flexslot"))
CODES = {"m": "main", "s": "side"}  # in columns of boards

COUNTED = re.compile(r"[0-9]*(.*?)(?:cards?)?(?:[0-9]{1,9}(?:cards?)?)?")
SAID_OUTRIGHT = (
    r"\b(?:side|maybe|wish|acquire)[\s_-]*(?:board|deck|list)(?:s|ed|ing)?\b|\bno[\s_-]*deck\b"
)
MENTION = re.compile(rf"{SAID_OUTRIGHT}|\b(?:side|sb|maybe|considering)\b")
# taken out for now, not in the deck right now, thinking of cutting, maybe later
SAID_IN_PROSE = (
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
SAID_SHORTLY = re.compile(SAID_IN_PROSE)
PROSE_MENTION = re.compile(f"{SAID_OUTRIGHT}|{SAID_IN_PROSE}")
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
    letters = "".join(filter(str.isalnum, ARTICLE.sub("", text.casefold())))
    found = COUNTED.fullmatch(letters)
    return found[1] if found and found[1] else letters


@lru_cache(2048)
def judge(text: str) -> Board:
    """Judge a heading, a mark before a card, a category or a cell of a column of boards."""
    board = _judge_word(text)
    if board is Board.OTHER and (MENTION.search(text.casefold()) or _tells_in_short(text)):
        return Board.UNCLEAR
    return board


@lru_cache(2048)
def judge_prose(text: str) -> Board:
    """Judge a comment or a column's header, which may say "maybe" of other things."""
    board = _judge_word(text)
    if board is not Board.OTHER:
        return board
    clauses = map(str.strip, CLAUSES.split(text))
    says_so = PROSE_MENTION.search(text.casefold()) or Board.OUT in map(_judge_word, clauses)
    return Board.UNCLEAR if says_so else Board.OTHER


def _tells_in_short(text: str) -> bool:
    """Return whether a title says so in other words, or has a remark beside its word."""
    if len(text.split()) > LONGEST_TITLE:
        return False
    first = next(filter(None, REMARKS.split(text)), "")
    said = SAID_SHORTLY.search(text.casefold())
    return said is not None or (first != text and _judge_word(first) is Board.OUT)


def names_deck(text: str) -> bool:
    """Return whether a heading says that all below it is the deck's, whatever blank lines part."""
    return judge(text) is Board.DECK and not board_key(text).startswith("commander")


def names_sideboard(text: str) -> bool:
    """Return whether a heading names the sideboard: what else is below a blank line is none."""
    return board_key(text) in SIDEBOARDS


def names_one_of_decks(text: str) -> bool:
    """Return whether a heading names a whole deck, beside which there may be others."""
    return names_deck(text) or ONE_OF_DECKS.fullmatch(text.casefold()) is not None


def judge_code(text: str) -> Board:
    """Judge a cell of a column of boards, where one letter may stand for a word."""
    return judge(CODES.get(text.casefold(), text))


def judge_comment(text: str) -> Board:
    """Judge a comment on a line of its own: a board's name is a heading there, whichever it is."""
    board = _judge_word(text)
    if board is not Board.OTHER:
        return board
    is_said = re.search(SAID_OUTRIGHT, text.casefold()) or _tells_in_short(text)
    return Board.UNCLEAR if is_said else Board.OTHER


def judge_rest(rest: str, own: Collection[str] = ()) -> tuple[Board, str]:
    """Judge what stands in a line behind a card's name, piece by piece; name the piece.

    A printing, categories and labels are pieces, and so are a comment and each of several tags.

    Parameters
    ----------
    own : collection of str
        Words of the game, which mean what they do there.
    """
    before, *comments = COMMENT_START.split(rest)
    labels = [piece for piece in map(str.strip, BRACKETS.split(before)) if piece]
    found = [(judge(piece), piece) for piece in labels]
    for said in map(str.strip, comments):  # a word alone may be a tag
        found.append(((judge_prose if " " in said else judge)(said), said))
    found = [(board, piece) for board, piece in found if piece.casefold() not in own]
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

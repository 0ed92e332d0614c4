"""Reading the lines of a deck list, whoever wrote it.

A list is read in two passes. The first reads every line as a player would write it; by the lines
that it leaves, the form of the whole file is chosen. The second reads those in that form.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from evenhand.decks.boards import (
    ABOUT,
    Board,
    board_key,
    judge,
    judge_rest,
    names_deck,
    names_sideboard,
)
from evenhand.decks.deck_forms import PLAIN, WRAPPED_FORM, Form, choose_form, unwrap
from evenhand.decks.deck_headings import Headings, find_counting, is_comment
from evenhand.decks.deck_lines import CardLine, DeckLines
from evenhand.decks.deck_names import find_deck_name
from evenhand.decks.deck_readings import Read, is_none, read_line, simplify
from evenhand.decks.pool import CardPool
from evenhand.decks.text_file import shorten, tidy

__all__ = ["read_deck_lines"]

# SB: 2 Ashfall, Maybe: 2 Ashfall, SB 2 Ashfall
PREFIXED = re.compile(r"(?P<board>[^\W\d][\w -]{0,24}?)(?:\s*:\s*|\s+(?=[0-9]+x?\s))(?P<card>\S.*)")
DASHED = re.compile(r"[-\u2013\u2014]\s")
CATEGORY = re.compile(r"\[([^\[\]{},]+)[^\[\]]*\]")
ONLY_NUMBER = re.compile(r"\(?[0-9]{1,9}(?: cards?)?\)?", re.IGNORECASE)

BLOCK_STARTS = ("/*", "<!--")  # of comments of many lines
NO_BOARD = (Board.OTHER, "")


def read_deck_lines(text: str, pool: CardPool, file: str) -> DeckLines:
    """Tell the lines of a deck list apart."""
    raw = re.split(r"\r\n|\r|\n", text)
    inner = unwrap(raw)
    lines = [" ".join(tidy(line).split()) for line in inner or raw]
    form, reads = _read_all(lines, pool)
    reader = ListReader(pool, file, WRAPPED_FORM if inner else form)
    simple = [
        words if read.readings else simplify(words)
        for words, read in zip(lines, reads, strict=True)
    ]
    reader.headings.counting = find_counting(simple, reads)
    reader.odd_dashes = _find_odd_dashes(lines, reads)
    for number, (words, read) in enumerate(zip(simple, reads, strict=True), start=1):
        reader.take(number, words, read)
    return reader.finish()


def _read_all(lines: Sequence[str], pool: CardPool) -> tuple[Form, list[Read]]:
    """Find the form of a list, and read its lines in it."""

    def read(words: str, form: Form) -> Read:
        found = read_line(words, pool, form) if words else Read([])
        simple = simplify(words)
        return found if found.readings or simple == words else read_line(simple, pool, form)

    reads = [read(words, PLAIN) for words in lines]
    simple = [simplify(words) for words in lines]
    unread = [words for words, found in zip(simple, reads, strict=True) if not found.readings]
    form = choose_form(unread, sum(words[:1].isdecimal() for words in simple))
    if form is not PLAIN:
        pairs = zip(lines, reads, strict=True)
        reads = [found if found.readings else read(words, form) for words, found in pairs]
    return form, reads


def _find_odd_dashes(lines: Sequence[str], reads: Sequence[Read]) -> set[int]:
    """Find the few cards with a dash before them where most have none: it may take them out."""
    numbered = enumerate(zip(lines, reads, strict=True), start=1)
    dashed = {n for n, (words, read) in numbered if DASHED.match(words) and read.readings}
    pairs = zip(lines, reads, strict=True) if dashed else ()
    plain = sum(words[:1].isalnum() and bool(read.readings) for words, read in pairs)
    return dashed if len(dashed) <= plain else set()


class ListReader:
    """Goes through the lines of a list and remembers where it is.

    Attributes
    ----------
    section : str
        The heading above, in small letters.
    is_parted, is_titled : bool
        Whether a blank line, and whether a heading or a comment, came since the last card.
    block : int
    is_in_doubt : bool
        Whether there are cards below a heading that may be a part of what is kept out.
    boards : set of str
        The headings and marks that were found.
    own : str
        What cards stand below without being told apart by it.
    comment : str or None
        What they may; "" if it is a kind of the game's cards.
    marked : str
        The word before the card of the line above that kept it out.
    deck_line : int
        Where the heading stands of the deck whose cards were found.
    odd_dashes : set of int
        Lines with a dash that others do not have.
    """

    def __init__(self, pool: CardPool, file: str, form: Form) -> None:
        self.pool, self.file, self.form = pool, file, form
        self.found = DeckLines(form=form)
        self.headings = Headings(pool, form)
        self.section, self.block = "", 0
        self.is_parted = self.is_titled = self.is_in_doubt = False
        self.own, self.marked = "", ""
        self.comment: str | None = None
        self.boards: set[str] = set()
        self.doubtful = (0, "")
        self.deck_line = self.n_before = 0
        self.odd_dashes: set[int] = set()

    def take(self, line: int, words: str, read: Read) -> None:
        """Take the next line."""
        if words.startswith(BLOCK_STARTS):
            self.found.doubt(self.file, line, words)
        elif not any(map(str.isalnum, words)) and not read.readings:
            self.is_parted, self.marked = True, ""
        elif read.readings:
            self._take_card(line, words, read)
        elif idle := self.form.idle.fullmatch(words):
            self._pass_over(line, (idle.groupdict().get("name") or ""))
        elif not (self._take_prefixed(line, words) or self._take_other(line, words)):
            self._take_card(line, words, read)

    def finish(self) -> DeckLines:
        """Return what was found; where cards are kept out by name, blank lines mean nothing."""
        if any(map(names_sideboard, self.boards)) and not self.is_in_doubt:
            self.found.cards = [replace(one, block=0) for one in self.found.cards]
        return self.found

    def _take_card(self, line: int, words: str, read: Read) -> None:
        if self.doubtful[1]:
            self.found.doubt(self.file, *self.doubtful)
        board, piece = judge_rest(read.rest, self.headings.words) if read.rest else NO_BOARD
        if self.section in ABOUT and not read.readings:
            return
        if self.headings.keeps_out(self.section):
            self.found.keep_out(self.section, line)
        elif board is Board.OUT:
            self.found.keep_out(piece, line)
        elif is_none(read):
            self.found.keep_out("0 copies", line)
        elif board is Board.UNCLEAR:
            self.found.doubt(self.file, line, piece)
        else:
            self._play(line, words, read)
        self.is_parted, self.is_titled, self.doubtful, self.comment = False, False, (0, ""), None

    def _play(self, line: int, words: str, read: Read) -> None:
        self._count_block()
        if self.marked or line in self.odd_dashes:
            self._doubt_place(line, words)
        own = self.own or self._find_category(read.rest)
        self.found.cards.append(CardLine(line, self.section, words, read, self.block, own))

    def _doubt_place(self, line: int, words: str) -> None:
        """Refuse a card that what stands before it, or in the line above, may take out."""
        if line in self.odd_dashes:
            message = f"the dash before '{shorten(words)}' may take the card out of the deck"
            hint = "write the line without a dash if the card is the deck's, else not at all"
        else:
            message = (
                f"'{shorten(words)}' may be kept out by '{self.marked}' in the line above, too"
            )
            hint = "write 'Sideboard' alone in a line above its cards, and 'Deck' above the deck's"
        self.found.refuse(self.file, line, message, hint)
        self.marked = ""

    def _find_category(self, rest: str) -> str:
        """Name the category of a card that nobody knows."""
        found = CATEGORY.search(rest) if self.form.name == "Archidekt" else None
        name = found[1].strip().casefold() if found else ""
        is_known = not name or name in self.headings.words or judge(name) is Board.DECK
        return "" if is_known else f"[{name}]"

    def _count_block(self) -> None:
        if self.comment is not None and self.found.cards:
            self.own = self.comment
        if not self.is_parted or self.is_titled or not self.found.cards:
            return
        if not (names_deck(self.section) or self.section in self.headings.piles):
            self.block += 1

    def _take_prefixed(self, line: int, words: str) -> bool:
        """Take a card with a board before it; return whether the line is one."""
        found = PREFIXED.fullmatch(words)
        is_own = found is None or found["board"].casefold() in self.headings.words
        board = Board.OTHER if found is None or is_own else judge(found["board"])
        if not found or board is Board.OTHER or ONLY_NUMBER.fullmatch(found["card"]):
            return False
        self.boards.add(found["board"])
        if board is Board.OUT:
            self.found.keep_out(found["board"], line)
            self.marked = "" if board_key(found["board"]) == "sb" else found["board"]
        elif board is Board.UNCLEAR:
            self.found.doubt(self.file, line, found["board"])
        else:
            self.marked = ""
            self._take_card(line, found["card"], read_line(found["card"], self.pool, self.form))
        return True

    def _take_other(self, line: int, words: str) -> bool:
        """Take a line that is of no card: a name, a heading or a comment."""
        if (name := find_deck_name(words, self.section)) is not None:
            self.found.take_name(self.file, line, name)
            return True
        section, board = self.headings.find(words)
        self.marked = ""
        if (section or is_comment(words)) and self.headings.begins_deck(words):
            self._begin_deck(line, words)
        if section:
            self._enter(section, board)
        elif is_comment(words):
            self.comment = "" if self.headings.is_kind(words) else words
            self.doubtful = (line, words) if board is Board.UNCLEAR else self.doubtful
        elif board is Board.UNCLEAR:
            self.found.doubt(self.file, line, words)
        else:
            return False
        self.is_titled = True
        return True

    def _begin_deck(self, line: int, words: str) -> None:
        """Note the heading of a deck; refuse it if there are cards of another one."""
        if self.deck_line and len(self.found.cards) > self.n_before:
            message = f"expected one deck, found another: '{shorten(words)}'"
            hint = f"a file for each deck; the first begins on line {self.deck_line}"
            self.found.refuse(self.file, line, message, hint)
        self.deck_line, self.n_before = line, len(self.found.cards)

    def _enter(self, section: str, board: Board) -> None:
        """Go on below a heading; one of a kind, after a sideboard, may be a part of that."""
        was_out = self.headings.keeps_out(self.section) and self.section not in ABOUT
        if was_out and board is Board.OTHER and section not in self.headings.piles:
            self.is_in_doubt = self.is_in_doubt or bool(self.found.cards)
            self.block += bool(self.found.cards)
        self.boards.add(section)
        self.section, self.doubtful, self.comment = section, (0, ""), None
        self.own = section if section in self.headings.own else ""

    def _pass_over(self, line: int, name: str) -> None:
        """Pass over a line that is not of the deck, but say so if it names a card."""
        if name and read_line(name, self.pool, self.form).readings:
            self.found.keep_out(name, line)

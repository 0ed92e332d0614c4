"""Read the lines of a deck list in any supported format.

A list is parsed in two passes. The first parses every line as plain text. By the lines that it
cannot parse, the format of the whole file is chosen, in which the second pass parses those lines.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from evenhand.decks.boards import (
    ABOUT,
    Board,
    board_key,
    classify_label,
    classify_rest,
    names_deck,
    names_sideboard,
)
from evenhand.decks.deck_formats import (
    PLAIN,
    WRAPPED_FORMAT,
    DeckFormat,
    choose_format,
    unwrap_comments,
)
from evenhand.decks.deck_headings import Headings, find_counted_headings, is_comment
from evenhand.decks.deck_line_parsing import ParsedLine, has_no_copies, parse_line, simplify_line
from evenhand.decks.deck_lines import CardLine, DeckLines
from evenhand.decks.deck_names import parse_name_line
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool
from evenhand.decks.text_file import normalize_text

__all__ = ["read_deck_lines"]

# SB: 2 Ashfall, Maybe: 2 Ashfall, SB 2 Ashfall
PREFIXED = re.compile(r"(?P<board>[^\W\d][\w -]{0,24}?)(?:\s*:\s*|\s+(?=[0-9]+x?\s))(?P<card>\S.*)")
DASHED = re.compile(r"[-\u2013\u2014]\s")
CATEGORY = re.compile(r"\[([^\[\]{},]+)[^\[\]]*\]")
ONLY_NUMBER = re.compile(r"\(?[0-9]{1,9}(?: cards?)?\)?", re.IGNORECASE)

BLOCK_STARTS = ("/*", "<!--")  # begin comments of several lines
NO_BOARD = (Board.OTHER, "")


def read_deck_lines(text: str, pool: CardPool, file: str) -> DeckLines:
    """Read the lines of a deck list: cards of the deck, cards kept out, and problems."""
    raw = re.split(r"\r\n|\r|\n", text)
    inner = unwrap_comments(raw)
    lines = [" ".join(normalize_text(line).split()) for line in inner or raw]
    deck_format, reads = _parse_all(lines, pool)
    parser = ListParser(pool, file, WRAPPED_FORMAT if inner else deck_format)
    simple = [
        words if read.meanings else simplify_line(words)
        for words, read in zip(lines, reads, strict=True)
    ]
    parser.headings.counted = find_counted_headings(simple, reads)
    parser.odd_dashes = _find_odd_dashes(lines, reads)
    for number, (words, read) in enumerate(zip(simple, reads, strict=True), start=1):
        parser.add_line(number, words, read)
    return parser.finish()


def _parse_all(lines: Sequence[str], pool: CardPool) -> tuple[DeckFormat, list[ParsedLine]]:
    """Choose the format of a deck list, and read its lines in it."""

    def parse(words: str, deck_format: DeckFormat) -> ParsedLine:
        read = parse_line(words, pool, deck_format) if words else ParsedLine([])
        simple = simplify_line(words)
        return read if read.meanings or simple == words else parse_line(simple, pool, deck_format)

    reads = [parse(words, PLAIN) for words in lines]
    simple = [simplify_line(words) for words in lines]
    unread = [words for words, read in zip(simple, reads, strict=True) if not read.meanings]
    deck_format = choose_format(unread, sum(words[:1].isdecimal() for words in simple))
    if deck_format is not PLAIN:
        pairs = zip(lines, reads, strict=True)
        reads = [read if read.meanings else parse(words, deck_format) for words, read in pairs]
    return deck_format, reads


def _find_odd_dashes(lines: Sequence[str], reads: Sequence[ParsedLine]) -> set[int]:
    """Return a deck list's cards with a dash, which may exclude them, unless most have one."""
    numbered = enumerate(zip(lines, reads, strict=True), start=1)
    dashed = {n for n, (words, read) in numbered if DASHED.match(words) and read.meanings}
    pairs = zip(lines, reads, strict=True) if dashed else ()
    plain = sum(words[:1].isalnum() and bool(read.meanings) for words, read in pairs)
    return dashed if len(dashed) <= plain else set()


class ListParser:
    """Reader of a deck list line by line, keeping track of headings and blocks.

    Attributes
    ----------
    section : str
        The current heading, in lower case.
    is_parted, is_titled : bool
        Whether a blank line, or a heading or comment, has come since the last card.
    block : int
        Number of blank lines without a heading since the first card.
    is_in_doubt : bool
        Whether cards stand below a heading that may belong to a section that is kept out.
    boards : set of str
        Headings and marks lines so far.
    unknown : str
        The unknown heading or comment that the next cards stand below; "" if none.
    comment : str or None
        The last comment since a card, "" if it names a kind of card, None if there is none.
    marked : str
        The mark that kept out the card of the previous line; "" if none.
    deck_line : int
        Line of the last heading that names a deck; 0 if there is none.
    odd_dashes : set of int
        Lines with a dash, in a list where most cards have none.
    """

    def __init__(self, pool: CardPool, file: str, deck_format: DeckFormat) -> None:
        self.pool, self.file, self.deck_format = pool, file, deck_format
        self.lines = DeckLines(deck_format=deck_format)
        self.headings = Headings(pool, deck_format)
        self.section, self.block = "", 0
        self.is_parted = self.is_titled = self.is_in_doubt = False
        self.unknown, self.marked = "", ""
        self.comment: str | None = None
        self.boards: set[str] = set()
        self.doubtful = (0, "")
        self.deck_line = self.n_before = 0
        self.odd_dashes: set[int] = set()

    def add_line(self, line: int, words: str, read: ParsedLine) -> None:
        """Add the next line."""
        if words.startswith(BLOCK_STARTS):
            self.lines.refuse_doubtful(self.file, line, words)
        elif not any(map(str.isalnum, words)) and not read.meanings:
            self.is_parted, self.marked = True, ""
        elif read.meanings:
            self._add_card(line, words, read)
        elif idle := self.deck_format.idle.fullmatch(words):
            self._skip_idle_line(line, (idle.groupdict().get("name") or ""))
        elif not (self._add_prefixed_card(line, words) or self._add_other_line(line, words)):
            self._add_card(line, words, read)

    def finish(self) -> DeckLines:
        """Return the parsed lines; if a sideboard is named, blank lines are ignored."""
        if any(map(names_sideboard, self.boards)) and not self.is_in_doubt:
            self.lines.cards = [replace(card, block=0) for card in self.lines.cards]
        return self.lines

    def _add_card(self, line: int, words: str, read: ParsedLine) -> None:
        if self.doubtful[1]:
            self.lines.refuse_doubtful(self.file, *self.doubtful)
        board, piece = classify_rest(read.rest, self.headings.words) if read.rest else NO_BOARD
        if self.section in ABOUT and not read.meanings:
            return
        if self.headings.keeps_out(self.section):
            self.lines.keep_out(self.section, line)
        elif board is Board.OUT:
            self.lines.keep_out(piece, line)
        elif has_no_copies(read):
            self.lines.keep_out("0 copies", line)
        elif board is Board.UNCLEAR:
            self.lines.refuse_doubtful(self.file, line, piece)
        else:
            self._add_to_deck(line, words, read)
        self.is_parted, self.is_titled, self.doubtful, self.comment = False, False, (0, ""), None

    def _add_to_deck(self, line: int, words: str, read: ParsedLine) -> None:
        self._count_block()
        if self.marked or line in self.odd_dashes:
            self._refuse_marked_card(line, words)
        unknown = self.unknown or self._find_category(read.rest)
        self.lines.cards.append(CardLine(line, self.section, words, read, self.block, unknown))

    def _refuse_marked_card(self, line: int, words: str) -> None:
        """Refuse a card that a dash, or the mark of the previous line, may keep out."""
        if line in self.odd_dashes:
            message = f"the dash before '{shorten(words)}' may take the card out of the deck"
            hint = "write the line without a dash if the card is the deck's, else not at all"
        else:
            message = (
                f"'{shorten(words)}' may be kept out by '{self.marked}' in the line above, too"
            )
            hint = "write 'Sideboard' alone in a line above its cards, and 'Deck' above the deck's"
        self.lines.refuse(self.file, line, message, hint)
        self.marked = ""

    def _find_category(self, rest: str) -> str:
        """Return the unknown category of a card in brackets; "" if it has none."""
        match = CATEGORY.search(rest) if self.deck_format.name == "Archidekt" else None
        name = match[1].strip().casefold() if match else ""
        is_known = not name or name in self.headings.words or classify_label(name) is Board.DECK
        return "" if is_known else f"[{name}]"

    def _count_block(self) -> None:
        if self.comment is not None and self.lines.cards:
            self.unknown = self.comment
        if not self.is_parted or self.is_titled or not self.lines.cards:
            return
        if not (names_deck(self.section) or self.section in self.headings.piles):
            self.block += 1

    def _add_prefixed_card(self, line: int, words: str) -> bool:
        """Add a card with a board before it; return whether the line is one."""
        match = PREFIXED.fullmatch(words)
        if not match or match["board"].casefold() in self.headings.words:
            return False
        mark, card = match["board"], match["card"]
        board = classify_label(mark)
        if board is Board.OTHER or ONLY_NUMBER.fullmatch(card):
            return False
        self.boards.add(mark)
        if board is Board.OUT:
            self.lines.keep_out(mark, line)
            self.marked = "" if board_key(mark) == "sb" else mark
        elif board is Board.UNCLEAR:
            self.lines.refuse_doubtful(self.file, line, mark)
        else:
            self.marked = ""
            self._add_card(line, card, parse_line(card, self.pool, self.deck_format))
        return True

    def _add_other_line(self, line: int, words: str) -> bool:
        """Add a name, a heading or a comment; return whether the line is one."""
        if (name := parse_name_line(words, self.section)) is not None:
            self.lines.set_name(self.file, line, name)
            return True
        section, board = self.headings.parse(words)
        self.marked = ""
        if (section or is_comment(words)) and self.headings.begins_deck(words):
            self._begin_deck(line, words)
        if section:
            self._begin_section(section, board)
        elif is_comment(words):
            self.comment = "" if self.headings.is_kind(words) else words
            self.doubtful = (line, words) if board is Board.UNCLEAR else self.doubtful
        elif board is Board.UNCLEAR:
            self.lines.refuse_doubtful(self.file, line, words)
        else:
            return False
        self.is_titled = True
        return True

    def _begin_deck(self, line: int, words: str) -> None:
        """Record the heading of a deck; refuse it if cards of another deck came before."""
        if self.deck_line and len(self.lines.cards) > self.n_before:
            message = f"expected one deck, found another: '{shorten(words)}'"
            hint = f"a file for each deck; the first begins on line {self.deck_line}"
            self.lines.refuse(self.file, line, message, hint)
        self.deck_line, self.n_before = line, len(self.lines.cards)

    def _begin_section(self, section: str, board: Board) -> None:
        """Begin a section; one that names a kind, after a sideboard, may be part of it."""
        was_out = self.headings.keeps_out(self.section) and self.section not in ABOUT
        if was_out and board is Board.OTHER and section not in self.headings.piles:
            self.is_in_doubt = self.is_in_doubt or bool(self.lines.cards)
            self.block += bool(self.lines.cards)
        self.boards.add(section)
        self.section, self.doubtful, self.comment = section, (0, ""), None
        self.unknown = section if section in self.headings.unknown else ""

    def _skip_idle_line(self, line: int, name: str) -> None:
        """Skip a line that lists no card; report it as not played if it names one."""
        if name and parse_line(name, self.pool, self.deck_format).meanings:
            self.lines.keep_out(name, line)

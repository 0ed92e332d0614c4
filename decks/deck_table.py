"""Decks as tables: a CSV or TSV file with a column of counts and one of names."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.decks.boards import (
    LOOSE_WORDS,
    Board,
    board_key,
    judge,
    judge_code,
    judge_comment,
    judge_prose,
    judge_rest,
)
from evenhand.decks.columns import ALIASES as ALL_ALIASES
from evenhand.decks.columns import Columns, header_key
from evenhand.decks.deck_forms import PLAIN
from evenhand.decks.deck_headings import Headings
from evenhand.decks.deck_lines import CardLine, DeckLines
from evenhand.decks.deck_names import read_deck_name
from evenhand.decks.deck_readings import is_none, read_name
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.sheet import Row, Sheet, find_separator, read_sheet, resolve_headers
from evenhand.decks.text_file import LARGEST_FILE, decode_start, read_bytes, shorten

__all__ = [
    "TABLE_ENDINGS",
    "is_deck_table",
    "is_deck_table_name",
    "peek_table_name",
    "read_deck_table",
]

TABLE_ENDINGS = (".csv", ".tsv")
# Columns whose cells say on which board a card is; a card may have several of them. What stands
# in the first kind sorts the deck, in the second it is a label, of which nobody need be told.
BOARD_COLUMNS = ("section", "board", "zone", "pile", "location")
LABEL_COLUMNS = (
    "category", "categories", "tags", "folder", "folder name", "binder name", "binder type", "list",
)  # fmt: skip
CATEGORIES_OF = ("category", "categories")
STRICT_COLUMNS = ("board", "zone", "pile", "location")  # nothing but boards stands there
LONGEST_CODE = 2  # letters
COLUMNS = ("copies", "name", "deck", *BOARD_COLUMNS, *LABEL_COLUMNS)
ALIASES = {
    "amount": "copies", "deck name": "deck", "boards": "board", "sections": "section",
    "deck section": "section", "main/side": "board", "main or side": "board",
}  # beside those of all tables  # fmt: skip
# Columns of what cards say, which may speak of sideboards.
TEXTS = {"abilities", "oracletext", "cardtext"} | {
    header_key(header) for header, column in ALL_ALIASES.items() if column == "abilities"
}
KNOWN = Columns(COLUMNS, ("copies", "name"), ALIASES)
LOOKED_AT = 4096  # bytes at the beginning of a file, in which its header is
FEW = 4  # columns; a card file has more

COUNT = re.compile(r"([0-9]{1,9})(?:[.,]0+)?\s*[xX\u00d7]?")  # spreadsheets write 2 as 2.0
CATEGORIES = re.compile(r"[,;|/{}]+")
YES = ("yes", "y", "true", "x", "1", "\u2713", "\u2714", "\u2705", "\u2611")
NO = ("no", "n", "false", "0", "-", "\u2717", "\u2718", "\u274c", "\u2610")
# Columns that say whether a card is in the deck, if all that stands in them is a yes or a no.
INCLUDING = frozenset((
    "include", "included", "use", "used", "using", "play", "playing", "active", "keep",
    "final", "status", "in", "inout", "inorout",
))  # fmt: skip
IN_OR_OUT = {"in": "yes", "out": "no"}  # in those columns
NUMBERED = ("cut", "out", "removed")  # columns in which a number may be that of copies
REMARK = re.compile(r"\s*[(,;:]|\s+[-\u2013\u2014]+\s")  # begins behind a yes: x (too slow)
LONGEST_REMARK = 6  # words; longer ones are a card's text


def is_deck_table_name(path: str | Path) -> bool:
    """Return whether a file's ending says that it is a table."""
    return Path(path).suffix.casefold() in TABLE_ENDINGS


def is_deck_table(path: Path) -> bool:
    """Return whether a file's header has counts and names: a card file beside decks has none."""
    if not is_deck_table_name(path) or not path.is_file():
        return False
    try:
        text = decode_start(read_bytes(path, LARGEST_FILE)[:LOOKED_AT])
    except (InputError, UsageError):  # reading it as a deck says why
        return True
    separator = find_separator(text, str(path), KNOWN)
    return any(_is_header(line.split(separator)) for line in text.splitlines()[:-1] or [text])


def _is_header(cells: list[str]) -> bool:
    headers = [cell.strip(' "\t') for cell in cells]
    has_number = len(headers) <= FEW and "number" in map(header_key, headers)
    missing = KNOWN.missing_in(headers)
    return not missing or (missing == ["copies"] and (has_number or _is_cube(headers)))


def _is_cube(headers: Sequence[str]) -> bool:
    """Return whether a header is that of CubeCobra, which writes a row for each copy."""
    return {"name", "maybeboard"} <= set(map(header_key, headers))


def peek_table_name(path: str | Path) -> str:
    """Find the name that a table gives its deck, without knowing cards; "" if it gives none."""
    said = DeckLines()
    _take_deck_name(resolve_headers(read_sheet(path, KNOWN), COLUMNS, ALIASES), said)
    return said.name


def read_deck_table(path: str | Path, pool: CardPool) -> tuple[DeckLines, str]:
    """Read a deck's table; return its lines, and the SHA-256 of the file's bytes.

    Raises
    ------
    UsageError
        If nothing is at the path.
    InputError
        If the table is wrong as such, or has no column of counts or none of names.
    """
    written = read_sheet(path, KNOWN)
    flags = _find_flags(written)
    sheet = resolve_headers(written, [*COLUMNS, *(flag.header for flag in flags)], ALIASES)
    missing = [column for column in KNOWN.needed if column not in sheet.written_as]
    if missing and not _is_cube(sheet.headers):
        raise InputError([_missing_problem(written, missing)])
    said = DeckLines(notes=list(sheet.notes))
    _Rows(written, sheet, flags, pool, said).read()
    _take_deck_name(sheet, said)
    return said, sheet.content_hash


def _missing_problem(sheet: Sheet, missing: list[str]) -> Problem:
    found = shorten(", ".join(sheet.headers))
    message = f"expected a header such as 'count,name', found '{found}'"
    what = {"copies": "counts", "name": "names"}
    hint = f"there is no column of {' and none of '.join(what[one] for one in missing)}"
    if missing == ["copies"] and "number" in map(header_key, sheet.headers):
        hint += "; a card's number in its set is none: if 'Number' is how many, call it 'Count'"
    return Problem(sheet.file, sheet.header_line, None, message, hint)


@dataclass(frozen=True)
class _Flag:
    """A column that says yes or no: of being kept out of the deck, or of being in it.

    Attributes
    ----------
    blank : bool or None
        Whether an empty cell keeps its card out; None if nobody knows.
    is_counted : bool
        Whether numbers of copies stand there, so that 1 is no yes.
    """

    header: str
    board: Board
    blank: bool | None = False
    is_counted: bool = False

    @property
    def key(self) -> str:
        """What the column is called, as boards are compared."""
        return board_key(self.header)

    @property
    def includes(self) -> bool:
        """Return whether the column says that a card is in the deck, in no word of boards."""
        return self.key in INCLUDING

    def is_meant(self, cells: Collection[str]) -> bool:
        """Return whether a column that may say another thing says yes and no."""
        if not self.includes and not {self.key, self.key.removesuffix("s")} & LOOSE_WORDS:
            return True
        numbers = {cell for cell in cells if cell.isdecimal()}
        words = {REMARK.split(cell, maxsplit=1)[0] for cell in cells} - numbers - {"", "-"}
        if any(self.keeps_out(word) is not None for word in words):
            return True
        is_numbered = self.includes or self.key in NUMBERED or numbers <= {"0", "1"}
        return bool(numbers) and is_numbered and not {*cells} - numbers - {"-"}

    def keeps_out(self, text: str) -> bool | None:
        """Return whether a cell keeps its card out of the deck; None if it does not say."""
        said = text.casefold()
        if not said:
            return self.blank
        if self.includes:
            said = IN_OR_OUT.get(said, said)
        if said not in (*YES, *NO) or (said == "1" and self.is_counted):
            return None
        return (said in NO) != (self.board is Board.OUT)


def _find_flags(sheet: Sheet) -> list[_Flag]:
    """Find the columns that are called as boards are, and refuse those that may be."""
    others = [header for header in sheet.headers if not KNOWN.named_in([header])]
    judged = {header: _judge_header(header) for header in others}
    unclear = [header for header, board in judged.items() if board is Board.UNCLEAR]
    if unclear:
        said = DeckLines()
        for header in unclear:
            said.doubt(sheet.file, sheet.header_line, header)
        raise InputError(said.problems)
    found = (_make_flag(sheet, header, board) for header, board in judged.items())
    return [flag for flag in found if flag]


def _judge_header(header: str) -> Board:
    if board_key(header) in INCLUDING:
        return Board.DECK
    return judge_prose(re.sub(r"(?i)^(is|in)[\s_-]", "", header))


def _make_flag(sheet: Sheet, header: str, board: Board) -> _Flag | None:
    """Judge a column by its cells: whether it says yes and no, and what an empty cell does."""
    if board is Board.OTHER:
        return None
    cells = {row.cells.get(header, "").casefold() for row in sheet.rows} - {""}
    is_counted = any(cell.isdecimal() and cell not in ("0", "1") for cell in cells)
    flag = _Flag(header, board, is_counted=is_counted)
    if not flag.is_meant(cells):
        return None
    said = set(map(flag.keeps_out, cells))
    if board is Board.OUT or False not in said:
        return flag
    return replace(flag, blank=None if True in said else True)


class _Rows:
    """Goes through the rows of a deck's table, and puts what they are into its lines."""

    def __init__(
        self, written: Sheet, sheet: Sheet, flags: list[_Flag], pool: CardPool, said: DeckLines
    ) -> None:
        self.written, self.sheet, self.flags, self.pool = written, sheet, flags, pool
        self.said = said
        self.unread = set(written.headers) - set(sheet.written_as.values())
        self.words = Headings(pool, PLAIN).words
        self.has_counts = any(row.cells.get("copies") for row in sheet.rows)
        self.blanks = {line for line, cells in sheet.skipped if not any(cells)}
        self.block = 0

    def read(self) -> None:
        """Read all rows; where a column says what is kept out, blank lines mean nothing."""
        says_boards = bool(self.flags) or any(
            column in self.sheet.written_as for column in BOARD_COLUMNS
        )
        self._doubt_comments()
        before = self.sheet.header_line
        for row, all_cells in zip(self.sheet.rows, self.written.rows, strict=True):
            is_parted = not self.blanks.isdisjoint(range(before, row.line))
            if is_parted and self.said.cards and not says_boards:
                self.block += 1
            before = row.line
            if not self._is_kept_out_elsewhere(all_cells):
                self._take(row)

    def _is_kept_out_elsewhere(self, row: Row) -> bool:
        """Return whether a cell of a column that is not read keeps its card out, or may."""
        unread = [(header, row.cells.get(header, "")) for header in self.unread]
        for header, cell in (*unread, *(("", cell) for cell in row.stray)):
            if not cell or len(cell.split()) > LONGEST_REMARK or cell.casefold() in self.words:
                continue
            board = judge_prose(cell)
            if board is Board.OUT:
                self.said.keep_out(cell, row.line)
                return True
            if board is Board.UNCLEAR and header_key(header) not in TEXTS:
                self.said.doubt(self.sheet.file, row.line, cell, header or None)
        return False

    def _doubt_comments(self) -> None:
        """Refuse comments that may be headings of a sideboard: a table has a column for that."""
        for line, cells in self.sheet.skipped:
            text = "".join(cells[:1]).lstrip("# ")
            if text.casefold() in self.words:
                continue
            if line > self.sheet.header_line and judge_comment(text) in (Board.OUT, Board.UNCLEAR):
                self.said.doubt(self.sheet.file, line, text)

    def _take(self, row: Row) -> None:
        words, copies = row.cells.get("name", ""), row.cells.get("copies", "1")
        if not words and row.cells.get("copies"):
            self._refuse(row, "name", f"expected a card beside '{shorten(copies)}', found nothing")
        if not words or self._is_kept_out(row):
            return
        counted = COUNT.fullmatch(copies)
        read = read_name(words, int(counted[1]) if counted else 1, self.pool)
        board, piece = judge_rest(read.rest, self.words)
        if board is Board.OUT or is_none(read):
            self.said.keep_out(piece if board is Board.OUT else "0 copies", row.line)
            return
        if board is Board.UNCLEAR:
            self.said.doubt(self.sheet.file, row.line, piece)
        wrong = "" if counted else f"expected a number of copies, found '{shorten(copies)}'"
        if read.readings and self.has_counts and not row.cells.get("copies"):
            wrong = "expected a number of copies, found nothing (write 0 if there is none)"
        section, own = self._find_section(row)
        self.said.cards.append(CardLine(row.line, section, words, read, self.block, own, wrong))

    def _find_section(self, row: Row) -> tuple[str, str]:
        """Return what a row's boards or categories say, and what of it nobody knows."""
        column = next((one for one in (*BOARD_COLUMNS, *CATEGORIES_OF) if one in row.cells), "")
        section = self._cell(row, column)
        is_known = section in self.words or judge_code(section) is not Board.OTHER
        own = "" if is_known else section
        is_code = column in STRICT_COLUMNS or len(section) <= LONGEST_CODE
        if own and is_code and column in BOARD_COLUMNS:
            message = f"expected a board such as 'Main' or 'Sideboard', found '{shorten(section)}'"
            self._refuse(row, column, message)
        return (section, own) if column in BOARD_COLUMNS else ("", own and f"[{own}]")

    def _is_kept_out(self, row: Row) -> bool:
        """Return whether a row's boards or flags keep its card out, or are refused."""
        for flag in self.flags:
            text = row.cells.get(flag.header, "")
            is_out = flag.keeps_out(text)
            if is_out is None:
                is_out = self._judge_cell(row, flag, text)
            if is_out is None:
                found = f"'{shorten(text)}'" if text else "nothing"
                self._refuse(row, flag.header, f"expected yes or no, found {found}")
            if is_out or is_out is None:
                self.said.keep_out(f"{flag.header}: {text}", row.line)
                return True
        for column in (*BOARD_COLUMNS, *LABEL_COLUMNS, "deck"):
            judges = judge_code if column in BOARD_COLUMNS else judge
            for word in map(str.strip, CATEGORIES.split(self._cell(row, column))):
                board = Board.OTHER if word in self.words or not word else judges(word)
                if board is Board.UNCLEAR and column != "deck":
                    header = self.sheet.written_as[column]
                    self.said.doubt(self.sheet.file, row.line, word, header)
                if board is Board.OUT:
                    self.said.keep_out(word, row.line)
                    return True
        return False

    @staticmethod
    def _judge_cell(row: Row, flag: _Flag, text: str) -> bool | None:
        """Judge what is neither yes nor no: a board, or the copies that are in the deck."""
        if judge(text) is Board.OUT:
            return True
        return False if flag.includes and text and text == row.cells.get("copies") else None

    def _cell(self, row: Row, column: str) -> str:
        return row.cells.get(column, "").casefold()

    def _refuse(self, row: Row, column: str, message: str) -> None:
        header = self.sheet.written_as.get(column, column)
        self.said.problems.append(Problem(self.sheet.file, row.line, header, message))


def _take_deck_name(sheet: Sheet, said: DeckLines) -> None:
    """Take the deck's name from its column: one name, in one row or in all of them."""
    names = [(row.line, row.cells["deck"]) for row in sheet.rows if row.cells.get("deck")]
    names = [(line, text) for line, text in names if judge(text) is not Board.OUT]
    for line, text in names[:1]:
        said.name, wrong = read_deck_name(text)
        other = next((later for later in names if later[1] != text), None)
        if other is not None:
            line, wrong = other[0], f"expected one deck, '{shorten(text)}', found another"
            wrong = f"{wrong}: '{shorten(other[1])}'"
        if wrong:
            hint = "a file for each deck" if other else ""
            said.problems.append(Problem(sheet.file, line, sheet.written_as["deck"], wrong, hint))

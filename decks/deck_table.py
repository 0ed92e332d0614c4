"""Read decks from tables: CSV or TSV files with a column of counts and one of names."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.decks.boards import (
    LOOSE_WORDS,
    Board,
    board_key,
    classify_board_cell,
    classify_comment,
    classify_label,
    classify_prose,
    classify_rest,
)
from evenhand.decks.columns import ALIASES as ALL_ALIASES
from evenhand.decks.columns import Columns, header_key
from evenhand.decks.deck_formats import PLAIN
from evenhand.decks.deck_headings import Headings
from evenhand.decks.deck_line_parsing import has_no_copies, parse_name
from evenhand.decks.deck_lines import CardLine, DeckLines
from evenhand.decks.deck_names import validate_deck_name
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.sheet import Row, Sheet, read_sheet, resolve_headers
from evenhand.decks.text_file import LARGEST_FILE, decode_leniently, read_bytes
from evenhand.decks.text_table import find_separator

__all__ = [
    "TABLE_ENDINGS",
    "is_deck_table",
    "is_deck_table_name",
    "peek_table_name",
    "read_deck_table",
]

TABLE_ENDINGS = (".csv", ".tsv")
# Columns whose cells name the board of a card; a card may have several. Cells of board columns
# divide the deck into sections; cells of label columns only matter if they exclude a card.
BOARD_COLUMNS = ("section", "board", "zone", "pile", "location")
LABEL_COLUMNS = (
    "category", "categories", "tags", "folder", "folder name", "binder name", "binder type", "list",
)  # fmt: skip
CATEGORIES_OF = ("category", "categories")
STRICT_COLUMNS = ("board", "zone", "pile", "location")  # every cell must name a known board
LONGEST_CODE = 2  # letters
COLUMNS = ("copies", "name", "deck", *BOARD_COLUMNS, *LABEL_COLUMNS)
ALIASES = {
    "amount": "copies", "deck name": "deck", "boards": "board", "sections": "section",
    "deck section": "section", "main/side": "board", "main or side": "board",
}  # in addition to those of all tables  # fmt: skip
# Columns of card text, which may mention sideboards.
TEXTS = {"abilities", "oracletext", "cardtext"} | {
    header_key(header) for header, column in ALL_ALIASES.items() if column == "abilities"
}
KNOWN = Columns(COLUMNS, ("copies", "name"), ALIASES)
HEAD_SIZE = 4096  # bytes at the beginning of a file, in which its header is searched
FEW = 4  # columns of a deck table at most; a card file has more

COUNT = re.compile(r"([0-9]{1,9})(?:[.,]0+)?\s*[xX\u00d7]?")  # spreadsheets write 2 as 2.0
CATEGORIES = re.compile(r"[,;|/{}]+")
YES = ("yes", "y", "true", "x", "1", "\u2713", "\u2714", "\u2705", "\u2611")
NO = ("no", "n", "false", "0", "-", "\u2717", "\u2718", "\u274c", "\u2610")
# Columns that decide whether a card is in the deck, if all their cells are yes or no.
INCLUDING = frozenset((
    "include", "included", "use", "used", "using", "play", "playing", "active", "keep",
    "final", "status", "in", "inout", "inorout",
))  # fmt: skip
IN_OR_OUT = {"in": "yes", "out": "no"}  # cells of those columns
NUMBERED = ("cut", "out", "removed")  # columns in which a number may count copies
REMARK = re.compile(r"\s*[(,;:]|\s+[-\u2013\u2014]+\s")  # begins a remark after a yes: x (too slow)
LONGEST_REMARK = 6  # words; longer cells are card text


def is_deck_table_name(path: str | Path) -> bool:
    """Return whether a deck file has the ending of a table."""
    return Path(path).suffix.casefold() in TABLE_ENDINGS


def is_deck_table(path: Path) -> bool:
    """Return whether a file is a table whose header has counts and names, unlike card files."""
    if not is_deck_table_name(path) or not path.is_file():
        return False
    try:
        text = decode_leniently(read_bytes(path, LARGEST_FILE)[:HEAD_SIZE])
    except (InputError, UsageError):  # reported when it is read as a deck
        return True
    separator = find_separator(text, str(path), KNOWN)
    return any(_is_header(line.split(separator)) for line in text.splitlines()[:-1] or [text])


def _is_header(cells: list[str]) -> bool:
    headers = [cell.strip(' "\t') for cell in cells]
    has_number = len(headers) <= FEW and "number" in map(header_key, headers)
    missing = KNOWN.missing_in(headers)
    return not missing or (missing == ["copies"] and (has_number or _is_cube(headers)))


def _is_cube(headers: Sequence[str]) -> bool:
    """Return whether a header is that of CubeCobra, which writes one row per copy."""
    return {"name", "maybeboard"} <= set(map(header_key, headers))


def peek_table_name(path: str | Path) -> str:
    """Return the name that a deck table gives, without parsing cards; "" if it gives none."""
    lines = DeckLines()
    _set_deck_name(resolve_headers(read_sheet(path, KNOWN), COLUMNS, ALIASES), lines)
    return lines.name


def read_deck_table(path: str | Path, pool: CardPool) -> tuple[DeckLines, str]:
    """Read a deck table; return its lines, and the SHA-256 of the file's bytes, in hex.

    Raises
    ------
    UsageError
        If nothing is at the path.
    InputError
        If the table is malformed, or has no column of counts or none of names.
    """
    written = read_sheet(path, KNOWN)
    flags = _find_flags(written)
    sheet = resolve_headers(written, [*COLUMNS, *(flag.header for flag in flags)], ALIASES)
    missing = [column for column in KNOWN.needed if column not in sheet.written_as]
    if missing and not _is_cube(sheet.headers):
        raise InputError([_make_missing_problem(written, missing)])
    lines = DeckLines(notes=list(sheet.notes))
    _TableParser(written, sheet, flags, pool, lines).parse()
    _set_deck_name(sheet, lines)
    return lines, sheet.content_hash


def _make_missing_problem(sheet: Sheet, missing: list[str]) -> Problem:
    found = shorten(", ".join(sheet.headers))
    message = f"expected a header such as 'count,name', found '{found}'"
    what = {"copies": "counts", "name": "names"}
    hint = f"there is no column of {' and none of '.join(what[column] for column in missing)}"
    if missing == ["copies"] and "number" in map(header_key, sheet.headers):
        hint += "; a card's number in its set is none: if 'Number' is how many, call it 'Count'"
    return Problem(sheet.file, sheet.header_line, None, message, hint)


@dataclass(frozen=True)
class _Flag:
    """A deck table's column of yes or no: whether a card is in the deck, or kept out.

    Attributes
    ----------
    blank : bool or None
        Whether an empty cell keeps its card out; None if that is ambiguous.
    is_counted : bool
        Whether cells are numbers of copies, so that 1 does not mean yes.
    """

    header: str
    board: Board
    blank: bool | None = False
    is_counted: bool = False

    @property
    def key(self) -> str:
        """The column's header, normalized as `board_key` does."""
        return board_key(self.header)

    @property
    def includes(self) -> bool:
        """Whether a yes means that the card is in the deck."""
        return self.key in INCLUDING

    def is_yes_or_no(self, cells: Collection[str]) -> bool:
        """Return whether the cells of a column with an ambiguous header are yes and no."""
        if not self.includes and not {self.key, self.key.removesuffix("s")} & LOOSE_WORDS:
            return True
        numbers = {cell for cell in cells if cell.isdecimal()}
        words = {REMARK.split(cell, maxsplit=1)[0] for cell in cells} - numbers - {"", "-"}
        if any(self.keeps_out(word) is not None for word in words):
            return True
        is_numbered = self.includes or self.key in NUMBERED or numbers <= {"0", "1"}
        return bool(numbers) and is_numbered and not {*cells} - numbers - {"-"}

    def keeps_out(self, text: str) -> bool | None:
        """Return whether a cell keeps its card out; None if it is neither yes nor no."""
        answer = text.casefold()
        if not answer:
            return self.blank
        if self.includes:
            answer = IN_OR_OUT.get(answer, answer)
        if answer not in (*YES, *NO) or (answer == "1" and self.is_counted):
            return None
        return (answer in NO) != (self.board is Board.OUT)


def _find_flags(sheet: Sheet) -> list[_Flag]:
    """Return a deck table's columns named after boards; raise for ambiguous headers."""
    others = [header for header in sheet.headers if not KNOWN.named_in([header])]
    boards = {header: _classify_header(header) for header in others}
    unclear = [header for header, board in boards.items() if board is Board.UNCLEAR]
    if unclear:
        lines = DeckLines()
        for header in unclear:
            lines.refuse_doubtful(sheet.file, sheet.header_line, header)
        raise InputError(lines.problems)
    flags = (_make_flag(sheet, header, board) for header, board in boards.items())
    return [flag for flag in flags if flag]


def _classify_header(header: str) -> Board:
    if board_key(header) in INCLUDING:
        return Board.DECK
    return classify_prose(re.sub(r"(?i)^(is|in)[\s_-]", "", header))


def _make_flag(sheet: Sheet, header: str, board: Board) -> _Flag | None:
    """Make a flag of a deck table's column of yes and no; decide what an empty cell means."""
    if board is Board.OTHER:
        return None
    cells = {row.cells.get(header, "").casefold() for row in sheet.rows} - {""}
    is_counted = any(cell.isdecimal() and cell not in ("0", "1") for cell in cells)
    flag = _Flag(header, board, is_counted=is_counted)
    if not flag.is_yes_or_no(cells):
        return None
    answers = set(map(flag.keeps_out, cells))
    if board is Board.OUT or False not in answers:
        return flag
    return replace(flag, blank=None if True in answers else True)


class _TableParser:
    """Parse the rows of a deck table into `DeckLines`."""

    def __init__(
        self, written: Sheet, sheet: Sheet, flags: list[_Flag], pool: CardPool, lines: DeckLines
    ) -> None:
        self.written, self.sheet, self.flags, self.pool = written, sheet, flags, pool
        self.lines = lines
        self.unread = set(written.headers) - set(sheet.written_as.values())
        self.words = Headings(pool, PLAIN).words
        self.has_counts = any(row.cells.get("copies") for row in sheet.rows)
        self.blanks = {line for line, cells in sheet.skipped if not any(cells)}
        self.block = 0

    def parse(self) -> None:
        """Parse all rows; if a column names boards, blank lines are ignored."""
        has_boards = bool(self.flags) or any(
            column in self.sheet.written_as for column in BOARD_COLUMNS
        )
        self._refuse_comments()
        before = self.sheet.header_line
        for row, all_cells in zip(self.sheet.rows, self.written.rows, strict=True):
            is_parted = not self.blanks.isdisjoint(range(before, row.line))
            if is_parted and self.lines.cards and not has_boards:
                self.block += 1
            before = row.line
            if not self._is_kept_out_elsewhere(all_cells):
                self._add_row(row)

    def _is_kept_out_elsewhere(self, row: Row) -> bool:
        """Return whether a cell of an unused column keeps its card out; refuse ambiguous cells."""
        unread = [(header, row.cells.get(header, "")) for header in self.unread]
        for header, cell in (*unread, *(("", cell) for cell in row.stray)):
            if not cell or len(cell.split()) > LONGEST_REMARK or cell.casefold() in self.words:
                continue
            board = classify_prose(cell)
            if board is Board.OUT:
                self.lines.keep_out(cell, row.line)
                return True
            if board is Board.UNCLEAR and header_key(header) not in TEXTS:
                self.lines.refuse_doubtful(self.sheet.file, row.line, cell, header or None)
        return False

    def _refuse_comments(self) -> None:
        """Refuse comments that may head a sideboard: in a table, a column must name boards."""
        for line, cells in self.sheet.skipped:
            text = "".join(cells[:1]).lstrip("# ")
            if text.casefold() in self.words:
                continue
            if line > self.sheet.header_line and classify_comment(text) in (
                Board.OUT,
                Board.UNCLEAR,
            ):
                self.lines.refuse_doubtful(self.sheet.file, line, text)

    def _add_row(self, row: Row) -> None:
        words, copies = row.cells.get("name", ""), row.cells.get("copies", "1")
        if not words and row.cells.get("copies"):
            self._refuse(row, "name", f"expected a card beside '{shorten(copies)}', found nothing")
        if not words or self._is_kept_out(row):
            return
        counted = COUNT.fullmatch(copies)
        read = parse_name(words, int(counted[1]) if counted else 1, self.pool)
        board, piece = classify_rest(read.rest, self.words)
        if board is Board.OUT or has_no_copies(read):
            self.lines.keep_out(piece if board is Board.OUT else "0 copies", row.line)
            return
        if board is Board.UNCLEAR:
            self.lines.refuse_doubtful(self.sheet.file, row.line, piece)
        wrong = "" if counted else f"expected a number of copies, found '{shorten(copies)}'"
        if read.meanings and self.has_counts and not row.cells.get("copies"):
            wrong = "expected a number of copies, found nothing (write 0 if there is none)"
        section, unknown = self._find_section(row)
        card = CardLine(row.line, section, words, read, self.block, unknown, wrong)
        self.lines.cards.append(card)

    def _find_section(self, row: Row) -> tuple[str, str]:
        """Return a row's section from its boards, and its board or category if it is unknown."""
        columns = (*BOARD_COLUMNS, *CATEGORIES_OF)
        column = next((column for column in columns if column in row.cells), "")
        section = self._cell(row, column)
        is_known = section in self.words or classify_board_cell(section) is not Board.OTHER
        unknown = "" if is_known else section
        is_code = column in STRICT_COLUMNS or len(section) <= LONGEST_CODE
        if unknown and is_code and column in BOARD_COLUMNS:
            message = f"expected a board such as 'Main' or 'Sideboard', found '{shorten(section)}'"
            self._refuse(row, column, message)
        if column in BOARD_COLUMNS:
            return section, unknown
        return "", unknown and f"[{unknown}]"

    def _is_kept_out(self, row: Row) -> bool:
        """Return whether a row's flags or boards keep its card out; refuse invalid ones."""
        for flag in self.flags:
            text = row.cells.get(flag.header, "")
            is_out = flag.keeps_out(text)
            if is_out is None:
                is_out = self._interpret_cell(row, flag, text)
            if is_out is None:
                found = f"'{shorten(text)}'" if text else "nothing"
                self._refuse(row, flag.header, f"expected yes or no, found {found}")
            if is_out or is_out is None:
                self.lines.keep_out(f"{flag.header}: {text}", row.line)
                return True
        for column in (*BOARD_COLUMNS, *LABEL_COLUMNS, "deck"):
            classify = classify_board_cell if column in BOARD_COLUMNS else classify_label
            for word in map(str.strip, CATEGORIES.split(self._cell(row, column))):
                board = Board.OTHER if word in self.words or not word else classify(word)
                if board is Board.UNCLEAR and column != "deck":
                    header = self.sheet.written_as[column]
                    self.lines.refuse_doubtful(self.sheet.file, row.line, word, header)
                if board is Board.OUT:
                    self.lines.keep_out(word, row.line)
                    return True
        return False

    @staticmethod
    def _interpret_cell(row: Row, flag: _Flag, text: str) -> bool | None:
        """Interpret a cell that is neither yes nor no: a board, or the copies in the deck."""
        if classify_label(text) is Board.OUT:
            return True
        return False if flag.includes and text and text == row.cells.get("copies") else None

    def _cell(self, row: Row, column: str) -> str:
        return row.cells.get(column, "").casefold()

    def _refuse(self, row: Row, column: str, message: str) -> None:
        header = self.sheet.written_as.get(column, column)
        self.lines.problems.append(Problem(self.sheet.file, row.line, header, message))


def _set_deck_name(sheet: Sheet, lines: DeckLines) -> None:
    """Set the deck's name from the table's column, which must hold one name."""
    names = [(row.line, row.cells["deck"]) for row in sheet.rows if row.cells.get("deck")]
    names = [(line, text) for line, text in names if classify_label(text) is not Board.OUT]
    for line, text in names[:1]:
        lines.name, wrong = validate_deck_name(text)
        other = next((later for later in names if later[1] != text), None)
        if other is not None:
            line, wrong = other[0], f"expected one deck, '{shorten(text)}', found another"
            wrong = f"{wrong}: '{shorten(other[1])}'"
        if wrong:
            hint = "a file for each deck" if other else ""
            lines.problems.append(Problem(sheet.file, line, sheet.written_as["deck"], wrong, hint))

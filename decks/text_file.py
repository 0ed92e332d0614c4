"""Read text files: check that they exist, limit their size, and decode them as UTF-8."""

import unicodedata
from errno import ELOOP, ENAMETOOLONG
from pathlib import Path
from typing import NoReturn

from evenhand.decks.file_cache import current_cache
from evenhand.decks.invisible_characters import find_unseen, shorten
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean

__all__ = [
    "LARGEST_FILE",
    "check_path",
    "decode",
    "decode_leniently",
    "list_visible",
    "normalize_text",
    "read_bytes",
    "read_text",
]  # fmt: skip

LARGEST_FILE = 32 * 1024 * 1024  # bytes; spreadsheets may hold pictures
LARGEST_TEXT = 8 * 1024 * 1024  # bytes
SPREADSHEET_STARTS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # zip (XLSX, ODS) and XLS
DOCUMENT_ENDINGS = (".docx", ".doc", ".odt")
UTF_16_STARTS = (b"\xff\xfe", b"\xfe\xff")

# Replacements that word processors make, and the characters that were typed.
TYPED = str.maketrans({
    "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'", "\u2032": "'",
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u2033": '"',
    "\u2212": "-", "\u00a0": " ", "\u202f": " ", "\u2007": " ", "\ufeff": "",
})  # fmt: skip


def read_bytes(path: str | Path, most: int = LARGEST_TEXT) -> bytes:
    """Read a regular file of limited size; `evenhand.decks.file_cache` keeps the content.

    Parameters
    ----------
    most : int
        Largest size, in bytes.

    Raises
    ------
    UsageError
        If nothing is at the path, or the path holds invisible characters.
    InputError
        If it is not a regular file, is too large or cannot be read.
    """
    path, cache = Path(path), current_cache()
    check_path(path)
    content = cache.contents.get(path.absolute()) if cache else None
    if content is None:
        content = _read_at_most(path, most + 1)
    if len(content) > most:
        _refuse(path, f"the file is larger than {most / 1024**2:g} MB")
    if cache:
        cache.contents[path.absolute()] = content
    return content


def _read_at_most(path: Path, most: int) -> bytes:
    try:
        if not path.exists():
            raise UsageError(f"there is no file '{path}'", _suggest_file(path))
        if not path.is_file():
            kind = "a folder" if path.is_dir() else "a device or pipe"
            _refuse(path, f"expected a file, found {kind}")
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        if error.errno in (ENAMETOOLONG, ELOOP):
            raise UsageError(f"there is no file '{shorten(str(path))}': {error.strerror}") from None
        _refuse(path, f"the file cannot be read: {error.strerror}")


def list_visible(folder: Path, pattern: str) -> list[Path]:
    """List the files of a folder that match a pattern, without hidden ones (with a dot)."""
    return sorted(path for path in folder.glob(pattern) if not path.name.startswith("."))


def check_path(path: str | Path) -> None:
    """Raise if a path cannot be shown as it is, because results are identified by file names.

    Raises
    ------
    UsageError
        If it holds invisible characters, or the file's name is blank.
    """
    if hidden := find_unseen(str(path)):
        raise UsageError(f"the path '{shorten(str(path))}' holds {hidden}", "rename it")
    if path != Path() and not Path(path).stem.strip():
        raise UsageError(f"the path '{shorten(str(path))}' has a blank name", "rename it")


def read_text(path: str | Path, most: int = LARGEST_TEXT) -> str:
    """Read a text file: `read_bytes`, then `decode`."""
    return decode(read_bytes(path, most), path)


def decode(content: bytes, path: str | Path) -> str:
    """Decode a text file as UTF-8, or as UTF-16 with a byte order mark; line ends stay.

    Raises
    ------
    InputError
        If the content is not text in these encodings, with the place of the error.
    """
    if document := _name_document(content, Path(path)):
        _refuse(path, f"this is {document}, not a text file", "save its text as plain text, .txt")
    if content.startswith(SPREADSHEET_STARTS):
        _refuse(path, "this is a spreadsheet, not a text file", "give it its own ending, .xlsx")
    if content.startswith(UTF_16_STARTS):
        return _decode_utf_16(content, path)
    if b"\0" in content:
        line = _find_line(content, content.index(b"\0"))
        _refuse(path, "this is no text file: it holds NUL bytes", line=line)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The codec counts from after the byte order mark.
        offset = error.start + (3 if content.startswith(b"\xef\xbb\xbf") else 0)
        message = f"expected UTF-8 text, found byte 0x{content[offset]:02x} at offset {offset}"
        _refuse(path, message, "save it as 'CSV UTF-8'", line=_find_line(content, offset))


def _name_document(content: bytes, path: Path) -> str:
    if content.startswith(b"%PDF-"):
        return "a PDF"
    is_document = path.suffix.casefold() in DOCUMENT_ENDINGS
    is_packed = content.startswith(SPREADSHEET_STARTS)
    return "a document of a word processor" if is_document and is_packed else ""


def _decode_utf_16(content: bytes, path: str | Path) -> str:
    try:
        text = content.decode("utf-16")
    except UnicodeDecodeError as error:
        message = f"expected UTF-16 text, as it begins, found none at offset {error.start}"
        _refuse(path, message, "save it as 'CSV UTF-8'")
    if "\0" in text:
        _refuse(path, "this is no text file: it holds NUL bytes")
    return text


def decode_leniently(content: bytes) -> str:
    """Decode the beginning of any file, replacing invalid bytes, to determine its kind."""
    encoding = "utf-16" if content.startswith(UTF_16_STARTS) else "utf-8-sig"
    return content.decode(encoding, "replace")


def normalize_text(text: str) -> str:
    """Normalize a file's text: plain quotes, minus signs and spaces, NFC, stripped."""
    return unicodedata.normalize("NFC", text.translate(TYPED)).strip()


def _refuse(path: str | Path, message: str, hint: str = "", line: int | None = None) -> NoReturn:
    raise InputError([Problem(str(path), line, None, message, hint)]) from None


def _find_line(content: bytes, offset: int) -> int:
    before = content[:offset]
    return 1 + before.count(b"\n") + before.replace(b"\r\n", b"").count(b"\r")


def _suggest_file(path: Path) -> str:
    if not path.parent.is_dir():
        return ""
    names = (entry.name for entry in path.parent.iterdir())
    return did_you_mean(path.name, filter(str.isprintable, names))

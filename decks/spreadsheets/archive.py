"""Unpack the parts of a spreadsheet file, a zip archive, with a limit of size.

The sizes declared in an archive are not trusted; unpacked bytes are counted.
"""

import io
import struct
import zipfile
import zlib

from evenhand.decks.spreadsheets.cells import SheetError

__all__ = ["Archive"]

MOST_PARTS = 20_000
LARGEST = 32 * 1024 * 1024  # bytes of all parts together that are unpacked
CHUNK = 1024 * 1024
RECORD = b"PK\x01\x02"  # first bytes of each entry of an archive's directory
ENCRYPTED = 1  # a bit of an entry's flags
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # those allowed in spreadsheets
BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, OSError,
    OverflowError, RuntimeError, ValueError,
)  # fmt: skip


class Archive:
    """The parts of an archive by path; case and leading slashes are ignored."""

    def __init__(self, content: bytes) -> None:
        if content.count(RECORD) > MOST_PARTS:
            raise SheetError(f"expected at most {MOST_PARTS:,} parts in the archive, found more")
        try:
            self._files = zipfile.ZipFile(io.BytesIO(content))
        except BROKEN:
            raise SheetError("it is no spreadsheet, or is damaged", "save it again") from None
        self._parts = {_normalize_path(part.filename): part for part in self._files.infolist()}
        self._left = LARGEST

    def __contains__(self, path: str) -> bool:
        """Return whether the archive has a part."""
        return _normalize_path(path) in self._parts

    def read(self, path: str) -> bytes:
        """Unpack a part of the archive.

        Raises
        ------
        SheetError
            If it is missing or damaged, or exceeds the limit of all parts together.
        """
        part = self._find(path)
        try:
            return self._unpack(part)
        except BROKEN:
            raise SheetError(f"its part {path} is damaged", "save it again") from None

    def _find(self, path: str) -> zipfile.ZipInfo:
        if path not in self:
            raise SheetError(f"it is damaged: its part {path} is missing", "save it again")
        part = self._parts[_normalize_path(path)]
        if part.flag_bits & ENCRYPTED:
            raise SheetError("it is encrypted", "save it without a password")
        if part.compress_type not in METHODS:
            raise SheetError(f"its part {path} is packed in an unknown way", "save it again")
        return part

    def _unpack(self, part: zipfile.ZipInfo) -> bytes:
        chunks = []
        with self._files.open(part) as packed:
            while chunk := packed.read(CHUNK):
                self._left -= len(chunk)
                if self._left < 0:
                    raise SheetError(f"it unpacks to more than {LARGEST // 1024**2} MB")
                chunks.append(chunk)
        return b"".join(chunks)

    def read_start(self, path: str, most: int) -> bytes:
        """Unpack at most ``most`` bytes of a part, which do not count towards the limit.

        Raises
        ------
        SheetError
            If it is missing, damaged or encrypted.
        """
        part = self._find(path)
        try:
            with self._files.open(part) as packed:
                return packed.read(most)
        except BROKEN:
            raise SheetError(f"its part {path} is damaged", "save it again") from None


def _normalize_path(path: str) -> str:
    return path.replace("\\", "/").lstrip("/").casefold()

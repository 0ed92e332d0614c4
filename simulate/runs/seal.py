"""The seal of a run's folder: a list of its files with their checksums, written last.

It has the format of ``sha256sum``, so that a folder can be verified without this program.
"""

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from errno import EINVAL
from pathlib import Path

from evenhand.decks.file_cache import cache_result
from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.runs.atomic_files import sync_folder, write_in_folder

__all__ = [
    "SEAL",
    "find_broken",
    "hash_file",
    "is_sealed",
    "read_seal",
    "seal_files",
    "suggest_repeat",
]

SEAL = "SHA256SUMS"
LARGEST_SEAL = 64 * 1024**2  # bytes; that of ten million games has less than 1 MiB
LARGEST_FILE = 256 * 1024**2  # bytes; a part of 20,000 games of eight has about a tenth
LINE = re.compile(r"(?P<is_changed>\\?)(?P<checksum>[0-9a-f]{64})  (?P<name>[^/].*)")


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file in hex; computed once per version of the file."""
    status = path.stat()
    return _hash_version(path, status.st_ino, status.st_mtime_ns, status.st_size)


@cache_result
def _hash_version(path: Path, *_: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seal_files(
    folder: Path, files: Iterable[Path], is_new: bool = False, without: Collection[str] = ()
) -> None:
    """Add files of a folder to its seal.

    Parameters
    ----------
    files : iterable of Path
        Files below the folder.
    is_new : bool
        Whether the run was just played: then only intact files stay listed.
    without : collection of str
        Names of files to remove from the seal.

    Raises
    ------
    InputError
        If the seal is no list of checksums, unless `is_new`.
    """
    seal = folder / SEAL
    sums = list_intact(folder) if is_new else dict(read_seal(folder)) if seal.is_file() else {}
    sums |= {file.relative_to(folder).as_posix(): hash_file(file) for file in files}
    lines = [write_line(name, sums[name]) for name in sorted(sums) if name not in without]
    for place in {folder, *(folder / name for name in ("games", "inputs"))}:
        sync_folder(place)
    write_in_folder(folder, SEAL, "".join(lines).encode("utf-8", "surrogateescape"))


def list_intact(folder: Path) -> dict[str, str]:
    """Return the checksums of the files that match the seal; empty if the seal is unreadable."""
    try:
        sums = read_seal(folder)
    except InputError:
        return {}
    broken = find_broken(folder, sums)
    return {name: checksum for name, checksum in sums.items() if name not in broken}


def is_sealed(path: Path) -> bool:
    """Return whether a file is listed in the seal of its folder."""
    return (path.parent / SEAL).is_file() and path.name in read_seal(path.parent)


def write_line(name: str, checksum: str) -> str:
    """Return a line as ``sha256sum`` writes it, with a mark before an escaped name."""
    safe = name.replace("\\", "\\\\").replace("\n", "\\n")
    mark = "" if safe == name else "\\"
    return f"{mark}{checksum}  {safe}\n"


def read_seal(folder: Path) -> Mapping[str, str]:
    """Read a folder's seal: checksums keyed by name.

    Raises
    ------
    InputError
        If the seal is missing or not a list of checksums.
    """
    return read_sums(folder / SEAL)


@cache_result
def read_sums(path: Path) -> Mapping[str, str]:
    """Read a list of checksums, keyed by name."""
    sums = {}
    for number, line in enumerate(read_lines(path), start=1):
        match = LINE.fullmatch(line)
        # One name per file, else a short list could have one file hashed a million times.
        if not match or {"", ".", ".."} & {*match["name"].split("/")}:
            message = "expected a checksum and the name of a file of the run"
            raise InputError(
                [Problem(str(path), number, None, message, suggest_repeat(path.parent))]
            )
        name = match["name"]
        sums[unescape_name(name) if match["is_changed"] else name] = match["checksum"]
    return sums


def read_lines(path: Path) -> list[str]:
    """Read the lines of a folder's seal, without blocking on a pipe."""
    try:
        if path.exists() and not path.is_file():
            raise OSError(EINVAL, "it is no file")
        with path.open("rb") as file:
            content = file.read(LARGEST_SEAL)
    except OSError as error:
        message = f"the run's list of checksums cannot be read: {error.strerror}"
        problem = Problem(str(path), None, None, message, suggest_repeat(path.parent))
        raise InputError([problem]) from None
    return content.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")


def suggest_repeat(folder: Path) -> str:
    """Return a hint how to make an unreliable run folder again."""
    return f"repeat the command that made the run, with --out {folder}"


def unescape_name(text: str) -> str:
    """Return an escaped name without its escapes."""
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text)


def find_broken(folder: Path, sums: Mapping[str, str]) -> dict[str, str]:
    """Return the files that do not match the seal: messages keyed by name."""
    broken = {}
    for name, checksum in sums.items():
        path = folder / name
        try:
            if not path.is_file():
                broken[name] = "it is no file" if path.exists() else "it is missing"
            elif (size := path.stat().st_size) > LARGEST_FILE:
                broken[name] = "it is larger than any file of a run"
            elif hash_file(path) != checksum:
                broken[name] = "it is not what was written" if size else "it is empty"
        except OSError as error:
            broken[name] = f"it cannot be read: {error.strerror}"
    return broken

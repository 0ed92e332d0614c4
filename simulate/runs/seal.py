"""The seal of a run's folder: a list of its files with their checksums, written last.

It has the form that ``sha256sum`` writes and checks, so that nobody needs this program to
see that a folder is whole.
"""

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from errno import EINVAL
from pathlib import Path

from evenhand.decks.file_cache import cache_result
from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.runs.whole_files import sync_folder, write_own

__all__ = ["SEAL", "find_broken", "hash_file", "is_sealed", "play_again", "read_seal", "seal_files"]

SEAL = "SHA256SUMS"
LARGEST_SEAL = 64 * 1024**2  # bytes; that of ten million games has less than one of them
LARGEST_FILE = 256 * 1024**2  # bytes; a part of 20,000 games of eight has about a tenth
LINE = re.compile(r"(?P<is_changed>\\?)(?P<checksum>[0-9a-f]{64})  (?P<name>[^/].*)")


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file, in hex; it is computed once in a reading."""
    found = path.stat()
    return _hash_version(path, found.st_ino, found.st_mtime_ns, found.st_size)


@cache_result
def _hash_version(path: Path, *_: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seal_files(
    folder: Path, files: Iterable[Path], is_new: bool = False, without: Collection[str] = ()
) -> None:
    """List files of a folder in its seal, beside those that it lists already.

    Parameters
    ----------
    files : iterable of Path
        Below the folder.
    is_new : bool
        Whether the run was just played: then only what is right stays listed.
    without : collection of str
        Names of files that are listed no longer.

    Raises
    ------
    InputError
        If the seal is no list of checksums, unless it is to be new.
    """
    seal = folder / SEAL
    sums = find_right(folder) if is_new else dict(read_seal(folder)) if seal.is_file() else {}
    sums |= {file.relative_to(folder).as_posix(): hash_file(file) for file in files}
    lines = [write_line(name, sums[name]) for name in sorted(sums) if name not in without]
    for place in {folder, *(folder / name for name in ("games", "inputs"))}:
        sync_folder(place)
    write_own(folder, SEAL, "".join(lines).encode("utf-8", "surrogateescape"))


def find_right(folder: Path) -> dict[str, str]:
    """Find what is as the seal says; nothing if it says nothing legible."""
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
    """Write a line as ``sha256sum`` does, which marks a name that it had to change."""
    safe = name.replace("\\", "\\\\").replace("\n", "\\n")
    mark = "" if safe == name else "\\"
    return f"{mark}{checksum}  {safe}\n"


def read_seal(folder: Path) -> Mapping[str, str]:
    """Read a folder's seal: checksums by name.

    Raises
    ------
    InputError
        If it is missing or not a list of checksums.
    """
    return read_sums(folder / SEAL)


@cache_result
def read_sums(path: Path) -> Mapping[str, str]:
    """Read a list of checksums: by name."""
    sums = {}
    for number, line in enumerate(read_lines(path), start=1):
        found = LINE.fullmatch(line)
        # One name for each file: else a short list could have one hashed a million times.
        if not found or {"", ".", ".."} & {*found["name"].split("/")}:
            message = "expected a checksum and the name of a file of the run"
            raise InputError([Problem(str(path), number, None, message, play_again(path.parent))])
        name = found["name"]
        sums[read_name(name) if found["is_changed"] else name] = found["checksum"]
    return sums


def read_lines(path: Path) -> list[str]:
    """Read the lines of a folder's seal; a pipe in its place is not waited for."""
    try:
        if path.exists() and not path.is_file():
            raise OSError(EINVAL, "it is no file")
        with path.open("rb") as file:
            content = file.read(LARGEST_SEAL)
    except OSError as error:
        message = f"the run's list of checksums cannot be read: {error.strerror}"
        problem = Problem(str(path), None, None, message, play_again(path.parent))
        raise InputError([problem]) from None
    return content.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")


def play_again(folder: Path) -> str:
    """Return what mends a folder that says nothing reliable about itself."""
    return f"repeat the command that made the run, with --out {folder}"


def read_name(text: str) -> str:
    """Read a name that had to be changed."""
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


def find_broken(folder: Path, sums: Mapping[str, str]) -> dict[str, str]:
    """Find the files that are not what the seal says: what is wrong, by name."""
    found = {}
    for name, checksum in sums.items():
        path = folder / name
        try:
            if not path.is_file():
                found[name] = "it is no file" if path.exists() else "it is missing"
            elif (size := path.stat().st_size) > LARGEST_FILE:
                found[name] = "it is larger than any file of a run"
            elif hash_file(path) != checksum:
                found[name] = "it is not what was written" if size else "it is empty"
        except OSError as error:
            found[name] = f"it cannot be read: {error.strerror}"
    return found

"""The cache folder of compiled code, writable for this user only.

Its files are unpickled and run, so a folder that other users could write to is never used.
"""

import atexit
import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from pathlib import Path

__all__ = ["cache_folder", "explain_no_cache", "sources_hash"]

MONTH = 30 * 24 * 3600  # seconds
TAG = "CACHEDIR.TAG"  # a common convention: https://bford.info/cachedir/
SIGNATURE = b"Signature: 8a477f597d28d172789f06886806bc55\n# Code that evenhand compiled.\n"
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


@cache
def sources_hash() -> str:
    """Return a hash of all sources of compiled code, including the compiler's version.

    numba detects changes of the file of an entry point, but not of the files that it calls. A
    folder per hash of all sources is never stale.
    """
    digest = hashlib.sha256(f"{version('numba')} {version('numpy')}".encode())
    digest.update(f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK')}".encode())
    for source in _sources():
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> Iterator[Path]:
    """Yield all source files of compiled code, including games of other packages."""
    package = Path(__file__).parents[2]
    yield from sorted((package / "decks").rglob("*.py"))
    yield from sorted((package / "simulate").rglob("*.py"))
    for entry in sorted(entry_points(group="evenhand.games"), key=lambda e: e.name):
        spec = find_spec(entry.module.partition(".")[0])
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            yield from sorted(Path(folder).rglob("*.py"))
        if spec and spec.has_location and not spec.submodule_search_locations:
            yield Path(str(spec.origin))  # a module without a package


@cache
def cache_folder() -> Path:
    """Return the folder for code compiled from the current sources; create it if missing.

    It is in the user's cache folder. If that is not safe or not writable, a temporary folder
    is used, which is removed when the program ends.
    """
    try:
        home = make_private_folder(user_caches() / "evenhand")
        folder = home / sources_hash()
        if not folder.exists():
            remove_old_folders(home)
        mark_as_cache(make_private_folder(folder))
        os.utime(folder)
    except (OSError, RuntimeError):  # no home at all
        folder = Path(tempfile.mkdtemp(prefix="evenhand-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def explain_no_cache() -> str:
    """Describe why compiled code cannot be cached, and a remedy; "" if it is cached."""
    if cache_folder().name == sources_hash():
        return ""
    try:
        reason = f"{user_caches() / 'evenhand'} is no folder that you alone can write to"
    except RuntimeError:
        reason = "there is no home folder"
    return (
        f"What is compiled cannot be kept, so every run takes half a minute more: {reason}. "
        "XDG_CACHE_HOME names another place, MPLCONFIGDIR one for matplotlib."
    )


def user_caches() -> Path:
    """Return the user's cache folder on this platform."""
    if chosen := os.environ.get("XDG_CACHE_HOME"):
        return Path(chosen)
    match sys.platform:
        case "win32":
            local = os.environ.get("LOCALAPPDATA")
            return Path(local) if local else Path.home() / "AppData" / "Local"
        case "darwin":
            return Path.home() / "Library" / "Caches"
        case _:
            return Path.home() / ".cache"


def make_private_folder(folder: Path) -> Path:
    """Return a folder that only this user can write to; create it if missing.

    Raises
    ------
    OSError
        If it is not a folder, is a link, is another user's, is writable for others, or is not
        writable for this user.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode) or not os.access(folder, os.W_OK | os.X_OK):
        raise NotADirectoryError(f"{folder} is no folder to write to")
    if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & OTHERS_WRITE):
        raise PermissionError(f"{folder} can be written to by others")
    return folder


def mark_as_cache(folder: Path) -> None:
    """Mark a folder as a cache, for later removal and for backup programs."""
    with suppress(FileExistsError), (folder / TAG).open("xb") as file:
        file.write(SIGNATURE)


def remove_old_folders(home: Path) -> None:
    """Remove folders of other sources that have not been used for a month."""
    for folder in home.glob("[0-9a-f]" * 16):
        if is_marked(folder) and time.time() - folder.stat().st_mtime > MONTH:
            shutil.rmtree(folder, ignore_errors=True)


def is_marked(folder: Path) -> bool:
    """Return whether a folder was marked by `mark_as_cache`, and is not a link."""
    with suppress(OSError):
        return not folder.is_symlink() and (folder / TAG).read_bytes() == SIGNATURE
    return False

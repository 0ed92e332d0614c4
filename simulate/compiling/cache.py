"""Folders of compiled code: the user's cache, and what a wheel brings.

Files of both are unpickled and run. So a cache that other users could write to is never used; what
a wheel brings is as trustworthy as its sources, beside which it is installed.
"""

import atexit
import os
import shutil
import stat
import sys
import sysconfig
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from evenhand.simulate.compiling.sources import compiler_versions, sources_hash

__all__ = ["cache_folder", "explain_no_cache", "explain_not_shipped", "shipped_folder"]

SHIPPED = Path(__file__).parent / "kernels"  # filled when a wheel is built
VERSIONS = "compiler.txt"  # beside what a wheel brings for a system
MONTH = 30 * 24 * 3600  # seconds
TAG = "CACHEDIR.TAG"  # a common convention: https://bford.info/cachedir/
SIGNATURE = b"Signature: 8a477f597d28d172789f06886806bc55\n# Code that evenhand compiled.\n"
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


@cache
def cache_folder(*modules: str) -> Path:
    """Return the folder for code compiled from the current sources; create it if missing.

    There is one for each hash of the sources of some modules, see `sources_hash`, or of all. It
    is in the user's cache folder. If that is not safe or not writable, a temporary folder
    is used, which is removed when the program ends.
    """
    try:
        home = make_private_folder(user_caches() / "evenhand")
        folder = home / sources_hash(*modules)
        if not folder.exists():
            remove_old_folders(home)
        mark_as_cache(make_private_folder(folder))
        os.utime(folder)
    except (OSError, RuntimeError):  # no home at all
        folder = Path(tempfile.mkdtemp(prefix="evenhand-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def shipped_folder(*modules: str) -> Path:
    """Return the folder of code that a wheel brings for this Python and system; it may be missing.

    As in the cache, there is one for each hash of sources and of the compiler's version.
    """
    return find_system_folder() / sources_hash(*modules)


def find_system_folder() -> Path:
    """Return the folder of all code that a wheel brings for this Python and system."""
    return SHIPPED / f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


def explain_not_shipped() -> str:
    """Describe why the code that a wheel brings does not serve; "" if it does or brings none."""
    with suppress(OSError):
        versions = (find_system_folder() / VERSIONS).read_text("utf-8").strip()
        if versions != compiler_versions():
            return f"what came with evenhand was compiled by {versions}"
    return ""


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

"""Paths that lead to no ordinary file, and places where nothing can be written."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

from tests.hostile.bad_texts import HIDDEN
from tests.hostile.folder import prepare

Made = tuple[str, Callable[[Path], None]]


def then(make: Callable[[Path], None]) -> Callable[[Path], None]:
    """Prepare a folder, then do more to it."""

    def made(folder: Path) -> None:
        prepare(folder)
        make(folder)

    return made


def make_socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # the path of a socket must be short
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(here)


def inputs(ending: str) -> dict[str, Made]:
    """Return paths in place of a file, or of a run's folder, whose name ends so."""
    name = f"bad{ending}"
    kinds: dict[str, Made] = {
        "nothing there": (name, prepare),
        "no such folder": (f"no/such/{name}", prepare),
        "below a file": (f"deck.txt/{name}", prepare),
        "empty": ("", prepare),
        "blank": (f"  {ending}", prepare),
        "5,000 letters": ("x" * 5_000 + ending, prepare),
        "300 letters": ("x" * 300 + ending, prepare),
        "5,000 folders": ("x/" * 2_500 + name, prepare),
        "/dev/zero": ("/dev/zero", prepare),
        "/dev/stdin": ("/dev/stdin", prepare),
        "/dev/null": ("/dev/null", prepare),
        "/proc/self/mem": ("/proc/self/mem", prepare),
        "folder": (name, then(lambda folder: (folder / name).mkdir())),
        "pipe": (name, then(lambda folder: os.mkfifo(folder / name))),
        "socket": (name, then(lambda folder: make_socket(folder / name))),
        "link to nothing": (name, then(lambda folder: (folder / name).symlink_to("nothing"))),
        "link to itself": (name, then(lambda folder: (folder / name).symlink_to(name))),
        "link to /dev/zero": (name, then(lambda folder: (folder / name).symlink_to("/dev/zero"))),
        "NUL": (f"a\0{name}", prepare),
        "no UTF-8": (os.fsdecode(b"bad\xff") + ending, prepare),
        "no UTF-8, and there": (
            os.fsdecode(b"bad\xff") + ending,
            then(
                lambda folder: Path(
                    os.fsdecode(os.fsencode(folder) + b"/bad\xff" + ending.encode())
                ).touch()
            ),
        ),
        "home of nobody": (f"~nobody/{name}", prepare),
    }
    for kind in ("right-to-left override", "bell", "escape", "Hangul filler"):
        kinds[kind] = (f"a{HIDDEN[kind]}{ending}", prepare)
    return kinds


def outputs() -> dict[str, Made]:
    """Return places where no folder and no file can be made."""
    return {
        "below a file": ("deck.txt/out", prepare),
        "below /dev/null": ("/dev/null/out", prepare),
        "5,000 letters": ("x" * 5_000, prepare),
        "300 letters": ("x" * 300, prepare),
        "NUL": ("a\0b", prepare),
        "no UTF-8": (os.fsdecode(b"out\xff"), prepare),
        "link to itself": ("loop/out", then(lambda folder: (folder / "loop").symlink_to("loop"))),
        "right-to-left override": ("a\u202eb", prepare),
        "escape": ("a\x1b[31mb", prepare),
        "line break": ("a\n::error::b", prepare),
    }

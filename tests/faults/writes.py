"""Results that go to devices, pipes and links, as those of any program do."""

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from tests.faults.full_disk import OLD
from tests.faults.kills import Stage
from tests.faults.program import ENVIRONMENT
from tests.faults.tally import Tally

__all__ = ["write_everywhere"]

CHECK = ("check", "project", "--jobs", "1", "--out", "made", "--quiet")
PAGE_NAME = re.compile(rb"replays/\w+(?=-game-)")
WRITERS: dict[str, tuple[str, ...]] = {
    "csv": ("export", "played", "--format", "csv", "--out"),
    "parquet": ("export", "played", "--format", "parquet", "--out"),
    "html": ("report", "played", "--out"),
    "text": ("replay", "played", "--out"),
    "json": ("replay", "played", "--format", "json", "--out"),
    "xml": (*CHECK, "--junit"),
}


def write_everywhere(stage: Stage, tally: Tally) -> None:
    """Write each kind of result to each kind of place."""
    for kind, command in WRITERS.items():
        with stage.set_up() as place:
            done = stage.program.run([*command, f"plain.{kind}"], place)
            content = (place / f"plain.{kind}").read_bytes() if done.code in (0, 1) else b""
            tally.count(f"{kind} to a file", "" if content else done.err)
            shutil.rmtree(place / "made", ignore_errors=True)
            for name, write in PLACES.items():
                tally.count(f"{kind} to {name}", write(stage, place, command, content))
                shutil.rmtree(place / "made", ignore_errors=True)


def to_full_device(stage: Stage, place: Path, command: Sequence[str], content: bytes) -> str:
    """Write to a device that has no room."""
    ended = stage.program.run([*command, "/dev/full"], place)
    said = "error: /dev/full: No space left on device"
    is_right = ended.code == 74 and ended.is_clear and said in ended.err
    return "" if is_right else f"exit code {ended.code}: {ended.err}"


def to_null(stage: Stage, place: Path, command: Sequence[str], content: bytes) -> str:
    """Write to a device that takes all."""
    ended = stage.program.run([*command, os.devnull], place)
    is_there = Path(os.devnull).is_char_device()
    return "" if ended.code in (0, 1) and is_there else f"exit code {ended.code}: {ended.err}"


def to_pipe(stage: Stage, place: Path, command: Sequence[str], content: bytes) -> str:
    """Write to a named pipe that somebody reads from."""
    pipe, found = place / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()), daemon=True)
    reader.start()
    ended = stage.program.run([*command, "pipe"], place)
    reader.join(10)
    pipe.unlink()
    return "" if same(found, content) else f"exit code {ended.code}, other content: {ended.err}"


def to_link(stage: Stage, place: Path, command: Sequence[str], content: bytes) -> str:
    """Write to a link: it stays one, and what it leads to is written."""
    link, target = place / "link", place / "target"
    target.write_bytes(OLD)
    link.symlink_to("target")
    ended = stage.program.run([*command, "link"], place)
    is_right = link.is_symlink() and same([target.read_bytes()], content)
    link.unlink()
    return "" if is_right else f"exit code {ended.code}: {ended.err}"


def to_folder(stage: Stage, place: Path, command: Sequence[str], content: bytes) -> str:
    """Write to a folder, which cannot be."""
    (place / "folder").mkdir()
    ended = stage.program.run([*command, "folder"], place)
    (place / "folder").rmdir()
    return "" if ended.code == 2 and ended.is_clear else f"exit code {ended.code}: {ended.err}"


def to_output(stage: Stage, place: Path, command: Sequence[str], content: bytes) -> str:
    """Write to standard output, which another program reads."""
    evenhand = [sys.executable, "-m", "evenhand", *command]
    done, _ = (
        subprocess.run([*evenhand, out], cwd=place, env=ENVIRONMENT, capture_output=True)
        for out in ("/dev/stdout", "another")
    )
    content = (place / "another").read_bytes()  # by a program of its own, too
    if command[0] == "check":  # has a word of its own to say there
        return "" if content.splitlines()[0] in done.stdout else done.stderr.decode()
    return "" if same([done.stdout], content) else f"other content: {done.stderr.decode()}"


def same(found: Sequence[bytes], content: bytes) -> bool:
    """Return whether what was found is the content, but for times and the names of its pages."""
    texts = [PAGE_NAME.sub(b"", text) for text in (*found[:1], content)]
    return len(texts) == 2 and abs(len(texts[0]) - len(texts[1])) < 8


PLACES = {
    "/dev/full": to_full_device,
    "/dev/null": to_null,
    "a pipe": to_pipe,
    "a link": to_link,
    "a folder": to_folder,
    "/dev/stdout": to_output,
}

"""A disk that is full: what was there stays, one message says so, and with room it goes on."""

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.cases import CASES, Case, End
from tests.faults.kills import Stage
from tests.faults.program import Ended
from tests.faults.tally import Tally

__all__ = ["WRITERS", "can_mount", "fill_at_every_step", "fill_disk", "refuse_writing"]

OLD = b"what was there before\n"
NO_SPACE = "No space left on device"
DISK = 96 << 20  # bytes
ROOMS = (0, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512)  # KiB that are left

# Commands that write one file over an old one, and that file.
WRITERS = {
    "report": (Case("report", ["report", "played"], ()), "played/report.html"),
    "report --out": (Case("", ["report", "played", "--out", "old.html"], ()), "old.html"),
    "export": (Case("export", ["export", "played", "--out", "old.csv"], ()), "old.csv"),
    "export parquet": (Case("", ["export", "played", "--out", "old.parquet"], ()), "old.parquet"),
    "replay": (Case("", ["replay", "played", "--out", "old.txt"], ()), "old.txt"),
    "check --junit": (
        Case("", ["check", "project", "--jobs", "1", "--junit", "old.xml", "--out", "made"], ()),
        "old.xml",
    ),
    "check --update-baseline": (
        Case("", ["check", "project", "--jobs", "1", "--update-baseline", "--baseline",
                  "old.json", "--out", "made"], ()),
        "old.json",
    ),
    "replay page": (
        Case("", ["replay", "played", "--format", "html", "--out", "old.html"], ()), "old.html",
    ),
    "init": (Case("init", ["init", "new", "--game", "last_light"], ()), ""),
    "new-game": (Case("new-game", ["new-game", "fresh_game"], ()), ""),
}  # fmt: skip


def command_of(case: Case) -> list[str]:
    """Return the command, with a place for its result."""
    return [*case.arguments, *case.out]


def fill_at_every_step(
    stage: Stage, case: Case, old: str, steps: Iterable[int], tally: Tally
) -> None:
    """Let the disk be full from each of the steps on by which a command changes it."""
    command = command_of(case)
    with put_old_file(stage, old) as place:
        wanted = End.of(stage.program.run(command, place), place)
    for step in steps:
        with put_old_file(stage, old) as place:
            ended = stage.program.run(command, place, {"kind": "full", "at": step})
            if ended.code == wanted.code:
                break
            fault = judge_full(ended, place, old) or judge_going_on(stage, command, place, wanted)
        tally.count(f"{' '.join(command)}: full from step {step}", fault)


@contextmanager
def put_old_file(stage: Stage, old: str) -> Iterator[Path]:
    """Have a place with something where a command writes."""
    with stage.set_up() as place:
        if old:
            (place / old).write_bytes(OLD)
        yield place


def judge_full(ended: Ended, place: Path, old: str) -> str:
    """Say what is wrong with how a full disk is met."""
    errors = [line for line in ended.err.splitlines() if line.startswith("error: ")]
    if ended.code != 74 or not ended.is_clear or len(errors) != 1 or NO_SPACE not in errors[0]:
        return f"exit code {ended.code}: {ended.err[-500:]}"
    if errors[0] == f"error: {NO_SPACE}":
        return "no place is named"
    if old and (place / old).read_bytes() != OLD:
        return f"{old} is no longer what it was"
    return ""


def judge_going_on(stage: Stage, command: list[str], place: Path, wanted: End) -> str:
    """Give a command again, with room; say how it ends otherwise than wanted."""
    ended = stage.program.run(command, place)
    fault = wanted.list_differences(mask_words(End.of(ended, place), wanted))
    return f"afterwards: {fault}: {ended.err[-500:]}" if fault else ""


def mask_words(end: End, wanted: End) -> End:
    """Forget what was said: it tells of times and of games that were there already."""
    return End(end.code, wanted.said, end.files)


def can_mount() -> bool:
    """Return whether this user may make a small disk."""
    try:
        with small_disk():
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


@contextmanager
def small_disk(options: str = f"size={DISK}") -> Iterator[Path]:
    """Have a small disk in memory."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder]
        subprocess.run(mount, check=True, capture_output=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def fill_disk(
    stage: Stage, case: Case, old: str, tally: Tally, rooms: Iterable[int] = ROOMS
) -> None:
    """Let a command write to a disk that has less and less room."""
    command = command_of(case)
    with small_disk() as disk:
        place = disk / "workplace"
        wanted = None
        for room in itertools.chain([-1], rooms):
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(stage.workplace, place, symlinks=True)
            if old:
                (place / old).write_bytes(OLD)
            if room < 0:
                wanted = End.of(stage.program.run(command, place), place)
                continue
            assert wanted is not None
            ballast = disk / "ballast"
            fill(ballast, room)
            ended = stage.program.run(command, place)
            fault = "" if ended.code == wanted.code else judge_full(ended, place, old)
            ballast.unlink()
            fault = (
                fault or judge_going_on(stage, command, place, wanted)
                if ended.code == 74
                else fault
            )
            tally.count(f"{' '.join(command)}: {room} KiB left", fault)


def fill(ballast: Path, room: int) -> None:
    """Leave only so many KiB of a disk."""
    found = os.statvfs(ballast.parent)
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(1, found.f_bavail * found.f_frsize - 1024 * room))


def refuse_writing(stage: Stage, tally: Tally) -> None:
    """Let commands write where nobody may: they say so, and leave all as it was."""
    with small_disk() as disk:
        place = disk / "workplace"
        shutil.copytree(stage.workplace, place, symlinks=True)
        for name in ("new", "made"):
            (place / name).mkdir()
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        writers = [case for case, _ in WRITERS.values()]
        for case in [*writers, *(case for case in CASES if case.out)]:
            command = command_of(case)
            ended = stage.program.run(command, place)
            lines = [line for line in ended.err.splitlines() if line.startswith("error: ")]
            said = lines[0] if len(lines) == 1 else ""
            is_right = ended.code in (2, 74) and ended.is_clear and "Read-only" in said
            fault = "" if is_right else f"exit code {ended.code}: {ended.err[-500:]}"
            tally.count(f"{' '.join(command)}: read-only", fault)

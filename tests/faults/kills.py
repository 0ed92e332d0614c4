"""Commands that are killed, and given again: they must end as if nothing had happened."""

import random
import shlex
import shutil
import signal
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.faults.cases import Case, End, read_tree
from tests.faults.program import Ended, Program
from tests.faults.tally import Tally

__all__ = ["SIGNALS", "Stage", "kill_at_random", "stop_at_every_step"]

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
MOST_STOPS = 3  # of one command, one after the other
GO_ON = "Stopped. To resume: evenhand "
STOPPED = (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT, 130, 137, 143)


class Stage:
    """A place to try commands in, each time as it was at first.

    Parameters
    ----------
    program : Program
    workplace : Path
        What the place holds at first.
    """

    def __init__(self, program: Program, workplace: Path) -> None:
        self.program, self.workplace = program, workplace

    @contextmanager
    def set_up(self) -> Iterator[Path]:
        """Have the place as it was at first."""
        with tempfile.TemporaryDirectory() as room:
            folder = Path(room, "workplace")
            shutil.copytree(self.workplace, folder, symlinks=True)
            yield folder

    def play_undisturbed(self, command: Sequence[str]) -> tuple[End, float]:
        """Return what comes of a command, and how many seconds it takes."""
        with self.set_up() as folder:
            ended = self.program.run(command, folder)
            return End.of(ended, folder), ended.seconds


def kill_at_random(
    stage: Stage, case: Case, times: int, chance: random.Random, tally: Tally
) -> None:
    """Kill a command at random moments, some of them one after the other."""
    for number, command in enumerate(case.forms()):
        kills = times // 2 if number else -(-times // len(case.forms()))
        if not kills:
            continue
        wanted, seconds = stage.play_undisturbed(command)
        for _ in range(kills):
            stops = [
                (chance.choice(SIGNALS), chance.uniform(0, 1.1 * seconds))
                for _ in range(chance.choice((1, 1, 1, 2, MOST_STOPS)))
            ]
            with stage.set_up() as folder:
                fault = judge(stage.program, command, folder, stops, wanted)
            told = ", ".join(f"{number.name} after {after:.3f} s" for number, after in stops)
            tally.count(f"{' '.join(command)}: {told}", fault)


def judge(
    program: Program,
    command: Sequence[str],
    folder: Path,
    stops: Iterable[tuple[signal.Signals, float]],
    wanted: End,
) -> str:
    """Stop a command at some moments, and say how it ends otherwise than wanted."""
    before = read_tree(folder)
    for number, after in stops:
        running = program.start(command, folder)
        time.sleep(after)
        running.kill(number)
        ended = running.wait()
        if ended.code not in STOPPED:  # it was quicker
            return wanted.list_differences(End.of(ended, folder))
        if fault := judge_stopped(ended, command):
            return fault
        if is_done(folder, before, wanted):
            return ""
        command = go_on(ended, command)
    return judge_end(program, command, folder, wanted)


def judge_stopped(ended: Ended, command: Sequence[str]) -> str:
    """Say what is wrong with what a stopped command says: it tells nothing but itself."""
    told = find_told(ended)
    chosen = [*command, "--out", *told[-1:]]
    is_right = ended.is_clear and told in ([], [*command], chosen)
    return "" if is_right else f"it says {ended.err[-500:]}"


def find_told(ended: Ended) -> list[str]:
    """Return the command that a stopped command tells to go on with; [] if it tells none."""
    lines = [line for line in ended.err.splitlines() if line.startswith(GO_ON)]
    return shlex.split(lines[-1].removeprefix(GO_ON)) if lines else []


def go_on(ended: Ended, command: Sequence[str]) -> list[str]:
    """Return the command that goes on: as it was told, or the same; by one worker."""
    words = find_told(ended) or [*command]
    place = words.index("--jobs") if "--jobs" in words else len(words)
    return [*words[:place], *words[place + 2 :], "--jobs", "1"]


def is_done(folder: Path, before: dict[str, str], wanted: End) -> bool:
    """Return whether all was there already when a command was stopped before it said so."""
    return before != read_tree(folder) == wanted.files


def judge_end(program: Program, command: Sequence[str], folder: Path, wanted: End) -> str:
    """Give a command again, and say how it ends otherwise than wanted."""
    ended = program.run(command, folder)
    fault = wanted.list_differences(End.of(ended, folder))
    left = program.list_unfinished()
    if left and command[0] in ("impact", "compensate", "price", "synergy", "break"):
        fault += f"; left over: {left}"
    return f"{fault}: {ended.err[-500:]}" if fault else ""


def stop_at_every_step(
    stage: Stage, case: Case, kind: str, steps: Iterable[int], tally: Tally
) -> None:
    """Stop a command at each of the steps by which it changes the disk."""
    for command in case.forms():
        wanted, _ = stage.play_undisturbed(command)
        for step in steps:
            with stage.set_up() as folder:
                before = read_tree(folder)
                ended = stage.program.run(command, folder, {"kind": kind, "at": step})
                if ended.code == wanted.code:  # it has fewer steps
                    break
                fault = judge_stopped(ended, command)
                if ended.code not in (*STOPPED, 74):
                    fault = f"exit code {ended.code}: {ended.err[-500:]}"
                elif not fault and not is_done(folder, before, wanted):
                    again = go_on(ended, command)
                    fault = judge_end(stage.program, again, folder, wanted)
            tally.count(f"{' '.join(command)}: {kind} at step {step}", fault)

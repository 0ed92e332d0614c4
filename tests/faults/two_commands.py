"""Two commands in one folder: the second says who is there, and the first is not disturbed."""

import os
import signal
import time
from pathlib import Path
from platform import node

from evenhand.simulate.runs.claim import UNFINISHED
from tests.faults.cases import End, find_case
from tests.faults.kills import Stage
from tests.faults.program import Running
from tests.faults.tally import Tally

__all__ = ["meet", "start_together"]

LONG = [
    "run", "--no-report", "last_light", "--decks", "moth,lamp", "--games", "150000", "--jobs", "1",
    "--json",
]  # fmt: skip
PATIENCE = 60


def meet(stage: Stage, tally: Tally) -> None:
    """Let a second command come while a first is at work, and one when that is dead."""
    command = [*LONG, "--out", "made"]
    wanted, _ = stage.play_undisturbed(command)
    with stage.set_up() as place:
        first = stage.program.start(command, place)
        await_note(place / "made")
        stop(first)
        second = stage.program.run(command, place)
        first.kill(signal.SIGCONT)
        ended = first.wait()
        tally.count("the second command", judge_second(second.code, second.err, first.pid))
        tally.count("the first command", wanted.list_differences(End.of(ended, place)))
    with stage.set_up() as place:
        first = stage.program.start(command, place)
        await_note(place / "made")
        first.kill(signal.SIGKILL)
        first.wait()
        ended = stage.program.run(command, place)
        tally.count("after the death of the first", wanted.list_differences(End.of(ended, place)))
    for other in (["run", "--repair", "made"], ["report", "made"], ["export", "made"]):
        with stage.set_up() as place:
            first = stage.program.start(command, place)
            await_note(place / "made")
            stop(first)
            ended = stage.program.run(other, place)
            first.kill(signal.SIGKILL)
            first.wait()
            fault = "" if ended.code == 2 and ended.is_clear and not ended.out else ended.err
            tally.count(f"{other[0]} meanwhile", fault)


def await_note(folder: Path) -> None:
    """Wait until a command is at work in a folder."""
    until = time.monotonic() + PATIENCE
    while not (folder / UNFINISHED / "note.json").exists() and time.monotonic() < until:
        time.sleep(0.005)


def stop(running: Running) -> None:
    """Let a command stand still, whatever it is at."""
    time.sleep(0.1)
    running.kill(signal.SIGSTOP)


def judge_second(code: int, said: str, pid: int) -> str:
    """Say what is wrong with what the second command says."""
    is_right = code == 2 and f"process {pid} on {node()}, since 20" in said
    return "" if is_right and said.count("\n") == 1 else f"exit code {code}: {said}"


def start_together(stage: Stage, times: int, tally: Tally) -> None:
    """Start two commands at the same instant, without a folder and with one."""
    plain = find_case("games with two bots").forms()[0]
    for _ in range(times):
        with stage.set_up() as place:
            both = [stage.program.start(plain, place) for _ in range(2)]
            codes = [one.wait().code for one in both]
            folders = sorted(os.listdir(place / "runs"))
            left = list(place.glob(f"runs/*/{UNFINISHED}"))
            is_right = codes == [0, 0] and len(folders) == 2 and not left
            tally.count("two at once", "" if is_right else f"{codes} {folders} {left}")
    for _ in range(times):
        with stage.set_up() as place:
            both = [stage.program.start([*plain, "--out", "made"], place) for _ in range(2)]
            ends = [one.wait() for one in both]
            codes = sorted(one.code for one in ends)
            left = (place / "made" / UNFINISHED).exists()
            # One that comes when the other has just ended does the same once more.
            is_right = codes in ([0, 2], [0, 0]) and not left and all(one.is_clear for one in ends)
            fault = "" if is_right else f"{codes} {left} {[one.err for one in ends]}"
            tally.count("two at once in one folder", fault)

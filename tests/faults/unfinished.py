"""Unfinished runs with damaged parts: what is damaged is found, and played again."""

import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.faults.cases import End, find_case
from tests.faults.damage import copy, flip
from tests.faults.kills import Stage
from tests.faults.program import ENVIRONMENT, ROOT
from tests.faults.tally import Tally

__all__ = ["damage_parts", "damage_unfinished", "find_late_step"]


def damage_unfinished(stage: Stage, times: int, chance: random.Random, tally: Tally) -> None:
    """Damage parts of a run that was killed, and go on with it."""
    command = [*find_case("games").forms()[0], "--out", "made"]
    wanted, _ = stage.play_undisturbed(command)
    step = find_late_step(stage, command)
    for number in range(times):
        with stage.set_up() as place:
            stage.program.run(command, place, {"kind": "crash", "at": step})
            parts = sorted((place / "made/games").glob("part-*"))
            part = chance.choice(parts)
            kind = harm(place / "made", part, parts, number, chance)
            ended = stage.program.run(command, place)
            fault = wanted.list_differences(End.of(ended, place))
        tally.count(f"{part.name} {kind}", f"{fault}: {ended.err[-500:]}" if fault else "")


def find_late_step(stage: Stage, command: Sequence[str]) -> int:
    """Find a step of a command at which most parts are there, and the run is unfinished."""
    for step in range(20, 400, 5):
        with stage.set_up() as place:
            stage.program.run(command, place, {"kind": "crash", "at": step})
            if len(list((place / "made/games").glob("part-*"))) > 3:
                return step
    raise AssertionError("no step leaves enough parts")


def harm(run: Path, part: Path, parts: Sequence[Path], number: int, chance: random.Random) -> str:
    """Damage a part in one of some ways, and name it."""
    match number % 5:
        case 0:
            part.write_bytes(part.read_bytes()[: chance.randrange(part.stat().st_size)])
            return "cut"
        case 1:
            part.write_bytes(b"")
            return "empty"
        case 2:
            other = chance.choice([one for one in parts if one != part])
            copy(run, f"games/{other.name}", f"games/{part.name}")
            return "replaced by another"
        case 3:
            part.unlink()
            part.mkdir()
            return "a folder"
    flip(part, chance.randrange(8 * 4, 4 * part.stat().st_size))  # in its rows
    return "with a bit flipped"


def damage_parts(stage: Stage, times: int, seed: int, tally: Tally) -> None:
    """Read a part with all kinds of damage, in a process of its own."""
    part = min((stage.workplace / "played/games").glob("part-*"))
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.hostile_parts", str(part), str(seed), str(times)],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    tally.tried += times
    if done.returncode or done.stdout.strip() != "0":
        tally.wrong.append(f"exit code {done.returncode}: {done.stdout}{done.stderr[-800:]}")

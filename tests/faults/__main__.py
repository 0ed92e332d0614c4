"""All that can go wrong with a run, tried on purpose: ``make faults``.

Commands are killed, started twice, given a full disk, damaged folders, strange places to write
to and wrong clusters. It prints how many were tried, and how many were lost or came out wrong.
"""

import argparse
import itertools
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.faults.cases import CASES, SEALED, make_workplace
from tests.faults.changed import CHANGES, change_meanwhile, stop_watching
from tests.faults.cluster import ask_wrong_clusters, play_on_clusters, stop_on_clusters
from tests.faults.damage import change_run_file, list_damages, make_runs, try_damages
from tests.faults.full_disk import (
    ROOMS,
    WRITERS,
    can_mount,
    fill_at_every_step,
    fill_disk,
    refuse_writing,
)  # fmt: skip
from tests.faults.kills import Stage, kill_at_random, stop_at_every_step
from tests.faults.program import Program
from tests.faults.reports import stop_reports
from tests.faults.tally import Tally
from tests.faults.two_commands import meet, start_together
from tests.faults.unfinished import damage_parts, damage_unfinished
from tests.faults.writes import write_everywhere

Trial = Callable[[Tally], object]
STEPS = 400  # more than any command has
KINDS = ("crash", "interrupt", "terminate", "interrupt, crash")


def list_trials(stage: Stage, wanted: argparse.Namespace) -> Iterator[tuple[str, Trial]]:
    """List what is tried, by what it is called."""
    chance, program, every = random.Random(wanted.seed), stage.program, wanted.every
    for case in CASES:
        yield (
            f"kill {case.name}",
            lambda tally, case=case: kill_at_random(stage, case, wanted.kills, chance, tally),
        )
    yield f"kill {SEALED.name}", lambda tally: kill_sealed(stage, wanted.kills, chance, tally)
    for kind, case in itertools.product(KINDS, CASES):
        steps = range(1 + chance.randrange(every), STEPS, every)
        yield (
            f"{kind}: {case.name}",
            lambda tally, kind=kind, case=case, steps=steps: stop_at_every_step(
                stage, case, kind, steps, tally
            ),
        )
    for kind in ("crash", "interrupt", "full"):
        steps = range(1 + chance.randrange(every), STEPS, every)
        yield (
            f"{kind}: report and pages",
            lambda tally, kind=kind, steps=steps: stop_reports(stage, kind, steps, tally),
        )
    yield "two commands", lambda tally: meet(stage, tally)
    yield "two at once", lambda tally: start_together(stage, wanted.kills // 3, tally)
    for case, old in [*WRITERS.values(), *((case, "") for case in CASES if case.out)]:
        name, steps = " ".join(case.arguments[:2]), range(1 + chance.randrange(every), STEPS, every)
        yield (
            f"full: {name}",
            lambda tally, case=case, old=old, steps=steps: fill_at_every_step(
                stage, case, old, steps, tally
            ),
        )
        if wanted.can_mount:
            yield (
                f"small disk: {name}",
                lambda tally, case=case, old=old: fill_disk(
                    stage, case, old, tally, ROOMS[::every]
                ),
            )
    if wanted.can_mount:
        yield "read-only disk", lambda tally: refuse_writing(stage, tally)
    yield "changed meanwhile", lambda tally: change_meanwhile(stage, list(CHANGES), tally)
    yield "watch", lambda tally: stop_watching(stage, wanted.kills, chance, tally)
    yield "damaged folders", lambda tally: damage_folders(program, wanted, chance, tally)
    yield "damaged unfinished", lambda tally: damage_unfinished(stage, wanted.kills, chance, tally)
    yield "damaged parts", lambda tally: damage_parts(stage, 500, wanted.seed, tally)
    yield "places to write to", lambda tally: write_everywhere(stage, tally)
    yield "cluster", lambda tally: play_on_clusters(stage, 60_000, tally)
    yield "cluster: stopped", lambda tally: stop_on_clusters(stage, 60_000, tally)
    yield "cluster: wrong", lambda tally: ask_wrong_clusters(stage, tally)


def kill_sealed(stage: Stage, times: int, chance: random.Random, tally: Tally) -> None:
    """Kill a command that plays another game, in a program that has loaded it."""
    program = Program(SEALED.game)
    kill_at_random(Stage(program, stage.workplace), SEALED, times, chance, tally)
    program.close()


def damage_folders(
    program: Program, wanted: argparse.Namespace, chance: random.Random, tally: Tally
) -> None:
    """Damage finished runs."""
    with tempfile.TemporaryDirectory() as room:
        runs = make_runs(program, Path(room))
        change_run_file(program, runs, tally)
        damages = list(list_damages(runs, chance, wanted.kills))
        try_damages(program, runs, damages[:: wanted.every], chance, tally, readers=2)


def read_arguments() -> argparse.Namespace:
    """Read how much is to be tried."""
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=40, help="random kills of each command")
    parser.add_argument("--every", type=int, default=1, help="try one of so many steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="what has this in its name")
    return parser.parse_args()


def main() -> int:
    """Try all, and say what was lost."""
    wanted = read_arguments()
    wanted.can_mount = can_mount()
    program, tallies = Program(), []
    with tempfile.TemporaryDirectory() as room:
        stage = Stage(program, make_workplace(program, Path(room, "workplace")))
        for name, trial in list_trials(stage, wanted):
            if wanted.only not in name:
                continue
            tally, started = Tally(name), time.monotonic()
            trial(tally)
            print(f"{tally}   {time.monotonic() - started:,.0f} s", flush=True)
            for line in tally.wrong[:10]:
                print(f"    {line}", flush=True)
            tallies.append(tally)
    program.close()
    if not wanted.can_mount:
        print("No small disk can be made here: not tried")
    lost = sum(len(tally.wrong) for tally in tallies)
    print(f"{sum(tally.tried for tally in tallies):,} tried, {lost:,} lost or wrong")
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())

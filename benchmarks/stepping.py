"""Compare games that are stepped from Python with the plain simulator, random players in all.

    python benchmarks/stepping.py GAME ..

A batch without and with observations, one game, and the PettingZoo environment. They take turns
with the simulator; times are CPU time for each question that leaves a choice. The games are not
the same ones, but of the same decks.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.stepping import Batch, Stepping, Table, set_table

GAMES = 250
QUESTIONS = 200_000  # in a batch, in one measurement
ALONE = 3_000  # .. of one game
REPEATS = 5


def seconds_each(call: Callable[[], int]) -> float:
    """Return the CPU time that a call takes for each of the questions that it counts."""
    started = time.process_time()
    n = call()
    return (time.process_time() - started) / n


def simulate(table: Table) -> Callable[[], int]:
    """Make what plays games in the plain simulator."""
    game = table.game
    options, bots = option_values(game.options, {}), [load_bot(game, "random")]
    decks, mode = list(dict.fromkeys(table.decks)), game.schema.modes[0]
    mirrors = len(decks) == 1
    plan = Plan(game, mode, table.pool, decks, bots, options, GAMES, 3, mirrors, table.n_seats)
    arrays = plan_arrays(plan)
    return lambda: int(play(arrays, Chunk(0, 0, 0, GAMES // 2))["decisions"].sum())


def step(table: Table, observed: bool) -> Callable[[], int]:
    """Make what steps many games, of which those that are over begin anew."""
    batch, luck = Batch(table, GAMES, skips_forced=True), np.random.default_rng(1)
    batch.begin(np.arange(GAMES))
    seen = batch.observe()

    def call() -> int:
        for _ in range(0, QUESTIONS, GAMES):
            if observed:
                batch.observe(out=seen)
            batch.step((luck.random(GAMES) * batch.n_options).astype(np.int64))
            over = batch.is_over
            if over.any():
                batch.begin(luck.integers(2**60, size=int(over.sum())), over)
        return QUESTIONS

    return call


def step_alone(table: Table, observed: bool) -> Callable[[], int]:
    """Make what steps one game after the other."""
    batch, luck = Batch(table, 1, skips_forced=True), np.random.default_rng(1)
    game = Stepping(batch)
    batch.begin([0])

    def call() -> int:
        for _ in range(ALONE):
            if observed:
                game.numbers_seen_by(game.seat)
            game.apply(int(luck.random() * game.n_options))
            if game.is_over:
                batch.begin([int(luck.integers(2**60))])
        return ALONE

    return call


def step_environment(name: str) -> Callable[[], int]:
    """Make what steps the PettingZoo environment, looking each time."""
    from evenhand.pettingzoo import env

    made, luck = env(name), np.random.default_rng(1)
    made.reset(seed=1)

    def call() -> int:
        for _ in range(ALONE):
            seen = made.observe(made.agent_selection)
            made.step(int(luck.random() * int(seen["action_mask"].sum())))
            if made.game.is_over:
                made.reset()
        return ALONE

    return call


def measure(name: str) -> Iterator[str]:
    """Compare one game's ways to be stepped with its simulation."""
    table = set_table(name)
    simulated = simulate(table)
    ways = {
        "a batch": step(table, False),
        "a batch with observations": step(table, True),
        "one game": step_alone(table, False),
        "one game with observations": step_alone(table, True),
        "PettingZoo": step_environment(name),
    }
    for call in (simulated, *ways.values()):
        call()
    times: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
    for _ in range(REPEATS):
        for way, call in ways.items():
            times[way].append((seconds_each(simulated), seconds_each(call)))
    plain = statistics.median(first for row in times.values() for first, _ in row)
    yield f"{table.game.title}: simulated {1 / plain:,.0f} questions/s"
    for way, row in times.items():
        ratios = sorted(second / first for first, second in row)
        middle, low, high = statistics.median(ratios), ratios[0], ratios[-1]
        rate = 1 / statistics.median(second for _, second in row)
        yield f"  {way}: {middle:.2f} times as long ({low:.2f} to {high:.2f}), {rate:,.0f} a second"


def main() -> None:
    """Print how many times as long each way takes, with its spread."""
    for name in sys.argv[1:]:
        for line in measure(name):
            print(line, flush=True)


if __name__ == "__main__":
    main()

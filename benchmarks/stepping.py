"""Compare a batch that is stepped from Python with the plain simulator, random players in both.

    python benchmarks/stepping.py GAME

The two take turns; times are CPU time. The games are not the same ones, but of the same decks.
"""

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.stepping import Batch, set_table

GAMES = 1_000
REPEATS = 5


def seconds(call: Callable[[], object]) -> float:
    """Return the CPU time of a call."""
    started = time.process_time()
    call()
    return time.process_time() - started


def step_all(batch: Batch, luck: np.random.Generator) -> None:
    """Play all games of a batch at random."""
    batch.begin(luck.integers(0, 2**60, GAMES))
    while not batch.is_over.all():
        batch.step(luck.integers(0, np.maximum(batch.n_options, 1)))


def main() -> None:
    """Print the ratio of the times, with its spread."""
    table = set_table(sys.argv[1])
    game, luck = table.game, np.random.default_rng(1)
    options = option_values(game.options, {})
    bots = [load_bot(game, "random")]
    mode = game.schema.modes[0]
    arrays = plan_arrays(Plan(game, mode, table.pool, table.decks, bots, options, GAMES, 3))
    batch = Batch(table, GAMES)
    play(arrays, Chunk(0, 0, 0, 1))
    step_all(batch, luck)
    simulated, stepped = [], []
    for _ in range(REPEATS):
        simulated.append(seconds(lambda: play(arrays, Chunk(0, 0, 0, GAMES // 2))))
        stepped.append(seconds(lambda: step_all(batch, luck)))
    ratios = [b / a for a, b in zip(simulated, stepped, strict=True)]
    middle, low, high = statistics.median(ratios), min(ratios), max(ratios)
    print(f"{game.title}: a batch takes {middle:.2f} times as long ({low:.2f} to {high:.2f})")
    rates = [GAMES / statistics.median(times) for times in (simulated, stepped)]
    print(f"games/s: {rates[0]:,.0f} simulated, {rates[1]:,.0f} stepped")


if __name__ == "__main__":
    main()

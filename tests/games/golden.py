"""Recorded games, readable aloud: ``make golden`` writes them.

A change of one is a change of behaviour: it needs a new ``rules_version`` and a line in
the history of ``RULES.md``, or a reason (a bot or a wording has changed).
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.proving.recorded import Kind, golden_plan, list_kinds, record_game
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.asking import ask_bot
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.bot_comparison import compare_bots
from tests.amounts import list_tables, list_thinking_tables
from tests.own_games import leave_out_others

FOLDER = Path(__file__).parents[1] / "golden"
BOT = "heuristic"
THINKER = "search:2"  # a bot that thinks ahead, for which there is more to compile


def kinds() -> list[Kind]:
    """List what games are recorded of."""
    return [kind for name in game_names() for kind in list_kinds(load_game(name))]


def file_of(kind: Kind) -> Path:
    return FOLDER / kind.game.name / kind.file


def compile_all() -> None:
    """Compile the rules of all games, before several test workers do it at the same time."""
    tables = [(name, n) for name in game_names() for n in list_tables(load_game(name))]
    with ProcessPoolExecutor(max_tasks_per_child=1) as processes:  # so that memory is given back
        list(processes.map(compile_one, *zip(*tables, strict=True)))


def compile_one(name: str, n_seats: int) -> None:
    """Compile the rules of a game for one number of players.

    What is called by several entry points is compiled once where one process does them all.
    """
    game = load_game(name)
    fewest, _ = game.seats
    plan = golden_plan(Kind(game, game.schema.modes[0], fewest))
    thinks = n_seats in list_thinking_tables(game)
    for bot in (BOT, THINKER) if thinks else (BOT,):
        bots = [load_bot(game, bot)]
        arrays = plan_arrays(replace(plan, n_seats=n_seats, mirrors=True, bots=bots))
        play(arrays, Chunk(0, 0, 0, 1))
    states = np.zeros(0, game.state_record(n_seats))
    if thinks:
        compare_bots(arrays, arrays.bots[[0, 0]], states, 1)
    if n_seats == fewest:
        ask_bot(states, arrays.pool, arrays.options, arrays.bots, 0)


def write_all(names: list[str]) -> None:
    """Record the games of these names, of all games if there are none."""
    for kind in kinds():
        if not names or kind.game.name in names:
            print(record_game(kind, file_of(kind).parent))


if __name__ == "__main__":
    leave_out_others()
    compile_all() if "--compile" in sys.argv else write_all(sys.argv[1:])

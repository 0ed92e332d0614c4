"""Recorded games, readable aloud: ``make golden`` writes them.

There is one of each mode of each game, and one of four players where a game is for so many.
A change of one is a change of behaviour: it needs a new ``rules_version`` and a line in
the history of ``RULES.md``, or a reason (a bot or a wording has changed).
"""

import re
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.product import load_product, sample_products
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.replay.replay import Replay, lines_of, replay
from evenhand.simulate.runs.asking import ask_bot
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.second_opinion import ask_second

FOLDER = Path(__file__).parents[1] / "golden"
LONGEST = 2_500  # lines
GAMES = 32_000  # among which a short one is looked for
BOT = "heuristic"
THINKER = "lookahead"  # a bot that thinks ahead, for which there is more to compile
MANY = 4  # players
DEAL = re.compile(r"pair (\d+), rotation (\d+)$", re.MULTILINE)


class Kind(NamedTuple):
    """What one game is recorded of."""

    name: str
    mode: str
    n_seats: int

    @property
    def file(self) -> Path:
        beyond = "" if self.n_seats == load_game(self.name).seats[0] else f"_{self.n_seats}_players"
        return FOLDER / self.name / f"{self.mode}{beyond}.txt"


def kinds() -> list[Kind]:
    """List what games are recorded of."""
    found = []
    for name in game_names():
        game = load_game(name)
        fewest, most = game.seats
        found += [Kind(name, mode, fewest) for mode in game.schema.modes]
        if fewest < MANY <= most:
            found.append(Kind(name, game.schema.modes[0], MANY))
    return found


def golden_plan(kind: Kind) -> Plan:
    name, mode, n_seats = kind
    game = load_game(name)
    schema, pool = game.schema, load_pool(game.schema)
    options = option_values(game.options, {})
    if mode in schema.sealed_modes:
        entrants = [load_product(schema, pool, path) for path in sample_products(schema).values()]
    else:
        found = list(sample_decks(schema, mode).values())[:n_seats]
        entrants = [load_deck(schema, pool, path, mode, options) for path in found]
    bots = [load_bot(game, BOT)]
    return Plan(game, mode, pool, entrants[:n_seats], bots, options, 2, seed=1, n_seats=n_seats)


def short_game(plan: Plan) -> tuple[int, int]:
    """Find the game with the fewest decisions among some, those that end early left out."""
    rows = play(plan_arrays(plan), Chunk(0, 0, 0, GAMES // plan.n_seats**2))
    rows = rows[rows["turns"] >= np.median(rows["turns"]) / 3]
    row = rows[rows["decisions"].argmin()]
    return int(row["pair"]), int(row["rotation"])


def quickest_pair(plan: Plan, matchup: int, n_pairs: int = 60) -> int:
    """Find the pair of games with the fewest decisions among some, for a slow reader."""
    arrays = plan_arrays(plan)
    decisions = play(arrays, Chunk(0, matchup, 0, n_pairs))["decisions"]
    return int(decisions.reshape(n_pairs, -1).sum(axis=1).argmin())


def golden_text(plan: Plan, pair: int, rotation: int) -> str:
    """Tell a game."""
    lines = told(plan, pair, rotation, replay(plan, 0, pair, rotation))
    assert len(lines) <= LONGEST, f"{plan.game.name} takes {len(lines)} lines to tell"
    return "\n".join(lines) + "\n"


def told(plan: Plan, pair: int, rotation: int, game: Replay) -> list[str]:
    row = game.row[0]
    reason = next(r for r in plan.game.end_reasons if r == row["end_reason"])
    winner = "nobody" if row["winner"] < 0 else f"Player {row['winner'] + 1}"
    names = [plan.entrants[row["deck"][seat]].name for seat in range(plan.n_seats)]
    return [
        f"{plan.game.title}, {plan.mode}, rules version {plan.game.rules_version}, "
        f"pair {pair}, rotation {rotation}",
        *(f"Player {seat}: {name} ({BOT})" for seat, name in enumerate(names, 1)),
        *lines_of(game.steps),
        "",
        f"Winner: {winner} ({plan.game.end_reasons[reason]})",
    ]


def compile_all() -> None:
    """Compile the rules of all games, before several test workers do it at the same time."""
    tables = [(name, n) for name in game_names() for n in {*load_game(name).seats, MANY}]
    with ProcessPoolExecutor(max_tasks_per_child=1) as processes:  # so that memory is given back
        list(processes.map(compile_one, *zip(*tables, strict=True)))


def compile_one(name: str, n_seats: int) -> None:
    """Compile the rules of a game for one number of players, if it can be played so.

    What is called by several entry points is compiled once where one process does them all.
    """
    game = load_game(name)
    fewest, most = game.seats
    if not fewest <= n_seats <= most:
        return
    plan = golden_plan(Kind(name, game.schema.modes[0], fewest))
    for bot in (BOT, THINKER) if n_seats in (fewest, MANY) else (BOT,):
        bots = [load_bot(game, bot)]
        arrays = plan_arrays(replace(plan, n_seats=n_seats, mirrors=True, bots=bots))
        play(arrays, Chunk(0, 0, 0, 1))
    states = np.zeros(0, game.state_record(n_seats))
    if n_seats in (fewest, MANY):
        ask_second(arrays, arrays.bots[[0, 0]], states, 1)
    if n_seats == fewest:
        ask_bot(states, arrays.pool, arrays.options, arrays.bots, 0)


def write_all(names: list[str]) -> None:
    """Record the games of these names, of all games if there are none."""
    for kind in kinds():
        if names and kind.name not in names:
            continue
        plan = golden_plan(kind)
        text = golden_text(plan, *short_game(plan))
        kind.file.parent.mkdir(parents=True, exist_ok=True)
        kind.file.write_text(text, encoding="utf-8")
        print(kind.file)


if __name__ == "__main__":
    compile_all() if "--compile" in sys.argv else write_all(sys.argv[1:])

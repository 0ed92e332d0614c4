"""One recorded game of each mode of each game, readable aloud: ``make golden`` writes them.

A change of one is a change of behaviour: it needs a new ``rules_version`` and a line in
the history of ``RULES.md``, or a reason (a bot or a wording has changed).
"""

import sys
from pathlib import Path

import numpy as np

from decks.deck_list import load_deck, sample_decks
from decks.pool import load_pool
from decks.product import load_product, sample_products
from simulate.engine.batch import Chunk, lay_table, play
from simulate.engine.bot_files import load_bot
from simulate.engine.game import Game
from simulate.engine.options import option_values
from simulate.engine.plan import Plan
from simulate.engine.replay import Replay, lines_of, replay
from simulate.registry import game_names, load_game

FOLDER = Path(__file__).parents[1] / "golden"
LONGEST = 150  # lines
PAIRS = 8_000  # among which a short game is looked for
BOT = "heuristic"


def golden_file(game: Game, mode: str) -> Path:
    return FOLDER / game.name / f"{mode}.txt"


def golden_plan(game: Game, mode: str) -> Plan:
    schema, pool = game.schema, load_pool(game.schema)
    options = option_values(game.options, {})
    if mode in schema.sealed_modes:
        entrants = [load_product(schema, pool, path) for path in sample_products(schema).values()]
    else:
        found = [path for path in sample_decks(schema, mode).values()]
        entrants = [load_deck(schema, pool, path, mode, options) for path in found[:2]]
    bots = [load_bot(game, BOT)]
    return Plan(game, mode, pool, entrants[:2], bots, options, 2, seed=1, n_seats=game.seats[0])


def golden_text(game: Game, mode: str) -> str:
    """Tell the game with the fewest decisions among some, those that end early left out."""
    plan = golden_plan(game, mode)
    rows = play(lay_table(plan), Chunk(0, 0, 0, PAIRS))
    rows = rows[rows["turns"] >= np.median(rows["turns"]) / 3]
    row = rows[rows["decisions"].argmin()]
    lines = told(plan, int(row["pair"]), replay(plan, 0, int(row["pair"]), int(row["rotation"])))
    assert len(lines) <= LONGEST, f"{game.name} takes {len(lines)} lines to tell"
    return "\n".join(lines) + "\n"


def told(plan: Plan, pair: int, game: Replay) -> list[str]:
    row = game.row[0]
    reason = next(r for r in plan.game.end_reasons if r == row["end_reason"])
    winner = "nobody" if row["winner"] < 0 else f"Player {row['winner'] + 1}"
    names = [plan.entrants[row["deck"][seat]].name for seat in range(plan.n_seats)]
    return [
        f"{plan.game.title}, {plan.mode}, rules version {plan.game.rules_version}, pair {pair}",
        *(f"Player {seat}: {name} ({BOT})" for seat, name in enumerate(names, 1)),
        *lines_of(game.steps),
        "",
        f"Winner: {winner} ({plan.game.end_reasons[reason]})",
    ]


def compile_all() -> None:
    """Compile the rules of all games, before several test workers do it at the same time."""
    for name in game_names():
        game = load_game(name)
        replay(golden_plan(game, game.schema.modes[0]), 0, 0, 0)


def write_all() -> None:
    for name in game_names():
        game = load_game(name)
        for mode in game.schema.modes:
            file = golden_file(game, mode)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(golden_text(game, mode), encoding="utf-8")
            print(file)


if __name__ == "__main__":
    compile_all() if "--compile" in sys.argv else write_all()

"""Count what there was to decide in the games of a run, for its report."""

import polars as pl

from evenhand.analysis.data.run import Run
from evenhand.analysis.tables.choices import CHOICES
from evenhand.analysis.tables.unplayable_cards import UNPLAYABLE
from evenhand.experiments.lessons import list_games
from evenhand.experiments.run_tables import holds_table, save_table
from evenhand.simulate.bots.bot_files import LEARNED
from evenhand.simulate.compiling import COMPILED
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.choice_counts import count_choices
from evenhand.simulate.runs.plan import Plan

__all__ = ["add_choices"]

FEWEST_GAMES = 20  # of a run: fewer tell nothing
GAMES = 300  # to look at, and fewer if that would be more than ..
QUESTIONS = 60_000  # in them, and in the games of all rotations that each is played with
SLOWER = 5  # times, for learned players


def add_choices(run: Run, plan: Plan) -> None:
    """Add to a finished run what there was to decide in some of its games.

    Bots that think ahead, and rules that are not compiled, would take too long to play them again;
    so of theirs nothing is counted.
    """
    is_slow = not COMPILED or plan.asks_functions or any(bot.thinks_ahead for bot in plan.bots)
    if is_slow or plan.games < FEWEST_GAMES:
        return
    if all(holds_table(run.folder, name) for name in (CHOICES, UNPLAYABLE)):
        return
    games = choose_number_of_games(run, any(bot.policy == LEARNED for bot in plan.bots))
    arrays = plan_arrays(plan.with_games(min(games, plan.games)))
    counted = count_choices(arrays, list_games(arrays))
    save_table(run.folder, CHOICES, counted.seats.to_pandas())
    save_table(run.folder, UNPLAYABLE, counted.cards.to_pandas())


def choose_number_of_games(run: Run, is_learned: bool) -> int:
    """Choose how many games of a run to look at, by how many questions they have."""
    asked = run.games.select(pl.col("decisions").mean()).collect().item()
    slower = SLOWER if is_learned else 1
    most = QUESTIONS / (run.n_seats * max(asked, 1))
    return max(1, min(GAMES, int(most)) // slower)

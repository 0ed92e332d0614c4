"""Count whether what bots never answer was on offer, for the report of a run."""

from pathlib import Path

from evenhand.analysis.tables.restrictions import RESTRICTIONS
from evenhand.experiments.run_tables import save_table
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.restriction_use import count_restriction_use

__all__ = ["add_restriction_use"]

GAMES, GAMES_AHEAD = 2_000, 20  # to look at; with bots that think ahead


def add_restriction_use(run_dir: Path, plan: Plan) -> None:
    """Add to a finished run in how many of its games restrictions took an option away."""
    if not any(bot.never for bot in plan.bots) or plan.asks_functions:
        return
    most = GAMES_AHEAD if any(bot.thinks_ahead for bot in plan.bots) else GAMES
    use = count_restriction_use(plan, min(most, plan.games))
    save_table(run_dir, RESTRICTIONS, use.to_pandas())

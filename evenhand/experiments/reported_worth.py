"""What the report of a run says of a card that is measured anew, with other games.

The report of a run measures all cards roughly, and a question on one card plays many more games.
So there are two numbers for one thing; both are said, and which one to believe.
"""

from collections.abc import Collection
from pathlib import Path

import pandas as pd

from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.card_impact import CARD_IMPACT, card_impact
from evenhand.experiments.known_games import find_same_runs
from evenhand.experiments.run_tables import holds_table
from evenhand.reports.wording import count, enumerate_parts, points, signed_interval
from evenhand.simulate.runs.plan import Plan

__all__ = ["write_reported_worth"]

NAMED = 3  # decks in one sentence


def write_reported_worth(plan: Plan, card: str, decks: Collection[str], n_games: int) -> list[str]:
    """Say what the report of a run of a plan says of a card; [] if none says anything.

    Parameters
    ----------
    plan : Plan
        What is played now.
    card : str
    decks : collection of str
        Those that hold the card and were measured now.
    n_games : int
        Games with the card that the new number rests on.
    """
    found = find_reported(plan, card, decks)
    if found is None:
        return []
    run, rows = found
    names, n_reported = plan.display_names, int(rows["n_games"].sum())
    said = [
        f"{points(row.effect)} ({signed_interval(row.effect_low, row.effect_high)}) in "
        f"{names.get(row.deck, row.deck)}"
        for row in rows.itertuples()
    ]
    which = "this, of more games" if n_games >= n_reported else "that, of more games"
    return [
        f"The report of {run} says that {card} is worth {enumerate_parts(said, NAMED)}, by "
        f"{count(n_reported)} games of its own; believe {which}."
    ]


def find_reported(
    plan: Plan, card: str, decks: Collection[str]
) -> tuple[Path, pd.DataFrame] | None:
    """Return the run of a plan with the most games of a measured card, and its rows; else None."""
    found = []
    for run in find_same_runs(plan):  # the latest first
        if holds_table(run, CARD_IMPACT):
            table = card_impact(load_run(run))
            rows = table[(table["card"] == card) & table["deck"].isin(list(decks))]
            if len(rows):
                found.append((run, rows))
    return max(found, key=lambda one: one[1]["n_games"].sum(), default=None)

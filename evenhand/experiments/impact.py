"""Measure the impact of cards for a run's report, within a share of the run's games."""

from pathlib import Path

import pandas as pd

from evenhand.analysis.tables.card_impact import CARD_IMPACT
from evenhand.experiments.contrasts import Effort, store_in
from evenhand.experiments.exchange import count_least_games, measure_exchanges
from evenhand.experiments.run_tables import save_table
from evenhand.experiments.swaps import Exchanged, exchange_cards, list_decks
from evenhand.inputs.request import Request
from evenhand.simulate.runs.claim import Claim
from evenhand.simulate.runs.plan import Plan
from evenhand.terminal import note

__all__ = ["add_impact", "save_impact"]

SHARE = 4  # games for the cards, per game of the run
FEWEST = 200  # games per card below which cards are not measured


def save_impact(run_dir: Path, effects: pd.DataFrame) -> None:
    """Write the table of cards into a run's folder, and seal it."""
    save_table(run_dir, CARD_IMPACT, effects)


def add_impact(held: Claim, plan: Plan, request: Request, is_quiet: bool) -> None:
    """Measure the cards of a run for its report, if the run has enough games.

    Parameters
    ----------
    held : Claim
        The claim of the run's folder.
    plan : Plan
        The run's plan.
    request : Request
        The request, for its workers.
    is_quiet : bool
    """
    if plan.is_sealed:
        return
    exchanged = choose_exchanges(plan)
    if exchanged is None:
        return
    if not is_quiet:
        note(f"Exchanging {len(exchanged.exchanges)} cards, one at a time ..")
    with store_in(held, request, is_quiet) as store:
        effort = Effort(most_games=SHARE * plan.games, store=store)
        save_impact(held.folder, measure_exchanges(exchanged, effort))


def choose_exchanges(plan: Plan) -> Exchanged | None:
    """Return the exchanges for a run's report; None without plain cards or with too few games."""
    if plan.game.schema.plain_card is None:
        return None
    budget = SHARE * plan.games
    if FEWEST * sum(len(set(deck.cards)) for deck in list_decks(plan)) > budget:
        return None  # before plain cards are made, which is slow
    exchanged = exchange_cards(plan)
    return exchanged if count_least_games(exchanged) <= budget else None

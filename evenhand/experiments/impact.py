"""What cards are worth: how much to play for it, and measuring it for a run's report."""

from pathlib import Path

import pandas as pd
import polars as pl

from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.card_impact import CARD_IMPACT
from evenhand.decks.problems import UsageError
from evenhand.experiments.exchange import Effort, Exchanged, exchange_cards, is_affordable, measure
from evenhand.experiments.play import start_workers
from evenhand.inputs.job import check_workers
from evenhand.inputs.request import Request
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.stored import load_plan
from evenhand.simulate.runs.whole_files import whole_file
from evenhand.terminal import note, progress_bar

__all__ = ["add_impact", "choose_effort", "save_impact"]

SHARE = 4  # games that a run may spend on its cards, for each game of its own
FEWEST = 200  # games of one card below which that is not worth while


def choose_effort(
    request: Request, precision: float = 0.01, most_games: int | None = None
) -> Effort:
    """Return how much to play, with the workers of a request."""
    check_workers(request)
    if most_games is not None and most_games < 1:
        raise UsageError(f"--games: expected 1 or more, found {most_games}")
    return Effort(precision, most_games, request.jobs or -1, request.backend)


def save_impact(run_dir: Path, effects: pd.DataFrame) -> None:
    """Write the table of cards into a run's folder."""
    with whole_file(run_dir / CARD_IMPACT) as unfinished:
        pl.from_pandas(effects).write_parquet(unfinished, compression="zstd")


def add_impact(out: Path, request: Request, is_quiet: bool) -> None:
    """Measure the cards of a run for its report, if its size makes that worth while.

    Parameters
    ----------
    out : Path
        The run's folder.
    request : Request
        Of its workers.
    is_quiet : bool
    """
    run = load_run(out)
    if run.is_sealed:
        return
    plan = load_plan(out)
    exchanged = choose_exchanges(plan)
    if exchanged is None:
        return
    effort = choose_effort(request, most_games=SHARE * plan.games)
    if not is_quiet:
        note(f"Exchanging {len(exchanged.exchanges)} cards, one at a time ..")
    with start_workers(request), progress_bar(disabled=is_quiet) as progress:
        save_impact(out, measure(exchanged, effort, progress))


def choose_exchanges(plan: Plan) -> Exchanged | None:
    """Return what to exchange for a run's report; None if it would show nothing."""
    if plan.game.schema.plain_card is None:
        return None
    exchanged = exchange_cards(plan)
    budget = SHARE * plan.games
    enough = FEWEST * len(exchanged.exchanges) <= budget and is_affordable(exchanged, budget)
    return exchanged if enough else None

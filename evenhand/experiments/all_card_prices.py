"""Price all cards of the decks: play each at two values, to find cards out of line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.statistics.differences import PairedMoments
from evenhand.analysis.statistics.sample_size import count_pairs_needed
from evenhand.analysis.tables.prices import CARD_PRICES, PricedCard, price_table
from evenhand.decks.card import Card
from evenhand.decks.problems import UsageError
from evenhand.experiments.contrasts import Contrast, Effort, play_contrasts
from evenhand.experiments.editions import Editions, make_edition
from evenhand.experiments.exchange_games import identify_exchanges
from evenhand.experiments.exchange_plan import Exchanged, list_decks, make_plain, swap_cards
from evenhand.experiments.number_columns import find_grid, is_allowed, list_priced
from evenhand.experiments.question_store import open_store
from evenhand.experiments.run_tables import save_table
from evenhand.inputs.existing_run import load_run_plan, refuse_choices
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import Request
from evenhand.result_folders import report_write_errors
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.variants import VariantPlan

__all__ = ["PoolPricing", "choose_plan", "measure_pool", "plan_pool", "price_pool"]

STEP = 0.12  # distance of the other value, as a share of the number; at least one step


@dataclass(frozen=True)
class Trial:
    """One of all the cards to price, and the variants that price it.

    Attributes
    ----------
    row : int
        Row of the card in the pool.
    column : str
        Column of a number that can be priced; "" if none can.
    now, other : int
        The present and the other value.
    decks : list of str
        Decks that hold the card.
    plain, changed : list of int
        Variants with the plain card and, if any, with the other value, by deck.
    """

    row: int
    column: str
    now: int
    other: int
    decks: list[str]
    plain: list[int]
    changed: list[int]


@dataclass(frozen=True)
class PoolPricing:
    """The games that price all cards of the decks."""

    trials: list[Trial]
    exchanged: Exchanged


class MatchupMoments(NamedTuple):
    """Paired scores of one matchup, to price one of all cards.

    Attributes
    ----------
    worth : PairedMoments
        The plain card against the card.
    other, step : PairedMoments, optional
        The plain card against the card with the other value, and the card against it.
    """

    worth: PairedMoments
    other: PairedMoments | None = None
    step: PairedMoments | None = None


def plan_pool(plan: Plan) -> PoolPricing:
    """Plan to price all cards: the plain card and the other value of each.

    Raises
    ------
    UsageError
        If the game has no plain cards, or the mode has no fixed decks.
    """
    pool, decks = plan.pool, list_decks(plan)
    editions = Editions(pool)
    trials = []
    for row in sorted({row for deck in decks for row in deck.cards}):
        card = pool.cards[row]
        holders = [number for number, deck in enumerate(decks) if row in deck.cards]
        column, other = choose_other(plan, card)
        changed = make_edition(card, {column: other}) if column else None
        trials.append(
            Trial(
                row=row,
                column=column,
                now=getattr(card, column) if column else 0,
                other=other,
                decks=[decks[number].name for number in holders],
                plain=editions.add_edition(make_plain(pool, card), row, holders),
                changed=editions.add_edition(changed, row, holders) if changed else [],
            )
        )
    return PoolPricing(trials, swap_cards(plan, editions.pool, editions.swaps))


def choose_other(plan: Plan, card: Card) -> tuple[str, int]:
    """Return the column and another value to price a card by, of all cards, or ("", 0)."""
    schema = plan.pool.schema
    better = schema.better.columns if schema.better else {}
    for column in list_priced(schema, card):
        if column not in better:
            continue
        now, grid = getattr(card, column), find_grid(plan.pool.cards, column)
        step = grid * max(1, round(STEP * abs(now) / grid))
        way = 1 if better[column] > 0 else -1
        for other in (now + way * step, now - way * step):
            if is_allowed(card, column, other):
                return column, other
    return "", 0


def choose_plan(
    request: Request, run_dir: Path | None = None, say: Callable[[str], None] | None = None
) -> Plan:
    """Return what is played to price all cards: what a request asks for, or a run played.

    Parameters
    ----------
    request : Request
    run_dir : Path, optional
        A run that is priced for its report; the request then says nothing but workers.
    say : callable(text), optional
        Called with what the user should know before it begins.

    Raises
    ------
    UsageError
        If there is a panel, or the request says what a run has played.
    """
    if run_dir:
        refuse_choices(request)
        return load_run_plan(run_dir, CARD_PRICES)
    job = prepare(request)
    refuse_panel(job)
    job.report_notes(say)
    return job.plan


def measure_pool(pricing: PoolPricing, effort: Effort) -> list[PricedCard]:
    """Play all cards against their plain cards, and at another value.

    Raises
    ------
    UsageError
        If the games do not suffice for a pilot.
    """
    variants = pricing.exchanged.variant_plan
    parts = play_contrasts(
        variants,
        [list_contrasts(variants, trial) for trial in pricing.trials],
        compare_with_plain,
        lambda matchups: count_pairs_needed(
            [matchup.worth for matchup in matchups], effort.half_width
        ),
        effort,
    )
    return [
        make_priced_card(pricing, trial, matchups)
        for trial, matchups in zip(pricing.trials, parts, strict=True)
    ]


def list_contrasts(variants: VariantPlan, trial: Trial) -> list[Contrast]:
    """List the contrasts to price one of all cards: with the plain, original and changed card."""
    changed: Sequence[int | None] = trial.changed or [None] * len(trial.plain)
    contrasts = []
    for plain, other in zip(trial.plain, changed, strict=True):
        for number, matchup in enumerate(variants.matchups[plain]):
            rows = [matchup.exchanged, matchup.own]
            if other is not None:
                rows.append(variants.matchups[other][number].exchanged)
            contrasts.append(Contrast(tuple(rows), matchup.sides))
    return contrasts


def compare_with_plain(
    plain: np.ndarray, own: np.ndarray, other: np.ndarray | None = None
) -> MatchupMoments:
    """Return the moments of the scores that price one of all cards."""
    worth = PairedMoments.of(plain, own)
    if other is None:
        return MatchupMoments(worth)
    return MatchupMoments(worth, PairedMoments.of(plain, other), PairedMoments.of(own, other))


def make_priced_card(
    pricing: PoolPricing, trial: Trial, matchups: Sequence[MatchupMoments]
) -> PricedCard:
    """Return the price of one of all cards, from its scores."""
    pool = pricing.exchanged.plan.pool
    card = pool.cards[trial.row]
    return PricedCard(
        card=pool.labels[trial.row],
        cost=pool.schema.cost(card) if pool.schema.cost else None,
        decks=trial.decks,
        parts=[moments.worth for moments in matchups],
        column=trial.column,
        now=trial.now,
        other=trial.other,
        other_parts=[moments.other for moments in matchups if moments.other],
        step_parts=[moments.step for moments in matchups if moments.step],
    )


def refuse_panel(job: Job) -> None:
    """Raise UsageError if all cards are to be priced with more than one bot.

    Raises
    ------
    UsageError
    """
    if job.panel or len(job.plan.bots) > 1:
        raise UsageError("--all: expected one bot", f"--bots {job.plan.bots[0].name}")


def price_pool(
    pricing: PoolPricing,
    request: Request,
    precision: float,
    most_games: int | None = None,
    is_quiet: bool = True,
    run_dir: Path | None = None,
) -> pd.DataFrame:
    """Price all cards of the decks, and return the table.

    Parameters
    ----------
    precision : float
        Half-width of every interval, in percentage points.
    most_games : int, optional
    is_quiet : bool
        Whether no messages and no progress bar are printed.
    run_dir : Path, optional
        The run in which the table is saved.
    """
    exchanged, plan = pricing.exchanged, pricing.exchanged.plan
    goal = f"the prices of all cards, to {precision:g} points"
    with open_store(identify_exchanges(exchanged), goal, request, is_quiet, [run_dir]) as store:
        priced = measure_pool(pricing, Effort(precision / 100, most_games, store))
        table = price_table(priced, plan.n_seats, plan.game.schema.cost_name)
        if run_dir:
            with report_write_errors(run_dir):
                save_table(run_dir, CARD_PRICES, table)
    return table

"""Price a card for a designer: with the bots asked for, and with numbers between those played."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from time import perf_counter

import numpy as np
import pandas as pd

from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.prices import PriceCurve
from evenhand.experiments.card_price import (
    OnCurve,
    Pricing,
    count_games_to_price,
    plan_pricing,
    price_with_each_bot,
)
from evenhand.experiments.number_columns import is_allowed
from evenhand.experiments.price_bands import Edge, choose_candidates, find_edge, judge_values
from evenhand.inputs.job import Job
from evenhand.inputs.unusual_cards import find_unusual_number
from evenhand.terminal import note

__all__ = ["price_by_request"]

ENOUGH = 3  # values to ask a stronger player about, beside what the card is and was
FINEST = 0.1  # percentage points: a precision that no number of games is enough for
SECOND_PAIRS = 800  # of a deck at each value, in a stronger player's second opinion
MOST_BETWEEN = 2  # further values between one that is safe and one that is not
EXCHANGES_BETWEEN = 3  # that are played for one: the plain card, the present value and this one


def price_by_request(
    pricing: Pricing,
    job: Job,
    precision: float,
    games: int | None,
    is_quiet: bool = True,
    bands: Mapping[str, Band] | None = None,
    on_curve: OnCurve | None = None,
    are_chosen: bool = False,
) -> tuple[dict[str, PriceCurve], dict[str, PriceCurve]]:
    """Price a card with the bots that are asked for.

    Parameters
    ----------
    precision, games, on_curve
        As `price_with_each_bot` takes them.
    bands : mapping from str to Band, optional
        Expected win rates of the card's decks.
    are_chosen : bool
        Whether the values were named, so that none is played between them.

    Returns
    -------
    curves : dict of str to PriceCurve
        By bot.
    second : dict of str to PriceCurve
        A stronger bot's opinion where no bots were named: what the card is worth as it is, as
        it was, and where its decks leave their bands, or at the number nearest to the fair one
        where they do not.
    """
    started = perf_counter()
    is_asking = bool(job.request.strong_bots and job.panel)
    first = replace(job, panel=()) if is_asking else job
    curves = price_with_each_bot(pricing, first, precision, games, is_quiet, on_curve)
    second = ask_second(pricing, job, curves, games, is_quiet, bands or {}) if is_asking else {}
    if not bands or are_chosen or games is not None or len(curves) > 1:
        return curves, second
    for _ in range(MOST_BETWEEN):
        every = {**curves, **second}
        edge = find_edge(every.values(), bands, pricing.now, pricing.grid)
        if edge is None:
            break
        if not is_quiet:
            note(say_between(pricing, edge, every.values(), perf_counter() - started))
        curves = add_value(pricing, first, curves, edge.between, precision)
        if judge_values(curves.values(), bands)[edge.between]:  # else nobody else need be asked
            second = add_value(pricing, job, second, edge.between)
    return curves, second


def ask_second(
    pricing: Pricing,
    job: Job,
    curves: Mapping[str, PriceCurve],
    games: int | None,
    is_quiet: bool,
    bands: Mapping[str, Band],
) -> dict[str, PriceCurve]:
    """Ask a job's strongest bot about the values that matter by the first one's curve."""
    (curve,) = curves.values()
    candidates = choose_candidates(curve, bands)
    if len(candidates) < ENOUGH:
        candidates += list_fair(pricing, curve)
    asked = {pricing.now, pricing.was, *candidates}
    values = [value for value in sorted(asked) if can_judge(job, pricing, value)]
    if len(values) < 2:
        return {}
    again = plan_pricing(job.plan, pricing.card, pricing.column, values)
    return play_second(again, job, games, is_quiet)


def play_second(
    pricing: Pricing, job: Job, games: int | None = None, is_quiet: bool = True
) -> dict[str, PriceCurve]:
    """Price a card with a job's strongest bot, with as many games as its opinion takes."""
    job = replace(job, plan=replace(job.plan, bots=[job.panel[-1]]), panel=())
    n_matchups = len(pricing.exchanged.variant_plan.matchups[pricing.plain[0]])
    enough = count_games_to_price(pricing, -(-SECOND_PAIRS // n_matchups))
    most = enough if games is None else min(games, enough)
    return price_with_each_bot(pricing, job, FINEST, most, is_quiet)


def can_judge(job: Job, pricing: Pricing, value: int) -> bool:
    """Return whether a job's strongest bot knows numbers as large as a value of a card."""
    plan = pricing.exchanged.plan
    added = range(len(job.plan.pool.cards), len(plan.pool.cards))
    rows = [row for row in added if getattr(plan.pool.cards[row], pricing.column) == value]
    return find_unusual_number(job.panel[-1], plan.game, plan.pool, rows) is None


def list_fair(pricing: Pricing, curve: PriceCurve) -> list[int]:
    """List the number nearest to the fair price, on the grid of its column; none if unknown."""
    if np.isnan(curve.fair.value):
        return []
    fair = pricing.grid * round(curve.fair.value / pricing.grid)
    return [fair] if is_allowed(pricing.original, pricing.column, fair) else []


# Numbers between


def say_between(
    pricing: Pricing, edge: Edge, played: Collection[PriceCurve], seconds: float
) -> str:
    """Say which value is played between two that were, and how long it takes."""
    n_exchanges = sum(len(curve.table) + 1 for curve in played)
    about = max(1, round(seconds * EXCHANGES_BETWEEN * len(played) / n_exchanges))
    column = pricing.column.replace("_", " ")
    return (
        f"With {column} {edge.safe:,} decks surely stay inside their bands, with {edge.unsafe:,} "
        f"they may not: playing {edge.between:,}, too, about {about:,} s at most .."
    )


def add_value(
    pricing: Pricing,
    job: Job,
    curves: Mapping[str, PriceCurve],
    value: int,
    precision: float | None = None,
) -> dict[str, PriceCurve]:
    """Play a value of a card that the curve of a bot does not have yet, beside one that it has.

    The other is the present one, from which win rates of decks are measured.

    Parameters
    ----------
    precision : float, optional
        That of the first bot; None for the strongest one of the job.
    """
    added = dict(curves)
    for bot, curve in curves.items():
        known = [int(one) for one in curve.table["value"]]
        if value in known:
            continue
        beside = pricing.now if pricing.now in known else known[0]
        both = plan_pricing(job.plan, pricing.card, pricing.column, sorted({value, beside}))
        new = (
            play_second(both, job)
            if precision is None
            else price_with_each_bot(both, job, precision)
        )
        added[bot] = insert_value(curve, new[bot], value)
    return added


def insert_value(curve: PriceCurve, new: PriceCurve, value: int) -> PriceCurve:
    """Return a price curve with the rows of one more value; what was worked out of it stays."""
    table, decks = (
        pd.concat([old, rows[rows["value"] == value]], ignore_index=True).sort_values(
            "value", kind="stable", ignore_index=True
        )
        for old, rows in ((curve.table, new.table), (curve.decks, new.decks))
    )
    return replace(curve, table=table, decks=decks)

"""Find the fair value of a card's number: play the card at several values on the same deals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.statistics.differences import Moments, PairedMoments
from evenhand.analysis.statistics.sample_size import count_pairs_needed
from evenhand.analysis.tables.prices import PriceCurve, price_curve, priced_decks
from evenhand.decks.card import Card
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import UsageError
from evenhand.experiments.contrasts import (
    FEWEST_PAIRS,
    Contrast,
    Effort,
    count_least,
    play_contrasts,
)
from evenhand.experiments.editions import Editions, make_edition
from evenhand.experiments.exchange_plan import Exchanged, list_decks, make_plain, swap_cards
from evenhand.experiments.number_columns import (
    find_grid,
    is_allowed,
    is_cost,
    list_priced,
    resolve_column,
)
from evenhand.experiments.play_panel import count_decisions, limit_games
from evenhand.experiments.price_anchor import anchor_rates
from evenhand.experiments.question_store import open_store
from evenhand.inputs.job import Job
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.simulate.runs.variants import VariantPlan

__all__ = [
    "OnCurve", "Pricing", "count_games_to_price", "join_curves", "list_values_beyond",
    "measure_price", "plan_pricing", "price_with_each_bot",
]  # fmt: skip

OnCurve = Callable[[str, PriceCurve], None]  # called with a bot's name and its curve, once known

N_VALUES = 7
SPREAD = 0.06  # distance of two values, as a share of the number; at least one step
WIDER = 2  # factor on that distance for each further value, if the curve does not cross zero
MORE_VALUES = 4  # further values at each end
BEYOND = 0.25  # distance of the values suggested next, as a share of the last value
N_BEYOND = 4  # values suggested next


@dataclass(frozen=True)
class Pricing:
    """A card to price, at several values of a number.

    Attributes
    ----------
    card, column : str
    now, was : int
        The present value, and the one in the curve of the pool.
    first : list of int
        The values that are always played.
    decks : list of str
        Decks that hold the card.
    is_cost : bool
        Whether the number is the card's cost; the plain card keeps the present cost.
    rises : bool, optional
        Whether a higher number makes the card better; None if the game does not define it.
    plain : list of int
        Variants with the plain card, by deck.
    changed : dict of int to list of int
        Variants by deck, for each value that may be played, ascending.
    exchanged : Exchanged
    original : Card
        The unchanged card.
    grid : int
        Greatest common divisor of the column's numbers.
    others : list of str
        Further columns of the card that can be priced.
    untried : list of str
        Those of them that come after this one, in the order that begins with the column priced by
        default. The first of them comes next, so that each is priced once.
    """

    card: str
    column: str
    now: int
    was: int
    first: list[int]
    decks: list[str]
    is_cost: bool
    rises: bool | None
    plain: list[int]
    changed: dict[int, list[int]]
    exchanged: Exchanged
    original: Card
    grid: int
    others: list[str]
    untried: list[str]


def plan_pricing(plan: Plan, name: str, column: str = "", values: Sequence[int] = ()) -> Pricing:
    """Plan to price a card at several values of a number.

    Parameters
    ----------
    plan : Plan
    name : str
        The card's name.
    column : str
        Column of the number. By default, one that was edited since the curve of the pool was
        frozen, else the card's first number.
    values : sequence of int
        By default, values around the present one, and to the one before such an edit.

    Raises
    ------
    UsageError
        If the card is unknown or in no deck, if it has no such number, or if a value is
        invalid in the column.
    """
    pool, decks = plan.pool, list_decks(plan)
    row = pool.row_of(name)
    card = pool.cards[row]
    former = find_former(pool, pool.labels[row])
    usual = find_edited_column(pool, card, former)
    column = resolve_column(pool.schema, card, column or usual)
    was = now = getattr(card, column)
    if former is not None:
        was = getattr(former, column)
    holders = [number for number, deck in enumerate(decks) if row in deck.cards]
    if not holders:
        raise UsageError(f"none of the decks has the card '{pool.labels[row]}'")
    first, further = sorted(set(values)), list[int]()
    if values:
        refuse_values(plan, name, column, first)
    else:
        first, further = choose_values(plan, row, column, was)
    every = sorted({*first, *further})
    editions = Editions(pool)
    plain = editions.add_edition(make_plain(pool, card), row, holders)
    changed = {
        value: editions.add_edition(make_edition(card, {column: value}), row, holders)
        for value in every
    }
    better = pool.schema.better.columns if pool.schema.better else {}
    return Pricing(
        card=pool.labels[row],
        column=column,
        now=now,
        was=was,
        first=first,
        decks=[decks[number].name for number in holders],
        is_cost=is_cost(pool.schema, card, column),
        rises=better[column] > 0 if column in better else None,
        plain=plain,
        changed=changed,
        exchanged=swap_cards(plan, editions.pool, editions.swaps, list(changed.values())),
        original=card,
        grid=find_grid(pool.cards, column),
        others=[other for other in list_priced(pool.schema, card) if other != column],
        untried=list_after(list_priced(pool.schema, card), column, usual),
    )


def list_after(columns: Sequence[str], column: str, first: str) -> list[str]:
    """List the columns after one, of those that can be priced, if one began with another.

    Parameters
    ----------
    columns : sequence of str
    column : str
        One of them.
    first : str
        The one that was priced first; by default the first of them.
    """
    begin = columns.index(first) if first else 0
    order = [*columns[begin:], *columns[:begin]]
    return order[order.index(column) + 1 :]


def refuse_values(plan: Plan, name: str, column: str, values: Sequence[int]) -> None:
    """Raise UsageError for fewer than two values to price, or values invalid in the column."""
    card = plan.pool.cards[plan.pool.row_of(name)]
    if len(values) < 2:
        raise UsageError("--values: expected two values or more")
    for value in values:
        if not is_allowed(card, column, value):
            raise UsageError(f"--values: {column} cannot be {value}")


def find_former(pool: CardPool, label: str) -> Card | None:
    """Return a card to price as it was when the curve of its pool was frozen; None if unknown."""
    curve = pool.curve
    if curve is None or label not in curve.labels:
        return None
    return curve.cards[curve.labels.index(label)]


def find_edited_column(pool: CardPool, card: Card, former: Card | None) -> str:
    """Return the first number of a card to price that was edited; "" if none was."""
    if former is None:
        return ""
    columns = list_priced(pool.schema, card)
    return next((name for name in columns if getattr(former, name) != getattr(card, name)), "")


def choose_values(plan: Plan, row: int, column: str, was: int) -> tuple[list[int], list[int]]:
    """Return values to price a card at: around the present one, and further at both ends.

    If the number was another one before, the values lead from that to the present one.
    """
    card, grid = plan.pool.cards[row], find_grid(plan.pool.cards, column)
    now = getattr(card, column)
    step = grid * max(1, round(SPREAD * abs(now) / grid))
    if was != now:
        step = max(step, grid * round(abs(now - was) / (N_VALUES - 3) / grid))
    near = [
        value
        for n in range(1 - N_VALUES, N_VALUES)
        if is_allowed(card, column, value := now + n * step)
    ]
    middle = (now + was) / 2
    nearest = sorted(near, key=lambda value: (abs(value - middle), value))[:N_VALUES]
    first = sorted({now, was, *nearest})
    further = [
        value
        for end, way in ((first[0], -1), (first[-1], 1))
        for n in range(1, MORE_VALUES + 1)
        if is_allowed(card, column, value := end + way * step * WIDER**n)
    ]
    return first, further


def measure_price(pricing: Pricing, effort: Effort) -> PriceCurve:
    """Play a card at its values, and return its price curve.

    Further values are added while the interval of the fair value is unbounded at an end.

    Raises
    ------
    UsageError
        If the games do not suffice for a pilot.
    """
    values = list(pricing.first)
    while True:
        curve = play_values(pricing, values, effort)
        further = find_further(curve, pricing)
        if further is None:
            return curve
        values = sorted([*values, further])


def play_values(pricing: Pricing, values: Sequence[int], effort: Effort) -> PriceCurve:
    """Play the plain card and some values of the card to price on the same deals."""
    n_seats, variants = pricing.exchanged.plan.n_seats, pricing.exchanged.variant_plan

    def want(parts: list[Priced]) -> int:
        by_value = zip(*(part.alone for part in parts), strict=True)
        return max(count_pairs_needed(part, effort.half_width) for part in by_value)

    contrasts = list_contrasts(pricing, variants, values)
    (parts,) = play_contrasts(variants, [contrasts], compare_with_plain, want, effort)
    by_value = list(zip(*(part.alone for part in parts), strict=True))
    curve = price_curve(values, by_value, n_seats, pricing.rises)
    left = iter(parts)
    decks = {
        deck: list(zip(*(next(left).printed for _ in variants.matchups[variant]), strict=True))
        for deck, variant in zip(pricing.decks, pricing.plain, strict=True)
    }
    return replace(curve, decks=priced_decks(decks, values, n_seats))


def list_contrasts(
    pricing: Pricing, variants: VariantPlan, values: Sequence[int]
) -> list[Contrast]:
    """List the contrasts to price a card, by deck and matchup.

    Each compares the plain card with every value in this deck alone, which says what the card is
    worth, and then with every value in all decks that hold the card, as if it were printed so.
    """
    groups = dict(zip(pricing.changed, variants.together, strict=True))
    contrasts = []
    for deck, variant in enumerate(pricing.plain):
        others = [variants.matchups[pricing.changed[value][deck]] for value in values]
        for number, matchup in enumerate(variants.matchups[variant]):
            alone = [
                matchup.own if value == pricing.now else other[number].exchanged
                for value, other in zip(values, others, strict=True)
            ]
            printed = [
                matchup.own if value == pricing.now else groups[value][matchup.own]
                for value in values
            ]
            contrasts.append(Contrast((matchup.exchanged, *alone, *printed), matchup.sides))
    return contrasts


class Priced(NamedTuple):
    """Scores of a matchup that price a card, by value.

    Attributes
    ----------
    alone : list of PairedMoments
        With the plain card, and with the card in the deck alone.
    printed : list of Moments
        With the card in all decks that hold it.
    """

    alone: list[PairedMoments]
    printed: list[Moments]


def compare_with_plain(plain: np.ndarray, *others: np.ndarray) -> Priced:
    """Sum up the scores with the plain card, with each value, and with each value in all decks."""
    n_values = len(others) // 2
    return Priced(
        [PairedMoments.of(plain, other) for other in others[:n_values]],
        [Moments.of(other) for other in others[n_values:]],
    )


def find_further(curve: PriceCurve, pricing: Pricing) -> int | None:
    """Return the next value to price, beyond an end where the fair one is unbounded, or None."""
    lowest, highest = curve.table["value"].iloc[[0, -1]]
    above = [value for value in pricing.changed if value > highest]
    below = [value for value in pricing.changed if value < lowest]
    if above and curve.fair.high == np.inf:
        return above[0]
    if below and curve.fair.low == -np.inf:
        return below[-1]
    return None


def list_values_beyond(pricing: Pricing, curve: PriceCurve) -> list[int]:
    """List values to price next, ascending, if the fair value is beyond an end of the curve.

    The end itself is included; the list is empty if no value beyond it is valid.
    """
    lowest, highest = (int(end) for end in curve.table["value"].iloc[[0, -1]])
    end, way = (highest, 1) if curve.fair.high == np.inf else (lowest, -1)
    step = pricing.grid * max(1, round(BEYOND * abs(end) / pricing.grid))
    beyond = [end + way * n * step for n in range(1, N_BEYOND + 1)]
    allowed = [value for value in beyond if is_allowed(pricing.original, pricing.column, value)]
    return sorted([end, *allowed]) if allowed else []


def count_games_to_price(pricing: Pricing, pairs: int = FEWEST_PAIRS) -> int:
    """Return the number of games to price a card with a number of pairs of each matchup."""
    plan, variants = pricing.exchanged.plan, pricing.exchanged.variant_plan
    contrasts = list_contrasts(pricing, variants, pricing.first)
    return count_least([contrasts], plan.n_seats, pairs)


def join_curves(curves: Mapping[str, PriceCurve]) -> pd.DataFrame:
    """Put the price curves of a card with all bots below each other, with a column ``bot``."""
    tables = [curve.table.assign(bot=bot) for bot, curve in curves.items()]
    return pd.concat(tables, ignore_index=True)


def price_with_each_bot(
    pricing: Pricing,
    job: Job,
    precision: float,
    most_games: int | None = None,
    is_quiet: bool = True,
    on_curve: OnCurve | None = None,
) -> dict[str, PriceCurve]:
    """Price a card with each bot of a job, in order of strength.

    Parameters
    ----------
    precision : float
        Half-width of every interval, in percentage points.
    most_games : int, optional
        Games allowed per bot; bots that think ahead play fewer.
    is_quiet : bool
        Whether no messages and no progress bar are printed.
    on_curve : OnCurve, optional
    """
    bots = sorted((*job.plan.bots, *job.panel), key=lambda bot: bot.strength)
    decisions = count_decisions(job.plan) if len(bots) > 1 else 0.0
    least = count_games_to_price(pricing)
    goal = f"the {pricing.column} of {pricing.card}, to {precision:g} points"
    tasks = [with_bot(pricing, bot) for bot in bots]
    curves = {}
    played = [task.exchanged.variant_plan for task in tasks]
    identity = {"the card that is priced": hash_json([variants.fingerprint for variants in played])}
    with open_store(identity, goal, job.request, is_quiet) as store:
        for bot, task in zip(bots, tasks, strict=True):
            most = most_games
            if len(bots) > 1:
                most = limit_games(bot, decisions, most_games, job.request.panel_games, least)
            curve = measure_price(task, Effort(precision / 100, most, store))
            curve = anchor_rates(curve, replace(job.plan, bots=[bot]), pricing.now)
            curves[bot.name] = curve
            if on_curve:
                on_curve(bot.name, curve)
    return curves


def with_bot(pricing: Pricing, bot: Bot) -> Pricing:
    """Return the pricing of a card played by one bot."""
    if pricing.exchanged.plan.bots == [bot]:
        return pricing
    exchanged = pricing.exchanged
    plan = replace(exchanged.plan, bots=[bot])
    return replace(pricing, exchanged=replace(exchanged, plan=plan))

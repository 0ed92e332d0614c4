"""Levers: numbers of cards and rule options that may be changed, and their effects."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import numpy as np

from evenhand.analysis.statistics.differences import PairedMoments, paired_difference
from evenhand.analysis.statistics.sample_size import count_pairs_needed
from evenhand.analysis.tables.pair_scores import MatchupKey, PairKind
from evenhand.experiments.contrasts import Contrast, Effort, play_contrasts
from evenhand.experiments.editions import Editions, make_edition
from evenhand.experiments.exchange_plan import Exchanged, list_decks, make_plain, swap_cards
from evenhand.experiments.number_columns import find_grid, is_allowed, list_priced
from evenhand.inputs.balance_file import Tune
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.variants import VariantPlan

__all__ = [
    "Gain", "Lever", "LeverPlan", "Moved", "RuleLever", "UndoLever", "measure_levers",
    "plan_levers", "plan_trials",
]  # fmt: skip

FEWEST_STEPS = 2  # allowed for every number, however small


class Lever(NamedTuple):
    """A lever: a number of a card that may be changed in one direction.

    Attributes
    ----------
    row : int
        Row of the card in the pool.
    column : str
    now, step, most : int
        The number, the change by one step, and the largest number of steps.
    way : int
        1 if steps make the card better for its owner, -1 if worse.
    """

    row: int
    column: str
    now: int
    step: int
    most: int
    way: int

    @property
    def owner(self) -> tuple[int, int | str]:
        """Whose edit a lever is part of: a card made better, or one made worse."""
        return self.row, self.way

    @property
    def subject(self) -> int:
        """What an edit can do without: a lever's card."""
        return self.row

    @property
    def probe(self) -> int:
        """Number of steps at which the lever is measured first."""
        return max(1, self.most // 2)

    def value(self, steps: int) -> int:
        """Return the number of a lever after some steps."""
        return self.now + steps * self.step


class UndoLever(Lever):
    """A lever whose only step takes back what was edited in a number of a card."""

    @property
    def owner(self) -> tuple[int, str]:
        """Whose edit a lever is part of: the number that was edited."""
        return self.row, self.column


class RuleLever(NamedTuple):
    """A lever: one value of a rule option, other than the current one.

    Attributes
    ----------
    option : str
    now, then : int
        The current value, and this one.
    """

    option: str
    now: int
    then: int

    @property
    def step(self) -> int:
        """The change of a rule option by this lever's only step."""
        return self.then - self.now

    @property
    def most(self) -> int:
        """The only step of a rule option's lever."""
        return 1

    @property
    def way(self) -> int:
        """1 if this lever raises its rule option, -1 if it lowers it."""
        return 1 if self.then > self.now else -1

    @property
    def owner(self) -> str:
        """Whose edit a lever is part of: the rule option, whichever value it gets."""
        return self.option

    @property
    def subject(self) -> tuple[str, int]:
        """What an edit can do without: this value of a rule option."""
        return self.option, self.then


class Gain(NamedTuple):
    """What a lever does to a number in a matchup, and its variance."""

    value: float
    variance: float


class Moved(NamedTuple):
    """The measured effect of a lever.

    Attributes
    ----------
    lever : Lever or RuleLever
    steps : int
        Number of steps measured.
    gains : mapping from (MatchupKey, PairKind) to Gain
        Effects of these steps: of a card's on scores of decks, of a rule option's on all numbers.
    worth : float
        Impact of the unchanged card against a plain card of its cost, over the decks that
        hold it; 0 of a rule option.
    """

    lever: Lever | RuleLever
    steps: int
    gains: Mapping[tuple[MatchupKey, PairKind], Gain]
    worth: float


@dataclass(frozen=True)
class Trial:
    """A lever, and the variants that measure its effect.

    Attributes
    ----------
    lever : Lever
    steps : int
    plain, pulled : list of int
        Variants with the plain card and with the changed card, by deck that holds the card.
    """

    lever: Lever
    steps: int
    plain: list[int]
    pulled: list[int]


@dataclass(frozen=True)
class LeverPlan:
    """The games that measure the effects of levers."""

    trials: list[Trial]
    exchanged: Exchanged


def plan_levers(plan: Plan, allowed: Tune, wanted: Mapping[str, Collection[int]]) -> LeverPlan:
    """Plan to measure levers: numbers that may be changed, in cards of decks outside bands.

    Parameters
    ----------
    plan : Plan
    allowed : Tune
    wanted : mapping from str to collection of int
        Directions by deck: 1 if it should win more, -1 if less.
    """
    pulls = []
    decks = list_decks(plan)
    for row in sorted({row for deck in decks for row in deck.cards}):
        names = [deck.name for deck in decks if row in deck.cards]
        ways = sorted({way for name in names for way in wanted.get(name, ())})
        levers = [lever for way in ways for lever in list_levers(plan, row, way, allowed)]
        pulls += [(lever, lever.probe) for lever in levers]
    return plan_trials(plan, pulls)


def plan_trials(plan: Plan, pulls: Sequence[tuple[Lever, int]]) -> LeverPlan:
    """Plan to measure levers at given steps; levers of one card must be consecutive."""
    pool, decks = plan.pool, list_decks(plan)
    editions, trials = Editions(pool), list[Trial]()
    for row, of_card in groupby(pulls, key=lambda pull: pull[0].row):
        card = pool.cards[row]
        holders = [number for number, deck in enumerate(decks) if row in deck.cards]
        plain = editions.add_edition(make_plain(pool, card), row, holders)
        for lever, steps in of_card:
            pulled = make_edition(card, {lever.column: lever.value(steps)})
            trials.append(Trial(lever, steps, plain, editions.add_edition(pulled, row, holders)))
    return LeverPlan(trials, swap_cards(plan, editions.pool, editions.swaps))


def list_levers(plan: Plan, row: int, way: int, allowed: Tune) -> Iterator[Lever]:
    """Yield the levers of a card: numbers that may be changed in one direction."""
    pool, card = plan.pool, plan.pool.cards[row]
    names = (pool.labels[row], card.name)
    if any(name in allowed.locked for name in names):
        return
    if allowed.cards and not any(name in allowed.cards for name in names):
        return
    better = pool.schema.better.columns if pool.schema.better else {}
    columns = [column for column in list_priced(pool.schema, card) if column in better]
    for column in [name for name in columns if name in allowed.columns] or (
        [] if allowed.columns else columns[:1]
    ):
        now, grid = getattr(card, column), find_grid(pool.cards, column)
        step = grid * way * (1 if better[column] > 0 else -1)
        most = max(FEWEST_STEPS, int(allowed.most_change * abs(now) / grid))
        low, high = allowed.limits.get(column, (-float("inf"), float("inf")))
        while most and not (
            is_allowed(card, column, now + most * step) and low <= now + most * step <= high
        ):
            most -= 1
        if most:
            yield Lever(row, column, now, step, most, way)


def measure_levers(levers: LeverPlan, effort: Effort) -> list[Moved]:
    """Play all levers, and return their effects."""
    variants = levers.exchanged.variant_plan
    contrasts = [list_contrasts(variants, trial) for trial in levers.trials]
    parts = play_contrasts(
        variants,
        contrasts,
        compare_steps,
        lambda matchups: count_pairs_needed(
            [matchup.step for matchup in matchups], effort.half_width
        ),
        effort,
    )
    return [
        make_moved(variants, trial, of_trial, matchups)
        for trial, of_trial, matchups in zip(levers.trials, contrasts, parts, strict=True)
    ]


def list_contrasts(variants: VariantPlan, trial: Trial) -> list[Contrast]:
    """List the contrasts of a lever's decks: with the plain, the original and the changed card."""
    return [
        Contrast((plain.exchanged, plain.own, pulled.exchanged), plain.sides)
        for without, other in zip(trial.plain, trial.pulled, strict=True)
        for plain, pulled in zip(variants.matchups[without], variants.matchups[other], strict=True)
    ]


class MatchupMoments(NamedTuple):
    """Paired scores of a lever in one matchup: plain against original, original against changed."""

    worth: PairedMoments
    step: PairedMoments


def compare_steps(plain: np.ndarray, own: np.ndarray, pulled: np.ndarray) -> MatchupMoments:
    """Return the moments of a lever's scores."""
    return MatchupMoments(PairedMoments.of(plain, own), PairedMoments.of(own, pulled))


def make_moved(
    variants: VariantPlan,
    trial: Trial,
    contrasts: Sequence[Contrast],
    matchups: Sequence[MatchupMoments],
) -> Moved:
    """Return the effect of a lever, matchup by matchup."""
    gains: dict[tuple[MatchupKey, PairKind], Gain] = {}
    for contrast, moments in zip(contrasts, matchups, strict=True):
        names = name_sides(variants, contrast)
        own = [names[side] for side in contrast.sides]
        change = moments.step.change
        key = tuple(sorted(names))
        for name in dict.fromkeys(names):
            share = 1.0 if name in own else -len(own) / (len(names) - len(own))
            value, variance = gains.get((key, ("score", name)), Gain(0.0, 0.0))
            gains[key, ("score", name)] = Gain(
                value + share * change.mean,
                variance + share**2 * change.variance / change.n_pairs,
            )
    worth = paired_difference([moments.worth for moments in matchups])
    return Moved(trial.lever, trial.steps, gains, worth.centre)


def name_sides(variants: VariantPlan, contrast: Contrast) -> list[str]:
    """Return the names of the decks in the original matchup of a lever's contrast."""
    arrays = variants.arrays
    _, own, _ = contrast.rows
    return [arrays.plan.entrants[deck].name for deck in arrays.matchups[own].decks]

"""Doses: one number of a card is raised; the player should win no less and play it no less.

Numbers are raised by a tenth, a quarter and a half, or by the nearest steps that the game
knows as better. The player, which is not trained again, plays the same deals with either card
on both sides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.statistics.differences import PairedMoments
from evenhand.analysis.statistics.multiplicity import holm
from evenhand.analysis.tables.card_impact import impact_table
from evenhand.decks.better import list_better
from evenhand.decks.card import Card
from evenhand.decks.pool import with_cards
from evenhand.experiments.exchange_plan import Exchanged, Swap, list_decks, swap_cards
from evenhand.reports.training.result import Sense
from evenhand.simulate.runs.plan import Plan
from evenhand.training.self_play import HELD_BACK, Bout, average_by_side, score_sides
from evenhand.training.trainer import Trainer

__all__ = ["Doses", "can_raise", "list_numbers", "raise_numbers", "try_doses"]

SHARES = 0.1, 0.25, 0.5
PAIRS = 30  # of each matchup
FIRST_PAIR = HELD_BACK + 1_000_000  # of deals that the player is not measured by otherwise
LEVEL = 0.05
ARROW = " \N{RIGHTWARDS ARROW} "


class Number(NamedTuple):
    """A number of a card of a deck that can be raised.

    Attributes
    ----------
    deck : int
        Row of the plan's entrants.
    row : int
        Row of the pool.
    change : int
        Which of the card's changes for the better.
    """

    deck: int
    row: int
    change: int


class Raised(NamedTuple):
    """A card with a higher number: what changed, by what share, and the card."""

    what: str
    share: float
    card: Card


@dataclass(frozen=True)
class Doses:
    """Numbers that are raised, as exchanges of cards.

    Attributes
    ----------
    exchanged : Exchanged
    rows, shares : sequence of int, sequence of float
        By exchange: the card's row of the pool, and by which share a number of it is raised.
    """

    exchanged: Exchanged
    rows: Sequence[int]
    shares: Sequence[float]


def can_raise(plan: Plan) -> bool:
    """Return whether the game says which numbers are better, and decks are fixed."""
    return plan.game.schema.better is not None and not plan.is_sealed


def list_numbers(plan: Plan) -> list[Number]:
    """List the numbers of the cards of all decks that can be raised."""
    return [
        Number(number, row, change)
        for number, deck in enumerate(list_decks(plan))
        for row in sorted(set(deck.cards))
        for change in range(len(list(list_changes(plan, plan.pool.cards[row]))))
    ]


def list_changes(plan: Plan, card: Card) -> Iterator[tuple[str, Card]]:
    """Yield a card's changes for the better, each by one step: what it is, and the card."""
    schema = plan.game.schema
    assert schema.better is not None
    return list_better(card, schema.better, schema.vocabulary, plan.pool.names)


def list_steps(plan: Plan, number: Number) -> Iterator[tuple[str, int, Card]]:
    """Yield a card with a number one step better, two steps, and so on: words, value, card."""
    card, first = plan.pool.cards[number.row], ""
    while found := next(islice(list_changes(plan, card), number.change, None), None):
        what, card = found
        before, _, value = what.rpartition(ARROW)
        name = before.rpartition(" ")[0]
        if name != (first or name):
            return  # it is as good as can be, and another number has its place
        first = name
        yield before, int(value), card


def raise_number(plan: Plan, number: Number) -> list[Raised]:
    """Raise a number of a card by each share, to the nearest step; steps that are alike once."""
    first = list(islice(list_steps(plan, number), 2))
    values = [value for _, value, _ in first]
    size = values[1] - values[0] if len(values) > 1 else 1
    start = abs(values[0] - size) or 1
    counts = sorted({max(1, round(share * start / abs(size))) for share in SHARES})
    steps = list(islice(list_steps(plan, number), counts[-1]))
    return [
        Raised(f"{first[0][0]}{ARROW}{steps[n - 1][1]}", n * abs(size) / start, steps[n - 1][2])
        for n in counts
        if n <= len(steps)
    ]


def raise_numbers(plan: Plan, numbers: Sequence[Number]) -> Doses:
    """Plan the exchange of cards for those with a higher number."""
    raised = [(number, one) for number in numbers for one in raise_number(plan, number)]
    cards = [one.card for _, one in raised]
    pool = with_cards(plan.pool, cards, [number.row for number, _ in raised])
    swaps = [
        Swap(number.deck, number.row, place, one.what)
        for place, (number, one) in enumerate(raised, len(plan.pool.cards))
    ]
    rows, shares = [swap.row for swap in swaps], [one.share for _, one in raised]
    return Doses(swap_cards(plan, pool, swaps), rows, shares)


def try_doses(trainer: Trainer, most_games: float, seed: int) -> tuple[pd.DataFrame, int]:
    """Try as many numbers as the games suffice for, drawn at random, but one at least.

    Returns
    -------
    table : pandas.DataFrame
        As `evenhand.reports.training.result.Training` has it.
    n_numbers : int
        How many numbers were tried.
    """
    plan = trainer.plan
    numbers = list_numbers(plan)
    np.random.default_rng(seed).shuffle(numbers)
    per_number = (1 + len(SHARES)) * max(1, len(plan.entrants) - 1) * plan.n_seats * PAIRS
    numbers = sorted(map(Number._make, numbers[: max(1, int(most_games / per_number))]))
    doses = raise_numbers(plan, numbers)
    return make_table(doses, *play_doses(trainer, doses)), len(numbers)


def play_doses(
    trainer: Trainer, doses: Doses
) -> tuple[list[list[PairedMoments]], list[list[PairedMoments]]]:
    """Play the same deals with either card; return shares of wins, and of copies played."""
    exchanged, n_seats = doses.exchanged, trainer.plan.n_seats
    variants = exchanged.variant_plan
    games, players = trainer.take_cards(exchanged.plan, variants.arrays)
    bots = np.array((trainer.make_self(False),) * n_seats)
    matchups = sorted(
        {row for of in variants.matchups for one in of for row in (one.own, one.exchanged)}
    )
    bouts = [Bout(0, row, bots, FIRST_PAIR, PAIRS) for row in matchups]
    parts = [part for of_shard in games.play(players, [bouts]) for part in of_shard]
    rows = [rows for part in parts for rows in part.games]
    played = dict(zip(matchups, zip(bouts, rows, strict=True), strict=True))
    wins: list[list[PairedMoments]] = []
    uses: list[list[PairedMoments]] = []
    for variant, row, of in zip(exchanged.variants, doses.rows, variants.matchups, strict=True):
        deck = list_decks(trainer.plan)[variant.deck]
        slots = [slot for slot, card in enumerate(deck.cards) if card == row]
        wins.append([])
        uses.append([])
        for one in of:
            sides = list(one.sides)
            own, other = played[one.own], played[one.exchanged]
            wins[-1].append(
                PairedMoments.of(*(score_sides(rows, bout, n_seats)[sides].mean(0)
                                   for bout, rows in (own, other)))
            )  # fmt: skip
            uses[-1].append(
                PairedMoments.of(*(count_played(rows, bout, slots, n_seats)[sides].mean(0)
                                   for bout, rows in (own, other)))
            )  # fmt: skip
    return wins, uses


def count_played(rows: np.ndarray, bout: Bout, slots: Sequence[int], n_seats: int) -> np.ndarray:
    """Return the share of a card's copies that each side played in each pair."""
    mask = np.int64(sum(1 << slot for slot in slots))
    copies = np.bitwise_count(rows["played"] & mask) / len(slots)
    return average_by_side(copies, bout, n_seats)


def make_table(
    doses: Doses, wins: Sequence[Sequence[PairedMoments]], uses: Sequence[Sequence[PairedMoments]]
) -> pd.DataFrame:
    """Make the table of doses, worst first; Holm's correction for all of its numbers."""
    exchanges, n_seats = doses.exchanged.exchanges, doses.exchanged.plan.n_seats
    won, used = (impact_table(exchanges, parts, n_seats) for parts in (wins, uses))
    p = holm(np.concatenate([won["effect_p"], used["effect_p"]]))
    is_sure = p < LEVEL
    sure_win, sure_use = is_sure[: len(won)], is_sure[len(won) :]
    sense = pd.Series(Sense.OPEN.value, index=won.index)
    sense[sure_use & (used["effect"] < 0)] = Sense.UNUSED.value
    sense[sure_win & (won["effect"] > 0)] = Sense.GAINS.value  # sooner, with less time to play
    sense[sure_win & (won["effect"] < 0)] = Sense.LOSES.value
    table = pd.DataFrame(
        {
            "deck": won["deck"], "card": won["card"], "what": won["baseline"],
            "share": doses.shares, "n_games": won["n_games"], "gain": won["effect"],
            "gain_low": won["effect_low"], "gain_high": won["effect_high"],
            "played": used["effect"], "played_low": used["effect_low"],
            "played_high": used["effect_high"], "sense": sense,
        }
    )  # fmt: skip
    ranks = {one.value: rank for rank, one in enumerate(Sense)}
    return table.sort_values(
        ["sense", "gain", "deck", "card", "share"],
        key=lambda column: column.map(ranks) if column.name == "sense" else column,
    ).reset_index(drop=True)

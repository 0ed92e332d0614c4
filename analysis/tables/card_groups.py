"""What groups of cards are worth: the mean impact of their cards, and the difference of two groups.

Each card weighs the same; a card of several decks counts as the mean over them. All cards of a deck
are exchanged on the same deals, and two decks that meet share theirs, so the impacts of cards
depend on each other. Therefore deals are the independent units: the weighted changes of all
exchanges are added up deal by deal, and the variance is that of these sums (cluster-robust
variance; Liang and Zeger 1986, Biometrika 73, 13-22). Where exchanges played different
numbers of pairs, each deal counts for those that played it.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evenhand.analysis.statistics.differences import (
    Difference,
    PairedMoments,
    PooledMean,
    paired_difference,
    pooled_degrees,
)
from evenhand.analysis.statistics.multiplicity import joint_level
from evenhand.analysis.tables.card_impact import Exchange

__all__ = ["Changes", "Pull", "combine_changes", "find_pulls", "weigh_exchanges"]

LEVEL = 0.95
PULLS = 3  # most cards that are named


class Changes(NamedTuple):
    """The scores of an exchange of a group's card in one matchup.

    Attributes
    ----------
    matchup : int
        Row of the deck's matchup; exchanges in the same one have the same deals.
    moments : PairedMoments
        With the baseline ("before") and with the card ("after").
    values : float array, shape (n_pairs,)
        Score with the card minus score with the baseline, pair by pair from the first deal.
    """

    matchup: int
    moments: PairedMoments
    values: NDArray[np.float64]

    @classmethod
    def of(cls, matchup: int, before: NDArray[np.float64], after: NDArray[np.float64]) -> "Changes":
        """Compare the scores in the same pairs, shape (n_pairs,)."""
        return cls(matchup, PairedMoments.of(before, after), after - before)


class Pull(NamedTuple):
    """A card that pulls its group away from the mean of it.

    Attributes
    ----------
    card : str
    impact, low, high : float
        Its impact, with an interval that allows for all cards of the groups.
    """

    card: str
    impact: float
    low: float
    high: float


def weigh_exchanges(
    exchanges: Sequence[Exchange], more: Collection[str], less: Collection[str] = ()
) -> NDArray[np.float64]:
    """Return the weights by which exchanges add up to the difference of two groups of cards.

    Parameters
    ----------
    exchanges : sequence of Exchange
    more, less : collection of str
        Cards of the groups; `less` is empty for the mean of one group.

    Returns
    -------
    float array, shape (n_exchanges,)
        Those of cards of `more` add up to 1, those of `less` to -1.
    """
    n_decks = Counter(exchange.card for exchange in exchanges)
    sizes = [len(group & n_decks.keys()) for group in (set(more), set(less))]

    def weigh(card: str) -> float:
        return sum(
            sign / size / n_decks[card]
            for sign, size, group in zip((1, -1), sizes, (more, less), strict=True)
            if card in group
        )

    return np.array([weigh(exchange.card) for exchange in exchanges])


def combine_changes(parts: Sequence[Sequence[Changes]], weights: Sequence[float]) -> Difference:
    """Estimate a weighted sum of the impacts of a group's cards.

    Parameters
    ----------
    parts : sequence of sequence of Changes
        For each exchange, one entry for each matchup of the deck, weighted equally.
    weights : sequence of float
        Of the exchanges.

    Returns
    -------
    Difference
        Of the centres of the single impacts; what those add to their variance for samples
        without any change is added here, too.
    """
    used = [(weight, part) for weight, part in zip(weights, parts, strict=True) if weight]
    single = [paired_difference([one.moments for one in part]) for _, part in used]
    spreads, degrees = add_up_by_deal(used)
    added = sum(
        weight**2
        * (impact.standard_error**2 - PooledMean.of([one.moments.change for one in part]).spread)
        for (weight, part), impact in zip(used, single, strict=True)
    )
    shares = np.array([weight for weight, _ in used])
    return Difference(
        value=float(shares @ [impact.value for impact in single]),
        centre=float(shares @ [impact.centre for impact in single]),
        standard_error=float((spreads.sum() + added) ** 0.5),
        degrees=pooled_degrees(spreads, degrees),
        n_pairs=sum(impact.n_pairs for impact in single),
        is_paired=True,
        largest=float(np.abs(shares).sum()),
        sample_factor=float("nan"),
    )


def add_up_by_deal(
    used: Sequence[tuple[float, Sequence[Changes]]],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Add up a group's changes deal by deal; return variances and degrees of freedom by matchup."""
    by_matchup: dict[int, list[tuple[float, NDArray[np.float64]]]] = {}
    for weight, part in used:
        for one in part:
            by_matchup.setdefault(one.matchup, []).append((weight / len(part), one.values))
    spreads, degrees = [], []
    for changes in by_matchup.values():
        sizes = [values.size for _, values in changes]
        sums = np.zeros(max(sizes))
        for share, values in changes:
            sums[: values.size] += share * (values - values.mean()) / values.size
        spreads.append(float(sums @ sums) * min(sizes) / (min(sizes) - 1))
        degrees.append(min(sizes) - 1)
    return np.array(spreads), np.array(degrees, float)


def find_pulls(
    exchanges: Sequence[Exchange],
    parts: Sequence[Sequence[Changes]],
    more: Collection[str],
    less: Collection[str],
    way: int,
) -> tuple[Pull, ...]:
    """Find the cards that pull the difference of two groups most, the strongest first.

    Parameters
    ----------
    exchanges, parts, more, less
        As for `weigh_exchanges` and `combine_changes`.
    way : int
        1 for those that make the difference greater, -1 for those that make it smaller.
    """
    found = []
    cards = dict.fromkeys(exchange.card for exchange in exchanges)
    level = float(joint_level(LEVEL, sum(card in {*more, *less} for card in cards)))
    for sign, group in ((1, more), (-1, less)):
        members = [card for card in cards if card in group]
        impacts = {
            card: combine_changes(parts, list(weigh_exchanges(exchanges, [card])))
            for card in members
        }
        mean = np.mean([impact.value for impact in impacts.values()]) if impacts else 0.0
        found += [
            (sign * way * (impact.value - mean) / len(members), Pull(card, impact.value,
             *impact.interval(level)))
            for card, impact in impacts.items()
        ]  # fmt: skip
    found.sort(key=lambda one: -one[0])
    return tuple(pull for strength, pull in found[:PULLS] if strength > 0)

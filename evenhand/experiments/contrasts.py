"""Contrasts: decks compared on the same deals, played until intervals are narrow enough.

Every question about cards is a list of comparisons, each a list of contrasts: matchups in which
a deck is replaced by variants of itself. A pilot of a few pairs estimates the variance of the
differences; from it the number of pairs for each interval is computed, and again after those
were played. The number depends on the variance of the differences and never on their sign, so
the intervals are those of a sample of fixed size.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.pair_store import PairStore, pair_ranges
from evenhand.simulate.runs.variants import VariantPlan

__all__ = [
    "FEWEST_PAIRS", "Contrast", "Contrasts", "Effort", "count_least", "play_contrasts",
]  # fmt: skip


PILOT_PAIRS = 400  # per comparison, over all matchups
FEWEST_PAIRS = 10  # per matchup
MOST_PAIRS = 40_000  # per comparison, over all matchups
ROUNDS = 3  # after the pilot

Part = TypeVar("Part")


class Contrast(NamedTuple):
    """A matchup in which decks are compared on the same deals.

    Attributes
    ----------
    rows : tuple of int
        Rows of the variant plan's matchups, one for each deck that is compared.
    sides : tuple of int
        The sides of the deck.
    """

    rows: tuple[int, ...]
    sides: tuple[int, ...]


Contrasts = Sequence[Sequence[Contrast]]  # by comparison, then by matchup


@dataclass(frozen=True)
class Effort:
    """The precision of contrasts, the number of games allowed, and the store of the pairs.

    Attributes
    ----------
    half_width : float
        Half-width of every interval to reach, in (0, 1).
    most_games : int, optional
        Total number of games allowed; intervals are wider if it does not suffice.
    store : PairStore
    fewest_pairs : int
        Pairs per matchup of each comparison in the pilot, at least.
    """

    half_width: float = 0.01
    most_games: int | None = None
    store: PairStore = field(default_factory=PairStore)
    fewest_pairs: int = FEWEST_PAIRS


def play_contrasts(
    variants: VariantPlan,
    contrasts: Contrasts,
    compare: Callable[..., Part],
    want: Callable[[list[Part]], int],
    effort: Effort,
    first_pair: int = 0,
) -> list[list[Part]]:
    """Play contrasts: a pilot, then the pairs computed from it, within the games allowed.

    Parameters
    ----------
    compare : callable(scores, scores, ..) -> Part
        Summarize the scores of a contrast's decks in the same pairs.
    want : callable(parts) -> int
        Compute the number of pairs per matchup that a comparison needs.
    first_pair : int
        Number of the first pair of each matchup.

    Returns
    -------
    list of list of Part
        Results of `compare` by comparison and matchup.

    Raises
    ------
    UsageError
        If the games do not suffice for a pilot.
    """
    played = Played(variants, contrasts, compare, effort.store, first_pair)
    most, n_seats = effort.most_games, played.n_seats
    played.play_up_to(count_pilot_pairs(contrasts, n_seats, most, effort.fewest_pairs))
    for _ in range(ROUNDS):
        wanted = [want(parts) for parts in played.parts]
        affordable = limit_pairs(played.pairs, wanted, contrasts, n_seats, most)
        if affordable == played.pairs:
            break
        played.play_up_to(affordable)
    return played.parts


class Played(Generic[Part]):
    """The pairs played of some contrasts.

    Attributes
    ----------
    scores : dict of int to float array, shape (n_seats, n_pairs)
        Scores by row of the variant plan's matchups.
    parts : list of list
        Results of `compare` by comparison and matchup.
    pairs : list of int
        Number of pairs per matchup, by comparison.
    """

    def __init__(
        self,
        variants: VariantPlan,
        contrasts: Contrasts,
        compare: Callable[..., Part],
        store: PairStore,
        first_pair: int = 0,
    ) -> None:
        self.arrays, self.contrasts, self.compare = variants.arrays, contrasts, compare
        self.store, self.first_pair = store, first_pair
        self.n_seats = self.arrays.plan.n_seats
        self.pairs = [0] * len(contrasts)
        rows = count_row_pairs(self.pairs, contrasts)
        self.scores = {row: np.empty((self.n_seats, 0)) for row in rows}
        self.parts: list[list[Part]] = [[] for _ in contrasts]

    def play_up_to(self, pairs: list[int]) -> None:
        """Play contrasts until every comparison has `pairs` pairs in each of its matchups."""
        self._play(count_row_pairs(pairs, self.contrasts))
        self.parts = [
            [self._compare(contrast, n) for contrast in comparison]
            for n, comparison in zip(pairs, self.contrasts, strict=True)
        ]
        self.pairs = pairs

    def _compare(self, contrast: Contrast, n_pairs: int) -> Part:
        sides = list(contrast.sides)
        scores = (self.scores[row][sides, :n_pairs].mean(axis=0) for row in contrast.rows)
        return self.compare(*scores)

    def _play(self, needed: Mapping[int, int]) -> None:
        """Play the pairs of contrasts that each row lacks."""
        ranges = [
            pairs
            for row, n in needed.items()
            for pairs in pair_ranges(
                row, self.first_pair + self.scores[row].shape[1], self.first_pair + n
            )
        ]
        blocks = {row: [scores] for row, scores in self.scores.items()}
        played = self.store.play([(self.arrays, pairs) for pairs in ranges])
        for pairs, scores in zip(ranges, played, strict=True):
            blocks[pairs.matchup].append(scores)
        self.scores = {row: np.hstack(scores) for row, scores in blocks.items()}


def count_least(contrasts: Contrasts, n_seats: int, fewest_pairs: int = FEWEST_PAIRS) -> int:
    """Return the games of contrasts with a number of pairs of each, the fewest by default."""
    return count_games([fewest_pairs] * len(contrasts), contrasts, n_seats)


def count_pilot_pairs(
    contrasts: Contrasts,
    n_seats: int,
    most_games: int | None,
    fewest_pairs: int = FEWEST_PAIRS,
) -> list[int]:
    """Return the pairs per matchup in the pilot of contrasts, by comparison."""
    pairs = [max(FEWEST_PAIRS, -(-PILOT_PAIRS // len(matchups))) for matchups in contrasts]
    cost = count_games(pairs, contrasts, n_seats)
    if most_games is None or cost <= most_games:
        return pairs
    least = count_least(contrasts, n_seats, fewest_pairs)
    if most_games < least:
        raise UsageError(f"--games: this takes {least:,} games at least")
    return [max(fewest_pairs, n * most_games // (2 * cost)) for n in pairs]


def limit_pairs(
    done: list[int],
    wanted: list[int],
    contrasts: Contrasts,
    n_seats: int,
    most_games: int | None,
) -> list[int]:
    """Reduce the pairs wanted of contrasts to the games allowed, by the same share of each."""
    capped = [
        max(first, min(n, MOST_PAIRS // len(matchups)))
        for first, n, matchups in zip(done, wanted, contrasts, strict=True)
    ]
    cost = count_games(capped, contrasts, n_seats)
    if most_games is None or cost <= most_games:
        return capped
    begun = count_games(done, contrasts, n_seats)
    share = max(most_games - begun, 0) / (cost - begun)
    return [first + int(share * (n - first)) for first, n in zip(done, capped, strict=True)]


def count_games(pairs: Sequence[int], contrasts: Contrasts, n_seats: int) -> int:
    """Return the number of games of contrasts; those of several comparisons count once."""
    return n_seats * sum(count_row_pairs(pairs, contrasts).values())


def count_row_pairs(pairs: Sequence[int], contrasts: Contrasts) -> dict[int, int]:
    """Return the number of pairs per row that all contrasts need, in order of rows."""
    needed: dict[int, int] = {}
    for n, comparison in zip(pairs, contrasts, strict=True):
        for contrast in comparison:
            for row in contrast.rows:
                needed[row] = max(needed.get(row, 0), n)
    return dict(sorted(needed.items()))

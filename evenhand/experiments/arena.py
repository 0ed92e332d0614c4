"""Decks against a field, all on the same deals, whatever deck they were made from.

Every deck takes the seat of a challenger whose name decides the deals: so two decks that meet
the same opponent draw from the same slots at the same moments, and games are kept in a folder
until all is done.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from evenhand.decks.deck_list import Deck
from evenhand.simulate.runs.pair_store import PairRange, PairStore, pair_ranges
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.variants import Variant, VariantPlan, plan_variants

__all__ = ["Arena", "Cards", "Meeting", "share_pairs"]

CHALLENGER = "challenger"
SMALL_SHARE = 0.01  # of a mix: a deck that has more is met whenever others are

Cards = tuple[int, ...]  # of a deck: a row of the pool for each slot


@dataclass(frozen=True)
class Meeting:
    """A deck that meets another one of the field.

    Attributes
    ----------
    opponent : int
        Row of the field.
    row : int
        Of the variant plan's matchups.
    side : int
        That the deck holds.
    """

    opponent: int
    row: int
    side: int


class Arena:
    """A field of decks that others play against.

    Parameters
    ----------
    plan : Plan
        Of games for two with one bot.
    field : sequence of Deck
    store : PairStore
    """

    def __init__(self, plan: Plan, field: Sequence[Deck], store: PairStore) -> None:
        self.plan, self.field, self.store = plan, list(field), store

    def play(
        self, decks: Sequence[Cards], seed: int, end: np.ndarray, begin: np.ndarray | None = None
    ) -> list[list[np.ndarray]]:
        """Let decks play the pairs of deals from `begin` to `end` against each deck of the field.

        Parameters
        ----------
        decks : sequence of tuple of int
        seed : int
            Of the deals.
        begin, end : int array, shape (n_field,)
            Numbers of pairs; from the first one if `begin` is not given.

        Returns
        -------
        list of list of float array, shape (n_pairs,)
            By deck and opponent, what the deck scored in each pair.
        """
        begin = np.zeros_like(end) if begin is None else begin
        variants, met = self._seat(decks, seed)
        ranges: list[PairRange] = []
        owners: list[tuple[int, Meeting]] = []
        for number, meetings in enumerate(met):
            for one in meetings:
                own = pair_ranges(one.row, int(begin[one.opponent]), int(end[one.opponent]))
                ranges += own
                owners += [(number, one)] * len(own)
        scores = [[[np.empty(0)] for _ in self.field] for _ in decks]
        tasks = [(variants.arrays, pairs) for pairs in ranges]
        for (number, one), played in zip(owners, self.store.play(tasks), strict=True):
            scores[number][one.opponent].append(played[one.side])
        return [[np.concatenate(parts) for parts in own] for own in scores]

    def _seat(self, decks: Sequence[Cards], seed: int) -> tuple[VariantPlan, list[list[Meeting]]]:
        """Seat decks as challengers, and list whom each of them meets."""
        n_field = len(self.field)
        by_size = {len(deck.cards): deck for deck in reversed(self.field)}
        places = {size: n_field + number for number, size in enumerate(by_size)}
        challengers = [replace(deck, name=CHALLENGER) for deck in by_size.values()]
        entrants = [*self.field, *challengers]
        plan = replace(self.plan, entrants=entrants, mirrors=False, games=1, seed=seed)
        seated = [Variant(places[len(cards)], cards) for cards in decks]
        variants = plan_variants(plan, seated)
        matchups = variants.arrays.matchups
        met = [
            [
                Meeting(opponent, place.exchanged, place.sides[0])
                for place in own
                for opponent in matchups[place.own].decks
                if opponent < n_field
            ]
            for own in variants.matchups
        ]
        return variants, met


def share_pairs(n_pairs: int, weights: np.ndarray, least: int = 0) -> np.ndarray:
    """Share pairs of deals among opponents, by their weights in a mix.

    Parameters
    ----------
    n_pairs : int
        In all, about.
    weights : float array, shape (n_field,)
        Which add up to 1.
    least : int
        Of each opponent; one of those that have a share at all if not given.
    """
    fewest = np.where(weights >= SMALL_SHARE, 1, 0)
    return np.maximum(np.rint(n_pairs * weights).astype(int), np.maximum(fewest, least))

"""Play decks against a field, all on the same deals, whatever deck they were made from.

All decks play under the name of one challenger, which determines the deals. So two decks that
meet the same opponent draw from the same slots at the same moments.
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
SMALL_SHARE = 0.01  # of a mix; decks with this share or more always get at least one pair

Cards = tuple[int, ...]  # the row of the pool in each slot of a deck


@dataclass(frozen=True)
class Meeting:
    """A matchup in the arena: a deck with a deck of the field.

    Attributes
    ----------
    opponent : int
        Index in the field.
    row : int
        Index in the variant plan's matchups.
    side : int
        The deck's side.
    """

    opponent: int
    row: int
    side: int


class Arena:
    """An arena: a field of decks that others play against.

    Parameters
    ----------
    plan : Plan
        A plan of two-player games with one bot.
    field : sequence of Deck
    store : PairStore
    """

    def __init__(self, plan: Plan, field: Sequence[Deck], store: PairStore) -> None:
        self.plan, self.field, self.store = plan, list(field), store

    def play(
        self, decks: Sequence[Cards], seed: int, end: np.ndarray, begin: np.ndarray | None = None
    ) -> list[list[np.ndarray]]:
        """Play decks in the arena, against each deck of the field, on the pairs `begin` to `end`.

        Parameters
        ----------
        decks : sequence of tuple of int
        seed : int
            Seed of the deals.
        begin, end : int array, shape (n_field,)
            Half-open ranges of pairs per opponent; `begin` is 0 by default.

        Returns
        -------
        list of list of float array, shape (n_pairs,)
            The deck's score in each pair, by deck and opponent.
        """
        begin = np.zeros_like(end) if begin is None else begin
        variants, met = self._seat(decks, seed)
        ranges: list[PairRange] = []
        owners: list[tuple[int, Meeting]] = []
        for number, meetings in enumerate(met):
            for meeting in meetings:
                opponent = meeting.opponent
                parts = pair_ranges(meeting.row, int(begin[opponent]), int(end[opponent]))
                ranges += parts
                owners += [(number, meeting)] * len(parts)
        scores = [[[np.empty(0)] for _ in self.field] for _ in decks]
        tasks = [(variants.arrays, pairs) for pairs in ranges]
        for (number, meeting), played in zip(owners, self.store.play(tasks), strict=True):
            scores[number][meeting.opponent].append(played[meeting.side])
        return [[np.concatenate(parts) for parts in of_deck] for of_deck in scores]

    def _seat(self, decks: Sequence[Cards], seed: int) -> tuple[VariantPlan, list[list[Meeting]]]:
        """Plan the games of decks as challengers in the arena, and list each deck's meetings."""
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
                for place in places_of_deck
                for opponent in matchups[place.own].decks
                if opponent < n_field
            ]
            for places_of_deck in variants.matchups
        ]
        return variants, met


def share_pairs(n_pairs: int, weights: np.ndarray, least: int = 0) -> np.ndarray:
    """Return the number of pairs in the arena against each opponent, by the weights of a mix.

    Parameters
    ----------
    n_pairs : int
        Approximate total.
    weights : float array, shape (n_field,)
        Weights, which add up to 1.
    least : int
        Least number per opponent; by default, 1 for opponents with a weight of 0.01 or more.
    """
    fewest = np.where(weights >= SMALL_SHARE, 1, 0)
    return np.maximum(np.rint(n_pairs * weights).astype(int), np.maximum(fewest, least))

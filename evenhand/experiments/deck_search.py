"""Search for the strongest decks reachable by exchanging cards, by successive halving.

Many decks play few games; the better half plays as many again, and so on, until `KEPT` decks
remain, from which the next decks are made. All decks play the same deals. The scores are
biased by the selection, so win rates must be estimated on other deals.

Karnin, Koren and Somekh (2013), Almost optimal exploration in multi-armed bandits, ICML 30.
"""

from collections.abc import Sequence
from math import ceil, log2

import numpy as np

from evenhand.experiments.arena import Arena, Cards, share_pairs
from evenhand.experiments.deck_moves import Candidate, Moves

__all__ = ["FEWEST_SEARCH_PAIRS", "Search", "select_by_halving"]

STEPS = 5  # successive steps of exchanges
BASES = 4  # decks of the field from which a search starts
KEPT = 8  # decks from which the next ones are made
FEWEST_TRIED = 2 * KEPT
FIRST_PAIRS = 16  # per deck
FEWEST_SEARCH_PAIRS = STEPS * FEWEST_TRIED * FIRST_PAIRS * 2


class Search:
    """A search for the strongest decks against a mix.

    Attributes
    ----------
    tried : set of tuple of int
        Keys of the decks tried: sorted rows of the pool.

    Parameters
    ----------
    arena : Arena
    moves : Moves
    weights : float array, shape (n_field,)
        Weights of the field's decks.
    seed : int
        Seed of the deals and of the exchanges.
    """

    def __init__(self, arena: Arena, moves: Moves, weights: np.ndarray, seed: int) -> None:
        self.arena, self.moves, self.weights, self.seed = arena, moves, weights, seed
        self.field = [deck.cards for deck in arena.field]
        self.tried: set[Cards] = {tuple(sorted(cards)) for cards in self.field}

    def run(self, order: Sequence[int], n_pairs: int) -> list[Candidate]:
        """Search for the strongest decks, and return those that remain, best first.

        Parameters
        ----------
        order : sequence of int
            Indices of the field's decks, best first; the first `BASES` start the search.
        n_pairs : int
            Number of pairs allowed.
        """
        rng = np.random.default_rng(self.seed)
        best = [Candidate(origin, self.field[origin]) for origin in order[:BASES]]
        for step in range(STEPS):
            crossed = self.moves.combine_decks(best, self.field, self.tried) if step else []
            known = [*best, *crossed]
            n_new = max(count_tried(n_pairs // STEPS), FEWEST_TRIED) - len(known)
            drawn = self.moves.draw_decks(best, max(n_new, KEPT), self.tried, rng)
            best = select_by_halving(self.arena, [*known, *drawn], self.weights, n_pairs // STEPS,
                         self.seed + step)  # fmt: skip
        return best


def count_tried(n_pairs: int) -> int:
    """Return the number of decks for which the pairs of a search suffice."""
    n = FEWEST_TRIED
    while 2 * n * FIRST_PAIRS * count_shares(2 * n) <= n_pairs:
        n *= 2
    return int(n_pairs / FIRST_PAIRS / count_shares(2 * n))


def count_shares(n_decks: int) -> float:
    """Return the pairs of all halvings of a search, as a multiple of those before the first."""
    return 1 + count_halvings(n_decks) / 2


def count_halvings(n_decks: int) -> int:
    """Return the number of halvings of a search until `KEPT` decks remain."""
    return max(0, ceil(log2(n_decks / KEPT)))


def select_by_halving(
    arena: Arena, decks: Sequence[Candidate], weights: np.ndarray, n_pairs: int, seed: int
) -> list[Candidate]:
    """Search among decks by keeping the better half, with twice the games each time.

    Returns
    -------
    list of Candidate
        At most `KEPT`, best first; decks with equal scores in the given order.
    """
    remaining = list(decks)
    pairs = max(int(n_pairs / len(remaining) / count_shares(len(remaining))), FIRST_PAIRS)
    begin = np.zeros(len(weights), int)
    sums = np.zeros((len(remaining), len(weights)))
    while True:
        end = share_pairs(pairs, weights)
        played = arena.play([deck.cards for deck in remaining], seed, end, begin)
        sums += [[scores.sum() for scores in of_deck] for of_deck in played]
        met = end > 0
        rates = (sums[:, met] / end[met]) @ (weights[met] / weights[met].sum())
        is_done = len(remaining) <= KEPT
        best = np.argsort(-rates, kind="stable")[: max(KEPT, ceil(len(remaining) / 2))]
        remaining, sums = [remaining[place] for place in best], sums[best]
        if is_done:
            return remaining
        begin, pairs = end, 2 * pairs

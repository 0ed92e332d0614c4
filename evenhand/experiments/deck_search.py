"""The strongest decks that can be reached by exchanging cards, by successive halving.

Many decks play few games; the better half plays as many again, and so on, until few are left.
From those the next decks are made. All play the same deals, and the scores by which decks are
chosen say nothing of how good they are: that takes other deals.

Karnin, Koren and Somekh (2013), Almost optimal exploration in multi-armed bandits, ICML 30.
"""

from collections.abc import Sequence
from math import ceil, log2

import numpy as np

from evenhand.experiments.arena import Arena, Cards, share_pairs
from evenhand.experiments.deck_moves import Candidate, Moves

__all__ = ["FEWEST_SEARCH_PAIRS", "Search", "halve"]

STEPS = 5  # rounds of exchanges, one upon the other
BASES = 4  # decks of the field that a search begins with
KEPT = 8  # decks that the next ones are made from
FEWEST_TRIED = 2 * KEPT
FIRST_PAIRS = 16  # of each deck
FEWEST_SEARCH_PAIRS = STEPS * FEWEST_TRIED * FIRST_PAIRS * 2


class Search:
    """A search for the strongest decks against a mix.

    Attributes
    ----------
    tried : set of tuple of int
        Decks, as sorted rows of the pool.

    Parameters
    ----------
    arena : Arena
    moves : Moves
    weights : float array, shape (n_field,)
        Of the decks of the field.
    seed : int
        Of the deals, and of the exchanges.
    """

    def __init__(self, arena: Arena, moves: Moves, weights: np.ndarray, seed: int) -> None:
        self.arena, self.moves, self.weights, self.seed = arena, moves, weights, seed
        self.field = [deck.cards for deck in arena.field]
        self.tried: set[Cards] = {tuple(sorted(cards)) for cards in self.field}

    def run(self, order: Sequence[int], n_pairs: int) -> list[Candidate]:
        """Search, and return the decks that are left, the best first.

        Parameters
        ----------
        order : sequence of int
            Decks of the field, the best first: those that are begun with.
        n_pairs : int
            That may be played.
        """
        rng = np.random.default_rng(self.seed)
        best = [Candidate(origin, self.field[origin]) for origin in order[:BASES]]
        for step in range(STEPS):
            crossed = self.moves.cross(best, self.field, self.tried) if step else []
            known = [*best, *crossed]
            room = max(count_tried(n_pairs // STEPS), FEWEST_TRIED) - len(known)
            drawn = self.moves.draw(best, max(room, KEPT), self.tried, rng)
            best = halve(self.arena, [*known, *drawn], self.weights, n_pairs // STEPS,
                         self.seed + step)  # fmt: skip
        return best


def count_tried(n_pairs: int) -> int:
    """Return how many decks so many pairs are enough for."""
    n = FEWEST_TRIED
    while 2 * n * FIRST_PAIRS * count_shares(2 * n) <= n_pairs:
        n *= 2
    return int(n_pairs / FIRST_PAIRS / count_shares(2 * n))


def count_shares(n_decks: int) -> float:
    """Return how much all halvings take, as a multiple of what the first of them does."""
    return 1 + count_halvings(n_decks) / 2


def count_halvings(n_decks: int) -> int:
    """Return how often decks are halved until few are left."""
    return max(0, ceil(log2(n_decks / KEPT)))


def halve(
    arena: Arena, decks: Sequence[Candidate], weights: np.ndarray, n_pairs: int, seed: int
) -> list[Candidate]:
    """Keep the better half of decks again and again, with twice the games each time.

    Returns
    -------
    list of Candidate
        At most `KEPT`, the best first; of decks that scored alike the earlier ones.
    """
    left = list(decks)
    pairs = max(int(n_pairs / len(left) / count_shares(len(left))), FIRST_PAIRS)
    begin = np.zeros(len(weights), int)
    sums = np.zeros((len(left), len(weights)))
    while True:
        end = share_pairs(pairs, weights)
        played = arena.play([deck.cards for deck in left], seed, end, begin)
        sums += [[scores.sum() for scores in own] for own in played]
        met = end > 0
        rates = (sums[:, met] / end[met]) @ (weights[met] / weights[met].sum())
        enough = len(left) <= KEPT
        best = np.argsort(-rates, kind="stable")[: max(KEPT, ceil(len(left) / 2))]
        left, sums = [left[place] for place in best], sums[best]
        if enough:
            return left
        begin, pairs = end, 2 * pairs

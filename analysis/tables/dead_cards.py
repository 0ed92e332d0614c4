"""Dead cards: how often a card that a deck had in hand was never played in that game.

A game counts for a card if a copy was in the opening hand, drawn or fetched. A copy of an opening
hand that was sent back by a mulligan was never there to be played, and cannot be told from one that
was kept: in a game with a mulligan, only copies drawn or fetched count.

Whether a card is played hangs on the bot. And cards drawn late are left over in every deck, so a
card is compared with all cards of its deck together.
"""

from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.card_counts import WORDS, CardCounter, make_card_counters
from evenhand.analysis.data.pairs import Floats, PairBlock, PairSums
from evenhand.analysis.data.run import PlayedMatchup, Run
from evenhand.analysis.data.tallies import Sums, Tally, tally
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg
from evenhand.analysis.statistics.ratios import (
    PooledSums,
    difference,
    difference_columns,
    least_error,
    p_values,
    rate_columns,
    ratio,
)

__all__ = ["CardsInHand", "dead_cards"]

QUANTITIES = ("held", "dead", "all_held", "all_dead")


def dead_cards(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often each card lay dead in hand: drawn, and never played in that game.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck and card, the most often dead first: deck, card, n_games (games times
        seats in which a copy was in hand), n_dead (those in which no copy was played), dead_share,
        dead_share_low, dead_share_high (the share, in [0, 1]), excess, excess_low, excess_high
        (minus the share of all cards of the deck together, in [-1, 1]), excess_p, excess_q (of
        "the card lies dead as often as its deck's cards do"; the q-value bounds the share of
        false discoveries among all rows). Cards that were never in hand are left out.

        All matchups are weighted equally; both seats of a mirror match count. Intervals and
        p-values treat pairs as the units.
    """
    counted = tally(run, CardsInHand)
    frames = [
        make_rows(run, deck, counted.of_deck[deck], counter, level)
        for deck, counter in counted.counters.items()
    ]
    frame = pd.concat(frames, ignore_index=True)
    frame["excess_q"] = benjamini_hochberg(frame["excess_p"])
    by = ["dead_share", "deck", "card"]
    return frame.sort_values(by, ascending=[False, True, True], ignore_index=True)


class CardsInHand(Tally):
    """Games in which each card of a deck was in hand, and in which it was never played.

    Attributes
    ----------
    counters : dict of int to CardCounter
        By row of the deck list.
    of_deck : dict of int to PooledSums
        Rows are the cards of the deck's counter.
    """

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        words = (*WORDS, "mulligans", *(["cards"] if run.is_sealed else []))
        self.columns = [f"{word}_{seat}" for word in words for seat in range(run.n_seats)]
        self.counters = make_card_counters(run)
        self.of_deck = {
            deck: PooledSums(len(counter.cards), QUANTITIES)
            for deck, counter in self.counters.items()
        }

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by row of the deck list."""
        return {
            deck: count_in_hand(block, deck, self.counters[deck])
            for deck in dict.fromkeys(block.matchup.decks)
        }

    def store_sums(self, matchup: PlayedMatchup, sums: Sums) -> None:
        """Add a matchup to the pools, with the same weight as every other."""
        for deck, part in sums.items():
            self.of_deck[deck].add(part, 1 / part.n_pairs)


def count_in_hand(block: PairBlock, deck: int, counter: CardCounter) -> PairSums:
    """Count over each pair the games in which a deck's cards were in hand, and lay dead there."""
    held, dead = np.zeros((2, len(counter.cards), block.n_pairs))
    for side, of_side in enumerate(block.matchup.decks):
        for seat in range(block.n_seats) if of_side == deck else ():
            is_held, is_dead = find_dead(block, side, seat, counter)
            held += is_held
            dead += is_dead
    both = {"held": held, "dead": dead}
    return PairSums.of({**both, **{f"all_{name}": sum_cards(one) for name, one in both.items()}})


def sum_cards(values: Floats) -> Floats:
    """Sum over a deck's cards; the same sum for each of them."""
    return np.broadcast_to(values.sum(axis=0), values.shape)


def find_dead(
    block: PairBlock, side: int, seat: int, counter: CardCounter
) -> tuple[np.ndarray, np.ndarray]:
    """Find the cards in hand in each pair's game with a side in a seat, and those not played.

    Returns
    -------
    held, dead : bool array, shape (n_cards, n_pairs)
    """
    opening, drawn, tutored, played = (
        block.of_side(word, side, seat).view(np.uint64) for word in WORDS
    )
    kept = np.where(block.of_side("mulligans", side, seat) == 0, opening, np.uint64(0))
    held = counter.count(kept | drawn | tutored, block, side, seat) > 0
    return held, held & (counter.count(played, block, side, seat) == 0)


def make_rows(
    run: Run, deck: int, sums: PooledSums, counter: CardCounter, level: float
) -> pd.DataFrame:
    """Return the rows of a deck's cards, without q-values."""
    share = ratio(sums, ["dead"], ["held"])
    usual = ratio(sums, ["all_dead"], ["all_held"])
    excess = difference(share, usual)
    columns: dict[str, Any] = {
        "deck": run.deck_names[deck],
        "card": [run.card_names[card] for card in counter.cards],
        "n_games": sums.count("held"),
        "n_dead": sums.count("dead"),
    }
    columns |= rate_columns("dead_share", sums, share, level)
    columns |= difference_columns("excess", sums, excess, level)
    least = least_error(share.value, usual.value, columns["n_games"])
    columns["excess_p"] = p_values(sums, excess, least)
    return pd.DataFrame(columns)[columns["n_games"] > 0]

"""Counts of card copies by where they were seen, from the bit words of the game table.

Bit k of a word stands for slot k of the seat's deck. With fixed decks a slot always
holds the same card; in sealed play the game table lists the card of each slot.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from evenhand.analysis.data.pairs import PairBlock
from evenhand.analysis.data.run import Run

__all__ = [
    "WORDS", "CardCounter", "FixedDeck", "SealedDeck", "count_copies_seen", "make_card_counters",
]  # fmt: skip

WORDS = ("opening", "drawn", "tutored", "played")
ALL_SLOTS = np.uint64(2**64 - 1)
Words = NDArray[np.uint64]


class CardCounter(ABC):
    """Counts the copies of each card among the slots whose bits are set.

    Attributes
    ----------
    cards : int array, shape (n_cards,)
        The card of each row of the counts, as a row of the run's card names.
    """

    cards: NDArray[np.intp]

    @abstractmethod
    def count(self, words: Words, block: PairBlock, side: int, seat: int) -> np.ndarray:
        """Count card copies in the games in which a side sits in the given seat.

        Parameters
        ----------
        words : uint64 array, shape (n_pairs,)
            Bits beyond the deck's slots are ignored, as are empty slots (-1).

        Returns
        -------
        int array, shape (n_cards, n_pairs)
        """


class FixedDeck(CardCounter):
    """Counter for a deck whose slots hold the same cards in every game.

    Parameters
    ----------
    slots : sequence of int
        Card of each slot, a row of the run's card names.
    """

    def __init__(self, slots: list[int]) -> None:
        self.cards = np.array(list(dict.fromkeys(slots)))
        slot_bits = np.uint64(1) << np.arange(len(slots), dtype=np.uint64)
        holds = np.equal.outer(self.cards, slots)
        self.masks = np.where(holds, slot_bits, np.uint64(0)).sum(axis=1, dtype=np.uint64)

    def count(self, words: Words, block: PairBlock, side: int, seat: int) -> np.ndarray:
        """Count each card's copies by the set bits among its slots."""
        return np.bitwise_count(words & self.masks[:, None])


class SealedDeck(CardCounter):
    """Counter for decks that differ from game to game.

    Parameters
    ----------
    n_cards : int
        Size of the pool.
    """

    def __init__(self, n_cards: int) -> None:
        self.cards = np.arange(n_cards)

    def count(self, words: Words, block: PairBlock, side: int, seat: int) -> np.ndarray:
        """Count copies by set bits, by the card that each slot holds in each game."""
        slots = block.of_side("cards", side, seat)
        n_pairs, n_slots = slots.shape
        chosen = (words[:, None] >> np.arange(n_slots, dtype=np.uint64)) & np.uint64(1)
        pair, slot = np.nonzero(chosen.astype(bool) & (slots >= 0))
        cell = slots[pair, slot].astype(np.intp) * n_pairs + pair
        counts = np.bincount(cell, minlength=self.cards.size * n_pairs)
        return counts.reshape(self.cards.size, n_pairs)


def make_card_counters(run: Run) -> dict[int, CardCounter]:
    """Make a card counter for each deck played, keyed by row of the deck list."""
    decks = sorted({deck for matchup in run.matchups for deck in matchup.decks})
    if run.is_sealed:
        return {deck: SealedDeck(len(run.card_names)) for deck in decks}
    row_of = {name: row for row, name in enumerate(run.card_names)}
    lists = {deck: run.info["decks"][deck]["cards"] for deck in decks}
    return {deck: FixedDeck([row_of[name] for name in cards]) for deck, cards in lists.items()}


def count_copies_seen(
    counter: CardCounter, block: PairBlock, side: int, seat: int, names: Collection[str]
) -> dict[str, np.ndarray]:
    """Count card copies by where they were seen, in games in which a side sits in a seat.

    Parameters
    ----------
    names : collection of str
        Which of those below to count.

    Returns
    -------
    dict of str to int array, shape (n_cards, n_pairs)
        deck: all; oh: in the opening hand; gd: drawn later; gns: never seen, neither
        drawn nor fetched; seen: opening hand, drawn or fetched; played: of those seen.
    """
    opening, drawn, tutored, played = (
        block.of_side(word, side, seat).view(np.uint64) for word in WORDS
    )
    seen = opening | drawn | tutored
    words = {
        "deck": np.full_like(seen, ALL_SLOTS),
        "oh": opening,
        "gd": drawn & ~opening,
        "gns": ~seen,
        "seen": seen,
        "played": played & seen,
    }
    return {name: counter.count(words[name], block, side, seat) for name in names}

"""Deal decks to seats: the deck list, or in sealed play the cards of newly opened packs."""

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.rng import Purpose, words4

__all__ = ["PACK_SLOTS", "PACK_WIDTH", "PRODUCT", "deal_deck", "open_packs"]

PACK_SLOTS = 16  # cards of one pack
PACK_WIDTH = 2_000  # different cards that one slot of a pack can hold

PRODUCT = record(
    ("packs", np.int16),  # packs per player; 0: the deck is a list, not packs
    ("n_slots", np.int16),
    ("rows", np.int16, (PACK_SLOTS, PACK_WIDTH)),
    ("cumulative", np.uint32, (PACK_SLOTS, PACK_WIDTH)),
)


@rule
def open_packs(rng, product, side, rank_of, cards):
    """Open a side's packs into ``cards``, sorted as deck lists are; return their number."""
    n = 0
    for _ in range(product.packs):
        for slot in range(product.n_slots):
            draw = words4(rng, Purpose.PACKS, side)[0]
            insert(cards, n, card_drawn(product, slot, draw), rank_of)
            n += 1
    return n


@rule
def card_drawn(product, slot, draw):
    """Return the card that a 32-bit random number selects for a slot."""
    low, high = 0, PACK_WIDTH - 1
    while low < high:
        middle = (low + high) // 2
        if np.uint64(product.cumulative[slot, middle]) < draw:
            low = middle + 1
        else:
            high = middle
    return product.rows[slot, low]


@rule
def insert(cards, n, card, rank_of):
    """Insert a card into n sorted ones."""
    i = n
    while i > 0 and rank_of[cards[i - 1]] > rank_of[card]:
        cards[i] = cards[i - 1]
        i -= 1
    cards[i] = card


@rule
def deal_deck(state, seat, side, cards, size, product, rank_of):
    """Deal the deck of a side to a seat: its list, or the cards of its packs."""
    if product.packs:
        size = open_packs(state.rng, product, side, rank_of, state.card_of[seat])
    else:
        for slot in range(size):
            state.card_of[seat, slot] = cards[slot]
    state.deck_size[seat] = size

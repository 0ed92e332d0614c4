"""The records of BlackPoker.

One game on the table; places for bulwarks count away from the deck::

    seat 1    deck  grave   [0] [1] [2] ..    bulwarks, face down
                            soldiers
                                              stage: requests, the newest on top
                            soldiers
    seat 0    deck  grave   [0] [1] [2] ..    bulwarks, face down

A *copy* is a deck slot of its owner: the same number from the first shuffle to the end.
A soldier goes by its first card; cards equipped lie upon it. A bulwark goes by its place,
since its card is hidden; a place is used once. A *character* is either, as one number:
a soldier's first copy, or ``BULWARK`` + place. Sets are words of `evenhand.simulate.engine.sets`.
"""

import numpy as np

from evenhand.decks.blackpoker.card import SUITS
from evenhand.decks.pool import CardPool
from evenhand.decks.records import record
from evenhand.simulate.engine.agenda import agenda_fields, task_record
from evenhand.simulate.engine.pool_record import fill_pool_record
from evenhand.simulate.engine.stack import stack_fields, stack_item
from evenhand.simulate.engine.state import state_record
from evenhand.simulate.games.blackpoker.enums import DECK_SLOTS, PLACES, REQUEST_SLOTS, SEATS

__all__ = ["STATE", "pack_pool"]

PLAYER = record(
    ("hand", np.int64),
    ("grave", np.int64),
    ("soldiers", np.int64),  # set of their first copies
    ("driven", np.int64),  # .. of those that are driven
    ("fresh", np.int64),  # set of copies that became or joined soldiers this turn
    ("bulwarks", np.int64),  # set of places
    ("spent", np.int64),  # .. of those that are driven
    ("shown", np.int64),  # hand cards that the enemy has seen
    ("of_suit", np.int64, (SUITS + 1,)),  # the deck list's copies by Suit; Jokers the last
    ("aces", np.int64),
    ("royals", np.int64),  # J, Q, K
    ("deck", np.int8, (DECK_SLOTS,)),  # copies, the top card last
    ("n_deck", np.int8),
    ("top", np.int8),  # the top card of the grave, or NOTHING
    ("n_places", np.int8),  # places for bulwarks used so far
    ("bulwark", np.int8, (PLACES,)),  # the copy at each place
    ("changes_due", np.int8),  # Generation Changes triggered
    ("emptied_by", np.int8),  # EndReason: what took the card that left the deck last
    ("number", np.int8, (DECK_SLOTS,)),  # of each copy
    ("bonus", np.int16, (DECK_SLOTS,)),  # of each soldier until the end of the turn
    ("gear", np.int64, (DECK_SLOTS,)),  # set of copies equipped upon each soldier
)

REQUEST = stack_item(
    ("deed", np.int8),  # Deed
    ("seat", np.int8),  # whose it is
    ("keys", np.int64),  # set of key cards
    ("target_seat", np.int8),
    ("target", np.int8),  # a character
    ("target_mark", np.int16),  # a request
)

ITEM = task_record(
    ("n", np.int8),
    ("left", np.int64),  # set of the turn player's soldiers
)

STATE = state_record(
    SEATS,
    DECK_SLOTS,
    ("active", np.int8),  # whose turn it is
    ("sets", np.int8),  # bulwarks set this turn
    ("attacks", np.int8),  # Attacks started this turn
    ("attackers", np.int64),  # set of the turn player's soldiers
    ("blockers", np.int64, (DECK_SLOTS,)),  # set of enemy soldiers before each attacker
    ("wall", np.int8, (DECK_SLOTS,)),  # place of the bulwark before each attacker, or NOTHING
    ("current", REQUEST, (1,)),  # being announced, or being carried out
    ("raised", REQUEST, (1,)),  # on its way to the stage without a player
    ("players", PLAYER, (SEATS,)),
    *stack_fields(REQUEST, REQUEST_SLOTS),
    *agenda_fields(ITEM),
)


def pack_pool(pool: CardPool) -> np.ndarray:
    """Turn a card pool into the table that rules read, shape (1,)."""
    return fill_pool_record(pool.records, pool.abilities, pool.steps)

"""The records of Divinity.

One side of the table, its places counted from 0::

    [3] [4] [5]      Walls: left, middle, right      [6]  Environment
    [0] [1] [2]      Deities
     7   9   11      what is attached to each
     8  10   12

A *copy* is a deck slot of its owner: the same number from the first shuffle to the end.
A *spot* is a place counted over both sides: ``seat * PLACES + place``. Attachments of
both players lie under one Deity, so what lies at a spot has an owner of its own. Sets of
copies and of spots are words of `evenhand.simulate.engine.sets`.
"""

import numpy as np

from evenhand.decks.pool import CardPool
from evenhand.decks.records import record
from evenhand.simulate.engine.abilities.fields import ability_cards, ability_fields, ability_task
from evenhand.simulate.engine.agenda import agenda_fields
from evenhand.simulate.engine.pool_record import fill_pool_record
from evenhand.simulate.engine.state import state_record
from evenhand.simulate.games.divinity.enums import DECK_SLOTS, DEITIES, PLACES, SEATS

__all__ = ["STATE", "pack_pool"]

PLACE = record(
    ("copy_id", np.int8),  # the card, NOTHING in an empty place
    ("owner", np.int8),  # whose deck it is from; its player
    ("face_down", np.int8),  # 0 or 1
    ("damage", np.int16),
    ("words", np.int64),  # set of Adjective: what is printed, and what is added
    ("atk", np.int16),  # as it is now, see numbers.py
    ("hp", np.int16),  # as it is now, damage not taken off
    ("next_words", np.int64),  # what the round under way makes of them
    ("next_atk", np.int16),
    ("next_hp", np.int16),
)

PLAYER = record(
    ("hand", np.int64),
    ("discard", np.int64),
    ("using", np.int64),  # cards on their way from the hand into play
    ("shown", np.int64),  # hand cards that the enemy has seen
    ("deck", np.int8, (DECK_SLOTS,)),  # copies, the top card last
    ("n_deck", np.int8),
    ("redraws", np.int8),  # opening hands without a Deity
    ("actions", np.int16),  # of this turn
    ("plays", np.int8),  # Deities and Walls still allowed this turn
    ("places", PLACE, (PLACES,)),
)

ITEM = ability_task(
    SEATS * PLACES,
    ("passes", np.int8),  # of a flip window: in a row
    ("attacker", np.int8),  # of an attack: the Deity whose target is next
)

STATE = state_record(
    SEATS,
    DECK_SLOTS,
    ("unsettled", np.int8),  # 1: see what must leave play and who has lost
    ("stale", np.int8),  # 1: numbers must be worked out anew
    ("hanging", np.int8),  # 1: numbers hang on counts or conditions
    ("altered", np.int8),  # 1: something changes attributes, ATK or HP
    ("genders_apart", np.int8),  # 1: gender Both is neither female nor male (E26)
    ("decked", np.int8),  # set of seats that had to draw from an empty deck
    ("demands", np.int8),  # of the card being played: those still to be met
    ("spot_of", np.int8, (SEATS, DECK_SLOTS)),  # where each card in play lies, or NOTHING
    ("taken", np.int64),  # set of spots: cards in play
    ("down", np.int64, (SEATS,)),  # set of spots: each player's face-down Attachments
    ("attackers", np.int8, (DEITIES,)),  # of the active player: copy announced, or NOTHING
    ("targets", np.int8, (DEITIES,)),  # .. spot that each attacks
    ("target_copies", np.int8, (DEITIES,)),  # .. and the card that was there
    ("blows", np.int16, (DEITIES,)),  # .. and the damage it deals
    ("struck", np.int64),  # set of spots that the attack has just damaged
    ("deck_trophies", np.int8),  # still to be taken, each a card of the deck
    ("free_trophies", np.int8),  # .. each a card of the deck or the discard pile
    ("players", PLAYER, (SEATS,)),
    *ability_fields(SEATS * PLACES),
    *agenda_fields(ITEM),
)


def pack_pool(pool: CardPool) -> np.ndarray:
    """Turn a card pool into the table that rules read, shape (1,)."""
    return fill_pool_record(ability_cards(pool), pool.abilities, pool.steps)

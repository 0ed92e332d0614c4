"""The records of Divinity.

One side of the table, its places counted from 0::

    [3] [4] [5]      Walls: left, middle, right      [6]  Environment
    [0] [1] [2]      Deities
     7   9   11      what is attached to each
     8  10   12

A *copy* is a deck slot of its owner: the same number from the first shuffle to the end.
A *spot* is a place counted over both sides: ``seat * PLACES + place``. Attachments of
both players lie under one Deity, so what lies at a spot has an owner of its own. Sets of
copies and of spots are words of `simulate.engine.sets`.
"""

import numpy as np

from decks.divinity.words import Moment
from decks.pool import MOST_ABILITIES, CardPool
from decks.records import record
from simulate.engine.agenda import agenda_fields, task_record
from simulate.engine.state import fill_table, state_record
from simulate.games.divinity.words import DECK_SLOTS, DEITIES, PLACES, SEATS

__all__ = ["STATE", "make_table"]

PLACE = record(
    ("copy_id", np.int8),  # the card, NOTHING in an empty place
    ("owner", np.int8),  # whose deck it is from; its player
    ("face_down", np.int8),  # 0 or 1
    ("damage", np.int16),
    ("used", np.int8, (MOST_ABILITIES,)),  # uses this turn of each of its abilities
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

ITEM = task_record(
    ("seat", np.int8),
    ("copy_id", np.int8),
    ("n", np.int8),
)

STATE = state_record(
    SEATS,
    DECK_SLOTS,
    ("active", np.int8),  # whose turn it is; NOTHING during set-up
    ("unsettled", np.int8),  # 1: see what must leave play and who has lost
    ("decked", np.int8),  # set of seats that had to draw from an empty deck
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
    *agenda_fields(ITEM),
)


def table_card(card_record: np.dtype) -> np.dtype:
    """Make the record of a card on the table: the pool's fields and one for speed."""
    fields = [(name, card_record[name]) for name in card_record.names or ()]
    return record(*fields, ("always", np.int64))  # set of Verbs of its continuous abilities


def make_table(pool: CardPool) -> np.ndarray:
    """Turn a card pool into the table that rules read, shape (1,)."""
    cards = np.zeros(len(pool.records), table_card(pool.schema.card_record))
    for name in pool.schema.card_record.names or ():
        cards[name] = pool.records[name]
    for card in cards:
        for row in range(card["first_ability"], card["first_ability"] + card["n_abilities"]):
            ability = pool.abilities[row]
            if ability["moment"] == Moment.ALWAYS:
                first, n = ability["first_step"], ability["n_steps"]
                for step in pool.steps[first : first + n]:
                    card["always"] |= 1 << int(step["verb"])
    return fill_table(cards, pool.abilities, pool.steps)

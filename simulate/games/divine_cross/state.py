"""The records of Divine Cross.

One game on the table, seat 0 having the first turn::

    seat 1    deck  discard  KO        [1] [2] [3]     standby, slots 1-3
                                          [0]          main, slot 0
                                          [0]
    seat 0    deck  discard  KO        [1] [2] [3]

A *copy* is a deck slot of its owner: the same number from the first shuffle to the
end. A *spot* is a place for a unit counted over both players: ``seat * SLOTS + slot``.
Sets of copies and of spots are words of `evenhand.simulate.engine.sets`.
"""

import numpy as np

from evenhand.decks.divine_cross.words import Moment
from evenhand.decks.pool import CardPool
from evenhand.decks.records import NOTHING, record
from evenhand.simulate.engine.abilities.fields import ability_cards, ability_fields, ability_task
from evenhand.simulate.engine.agenda import agenda_fields
from evenhand.simulate.engine.pool_record import fill_pool_record
from evenhand.simulate.engine.state import state_record
from evenhand.simulate.games.divine_cross.enums import DECK_SLOTS, MODIFIER_SLOTS, SEATS, SLOTS

__all__ = ["STATE", "pack_pool"]

UNIT = record(
    ("energy", np.int64),  # set of its owner's copies attached face down
    ("damage", np.int16),
    ("copy_id", np.int8),  # the unit card, NOTHING in an empty place
    ("assist", np.int8),  # the attached Assist, or NOTHING
    ("stunned", np.int8),  # 0 or 1
    (
        "attribute",
        np.int8,
    ),  # evenhand.decks.divine_cross.words.Attribute, what effects add included
    ("hit_by", np.int8),  # enemy copy that last damaged it, or NOTHING
)

PLAYER = record(
    ("hand", np.int64),
    ("discard", np.int64),
    ("ko", np.int64),
    ("using", np.int64),  # Events and Actions being carried out
    ("shown", np.int64),  # hand cards that the enemy has seen
    ("deck", np.int8, (DECK_SLOTS,)),  # copies, the top card last
    ("n_deck", np.int8),
    ("reveals", np.int8),  # unitless opening hands shown
    ("main_actions", np.int16),  # of this turn
    ("charges", np.int8),  # still allowed this turn
    ("events", np.int8),
    ("retreats", np.int8),
    ("units", UNIT, (SLOTS,)),
)

ITEM = ability_task(
    SEATS * SLOTS,
    ("n", np.int8),
    ("spot", np.int8),
    ("to", np.int8),  # spot that moved energy goes to, or NOTHING
)

MODIFIER = record(("verb", np.int8), ("amount", np.int16))

STRIKE = record(
    ("on", np.int8),  # 1 while a skill is being used
    ("skill", np.int8),
    ("stage", np.int8),  # StrikeStage
    ("damage", np.int32),
    ("n_modifiers", np.int8),
    ("gathered", np.int8),  # 1: the modifiers of this stage have been collected
    ("modifiers", MODIFIER, (MODIFIER_SLOTS,)),
)

STATE = state_record(
    SEATS,
    DECK_SLOTS,
    ("unsettled", np.int8),  # 1: a KO check is due
    ("hanging", np.int8),  # 1: HP or attributes hang on counts or conditions
    ("coloured", np.int8),  # 1: something adds to attributes
    ("held_copy", np.int8),  # the card a half-made choice is about
    ("strike", STRIKE),
    ("players", PLAYER, (SEATS,)),
    *ability_fields(SEATS * SLOTS),
    *agenda_fields(ITEM),
)

SKILL_MOMENTS = (Moment.SKILL_1, Moment.SKILL_2)


def pack_pool(pool: CardPool) -> np.ndarray:
    """Turn a card pool into the table that rules read, shape (1,)."""
    cards = ability_cards(pool, ("striking", np.int16, (2,)))  # each skill's ability, or NOTHING
    cards["striking"] = NOTHING
    for card in cards:
        for row in range(card["first_ability"], card["first_ability"] + card["n_abilities"]):
            moment = pool.abilities[row]["moment"]
            if moment in SKILL_MOMENTS:
                card["striking"][SKILL_MOMENTS.index(moment)] = row
    return fill_pool_record(cards, pool.abilities, pool.steps)

"""The records of Divine Cross.

One game on the table, seat 0 having the first turn::

    seat 1    deck  discard  KO        [1] [2] [3]     standby, slots 1-3
                                          [0]          main, slot 0
                                          [0]
    seat 0    deck  discard  KO        [1] [2] [3]

A *copy* is a deck slot of its owner: the same number from the first shuffle to the
end. A *spot* is a place for a unit counted over both players: ``seat * SLOTS + slot``.
Sets of copies and of spots are words of `simulate.engine.sets`.
"""

import numpy as np

from decks.divine_cross.words import Moment
from decks.pool import CardPool
from decks.records import NOTHING, record
from simulate.engine.agenda import agenda_fields, task_record
from simulate.engine.state import fill_table, state_record
from simulate.games.divine_cross.words import (
    ABILITY_SLOTS,
    DECK_SLOTS,
    FOUND_SLOTS,
    LASTING_SLOTS,
    MODIFIER_SLOTS,
    SEATS,
    SLOTS,
    STATIC_SLOTS,
    TRIGGER_SLOTS,
)

__all__ = ["STATE", "make_table"]

UNIT = record(
    ("energy", np.int64),  # set of its owner's copies attached face down
    ("damage", np.int16),
    ("copy_id", np.int8),  # the unit card, NOTHING in an empty place
    ("assist", np.int8),  # the attached Assist, or NOTHING
    ("stunned", np.int8),  # 0 or 1
    ("attribute", np.int8),  # decks.divine_cross.words.Attribute, what effects add included
    ("hit_by", np.int8),  # enemy copy that last damaged it, or NOTHING
    ("used", np.int8, (2 * ABILITY_SLOTS,)),  # uses this turn: own abilities, then the Assist's
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

ITEM = task_record(
    ("seat", np.int8),
    ("copy_id", np.int8),  # the card whose ability it is
    ("ability", np.int16),  # row of table.abilities
    ("step", np.int8),
    ("stage", np.int8),  # Stage
    ("part", np.int8),  # Part
    ("mode", np.int8),  # chosen option of "choose one", 1.., 0 before
    ("held", np.int8),  # 1: the step before happened
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
    ("mode", np.int8),  # what the ability's striking part decided, for the rest of it
    ("held", np.int64),  # set of its steps that happened
    ("declined", np.int8),  # 1: the ability did not happen at all
    ("n_modifiers", np.int8),
    ("gathered", np.int8),  # 1: the modifiers of this stage have been collected
    ("modifiers", MODIFIER, (MODIFIER_SLOTS,)),
)

LASTING = record(
    ("verb", np.int8),
    ("seat", np.int8),  # owner of the unit changed
    ("copy_id", np.int8),  # the unit; NOTHING: the player
    ("amount", np.int16),  # or the word, for verbs with a word
    ("last_turn", np.int16),  # the change ends with this turn
)

STATIC = record(
    ("seat", np.int8),
    ("copy_id", np.int8),
    ("verb", np.int8),
    ("ability", np.int16),  # row of table.abilities
    ("step", np.int16),  # row of table.steps
    ("area", np.int16),  # set of the spots it can reach at all
)

TRIGGER = record(("seat", np.int8), ("copy_id", np.int8), ("ability", np.int16))

PICK = record(
    ("candidates", np.int64),  # set of spots, or of copies of ``seat``
    ("picked", np.int64),
    ("left", np.int8),  # how many more
    ("up_to", np.int8),
    ("seat", np.int8),  # owner of the cards
)

STATE = state_record(
    SEATS,
    DECK_SLOTS,
    ("active", np.int8),  # whose turn it is; NOTHING during set-up
    ("unsettled", np.int8),  # 1: a KO check is due
    ("changing", np.int64),  # set of Verbs that something in play is changing
    ("hanging", np.int8),  # 1: HP or attributes hang on counts or conditions
    ("n_statics", np.int8),
    ("statics", STATIC, (STATIC_SLOTS,)),  # steps of continuous abilities in play
    ("n_found", np.int8),
    ("found", np.int16, (FOUND_SLOTS,)),  # see changes.find_changes
    ("held_copy", np.int8),  # the card a half-made choice is about
    ("objects", np.int64),  # what the current step's {object} came to
    ("it", np.int64),  # set of spots: what "it" means
    ("former", np.int64),  # .. and "the former", while "it" is the step's own target
    ("named", np.int16),  # the number named for "up to", or NOTHING
    ("pick", PICK),
    ("strike", STRIKE),
    ("n_triggers", np.int8),
    ("triggers", TRIGGER, (TRIGGER_SLOTS,)),
    ("n_lasting", np.int8),
    ("lasting", LASTING, (LASTING_SLOTS,)),
    ("players", PLAYER, (SEATS,)),
    *agenda_fields(ITEM),
)


def table_card(card_record: np.dtype) -> np.dtype:
    """Make the record of a card on the table: the pool's fields and two for speed."""
    fields = [(name, *_shaped(card_record[name])) for name in card_record.names or ()]
    return record(
        *fields,
        ("always", np.int64),  # set of Verbs of its continuous abilities
        ("striking", np.int16, (2,)),  # ability row of each skill, or NOTHING
    )


def _shaped(field: np.dtype) -> tuple:
    return (field.base, field.shape) if field.shape else (field,)


SKILL_MOMENTS = (Moment.SKILL_1, Moment.SKILL_2)


def make_table(pool: CardPool) -> np.ndarray:
    """Turn a card pool into the table that rules read, shape (1,)."""
    cards = np.zeros(len(pool.records), table_card(pool.schema.card_record))
    for name in pool.schema.card_record.names or ():
        cards[name] = pool.records[name]
    cards["striking"] = NOTHING
    for card in cards:
        for row in range(card["first_ability"], card["first_ability"] + card["n_abilities"]):
            ability = pool.abilities[row]
            if ability["moment"] == Moment.ALWAYS:
                for step in _steps_of(pool, ability):
                    card["always"] |= 1 << int(step["verb"])
            elif ability["moment"] in SKILL_MOMENTS:
                card["striking"][SKILL_MOMENTS.index(ability["moment"])] = row
    return fill_table(cards, pool.abilities, pool.steps)


def _steps_of(pool: CardPool, ability: np.void) -> np.ndarray:
    return pool.steps[ability["first_step"] : ability["first_step"] + ability["n_steps"]]

"""The fields that abilities need in a game's state, agenda and card table."""

import numpy as np

from evenhand.decks.pool import CardPool
from evenhand.decks.records import record
from evenhand.simulate.engine.abilities.enums import (
    FOUND_SLOTS,
    LASTING_SLOTS,
    STATIC_SLOTS,
    TRIGGER_SLOTS,
    USE_SLOTS,
)
from evenhand.simulate.engine.agenda import task_record
from evenhand.simulate.engine.sets import MOST, set_field

__all__ = ["ability_cards", "ability_fields", "ability_task", "steps_of"]

LASTING = record(
    ("verb", np.int8),
    ("seat", np.int8),  # owner of the card changed
    ("copy_id", np.int8),  # the card; NOTHING: the player
    ("amount", np.int16),  # or the word, for verbs with a word
    ("last_turn", np.int16),  # the change ends with this turn
)

USE = record(
    ("seat", np.int8),
    ("copy_id", np.int8),
    ("ability", np.int16),
    ("times", np.int8),
    ("turn", np.int16),  # of the last time
)


TRIGGER = record(  # an ability whose moment has come
    ("seat", np.int8),
    ("copy_id", np.int8),
    ("ability", np.int16),
    ("it", np.int16),  # place that its moment is about, or NOTHING
    ("it_copy", np.int8),  # .. if that is a card of ``seat``: which, wherever it goes
)


STATIC = record(  # one step of a continuous ability in play
    ("seat", np.int8),
    ("copy_id", np.int8),
    ("verb", np.int8),
    ("ability", np.int16),  # row of table.abilities
    ("step", np.int16),  # row of table.steps
)


def pick_record(n_places: int) -> np.dtype:
    """Make the record of what is being chosen: places, or cards of one player."""
    return record(
        ("places_offered", *set_field(n_places)),
        ("places", *set_field(n_places)),  # .. picked so far
        ("cards_offered", np.int64),  # set of copies of ``seat``
        ("cards", np.int64),
        ("left", np.int8),  # how many more
        ("up_to", np.int8),
        ("seat", np.int8),  # owner of the cards
    )


def ability_fields(
    n_places: int,
    triggers: int = TRIGGER_SLOTS,
    lasting: int = LASTING_SLOTS,
    statics: int = STATIC_SLOTS,
    uses: int = USE_SLOTS,
) -> tuple[tuple, ...]:
    """Return the state fields that abilities need on a table with ``n_places`` places.

    The others are capacities: waiting triggers, lasting changes by effects, steps of continuous
    abilities in play, and counted uses.
    """
    places = set_field(n_places)
    return (
        ("active", np.int8),  # whose turn it is; NOTHING during set-up
        ("changing", np.int64),  # set of verbs that something in play is changing
        ("n_statics", np.int16),
        ("statics", STATIC, (statics,)),  # of cards in play
        ("n_found", np.int8),
        ("found", np.int16, (FOUND_SLOTS,)),  # see changes.find_changes
        ("objects", *places),  # set of places: the chosen {object} of the current step
        ("object_cards", np.int64),  # .. or set of cards
        ("it", *places),  # what "it" means
        ("former", *places),  # .. and "the former", while "it" is the step's own target
        ("it_cards", np.int64),  # "it" among the controller's own cards, wherever they are
        ("named", np.int16),  # the number named for "up to", or NOTHING
        ("pick", pick_record(n_places)),
        ("n_triggers", np.int16),
        ("triggers", TRIGGER, (triggers,)),
        ("n_lasting", np.int16),
        ("lasting", LASTING, (lasting,)),
        ("n_uses", np.int16),
        ("uses", USE, (uses,)),  # of cards in play, this turn or this game
    )


def ability_task(n_places: int, *fields: tuple) -> np.dtype:
    """Make the record type of an agenda item for abilities, with the game's fields at the end."""
    return task_record(
        ("seat", np.int8),
        ("copy_id", np.int8),  # the card whose ability it is
        ("ability", np.int16),  # row of table.abilities
        ("step", np.int8),
        ("stage", np.int8),  # Stage
        ("portion", np.int8),  # Portion
        ("mode", np.int8),  # chosen option of "choose one", 1.., 0 before
        ("held", np.int8),  # 1: the step before happened
        ("rest", np.int8),  # of a first part: where on the agenda the rest is, or NOTHING
        ("happened", np.int64),  # of a rest: set of the steps that happened before it
        ("it", *set_field(n_places)),  # what "it" means at the beginning
        ("it_copy", np.int8),  # .. if that is a card of ``seat``, or NOTHING
        *fields,
    )


def ability_cards(pool: CardPool, *fields: tuple) -> np.ndarray:
    """Make the array of cards: the pool's fields, ``always``, and the game's own.

    Raises
    ------
    ValueError
        If the vocabulary has more verbs than a set of verbs holds.
    """
    if max(pool.schema.vocabulary.verbs) >= MOST:
        raise ValueError(f"a vocabulary has at most {MOST} verbs")
    printed = pool.schema.card_record
    names = printed.names or ()
    cards = np.zeros(
        len(pool.records),
        record(
            *((name, *_shaped(printed[name])) for name in names),
            ("always", np.int64),  # set of verbs of its continuous abilities
            *fields,
        ),
    )
    for name in names:
        cards[name] = pool.records[name]
    for card in cards:
        for row in range(card["first_ability"], card["first_ability"] + card["n_abilities"]):
            if pool.abilities[row]["moment"] in pool.schema.vocabulary.continuous:
                for step in steps_of(pool, pool.abilities[row]):
                    card["always"] |= 1 << int(step["verb"])
    return cards


def steps_of(pool: CardPool, ability: np.void) -> np.ndarray:
    """Return the steps of an ability."""
    return pool.steps[ability["first_step"] : ability["first_step"] + ability["n_steps"]]


def _shaped(field: np.dtype) -> tuple:
    return (field.base, field.shape) if field.shape else (field,)

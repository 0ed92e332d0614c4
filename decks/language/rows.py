"""The fixed-size records of compiled abilities, which the compiled rules read.

A card's text is parsed to the tree of `evenhand.decks.language.tree`, and the tree is
flattened into two arrays: one row per ability and one row per step. All numbers are small
integers. ``NOTHING`` (-1) means "not given".
"""

from enum import IntEnum

import numpy as np

from evenhand.decks.records import NOTHING, record

__all__ = [
    "ABILITY", "ADJECTIVES", "AMOUNT", "CONDITION", "CONDITIONS", "COUNT", "MOST_ABILITIES",
    "NOTHING", "SELECTOR", "STEP", "Comparison", "How", "Side",
]  # fmt: skip

MOST_ABILITIES = 8  # of one card
ADJECTIVES = 2  # maximum number of adjectives on one noun
CONDITIONS = 2  # maximum number of conditions on one ability or step; all must hold


class How(IntEnum):
    """How a selector's row determines its objects."""

    NONE = 0  # the verb takes no object
    THIS = 1  # the source itself (for an attached card: its host)
    EACH = 2  # all that match; "the" for a unique noun
    CHOSEN = 3  # the chooser picks
    RANDOM = 4  # picked by the effect stream
    IT = 5  # the target of this or an earlier step; see `evenhand.decks.language.tree.Selector`
    FORMER = 6  # the target of the nearest earlier step


class Side(IntEnum):
    """The owner of a row's objects, relative to the controller of the ability."""

    ANY = 0
    OWN = 1
    ENEMY = 2


class Comparison(IntEnum):
    """How a row compares a count with a number."""

    AT_LEAST = 0
    AT_MOST = 1
    EXACTLY = 2


SELECTOR = record(
    ("how", np.int8),  # How
    ("side", np.int8),  # Side
    ("noun", np.int8),  # the game's Noun
    ("number", np.int8),  # how many, 1 or more, for CHOSEN and RANDOM; IT: 2 for "those"
    ("up_to", np.int8),  # 1: fewer may be chosen
    ("other", np.int8),  # 1: the source itself is excluded
    ("chooser", np.int8),  # Side: who chooses, OWN or ENEMY
    ("adjectives", np.int8, (ADJECTIVES,)),  # the game's Adjective, NOTHING where unused
    ("named", np.int16),  # row of the named card, or NOTHING
    # "with at least 2 energy": the quantity of each object must satisfy the comparison
    ("trait", np.int8),  # the game's Quantity, NOTHING where no trait is asked for
    ("trait_comparison", np.int8),  # Comparison
    ("trait_value", np.int16),
)

COUNT = record(
    ("quantity", np.int8),  # the game's Quantity, NOTHING for "no count"
    ("of", SELECTOR),  # the objects of the quantity, if its pattern has that slot
)

AMOUNT = record(
    ("printed", np.int16),  # the number as written, negative for "-20"
    ("up_to", np.int8),  # 1: the controller names a number from 0 to the amount
    ("per", COUNT),  # multiply by this count, if its quantity is given
    ("every", np.int8),  # "for every 3 ..": divisor of the count, rounding down; 1 or more
    ("at_most", np.int16),  # cap of the multiplied amount's absolute value, or NOTHING
)

CONDITION = record(
    ("comparison", np.int8),  # Comparison
    ("value", np.int16),
    ("chance", np.int8),  # 1: determined by chance each time
    ("count", COUNT),  # quantity NOTHING: no condition
    ("than", COUNT),  # subtracted from the count ("more .. than .."), if its quantity is set
)

STEP = record(
    ("verb", np.int8),  # the game's Verb
    ("optional", np.int8),  # Side: who may decline it ("you may": OWN); ANY: mandatory
    ("otherwise", np.int8),  # 1: only if the step before did not happen or was declined
    ("mode", np.int8),  # 0: always; 1, 2, ..: belongs to this option of "choose one"
    ("duration", np.int8),  # the game's Duration, NOTHING for immediate effects
    ("word", np.int8),  # a word of the verb's own (an attribute, say), or NOTHING
    ("amount", AMOUNT),
    ("target", SELECTOR),
    ("object", SELECTOR),  # second selector of verbs that take two
    ("conditions", CONDITION, (CONDITIONS,)),
)

ABILITY = record(
    ("moment", np.int8),  # the game's Moment
    ("continuous", np.int8),  # 1: it holds continuously, instead of happening at a moment
    ("place", np.int8),  # the game's Place in which the source must be, or NOTHING
    ("uses", np.int8),  # maximum number of uses per turn, 0 = no limit
    ("per_game", np.int8),  # 1: the limit of uses is for the whole game
    ("optional", np.int8),  # 1: "you may" precedes the cost
    ("n_modes", np.int8),  # number of options of "choose one", 0 = none
    ("chooser", np.int8),  # Side: who chooses one, OWN or ENEMY
    ("first_step", np.int16),
    ("n_costs", np.int8),  # the first n_costs steps are the cost
    ("n_steps", np.int8),  # all steps, costs included
    ("conditions", CONDITION, (CONDITIONS,)),
)

"""The fixed-size records that abilities compile to; what the compiled rules read.

A card's text is parsed into the tree of `evenhand.decks.language.tree`, and the tree is
flattened into two arrays: one row per ability and one row per step of it. All
numbers are small integers. ``NOTHING`` (-1) stands for "not given".
"""

from enum import IntEnum

import numpy as np

from evenhand.decks.records import NOTHING, record

__all__ = [
    "ABILITY", "ADJECTIVES", "AMOUNT", "CONDITION", "CONDITIONS", "COUNT", "NOTHING",
    "SELECTOR", "STEP", "Comparison", "How", "Side",
]  # fmt: skip

ADJECTIVES = 2  # most adjectives on one noun
CONDITIONS = 2  # most conditions on one ability or step, all of which must hold


class How(IntEnum):
    """How a selector arrives at its objects."""

    NONE = 0  # the verb takes no object
    THIS = 1  # the source itself (for an attached card: its host)
    EACH = 2  # all that match; "the" for a noun of which there is one
    CHOSEN = 3  # the chooser picks
    RANDOM = 4  # picked by the effect stream
    IT = 5  # what this step or an earlier one acts on; see `evenhand.decks.language.tree.Selector`
    FORMER = 6  # what the nearest earlier step acted on


class Side(IntEnum):
    """Whose objects, seen from the controller of the ability."""

    ANY = 0
    OWN = 1
    ENEMY = 2


class Comparison(IntEnum):
    """How a count is held against a number."""

    AT_LEAST = 0
    AT_MOST = 1
    EXACTLY = 2


SELECTOR = record(
    ("how", np.int8),  # How
    ("side", np.int8),  # Side
    ("noun", np.int8),  # the game's Noun
    ("number", np.int8),  # how many, 1 or more, for CHOSEN and RANDOM; IT: 2 for "those"
    ("up_to", np.int8),  # 1: fewer may be chosen
    ("other", np.int8),  # 1: the source itself does not count
    ("chooser", np.int8),  # Side: who chooses, OWN or ENEMY
    ("adjectives", np.int8, (ADJECTIVES,)),  # the game's Adjective, NOTHING where unused
    ("named", np.int16),  # row of the named card, or NOTHING
    # "with at least 2 energy": the quantity, taken of each one, must compare so
    ("trait", np.int8),  # the game's Quantity, NOTHING where no trait is asked for
    ("trait_comparison", np.int8),  # Comparison
    ("trait_value", np.int16),
)

COUNT = record(
    ("quantity", np.int8),  # the game's Quantity, NOTHING for "no count"
    ("of", SELECTOR),  # what the quantity is taken of, where it needs that
)

AMOUNT = record(
    ("printed", np.int16),  # the number as written, negative for "-20"
    ("up_to", np.int8),  # 1: the controller names a number from 0 to the amount
    ("per", COUNT),  # multiply by this count, if its quantity is given
    ("every", np.int8),  # "for every 3 ..": divide the count by this, rounding down; 1 or more
    ("at_most", np.int16),  # cap of the multiplied amount's size, or NOTHING
)

CONDITION = record(
    ("comparison", np.int8),  # Comparison
    ("value", np.int16),
    ("chance", np.int8),  # 1: found out by chance each time
    ("count", COUNT),  # quantity NOTHING: no condition
    ("than", COUNT),  # taken off the count first ("more .. than .."), if its quantity is given
)

STEP = record(
    ("verb", np.int8),  # the game's Verb
    ("optional", np.int8),  # Side: who may decline it ("you may": OWN); ANY for nobody
    ("otherwise", np.int8),  # 1: only if the step before did not hold or was declined
    ("mode", np.int8),  # 0: always; 1, 2, ..: belongs to this option of "choose one"
    ("duration", np.int8),  # the game's Duration, NOTHING for at once
    ("word", np.int8),  # a word of the verb's own (an attribute, say), or NOTHING
    ("amount", AMOUNT),
    ("target", SELECTOR),
    ("object", SELECTOR),  # second selector of verbs that take two
    ("conditions", CONDITION, (CONDITIONS,)),
)

ABILITY = record(
    ("moment", np.int8),  # the game's Moment
    ("continuous", np.int8),  # 1: it simply holds, instead of happening at a moment
    ("place", np.int8),  # the game's Place the source must be in, or NOTHING
    ("uses", np.int8),  # most uses per turn, 0 = no limit printed
    ("per_game", np.int8),  # 1: the uses are for the whole game
    ("optional", np.int8),  # 1: "you may" stands before the cost
    ("n_modes", np.int8),  # options of "choose one", 0 = none
    ("chooser", np.int8),  # Side: who chooses one, OWN or ENEMY
    ("first_step", np.int16),
    ("n_costs", np.int8),  # the first n_costs steps are the cost
    ("n_steps", np.int8),  # all steps, costs included
    ("conditions", CONDITION, (CONDITIONS,)),
)

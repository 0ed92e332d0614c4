"""The records of Starcrossed.

The table, seat 0 below; a lane is the same column for both players. Seat 0's left is
lane 0, seat 1 looks at it from the other side and has lane 2 on the left::

                 lane 0        lane 1        lane 2
    seat 1    [s][s][s]     [s][s][s]     [s][s][s]     skills
              crystal diva  crystal diva  crystal diva
    ---------------------------------------------------
              crystal diva  crystal diva  crystal diva
    seat 0    [s][s][s]     [s][s][s]     [s][s][s]

A *copy* is a deck slot of its owner. A *spot* is a place that an effect can speak of,
counted over both players (see `places`). Sets of both are words of
`evenhand.simulate.engine.sets`.
"""

import numpy as np

from evenhand.decks.pool import CardPool
from evenhand.decks.records import record
from evenhand.decks.starcrossed.words import Adjective, Noun, Quantity
from evenhand.simulate.engine.abilities.fields import (
    ability_cards,
    ability_fields,
    ability_task,
    steps_of,
)
from evenhand.simulate.engine.agenda import agenda_fields
from evenhand.simulate.engine.pool_record import fill_pool_record
from evenhand.simulate.engine.state import state_record
from evenhand.simulate.games.starcrossed.enums import DECK_SLOTS, LANES, SEATS, SKILL_SLOTS, SPOTS

__all__ = ["STATE", "pack_pool"]

CRYSTAL = record(
    ("level", np.int8),
    ("tribe", np.int8),  # the Tribe it is attuned to, or NOTHING
    ("copy_id", np.int8),  # the diva on it, or NOTHING
    ("recruit", np.int8),  # 1: she lies face down
    ("attacked", np.int8),  # 1: she has attacked this turn
    ("role", np.int8),  # Role in the fight under way
    ("strength", np.int16),  # hers as it is now, at least 0
    ("reckoned", np.int32),  # .. while it is worked out; may be below 0
    ("skills", np.int8, (SKILL_SLOTS,)),  # copies, NOTHING in a free slot
    ("down", np.int8, (SKILL_SLOTS,)),  # 1: that skill lies face down
)

PLAYER = record(
    ("hand", np.int64),
    ("void", np.int64),
    ("shown", np.int64),  # cards in the hand or face down that the enemy has seen
    ("fallen", np.int64),  # divas in the Void that were vanquished this turn
    ("deck", np.int8, (DECK_SLOTS,)),  # copies, the top card last
    ("n_deck", np.int8),
    ("life", np.int16),
    ("energy", np.int16),  # of this turn; what is left of it is lost at its end
    ("kept", np.int16),  # energy that stays until it is spent
    ("specials", np.int8),  # special actions left this turn
    ("actions", np.int16),  # of this Action Phase
    ("redraws", np.int8),
    ("spot", np.int8, (DECK_SLOTS,)),  # of each copy on a crystal, else NOTHING
    ("lane", np.int8, (DECK_SLOTS,)),  # where each copy is, or was last
    ("crystals", CRYSTAL, (LANES,)),
)

FIGHT = record(
    ("on", np.int8),  # 1 while an attack is carried out
    ("lane", np.int8),
    ("seat", np.int8),  # the attacker's
    ("blocked", np.int8),
    ("chance", np.int8),  # who may activate a skill
    ("passes", np.int8),  # declines in a row
)

ITEM = ability_task(
    SPOTS,
    ("spot", np.int8),  # a crystal that has levelled up
    ("n", np.int8),
)

STATE = state_record(
    SEATS,
    DECK_SLOTS,
    ("unsettled", np.int8),  # set of the divas' spots where powers may be without one
    ("stale", np.int8),  # 1: strengths are to be worked out anew
    ("hanging", np.int8),  # 1: strengths hang on counts or conditions
    ("asking", np.int8),  # 1: .. some on other strengths
    ("held_copy", np.int8),  # the card a half-made choice is about
    ("held_act", np.int8),  # .. and how it is to be played
    ("fight", FIGHT),
    ("players", PLAYER, (SEATS,)),
    *ability_fields(SPOTS),  # ``active`` is the Active Player; the other is the Reactive Player
    *agenda_fields(ITEM),
)

PLACED_NOUNS = (Noun.DIVA_HERE, Noun.DIVA_OPPOSITE, Noun.CRYSTAL_HERE)


def pack_pool(pool: CardPool) -> np.ndarray:
    """Turn a card pool into the table that rules read, shape (1,)."""
    cards = ability_cards(
        pool,
        ("is_placed", np.int8),  # 1: some ability speaks of where its card is
        ("asking", np.int64),  # set of its abilities, by number, that ask for strengths
        ("top_level", np.int8),  # highest level printed in the pool, the same on each card
    )
    cards["top_level"] = max(1, cards["level"].max())
    for card in cards:
        for row in range(card["first_ability"], card["first_ability"] + card["n_abilities"]):
            card["is_placed"] |= any(map(is_placed, selectors_of(pool, row)))
            card["asking"] |= asks_for_strength(pool, row) << (row - card["first_ability"])
    return fill_pool_record(cards, pool.abilities, pool.steps)


def counts_of(pool: CardPool, row: int) -> list[np.void]:
    """Return all that an ability counts."""
    steps = steps_of(pool, pool.abilities[row])
    conditions = [*pool.abilities[row]["conditions"], *(c for s in steps for c in s["conditions"])]
    found = [step["amount"]["per"] for step in steps]
    return found + [one[name] for one in conditions for name in ("count", "than")]


def selectors_of(pool: CardPool, row: int) -> list[np.void]:
    """Return all selectors of an ability."""
    steps = steps_of(pool, pool.abilities[row])
    found = [step[name] for step in steps for name in ("target", "object")]
    return found + [count["of"] for count in counts_of(pool, row)]


def is_placed(selector: np.void) -> bool:
    """Return whether a selector speaks of what is here, opposite or neighbouring."""
    return selector["noun"] in PLACED_NOUNS or Adjective.NEIGHBOURING in selector["adjectives"]


def asks_for_strength(pool: CardPool, row: int) -> int:
    """Return 1 if an ability adds strengths up, or is about divas of some strength; else 0."""
    asked = [count["quantity"] for count in counts_of(pool, row)]
    asked += [selector["trait"] for selector in selectors_of(pool, row)]
    return int(Quantity.STRENGTH in asked)

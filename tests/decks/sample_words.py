"""The words of the ability language that a pool's cards use."""

from enum import IntEnum

from evenhand.decks.language.tree import find_members


def words_of(pool) -> set[tuple[type[IntEnum], IntEnum]]:
    """Return the words on a pool's cards, each with its enum: members of two may be equal."""
    found = find_members(tuple(ability for card in pool.cards for ability in card.abilities))
    return {(type(word), word) for word in found}

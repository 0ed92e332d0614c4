"""The words of the ability language that a pool's cards use."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import IntEnum


def said(part) -> Iterator[IntEnum]:
    """Yield every word that an ability's tree holds."""
    if isinstance(part, IntEnum):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from said(each)
    elif is_dataclass(part):
        for field in fields(part):
            yield from said(getattr(part, field.name))


def words_of(pool) -> set[tuple[type[IntEnum], IntEnum]]:
    """Return the words on a pool's cards, each with its enum: members of two may be equal."""
    found = said(tuple(ability for card in pool.cards for ability in card.abilities))
    return {(type(word), word) for word in found}

"""Names in data and in sentences: of players, and of cards that are listed by name."""

from collections.abc import Iterable
from typing import Any

__all__ = [
    "MOST_COUNTED",
    "NOBODY",
    "fold_case",
    "player_key",
    "player_title",
    "spell_out",
    "spell_out_each",
]  # fmt: skip

NOBODY = "nobody"
MOST_COUNTED = 1_000  # cards that one number can stand for; no table holds more


def player_key(seat: int) -> str:
    """Name a seat in data."""
    return f"player_{seat + 1}"


def player_title(seat: int) -> str:
    """Name a seat in a sentence."""
    return f"Player {seat + 1}"


def spell_out(names: Iterable[object], known: Iterable[str]) -> list[str]:
    """Write "3 Ace" as three times "Ace", unless a card is called so."""
    keys = fold_case(known)
    found = []
    for name in map(str, names):
        number, _, rest = name.partition(" ")
        is_counted = rest and number.isdecimal() and name.casefold() not in keys
        found += [rest.strip()] * min(int(number), MOST_COUNTED) if is_counted else [name]
    return found


def spell_out_each(places: Iterable[Any], known: Iterable[str]) -> list[Any]:
    """Spell out the names in a list of places, and leave the tables in it as they are."""
    names = list(known)
    return [
        one
        for place in places
        for one in (spell_out([place], names) if isinstance(place, str) else [place])
    ]


def fold_case(names: Iterable[str]) -> list[str]:
    """Bring names to the form in which they are compared."""
    return [name.casefold() for name in names]

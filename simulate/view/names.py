"""Names in data and in sentences: of players, and of cards that are listed by name."""

from collections.abc import Iterable
from typing import Any

__all__ = [
    "MOST_COUNTED", "NOBODY", "each_spelled_out", "folded", "player_key", "player_title",
    "spelled_out",
]  # fmt: skip

NOBODY = "nobody"
MOST_COUNTED = 1_000  # cards that one number can stand for; no table holds more


def player_key(seat: int) -> str:
    """Name a seat in data."""
    return f"player_{seat + 1}"


def player_title(seat: int) -> str:
    """Name a seat in a sentence."""
    return f"Player {seat + 1}"


def spelled_out(names: Iterable[object], known: Iterable[str]) -> list[str]:
    """Write "3 Ace" as three times "Ace", unless a card is called so."""
    keys = folded(known)
    found = []
    for name in map(str, names):
        number, _, rest = name.partition(" ")
        is_counted = rest and number.isdecimal() and name.casefold() not in keys
        found += [rest.strip()] * min(int(number), MOST_COUNTED) if is_counted else [name]
    return found


def each_spelled_out(places: Iterable[Any], known: Iterable[str]) -> list[Any]:
    """Spell out the names in a list of places, and leave the tables in it as they are."""
    names = list(known)
    return [
        one
        for place in places
        for one in (spelled_out([place], names) if isinstance(place, str) else [place])
    ]


def folded(names: Iterable[str]) -> list[str]:
    """Bring names to the form in which they are compared."""
    return [name.casefold() for name in names]

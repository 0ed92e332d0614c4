"""Names of players in data and in sentences, and lists of card names."""

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
MOST_COUNTED = 1_000  # limit of a number of cards; no table holds more


def player_key(seat: int) -> str:
    """Return the name of a seat in data: "player_1"."""
    return f"player_{seat + 1}"


def player_title(seat: int) -> str:
    """Return the name of a seat in a sentence: "Player 1"."""
    return f"Player {seat + 1}"


def spell_out(names: Iterable[object], known: Iterable[str]) -> list[str]:
    """Expand "3 Ace" to three times "Ace", unless a card has that name."""
    keys = fold_case(known)
    expanded = []
    for name in map(str, names):
        number, _, rest = name.partition(" ")
        is_counted = rest and number.isdecimal() and name.casefold() not in keys
        expanded += [rest.strip()] * min(int(number), MOST_COUNTED) if is_counted else [name]
    return expanded


def spell_out_each(places: Iterable[Any], known: Iterable[str]) -> list[Any]:
    """Expand the names in a list of places as `spell_out` does; tables in it are unchanged."""
    names = list(known)
    return [
        item
        for place in places
        for item in (spell_out([place], names) if isinstance(place, str) else [place])
    ]


def fold_case(names: Iterable[str]) -> list[str]:
    """Normalize names for comparison, ignoring case."""
    return [name.casefold() for name in names]

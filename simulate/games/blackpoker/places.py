"""The field as people see it: soldiers and bulwarks as places, gathered from a player's sets."""

from typing import Any

import numpy as np

from evenhand.decks.records import NOTHING, record
from evenhand.simulate.engine.sets import add, each
from evenhand.simulate.games.blackpoker.enums import DECK_SLOTS, PLACES
from evenhand.simulate.view.fields import Part

__all__ = ["number_of", "put_soldiers", "put_walls", "soldiers_of", "walls_of"]

SOLDIER = record(
    ("copy_id", np.int8),  # the first card, or NOTHING
    ("gear", np.int64),
    ("bonus", np.int16),
    ("driven", np.int8),
    ("fresh", np.int8),
)
SOLDIERS = np.dtype([("field", SOLDIER, (DECK_SLOTS,))])
WALL = record(("copy_id", np.int8), ("driven", np.int8))
WALLS = np.dtype([("field", WALL, (PLACES,))])


def members(copies: Any) -> np.ndarray:
    """Write sets as rows of yes and no."""
    bits = np.arange(DECK_SLOTS, dtype=np.int64)
    return (np.asarray(copies, np.int64)[..., None] >> bits & 1).astype(bool)


def soldiers_of(players: Any) -> np.ndarray:
    """Gather the soldiers of players, each at the place of its first card."""
    is_there = members(players["soldiers"])
    found = np.zeros(is_there.shape[:-1], SOLDIERS)
    field = found["field"]
    field["copy_id"] = np.where(is_there, np.arange(DECK_SLOTS), NOTHING)
    field["gear"] = np.where(is_there, players["gear"], 0)
    field["bonus"] = np.where(is_there, players["bonus"], 0)
    field["driven"] = is_there & members(players["driven"])
    cards = field["gear"] | np.int64(1) << np.arange(DECK_SLOTS, dtype=np.int64)
    field["fresh"] = is_there & ((cards & ~np.asarray(players["fresh"])[..., None]) == 0)
    return found


def put_soldiers(player: Any, soldiers: list[Any]) -> None:
    """Put soldiers into a player's record."""
    for soldier in soldiers:
        copy = int(soldier["copy_id"])
        player.soldiers = add(int(player.soldiers), copy)
        player.gear[copy] = soldier["gear"]
        player.bonus[copy] = soldier["bonus"]
        if soldier["driven"]:
            player.driven = add(int(player.driven), copy)
        if soldier["fresh"]:
            player.fresh = add(int(player.fresh) | int(soldier["gear"]), copy)


def walls_of(players: Any) -> np.ndarray:
    """Gather the bulwarks of players by their places."""
    is_there = members(players["bulwarks"])
    found = np.zeros(is_there.shape[:-1], WALLS)
    found["field"]["copy_id"] = np.where(is_there, players["bulwark"], NOTHING)
    found["field"]["driven"] = is_there & members(players["spent"])
    return found


def put_walls(player: Any, walls: list[Any]) -> None:
    """Put bulwarks into a player's record, from the deck outwards."""
    for place, wall in enumerate(walls):
        player.bulwark[place] = wall["copy_id"]
        player.bulwarks = add(int(player.bulwarks), place)
        if wall["driven"]:
            player.spent = add(int(player.spent), place)
    player.n_places = len(walls)


def number_of(part: Part) -> int:
    """Return a soldier's number as it is now."""
    cards = add(int(part.record["gear"]), int(part.record["copy_id"]))
    rows = [int(part.state.card_of[part.seat, copy]) for copy in each(cards)]
    printed = sum(int(part.sight.packed_pool.cards[row].number) for row in rows)
    return printed + int(part.record["bonus"])

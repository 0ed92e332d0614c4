"""What happened between two states of one game, in sentences."""

from collections.abc import Sequence
from typing import Any

from evenhand.simulate.view.fields import Held, Sight
from evenhand.simulate.view.names import player_title
from evenhand.simulate.view.view import View

__all__ = ["tell_changes"]

NOWHERE = "nowhere"
MOST_NAMED = 8  # cards that move together and are told by name


def tell_changes(view: View, before: Any, after: Any, sight: Sight) -> list[str]:
    """List what is different: where cards went, then the values.

    Parameters
    ----------
    before, after : np.record
        States of one game.
    """
    begun = [f"turn {after.turn} begins"] if after.turn != before.turn else []
    return [
        *tell_moves(view, before, after, sight),
        *new_values(view, before, after, sight),
        *begun,
    ]


def tell_moves(view: View, before: Any, after: Any, sight: Sight) -> list[str]:
    """Return which cards went from where to where, those that went together in one line."""
    was = {(held.seat, held.copy): held for held in view.cards(before, sight)}
    journeys: dict[tuple[int, str, str], list[str]] = {}
    for held in view.cards(after, sight):
        old = was.pop((held.seat, held.copy), None)
        origin = old.where if old else NOWHERE
        if origin != held.where:
            add_journey(journeys, held, origin, held.where, after, sight)
    for held in was.values():
        add_journey(journeys, held, held.where, NOWHERE, after, sight)
    return [
        f"{player_title(seat)}: {name_cards(cards)}: {origin} → {goal}"
        for (seat, origin, goal), cards in journeys.items()
    ]


def add_journey(
    journeys: dict[tuple[int, str, str], list[str]],
    held: Held,
    origin: str,
    goal: str,
    state: Any,
    sight: Sight,
) -> None:
    """Note where one card went."""
    name = sight.pool.labels[int(state.card_of[held.seat, held.copy])]
    journeys.setdefault((held.seat, origin, goal), []).append(name)


def name_cards(cards: Sequence[str]) -> str:
    """Name cards, or say how many."""
    return ", ".join(cards) if len(cards) <= MOST_NAMED else f"{len(cards)} cards"


def new_values(view: View, before: Any, after: Any, sight: Sight) -> list[str]:
    """Return which values are different."""
    was, found = all_values(view, before, sight), []
    for (title, what), value in all_values(view, after, sight).items():
        old = was.get((title, what))
        if old == value or (old is None and not value):
            continue
        said = (
            f"{describe_value(old)} → {describe_value(value)}"
            if old is not None
            else describe_value(value)
        )
        found.append(f"{title}{what.partition('#')[0]}{after_number(what)}: {said}")
    return found


def after_number(what: str) -> str:
    """Drop the copy from "Name#3 damage"."""
    number = what.partition("#")[2]
    return f" {number.partition(' ')[2]}" if number else ""


def describe_value(value: Any) -> str:
    """Say a value."""
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case list():
            return ", ".join(map(str, value)) or "none"
        case "":
            return "none"
    return str(value)


def all_values(view: View, state: Any, sight: Sight) -> dict[tuple[str, str], Any]:
    """Return all values by (whose, what)."""
    found = {}
    for _, fields, part in view.parts(state, sight):
        title = "" if part.seat < 0 else f"{player_title(part.seat)}: "
        for one in fields:
            for what, value in one.values(part):
                found[title, what] = value
    return found

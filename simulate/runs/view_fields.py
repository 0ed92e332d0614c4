"""Find fields of a view that are not in the state, before a game is played."""

from collections.abc import Iterator

import numpy as np

from evenhand.decks.pool import load_pool
from evenhand.decks.problems import Problem, did_you_mean
from evenhand.simulate.engine.options import option_values, pack_options
from evenhand.simulate.game import Game
from evenhand.simulate.runs.blank import blank_state
from evenhand.simulate.view.fields import Field, Part, Sight
from evenhand.simulate.view.zones import CardPlace, Row, Spread

__all__ = ["find_bad_fields"]

NO_FIELD = "no field of name "  # from numpy's message


def find_bad_fields(game: Game) -> Iterator[Problem]:
    """Yield a problem for each field of the view, or of its places, missing in the state."""
    pool = load_pool(game.schema)
    sight = Sight(pool, game.pack_pool(pool)[0])
    options = pack_options(game.options, option_values(game.options, {}))[0]
    state = blank_state(game, options, seed=1, n_seats=game.seats[0])
    messages = set()
    for key, fields, part in game.view.parts(state, sight):
        owner = "players" if key else "table"
        for field in fields:
            if fault := describe_fault(field, part):
                messages.add(f"the field '{field.name}' of the {owner} cannot be shown: {fault}")
    for message in sorted(messages):
        yield Problem(f"{game.package}/view.py", None, None, message)


def describe_fault(field: Field, part: Part) -> str:
    """Return why a field cannot be shown; "" if it can."""
    if isinstance(field, CardPlace | Row) and (fault := describe_place_fault(field, part)):
        return fault
    try:
        field.show(part)
    except (AttributeError, KeyError, ValueError) as error:
        return describe_missing_field(error, part)
    return ""


def describe_place_fault(field: CardPlace | Row, part: Part) -> str:
    """Return why a place, or one of several, cannot be shown; "" if it can."""
    if isinstance(field, Spread):
        part = part.within(field.gather(part.record))
    if field.source not in (part.record.dtype.names or ()):
        return ""  # reported when the field itself is shown
    for place in field.all_places if isinstance(field, Row) else [field]:
        n_places = len(part.record[field.source])
        if place.index >= n_places:
            last = n_places - 1
            return f"'{field.source}' has places 0 to {last}, and place {place.index} was asked for"
        for inner in field.fields:
            if fault := describe_unknown_field(inner, place.part(part)):
                return fault
    return ""


def describe_unknown_field(field: Field, part: Part) -> str:
    """Return which field of an empty place is missing; other failures may need a card."""
    try:
        field.show(part)
    except (AttributeError, KeyError, ValueError, IndexError) as error:
        is_record = isinstance(getattr(error, "obj", None), np.void)
        return describe_missing_field(error, part) if is_record or NO_FIELD in str(error) else ""
    return ""


def describe_missing_field(error: Exception, part: Part) -> str:
    """Describe a missing field, with the existing ones."""
    name = getattr(error, "name", None) or str(error).strip("'\"").removeprefix(NO_FIELD)
    names = getattr(getattr(error, "obj", part.record), "dtype", part.record.dtype).names or ()
    hint = did_you_mean(name, names) or f"there are {', '.join(names)}"
    return f"there is no '{name}'; {hint}"

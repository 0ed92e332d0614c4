"""Fields of a view that name nothing of the state, found before anything is played."""

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

NO_FIELD = "no field of name "  # as numpy says it


def find_bad_fields(game: Game) -> Iterator[Problem]:
    """Look for fields of the view, and of its places, that name none of the state's."""
    pool = load_pool(game.schema)
    sight = Sight(pool, game.pack_pool(pool)[0])
    options = pack_options(game.options, option_values(game.options, {}))[0]
    state = blank_state(game, options, seed=1, n_seats=game.seats[0])
    told = set()
    for key, fields, part in game.view.parts(state, sight):
        whose = "players" if key else "table"
        for one in fields:
            if wrong := find_wrong(one, part):
                told.add(f"the field '{one.name}' of the {whose} cannot be shown: {wrong}")
    for message in sorted(told):
        yield Problem(f"{game.package}/view.py", None, None, message)


def find_wrong(one: Field, part: Part) -> str:
    """Say what a field lacks in the state; "" for a sound one."""
    if isinstance(one, CardPlace | Row) and (wrong := find_wrong_within(one, part)):
        return wrong
    try:
        one.show(part)
    except (AttributeError, KeyError, ValueError) as error:
        return tell_missing(error, part)
    return ""


def find_wrong_within(one: CardPlace | Row, part: Part) -> str:
    """Say what a place, or one of several, lacks in the state."""
    if isinstance(one, Spread):
        part = part.within(one.gather(part.record))
    if one.source not in (part.record.dtype.names or ()):
        return ""  # as the field itself tells when it is shown
    for place in one.all_places if isinstance(one, Row) else [one]:
        n_places = len(part.record[one.source])
        if place.index >= n_places:
            last = n_places - 1
            return f"'{one.source}' has places 0 to {last}, and place {place.index} was asked for"
        for inner in one.fields:
            if wrong := find_misnamed(inner, place.part(part)):
                return wrong
    return ""


def find_misnamed(one: Field, part: Part) -> str:
    """Say which field of an empty place there is not; what else fails there may need a card."""
    try:
        one.show(part)
    except (AttributeError, KeyError, ValueError, IndexError) as error:
        is_record = isinstance(getattr(error, "obj", None), np.void)
        return tell_missing(error, part) if is_record or NO_FIELD in str(error) else ""
    return ""


def tell_missing(error: Exception, part: Part) -> str:
    """Say which field there is not, with those that there are."""
    name = getattr(error, "name", None) or str(error).strip("'\"").removeprefix(NO_FIELD)
    names = getattr(getattr(error, "obj", part.record), "dtype", part.record.dtype).names or ()
    hint = did_you_mean(name, names) or f"there are {', '.join(names)}"
    return f"there is no '{name}'; {hint}"

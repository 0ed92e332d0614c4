"""Lay out a table by hand: convert named values to a state on which rules can continue."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.engine.hooks import set_up
from evenhand.simulate.game import Game
from evenhand.simulate.runs.batch import rank_cards
from evenhand.simulate.runs.blank import blank_state
from evenhand.simulate.view.dealer import Dealer
from evenhand.simulate.view.fields import Sight
from evenhand.simulate.view.view import SET_UP, View

__all__ = ["begin_at", "lay_out"]

DECK = "deck"  # the name of a player's deck in every game's view


def lay_out(
    game: Game,
    sight: Sight,
    given: Mapping[str, Any],
    options: Any,
    file: str,
    seed: int = 1,
    n_seats: int = 2,
    at_rest: Mapping[str, Any] | None = None,
) -> Any:
    """Make a state from named values.

    Parameters
    ----------
    given : mapping
        Values by the names of the game's view; others have default values.
    options : np.record
        The rule options.
    file : str
        File named in errors.
    n_seats : int
        Players at the table.
    at_rest : mapping, optional
        Default values of players, by default those of the view.

    Raises
    ------
    InputError
        With all problems of the values.
    """
    view, pool = game.view, sight.pool
    counting = Dealer(blank_state(game, options, seed, n_seats), pool, view.filler, file, None)
    rest = view.given if at_rest is None else at_rest
    lay_values(counting, view, sight, given, rest)
    rows = counting.name_the_rest()
    if counting.problems:
        raise InputError(counting.problems)
    ranks = rank_cards(pool)
    numbers = [np.argsort(np.argsort(ranks[one], kind="stable")).tolist() for one in rows]
    state = blank_state(game, options, seed, n_seats)
    lay_values(Dealer(state, pool, view.filler, file, numbers), view, sight, given, rest)
    for seat, dealt in enumerate(rows):
        for number, row in zip(numbers[seat], dealt, strict=True):
            state.card_of[seat, number] = row
    return state


def begin_at(
    phase: str,
    game: Game,
    sight: Sight,
    given: Mapping[str, Any],
    options: Any,
    file: str,
    seed: int = 1,
    n_seats: int = 2,
) -> Any:
    """Lay out a table, and continue from a phase to the first question.

    In `SET_UP` all cards of a player are their deck, and the game begins normally.
    The other parameters, and the errors, are those of `lay_out`.
    """
    if phase == SET_UP:
        refuse_all_but_decks(given, file)
    rest = {name: value for name, value in game.view.given.items() if name == DECK}
    at_rest = rest if phase == SET_UP else None
    laid = lay_out(game, sight, given, options, file, seed, n_seats, at_rest)
    if phase != SET_UP:
        game.view.begin(laid, sight.packed_pool, options, phase)
        return laid
    state = blank_state(game, options, seed, n_seats)
    state.turn = 0
    state.card_of = laid.card_of
    state.deck_size = laid.deck_size
    set_up(state, sight.packed_pool, options)
    return state


def refuse_all_but_decks(given: Mapping[str, Any], file: str) -> None:
    """Raise if other values than decks are given, which the setup would overwrite."""
    problems = [
        Problem(file, None, f"given.{key}.{name}", "in setup only a deck can be given")
        for key, values in given.items()
        for name in (values if isinstance(values, dict) else ())
        if name != DECK
    ]
    problems += [
        Problem(file, None, f"given.{key}", "in setup only players' decks can be given")
        for key, values in given.items()
        if not isinstance(values, dict)
    ]
    if problems:
        raise InputError(problems)


def lay_values(
    dealer: Dealer,
    view: View,
    sight: Sight,
    given: Mapping[str, Any],
    at_rest: Mapping[str, Any],
) -> None:
    """Store all values in the state, in the order of the view."""
    left = dict(given)
    parts = list(view.parts(dealer.state, sight))
    known = [one.name for one in view.table] + [key for key, _, _ in parts if key]
    for key, fields, part in parts:
        values = {**at_rest, **table_of(dealer, left.pop(key, {}), key)} if key else left
        for one in fields:
            if one.name in values:
                place = ".".join(("given", key, one.name) if key else ("given", one.name))
                one.lay(part, values.pop(one.name), dealer, place)
        if key:
            for name in values:
                dealer.is_one_of(name, [one.name for one in fields], f"given.{key}.{name}")
    for name in left:
        dealer.is_one_of(name, known, f"given.{name}")
    for lay_down in dealer.later:
        lay_down()


def table_of(dealer: Dealer, value: Any, place: str) -> dict[str, Any]:
    """Return a table of values; add a problem if the value is another."""
    if isinstance(value, dict):
        return value
    dealer.complain(f"given.{place}", f"expected a table of values, found {value!r}")
    return {}

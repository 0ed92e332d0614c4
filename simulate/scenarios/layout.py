"""Laying a table out by hand: from named values to a state that rules can play on."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from evenhand.decks.problems import InputError, Problem, did_you_mean
from evenhand.decks.records import NOTHING
from evenhand.simulate.game import Game
from evenhand.simulate.view.fields import Sight, player_key
from evenhand.simulate.view.view import SET_UP, View
from evenhand.simulate.view.zones import MOST_COUNTED, spelled_out

__all__ = ["Dealer", "begin_at", "lay_out"]

DECK = "deck"  # what every game's view calls a player's deck
UNNAMED = -1  # a row to be filled in: some card that nobody has named


class Dealer:
    """Hands out copies of cards as fields ask for them, and gathers what is wrong.

    A deck's copies are numbered in the canonical order, which is known only when all
    cards have been dealt. So a table is laid out twice: the first dealer counts.
    """

    def __init__(
        self, state: Any, view: View, sight: Sight, file: str, numbers: list[list[int]] | None
    ) -> None:
        self.state = state
        self.view = view
        self.sight = sight
        self.pool = sight.pool
        self.file = file
        self.numbers = numbers
        self.rows: list[list[int]] = [[] for _ in state.players]  # as they were dealt
        self.problems: list[Problem] = []
        self.later: list[Callable[[], None]] = []  # what needs all cards to have been dealt

    def complain(self, place: str, message: str, hint: str = "") -> None:
        """Note what is wrong with the value at a place of the file."""
        self.problems.append(Problem(self.file, None, place, message, hint))

    def is_one_of(self, value: Any, known: Iterable[str], place: str) -> bool:
        """Return whether a word is known; complain if not."""
        words = list(known)
        if isinstance(value, str) and value in words:
            return True
        hint = did_you_mean(str(value), words)
        self.complain(place, f"expected one of {', '.join(words)}; found {value!r}", hint)
        return False

    def names(self, value: Any, place: str) -> list[str]:
        """Take a list of texts."""
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return spelled_out(value, self.pool.labels)
        self.complain(place, f"expected a list of names, found {value!r}")
        return []

    def cards(self, seat: int, value: Any, place: str) -> list[int]:
        """Deal named cards, or a number of cards that nobody speaks of; gives the copies."""
        if isinstance(value, int) and not isinstance(value, bool):
            if not 0 <= value <= MOST_COUNTED:
                self.complain(place, f"expected 0 cards or more, found {value}")
                return []
            rows = [self.filler_row()] * value
        else:
            found = [self.row_of(seat, name, place) for name in self.names(value, place)]
            rows = [row for row in found if row is not None]
        room = self.state.card_of.shape[1] - len(self.rows[seat])
        if len(rows) > room:
            most = self.state.card_of.shape[1]
            message = f"{player_key(seat)} has {most - room + len(rows)} cards so far"
            self.complain(place, f"{message}; a deck has at most {most}")
        return [self.deal(seat, row) for row in rows[:room]]

    def filler_row(self) -> int:
        """Return the row of a card that nobody speaks of."""
        return UNNAMED if self.view.filler is None else self.pool.row_of(self.view.filler["name"])

    def row_of(self, seat: int, name: str, place: str) -> int | None:
        """Return the row of a card by its name; where each card is one of a kind, only once."""
        rows = self.pool.rows_of(name)
        if not rows:
            hint = did_you_mean(name, self.pool.labels)
            self.complain(place, f"there is no card '{name}'", hint)
            return None
        if self.view.filler is None and rows[0] in self.rows[seat]:
            self.complain(place, f"'{name}' is somewhere else already")
            return None
        return rows[0]

    def deal(self, seat: int, row: int) -> int:
        """Deal one card; gives its copy."""
        number = len(self.rows[seat])
        self.rows[seat].append(row)
        copy = number if self.numbers is None else self.numbers[seat][number]
        self.state.card_of[seat, copy] = max(row, 0)
        self.state.deck_size[seat] = len(self.rows[seat])
        return copy

    def name_the_rest(self) -> list[list[int]]:
        """Return the rows dealt, with cards of the pool in place of those nobody named."""
        named = []
        for seat, rows in enumerate(self.rows):
            left = [row for row in range(len(self.pool.cards)) if row not in rows]
            if rows.count(UNNAMED) > len(left):
                self.complain(f"given.{player_key(seat)}", "holds more cards than there are")
            rest = iter(left)
            named.append([next(rest, 0) if row == UNNAMED else row for row in rows])
        return named


def blank_state(game: Game, options: Any, seed: int, n_seats: int) -> Any:
    """Make a state without cards."""
    state = np.zeros(1, game.state_record(n_seats))[0]
    state.end_reason = state.winner = state.leader = NOTHING
    state.rng.seed = seed
    game.view.blank(state, options)
    return state


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
        By the names of the game's view; what is not named is as at rest.
    options : np.record
        The rule options.
    file : str
        What to name in errors.
    n_seats : int
        Players at the table.
    at_rest : mapping, optional
        What a player has who is said nothing about, if not what the view gives.

    Raises
    ------
    InputError
        With all that is wrong with the values.
    """
    from evenhand.simulate.runs.batch import rank_of

    counting = Dealer(blank_state(game, options, seed, n_seats), game.view, sight, file, None)
    rest = game.view.given if at_rest is None else at_rest
    lay(counting, given, rest)
    rows = counting.name_the_rest()
    if counting.problems:
        raise InputError(counting.problems)
    ranks = rank_of(sight.pool)
    numbers = [np.argsort(np.argsort(ranks[one], kind="stable")).tolist() for one in rows]
    state = blank_state(game, options, seed, n_seats)
    lay(Dealer(state, game.view, sight, file, numbers), given, rest)
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
    """Lay a table out and go on from a phase to the first question.

    In `SET_UP` all cards of a player are their deck, and the game begins as always.
    The other parameters, and the errors, are those of `lay_out`.
    """
    from evenhand.simulate.engine.hooks import set_up

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
    """Complain of anything that the shuffling would undo."""
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


def lay(dealer: Dealer, given: Mapping[str, Any], at_rest: Mapping[str, Any]) -> None:
    """Lay down all values, in the order of the view."""
    view = dealer.view
    left = dict(given)
    parts = list(view.parts(dealer.state, dealer.sight))
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
    """Take a table of values."""
    if isinstance(value, dict):
        return value
    dealer.complain(f"given.{place}", f"expected a table of values, found {value!r}")
    return {}

"""Play the readings of an ambiguous card text on a table where they do different things.

Simple tables are laid out, the card in one place after another, once for each reading. On each
table the same choices are made, drawn at random by their words, so that all readings are answered
alike as long as they ask alike. They are compared where all of them come to the same question.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import sha256
from operator import and_
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from evenhand.decks.card import name_key
from evenhand.decks.pool import make_pool
from evenhand.decks.problems import InputError
from evenhand.decks.sheet import Row, Sheet
from evenhand.simulate.engine.options import option_values, pack_options
from evenhand.simulate.game import Game
from evenhand.simulate.replay.replay import InteractiveGame
from evenhand.simulate.replay.story import describe_changes, describe_states
from evenhand.simulate.scenarios.layout import begin_at
from evenhand.simulate.view.fields import Number, Sight
from evenhand.simulate.view.names import player_key, player_title
from evenhand.simulate.view.zones import CardPlace, CardSet, Lanes, OneCard
from evenhand.simulate.view.zones import Row as Places

__all__ = ["ReadingExample", "find_example"]

Given = Mapping[str, Any]

HAND = "hand"  # the name of a player's hand in every game's view
MOST_SECONDS = 4.0  # until no further table is tried
TRIES = 8  # ways to play on one table
MOST_ANSWERS = 12  # in one of them
TURNS = 2  # that are played from the table on
LAID_UNDER = 6  # cards below one card, such as energy
RAISED = 6  # the value of numbers that are nothing at rest


class ReadingExample(NamedTuple):
    """What the readings of a text do on one table.

    Attributes
    ----------
    table : tuple of str
        What each player has, in words.
    answers : tuple of tuple of str
        What is chosen, once for each reading; the same for all if nothing else was asked.
    outcomes : tuple of tuple of str
        What comes of a reading and not of the others.
    """

    table: tuple[str, ...]
    answers: tuple[tuple[str, ...], ...]
    outcomes: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class World:
    """The cards of a table with one reading of a text."""

    game: Game
    sight: Sight
    options: Any
    file: str

    def begin(self, given: Given) -> InteractiveGame:
        """Lay out a table, and go on to the first question."""
        phase, seats = self.game.view.phases[0], self.game.seats[0]
        state = begin_at(
            phase, self.game, self.sight, given, self.options, self.file, n_seats=seats
        )
        return InteractiveGame(self.game, self.sight, self.options, state)


class Moment(NamedTuple):
    """A question in a game of one reading, and what led to it."""

    key: tuple[Any, ...]
    answers: tuple[str, ...]
    state: Any


def find_example(
    game: Game, sheet: Sheet, row: Row, readings: Sequence[str], settings: Sequence[str] = ()
) -> ReadingExample | None:
    """Find a table on which the readings of a card's text do different things, and play it.

    Parameters
    ----------
    sheet : Sheet
        The card file, with the game's names of its columns.
    row : Row
        The card's row.
    readings : sequence of str
    settings : sequence of str
        Rule options that are not as usual: ``option=value``.

    Returns
    -------
    ReadingExample or None
        The one with the fewest answers on the first table that tells all readings apart, or else
        some of them; None if no table does.
    """
    try:
        worlds = [make_world(game, sheet, row, text, settings) for text in readings]
    except InputError:  # the row has other mistakes, too
        return None
    words = game.schema.card_model.own_words(row.cells)
    until, second = monotonic() + MOST_SECONDS, None
    for given in list_tables(game, row.cells["name"]):
        if monotonic() > until:
            return second
        played = (compare_once(worlds, given, words, seed) for seed in range(TRIES))
        for example in sorted(filter(None, played), key=count_answers):
            if len(set(example.outcomes)) == len(readings):
                return example
            second = second or example
    return second


def count_answers(example: ReadingExample) -> int:
    """Return how many choices an example of readings takes."""
    return sum(map(len, example.answers))


def make_world(game: Game, sheet: Sheet, row: Row, text: str, settings: Sequence[str]) -> World:
    """Make the cards of a table: the one with a reading, those that it names, plain ones."""
    view = game.view
    plain = [dict(one) for one in (view.filler, *view.cast) if one]
    known = {name_key(one["name"]) for one in (*plain, row.cells)}
    named = [
        other
        for other in sheet.rows
        if (name := name_key(other.cells.get("name", "")))
        and name not in known
        and name in name_key(text)
    ]
    rows = [Row(0, cells) for cells in plain] + named
    rows.append(replace(row, cells={**row.cells, "abilities": text}))
    columns = dict.fromkeys(column for one in rows for column in one.cells)
    bare = [Row(number, dict(one.cells)) for number, one in enumerate(rows, 1)]
    pool = make_pool(game.schema, Sheet(sheet.file, 1, tuple(columns), bare, []))
    options = option_values(game.options, dict(one.split("=") for one in settings))
    sight = Sight(pool, game.pack_pool(pool)[0])
    return World(game, sight, pack_options(game.options, options)[0], sheet.file)


# Tables


class Kind(NamedTuple):
    """What lies on a table beside the card, apart from one plain card or two."""

    fills_all: bool = False  # all places that take one card each, or the first alone
    n_hand: int = 0
    raised: int = 0  # all numbers that are nothing at rest


KINDS = (Kind(), Kind(True, 2), Kind(True, 2, RAISED))


def list_tables(game: Game, card: str) -> list[Given]:
    """List simple tables with a card in each place in turn, those with little on them first."""
    fields, filler = game.view.player, dict(game.view.filler or {}).get("name", "")
    tables: list[tuple[int, Given]] = []
    for number, kind in enumerate(KINDS):
        others = dict(lay_others(game, filler, kind))
        for place, spot in enumerate(list_spots(fields, card, filler, kind)):
            given = {player_key(0): {**others, **spot}, player_key(1): others}
            tables.append((number + place, given))
    return [given for _, given in sorted(tables, key=lambda one: one[0])]


def lay_others(game: Game, filler: str, kind: Kind) -> Iterator[tuple[str, Any]]:
    """Yield what each player has on a kind of table, beside the card and what is usual."""
    free = [one for one in game.view.player if one.name not in game.view.given]
    places = [one for one in free if filler and is_place(one)]
    for one in places if kind.fills_all else places[:1]:
        yield one.name, lay_in(one, filler, filler)
    for one in free:
        if kind.n_hand and one.name == HAND:
            yield one.name, kind.n_hand
        elif kind.raised and isinstance(one, Number):
            yield one.name, kind.raised


def is_place(one: Any) -> bool:
    """Return whether a field has places with one card each and what belongs to it."""
    return isinstance(one, CardPlace | Places) and isinstance(one.fields[0], OneCard)


def lay_in(one: Any, first: Any, filler: str) -> Any:
    """Return the value of a place, or of a row of places, with a card in the first."""
    if isinstance(one, Lanes):
        lanes = [lane.name for lane in one.all_places]
        return {lanes[0]: first, lanes[-1]: filler}
    if isinstance(one, Places):
        return [first, *([filler] if filler else [])]
    return first


def list_spots(
    fields: Sequence[Any], card: str, filler: str, kind: Kind
) -> Iterator[dict[str, Any]]:
    """Yield the places of one player with a card in each in turn: above all, in hand, below."""
    places = [one for one in fields if is_place(one)]
    for one in places:
        below = {inner.name: LAID_UNDER for inner in one.fields[1:] if isinstance(inner, CardSet)}
        if kind.raised:
            below |= {i.name: kind.raised for i in one.fields[1:] if isinstance(i, Number)}
        yield {one.name: lay_in(one, {one.fields[0].name: card, **below}, filler)}
    yield {HAND: [card]}
    for one in places:
        for inner in one.fields[1:]:
            leader = {one.fields[0].name: filler}
            yield {one.name: lay_in(one, {**leader, inner.name: card}, filler)}
            yield {one.name: lay_in(one, {**leader, inner.name: [card]}, filler)}


# Playing


def compare_once(
    worlds: Sequence[World], given: Given, words: Collection[str], seed: int
) -> ReadingExample | None:
    """Play a table once with each reading; None if all come to the same, or it is impossible."""
    games = []
    with suppress(InputError, ValueError, IndexError, KeyError):
        games = [world.begin(given) for world in worlds]
    starts = [one.state.copy() for one in games]
    lines = [{one.key: one for one in play_on(session, words, seed)} for session in games]
    for key in lines[0] if lines else ():
        moments = [line[key] for line in lines if key in line]
        if len(moments) < len(lines) or len({one.state.tobytes() for one in moments}) == 1:
            continue
        changes = [
            Counter(tell_changes(world, start, moment.state))
            for world, start, moment in zip(worlds, starts, moments, strict=True)
        ]
        shared = reduce(and_, changes)
        if any(one != shared for one in changes):
            return ReadingExample(
                tuple(tell_table(given)),
                tuple(moment.answers for moment in moments),
                tuple(tuple((one - shared).elements()) for one in changes),
            )
    return None


def play_on(session: InteractiveGame, words: Collection[str], seed: int) -> Iterator[Moment]:
    """Yield the questions of a game that is answered at random, each with the answers so far."""
    state = session.state
    times: dict[tuple[Any, ...], int] = {}
    answers: tuple[str, ...] = ()
    last = int(state.turn) + TURNS
    for _ in range(MOST_ANSWERS):
        asked = (bool(session.is_over), int(state.turn), int(state.seat), int(state.question))
        times[asked] = times.get(asked, 0) + 1
        yield Moment((*asked, times[asked]), answers, state.copy())
        if session.is_over or state.turn >= last:
            return
        offers = session.offers()
        choice = min(range(len(offers)), key=lambda i: rank_offer(offers[i], words, seed))
        if len(offers) > 1:
            answers = (*answers, f"{player_title(int(state.seat))}: {offers[choice]}")
        session.answer(choice)


def rank_offer(offer: str, words: Collection[str], seed: int) -> tuple[bool, bytes]:
    """Return the place of an option among others, at random but the same for the same words.

    In three of four games, options that name the card or its parts come first.
    """
    is_named = any(word in offer for word in words)
    return not (is_named and seed % 4), sha256(f"{seed} {offer}".encode()).digest()


def tell_changes(world: World, before: Any, after: Any) -> list[str]:
    """List what is different on a table after some answers."""
    states = np.array([before, after], before.dtype)
    old, new = describe_states(world.game.view, states, world.sight)
    return describe_changes(old, new, world.sight)


# Words


def tell_table(given: Given) -> Iterator[str]:
    """Yield what each player has on a table: "Player 1: main Ace with 6 energy"."""
    for seat, values in enumerate(given.values()):
        told = (tell_field(name.replace("_", " "), value) for name, value in values.items())
        yield f"{player_title(seat)}: {', '.join(told)}"


def tell_field(name: str, value: Any) -> str:
    """Return what is in one field of a table in words."""
    if name == HAND and isinstance(value, int):
        return f"{value} cards in hand"
    return f"{name} {tell_value(value)}"


def tell_value(value: Any) -> str:
    """Return what lies in a place in words: "Ace with 6 energy", "Ace and Filler"."""
    if isinstance(value, list):
        return " and ".join(map(tell_value, value))
    if not isinstance(value, Mapping):
        return str(value)
    leader, *below = value.items()
    under = " and ".join(f"{tell_value(inner)} {name.replace('_', ' ')}" for name, inner in below)
    return f"{tell_value(leader[1])} with {under}" if under else tell_value(leader[1])

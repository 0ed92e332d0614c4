"""How a game's table is told to people, laid out by them, and checked.

A game declares its table once, as a `View`. From this one declaration come the replays
of its games, the tables that scenario files lay out and expect, the account of what a
step changed, and the check that every card is in exactly one place.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.view.fields import Field, Held, Part, Sight
from evenhand.simulate.view.names import player_key, player_title

__all__ = ["SET_UP", "View"]

SET_UP = "setup"  # the phase of every game before its first turn


@dataclass(frozen=True)
class View:
    """One game's table in words.

    Attributes
    ----------
    table, player : tuple of Field
        Of the state itself, and of each of its ``players``.
    filler : mapping from column to cell, or None
        The card that stands for cards nobody speaks of. None where that is each card of
        the pool that nobody has named, once for each player.
    cast : tuple of mappings from column to cell
        Cards that a table laid out by hand may name besides, without making them up.
    given : mapping
        What a player has who is said nothing about, by the names of ``player``.
    phases : tuple of str
        Where a game laid out by hand may begin, the usual one first. In `SET_UP`, which
        every game has besides, the decks are shuffled and the game begins as always.
    blank : callable (state, options)
        Makes an empty state ready to be laid out.
    begin : callable (state, pool, options, phase)
        Goes on from a table laid out by hand to the first question.
    question : callable (Part) -> str
        What is asked, without the end of the sentence.
    option : callable (Part, action) -> str
        An option in the players' words.
    phrases : frozenset of str
        All that ``option`` says, with ``{card}`` for a card's name and ``{n}`` for a number.
    """

    table: tuple[Field, ...]
    player: tuple[Field, ...]
    filler: Mapping[str, str] | None
    phases: tuple[str, ...]
    blank: Callable[[Any, Any], None]
    begin: Callable[[Any, Any, Any, str], None]
    question: Callable[[Part], str]
    option: Callable[[Part, Any], str]
    phrases: frozenset[str]
    cast: tuple[Mapping[str, str], ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)

    def whole(self, state: Any, sight: Sight) -> Part:
        """Return a state as the part that is all of it."""
        return Part(state, state, NOTHING, sight)

    def parts(self, state: Any, sight: Sight) -> Iterator[tuple[str, tuple[Field, ...], Part]]:
        """Go through (key, fields, part) of the table, whose key is "", and the players."""
        whole = self.whole(state, sight)
        yield "", self.table, whole
        for seat in range(len(state.players)):
            yield player_key(seat), self.player, whole.within(state.players[seat], seat)

    def show(self, state: Any, sight: Sight) -> dict[str, Any]:
        """Return a state as plain data."""
        shown: dict[str, Any] = {}
        for key, fields, part in self.parts(state, sight):
            values = {one.name: one.show(part) for one in fields}
            shown.update({key: values} if key else values)
        return shown

    def options(self, state: Any, sight: Sight, menu: Any) -> list[str]:
        """Say the options of a menu; those that sound alike are numbered."""
        whole = self.whole(state, sight)
        said = [self.option(whole, menu.actions[i]) for i in range(menu.n)]
        alike = Counter(said)
        seen: Counter[str] = Counter()
        for i, text in enumerate(said):
            seen[text] += 1
            if alike[text] > 1:
                said[i] = f"{text} #{seen[text]}"
        return said

    def cards(self, state: Any, sight: Sight) -> Iterator[Held]:
        """Go through all cards and where they are."""
        for _, fields, part in self.parts(state, sight):
            for one in fields:
                yield from one.cards(part)

    def find_misplaced(self, state: Any, sight: Sight) -> list[str]:
        """List the cards that are not in exactly one place; a sound state has none."""
        places: dict[tuple[int, int], list[str]] = {}
        for held in self.cards(state, sight):
            places.setdefault((held.seat, held.copy), []).append(held.where)
        found = []
        for seat in range(len(state.players)):
            for copy in range(int(state.deck_size[seat])):
                there = places.pop((seat, copy), [])
                if len(there) != 1:
                    name = sight.pool.labels[int(state.card_of[seat, copy])]
                    places_said = " and ".join(there) or "nowhere"
                    found.append(f"{player_title(seat)}'s {name} ({copy}) is {places_said}")
        return found + [f"{where} holds a card that is in no deck" for (where,) in places.values()]

    def is_unsound(self, states: np.ndarray) -> np.ndarray:
        """Return of many states whether something in them cannot be.

        Every card must be in exactly one place, and every value possible.

        Parameters
        ----------
        states : array of state records, shape (n,)

        Returns
        -------
        bool array, shape (n,)
        """
        n_seats = states["players"].shape[1]
        held = np.zeros((n_seats, len(states)), np.int64)
        n_held = np.zeros((n_seats, len(states)), np.int64)
        found = np.zeros(len(states), bool)
        parts = [(self.table, states, NOTHING)]
        parts += [(self.player, states["players"][:, seat], seat) for seat in range(n_seats)]
        for fields, records, seat in parts:
            for one in fields:
                found |= one.is_unsound(records)
                for owner, mask in one.masks(records, seat):
                    held[owner] |= mask
                    n_held[owner] += np.bitwise_count(mask)
        sizes = states["deck_size"].T.astype(np.int64)
        everything = (np.int64(1) << sizes) - 1
        return found | np.any((held != everything) | (n_held != sizes), axis=0)

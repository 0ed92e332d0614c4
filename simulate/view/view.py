"""The table of a game in words: shown, laid out by hand, and checked.

A game declares its table once, as a `View`. This declaration is used for replays, for the
tables that scenario files lay out and expect, for the description of what a step changed,
and for the check that every card is in exactly one place.
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
    """The table of one game in words.

    Attributes
    ----------
    table, player : tuple of Field
        Fields of the state itself, and of each of its ``players``.
    filler : mapping from column to cell, or None
        The card that is dealt for cards without a name. None if the remaining cards of
        the pool are dealt instead, each once for each player.
    cast : tuple of mappings from column to cell
        Further cards that a table laid out by hand may name without defining them.
    given : mapping
        The default values of a player's fields, by the names of ``player``.
    phases : tuple of str
        Phases in which a game laid out by hand may begin, the default first. In `SET_UP`,
        which every game has in addition, the decks are shuffled and the game begins normally.
    blank : callable (state, options)
        Prepares an empty state to be laid out.
    begin : callable (state, pool, options, phase)
        Continues from a table laid out by hand to the first question.
    question : callable (Part) -> str
        Returns the current question, without the end of the sentence.
    option : callable (Part, action) -> str
        Returns an option in the players' words.
    phrases : frozenset of str
        All texts of ``option``, with ``{card}`` for a card's name and ``{n}`` for a number.
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
        """Return the part that is the whole state."""
        return Part(state, state, NOTHING, sight)

    def parts(self, state: Any, sight: Sight) -> Iterator[tuple[str, tuple[Field, ...], Part]]:
        """Yield (key, fields, part) of the table, whose key is "", and of each player."""
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
        """List the options of a menu in words; equal texts are numbered."""
        whole = self.whole(state, sight)
        texts = [self.option(whole, menu.actions[i]) for i in range(menu.n)]
        times = Counter(texts)
        seen: Counter[str] = Counter()
        for i, text in enumerate(texts):
            seen[text] += 1
            if times[text] > 1:
                texts[i] = f"{text} #{seen[text]}"
        return texts

    def cards(self, state: Any, sight: Sight) -> Iterator[Held]:
        """Yield all cards with their places."""
        for _, fields, part in self.parts(state, sight):
            for holder in fields:
                yield from holder.cards(part)

    def find_misplaced(self, state: Any, sight: Sight) -> list[str]:
        """List the cards that are not in exactly one place; empty for a sound state."""
        places: dict[tuple[int, int], list[str]] = {}
        for held in self.cards(state, sight):
            places.setdefault((held.seat, held.copy), []).append(held.where)
        misplaced = []
        for seat in range(len(state.players)):
            for copy in range(int(state.deck_size[seat])):
                there = places.pop((seat, copy), [])
                if len(there) != 1:
                    name = sight.pool.labels[int(state.card_of[seat, copy])]
                    where = " and ".join(there) or "nowhere"
                    misplaced.append(f"{player_title(seat)}'s {name} ({copy}) is {where}")
        unknown = [f"{where} holds a card that is in no deck" for (where,) in places.values()]
        return misplaced + unknown

    def is_unsound(self, states: np.ndarray) -> np.ndarray:
        """Return for each of many states whether it is impossible.

        In a sound state every card is in exactly one place, and every value is possible.

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
        is_unsound = np.zeros(len(states), bool)
        parts = [(self.table, states, NOTHING)]
        parts += [(self.player, states["players"][:, seat], seat) for seat in range(n_seats)]
        for fields, records, seat in parts:
            for column in fields:
                is_unsound |= column.is_unsound(records)
                for owner, mask in column.masks(records, seat):
                    held[owner] |= mask
                    n_held[owner] += np.bitwise_count(mask)
        sizes = states["deck_size"].T.astype(np.int64)
        everything = (np.int64(1) << sizes) - 1
        return is_unsound | np.any((held != everything) | (n_held != sizes), axis=0)

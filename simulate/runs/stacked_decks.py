"""Begin games with given cards on top of the decks."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from evenhand.decks.card import name_key
from evenhand.decks.deck_list import Deck
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.simulate.engine.rng import Purpose, shuffle
from evenhand.simulate.runs.stepping import Batch, Table
from evenhand.simulate.view.names import player_title

__all__ = ["begin_stacked"]


def begin_stacked(batch: Batch, seed: int, on_top: Sequence[Sequence[str]]) -> None:
    """Begin a game in which each seat's deck has given cards on top, and is random otherwise.

    It is set up in the interpreter, where the first shuffle of each deck is followed by
    moving the cards to the top; later shuffles are unchanged.

    Parameters
    ----------
    batch : Batch
        A batch of one game.
    on_top : sequence of sequences of str
        Names of cards for each seat, the top card first.

    Raises
    ------
    UsageError
        If a deck has too few copies of a card, or the card does not begin in it.
    """
    table = batch.table
    if len(on_top) != table.n_seats:
        message = f"on_top: expected a list of cards for each of {table.n_seats} players"
        raise UsageError(f"{message}, found {len(on_top)}")
    rows = {seat: find_rows(table, seat, names) for seat, names in enumerate(on_top) if len(names)}
    with shuffle.replaced_by(partial(shuffle_and_stack, table, batch.states[0], rows)):
        batch.begin([seed], interpreted=True)
    for seat in rows:
        title = table.game.title
        raise UsageError(f"on_top: {title} shuffles no deck for {player_title(seat)} at first")


def find_rows(table: Table, seat: int, names: Sequence[str]) -> list[int]:
    """Return the pool rows of named cards of a deck; raise for the first that it lacks.

    If several cards have a name, those in the deck are meant.
    """
    deck, pool = table.decks[seat], table.pool
    prefix = f"on_top: {player_title(seat)}"
    if not isinstance(deck, Deck):
        raise UsageError(f"{prefix}'s deck is opened from packs, so its order cannot be given")
    if isinstance(names, str):
        raise UsageError(f"{prefix}: expected a list of names, found '{names}'")
    n_left = Counter(deck.cards)
    keys: dict[str, list[int]] = {}
    for row in n_left:
        for name in (pool.cards[row].name, pool.labels[row]):
            keys.setdefault(name_key(name), []).append(row)
    chosen = []
    for name in names:
        rows = keys.get(name_key(str(name)), [])
        if not rows and not pool.rows_of(str(name)):
            hint = did_you_mean(str(name), [pool.labels[row] for row in n_left])
            raise UsageError(f"{prefix}: there is no card '{name}'", hint)
        available = [row for row in rows if n_left[row]]
        if not available:
            times = f"{sum(deck.cards.count(row) for row in set(rows))} of" if rows else "no"
            raise UsageError(f"{prefix}: the deck {deck.name} has {times} '{name}', found one more")
        n_left[available[0]] -= 1
        chosen.append(available[0])
    return chosen


def shuffle_and_stack(
    table: Table, state: Any, given: dict[int, list[int]], rng: Any, cards: Any, n: Any,
    purpose: int, seat: int,
) -> None:  # fmt: skip
    """Shuffle; after the first shuffle of a seat's deck, move its given cards to the top."""
    shuffle.py_func(rng, cards, n, purpose, seat)
    if purpose != Purpose.DECK or int(seat) not in given:
        return
    rest = [int(copy) for copy in cards[:n]]
    top = []
    for row in given.pop(int(seat)):
        copy = next((slot for slot in sorted(rest) if state.card_of[seat, slot] == row), None)
        if copy is None:
            name, player = table.pool.labels[row], player_title(int(seat))
            raise UsageError(f"on_top: '{name}' does not begin in the deck of {player}")
        rest.remove(copy)
        top.append(copy)
    cards[:n] = [*rest, *reversed(top)]

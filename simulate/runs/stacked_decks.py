"""Games that begin with given cards on top of the decks."""

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
    """Begin a game in which each seat's deck has given cards on top, all else by chance.

    It is set up in the interpreter, where the first shuffle of each deck is followed by
    laying the cards on top; later shuffles are as always.

    Parameters
    ----------
    batch : Batch
        Of one game.
    on_top : sequence of sequences of str
        Names of cards for each seat, the top card first.

    Raises
    ------
    UsageError
        If a name is not in the deck so often, or the card does not begin there.
    """
    table = batch.table
    if len(on_top) != table.n_seats:
        message = f"on_top: expected a list of cards for each of {table.n_seats} players"
        raise UsageError(f"{message}, found {len(on_top)}")
    left = {seat: find_rows(table, seat, names) for seat, names in enumerate(on_top) if len(names)}
    with shuffle.replaced_by(partial(shuffle_and_stack, table, batch.states[0], left)):
        batch.begin([seed], interpreted=True)
    for seat in left:
        title = table.game.title
        raise UsageError(f"on_top: {title} shuffles no deck for {player_title(seat)} at first")


def find_rows(table: Table, seat: int, names: Sequence[str]) -> list[int]:
    """Return the rows of cards that a deck has, or say what is wrong with the first that it lacks.

    Where several cards have a name, it is the one that the deck has.
    """
    deck, pool = table.decks[seat], table.pool
    who = f"on_top: {player_title(seat)}"
    if not isinstance(deck, Deck):
        raise UsageError(f"{who}'s deck is opened from packs, so its order cannot be given")
    if isinstance(names, str):
        raise UsageError(f"{who}: expected a list of names, found '{names}'")
    held = Counter(deck.cards)
    keys: dict[str, list[int]] = {}
    for row in held:
        for name in (pool.cards[row].name, pool.labels[row]):
            keys.setdefault(name_key(name), []).append(row)
    found = []
    for name in names:
        rows = keys.get(name_key(str(name)), [])
        if not rows and not pool.rows_of(str(name)):
            hint = did_you_mean(str(name), [pool.labels[row] for row in held])
            raise UsageError(f"{who}: there is no card '{name}'", hint)
        left = [row for row in rows if held[row]]
        if not left:
            times = f"{sum(deck.cards.count(row) for row in set(rows))} of" if rows else "no"
            raise UsageError(f"{who}: the deck {deck.name} has {times} '{name}', found one more")
        held[left[0]] -= 1
        found.append(left[0])
    return found


def shuffle_and_stack(
    table: Table, state: Any, left: dict[int, list[int]], rng: Any, cards: Any, n: Any,
    purpose: int, seat: int,
) -> None:  # fmt: skip
    """Shuffle as always; of a seat's deck, the first time, lay the given cards on top then."""
    shuffle.py_func(rng, cards, n, purpose, seat)
    if purpose != Purpose.DECK or int(seat) not in left:
        return
    rest = [int(copy) for copy in cards[:n]]
    top = []
    for row in left.pop(int(seat)):
        copy = next((one for one in sorted(rest) if state.card_of[seat, one] == row), None)
        if copy is None:
            name, who = table.pool.labels[row], player_title(int(seat))
            raise UsageError(f"on_top: '{name}' does not begin in the deck of {who}")
        rest.remove(copy)
        top.append(copy)
    cards[:n] = [*rest, *reversed(top)]

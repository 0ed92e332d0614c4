"""A card as numbers: what is printed on it, and what its abilities do; never its name."""

from collections.abc import Iterator
from typing import Any

import numpy as np

__all__ = ["describe_cards"]

IDENTITY = frozenset({"first_ability", "name_id", "title_id"})  # which card, not what it is
FEW = 16  # values of a number that also counts as a word
Columns = dict[str, np.ndarray]


def describe_cards(pool: Any, packed: np.ndarray) -> Columns:
    """Return columns of numbers, one row for each card of a pool.

    Parameters
    ----------
    pool : CardPool
    packed : array, shape (1,)
        The pool as the rules read it.

    Returns
    -------
    dict from str to float32 array, shape (n_cards,)
        Named by what they say, so that another pool's columns are the same ones.
    """
    n = len(pool.cards)
    cards = packed["cards"][0][:n]
    columns: Columns = {"card": np.ones(n, np.float32)}
    for name, values in list_numbers(cards):
        if values.dtype.itemsize >= 4:
            add_bits(columns, name, values)
        else:
            add_number(columns, name, values)
    if "first_ability" in cards.dtype.names:
        for row, card in enumerate(cards):
            first, count = int(card["first_ability"]), int(card["n_abilities"])
            for ability in packed["abilities"][0][first : first + count]:
                add_ability(columns, n, row, ability, packed["steps"][0])
    return columns


def list_numbers(cards: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the printed numbers of all cards, arrays one element after the other."""
    for name in cards.dtype.names or ():
        values = cards[name]
        refers = values.dtype.itemsize == 2 and values.max(initial=0) >= len(cards) - 1
        if name in IDENTITY or (refers and values.min(initial=0) < 0):
            continue
        if values.ndim == 1:
            yield name, values
        else:
            for index in range(values.shape[1]):
                yield f"{name} {index + 1}", values[:, index]


def add_number(columns: Columns, name: str, values: np.ndarray) -> None:
    """Add a number, and words for its values if there are few."""
    columns[name] = values.astype(np.float32)
    low, high = values.min(initial=0), values.max(initial=0)
    if low >= -1 and high < FEW:
        for value in range(low, high + 1):
            columns[f"{name} = {value}"] = (values == value).astype(np.float32)


def add_bits(columns: Columns, name: str, values: np.ndarray) -> None:
    """Add the members of a set."""
    words = values.astype(np.int64)
    for bit in range(64):
        has = (words >> bit) & 1
        if has.any():
            columns[f"{name} has {bit}"] = has.astype(np.float32)


def add_ability(columns: Columns, n: int, row: int, ability: Any, steps: np.ndarray) -> None:
    """Add what an ability does, step by step."""

    def add(name: str, amount: float = 1.0) -> None:
        columns.setdefault(name, np.zeros(n, np.float32))[row] += amount

    first, count = int(ability["first_step"]), int(ability["n_steps"])
    for number, step in enumerate(steps[first : first + count]):
        verb, amount = int(step["verb"]), float(step["amount"]["printed"])
        role = "cost" if number < ability["n_costs"] else "does"
        add(f"{role} {verb}")
        add(f"{role} {verb} amount", amount)
        add(f"{role} {verb} side {int(step['target']['side'])}")

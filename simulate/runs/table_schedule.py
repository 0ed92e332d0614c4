"""Which decks sit down together.

Two decks make one table, and all pairs of decks are played. More seats make far more
tables than can be played: then as many are chosen as tell all decks apart, so that every
deck sits down equally often and meets every other as equally often as the numbers allow.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from math import comb, gcd
from zlib import crc32

import numpy as np

__all__ = ["MOST_TABLES", "meetings", "tables_of"]

MOST_TABLES = 100  # that are all played; of more, so many are chosen
FEWEST_MEETINGS = 2  # of any two decks, on average, among chosen tables
Table = tuple[int, ...]


@cache
def tables_of(n_decks: int, n_seats: int, seed: int) -> tuple[Table, ...]:
    """List the tables of different decks that are played.

    Parameters
    ----------
    seed : int
        Chooses among equally good choices.

    Returns
    -------
    tuple of tuple of int
        Decks in rising order, in rising order of tables; none if decks are too few.
    """
    if n_seats == 2 or comb(n_decks, n_seats) <= MOST_TABLES:
        return tuple(combinations(range(n_decks), n_seats))
    return tuple(sorted(set(chosen_tables(n_decks, n_seats, seed))))


def meetings(n_decks: int, tables: Iterable[Table]) -> np.ndarray:
    """Count how often decks sit at the same table; the diagonal counts their tables."""
    met = np.zeros((n_decks, n_decks), np.int64)
    for table in tables:
        met[np.ix_(table, table)] += 1
    return met


def chosen_tables(n_decks: int, n_seats: int, seed: int) -> list[Table]:
    """Fill one table after the other with those who have sat and met the least."""
    met = np.zeros((n_decks, n_decks), np.int64)
    tables: list[Table] = []
    for number in range(enough_tables(n_decks, n_seats)):
        luck = [crc32(f"{seed} {number} {deck}".encode()) for deck in range(n_decks)]
        tables.append(next_table(met, n_seats, luck))
        met[np.ix_(tables[-1], tables[-1])] += 1
    return without_repeats(tables, met)


def enough_tables(n_decks: int, n_seats: int) -> int:
    """Return how many tables are chosen: such a number that all decks can sit equally often."""
    wanted = max(MOST_TABLES, FEWEST_MEETINGS * comb(n_decks, 2) / comb(n_seats, 2))
    unit = n_decks // gcd(n_decks, n_seats)
    return round(wanted / unit) * unit if unit <= wanted else unit


def next_table(met: np.ndarray, n_seats: int, luck: list[int]) -> Table:
    """Seat decks one by one: who has sat least, then who has met the others least."""
    table: list[int] = []
    while len(table) < n_seats:
        free = [deck for deck in range(len(met)) if deck not in table]
        table.append(
            min(free, key=lambda deck: (met[deck, deck], met[deck, table].sum(), luck[deck]))
        )
    return tuple(sorted(table))


def without_repeats(tables: list[Table], met: np.ndarray) -> list[Table]:
    """Let a table that is there already exchange a deck with the table where it does least harm."""
    for number, table in enumerate(tables):
        if table in tables[:number]:
            ways = list(exchanges(tables, number))
            if not ways:
                continue
            other, (one, two) = min(ways, key=lambda way: unevenness(met, tables, number, way))
            swapped = tables[number], tables[other], one, two
            for gone in swapped[:2]:
                met[np.ix_(gone, gone)] -= 1
            for come in swapped[2:]:
                met[np.ix_(come, come)] += 1
            tables[number], tables[other] = one, two
    return tables


def exchanges(tables: list[Table], number: int) -> Iterator[tuple[int, tuple[Table, Table]]]:
    """Go through the ways in which two tables can exchange a deck and become new tables."""
    known = set(tables)
    for other, there in enumerate(tables):
        for leaving, coming in product(
            set(tables[number]) - set(there), set(there) - set(tables[number])
        ):
            one = tuple(sorted({*tables[number], coming} - {leaving}))
            two = tuple(sorted({*there, leaving} - {coming}))
            if one not in known and two not in known:
                yield other, (one, two)


def unevenness(
    met: np.ndarray, tables: list[Table], number: int, way: tuple[int, tuple[Table, Table]]
) -> int:
    """Measure how unequally often decks would meet after an exchange."""
    other, (one, two) = way
    after = (
        met - meetings(len(met), (tables[number], tables[other])) + meetings(len(met), (one, two))
    )
    return int((after**2).sum())

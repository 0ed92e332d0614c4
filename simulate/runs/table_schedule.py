"""Choose the tables: sets of decks that play together.

With two seats all pairs of decks are played. With more seats there are far more tables than can be
played: then enough are chosen to distinguish all decks, so that every deck has equally many tables
and meets every other as equally often as the numbers allow.
"""

from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import combinations, product
from math import comb, gcd
from zlib import crc32

import numpy as np

__all__ = ["MOST_TABLES", "count_meetings", "list_tables"]

MOST_TABLES = 100  # up to this number all are played; of more, about as many are chosen
FEWEST_MEETINGS = 2  # of any two decks, on average, among chosen tables
Table = tuple[int, ...]


@cache
def list_tables(n_decks: int, n_seats: int, seed: int) -> tuple[Table, ...]:
    """Return the tables of different decks to play.

    Parameters
    ----------
    seed : int
        Breaks ties among equally good tables.

    Returns
    -------
    tuple of tuple of int
        Decks in ascending order, in ascending order of tables; none if decks are too few.
    """
    if n_seats == 2 or comb(n_decks, n_seats) <= MOST_TABLES:
        return tuple(combinations(range(n_decks), n_seats))
    return tuple(sorted(set(choose_tables(n_decks, n_seats, seed))))


def count_meetings(n_decks: int, tables: Iterable[Table]) -> np.ndarray:
    """Count the tables that each pair of decks shares; the diagonal counts those of a deck."""
    met = np.zeros((n_decks, n_decks), np.int64)
    for table in tables:
        met[np.ix_(table, table)] += 1
    return met


def choose_tables(n_decks: int, n_seats: int, seed: int) -> list[Table]:
    """Fill tables one by one with the decks that have the fewest tables and meetings."""
    met = np.zeros((n_decks, n_decks), np.int64)
    tables: list[Table] = []
    for number in range(count_tables(n_decks, n_seats)):
        ties = [crc32(f"{seed} {number} {deck}".encode()) for deck in range(n_decks)]
        tables.append(fill_table(met, n_seats, ties))
        met[np.ix_(tables[-1], tables[-1])] += 1
    return replace_repeats(tables, met)


def count_tables(n_decks: int, n_seats: int) -> int:
    """Return the number of tables to choose, so that all decks can have equally many."""
    target = max(MOST_TABLES, FEWEST_MEETINGS * comb(n_decks, 2) / comb(n_seats, 2))
    unit = n_decks // gcd(n_decks, n_seats)
    return round(target / unit) * unit if unit <= target else unit


def fill_table(met: np.ndarray, n_seats: int, ties: list[int]) -> Table:
    """Add decks one by one: fewest tables first, then fewest meetings with those added."""
    table: list[int] = []
    while len(table) < n_seats:
        free = [deck for deck in range(len(met)) if deck not in table]
        table.append(
            min(free, key=lambda deck: (met[deck, deck], met[deck, table].sum(), ties[deck]))
        )
    return tuple(sorted(table))


def replace_repeats(tables: list[Table], met: np.ndarray) -> list[Table]:
    """Let each repeated table exchange a deck with the table that keeps meetings most equal."""
    for number, table in enumerate(tables):
        if table in tables[:number]:
            exchanges = list(list_exchanges(tables, number))
            if not exchanges:
                continue
            other, new = min(exchanges, key=partial(measure_unevenness, met, tables, number))
            for removed in (tables[number], tables[other]):
                met[np.ix_(removed, removed)] -= 1
            for added in new:
                met[np.ix_(added, added)] += 1
            tables[number], tables[other] = new
    return tables


def list_exchanges(tables: list[Table], number: int) -> Iterator[tuple[int, tuple[Table, Table]]]:
    """Yield (other table, new tables) for each exchange of a deck that gives two new tables."""
    known = set(tables)
    table = tables[number]
    for other, partner in enumerate(tables):
        for given, taken in product(set(table) - set(partner), set(partner) - set(table)):
            first = tuple(sorted({*table, taken} - {given}))
            second = tuple(sorted({*partner, given} - {taken}))
            if first not in known and second not in known:
                yield other, (first, second)


def measure_unevenness(
    met: np.ndarray, tables: list[Table], number: int, exchange: tuple[int, tuple[Table, Table]]
) -> int:
    """Return the sum of squared numbers of meetings after an exchange."""
    other, new = exchange
    removed, added = (
        count_meetings(len(met), changed) for changed in ((tables[number], tables[other]), new)
    )
    return int(((met - removed + added) ** 2).sum())

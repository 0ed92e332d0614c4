"""Tables that were added to a run when its games were there."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd
import polars as pl

from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.runs.seal import is_sealed

__all__ = ["read_added_table"]

# A column's name says what is in it: numbers, unless it is one of these or begins with "is_".
TEXTS = (
    "baseline", "card", "column", "cost_name", "deals", "deck", "decks", "option", "other",
    "setting", "trend", "value", "verdict",
)  # fmt: skip
COUNTS = ("n_games", "n_pairs")
AGAIN = "remove it, and measure it again"


def read_added_table(folder: Path, name: str, columns: Sequence[str]) -> pd.DataFrame:
    """Read a table in a run's folder; an empty one if nobody measured it to the end.

    Raises
    ------
    InputError
        If it is no such table.
    """
    path = folder / name
    table = pl.read_parquet(path, glob=False) if is_sealed(path) else pl.DataFrame()
    if table.is_empty():
        return pd.DataFrame(columns=list(columns))
    if wrong := next(find_wrong(table, columns), ""):
        raise InputError([Problem(str(path), None, None, wrong, AGAIN)])
    return table.to_pandas().reindex(columns=list(columns))


def find_wrong(table: pl.DataFrame, columns: Sequence[str]) -> Iterator[str]:
    """Find what is no column of a table that we wrote."""
    for name in columns:
        if name not in table.columns:
            yield f"the column '{name}' is missing"
        elif not is_as_written(table[name]):
            kind = "texts" if name in TEXTS else "yes or no" if is_flag(name) else "numbers"
            yield f"column '{name}': expected {kind}, found something else"


def is_as_written(column: pl.Series) -> bool:
    """Return whether a column may be ours; only of a number that was measured may there be none."""
    if column.name in TEXTS or is_flag(column.name):
        kind = pl.String if column.name in TEXTS else pl.Boolean
        return column.dtype == kind and not column.has_nulls()
    if column.name in COUNTS:
        return column.dtype.is_integer() and not column.has_nulls() and bool((column > 0).all())
    return column.dtype.is_numeric() and not column.is_infinite().any()


def is_flag(name: str) -> bool:
    """Return whether a column says yes or no."""
    return name.startswith("is_")

"""Reading tables that later measurements add to a run's folder."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd
import polars as pl

from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.runs.seal import is_sealed

__all__ = ["read_added_table"]

# The type of a column follows from its name: text if listed here, bool if it starts with "is_",
# else numbers.
TEXTS = (
    "baseline", "bot", "card", "column", "cost_name", "deals", "deck", "decks", "option", "other",
    "restriction", "setting", "trend", "value", "verdict",
)  # fmt: skip
COUNTS = ("n_games", "n_pairs")
OPEN_ENDS = ("fair_low", "fair_high")  # infinite where an interval has no end
AGAIN = "remove it, and measure it again"


def read_added_table(folder: Path, name: str, columns: Sequence[str]) -> pd.DataFrame:
    """Read a table from a run's folder; empty if its measurement was not completed.

    Raises
    ------
    InputError
        If a column is missing or has values of another type.
    """
    path = folder / name
    table = pl.read_parquet(path, glob=False) if is_sealed(path) else pl.DataFrame()
    if table.is_empty():
        return pd.DataFrame(columns=list(columns))
    if error := next(list_column_errors(table, columns), ""):
        raise InputError([Problem(str(path), None, None, error, AGAIN)])
    return table.to_pandas().reindex(columns=list(columns))


def list_column_errors(table: pl.DataFrame, columns: Sequence[str]) -> Iterator[str]:
    """List the columns of an added table that are missing or of another type."""
    for name in columns:
        if name not in table.columns:
            yield f"the column '{name}' is missing"
        elif not has_valid_type(table[name]):
            kind = "texts" if name in TEXTS else "yes or no" if is_flag(name) else "numbers"
            yield f"column '{name}': expected {kind}, found something else"


def has_valid_type(column: pl.Series) -> bool:
    """Return whether an added table's column is valid; only measured numbers may be missing."""
    if column.name in TEXTS or is_flag(column.name):
        kind = pl.String if column.name in TEXTS else pl.Boolean
        return column.dtype == kind and not column.has_nulls()
    if column.name in COUNTS:
        return column.dtype.is_integer() and not column.has_nulls() and bool((column > 0).all())
    is_open = column.name in OPEN_ENDS
    return column.dtype.is_numeric() and (is_open or not column.is_infinite().any())


def is_flag(name: str) -> bool:
    """Return whether an added table's column is boolean."""
    return name.startswith("is_")

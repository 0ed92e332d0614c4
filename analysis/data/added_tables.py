"""Tables that were added to a run when its games were there."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import polars as pl

from evenhand.simulate.runs.seal import is_sealed

__all__ = ["read_added_table"]


def read_added_table(folder: Path, name: str, columns: Sequence[str]) -> pd.DataFrame:
    """Read a table in a run's folder; an empty one if nobody measured it to the end."""
    path = folder / name
    if not is_sealed(path):
        return pd.DataFrame(columns=list(columns))
    return pl.read_parquet(path, glob=False).to_pandas().reindex(columns=list(columns))

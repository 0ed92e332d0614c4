"""Tables that are added to a run when its games are there."""

from io import BytesIO
from pathlib import Path

import pandas as pd
import polars as pl

from evenhand.simulate.runs.seal import seal_files
from evenhand.simulate.runs.whole_files import write_own

__all__ = ["save_table"]


def save_table(run_dir: Path, name: str, table: pd.DataFrame) -> None:
    """Write a table into a run's folder, and seal it."""
    content = BytesIO()
    pl.from_pandas(table).write_parquet(content, compression="zstd")
    write_own(run_dir, name, content.getvalue())
    seal_files(run_dir, [run_dir / name])

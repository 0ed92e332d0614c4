"""Tables added to a run; each stores the hash of the run's games and of its own rows."""

import hashlib
import json
from io import BytesIO
from pathlib import Path

import polars as pl

from evenhand.simulate.runs.parts import UNREADABLE, read_limited

__all__ = ["TABLE_FILES", "encode_table", "is_table_of_run"]

TABLE_FILES = "*.parquet"  # in a run folder
MOST_ROWS = 1_000_000

GAMES, ROWS = "evenhand_results_hash", "evenhand_rows_sha256"  # keys of the metadata


def encode_table(table: pl.DataFrame, results_hash: str) -> bytes:
    """Return a table as the bytes of a parquet file.

    Parameters
    ----------
    results_hash : str
        That of the run.
    """
    content = BytesIO()
    metadata = {GAMES: results_hash, ROWS: hash_table(table)}
    table.write_parquet(content, compression="zstd", metadata=metadata)
    return content.getvalue()


def is_table_of_run(path: Path, results_hash: str) -> bool:
    """Return whether a file holds an undamaged table of a run with these results."""
    try:
        table, metadata = read_limited(path, MOST_ROWS), pl.read_parquet_metadata(path)
    except UNREADABLE:
        return False
    return metadata.get(GAMES) == results_hash and metadata.get(ROWS) == hash_table(table)


def hash_table(table: pl.DataFrame) -> str:
    """Return the hash of a table's rows and column names."""
    return hashlib.sha256(json.dumps(table.to_dict(as_series=False)).encode()).hexdigest()

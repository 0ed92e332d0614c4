"""Tables that are added to a run: each says of which games it is, and the hash of what it holds."""

import hashlib
import json
from io import BytesIO
from pathlib import Path

import polars as pl

from evenhand.simulate.runs.parts import UNREADABLE, read_limited

__all__ = ["TABLE_FILES", "encode_table", "is_of_games"]

TABLE_FILES = "*.parquet"  # in a run's own folder
MOST_ROWS = 1_000_000

GAMES, ROWS = "evenhand_results_hash", "evenhand_rows_sha256"  # our metadata


def encode_table(table: pl.DataFrame, results_hash: str) -> bytes:
    """Return the content of a table's file.

    Parameters
    ----------
    results_hash : str
        Of the run that it is about.
    """
    content = BytesIO()
    said = {GAMES: results_hash, ROWS: hash_table(table)}
    table.write_parquet(content, compression="zstd", metadata=said)
    return content.getvalue()


def is_of_games(path: Path, results_hash: str) -> bool:
    """Return whether a file holds the table that was written there, of these games."""
    try:
        table, said = read_limited(path, MOST_ROWS), pl.read_parquet_metadata(path)
    except UNREADABLE:
        return False
    return said.get(GAMES) == results_hash and said.get(ROWS) == hash_table(table)


def hash_table(table: pl.DataFrame) -> str:
    """Return the hash of a table's rows and the names of its columns."""
    return hashlib.sha256(json.dumps(table.to_dict(as_series=False)).encode()).hexdigest()

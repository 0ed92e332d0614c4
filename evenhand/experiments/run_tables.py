"""Tables that are added to a finished run."""

from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from evenhand.decks.toml_file import read_toml
from evenhand.simulate.runs.added_table import encode_table, is_table_of_run
from evenhand.simulate.runs.atomic_files import write_in_folder
from evenhand.simulate.runs.run_folder import RUN_FILE
from evenhand.simulate.runs.seal import find_broken, read_seal, seal_files

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["holds_table", "save_table"]


def save_table(run_dir: Path, name: str, table: "pd.DataFrame") -> None:
    """Add a table to a finished run's folder, and seal it."""
    write_in_folder(run_dir, name, encode_table(pl.from_pandas(table), read_results_hash(run_dir)))
    seal_files(run_dir, [run_dir / name])


def holds_table(run_dir: Path, name: str) -> bool:
    """Return whether a table was added to a finished run, and is unchanged."""
    sealed = {file: checksum for file, checksum in read_seal(run_dir).items() if file == name}
    is_whole = bool(sealed) and not find_broken(run_dir, sealed)
    return is_whole and is_table_of_run(run_dir / name, read_results_hash(run_dir))


def read_results_hash(run_dir: Path) -> str:
    """Return the hash of the games of a run that a table is added to."""
    return str(read_toml(run_dir / RUN_FILE).content["run"]["results_hash"])

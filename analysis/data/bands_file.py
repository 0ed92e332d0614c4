"""The file of a run's bands as it is stored: where it lies, and that nobody changed it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evenhand.decks.problems import InputError, Problem
from evenhand.decks.text_file import read_text
from evenhand.decks.toml_file import TomlFile, parse_toml
from evenhand.simulate.runs.panel_folder import find_lead_folder
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.simulate.runs.seal import is_sealed, suggest_repeat
from evenhand.simulate.runs.stored import StoredRun

__all__ = ["BANDS_FILE", "hash_bands", "read_bands_file", "read_stated"]

BANDS_FILE = "bands.toml"  # in a run's folder, if the run is one of a designer's folder


def read_bands_file(run: StoredRun) -> TomlFile | None:
    """Read the file of a run's bands; None if there is none.

    Raises
    ------
    InputError
        If the file was changed or cannot be read.
    """
    return read_bands_of(run.folder)


def read_stated(run: StoredRun) -> Mapping[str, Any]:
    """Return what ``balance.toml`` stated when a run was made, or the run whose panel it is of.

    Empty if the run is none of a designer's folder.

    Raises
    ------
    InputError
        As for `read_bands_file`.
    """
    lead = find_lead_folder(run.folder)
    toml = read_bands_of(run.folder) or (read_bands_of(lead) if lead else None)
    return toml.content if toml else {}


def read_bands_of(folder: Path) -> TomlFile | None:
    """Read the file of the bands of the run in a folder, as `read_bands_file` does."""
    path = folder / BANDS_FILE
    if not is_sealed(path):
        return None
    toml = parse_toml(read_text(path), str(path))
    if toml.content.get("contents") != hash_bands(toml.content):
        message = "it is not what the numbers were held against"
        raise InputError([Problem(str(path), None, None, message, suggest_repeat(folder))])
    return toml


def hash_bands(content: Mapping[str, Any]) -> str:
    """Return the hash of a file of a run's bands, without its entry "contents"."""
    return hash_json({name: value for name, value in content.items() if name != "contents"})

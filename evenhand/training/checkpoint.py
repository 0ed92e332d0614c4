"""The state of a training that was stopped, from which the same command resumes it."""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.atomic_files import write_atomic
from evenhand.training.trainer import Trainer

__all__ = ["load_checkpoint", "name_checkpoint", "save_checkpoint"]


def name_checkpoint(out: Path) -> Path:
    """Return the place of the state of a training, beside the file that it will write."""
    return out.with_name(f"{out.stem}.training")


def save_checkpoint(file: Path, trainer: Trainer, identity: Mapping[str, Any]) -> None:
    """Save all that a training needs to be resumed.

    Parameters
    ----------
    identity : mapping
        What is trained, and by which games; no other training resumes it.
    """
    header = json.dumps({"identity": dict(identity), **trainer.list_numbers()})
    state = {"header": np.frombuffer(header.encode(), np.uint8), **trainer.list_arrays()}
    content = io.BytesIO()
    np.savez(content, **state)
    write_atomic(file, content.getvalue())


def load_checkpoint(file: Path, trainer: Trainer, identity: Mapping[str, Any]) -> bool:
    """Resume a training that was stopped; return whether there is one.

    Raises
    ------
    UsageError
        If the file is of another training, or cannot be read.
    """
    if not file.exists():
        return False
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as arrays:
            state = dict(arrays)
        header = json.loads(bytes(state["header"]))
        is_same = header["identity"] == json.loads(json.dumps(dict(identity)))
        if is_same:
            trainer.load(header, state)
    except (OSError, ValueError, KeyError, TypeError, IndexError, zipfile.BadZipFile):
        message = f"{file} is no training that was stopped, or is damaged"
        raise UsageError(message, "move it elsewhere to begin anew") from None
    if not is_same:
        message = f"{file} is of a training with other cards, decks, rules or flags"
        raise UsageError(message, "change that back, or move the file elsewhere to begin anew")
    return True

"""The games that are tested: ours and the tests' own, whatever else is installed."""

import importlib.metadata
from pathlib import Path

from evenhand.simulate import registry

TOYS = Path(__file__).resolve().parent / "toys"


def leave_out_others() -> None:
    """Let the registry find no game of another package but those of the tests."""
    registry.entry_points = own_entry_points  # type: ignore[attr-defined]


def own_entry_points(**wanted: str) -> list[importlib.metadata.EntryPoint]:
    """Return the entry points of the tests' own games."""
    return [
        entry
        for entry in importlib.metadata.entry_points(**wanted)
        if entry.dist is None
        or TOYS in Path(str(entry.dist.locate_file(""))).resolve().parents
        or Path(str(entry.dist.locate_file(""))).resolve() == TOYS
    ]

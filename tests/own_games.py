"""The games that are tested: ours and the tests' own, whatever else is installed."""

import importlib.metadata
import os
from functools import cache
from pathlib import Path
from typing import Any

TOYS = Path(__file__).resolve().parent / "toys"
ALONE = TOYS.parent / "alone"  # on the path of a program, for the same
PATH = os.pathsep.join(map(str, (TOYS.parents[1], TOYS, ALONE)))  # PYTHONPATH of such a program
every_entry_point = importlib.metadata.entry_points


def leave_out_others() -> None:
    """Let the registry find no game of another package but those of the tests."""
    from evenhand.simulate import registry

    registry.entry_points = own_entry_points  # type: ignore[attr-defined]


@cache
def own_entry_points(**wanted: str) -> Any:
    """Return entry points, of games those of the tests' own alone; looked for once."""
    if wanted.get("group") != "evenhand.games":
        return every_entry_point(**wanted)
    return [
        entry
        for entry in every_entry_point(**wanted)
        if entry.dist is None
        or TOYS in Path(str(entry.dist.locate_file(""))).resolve().parents
        or Path(str(entry.dist.locate_file(""))).resolve() == TOYS
    ]

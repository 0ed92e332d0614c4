"""A finished run as a side of a comparison: the last one of a folder, and what it played.

A run keeps copies of its files, so what it played can be played again, whatever has become of
the folder since.
"""

from pathlib import Path
from typing import Any

import tomlkit

from evenhand.decks.problems import UsageError
from evenhand.inputs.folder import BALANCE_FILE
from evenhand.inputs.source import Source, find_source
from evenhand.simulate.runs.claim import is_unfinished
from evenhand.simulate.runs.proof import prove_inputs
from evenhand.simulate.runs.stored import read_run_file
from evenhand.simulate.runs.whole_files import write_own
from evenhand.writing import list_runs

__all__ = ["find_last_run", "lay_out_run"]

RUNS = "runs"
NEXT = "play one: evenhand run; then change something, and compare again"


def find_last_run(folder: Path, game: str) -> Path:
    """Return the run in a folder's ``runs/`` that was finished last, of what it plays now.

    Parameters
    ----------
    folder : Path
        A designer's.
    game : str
        What it plays, where it has no ``balance.toml``; else "".

    Raises
    ------
    UsageError
        If there is none.
    OSError
        If ``runs`` is no folder, or one that may not be read.
    """
    source = find_source(str(folder / BALANCE_FILE) if has_balance(folder) else game)
    runs = folder / RUNS
    if runs.exists():
        next(runs.iterdir(), None)  # what cannot be looked into is not taken for empty
    newest = list_runs(folder)
    for run in reversed(newest):
        if not is_unfinished(run) and is_of(read_run_file(run), source):
            return run
    some = f"no run of {source.game.title} as the folder plays it" if newest else "no run yet"
    raise UsageError(f"there is nothing to compare with: {some} in {runs}/", NEXT)


def has_balance(folder: Path) -> bool:
    """Return whether a folder says itself what is played in it."""
    return (folder / BALANCE_FILE).is_file()


def is_of(info: dict[str, Any], source: Source) -> bool:
    """Return whether a run is of the game, mode and number of players that a folder plays."""
    run, folder = info["run"], source.folder
    if run["game"] != source.game.name:
        return False
    if folder is None:
        return True
    n_seats = folder.said.players or source.game.seats[0]
    return (run["mode"], run["seats"]) == (folder.mode, n_seats)


def lay_out_run(run_dir: Path, room: Path) -> Path:
    """Make a folder that plays what a run played, from the run's own copies of its files.

    The further bots of a panel are left out.

    Returns
    -------
    Path
        The folder, which holds a ``balance.toml`` alone.

    Raises
    ------
    InputError
        If a copy is no longer what was played.
    """
    info, inputs = read_run_file(run_dir), run_dir.absolute() / "inputs"
    prove_inputs(run_dir, info)
    run, cards = info["run"], info["cards"]
    is_sealed = not any(deck["cards"] for deck in info["decks"])
    content = {
        "game": run["game"],
        "mode": run["mode"],
        "cards": str(inputs / cards["file"]),
        **({"curve": str(inputs / "curve" / cards["curve"]["file"])} if "curve" in cards else {}),
        "products" if is_sealed else "decks": [
            str(inputs / "decks" / deck["file"]) for deck in info["decks"]
        ],
        "bots": [
            str(inputs / "bots" / f"{bot['name']}.toml") if bot["sha256"] else bot["name"]
            for bot in info["bots"]
        ],
        "mirrors": run["mirrors"],
        "players": run["seats"],
        "games": run["games"],
        "seed": run["seed"],
        "options": dict(info["changed_options"]),
    }
    write_own(room, BALANCE_FILE, tomlkit.dumps(content))
    return room

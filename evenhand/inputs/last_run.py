"""A finished run as a side of a comparison: find a folder's last run, and recreate its inputs.

A run keeps copies of its input files, so its games can be played again after the folder
has changed.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomlkit

from evenhand.decks.problems import InputError, UsageError
from evenhand.inputs.folder import BALANCE_FILE, Folder
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.inputs.source import Source, find_source
from evenhand.result_folders import list_runs
from evenhand.simulate.runs.atomic_files import write_in_folder
from evenhand.simulate.runs.claim import is_unfinished
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.proof import prove_inputs
from evenhand.simulate.runs.run_folder import list_differences
from evenhand.simulate.runs.stored import find_kept_bot, load_plan, read_run_file

__all__ = ["find_last_plan", "find_last_run", "is_of_check", "recreate_folder"]

RUNS = "runs"
EDITABLE = {"the cards", "the decks", "the options"}  # names in the identity of a run
NEXT_STEP = "play one: evenhand run; then change something, and compare again"


def find_last_run(folder: Path, game: str) -> Path:
    """Return the last finished run in a folder's ``runs/``, of its present game and mode.

    Runs in which two bots met count for a folder that has two meet, and for no other. A check
    judges the folder as it is, and moves nothing that later changes are held against: runs
    of `check` count only where there are no others, and so do runs that left out decks whose files
    could not be read, or that other bots than the folder's played. A run of the folder as it is now
    is passed over, if an earlier one was of another state.

    Parameters
    ----------
    folder : Path
        A designer's folder.
    game : str
        The game of a folder without a ``balance.toml``; else "".

    Raises
    ------
    UsageError
        If no run matches.
    OSError
        If ``runs`` is not a readable folder.
    """
    source = find_source(str(folder / BALANCE_FILE) if has_balance_file(folder) else game)
    runs = folder / RUNS
    if runs.exists():
        next(runs.iterdir(), None)  # raise for an unreadable folder instead of treating it as empty
    newest = list_runs(folder)
    fitting = [
        run
        for run in reversed(newest)
        if not is_unfinished(run) and matches_source(read_run_file(run), source)
    ]
    if fitting:
        whole = [run for run in fitting if not read_run_file(run).get("left_out")] or fitting
        played = [run for run in whole if not is_of_check(run)] or whole
        return played[0] if source.folder is None else choose_run(played, source.folder)
    some = f"no run of {source.game.title} as the folder plays it" if newest else "no run yet"
    raise UsageError(f"there is nothing to compare with: {some} in {runs}/", NEXT_STEP)


def find_last_plan(folder: Path) -> tuple[Path, Plan] | None:
    """Return a folder's last run and what it played; None without one, or if it cannot be read."""
    try:
        run = find_last_run(folder, "")
        return run, load_plan(run)
    except (InputError, UsageError, OSError):  # no run, or one of other rules
        return None


def is_of_check(run: Path) -> bool:
    """Return whether a run was made by `check`."""
    from evenhand.reports.page import CHECK_PAGE  # takes a while to import

    return (run / CHECK_PAGE).exists()


def choose_run(runs: Sequence[Path], folder: Folder) -> Path:
    """Return the first run that the folder's bots played, of another state than the folder's now.

    If they played none, any bot's runs count; if none was of other cards, decks or options, the
    first.
    """
    now = prepare(Request(game=str(folder.path.parent))).plan
    names = [bot.name for bot in now.bots]
    infos = {run: read_run_file(run) for run in runs}
    own = [run for run in runs if [bot["name"] for bot in infos[run]["bots"]] == names] or runs
    others = (run for run in own if EDITABLE.intersection(list_differences(now, infos[run])))
    return next(others, own[0])


def has_balance_file(folder: Path) -> bool:
    """Return whether a folder of the last run has a ``balance.toml``."""
    return (folder / BALANCE_FILE).is_file()


def matches_source(info: dict[str, Any], source: Source) -> bool:
    """Return whether a last run has the game, mode, players and number of bots of a source.

    Where two bots met, decks are named with their bots, and who wins may be due to the bot.
    """
    run, folder = info["run"], source.folder
    n_bots = max(len(folder.bots), 1) if folder else 1
    if run["game"] != source.game.name or len(info["bots"]) != n_bots:
        return False
    if folder is None:
        return True
    n_seats = folder.content.players or source.game.seats[0]
    return (run["mode"], run["seats"]) == (folder.mode, n_seats)


def recreate_folder(run_dir: Path, destination: Path) -> Path:
    """Write a ``balance.toml`` that plays the last run's games from its copies of inputs.

    The further bots of a panel are left out.

    Returns
    -------
    Path
        `destination`, which contains the ``balance.toml`` only.

    Raises
    ------
    InputError
        If a copy has changed since the run.
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
        "bots": [find_kept_bot(inputs / "bots", bot) for bot in info["bots"]],
        "mirrors": run["mirrors"],
        "players": run["seats"],
        "games": run["games"],
        "seed": run["seed"],
        "options": dict(info["changed_options"]),
    }
    write_in_folder(destination, BALANCE_FILE, tomlkit.dumps(content))
    return destination

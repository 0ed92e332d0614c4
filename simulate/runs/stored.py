"""Open stored runs, and rebuild the plan from a run folder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from evenhand.decks.deck_list import Deck, load_deck
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import InputError, PartlyReadError, Problem, UsageError
from evenhand.decks.product import load_product
from evenhand.decks.toml_file import TomlFile, read_toml, validate_toml
from evenhand.simulate.bots.bot_files import (
    FUNCTION,
    LEARNED_SEARCH,
    Bot,
    load_bot,
    split_playouts,
)
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.game import Game
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.claim import is_unfinished, suggest_resume_command
from evenhand.simulate.runs.forks import check_polars_threads
from evenhand.simulate.runs.plan import LeftOut, Plan
from evenhand.simulate.runs.proof import prove_files, prove_inputs, prove_run
from evenhand.simulate.runs.result_columns import SCHEMA_VERSION
from evenhand.simulate.runs.run_file import RunFile, find_wrong_rows
from evenhand.simulate.runs.run_folder import RUN_FILE, list_differences, name_kept_bot
from evenhand.simulate.runs.seal import SEAL, suggest_repeat

__all__ = [
    "StoredRun",
    "find_kept_bot",
    "load_kept_cards",
    "load_plan",
    "open_stored",
    "read_run_file",
]


@dataclass(frozen=True, eq=False)
class StoredRun:
    """An opened run folder.

    Attributes
    ----------
    info : dict
        Content of ``run.toml``.
    games : polars.LazyFrame
        One row per game; see `evenhand.simulate.runs.result_columns`.
    played : Plan, optional
        Its plan, if known.
    """

    folder: Path
    info: dict[str, Any]
    games: pl.LazyFrame
    played: Plan | None = field(default=None, repr=False, kw_only=True)

    @property
    def n_seats(self) -> int:
        """Number of players in a game."""
        return int(self.info["run"]["seats"])

    @cached_property
    def plan(self) -> Plan:
        """The plan of the run; read from its folder unless given.

        Raises
        ------
        UsageError, InputError
            As in `load_plan`.
        """
        return self.played or load_plan(self.folder)


def open_stored(folder: str | Path, played: Plan | None = None) -> StoredRun:
    """Open the folder of a finished run and verify its files; no game is read yet.

    Raises
    ------
    UsageError
        If the folder holds no finished run.
    InputError
        If a file is missing, damaged or foreign, or of another version.
    """
    check_polars_threads()
    folder = Path(folder)
    info = read_run_file(folder)
    parts = prove_run(folder, info)
    # No globbing: a folder's name may contain wildcards.
    return StoredRun(folder, info, pl.scan_parquet(parts, glob=False), played=played)


def load_plan(folder: str | Path) -> Plan:
    """Rebuild the plan of a run from its folder.

    Raises
    ------
    UsageError
        If the folder holds no finished run.
    InputError
        If the rules have changed since, or a file of the run cannot be read.
    """
    folder = Path(folder)
    info = read_run_file(folder)
    game = load_game(info["run"]["game"])
    check_rules(game, info["run"], folder / "run.toml")
    inputs = folder / "inputs"
    prove_inputs(folder, info)
    mode = info["run"]["mode"]
    options = option_values(game.options, {k: str(v) for k, v in info["options"].items()})
    pool = load_kept_cards(game, folder, info)
    is_sealed = mode in game.schema.sealed_modes
    plan = Plan(
        game=game,
        mode=mode,
        pool=pool,
        entrants=[
            load_product(game.schema, pool, inputs / "decks" / deck["file"])
            if is_sealed
            else restore_slots(
                load_deck(game.schema, pool, inputs / "decks" / deck["file"], mode, options),
                pool,
                deck["cards"],
            )
            for deck in info["decks"]
        ],
        bots=[load_stored_bot(game, inputs / "bots", bot) for bot in info["bots"]],
        options=options,
        games=info["run"]["games"],
        seed=info["run"]["seed"],
        mirrors=info["run"]["mirrors"],
        n_seats=info["run"]["seats"],
        left_out=tuple(
            LeftOut(one["deck"], tuple(one["cards"])) for one in info.get("left_out", ())
        ),
    )
    check_plan(plan, info, folder)
    return plan


def load_kept_cards(game: Game, folder: Path, info: Mapping[str, Any]) -> CardPool:
    """Read the cards of a run from its folder, without those that the run could not read.

    Raises
    ------
    UsageError, InputError
        If the file is missing or cannot be read.
    """
    inputs, curve = folder / "inputs", info["cards"].get("curve")
    try:
        return load_pool(
            game.schema,
            inputs / info["cards"]["file"],
            inputs / "curve" / curve["file"] if curve else None,
        )
    except PartlyReadError as error:
        if info["cards"].get("unread"):
            pool: CardPool = error.rest
            return pool
        raise


def check_plan(plan: Plan, info: dict[str, Any], folder: Path) -> None:
    """Raise an InputError if the copies of the inputs give another plan than the run's."""
    wrong = list_differences(plan, info)
    if set(wrong) - {"the program"}:  # it may differ: the rules have a version
        message = f"its copies of the inputs are others than were played: {', '.join(wrong)}"
        raise InputError([Problem(str(folder), None, None, message, suggest_repeat(folder))])


def restore_slots(deck: Deck, pool: CardPool, cards: Sequence[str]) -> Deck:
    """Return a deck with its cards in the slots of the run, which variants keep."""
    return replace(deck, cards=tuple(pool.row_of(label) for label in cards))


def read_run_file(folder: Path) -> dict[str, Any]:
    """Read and verify ``run.toml``."""
    path = folder / RUN_FILE
    if is_unfinished(folder) and not (folder / SEAL).exists():
        message = f"the run in {folder} is unfinished"
        hint = suggest_resume_command(folder) or "to resume it, repeat the command that began it"
        raise UsageError(message, hint)
    if not path.is_file() and not (folder / SEAL).exists():
        reason = f"it holds no {path.name}" if folder.exists() else "there is no such folder"
        raise UsageError(f"{folder} is not a run: {reason}")
    if (folder / SEAL).exists():
        prove_files(folder, RUN_FILE)
    toml = read_toml(path)
    check_version(toml)
    _, problems = validate_toml(RunFile, toml)
    if not problems:
        problems = [toml.problem(*wrong_row) for wrong_row in find_wrong_rows(toml.content)]
    if problems:
        raise InputError(problems)
    return toml.content


def check_version(toml: TomlFile) -> None:
    """Raise an InputError if ``run.toml`` has another schema version."""
    version = toml.content.get("schema_version")
    if version == SCHEMA_VERSION:
        return
    message = f"expected version {SCHEMA_VERSION} of this file's form, found {version}"
    hint = ""
    if type(version) is int:
        command = toml.content.get("run", {}).get("command", "the command that made it")
        hint = f"play it again: {command}" if version < SCHEMA_VERSION else "upgrade evenhand"
    raise InputError([toml.problem(("schema_version",), message, hint)])


def check_rules(game: Game, run: Mapping[str, Any], file: Path) -> None:
    """Raise an InputError if the rules have changed, as the games would differ."""
    if run["rules_version"] != game.rules_version:
        message = (
            f"the run was played by version {run['rules_version']} of the rules of {game.title}; "
            f"this program has version {game.rules_version}, which plays other games"
        )
        raise InputError([Problem(str(file), None, "run.rules_version", message)])


def load_stored_bot(game: Game, folder: Path, bot: Mapping[str, str]) -> Bot:
    """Load a bot of a run.

    Raises
    ------
    UsageError
        If it was a Python function.
    """
    if bot["policy"] == FUNCTION:
        message = f"the bot '{bot['name']}' was a Python function, which no run keeps"
        raise UsageError(f"{message}: its games cannot be played again from here")
    found = load_bot(game, find_kept_bot(folder, bot))
    return replace(found, name=bot["name"]) if bot["policy"] == LEARNED_SEARCH else found


def find_kept_bot(folder: Path, bot: Mapping[str, Any]) -> str:
    """Return what a bot of a run is loaded by: its copy in a folder, or its name if it has none."""
    if not bot["sha256"]:
        return str(bot["name"])
    file = str(folder / name_kept_bot(bot))
    _, playouts = split_playouts(bot["name"])
    return f"{file}:{playouts}" if bot["policy"] == LEARNED_SEARCH else file

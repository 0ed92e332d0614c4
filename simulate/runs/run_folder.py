"""The folder of a run: what is written there, and how one that was left unfinished is known.

It holds ``games/part-*.parquet``, ``inputs/`` (copies of what was read), ``run.toml``
(everything needed to repeat it; written last) and, while a run is under way,
``unfinished.json`` with the plan's fingerprint.
"""

import hashlib
import json
import platform
import shutil
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from evenhand.decks.deck_list import Deck
from evenhand.decks.problems import UsageError
from evenhand.decks.product import Product
from evenhand.simulate.compiling import sources_hash
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.runs.batch import Chunk
from evenhand.simulate.runs.plan import UNFINISHED, Plan
from evenhand.simulate.runs.result_columns import SCHEMA_VERSION
from evenhand.simulate.runs.whole_files import write_whole

__all__ = [
    "Info", "Played", "count_games", "describe_run", "make_note", "open_folder", "part_file",
    "write_note",
]  # fmt: skip

Info = dict[str, Any]


class Played(NamedTuple):
    """What was played: games and decisions in all, and the hash of all rows."""

    games: int
    decisions: int
    results_hash: str


def fingerprint_of(plan: Plan) -> str:
    """Name all that decides the games, their number left out, to tell one run from another."""
    parts = {
        "game": [plan.game.name, plan.game.rules_version],
        "mode": plan.mode,
        "cards": plan.pool.content_hash,
        "entrants": [[e.name, hash_entrant(e)] for e in plan.entrants],
        "bots": [repr(bot) for bot in plan.bots],
        "options": dict(plan.options),
        "seed": plan.seed,
        "sides": plan.sides(),
        "sources": sources_hash(),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def hash_entrant(entrant: Deck | Product) -> str:
    """Return the hash of an entrant's file."""
    if isinstance(entrant, Deck):
        return entrant.content_hash
    return hashlib.sha256(Path(entrant.file).read_bytes()).hexdigest()


def open_folder(plan: Plan, goal: str, out: Path) -> int:
    """Make the run folder, or go on in that of the same run; give the games to be played."""
    note = out / UNFINISHED
    if note.is_file():
        there = json.loads(note.read_text(encoding="utf-8"))
        if there != make_note(plan, goal, there.get("games")):
            raise UsageError(f"{out} holds an unfinished run of other inputs; choose another --out")
        return int(there["games"])
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out} exists already; choose another --out or remove it")
    try:
        (out / "games").mkdir(parents=True, exist_ok=True)
        copy_inputs(plan, out / "inputs")
        write_note(plan, goal, out)
    except OSError as error:
        raise UsageError(f"cannot write to {out}: {error.strerror}") from None
    return plan.games


def make_note(plan: Plan, goal: str, games: int) -> dict[str, Any]:
    """Return what the folder of a run under way notes: how many games it is at, too."""
    return {"fingerprint": fingerprint_of(plan), "goal": goal, "games": games}


def write_note(plan: Plan, goal: str, out: Path) -> None:
    """Mark a folder as that of a run under way."""
    write_whole(out / UNFINISHED, json.dumps(make_note(plan, goal, plan.games)))


def copy_inputs(plan: Plan, folder: Path) -> None:
    """Keep a copy of the files that the run was made from."""
    copied = {
        folder: [plan.pool.file],
        folder / "decks": [entrant.file for entrant in plan.entrants],
        folder / "bots": [bot.file for bot in plan.bots if bot.file],
    }
    for place, files in copied.items():
        place.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copyfile(file, place / Path(file).name)


def describe_run(plan: Plan, command: str, played: Played) -> Info:
    """Return the content of ``run.toml``: what was played, from what, and how to repeat it."""
    game = plan.game
    defaults = option_values(game.options, {})
    names = plan.pool.labels
    return {
        "schema_version": SCHEMA_VERSION,
        "run": {
            "game": game.name,
            "title": game.title,
            "mode": plan.mode,
            "rules_version": game.rules_version,
            "seed": plan.seed,
            "games": played.games,
            "seats": plan.n_seats,
            "mirrors": plan.mirrors,
            "command": command,
            "results_hash": played.results_hash,
        },
        "versions": {
            "evenhand": version("evenhand"),
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "numba", "polars")},
        },
        "options": dict(plan.options),
        "changed_options": {k: v for k, v in plan.options.items() if v != defaults[k]},
        "cards": {
            "file": Path(plan.pool.file).name,
            "sha256": plan.pool.content_hash,
            "count": len(plan.pool.cards),
            "names": list(names),
        },
        "decks": [
            {
                "name": entrant.name,
                "file": Path(entrant.file).name,
                "sha256": hash_entrant(entrant),
                "cards": [names[i] for i in entrant.cards] if isinstance(entrant, Deck) else [],
            }
            for entrant in plan.entrants
        ],
        "bots": [
            {"name": bot.name, "policy": bot.policy, "sha256": bot.content_hash}
            for bot in plan.bots
        ],
        "matchups": [
            {"decks": list(m.decks), "bots": list(m.bots), "pairs": m.pairs}
            for m in plan.matchups()
        ],
        "end_reasons": {reason.name.lower(): int(reason) for reason in game.end_reasons},
        "end_reasons_text": {r.name.lower(): text for r, text in game.end_reasons.items()},
        "units": {"standing": game.standing_unit},
        "words": {"first": game.first_means},
    }


def part_file(out: Path, chunk: Chunk) -> Path:
    """Name the file that a chunk's games are kept in; files sort as their chunks do."""
    return out / "games" / f"part-{chunk.matchup:05}-{chunk.number:05}.parquet"


def count_games(out: Path) -> int:
    """Count the games that a folder holds already."""
    parts = sorted((out / "games").glob("part-*.parquet"))
    return int(pl.scan_parquet(parts, glob=False).select(pl.len()).collect().item()) if parts else 0

"""Runs: playing a plan with workers and keeping the results in a folder.

A run folder holds ``games/part-*.parquet``, ``inputs/`` (copies of what was read),
``run.toml`` (everything needed to repeat it; written last) and, while a run is under
way, ``unfinished.json`` with the plan's fingerprint. A run that was killed goes on
where it stopped and ends with the same bytes as one that was not. So does a run that
grows: its pairs are those that a run of its final size has from the start.
"""

import gc
import hashlib
import json
import platform
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import joblib
import numpy as np
import polars as pl
import tomlkit

from evenhand.decks.deck_list import Deck
from evenhand.decks.problems import UsageError
from evenhand.decks.product import Product
from evenhand.simulate.compiling import COMPILED, cache_folder, sources_hash
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.runs.batch import Chunk, PlanArrays, chunks_of, plan_arrays, play
from evenhand.simulate.runs.plan import UNFINISHED, Plan
from evenhand.simulate.runs.result_columns import SCHEMA_VERSION, from_frame, to_frame

__all__ = ["Growth", "RunResult", "simulate", "warm_up"]

Progress = Callable[[int, int], None]
Info = dict[str, Any]


@dataclass(frozen=True)
class RunResult:
    """What a finished run amounts to.

    Attributes
    ----------
    results_hash : str
        SHA-256 of all rows in order, whatever the chunks and workers were.
    games, decisions : int
        In all.
    resumed : int
        Of the games, those that were there already: a run was gone on with.
    seconds : float
        Time spent playing and writing, compiling left out.
    """

    out: Path
    games: int
    resumed: int
    decisions: int
    seconds: float
    results_hash: str

    @property
    def games_per_second(self) -> float:
        """Games played in a second; those that were there already do not count."""
        return (self.games - self.resumed) / self.seconds if self.seconds else 0.0


@dataclass(frozen=True)
class Growth:
    """How a run gets longer until it is long enough.

    Attributes
    ----------
    goal : str
        What the run is to reach, in words that tell it from a run with another goal.
    games : callable(folder, content of ``run.toml``) -> int
        Games that the run needs in all, judged by those it has: no more than it has if
        they suffice. It must depend on nothing else, or the run would not repeat.
    """

    goal: str
    games: Callable[[Path, Info], int]


def simulate(
    plan: Plan,
    out: Path,
    jobs: int = 1,
    backend: str = "threading",
    command: Callable[[int], str] = str,
    progress: Progress | None = None,
    notice: Callable[[str], None] | None = None,
    growth: Growth | None = None,
) -> RunResult:
    """Play a plan and write its run folder.

    Parameters
    ----------
    out : Path
        A folder that does not exist, or that of the same run, killed.
    jobs : int
        Workers; -1 for one per processor.
    command : callable(games) -> str
        What to tell people to type to repeat the run, given how many games it has.
    progress : callable(games done, games in all), optional
    notice : callable(text), optional
        Called with what is being done when it takes long.
    growth : Growth, optional
        Makes the run longer than planned until it is long enough. The result is that
        of a plan of so many games.

    Raises
    ------
    UsageError
        If the folder holds something else or cannot be written.
    """
    goal = growth.goal if growth else f"{plan.games} games"
    plan = replace(plan, games=open_folder(plan, goal, out))
    warm_up(plan_arrays(plan), notice)
    resumed = games_there(out)
    started = time.perf_counter()
    while True:
        played = play_all(plan, out, jobs, backend, progress)
        info = describe(plan, command(plan.games), played)
        needed = growth.games(out, info) if growth else plan.games
        if needed <= plan.games:
            break
        plan = replace(plan, games=needed)
        write_note(plan, goal, out)
    seconds = time.perf_counter() - started
    write_whole(out / "run.toml", tomlkit.dumps(info))
    (out / UNFINISHED).unlink()
    return RunResult(out, played.games, resumed, played.decisions, seconds, played.results_hash)


class Played(NamedTuple):
    """What was played: games and decisions in all, and the hash of all rows."""

    games: int
    decisions: int
    results_hash: str


def play_all(plan: Plan, out: Path, jobs: int, backend: str, progress: Progress | None) -> Played:
    """Play what the folder lacks of a plan."""
    arrays = plan_arrays(plan)
    digest, games, decisions = hashlib.sha256(), 0, 0
    total = sum(matchup.pairs for matchup in arrays.matchups) * plan.n_seats
    for rows in all_rows(arrays, chunks_of(arrays.matchups), out, jobs, backend):
        digest.update(rows.tobytes())
        games += len(rows)
        decisions += int(rows["decisions"].sum())
        if progress:
            progress(games, total)
    return Played(games, decisions, digest.hexdigest())


def warm_up(arrays: PlanArrays, notice: Callable[[str], None] | None) -> None:
    """Compile before workers start, so that it is done once."""
    marker = cache_folder() / f"{arrays.plan.game.name}-{arrays.plan.n_seats}.compiled"
    if COMPILED and notice and not marker.exists():
        notice(f"Compiling the rules of {arrays.plan.game.title} (once, about half a minute)")
    gc.disable()  # numba makes millions of objects that live on; looking for garbage is idle
    try:
        play(arrays, Chunk(0, 0, 0, 1))
    finally:
        gc.enable()
    if COMPILED:
        marker.touch()


def all_rows(
    arrays: PlanArrays, chunks: list[Chunk], out: Path, jobs: int, backend: str
) -> Iterator[np.ndarray]:
    """Go through the rows of all chunks in order, playing those not yet on disk."""
    work = joblib.Parallel(
        n_jobs=jobs, backend=backend, return_as="generator", pre_dispatch="2*n_jobs"
    )
    yield from work(joblib.delayed(one_chunk)(arrays, chunk, out) for chunk in chunks)


def one_chunk(arrays: PlanArrays, chunk: Chunk, out: Path) -> np.ndarray:
    """Return a chunk's rows: those of its part file, then those still to be played."""
    path = part_file(out, chunk)
    rows = np.zeros(0, arrays.row)
    if path.exists():
        rows = from_frame(pl.read_parquet(path), arrays.row)
    there = len(rows) // arrays.plan.n_seats
    if there == chunk.n_pairs:
        return rows
    rest = replace(chunk, first_pair=chunk.first_pair + there, n_pairs=chunk.n_pairs - there)
    rows = np.concatenate([rows, play(arrays, rest)])
    unfinished = path.with_suffix(".tmp")
    frame = to_frame(rows, arrays.plan.is_sealed)
    frame.write_parquet(unfinished, compression="zstd", metadata=METADATA)
    unfinished.replace(path)
    return rows


def part_file(out: Path, chunk: Chunk) -> Path:
    """Name the file that a chunk's games are kept in; files sort as their chunks do."""
    return out / "games" / f"part-{chunk.matchup:05}-{chunk.number:05}.parquet"


def games_there(out: Path) -> int:
    """Count the games that a folder holds already."""
    parts = sorted((out / "games").glob("part-*.parquet"))
    return int(pl.scan_parquet(parts, glob=False).select(pl.len()).collect().item()) if parts else 0


METADATA = {"evenhand_schema_version": str(SCHEMA_VERSION)}


# The folder


def fingerprint(plan: Plan) -> str:
    """Name all that decides the games, their number left out, to tell one run from another."""
    parts = {
        "game": [plan.game.name, plan.game.rules_version],
        "mode": plan.mode,
        "cards": plan.pool.content_hash,
        "entrants": [[e.name, hash_of(e)] for e in plan.entrants],
        "bots": [repr(bot) for bot in plan.bots],
        "options": dict(plan.options),
        "seed": plan.seed,
        "sides": plan.sides(),
        "sources": sources_hash(),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def hash_of(entrant: Deck | Product) -> str:
    """Return the hash of an entrant's file."""
    if isinstance(entrant, Deck):
        return entrant.content_hash
    return hashlib.sha256(Path(entrant.file).read_bytes()).hexdigest()


def open_folder(plan: Plan, goal: str, out: Path) -> int:
    """Make the run folder, or go on in that of the same run; give the games to be played."""
    note = out / UNFINISHED
    if note.is_file():
        there = json.loads(note.read_text(encoding="utf-8"))
        if there != note_of(plan, goal, there.get("games")):
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


def note_of(plan: Plan, goal: str, games: int) -> dict[str, Any]:
    """Return what the folder of a run under way notes: how many games it is at, too."""
    return {"fingerprint": fingerprint(plan), "goal": goal, "games": games}


def write_note(plan: Plan, goal: str, out: Path) -> None:
    """Mark a folder as that of a run under way."""
    write_whole(out / UNFINISHED, json.dumps(note_of(plan, goal, plan.games)))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is never there in part."""
    unfinished = path.with_name(f"{path.name}.tmp")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


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


def describe(plan: Plan, command: str, played: Played) -> Info:
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
                "sha256": hash_of(entrant),
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

"""Runs: playing a plan with workers and keeping the results in a folder.

A run that was killed goes on where it stopped and ends with the same bytes as one that was
not. So does a run that grows: its pairs are those that a run of its final size has from the
start.
"""

import gc
import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import joblib
import numpy as np
import polars as pl
import tomlkit

from evenhand.simulate.compiling import COMPILED, cache_folder
from evenhand.simulate.runs.batch import Chunk, PlanArrays, chunks_of, plan_arrays, play
from evenhand.simulate.runs.plan import UNFINISHED, Plan
from evenhand.simulate.runs.result_columns import SCHEMA_VERSION, from_frame, to_frame
from evenhand.simulate.runs.run_folder import (
    Info,
    Played,
    count_games,
    describe_run,
    open_folder,
    part_file,
    write_note,
)
from evenhand.simulate.runs.whole_files import whole_file, write_whole

__all__ = ["Growth", "RunResult", "simulate", "warm_up"]

Progress = Callable[[int, int], None]
METADATA = {"evenhand_schema_version": str(SCHEMA_VERSION)}


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
    resumed = count_games(out)
    started = time.perf_counter()
    while True:
        played = play_all(plan, out, jobs, backend, progress)
        info = describe_run(plan, command(plan.games), played)
        needed = growth.games(out, info) if growth else plan.games
        if needed <= plan.games:
            break
        plan = replace(plan, games=needed)
        write_note(plan, goal, out)
    seconds = time.perf_counter() - started
    write_whole(out / "run.toml", tomlkit.dumps(info))
    (out / UNFINISHED).unlink()
    return RunResult(out, played.games, resumed, played.decisions, seconds, played.results_hash)


def play_all(plan: Plan, out: Path, jobs: int, backend: str, progress: Progress | None) -> Played:
    """Play what the folder lacks of a plan."""
    arrays = plan_arrays(plan)
    digest, games, decisions = hashlib.sha256(), 0, 0
    total = sum(matchup.pairs for matchup in arrays.matchups) * plan.n_seats
    for rows in read_or_play_all(arrays, chunks_of(arrays.matchups), out, jobs, backend):
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
        with suppress(OSError):  # on a full disk it is said once more the next time
            marker.touch()


def read_or_play_all(
    arrays: PlanArrays, chunks: list[Chunk], out: Path, jobs: int, backend: str
) -> Iterator[np.ndarray]:
    """Go through the rows of all chunks in order, playing those not yet on disk."""
    work = joblib.Parallel(
        n_jobs=jobs, backend=backend, return_as="generator", pre_dispatch="2*n_jobs"
    )
    yield from work(joblib.delayed(read_or_play)(arrays, chunk, out) for chunk in chunks)


def read_or_play(arrays: PlanArrays, chunk: Chunk, out: Path) -> np.ndarray:
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
    frame = to_frame(rows, arrays.plan.is_sealed)
    with whole_file(path) as unfinished:
        frame.write_parquet(unfinished, compression="zstd", metadata=METADATA)
    return rows

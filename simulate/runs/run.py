"""Runs: playing a plan with workers and keeping the results in a folder.

A run that was killed goes on where it stopped and ends with the same bytes as one that was
not. So does a run that grows: its pairs are those that a run of its final size has from the
start.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from evenhand.simulate.runs.batch import Chunk, PlanArrays, plan_arrays, play
from evenhand.simulate.runs.claim import Claim, claim
from evenhand.simulate.runs.first_call import Notice, call_first
from evenhand.simulate.runs.first_games import play_first_games
from evenhand.simulate.runs.forks import refuse_dead_threads
from evenhand.simulate.runs.parts import (
    Part,
    PartLabel,
    hash_parts,
    part_file,
    play_part,
    read_part,
)
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.python_bots import compile_stepping
from evenhand.simulate.runs.run_folder import (
    Info,
    Played,
    copy_inputs,
    describe_run,
    fingerprint_of,
    finish_folder,
    identify,
    plan_work,
)
from evenhand.simulate.runs.whole_files import write_own
from evenhand.simulate.runs.workers import ONE_WORKER, Workers

__all__ = ["Growth", "RunResult", "play_plan", "simulate", "warm_up"]

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class RunResult:
    """What a finished run amounts to.

    Attributes
    ----------
    results_hash : str
        SHA-256 of the hashes of the rows of all parts in order, whoever played them.
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
    plan: Plan, out: Path, workers: Workers = ONE_WORKER, growth: Growth | None = None
) -> RunResult:
    """Play a plan in a folder that does not exist yet, or goes on with the same run.

    Raises
    ------
    UsageError
        If the folder holds something else, another command is at work in it, or it cannot
        be written to.
    """
    with claim([out], plan_work(plan, growth.goal if growth else "")) as held:
        return play_plan(plan, held, workers, growth=growth)


def play_plan(
    plan: Plan,
    held: Claim,
    workers: Workers = ONE_WORKER,
    command: Callable[[int], str] = str,
    progress: Progress | None = None,
    notice: Notice | None = None,
    growth: Growth | None = None,
) -> RunResult:
    """Play a plan and write its run folder.

    Parameters
    ----------
    held : Claim
        Of the folder.
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
        If a file that the plan was made from has changed meanwhile.
    """
    refuse_dead_threads()
    plan = plan.with_games(held.games or plan.games)
    held.set_games(plan.games)
    held.make_run_folder("games")
    copy_inputs(plan, held.make_run_folder("inputs"))
    if workers.are_here:
        warm_up(plan_arrays(plan), notice)
    playing = Playing(held.folder, fingerprint_of(identify(plan)), workers, progress)
    playing.read_parts(plan)
    resumed = sum(part.games for part in playing.parts.values())
    started = time.perf_counter()
    while True:
        played = playing.play_missing(plan)
        info = describe_run(plan, command(plan.games), played)
        needed = growth.games(held.folder, info) if growth else plan.games
        if needed <= plan.games:
            break
        plan = plan.with_games(needed)
        held.set_games(needed)
    finish_folder(info, plan_arrays(plan).chunks, held.folder)
    seconds = time.perf_counter() - started
    return RunResult(
        held.folder, played.games, resumed, played.decisions, seconds, played.results_hash
    )


class Playing:
    """The games of a folder, as they are played.

    Attributes
    ----------
    parts : dict of Chunk to Part
        Those that are complete.
    """

    def __init__(
        self, out: Path, fingerprint: str, workers: Workers, progress: Progress | None
    ) -> None:
        self.out, self.fingerprint, self.workers = out, fingerprint, workers
        self.progress = progress
        self.parts: dict[Chunk, Part] = {}

    def read_parts(self, plan: Plan) -> None:
        """Find the parts that are there in full; what is damaged is played again."""
        arrays = plan_arrays(plan)
        chunks = [chunk for chunk in arrays.chunks if self.file(chunk).exists()]
        readers = Workers(backend="threading")
        rows = readers.work(self.read_rows, ((arrays, chunk) for chunk in chunks))
        for chunk, there in zip(chunks, rows, strict=True):
            if len(there) == chunk.n_pairs * plan.n_seats:
                self.parts[chunk] = Part.of(there)

    def play_missing(self, plan: Plan) -> Played:
        """Play what there is not yet of a plan."""
        arrays = plan_arrays(plan)
        chunks = arrays.chunks
        missing = [chunk for chunk in chunks if chunk not in self.parts]
        total = sum(chunk.n_pairs for chunk in chunks) * plan.n_seats
        n_games = sum(self.parts[chunk].games for chunk in chunks if chunk in self.parts)
        played = self.workers.work(play_part, self.list_tasks(arrays, missing))
        for chunk, part in zip(missing, played, strict=True):
            if part.content:
                write_own(self.out, part_file(Path(), chunk), part.content)
            self.parts[chunk] = replace(part, content=b"")
            n_games += part.games
            if self.progress:
                self.progress(n_games, total)
        own = [self.parts[chunk] for chunk in chunks]
        return Played(
            sum(part.games for part in own),
            sum(part.decisions for part in own),
            hash_parts(part.rows_sha256 for part in own),
        )

    def list_tasks(self, arrays: PlanArrays, chunks: list[Chunk]) -> Iterator[tuple]:
        """List what is to be played, each with what there is of it."""
        out = self.out.resolve() if self.workers.see_disk else None
        for chunk in chunks:
            yield arrays, chunk, self.fingerprint, self.read_rows(arrays, chunk), out

    def read_rows(self, arrays: PlanArrays, chunk: Chunk) -> np.ndarray:
        """Read the rows of a chunk that were played before."""
        label = PartLabel.of(chunk, self.fingerprint, arrays.plan.seed)
        return read_part(self.file(chunk), label, arrays.row)

    def file(self, chunk: Chunk) -> Path:
        """Name a chunk's file."""
        return part_file(self.out, chunk)


def warm_up(arrays: PlanArrays, notice: Notice | None) -> None:
    """Watch the first games, and compile before workers start, so that it is done once."""
    plan = arrays.plan
    play_first_games(arrays)
    if plan.asks_functions:
        kernels = f"{plan.game.name}-{plan.n_seats}-stepped"
        call_first(plan.game, kernels, notice, lambda: compile_stepping(arrays))
        return
    thinking = "-thinking" if any(bot.thinks_ahead for bot in plan.bots) else ""
    kernel = f"{plan.game.name}-{plan.n_seats}{thinking}"
    call_first(plan.game, kernel, notice, lambda: play(arrays, Chunk(0, 0, 0, 1)))

"""Runs: play a plan with workers and store the results in a folder.

A killed run is resumed, and its result has the same bytes as an uninterrupted one. So has a run
that is extended: its pairs are those of a run planned with its final size.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from evenhand.simulate.runs.atomic_files import write_in_folder
from evenhand.simulate.runs.batch import Chunk, PlanArrays, plan_arrays, play
from evenhand.simulate.runs.claim import Claim, claim
from evenhand.simulate.runs.first_call import OnMessage, call_first, has_code
from evenhand.simulate.runs.first_games import play_first_games
from evenhand.simulate.runs.forks import check_polars_threads
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
from evenhand.simulate.runs.workers import ONE_WORKER, Workers

__all__ = ["Growth", "RunResult", "is_compiled", "play_plan", "simulate", "warm_up"]

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class RunResult:
    """The result of a finished run.

    Attributes
    ----------
    results_hash : str
        SHA-256 of the hashes of the rows of all parts in order.
    games, decisions : int
        Totals.
    resumed : int
        Games already on disk when the run resumed.
    seconds : float
        Time spent playing and writing, without compiling.
    """

    out: Path
    games: int
    resumed: int
    decisions: int
    seconds: float
    results_hash: str

    @property
    def games_per_second(self) -> float:
        """Games played per second, without those already on disk."""
        return (self.games - self.resumed) / self.seconds if self.seconds else 0.0


@dataclass(frozen=True)
class Growth:
    """Extends a run until it is long enough.

    Attributes
    ----------
    goal : str
        The goal in words, which differ between runs with different goals.
    games : callable(folder, content of ``run.toml``) -> int
        Total number of games needed, given those played: no more than these if they suffice.
        It must depend on nothing else, or the run would not be reproducible.
    """

    goal: str
    games: Callable[[Path, Info], int]


def simulate(
    plan: Plan, out: Path, workers: Workers = ONE_WORKER, growth: Growth | None = None
) -> RunResult:
    """Play a plan in a new folder, or resume the same run in its folder.

    Raises
    ------
    UsageError
        If the folder holds something else, is locked by another command, or cannot be
        written to.
    """
    with claim([out], plan_work(plan, growth.goal if growth else "")) as held:
        return play_plan(plan, held, workers, growth=growth)


def play_plan(
    plan: Plan,
    held: Claim,
    workers: Workers = ONE_WORKER,
    command: Callable[[int], str] = str,
    progress: Progress | None = None,
    on_message: OnMessage | None = None,
    growth: Growth | None = None,
) -> RunResult:
    """Play a plan and write its run folder.

    Parameters
    ----------
    held : Claim
        That of the folder.
    command : callable(games) -> str
        Returns the command that repeats a run of so many games.
    progress : callable(games done, games in total), optional
    on_message : callable(text), optional
        Called before steps that take long.
    growth : Growth, optional
        Extends the run until it is long enough. The result is that of a plan with its final
        number of games.

    Raises
    ------
    UsageError
        If a file from which the plan was made has changed since.
    """
    check_polars_threads()
    if held.games:
        plan = plan.with_games(held.games)
    held.set_games(plan.games)
    held.make_run_folder("games")
    copy_inputs(plan, held.make_run_folder("inputs"))
    player = RunPlayer(held.folder, fingerprint_of(identify(plan)), workers, progress)
    player.read_parts(plan)
    if workers.are_here and (growth or player.list_missing(plan)):
        warm_up(plan_arrays(plan), on_message)
    resumed = sum(part.games for part in player.parts.values())
    started = time.perf_counter()
    while True:
        played = player.play_missing(plan)
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


class RunPlayer:
    """Plays the games of a run folder and writes their parts.

    Attributes
    ----------
    parts : dict of Chunk to Part
        Complete parts, read or played.
    """

    def __init__(
        self, out: Path, fingerprint: str, workers: Workers, progress: Progress | None
    ) -> None:
        self.out, self.fingerprint, self.workers = out, fingerprint, workers
        self.progress = progress
        self.parts: dict[Chunk, Part] = {}

    def read_parts(self, plan: Plan) -> None:
        """Read the complete parts on disk; damaged ones will be played again."""
        arrays = plan_arrays(plan)
        chunks = [chunk for chunk in arrays.chunks if self.file(chunk).exists()]
        readers = Workers(backend="threading")
        rows = readers.work(self.read_rows, ((arrays, chunk) for chunk in chunks))
        for chunk, chunk_rows in zip(chunks, rows, strict=True):
            if len(chunk_rows) == chunk.n_pairs * plan.n_seats:
                self.parts[chunk] = Part.of(chunk_rows)

    def list_missing(self, plan: Plan) -> list[Chunk]:
        """List the chunks of a plan that are not complete."""
        return [chunk for chunk in plan_arrays(plan).chunks if chunk not in self.parts]

    def play_missing(self, plan: Plan) -> Played:
        """Play the missing games of a plan."""
        arrays = plan_arrays(plan)
        chunks = arrays.chunks
        missing = self.list_missing(plan)
        total = sum(chunk.n_pairs for chunk in chunks) * plan.n_seats
        n_games = sum(self.parts[chunk].games for chunk in chunks if chunk in self.parts)
        played = self.workers.work(play_part, self.list_tasks(arrays, missing))
        for chunk, part in zip(missing, played, strict=True):
            if part.content:
                write_in_folder(self.out, part_file(Path(), chunk), part.content)
            self.parts[chunk] = replace(part, content=b"")
            n_games += part.games
            if self.progress:
                self.progress(n_games, total)
        parts = [self.parts[chunk] for chunk in chunks]
        return Played(
            sum(part.games for part in parts),
            sum(part.decisions for part in parts),
            hash_parts(part.rows_sha256 for part in parts),
        )

    def list_tasks(self, arrays: PlanArrays, chunks: list[Chunk]) -> Iterator[tuple]:
        """Yield the arguments of `play_part` for each chunk, with its rows already on disk."""
        out = self.out.resolve() if self.workers.see_disk else None
        for chunk in chunks:
            yield arrays, chunk, self.fingerprint, self.read_rows(arrays, chunk), out

    def read_rows(self, arrays: PlanArrays, chunk: Chunk) -> np.ndarray:
        """Read the rows of a chunk that are on disk."""
        label = PartLabel.of(chunk, self.fingerprint, arrays.plan.seed)
        return read_part(self.file(chunk), label, arrays.row)

    def file(self, chunk: Chunk) -> Path:
        """Return the file of a chunk."""
        return part_file(self.out, chunk)


def warm_up(arrays: PlanArrays, on_message: OnMessage | None) -> None:
    """Check the first games and compile, once, before workers start."""
    plan = arrays.plan
    play_first_games(arrays)
    if plan.asks_functions:
        call_first(plan.game, name_kernel(plan), on_message, lambda: compile_stepping(arrays))
        return
    call_first(plan.game, name_kernel(plan), on_message, lambda: play(arrays, Chunk(0, 0, 0, 1)))


def name_kernel(plan: Plan) -> str:
    """Name the compiled code that plays a plan, by what differs: game, seats, kinds of bots."""
    if plan.asks_functions:
        return f"{plan.game.name}-{plan.n_seats}-stepped"
    thinking = "-thinking" if any(bot.thinks_ahead for bot in plan.bots) else ""
    learned = "-learned" if any(bot.weights_file for bot in plan.bots) else ""
    return f"{plan.game.name}-{plan.n_seats}{thinking}{learned}"


def is_compiled(plan: Plan) -> bool:
    """Return whether the code that plays a plan was compiled from these sources before."""
    return has_code(plan.game, name_kernel(plan))

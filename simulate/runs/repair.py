"""Repair: the games of a run that are missing or damaged, played again."""

from collections.abc import Callable, Sequence
from pathlib import Path

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.batch import Chunk, plan_arrays
from evenhand.simulate.runs.claim import Work, claim
from evenhand.simulate.runs.parts import part_file
from evenhand.simulate.runs.places import make_folder
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.proof import name_part
from evenhand.simulate.runs.run import Playing, warm_up
from evenhand.simulate.runs.run_folder import Played
from evenhand.simulate.runs.seal import find_broken, read_seal, seal_files
from evenhand.simulate.runs.stored import load_plan, read_run_file
from evenhand.simulate.runs.whole_files import write_own
from evenhand.simulate.runs.workers import ONE_WORKER, Workers

__all__ = ["repair_run"]


def repair_run(
    folder: Path,
    workers: Workers = ONE_WORKER,
    progress: Callable[[int, int], None] | None = None,
    notice: Callable[[str], None] | None = None,
) -> int:
    """Play again what a run's folder lacks of its games, from its own copies of the inputs.

    Returns
    -------
    int
        Games that were played.

    Raises
    ------
    UsageError
        If the folder holds no finished run, or this program plays other games than those.
    InputError
        If ``run.toml`` or a copy of the inputs is damaged, too.
    """
    info = read_run_file(folder)
    plan = load_plan(folder)
    arrays = plan_arrays(plan)
    identity = {"the games": info["run"]["results_hash"]}
    work = Work(identity, "repair", lambda _: True, is_addition=True)
    with claim([folder], work) as held:
        playing = Playing(folder, info["run"]["fingerprint"], workers, progress)
        held.make_run_folder("games")
        playing.read_parts(plan)
        broken = find_broken(folder, read_seal(folder))
        for chunk in arrays.chunks:
            if name_part(chunk) in broken:  # though its games may be legible
                playing.parts.pop(chunk, None)
        there = sum(part.games for part in playing.parts.values())
        warm_up(arrays, notice)
        played = playing.play_missing(plan)
        if played.results_hash != info["run"]["results_hash"]:
            again = held.add_temporary("again")
            played, there = play_all(playing, plan, again), 0
        if played.results_hash != info["run"]["results_hash"]:
            message = f"the games cannot be played again as they were in {folder}"
            hint = f"evenhand has changed since; play all anew: {info['run']['command']}"
            raise UsageError(message, hint)
        take_over(held.workspace / "again", folder, arrays.chunks)
        seal_files(folder, [part_file(folder, chunk) for chunk in arrays.chunks])
    return played.games - there


def play_all(playing: Playing, plan: Plan, folder: Path) -> Played:
    """Play all games again, into a folder of their own: those there say that they are others."""
    make_folder(folder, "games")
    again = Playing(folder, playing.fingerprint, playing.workers, playing.progress)
    again.read_parts(plan)
    return again.play_missing(plan)


def take_over(again: Path, folder: Path, chunks: Sequence[Chunk]) -> None:
    """Put games that were played into a folder of their own, if any, where they belong."""
    for chunk in chunks:
        if (played := part_file(again, chunk)).exists():
            write_own(folder, part_file(Path(), chunk), played.read_bytes())

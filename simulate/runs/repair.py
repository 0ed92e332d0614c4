"""Replay the missing or damaged games of a run."""

from collections.abc import Callable, Sequence
from pathlib import Path

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.atomic_files import write_in_folder
from evenhand.simulate.runs.batch import Chunk, plan_arrays
from evenhand.simulate.runs.claim import Work, claim
from evenhand.simulate.runs.parts import part_file
from evenhand.simulate.runs.places import make_folder
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.proof import name_part
from evenhand.simulate.runs.run import RunPlayer, warm_up
from evenhand.simulate.runs.run_folder import Played
from evenhand.simulate.runs.seal import find_broken, read_seal, seal_files
from evenhand.simulate.runs.stored import load_plan, read_run_file
from evenhand.simulate.runs.workers import ONE_WORKER, Workers

__all__ = ["repair_run"]


def repair_run(
    folder: Path,
    workers: Workers = ONE_WORKER,
    progress: Callable[[int, int], None] | None = None,
    on_message: Callable[[str], None] | None = None,
) -> int:
    """Replay the missing or damaged games of a run from the copies of its inputs.

    Returns
    -------
    int
        Number of games replayed.

    Raises
    ------
    UsageError
        If the folder holds no finished run, or this program plays other games.
    InputError
        If ``run.toml`` or a copy of the inputs is damaged.
    """
    info = read_run_file(folder)
    plan = load_plan(folder)
    arrays = plan_arrays(plan)
    identity = {"the games": info["run"]["results_hash"]}
    work = Work(identity, "repair", lambda _: True, is_addition=True)
    with claim([folder], work) as held:
        player = RunPlayer(folder, info["run"]["fingerprint"], workers, progress)
        held.make_run_folder("games")
        player.read_parts(plan)
        broken = find_broken(folder, read_seal(folder))
        for chunk in arrays.chunks:
            if name_part(chunk) in broken:  # even if its games are readable
                player.parts.pop(chunk, None)
        n_kept = sum(part.games for part in player.parts.values())
        warm_up(arrays, on_message)
        played = player.play_missing(plan)
        if played.results_hash != info["run"]["results_hash"]:
            again = held.add_temporary("again")
            played, n_kept = replay_all(player, plan, again), 0
        if played.results_hash != info["run"]["results_hash"]:
            message = f"the games cannot be played again as they were in {folder}"
            hint = f"evenhand has changed since; play all anew: {info['run']['command']}"
            raise UsageError(message, hint)
        copy_replayed(held.workspace / "again", folder, arrays.chunks)
        seal_files(folder, [part_file(folder, chunk) for chunk in arrays.chunks])
    return played.games - n_kept


def replay_all(player: RunPlayer, plan: Plan, folder: Path) -> Played:
    """Replay all games into a separate folder, as the files on disk do not match the results."""
    make_folder(folder, "games")
    again = RunPlayer(folder, player.fingerprint, player.workers, player.progress)
    again.read_parts(plan)
    return again.play_missing(plan)


def copy_replayed(again: Path, folder: Path, chunks: Sequence[Chunk]) -> None:
    """Copy the files of replayed games, if any, from a separate folder to the run folder."""
    for chunk in chunks:
        if (played := part_file(again, chunk)).exists():
            write_in_folder(folder, part_file(Path(), chunk), played.read_bytes())

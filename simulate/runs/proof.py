"""The proof of a run: that its folder holds what was written there, and all of it.

The files must have their checksums. That would be easily mended by whoever changes one, so what
files hold must agree, too: ``run.toml`` and the tables with their own hashes, the inputs with what
``run.toml`` says of them, what the parts say of themselves with the run, their rows with what they
say of them, and all rows with ``results_hash``.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from typing import Any

from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.runs.added_table import TABLE_FILES, is_of_games
from evenhand.simulate.runs.batch import CHUNK_PAIRS, Chunk, chunks_of
from evenhand.simulate.runs.parts import (
    PART_FILES,
    PartLabel,
    hash_parts,
    hash_rows,
    part_file,
    read_label,
)
from evenhand.simulate.runs.run_folder import (
    RUN_FILE,
    fingerprint_of,
    hash_contents,
    identify_run,
    list_inputs,
)
from evenhand.simulate.runs.seal import SEAL, find_broken, play_again, read_seal
from evenhand.simulate.runs.workers import ONE_WORKER, Workers

__all__ = ["name_part", "prove_files", "prove_inputs", "prove_run"]

MOST_UNLISTED = 1_000  # parts, each of which is looked for
MOST_SAID = 5  # files that are named one by one
LEAST_SHARED = 250  # pairs of a part that is worth a thread of its own


def prove_run(folder: Path, info: dict[str, Any], besides: str = "") -> list[Path]:
    """Return the part files of a run, if the folder is what it was when the run ended.

    Parameters
    ----------
    info : dict
        Content of ``run.toml``.
    besides : str
        Name of a file that need not be right, because it is about to be made anew.

    Raises
    ------
    InputError
        With what is wrong, file by file, and what mends it.
    """
    sums = {name: text for name, text in read_seal(folder).items() if name != besides}
    refuse_changed_run_file(folder, info)
    broken = find_broken(folder, sums)
    refuse_few_listed(folder, info, sums)
    chunks = chunks_of(matchup["pairs"] for matchup in info["matchups"])
    whole = [chunk for chunk in chunks if name_part(chunk) not in broken]
    labels = [read_label(part_file(folder, chunk)) for chunk in whole]
    parts = [part_file(folder, chunk) for chunk in chunks]
    problems = [
        *describe_broken(folder, broken, set(map(name_part, chunks))),
        *find_changed_inputs(folder, info, sums, broken),
        *find_changed_tables(folder, info, [name for name in sums if name not in broken]),
        *find_strangers(folder, parts),
        *find_wrong_labels(folder, info["run"], whole, labels, sums),
    ]
    if problems:
        raise InputError(cut(problems, folder))
    if hash_parts(label.rows_sha256 for label in labels if label) != info["run"]["results_hash"]:
        message = "the games are not those that this file was written for"
        hint = suggest_mending(folder, "", [""])
        raise InputError([Problem(str(folder / RUN_FILE), None, "run.results_hash", message, hint)])
    return parts


def refuse_changed_run_file(folder: Path, info: dict[str, Any]) -> None:
    """Refuse a ``run.toml`` that says something else than it said."""
    run = info["run"]
    if run["contents"] != hash_contents(info):
        message, place = "this file was changed", "run.contents"
    elif run["fingerprint"] != fingerprint_of(identify_run(info)):
        message, place = "the games are not those that this file speaks of", "run.fingerprint"
    else:
        return
    raise InputError([Problem(str(folder / RUN_FILE), None, place, message, play_again(folder))])


def refuse_few_listed(folder: Path, info: dict[str, Any], sums: Mapping[str, str]) -> None:
    """Refuse a ``run.toml`` that speaks of many more parts than are listed."""
    n_parts = sum(-(-matchup["pairs"] // CHUNK_PAIRS) for matchup in info["matchups"])
    if n_parts > len(sums) + MOST_UNLISTED:
        message = f"it lists {len(sums):,} files, and the run has {n_parts:,} parts"
        raise InputError([Problem(str(folder / SEAL), None, None, message, play_again(folder))])


def prove_inputs(folder: Path, info: dict[str, Any]) -> None:
    """Prove the copies of what a run was played from.

    Raises
    ------
    InputError
        With what is wrong, file by file, and what mends it.
    """
    refuse_changed_run_file(folder, info)
    prove_files(folder, "inputs/")
    if problems := list(find_changed_inputs(folder, info, read_seal(folder), ())):
        raise InputError(problems)


def find_changed_inputs(
    folder: Path, info: dict[str, Any], sums: Mapping[str, str], broken: Collection[str]
) -> Iterator[Problem]:
    """Find copies of inputs, with their checksums, that are not what was played."""
    for name, checksum in list_inputs(info).items():
        if name not in broken and sums.get(name) != checksum:
            message = "it is not what was played" if name in sums else f"it is not listed in {SEAL}"
            yield Problem(str(folder / name), None, None, message, play_again(folder))


def prove_files(folder: Path, beginning: str) -> None:
    """Prove the files of a run whose names begin so.

    Raises
    ------
    InputError
        With what is wrong, file by file, and what mends it.
    """
    sums = read_seal(folder)
    wanted = {name: checksum for name, checksum in sums.items() if name.startswith(beginning)}
    if not wanted:
        message = f"{beginning} is not listed"
        raise InputError([Problem(str(folder / SEAL), None, None, message, play_again(folder))])
    if broken := find_broken(folder, wanted):
        raise InputError(describe_broken(folder, broken))


def find_changed_tables(
    folder: Path, info: dict[str, Any], names: Iterable[str]
) -> Iterator[Problem]:
    """Find tables that were added to the run and are not what was measured of it."""
    for name in names:
        is_table = "/" not in name and fnmatch(name, TABLE_FILES)
        if is_table and not is_of_games(folder / name, info["run"]["results_hash"]):
            message = "it is not what was measured of this run"
            yield Problem(str(folder / name), None, None, message, play_again(folder))


def describe_broken(
    folder: Path, broken: Mapping[str, str], parts: Collection[str] = ()
) -> list[Problem]:
    """Name broken files, each with what mends it; some of them are parts of the run."""
    return [
        Problem(str(folder / name), None, None, message, suggest_mending(folder, name, parts))
        for name, message in broken.items()
    ]


def suggest_mending(folder: Path, name: str, parts: Collection[str]) -> str:
    """Return what mends a file of a run."""
    if name in parts:
        return f"to play its games again: evenhand run --repair {folder}"
    return play_again(folder)


def name_part(chunk: Chunk) -> str:
    """Name a chunk's file as the seal does."""
    return part_file(Path(), chunk).as_posix()


def find_strangers(folder: Path, parts: list[Path]) -> Iterator[Problem]:
    """Find part files that are none of the run."""
    for path in sorted(set((folder / "games").glob(PART_FILES)) - set(parts)):
        yield Problem(str(path), None, None, "this is no part of the run", "remove it")


def find_wrong_labels(
    folder: Path,
    run: Mapping[str, Any],
    chunks: Sequence[Chunk],
    labels: Sequence[PartLabel | None],
    sums: Mapping[str, str],
) -> Iterator[Problem]:
    """Find parts that the seal does not list, or that hold other games than they should."""
    is_large = any(chunk.n_pairs >= LEAST_SHARED for chunk in chunks)
    hashes = (Workers(backend="threading") if is_large else ONE_WORKER).work(
        hash_known,
        (
            (folder / name_part(chunk), sums.get(name_part(chunk), ""), label, run["seats"])
            for chunk, label in zip(chunks, labels, strict=True)
        ),
    )
    for chunk, label, rows_sha256 in zip(chunks, labels, hashes, strict=True):
        name = name_part(chunk)
        mending = suggest_mending(folder, name, [name])
        if name not in sums:
            yield Problem(str(folder / name), None, None, f"it is not listed in {SEAL}", mending)
            continue
        wanted = PartLabel.of(chunk, run["fingerprint"], run["seed"])
        if label is None or not label.is_of(wanted) or label.n_pairs != wanted.n_pairs:
            message = "it holds games of another run"
        elif label.rows_sha256 != rows_sha256:
            message = "its games are not those that were played"
        else:
            continue
        yield Problem(str(folder / name), None, None, message, mending)


@lru_cache(maxsize=100_000)
def hash_known(path: Path, checksum: str, label: PartLabel | None, n_seats: int) -> str:
    """Return the hash of a part's rows; a file of the same checksum holds the same."""
    return hash_rows(path, label, n_seats) if label else ""


def cut(problems: list[Problem], folder: Path) -> list[Problem]:
    """Name the first of many broken files, and count the others."""
    problems = sorted(problems)
    if len(problems) <= MOST_SAID:
        return problems
    left = len(problems) - MOST_SAID
    return [*problems[:MOST_SAID], Problem(str(folder), None, None, f"and {left:,} more files")]

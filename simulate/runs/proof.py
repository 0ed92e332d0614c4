"""Prove that a run's folder contains exactly what was written there.

All files must match their checksums in the seal. As a changed file can be given a new checksum,
the contents must also agree: ``run.toml`` and the tables with their own hashes, the inputs with
``run.toml``, the labels of the parts with the run, their rows with their labels, and all rows
with ``results_hash``.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from typing import Any

from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.runs.added_table import TABLE_FILES, is_table_of_run
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
from evenhand.simulate.runs.seal import SEAL, find_broken, read_seal, suggest_repeat
from evenhand.simulate.runs.workers import ONE_WORKER, Workers

__all__ = ["name_part", "prove_files", "prove_inputs", "prove_run"]

MOST_UNLISTED = 1_000  # parts missing in the seal, each of which is searched for
MOST_PRINTED = 5  # most problems printed
LEAST_SHARED = 250  # pairs of a part above which parts are hashed in threads


def prove_run(folder: Path, info: dict[str, Any], excluded: str = "") -> list[Path]:
    """Return the part files of a run, after proving that its folder is unchanged.

    Parameters
    ----------
    info : dict
        Content of ``run.toml``.
    excluded : str
        Name of a file that is not proved, because it is about to be written anew.

    Raises
    ------
    InputError
        With the problem of each file, and how to repair it.
    """
    sums = {name: text for name, text in read_seal(folder).items() if name != excluded}
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
        *find_foreign_parts(folder, parts),
        *find_wrong_labels(folder, info["run"], whole, labels, sums),
    ]
    if problems:
        raise InputError(limit_problems(problems, folder))
    if hash_parts(label.rows_sha256 for label in labels if label) != info["run"]["results_hash"]:
        message = "the games are not those that this file was written for"
        hint = suggest_mending(folder, "", [""])
        raise InputError([Problem(str(folder / RUN_FILE), None, "run.results_hash", message, hint)])
    return parts


def refuse_changed_run_file(folder: Path, info: dict[str, Any]) -> None:
    """Raise InputError for a ``run.toml`` that was changed."""
    run = info["run"]
    if run["contents"] != hash_contents(info):
        message, place = "this file was changed", "run.contents"
    elif run["fingerprint"] != fingerprint_of(identify_run(info)):
        message, place = "the games are not those that this file speaks of", "run.fingerprint"
    else:
        return
    raise InputError(
        [Problem(str(folder / RUN_FILE), None, place, message, suggest_repeat(folder))]
    )


def refuse_few_listed(folder: Path, info: dict[str, Any], sums: Mapping[str, str]) -> None:
    """Raise InputError for a ``run.toml`` with many more parts than the seal lists."""
    n_parts = sum(-(-matchup["pairs"] // CHUNK_PAIRS) for matchup in info["matchups"])
    if n_parts > len(sums) + MOST_UNLISTED:
        message = f"it lists {len(sums):,} files, and the run has {n_parts:,} parts"
        raise InputError([Problem(str(folder / SEAL), None, None, message, suggest_repeat(folder))])


def prove_inputs(folder: Path, info: dict[str, Any]) -> None:
    """Prove the copies of a run's input files.

    Raises
    ------
    InputError
        With the problem of each file, and how to repair it.
    """
    refuse_changed_run_file(folder, info)
    prove_files(folder, "inputs/")
    if problems := list(find_changed_inputs(folder, info, read_seal(folder), ())):
        raise InputError(problems)


def find_changed_inputs(
    folder: Path, info: dict[str, Any], sums: Mapping[str, str], broken: Collection[str]
) -> Iterator[Problem]:
    """Yield the copies of inputs whose checksums differ from ``run.toml``."""
    for name, checksum in list_inputs(info).items():
        if name not in broken and sums.get(name) != checksum:
            message = "it is not what was played" if name in sums else f"it is not listed in {SEAL}"
            yield Problem(str(folder / name), None, None, message, suggest_repeat(folder))


def prove_files(folder: Path, beginning: str) -> None:
    """Prove the files of a run whose names start with `beginning`.

    Raises
    ------
    InputError
        With the problem of each file, and how to repair it.
    """
    sums = read_seal(folder)
    wanted = {name: checksum for name, checksum in sums.items() if name.startswith(beginning)}
    if not wanted:
        message = f"{beginning} is not listed"
        raise InputError([Problem(str(folder / SEAL), None, None, message, suggest_repeat(folder))])
    if broken := find_broken(folder, wanted):
        raise InputError(describe_broken(folder, broken))


def find_changed_tables(
    folder: Path, info: dict[str, Any], names: Iterable[str]
) -> Iterator[Problem]:
    """Yield the tables added to a run that are not of its games."""
    for name in names:
        is_table = "/" not in name and fnmatch(name, TABLE_FILES)
        if is_table and not is_table_of_run(folder / name, info["run"]["results_hash"]):
            message = "it is not what was measured of this run"
            yield Problem(str(folder / name), None, None, message, suggest_repeat(folder))


def describe_broken(
    folder: Path, broken: Mapping[str, str], parts: Collection[str] = ()
) -> list[Problem]:
    """Return the problems of broken files, with hints; `parts` are the names of part files."""
    return [
        Problem(str(folder / name), None, None, message, suggest_mending(folder, name, parts))
        for name, message in broken.items()
    ]


def suggest_mending(folder: Path, name: str, parts: Collection[str]) -> str:
    """Return a hint how to repair a file of a run."""
    if name in parts:
        return f"to play its games again: evenhand run --repair {folder}"
    return suggest_repeat(folder)


def name_part(chunk: Chunk) -> str:
    """Return the name of a chunk's file in the seal."""
    return part_file(Path(), chunk).as_posix()


def find_foreign_parts(folder: Path, parts: list[Path]) -> Iterator[Problem]:
    """Yield the part files that do not belong to the run."""
    for path in sorted(set((folder / "games").glob(PART_FILES)) - set(parts)):
        yield Problem(str(path), None, None, "this is no part of the run", "remove it")


def find_wrong_labels(
    folder: Path,
    run: Mapping[str, Any],
    chunks: Sequence[Chunk],
    labels: Sequence[PartLabel | None],
    sums: Mapping[str, str],
) -> Iterator[Problem]:
    """Yield the parts that the seal does not list, or that contain other games."""
    is_large = any(chunk.n_pairs >= LEAST_SHARED for chunk in chunks)
    hashes = (Workers(backend="threading") if is_large else ONE_WORKER).work(
        hash_rows_once,
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
def hash_rows_once(path: Path, checksum: str, label: PartLabel | None, n_seats: int) -> str:
    """Return the hash of a part's rows, computed once per checksum of the file."""
    return hash_rows(path, label, n_seats) if label else ""


def limit_problems(problems: list[Problem], folder: Path) -> list[Problem]:
    """Return the first problems, and the number of the others."""
    problems = sorted(problems)
    if len(problems) <= MOST_PRINTED:
        return problems
    left = len(problems) - MOST_PRINTED
    return [*problems[:MOST_PRINTED], Problem(str(folder), None, None, f"and {left:,} more files")]

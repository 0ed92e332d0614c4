"""The proof of a run: that its folder holds what was written there, and all of it.

Three things must agree: the files with their checksums, what the parts say of themselves with
what ``run.toml`` says of the run, and the hashes of their rows with that of the whole.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.runs.batch import Chunk, chunks_of
from evenhand.simulate.runs.parts import PART_FILES, PartLabel, hash_parts, part_file, read_label
from evenhand.simulate.runs.run_folder import RUN_FILE, fingerprint_of, identify_run
from evenhand.simulate.runs.seal import SEAL, find_broken, play_again, read_seal

__all__ = ["name_part", "prove_files", "prove_run"]

MOST_SAID = 5  # files that are named one by one


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
    if fingerprint_of(identify_run(info)) != info["run"]["fingerprint"]:
        raise InputError([describe_contradiction(folder, "run.fingerprint")])
    broken = find_broken(folder, sums)
    chunks = chunks_of(matchup["pairs"] for matchup in info["matchups"])
    whole = [chunk for chunk in chunks if name_part(chunk) not in broken]
    labels = [read_label(part_file(folder, chunk)) for chunk in whole]
    parts = [part_file(folder, chunk) for chunk in chunks]
    problems = [
        *describe_broken(folder, broken, set(map(name_part, chunks))),
        *find_strangers(folder, parts),
        *find_wrong_labels(folder, info["run"], whole, labels, sums),
    ]
    if problems:
        raise InputError(cut(problems, folder))
    if hash_parts(label.rows_sha256 for label in labels if label) != info["run"]["results_hash"]:
        raise InputError([describe_contradiction(folder, "run.results_hash")])
    return parts


def describe_contradiction(folder: Path, place: str) -> Problem:
    """Say that ``run.toml`` describes other games than there are."""
    message = "the games are not those that this file was written for"
    return Problem(str(folder / RUN_FILE), None, place, message, play_again(folder))


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
        return f"to play its games again: evenhand repair {folder}"
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
    for chunk, label in zip(chunks, labels, strict=True):
        name = name_part(chunk)
        mending = suggest_mending(folder, name, [name])
        if name not in sums:
            yield Problem(str(folder / name), None, None, f"it is not listed in {SEAL}", mending)
            continue
        wanted = PartLabel.of(chunk, run["fingerprint"], run["seed"])
        if label is None or replace(label, rows_sha256="") != wanted:
            message = "it holds games of another run"
            yield Problem(str(folder / name), None, None, message, mending)


def cut(problems: list[Problem], folder: Path) -> list[Problem]:
    """Name the first of many broken files, and count the others."""
    problems = sorted(problems)
    if len(problems) <= MOST_SAID:
        return problems
    left = len(problems) - MOST_SAID
    return [*problems[:MOST_SAID], Problem(str(folder), None, None, f"and {left:,} more files")]

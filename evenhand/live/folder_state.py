"""The state of a designer's folder at one time, with the bytes of its files."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evenhand.decks.file_cache import FileCache, cache_files, current_cache
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.table_location import TableFile, find_table
from evenhand.decks.text_file import list_visible
from evenhand.gate.folder_expectations import Project, load_project
from evenhand.inputs.faults import collect_faults
from evenhand.inputs.folder import Folder, parse_folder
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import Request
from evenhand.live.snapshot import Contents, read_beginning

__all__ = ["FolderState", "list_band_changes", "list_watched", "read_contents", "read_state"]

JUDGED = ("expect", "check", "accept")  # tables of balance.toml that do not affect games


@dataclass(frozen=True)
class FolderState:
    """The state of a folder that can be played, loaded.

    Attributes
    ----------
    contents : mapping from Path to bytes
        Contents of its files, except those at addresses.
    faults : tuple of Problem
        The problems of what is left out of the games.
    """

    contents: Contents
    project: Project
    job: Job
    faults: tuple[Problem, ...] = ()


def read_state(balance_file: Path) -> FolderState:
    """Load the state of a folder, without the decks that cannot be read if enough others can.

    Raises
    ------
    InputError
        With the problems of all its files, if too little can be played.
    UsageError
        If the folder, or a file in it, is missing.
    """
    problems: list[Problem] = []
    project = job = None
    with cache_files(), collect_faults() as left:
        contents = read_contents(list_watched(balance_file))
        try:
            project = load_project(balance_file)
        except InputError as error:
            problems += error.problems
        try:
            job = prepare(Request(game=str(balance_file)))
        except InputError as error:
            problems += error.problems
    if project is None or job is None:
        raise InputError(dict.fromkeys([*problems, *left.problems]))
    return FolderState(contents, project, job, tuple(left.problems))


def list_watched(balance_file: Path) -> list[TableFile]:
    """List the files that a folder's state is read from, as far as they can be determined."""
    folder = None
    with suppress(InputError, UsageError, OSError):
        _, folder, _ = parse_folder(balance_file)
    files = [find_table(balance_file)]
    if folder is None:
        return files + _list_usual_files(balance_file.parent)
    tables = [named for named in (folder.cards, folder.curve) if named]
    with suppress(UsageError):
        files += [find_table(named) for named in tables]
    return list(
        {file.file: file for file in (*files, *map(find_table, _list_own_files(folder)))}.values()
    )


def _list_usual_files(place: Path) -> list[TableFile]:
    """List the usual files of a state, for a folder whose ``balance.toml`` is unreadable."""
    paths = [
        place / "cards.csv",
        *list_visible(place / "decks", "*"),
        *list_visible(place / "bots", "*.toml"),
    ]
    return [find_table(path) for path in paths if path.is_file()]


def _list_own_files(folder: Folder) -> Iterator[Path]:
    with suppress(OSError):
        own = folder.find_own_entrants(folder.mode) | folder.own_bots
        yield from sorted(own.values())


def read_contents(files: list[TableFile]) -> Contents:
    """Return the bytes of a state's files on disk, and add them to the current cache."""
    known = (current_cache() or FileCache()).contents
    contents: dict[Path, bytes] = {}
    for path in (file.path for file in files if not file.is_address):
        content = known.get(path.absolute()) or read_beginning(path)
        if content is not None:
            contents[path] = known[path.absolute()] = content
    return contents


def list_band_changes(old: Project, new: Project) -> Iterator[tuple[str, str, str]]:
    """Yield how two states of a folder judge games differently: (key, before, after)."""
    sides = [
        dict(_flatten(project.folder.content.model_dump(include=set(JUDGED))))
        for project in (old, new)
    ]
    for key in {**sides[0], **sides[1]}:
        before, after = (side.get(key, "") for side in sides)
        if before != after:
            yield key, before, after


def _flatten(content: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the dotted keys and values of a state's settings, its tables and lists of tables."""
    if isinstance(content, dict):
        for name, value in content.items():
            yield from _flatten(value, f"{key}.{name}".lstrip("."))
    elif isinstance(content, list):
        for number, value in enumerate(content, 1):
            yield from _flatten(value, f"{key} {number}")
    elif content is not None:
        yield key, _write_value(content)


def _write_value(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(f'{end:g}' for end in value)}]"
    return str(value)

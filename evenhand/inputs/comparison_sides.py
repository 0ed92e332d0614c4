"""The two sides of a comparison: resolve what a user named to files.

A side is a finished run, a designer's folder (``balance.toml``, or at least ``cards.csv`` and
``decks/``), a card file, or a git ref of a folder, which is checked out into a folder of its
own. Sides that are not named come from the current folder: its last run is the first side,
and its present state the second.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from os.path import isfile  # that of `Path` fails for names that are too long
from pathlib import Path

from evenhand.decks.deck_list import list_deck_files
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.table_location import find_table
from evenhand.decks.text_file import list_visible
from evenhand.inputs.decks_and_bots import split_names
from evenhand.inputs.folder import BALANCE_FILE
from evenhand.inputs.git import extract_folder
from evenhand.inputs.last_run import find_last_run
from evenhand.inputs.request import Request
from evenhand.inputs.resolved_request import choose_mode, find_own_bots, resolve_request
from evenhand.inputs.source import find_source
from evenhand.simulate.runs.claim import is_unfinished
from evenhand.simulate.runs.run_folder import RUN_FILE
from evenhand.simulate.runs.seal import SEAL

__all__ = [
    "Kind", "Side", "find_side", "find_sides", "keep_common_decks", "name_groups", "name_own_bots",
    "request_side",
]  # fmt: skip

NOW = "the folder now"

CARD_ENDINGS = (".csv", ".tsv", ".xlsx", ".xlsm", ".ods")
CARD_FILE = "cards.csv"
DECK_FOLDER = "decks"


class Kind(StrEnum):
    """Kind of a side of a comparison; only a run and a folder may be of different kinds."""

    RUN = "a run"
    FOLDER = "a folder of cards and decks"
    CARDS = "a card file"


@dataclass(frozen=True)
class Side:
    """One side of a comparison.

    Attributes
    ----------
    name : str
        Name as the user wrote it.
    path : Path
        The run or the folder. A card file, which may be an address, is named by `name`.
    is_past : bool
        Whether a folder has the files of a run, whose faults were said when it was played.
    """

    name: str
    kind: Kind
    path: Path
    is_past: bool = False


def find_sides(
    names: tuple[str, str], folder: Path | None, game: str, workspace: Path
) -> tuple[Side, Side]:
    """Return the two sides of a comparison, of which a user may have named one, both or none.

    Parameters
    ----------
    names : (str, str)
        "" for a side that is not named.
    folder : Path, optional
        As for `find_side`.
    game : str
        The game of a folder without a ``balance.toml``.
    workspace : Path
        An empty folder for what is checked out of git.

    Raises
    ------
    UsageError
        If a side is not named and the folder is not a designer's, if a side cannot be
        compared, or if the two are of different kinds, other than a run and a folder.
    """
    before, after = names
    own = Path() if folder is None else folder
    if not all(names) and not is_designer_folder(own):
        raise UsageError(
            f"what is to be compared? There is neither a {BALANCE_FILE} nor a {CARD_FILE} in "
            f"{own.absolute()}",
            "name two sides, or make a folder of your own: evenhand init",
        )
    first = find_side(before, folder, workspace / "a") if before else find_run_side(own, game)
    second = find_side(after, folder, workspace / "b") if after else find_current_side(first, own)
    if first.kind != second.kind and (first.kind, second.kind) != (Kind.RUN, Kind.FOLDER):
        kinds = " and ".join(f"{side.name} is {side.kind}" for side in (first, second))
        raise UsageError(f"cannot compare different things: {kinds}")
    return first, second


def find_run_side(folder: Path, game: str) -> Side:
    """Return the last run of a folder as a side of a comparison."""
    run = find_last_run(folder, game)
    return Side(str(run), Kind.RUN, run)


def find_current_side(other: Side, folder: Path) -> Side:
    """Return a folder's present state as a side; its card file if the other side is one."""
    if other.kind is not Kind.CARDS:
        return Side(NOW, Kind.FOLDER, check_folder(folder, str(folder)))
    has_file = (folder / BALANCE_FILE).is_file()
    settings = find_source(str(folder / BALANCE_FILE)).folder if has_file else None
    cards = (settings.cards if settings else None) or str(folder / CARD_FILE)
    return Side(cards, Kind.CARDS, Path(cards))


def find_side(name: str, folder: Path | None, workspace: Path) -> Side:
    """Return the side of a comparison that a user named.

    Parameters
    ----------
    name : str
        A path or, if no such path exists, a git ref of the folder.
    folder : Path, optional
        By default the current folder, if that is a designer's.
    workspace : Path
        An empty folder for what is checked out of git.

    Raises
    ------
    UsageError
        If the path or ref does not exist, or cannot be compared.
    """
    path = Path(name)
    if folder is None and is_designer_folder(Path()):
        folder = Path()
    if is_card_file(name):
        return Side(name, Kind.CARDS, path)
    if folder is not None and not path.exists():
        return Side(name, Kind.FOLDER, check_folder(extract_folder(folder, name, workspace), name))
    if any((path / name).is_file() for name in (RUN_FILE, SEAL)) or is_unfinished(path):
        return Side(name, Kind.RUN, path)
    if path.is_dir():
        return Side(name, Kind.FOLDER, check_folder(path, name))
    if path.is_file():
        endings = ", ".join(CARD_ENDINGS)
        raise UsageError(f"{path} is no card file", f"those end in {endings}")
    raise UsageError(
        f"there is no file or folder '{name}'", "for a git ref, name its folder: --folder DIR"
    )


def is_card_file(name: str) -> bool:
    """Return whether a side is named by a card file, a sheet of one, or its address."""
    place = find_table(name)
    return place.is_address or (
        isfile(place.file) and Path(place.file).suffix.casefold() in CARD_ENDINGS
    )


def is_designer_folder(path: Path) -> bool:
    """Return whether a side is a folder with a ``balance.toml`` or a ``cards.csv``."""
    return (path / BALANCE_FILE).is_file() or (path / CARD_FILE).is_file()


def check_folder(path: Path, name: str) -> Path:
    """Refuse a folder as a side without a ``balance.toml``, or cards and decks; else return it."""
    if (path / BALANCE_FILE).is_file():
        return path
    for wanted in (CARD_FILE, DECK_FOLDER):
        if not (path / wanted).exists():
            message = (
                f"{name} holds neither a finished run nor a {BALANCE_FILE}, nor {CARD_FILE} "
                f"and {DECK_FOLDER}/"
            )
            there = sorted(entry.name for entry in path.iterdir())
            raise UsageError(message, did_you_mean(wanted, there))
    return path


def request_side(side: Side, given: Request) -> Request:
    """Return the request of a side of a comparison, filled from the side's folder.

    Parameters
    ----------
    side : Side
        A side that is not a run.
    given : Request
        The user's request.

    Returns
    -------
    Request
        With paths as decks, unless all samples are played.
    """
    if side.kind is Kind.CARDS:
        given = replace(given, cards=side.name)
    elif (side.path / BALANCE_FILE).is_file():
        game, given = given.game, replace(given, game=str(side.path))
        own = find_source(given.game).game.name
        if game not in ("", own):
            raise UsageError(f"{side.name} is a folder of {own}, not of {game}")
    else:
        given = add_folder_files(side.path, given)
    resolved = resolve_request(given)
    files = [str(file) for file in resolved.files] if resolved.request.decks else ()
    return replace(resolved.request, game=given.game, decks=files)


def name_own_bots(side: Side, given: Request) -> Request:
    """Name the bots of a side's folder by their paths, so that another side finds them, too."""
    if not given.bots or not (side.path / BALANCE_FILE).is_file():
        return given
    folder = find_source(str(side.path)).folder
    return replace(given, bots=find_own_bots(folder, given.bots)) if folder else given


def name_groups(side: Side, given: Request) -> Request:
    """Name the bots of a side's groups of players, which another side may not have."""
    if not given.bots or not (side.path / BALANCE_FILE).is_file():
        return given
    folder = find_source(str(side.path)).folder
    skill = folder.content.skill if folder else {}
    return replace(given, bots=[skill.get(name, name) for name in split_names(given.bots)])


def add_folder_files(folder: Path, given: Request) -> Request:
    """Add the files of a side, a folder without a ``balance.toml``, to a request."""
    source = find_source(given.game)
    is_sealed = choose_mode(source.game, given.mode) in source.game.schema.sealed_modes
    files = [] if is_sealed else list_deck_files(folder / DECK_FOLDER)
    decks = {path.stem: str(path) for path in files}
    bots = {path.stem: str(path) for path in list_visible(folder / "bots", "*.toml")}
    return replace(
        given,
        cards=str(folder / CARD_FILE),
        decks=[decks.get(name, name) for name in split_names(given.decks)] or list(decks.values()),
        bots=[bots.get(name, name) for name in split_names(given.bots)],
    )


def keep_common_decks(requests: Sequence[Request]) -> tuple[list[Request], list[list[str]]]:
    """Return the requests of both sides limited to the decks whose names both have.

    Returns
    -------
    requests : list of Request
    alone : list of list of str
        For each request, the names of the decks left out.
    """
    files = [{Path(text).stem: text for text in request.decks} for request in requests]
    common = [name for name in files[0] if name in files[1]]
    kept = [
        replace(request, decks=[decks[name] for name in common])
        for request, decks in zip(requests, files, strict=True)
    ]
    return kept, [[name for name in decks if name not in common] for decks in files]

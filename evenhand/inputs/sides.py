"""The two sides of a comparison: what a user named, and where its files are.

A side is a finished run, a designer's folder (``balance.toml``, or at least ``cards.csv`` and
``decks/``), a card file, or a git ref of a folder, which is taken out of git into a folder
of its own.
"""

import io
import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.inputs.folder import BALANCE_FILE
from evenhand.inputs.names import entrant_files, split
from evenhand.inputs.request import Request, filled, find_place, mode_of
from evenhand.simulate.runs.plan import UNFINISHED

__all__ = ["Kind", "Side", "common_decks", "request_of", "side_of", "taken_from_git"]

CARD_ENDINGS = (".csv", ".tsv", ".xlsx", ".xls", ".ods")
CARD_FILE = "cards.csv"
DECK_FOLDER = "decks"


class Kind(StrEnum):
    """What a side is; those of different kinds cannot be compared."""

    RUN = "a run"
    FOLDER = "a folder of cards and decks"
    CARDS = "a card file"


@dataclass(frozen=True)
class Side:
    """One side of a comparison.

    Attributes
    ----------
    name : str
        As the user wrote it.
    path : Path
        The run, the folder or the card file.
    """

    name: str
    kind: Kind
    path: Path


def side_of(name: str, folder: Path | None, room: Path) -> Side:
    """Find out what a user named.

    Parameters
    ----------
    name : str
        A path; or, if there is no such path, a git ref of the folder.
    folder : Path, optional
        The folder one is in, if that is a designer's and none is given.
    room : Path
        An empty place for what comes out of git.

    Raises
    ------
    UsageError
        If there is no such thing, or it is none of what can be compared.
    """
    path = Path(name)
    if folder is None and is_designers(Path()):
        folder = Path()
    if folder is not None and not path.exists():
        return Side(name, Kind.FOLDER, checked(taken_from_git(folder, name, room), name))
    if (path / "run.toml").is_file() or (path / UNFINISHED).is_file():
        return Side(name, Kind.RUN, path)
    if path.is_dir():
        return Side(name, Kind.FOLDER, checked(path, name))
    if path.is_file() and path.suffix.casefold() in CARD_ENDINGS:
        return Side(name, Kind.CARDS, path)
    if path.is_file():
        endings = ", ".join(CARD_ENDINGS)
        raise UsageError(f"{path} is no card file", f"those end in {endings}")
    raise UsageError(
        f"there is no file or folder '{name}'", "for a git ref, name its folder: --folder DIR"
    )


def is_designers(path: Path) -> bool:
    """Return whether a folder is one that a designer works in."""
    return (path / BALANCE_FILE).is_file() or (path / CARD_FILE).is_file()


def checked(path: Path, name: str) -> Path:
    """Return a folder that has cards and decks, or raise UsageError."""
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


def taken_from_git(folder: Path, ref: str, room: Path) -> Path:
    """Take a folder out of git as it was at a ref.

    Raises
    ------
    UsageError
        If the folder is not in a git repository, or the ref is not there.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder '{folder}'")
    asked(folder, ["rev-parse", "--git-dir"], f"{folder} is not in a git repository")
    commit = asked(
        folder,
        ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"],
        f"there is no file or folder '{ref}', nor a git ref of this name in {folder}",
    )
    archive = asked(
        folder, ["archive", "--format=tar", commit.decode().strip()], f"{ref} has no {folder}"
    )
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(room, filter="data")
    return room


def asked(folder: Path, question: Sequence[str], complaint: str) -> bytes:
    """Ask git, and raise UsageError if it does not know."""
    try:
        answer = subprocess.run(["git", *question], cwd=folder, capture_output=True, check=False)
    except FileNotFoundError:
        raise UsageError("git is not installed, so refs cannot be compared") from None
    if answer.returncode:
        lines = answer.stderr.decode(errors="replace").strip().splitlines()
        raise UsageError(complaint, lines[-1] if lines else "")
    return answer.stdout


def request_of(side: Side, given: Request) -> Request:
    """Return what a side plays: what was asked for, and what its folder says beside that.

    Parameters
    ----------
    side : Side
        Not a run.
    given : Request

    Returns
    -------
    Request
        Its decks are files, unless all samples are played.
    """
    if side.kind is Kind.CARDS:
        given = replace(given, cards=str(side.path))
    elif (side.path / BALANCE_FILE).is_file():
        game, given = given.game, replace(given, game=str(side.path))
        own = find_place(given.game).game.name
        if game not in ("", own):
            raise UsageError(f"{side.name} is a folder of {own}, not of {game}")
    else:
        given = with_files_of(side.path, given)
    place = find_place(given.game)
    asked = filled(given, place)
    mode = mode_of(place.game, asked.mode)
    files = [str(file) for file in entrant_files(place.game, mode, asked.decks)]
    return replace(asked, game=given.game, decks=files if asked.decks else ())


def with_files_of(folder: Path, given: Request) -> Request:
    """Ask for the cards and decks of a folder that says nothing, and the bots that it has."""
    place = find_place(given.game)
    is_sealed = mode_of(place.game, given.mode) in place.game.schema.sealed_modes
    files = [] if is_sealed else sorted((folder / DECK_FOLDER).glob("*.txt"))
    decks = {path.stem: str(path) for path in files}
    bots = {path.stem: str(path) for path in (folder / "bots").glob("*.toml")}
    return replace(
        given,
        cards=str(folder / CARD_FILE),
        decks=[decks.get(name, name) for name in split(given.decks)] or list(decks.values()),
        bots=[bots.get(name, name) for name in split(given.bots)],
    )


def common_decks(requests: Sequence[Request]) -> tuple[list[Request], list[list[str]]]:
    """Keep the decks of two requests that have the same name.

    Returns
    -------
    requests : list of Request
    alone : list of list of str
        For each request the names of the decks that were left out.
    """
    files = [{Path(text).stem: text for text in request.decks} for request in requests]
    common = [name for name in files[0] if name in files[1]]
    kept = [
        replace(request, decks=[own[name] for name in common])
        for request, own in zip(requests, files, strict=True)
    ]
    return kept, [[name for name in own if name not in common] for own in files]

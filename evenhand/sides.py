"""The two sides of a comparison: what a user named, and where its files are.

A side is a finished run, a designer's folder (``cards.csv`` and ``decks/``), a card file,
or a git ref of a folder, which is taken out of git into a folder of its own.
"""

import io
import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from decks.problems import UsageError, did_you_mean
from simulate.engine.plan import UNFINISHED

__all__ = ["CARD_FILE", "DECK_FOLDER", "Kind", "Side", "side_of"]

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
        A path; or, if a folder is given and there is no such path, a git ref of it.
    folder : Path, optional
    room : Path
        An empty place for what comes out of git.

    Raises
    ------
    UsageError
        If there is no such thing, or it is none of what can be compared.
    """
    path = Path(name)
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


def checked(path: Path, name: str) -> Path:
    """Return a folder that has cards and decks, or raise UsageError."""
    for wanted in (CARD_FILE, DECK_FOLDER):
        if not (path / wanted).exists():
            message = f"{name} holds neither a finished run nor {CARD_FILE} and {DECK_FOLDER}/"
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

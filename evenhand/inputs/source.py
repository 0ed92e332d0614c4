"""The source of the games: a game's samples, or a designer's folder."""

from dataclasses import dataclass
from pathlib import Path

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.inputs.decks_and_bots import is_path
from evenhand.inputs.folder import BALANCE_FILE, Folder, read_folder
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game

__all__ = ["Source", "find_source"]


@dataclass(frozen=True)
class Source:
    """A game's samples, or a designer's folder.

    Attributes
    ----------
    folder : Folder, optional
        None if a game was named.
    notes : tuple of str
        Remarks for the user about the choice.
    """

    game: Game
    folder: Folder | None
    notes: tuple[str, ...] = ()


def find_source(name: str = "") -> Source:
    """Return the source of games that a user named by a game or path; "" is the current folder.

    Raises
    ------
    UsageError
        If the name is neither a game's nor a folder's.
    InputError
        If the folder's ``balance.toml`` has problems.
    """
    if name in game_names():
        return Source(load_game(name), None, note_overlooked_file(name))
    path = Path(name)
    if is_path(name) and path.is_dir() and (path / BALANCE_FILE).exists():
        path /= BALANCE_FILE
    if path.suffix == Path(BALANCE_FILE).suffix:
        folder = read_folder(path)
        return Source(folder.game, folder, folder.notes)
    if name and is_path(name):
        message = f"'{name}' is no game, and holds no {BALANCE_FILE}"
        hint = did_you_mean(name, game_names()) or f"the games are {', '.join(game_names())}"
        raise UsageError(message, hint)
    if not name and len(game_names()) != 1:
        hint = f"one of {', '.join(game_names())}, or a folder made by evenhand init"
        raise UsageError("which game?", hint)
    return Source(load_game(name or game_names()[0]), None)


def note_overlooked_file(game: str) -> tuple[str, ...]:
    """Return a note if a game named as source may have meant a ``balance.toml``."""
    for path, instead in (
        (Path(BALANCE_FILE), "leave out the game"),
        (Path(game, BALANCE_FILE), f"write {game}/"),
    ):
        if path.is_file():
            return (f"{path} is not used, because a game is named; to use it, {instead}",)
    return ()

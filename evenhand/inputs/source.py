"""The source of the games: a game's samples, or a designer's folder."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean, keep_rest
from evenhand.inputs.decks_and_bots import find_entrant_files, is_path, load_all, load_entrant
from evenhand.inputs.folder import BALANCE_FILE, Folder, parse_folder, read_folder
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
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
        folder = read_whole_folder(path)
        return Source(folder.game, folder, folder.notes)
    if path.is_file():
        message = f"'{name}' is a file; expected a game, or a folder with a {BALANCE_FILE}"
        raise UsageError(message, f"for cards in a file: GAME --cards {name}")
    if name and is_path(name):
        message = f"'{name}' is no game, and holds no {BALANCE_FILE}"
        hint = did_you_mean(name, game_names()) or f"the games are {', '.join(game_names())}"
        raise UsageError(message, hint)
    if not name and len(game_names()) != 1:
        hint = f"one of {', '.join(game_names())}, or a folder made by evenhand init"
        raise UsageError("which game?", hint)
    return Source(load_game(name or game_names()[0]), None)


def read_whole_folder(path: Path) -> Folder:
    """Read a designer's folder; if its settings are wrong, raise what is wrong elsewhere, too."""
    try:
        return read_folder(path)
    except InputError as error:
        _, folder, _ = parse_folder(path)
        others = list_faults(folder) if folder else []
        raise InputError([*error.problems, *others]) from None


def list_faults(folder: Folder) -> list[Problem]:
    """List the problems of a folder's cards, decks and bots, as far as its settings name them."""
    game = folder.game
    problems: list[Problem] = []
    pool: CardPool | None = None
    with suppress(UsageError):
        try:
            pool, of_cards = keep_rest(lambda: load_pool(game.schema, folder.cards, folder.curve))
            problems += of_cards
        except InputError as error:
            problems += error.problems
        options = option_values(game.options, folder.content.options)
        files = find_entrant_files(game, folder.mode, folder.list_entrants(folder.mode))
        if known := pool:
            load_all(
                files, lambda file: load_entrant(game, known, file, folder.mode, options), problems
            )
    with suppress(UsageError):
        load_all(folder.bots, lambda name: load_bot(game, name), problems)
    return problems


def note_overlooked_file(game: str) -> tuple[str, ...]:
    """Return a note if a game named as source may have meant a ``balance.toml``."""
    for path, instead in (
        (Path(BALANCE_FILE), "leave out the game"),
        (Path(game, BALANCE_FILE), f"write {game}/"),
    ):
        if path.is_file():
            return (f"{path} is not used, because a game is named; to use it, {instead}",)
    return ()

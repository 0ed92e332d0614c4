"""The registry of games: those of evenhand, and those of other packages.

Another package adds a game with an entry point of the group ``evenhand.games`` whose
name is the game's and whose value names its `Game`, as ``my_game:GAME``.
"""

import sys
import traceback
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path

from evenhand.decks.file_cache import cache_result
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import InputError, UsageError, did_you_mean
from evenhand.simulate.game import Game

__all__ = ["find_package", "game_names", "load_game", "names_of_others"]

GROUP = "evenhand.games"
GAMES = {
    "blackpoker": "evenhand.simulate.games.blackpoker",
    "divine_cross": "evenhand.simulate.games.divine_cross",
    "divinity": "evenhand.simulate.games.divinity",
    "divino": "evenhand.simulate.games.divino",
    "starcrossed": "evenhand.simulate.games.starcrossed",
}


def game_names() -> list[str]:
    """Return the names of all games, sorted."""
    return sorted({*GAMES, *names_of_others()})


@cache_result
def names_of_others() -> list[str]:
    """Return the names of the games of other packages, sorted."""
    return sorted({entry.name for entry in entry_points(group=GROUP)} - {*GAMES})


def find_package(name: str) -> Distribution | None:
    """Return the package of a game; None for the games of evenhand."""
    entries = () if name in GAMES else entry_points(group=GROUP, name=name)
    return next((entry.dist for entry in entries), None)


def load_game(name: str) -> Game:
    """Return a game by its name.

    Raises
    ------
    UsageError
        If there is no game of this name, its package cannot be loaded, or the implementation of
        a required hook is missing or invalid.
    """
    game = _find_game(name)
    try:
        game.hooks  # noqa: B018  loaded now, so that errors are reported before a game is played
    except UsageError as error:
        place = "" if name in GAMES else _find_place(error)
        raise UsageError(f"the game '{name}': {place}{error.message}", error.hint) from None
    except Exception as error:
        if name in GAMES:
            raise
        raise _make_load_error(name, error) from error
    return game


def _find_game(name: str) -> Game:
    if name in GAMES:
        game: Game = import_module(GAMES[name]).GAME
        return game
    for entry in entry_points(group=GROUP, name=name):
        return _load_other(entry)
    hint = did_you_mean(name, game_names()) or f"the games are {', '.join(game_names())}"
    raise UsageError(f"there is no game '{shorten(str(name))}'", hint)


def _load_other(entry: EntryPoint) -> Game:
    """Load the game of another package; errors name that package."""
    try:
        game = entry.load()
    except UsageError as error:
        message = f"the game '{entry.name}': {_find_place(error)}{error.message}"
        raise UsageError(message, error.hint) from error
    except Exception as error:
        _check_shadowing(entry)
        raise _make_load_error(entry.name, error) from error
    if not isinstance(game, Game):
        kind = type(game).__name__
        message = f"the game '{entry.name}': {entry.value} is no Game, but of the type {kind}"
        raise UsageError(message, "its entry point names its declaration, as my_game:GAME")
    if game.name != entry.name:
        message = f"the game '{entry.name}' calls itself '{game.name}' in its GameSchema"
        raise UsageError(message, "give both the same name")
    return game


def _check_shadowing(entry: EntryPoint) -> None:
    """Raise a UsageError if Python imported a plain folder with the package's name."""
    module = sys.modules.get(entry.module)
    if module and hasattr(module, "__path__") and not module.__file__:
        folder = next(iter(module.__path__), entry.module)
        message = (
            f"the game '{entry.name}' cannot be loaded: Python takes the folder {folder} for it"
        )
        raise UsageError(message, "start Python in another folder")


def _make_load_error(name: str, error: Exception) -> UsageError:
    """Return an error with the reason, and the line of the game's package that failed."""
    if isinstance(error, InputError):
        return UsageError(f"the game '{name}' cannot be loaded: {error.problems[0]}")
    if isinstance(error, SyntaxError):
        return UsageError(
            f"the game '{name}' cannot be loaded: {error.filename}:{error.lineno}: "
            f"{type(error).__name__}: {error.msg}"
        )
    reason = " ".join(str(error).split())
    return UsageError(
        f"the game '{name}' cannot be loaded: {_find_place(error)}{type(error).__name__}: {reason}"
    )


def _find_place(error: Exception) -> str:
    """Return the innermost line outside of evenhand in an error's traceback; "" if none."""
    ours = Path(__file__).resolve().parents[1]
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<")
        and "importlib" not in frame.filename
        and not Path(frame.filename).resolve().is_relative_to(ours)
    ]
    return f"{frames[-1].filename}:{frames[-1].lineno}: " if frames else ""

"""The games there are: those below, and those of other packages.

Another package adds a game with an entry point of the group ``evenhand.games`` whose
name is the game's and whose value names its `Game`, as ``my_game:GAME``.
"""

from importlib import import_module
from importlib.metadata import entry_points

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.simulate.game import Game

__all__ = ["game_names", "load_game"]

GAMES = {
    "blackpoker": "evenhand.simulate.games.blackpoker",
    "divine_cross": "evenhand.simulate.games.divine_cross",
    "divinity": "evenhand.simulate.games.divinity",
    "divino": "evenhand.simulate.games.divino",
    "starcrossed": "evenhand.simulate.games.starcrossed",
}


def game_names() -> list[str]:
    """Return the names of all games, sorted."""
    return sorted({*GAMES, *(entry.name for entry in entry_points(group="evenhand.games"))})


def load_game(name: str) -> Game:
    """Return a game by its name.

    Raises
    ------
    UsageError
        If there is no game of this name, or a hook that it needs has no fitting answer.
    """
    game = _declared(name)
    try:
        game.hooks  # noqa: B018  asked for now, so that a mistake is named before a game is played
    except UsageError as error:
        raise UsageError(f"the game '{name}': {error.message}", error.hint) from None
    return game


def _declared(name: str) -> Game:
    if name in GAMES:
        game: Game = import_module(GAMES[name]).GAME
        return game
    for entry in entry_points(group="evenhand.games", name=name):
        other: Game = entry.load()
        return other
    hint = did_you_mean(name, game_names()) or f"the games are {', '.join(game_names())}"
    raise UsageError(f"there is no game '{name}'", hint)

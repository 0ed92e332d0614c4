"""The bots that a learning player meets, and those held back to measure it by."""

from typing import NamedTuple

from evenhand.simulate.bots.bot_files import Bot, bot_names, load_bot
from evenhand.simulate.game import Game

__all__ = ["YARDSTICK", "Opponent", "list_opponents"]

YARDSTICK, WEAK = "heuristic", ("novice", "random")


class Opponent(NamedTuple):
    """A bot, and whether the player learns from games against it."""

    bot: Bot
    is_met: bool


def list_opponents(game: Game) -> list[Opponent]:
    """List a game's quick bots, the rules of thumb first.

    Every other style is held back, so that others than those it learned from can be played
    against; and so is random play.
    """
    names = [name for name in bot_names(game) if load_bot(game, name).policy == "heuristic"]
    styles = [name for name in names if name not in (YARDSTICK, *WEAK)]
    met = {YARDSTICK, WEAK[0], *styles[::2]}
    return [Opponent(load_bot(game, name), name in met) for name in (YARDSTICK, *styles, *WEAK)]

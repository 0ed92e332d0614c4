"""How much is tried: what the suite has time for, or all of it in ``make thorough``."""

import os
from typing import TypeVar

from evenhand.simulate.bots.bot_files import bot_names
from evenhand.simulate.game import Game
from evenhand.simulate.proving.sample_plan import MANY
from evenhand.simulate.registry import game_names

__all__ = ["THOROUGH", "how_much", "list_compiled_bots", "list_tables"]

THOROUGH = os.environ.get("EVENHAND_THOROUGH") == "1"
Amount = TypeVar("Amount")


def how_much(usual: Amount, thorough: Amount) -> Amount:
    """Return one of two amounts: of games, of states, of forms of a page."""
    return thorough if THOROUGH else usual


def list_compiled_bots(game: Game) -> list[str]:
    """List a game's bots; learned players only in one game, for they compile its rules anew."""
    asked = how_much(("blackpoker",), game_names())
    return [name for name in bot_names(game) if name != "learned" or game.name in asked]


def list_tables(game: Game) -> list[int]:
    """List numbers of players; the largest only in one game, for its rules are compiled anew."""
    fewest, most = game.seats
    asked = how_much(("last_light",), game_names())
    return sorted({fewest, min(MANY, most), *([most] if game.name in asked else [])})

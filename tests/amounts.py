"""How much is tried: what the suite has time for, or all of it in ``make thorough``."""

import os
from typing import TypeVar

from evenhand.simulate.bots.bot_files import bot_names
from evenhand.simulate.game import Game
from evenhand.simulate.proving.sample_plan import MANY
from evenhand.simulate.registry import game_names

__all__ = [
    "THOROUGH", "how_much", "list_compiled_bots", "list_tables", "list_thinking_tables",
]  # fmt: skip

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
    return sorted({fewest, min(MANY, most), *([most] if is_asked_for_all(game) else [])})


def list_thinking_tables(game: Game) -> list[int]:
    """List numbers of players of tables at which bots think ahead, which compiles more."""
    fewest, most = game.seats
    return sorted({fewest, *([min(MANY, most)] if is_asked_for_all(game) else [])})


def is_asked_for_all(game: Game) -> bool:
    """Return whether all is tried in a game: in one that is compiled quickly, else in all."""
    return game.name in how_much(("last_light",), game_names())

"""How much is tried: what the suite has time for, or all of it in ``make thorough``."""

import os
from typing import TypeVar

__all__ = ["THOROUGH", "how_much"]

THOROUGH = os.environ.get("EVENHAND_THOROUGH") == "1"
Amount = TypeVar("Amount")


def how_much(usual: Amount, thorough: Amount) -> Amount:
    """Return one of two amounts: of games, of states, of forms of a page."""
    return thorough if THOROUGH else usual

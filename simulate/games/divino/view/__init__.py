"""How DIVINO's table is told to people."""

from evenhand.simulate.games.divino.view.table import VIEW

__all__ = ["VIEW"]

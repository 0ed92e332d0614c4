"""DIVINO in words: the table, the cards in play, questions and options."""

from evenhand.simulate.games.divino.view.table import VIEW

__all__ = ["VIEW"]

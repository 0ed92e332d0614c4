"""Players around the table, by their seats."""

from simulate.engine.compile import rule

__all__ = ["enemy_of"]


@rule
def enemy_of(seat):
    """Give the other seat of a game for two."""
    return 1 - seat

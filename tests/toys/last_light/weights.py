"""What a bot file may change; a flame of one's own is worth 100."""

from evenhand.game import number

__all__ = ["WEIGHTS"]

WEIGHTS = (
    number("harm", 90, 0, 1000, "a flame taken off a rival"),
    number("kill", 600, 0, 10000, "a rival put out"),
    number("envy", 10, 0, 1000, "each flame that the rival has left"),
    number("fear", 0, 0, 1000, "each flame that the own lamp lacks to 12, per flame of oil"),
    number("win", 10000, 0, 1000000, "a game won"),
)

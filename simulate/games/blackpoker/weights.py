"""The weights of BlackPoker bots; what a bot file may change."""

from simulate.engine.options import number, options_record

__all__ = ["WEIGHTS", "WEIGHTS_RECORD"]

WEIGHTS = (number("life", 100, 0, 1000, "percent: how much damage to the enemy counts"),)
WEIGHTS_RECORD = options_record(WEIGHTS)

"""The weights of Divinity bots; what a bot file may change. A hit point is worth 10."""

from simulate.engine.options import number, options_record

__all__ = ["WEIGHTS", "WEIGHTS_RECORD"]

WEIGHTS = (
    number("damage", 10, 0, 1000, "a hit point of an enemy Deity"),
    number("kill", 60, 0, 5000, "defeating a Deity"),
    number("threat", 20, 0, 1000, ".. and more for each point of its ATK"),
    number("trophy", 40, 0, 5000, ".. and for a trophy"),
    number("wall_damage", 12, 0, 1000, "a hit point of an enemy Wall"),
    number("wall_kill", 100, 0, 5000, "defeating a Wall"),
    number("deity", 100, 0, 5000, "a Deity in play"),
    number("wall", 300, 0, 5000, "a Wall in play"),
    number("card", 40, 0, 1000, "a card in hand"),
    number("deck_floor", 8, 0, 60, "cards in the deck below which drawing is unwise"),
)
WEIGHTS_RECORD = options_record(WEIGHTS)

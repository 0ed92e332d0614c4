"""What a bot file may change; a point of health of the rival is worth 100."""

from evenhand.game import number

__all__ = ["WEIGHTS"]

WEIGHTS = (
    number("attack", 110, 0, 1000, "a point of attack of a creature"),
    number("defense", 90, 0, 1000, "a point of defense of a creature"),
    number("keyword", 80, 0, 1000, "a keyword of a creature that has attack"),
    number("body", 50, 0, 1000, "a creature on the table, whatever its numbers"),
    number("face", 100, 0, 1000, "a point of the rival's health"),
    number("own_health", 60, 0, 1000, "a point of the own health"),
    number("card", 120, 0, 1000, "a card drawn, or in hand"),
    number("keep", 150, 0, 1000, "what an item must be worth to be used"),
    number("open_lane", 30, 0, 1000, "a creature in a lane, for each creature fewer there"),
    number("win", 100000, 0, 1000000, "the game won"),
)

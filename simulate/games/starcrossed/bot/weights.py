"""The weights of Starcrossed bots; what a bot file may change."""

from evenhand.simulate.engine.options import number

__all__ = ["WEIGHTS"]

WEIGHTS = (
    number("life", 100, 0, 2000, "a point of life, the enemy's or one's own"),
    number("strength", 100, 0, 2000, "a point of strength on the table"),
    number("level", 500, 0, 5000, "a crystal level"),
    number("lane", 80, 0, 5000, "a lane with a diva in it, however weak"),
    number(
        "contest", 75, 0, 500, "percent: how much the attacks that a lane is about to see count"
    ),
    number("recruit", 50, 0, 300, "percent: how much the diva that becomes a recruit is missed"),
    number("energy", 60, 0, 1000, "a point of energy, when spending it"),
    number("card", 150, 0, 2000, "a card drawn"),
    number("attune", 300, 0, 5000, "a crystal attuned to a tribe that the hand needs"),
    number("boost", 130, 0, 2000, "percent: how much a set skill counts of what it does"),
    number("keep", 800, 0, 5000, "a set move, kept for a fight that it decides"),
    number("fear", 150, 0, 1000, "strength expected of an enemy's face-down skill, in hundredths"),
    number("boldness", 0, -1000, 1000, "added to attacking"),
    number("guard", 100, -1000, 1000, "added to blocking"),
    number("last_life", 14, 0, 25, "life below which each point counts twice"),
)

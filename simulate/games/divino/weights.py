"""The weights of DIVINO bots; what a bot file may change."""

from simulate.engine.options import number, options_record

__all__ = ["WEIGHTS", "WEIGHTS_RECORD"]

WEIGHTS = (
    number("energy", 100, 0, 1000, "a point of energy on the own Demigod"),
    number("reserve", 4, 0, 30, "energy below which the Demigod does not like to pay"),
    number("fear", 60, 0, 1000, "percent more for each point below that reserve"),
    number("harm", 100, 0, 1000, "a point of energy off the enemy Demigod"),
    number("body", 90, 0, 1000, "a point of energy on a combat card"),
    number("force", 80, 0, 1000, "a point of ATK on a combat card"),
    number("wall", 50, 0, 1000, "a point of energy on a Fortress or Shrine"),
    number("rate", 250, 0, 2000, "a point of energize"),
    number("card", 120, 0, 1000, "a card drawn"),
    number("land", 300, 0, 2000, "a land in play"),
    number("mana", 30, 0, 1000, "a mana"),
    number("loyalty", 150, 0, 1000, "a loyalty counter"),
    number("approval", 80, 0, 1000, "an approval counter"),
    number("kill", 150, 0, 2000, "a combat card destroyed, on top of its worth"),
    number("instant", 120, 0, 2000, "what an Instant must be worth to be played"),
    number("attack", 100, 0, 500, "percent: how much attacks on the Demigod count"),
    number("guard", 100, 0, 500, "percent: how much the own Demigod's safety counts"),
    number("win", 100000, 0, 1000000, "a game won"),
)
WEIGHTS_RECORD = options_record(WEIGHTS)

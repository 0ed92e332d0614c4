"""The weights of DIVINO bots; what a bot file may change."""

from evenhand.simulate.engine.options import number

__all__ = ["WEIGHTS"]

WEIGHTS = (
    number("energy", 100, 0, 1000, "a point of energy on the own Demigod"),
    number("reserve", 4, 0, 30, "energy below which the Demigod does not like to pay"),
    number("fear", 60, 0, 1000, "percent more for each point below that reserve"),
    number("harm", 100, 0, 1000, "a point of energy off the enemy Demigod"),
    number("body", 105, 0, 1000, "a point of energy on a combat card"),
    number("force", 100, 0, 1000, "a point of ATK on a combat card"),
    number("wall", 50, 0, 1000, "a point of energy on a Fortress or Shrine"),
    number("rate", 250, 0, 2000, "a point of energize"),
    number("card", 170, 0, 1000, "a card drawn"),
    number("land", 300, 0, 2000, "a land in play"),
    number("mana", 30, 0, 1000, "a mana"),
    number("loyalty", 150, 0, 1000, "a loyalty counter"),
    number(
        "enough", 6, 0, 60, "counters on a Deity or Shrine above which one more is worth little"
    ),
    number("deity", 400, 0, 5000, "a Deity in play, on top of its loyalty"),
    number("approval", 80, 0, 1000, "an approval counter"),
    number("kill", 150, 0, 2000, "a combat card destroyed, on top of its worth"),
    number("instant", 120, 0, 2000, "what an Instant must be worth to be played"),
    number("attack", 100, 0, 500, "percent: how much attacks on the Demigod count"),
    number("guard", 40, 0, 500, "percent: how much the own Demigod's safety counts"),
    number("calm", 35, 0, 100, "percent: .. while the enemies' ATK is less than its energy"),
    number("leader", 50, 0, 100, "percent: how much the strongest of several enemies is preferred"),
    number("patience", 6, 0, 100, "own turns before attacking becomes a wish of its own"),
    number("urge", 20, 0, 1000, "what each turn after these adds to an attack"),
    number("block", 0, -1000, 1000, "added to a block"),
    number("gang", 60, 0, 200, "percent: how much a further blocker counts what it may suffer"),
    number("gangs", 25, 0, 100, "percent: joint blocks expected for each card that may block"),
    number("plenty", 8, 0, 100, "energy of a Demigod above which a point counts less"),
    number("surplus", 60, 0, 100, "percent: .. and how much"),
    number("defeat", 3000, 0, 100000, "a Demigod defeated, on top of its energy"),
    number("closing", 500, 0, 5000, "all that a player has left to lose, besides what it is worth"),
    number("hand", 2, 0, 6, "cards that can be paid early, fewer in a hand is not kept"),
)

"""The weights of Divinity bots; what a bot file may change. A hit point is worth 10."""

from evenhand.simulate.engine.options import number

__all__ = ["WEIGHTS"]

WEIGHTS = (
    number("hit_point", 10, 0, 1000, "a hit point of a Deity"),
    number("strength", 25, 0, 1000, "a point of ATK"),
    number("deity", 80, 0, 5000, "a Deity in play"),
    number("last_deity", 180, 0, 5000, "more for one of the last Deities of its side"),
    number("trophy", 40, 0, 5000, "a card of one's choice as a trophy"),
    number("wall_point", 14, 0, 1000, "a hit point of a Wall"),
    number("wall", 120, 0, 5000, "a Wall in play"),
    number("wall_race", 150, 0, 5000, "more for a Wall, for each that is already there"),
    number("siege", 75, 0, 5000, "keeping the enemy from three Deities, for each of its Walls"),
    number("last_wall", 150, 0, 5000, "more for what keeps a side from its third Wall"),
    number("wear", 45, 0, 1000, "percent of its worth that a Deity loses with its hit points"),
    number("rescue", 40, 0, 1000, "percent: what the next blow would defeat, if it is saved"),
    number("fear", 30, 0, 1000, "percent: what the enemy could hit with ATK that it has lost"),
    number("doomed_host", 35, 0, 100, "percent: an Attachment under what the next blow defeats"),
    number("foresight", 60, 0, 1000, "percent: what a Deity in hand will do in play"),
    number("unmet", 60, 0, 100, "percent: a Deity in hand whose demands are not met"),
    number("card", 40, 0, 1000, "a card in hand"),
    number("fresh_hand", 80, 0, 5000, "an empty hand, which draws five"),
    number("mill", 12, 0, 1000, "a card off the enemy's deck"),
    number("thrift", 12, 0, 1000, "a card of the own deck"),
    number("clock", 12, 0, 55, "cards in a deck below which they count more and more"),
    number("attachment", 80, 0, 1000, "an Attachment in play"),
    number("lasting", 240, 0, 1000, "percent: how much more what is always so counts"),
    number("recurring", 230, 0, 1000, "percent: how much more what happens every turn counts"),
    number("surprise", 70, 0, 1000, "percent: how much an Attachment counts face down"),
    number("save_cards", 25, 0, 1000, "worth that a Magic must have to be played"),
)

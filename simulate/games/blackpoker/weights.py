"""The weights of BlackPoker bots; what a bot file may change. A card of a deck is worth 100."""

from simulate.engine.options import number, options_record

__all__ = ["WEIGHTS", "WEIGHTS_RECORD"]

WEIGHTS = (
    number("damage", 100, 0, 1000, "a card off the enemy's deck"),
    number("life", 100, 0, 1000, "a card of the own deck"),
    number("thrift", 8, 0, 200, ".. and more for each card it has fewer than 15"),
    number("soldier", 150, 0, 5000, "a soldier"),
    number("strength", 55, 0, 1000, ".. and more for each point of its number"),
    number("equip", 60, 0, 1000, "percent: a point of strength by Equip"),
    number("bulwark", 420, 0, 5000, "the first bulwark"),
    number("fade", 60, 0, 1000, ".. and less for each that is there"),
    number("trap", 200, 0, 5000, "setting or keeping a bulwark that beats an enemy soldier"),
    number("card", 90, 0, 1000, "a card in hand"),
    number("card_number", 14, 0, 200, ".. and more for each point of its number"),
    number("spade", 30, -1000, 1000, ".. if it is a spade"),
    number("heart", 0, -1000, 1000, ".. a heart"),
    number("diamond", 0, -1000, 1000, ".. a diamond"),
    number("club", 40, -1000, 1000, ".. a club"),
    number("ace", 20, -1000, 1000, ".. an ace"),
    number("joker", 150, -1000, 1000, ".. a Joker"),
    number("throw", 100, 0, 1000, "percent: how much the damage of Throw counts"),
    number("break_wall", 60, 0, 1000, "percent: how much a bulwark counts for Bulwark Break"),
    number("counter", 100, 0, 1000, "percent: how much a deed counts for Counter"),
    number("spell", 100, 0, 1000, "percent: how much a soldier counts for Up and Down"),
    number("twist", 70, 0, 1000, "percent: how much damage counts for Twist"),
    number("search", 200, -1000, 5000, "a card of one's choice"),
    number("draw", 190, 0, 1000, "a second card drawn"),
    number("bold", 50, 0, 100, "percent: how often an attacker hopes not to be blocked"),
    number("guard", 40, 0, 1000, "a point of damage that a soldier kept back spares"),
    number("charged", 50, 0, 1000, "a bulwark that is charged in the enemy's turn"),
    number("fear", 60, 0, 1000, "a point of damage that the enemy threatens"),
)
WEIGHTS_RECORD = options_record(WEIGHTS)

"""The weights of BlackPoker bots; what a bot file may change. A card of a deck is worth 100."""

from evenhand.simulate.engine.options import number

__all__ = ["WEIGHTS"]

WEIGHTS = (
    number("damage", 200, 0, 1000, "a card off the enemy's deck"),
    number("life", 90, 0, 1000, "a card of the own deck"),
    number(
        "thrift", 15, 0, 200, "more for a card of the own deck, for each card it has fewer than 15"
    ),
    number("soldier", 105, 0, 5000, "a soldier"),
    number("strength", 38, 0, 1000, "more for a soldier, for each point of its number"),
    number("equip", 60, 0, 1000, "percent: a point of strength by Equip"),
    number("bulwark", 420, 0, 5000, "the first bulwark"),
    number("fade", 60, 0, 1000, "less for a bulwark, for each that is there"),
    number("trap", 140, 0, 5000, "setting or keeping a bulwark that beats an enemy soldier"),
    number("card", 115, 0, 1000, "a card in hand"),
    number("few", 2, 0, 54, "bulwarks below which J, Q and K are hard to summon"),
    number("hero", 6, 0, 13, "the number that J, Q and K in hand count as until then"),
    number("card_number", 14, 0, 200, "more for a card in hand, for each point of its number"),
    number("spade", 42, -1000, 1000, "more for a spade in hand"),
    number("heart", -14, -1000, 1000, "more for a heart in hand"),
    number("diamond", -25, -1000, 1000, "more for a diamond in hand"),
    number("club", 40, -1000, 1000, "more for a club in hand"),
    number("ace", 56, -1000, 1000, "more for an ace in hand"),
    number("joker", 150, -1000, 1000, "more for a Joker in hand"),
    number("throw", 14, 0, 1000, "percent: how much the damage of Throw counts"),
    number("break_wall", 130, 0, 1000, "percent: how much a bulwark counts for Bulwark Break"),
    number("counter", 100, 0, 1000, "percent: how much a deed counts for Counter"),
    number("burn", 55, 0, 1000, "percent: how much the life lost to Throw counts for Counter"),
    number("spell", 70, 0, 1000, "percent: how much a soldier counts for Up and Down"),
    number("twist", 34, 0, 1000, "percent: how much damage counts for Twist"),
    number("search", 280, -1000, 5000, "a card of one's choice"),
    number("draw", 380, 0, 1000, "a second card drawn"),
    number("draw_floor", 2, 0, 54, "cards in the deck down to which a second one is not drawn"),
    number("equip_hit", 100, 0, 1000, "percent: what Equip adds to this turn's attack"),
    number("bold", 0, 0, 100, "percent: how often an attacker hopes not to be blocked"),
    number("guard", 34, 0, 1000, "a point of damage that a charged character spares"),
    number("doom", 6000, 0, 100000, "not to be open to an attack that takes the whole deck"),
    number("margin", 2, 0, 54, "cards by which such an attack may fall short"),
    number("charged", 60, 0, 1000, "a bulwark that is charged in the enemy's turn"),
)

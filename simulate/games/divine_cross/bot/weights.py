"""The weights of Divine Cross bots; what a bot file may change."""

from evenhand.simulate.engine.options import number

__all__ = ["WEIGHTS"]

WEIGHTS = (
    number("damage", 100, 0, 1000, "percent: how much dealing damage counts"),
    number("knock_out", 200, 0, 5000, "knocking out an enemy unit"),
    number("last_knock_out", 5000, 0, 50000, "the knock-out that wins the game"),
    number("safety", 60, 0, 1000, "percent: how much damage to one's own units counts"),
    number("loss", 60, 0, 1000, "percent: how much the fall of one's own main unit counts"),
    number("next_blow", 25, 0, 1000, "percent: how much the attack after the next one counts"),
    number("strike", 40, 0, 1000, "percent: .. and the hits that are to come next"),
    number("card", 40, 0, 1000, "a card drawn"),
    number("energy", 100, 0, 1000, "an energy attached"),
    number("stun", 120, 0, 1000, "stunning a main unit, at most"),
    number("bench", 60, 0, 1000, "a unit in standby"),
    number("assist", 50, 0, 1000, "an Assist attached"),
    number("retreat", -70, -1000, 1000, "added to a retreat's worth; below 0 to stand firm"),
    number("front", 1000, 0, 10000, "percent: how much the main unit's energy counts"),
    number("doomed", 50, 0, 10000, "percent: .. if it is about to be knocked out"),
    number("few_cards", 2, 0, 60, "cards in hand up to which the charge comes first"),
    number("deck_floor", 7, 0, 60, "cards in the deck below which drawing is unwise"),
    number("spare_deck", 8, 0, 60, ".. below which no unit is charged that needs no energy"),
    number("save_cards", 40, 0, 1000, "worth that an Event or Action must have to be played"),
)

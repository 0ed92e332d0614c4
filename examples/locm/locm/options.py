"""The rule options; their defaults are those of version 1.2."""

from evenhand.game import choice, number
from locm.words import BothFall

__all__ = ["OPTIONS"]

OPTIONS = (
    number("health", 30, 1, 1000, "health of each player at the start (B1)"),
    number("rune_step", 5, 1, 100, "health from one rune to the next (B1, B5)"),
    number("opening_hand", 4, 0, 8, "cards that the first player is dealt (B2)"),
    number("later_cards", 1, 0, 8, "cards more for the second player (B2)", by_seat=True),
    number("bonus_mana", 1, 0, 12, "mana more for the second player (B2, B3)", by_seat=True),
    number("most_mana", 12, 1, 100, "where mana stops growing (B3)"),
    number("hand_limit", 8, 1, 8, "most cards in a hand (B4)"),
    number("last_round", 50, 1, 1000, "last round in which there are decks (B6)"),
    choice("both_fall", BothFall, "who wins when both players run out of health (B15)"),
)

"""The rule options of BlackPoker; what a designer may argue about.

Defaults follow the rulebook and the rulings of ``RULES.md``.
"""

from enum import IntEnum

from evenhand.simulate.engine.options import choice, number, switch

__all__ = ["OPTIONS", "BothZero", "CounterTest", "GenerationChange"]


class CounterTest(IntEnum):
    """When Counter compares numbers (C14)."""

    RESOLVE = 0
    TARGET = 1


class GenerationChange(IntEnum):
    """How Generation Change happens (C17)."""

    IMMEDIATE = 0
    STAGE = 1


class BothZero(IntEnum):
    """Who wins when both decks are empty at once (C19)."""

    DRAW = 0
    TURN_PLAYER_LOSES = 1


OPTIONS = (
    number("opening_hand", 7, 0, 20, "cards drawn at the start (C2)"),
    number(
        "first_draw",
        1,
        0,
        5,
        "cards the first player draws before turn 1 (C3)",
        formerly=("first_player_draws",),
        by_seat=True,
    ),
    switch("second_draw", True, "a second card may be drawn each turn (R2)"),
    number("hand_limit", 7, 0, 54, "cards kept at the end of a turn (R10)"),
    number("sets_per_turn", 1, 0, 5, "bulwarks that may be set in a turn"),
    number("attacks_per_turn", 1, 0, 5, "Attacks that may be started in a turn"),
    number("set_life", 1, 0, 5, "life that setting a bulwark costs"),
    number("summon_life", 1, 0, 5, "life that summoning and Equip cost"),
    number("soldier_bulwarks", 1, 0, 5, "bulwarks driven to summon a soldier"),
    number("hero_bulwarks", 2, 0, 5, "bulwarks driven to summon a hero"),
    number("ace_bulwarks", 0, 0, 5, "bulwarks driven to summon an ace"),
    number("equip_bulwarks", 1, 0, 5, "bulwarks driven to equip a soldier"),
    number("spell_cards", 1, 0, 3, "cards discarded for Up, Down, Twist and Counter"),
    switch("block_many", False, "a character may block several attackers (C6)"),
    choice("counter_test", CounterTest, "when Counter compares numbers (C14)"),
    choice("generation_change", GenerationChange, "how Generation Change happens (C17)"),
    choice("both_zero", BothZero, "both decks empty at once (C19)"),
    switch("open_grave", True, "bots remember what lies in the enemy's grave (C24)"),
    number("turn_cap", 200, 1, 1000, "player turns before the game is a draw (C26)"),
    number("deck_minimum", 20, 1, 54, "fewest cards in a deck"),
    number("copy_limit", 1, 1, 54, "copies of one card in a deck"),
    number("joker_limit", 2, 0, 54, "Jokers in a deck"),
)

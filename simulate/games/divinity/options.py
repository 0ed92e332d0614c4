"""The rule options of Divinity; what a designer may argue about.

Defaults follow the rulebook and the rulings of ``RULES.md``.
"""

from enum import IntEnum

from evenhand.simulate.engine.options import (
    SimultaneousLoss,
    choice,
    number,
    switch,
)

__all__ = ["OPTIONS", "FlipDuplicate", "FlipWindows"]


class FlipDuplicate(IntEnum):
    """Whether an Attachment may be flipped next to an identical one (E5)."""

    LEGAL = 0
    ILLEGAL = 1


class FlipWindows(IntEnum):
    """When the player whose turn it is not may flip (E6)."""

    ANY = 0  # after the draw and after each action, too
    ATTACKS = 1  # only when an attack is announced, and at the end of a turn


OPTIONS = (
    number("opening_hand", 7, 1, 20, "cards drawn at the start (setup)"),
    number("draws_per_turn", 1, 0, 5, "cards drawn at the start of a turn (R2)"),
    number(
        "draws_empty_hand",
        5,
        0,
        10,
        "cards drawn instead with an empty hand (R2)",
        formerly=("draws_if_empty",),
    ),
    switch("first_player_draws", True, "the first player draws on turn 1 (E1)", by_seat=True),
    switch(
        "first_player_attacks", True, "the first player may attack on turn 1 (E1)", by_seat=True
    ),
    number(
        "second_player_cards",
        0,
        0,
        5,
        "cards more that the second player is dealt (E28)",
        by_seat=True,
    ),
    number("plays_per_turn", 1, 0, 5, "Deities and Walls played a turn (R3)"),
    switch("setup_checks_conditions", False, "a first Deity must meet its conditions (E3)"),
    choice("flip_duplicate", FlipDuplicate, "flipping next to an identical Attachment (E5)"),
    choice("flip_windows", FlipWindows, "when the other player may flip (E6)"),
    choice("simultaneous_loss", SimultaneousLoss, "who wins if both players lose at once (E9)"),
    switch("effect_ko_is_defeat", False, "damage by abilities defeats, for trophies too (E11)"),
    switch("both_matches_each", True, "gender Both is female and male (E26)"),
    number("walls_to_win", 3, 1, 3, "own Walls in play that win the game"),
    number("hand_limit", 0, 0, 30, "cards kept at the end of a turn, 0 for any (E18)"),
    number("turn_cap", 150, 1, 1000, "player turns before the game is a draw (E24)"),
    number("actions_cap", 60, 5, 120, "actions of one turn, for safety (E27)"),
    number("copy_limit", 3, 1, 55, "copies of one card in a deck (E16)", formerly=("max_copies",)),
    number("ritual_limit", 1, 0, 55, "Rituals in a deck", formerly=("max_rituals",)),
)

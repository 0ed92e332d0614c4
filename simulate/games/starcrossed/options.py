"""The rule options of Starcrossed; what a designer may argue about.

Defaults follow the rulebook and the rulings of ``RULES.md``.
"""

from enum import IntEnum

from evenhand.simulate.engine.options import (
    DeckOut,
    SimultaneousLoss,
    choice,
    number,
    switch,
)

__all__ = ["OPTIONS", "ActivationScope", "CapResult", "PayOn", "QuestShort"]


class PayOn(IntEnum):
    """When combat skills are paid for (B1)."""

    SETTING = 0
    ACTIVATION = 1


class ActivationScope(IntEnum):
    """Which face-down skills may be activated in a fight (B2)."""

    ALL_CRYSTALS = 0
    FIGHTING_LANE = 1


class CapResult(IntEnum):
    """What the turn cap comes to (B25)."""

    DRAW = 0
    LIFE = 1  # more life wins


class QuestShort(IntEnum):
    """A quest that runs out of deck before its five cards (B28)."""

    DRAW = 0  # as five misses
    NOTHING = 1


OPTIONS = (
    number("life", 25, 1, 200, "life points at the start"),
    number("opening_hand", 10, 1, 30, "cards drawn at the start"),
    number("kept_energy", 1, 0, 20, "energy that is kept until it is spent (R10)"),
    number("draws_per_turn", 1, 0, 5, "cards drawn in the Draw Phase (R3)"),
    number("extra_draws", 1, 0, 5, "more of them with an empty crystal (R3)"),
    number("hand_limit", 7, 0, 50, "cards kept at the end of a turn, 0 for any (R16)"),
    number("recruit_cost", 1, 0, 10, "energy that a recruit costs"),
    number("special_actions", 1, 0, 5, "special actions a turn (R11)"),
    number("quest_reveals", 5, 1, 50, "cards that a quest reveals at most (R20)"),
    number("mulligan_cap", 10, 0, 100, "hands without divas that may be redrawn (B14)"),
    choice("pay_on", PayOn, "when combat skills are paid for (B1)"),
    choice("activation_scope", ActivationScope, "which face-down skills may be activated (B2)"),
    switch("facedown_power_needs_diva", False, "a power is only set where a diva is (B4)"),
    choice("deck_out", DeckOut, "what a draw from an empty deck does (B5)"),
    choice("simultaneous_loss", SimultaneousLoss, "who wins if both run out of life at once (B8)"),
    switch("overkill_on_missing_blocker", False, "Overkill hits if the blocker has left (B9)"),
    switch("turn1_combat", True, "there is a Combat Phase on turn 1 (B11)", by_seat=True),
    switch("action_abilities_in_combat", False, "action abilities count as activations (B23)"),
    number("turn_cap", 60, 1, 1000, "turns before the game is a draw (B25)"),
    choice("turn_cap_result", CapResult, "who wins then (B25)"),
    switch("reattack_after_move", False, "a diva who moved may attack again (B27)"),
    choice("quest_short_deck", QuestShort, "a quest that runs out of deck (B28)"),
    number("actions_cap", 60, 5, 120, "actions of one Action Phase, for safety (B33)"),
    number("icon_limit", 1, 0, 50, "Icons in a deck"),
    number("super_base", 2, 0, 10, "copies of its base that a super card needs"),
    switch("super_counts_in_limit", False, "a super card counts as a copy of its base (B13)"),
)

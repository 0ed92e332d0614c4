"""The rule options of Divine Cross; what a designer may argue about.

Defaults follow the rulebook and the rulings of ``RULES.md``.
"""

from enum import IntEnum

from evenhand.simulate.engine.options import (
    SimultaneousLoss,
    choice,
    number,
    switch,
)

__all__ = ["OPTIONS", "CopyKey", "DeckoutDamage", "MulliganBonus", "MulliganBonusTime"]


class MulliganBonus(IntEnum):
    """How many cards a seat may draw for the enemy's reveals (A2)."""

    EACH = 0
    NET = 1  # only those beyond its own reveals
    NONE = 2


class MulliganBonusTime(IntEnum):
    """When those cards are drawn (A2)."""

    DELAYED = 0
    AT_REVEAL = 1


class DeckoutDamage(IntEnum):
    """How the damage of one draw that misses several cards comes (A7)."""

    BATCH = 0
    PER_CARD = 1


class CopyKey(IntEnum):
    """What the copy limit counts (A16)."""

    NAME = 0
    NAME_AND_TYPE = 1


OPTIONS = (
    number("opening_hand", 5, 1, 20, "cards drawn at the start"),
    number("draws_per_turn", 1, 0, 5, "cards drawn in the Draw Phase"),
    switch("first_player_draws", True, "the first player draws on turn 1 (A1)", by_seat=True),
    switch(
        "first_player_skills",
        False,
        "the first player may use a skill on turn 1 (R10)",
        by_seat=True,
    ),
    number(
        "second_player_cards",
        0,
        0,
        5,
        "cards more that the second player is dealt (A36)",
        by_seat=True,
    ),
    choice("mulligan_bonus", MulliganBonus, "enemy draws per reveal (A2)"),
    choice("mulligan_bonus_time", MulliganBonusTime, "when they come (A2)"),
    number("mulligan_cap", 20, 1, 100, "reveals before a unit is taken from the deck (A3)"),
    number("hand_limit", 0, 0, 30, "cards kept at the end of a turn, 0 for any (A4)"),
    switch("assist_replace", False, "an Assist may replace another (A5)"),
    number("ex_uses_per_turn", 0, 0, 10, "uses of each EX-Power a turn, 0 for any (A6)"),
    choice("deckout_damage", DeckoutDamage, "how missing cards hurt (A7)"),
    number("deckout_amount", 100, 0, 1000, "damage for each missing card (R3)"),
    choice("simultaneous_loss", SimultaneousLoss, "who wins if both players lose at once (A9)"),
    number("turn_cap", 200, 1, 1000, "player turns before the game is a draw (A19)"),
    switch("advantage_on_standby", False, "modifiers reach standby units (A22)"),
    switch("empty_area_loses", True, "an empty Main Area without a KO loses (A23)"),
    number("ko_limit", 3, 1, 20, "units in the KO zone that lose the game"),
    number("standby_slots", 3, 1, 3, "places in the Standby Area"),
    number("charges_per_turn", 1, 0, 5, "charges a turn (R5)"),
    number("events_per_turn", 1, 0, 5, "Events a turn (R6)"),
    switch("commands_without_effect", False, "commands that could do nothing are played (A35)"),
    number("retreats_per_turn", 1, 0, 5, "retreats a turn (R8)"),
    number("advantage_factor", 2, 1, 5, "what advantage multiplies damage by (R11)"),
    number(
        "actions_cap",
        60,
        5,
        120,
        "actions of a Main Phase, for safety (A24)",
        formerly=("main_actions_cap",),
    ),
    number("copy_limit", 2, 1, 30, "cards of one name in a Constructed deck"),
    choice("copy_key", CopyKey, "what counts as one name (A16)"),
)

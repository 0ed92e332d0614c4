"""The rule options of DIVINO; what a designer may argue about.

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

__all__ = ["OPTIONS", "CapResult", "DefeatCheck", "DeityAbility", "FirstTurnBan", "ManaEmpties"]


class FirstTurnBan(IntEnum):
    """Who may neither attack nor target enemies on their first turn (D8)."""

    FIRST_PLAYER = 0
    EVERYONE = 1
    OFF = 2


class ManaEmpties(IntEnum):
    """When the mana pool is emptied (D14)."""

    NEVER = 0
    TURN = 1
    PHASE = 2


class DeityAbility(IntEnum):
    """How many loyalty abilities may be used in a turn (R22)."""

    ONE_EACH = 0
    ONE_TOTAL = 1
    EACH_ONCE = 2


class DefeatCheck(IntEnum):
    """When defeat is looked for (D9)."""

    END_OF_COMBAT = 0
    STATE_BASED = 1


class StrikeBack(IntEnum):
    """When an attacked Demigod strikes back (D55)."""

    ATTACKED = 0
    DAMAGED = 1  # only with energy left, and only at what damages it


class CapResult(IntEnum):
    """What the turn cap comes to (D32)."""

    DRAW = 0
    ENERGY = 1  # most energy on the Demigod and combat cards wins


OPTIONS = (
    number("opening_hand", 6, 1, 20, "cards of the opening hand, starting cards included (D1)"),
    number(
        "first_draw",
        1,
        0,
        5,
        "cards that the first player draws on the first turn (R34)",
        by_seat=True,
    ),
    number(
        "first_draw_others",
        2,
        0,
        5,
        "cards that all others draw on their first turns (R35)",
        by_seat=True,
    ),
    switch("first_draw_replaces_draw_step", True, "these replace the Draw Step's draw (D2)"),
    switch("hands_at_setup", False, "all take their hands before the first turn (D3)"),
    number("free_mulligans", 1, 0, 10, "redraws of full size (R33)"),
    number("smallest_hand", 1, 1, 20, "a hand of this size is kept (R33)"),
    choice(
        "first_turn_ban",
        FirstTurnBan,
        "who may not attack on their first turn (D8)",
        by_seat=True,
    ),
    switch("energize_all", False, "all players' cards energize in every turn (D5)"),
    number("draws_per_turn", 1, 0, 5, "cards drawn in the Draw Step (R5)"),
    number("draws_empty_hand", 2, 0, 5, "cards drawn instead with an empty hand (R5)"),
    choice("deck_out", DeckOut, "what an empty deck does (D13)"),
    number("hand_limit", 7, 0, 30, "cards kept in the Cleanup (R21)"),
    number("lands_per_turn", 1, 0, 5, "lands a turn (R7)"),
    number("plane_penalty", 1, 0, 5, "energy more for another plane (R8)"),
    number("alignment_penalty", 1, 0, 5, "energy more for another alignment (R8)"),
    switch("neutral_exempt", False, "Neutral does not differ from other alignments (D6)"),
    choice("mana_empties", ManaEmpties, "when the mana pool is emptied (D14)"),
    switch("nagual_starting_cards", True, "a Nagual searches as it enters (R25)"),
    switch("demigod_deity_permanent", False, "Demigods and Deities are permanents (D15)"),
    switch("blocked_attack_hits_target", False, "without blockers left, its target (D19, D20)"),
    choice("strike_back", StrikeBack, "when an attacked Demigod strikes back (D55)"),
    choice("deity_ability", DeityAbility, "loyalty abilities a turn (R22)"),
    choice("defeat_check", DefeatCheck, "when defeat is looked for (D9)"),
    choice(
        "simultaneous_loss", SimultaneousLoss, "who wins if the last players lose at once (D11)"
    ),
    number("turn_cap", 150, 1, 1000, "player turns of two players before the game ends (R58)"),
    choice("turn_cap_result", CapResult, "how it ends then (D32)"),
    number("actions_cap", 80, 5, 1000, "actions of one player in one phase, for safety (D38)"),
    number("deck_minimum", 50, 1, 63, "fewest cards in a deck (R54)"),
    number("copy_limit", 4, 1, 63, "copies of a card in a deck (R54)", formerly=("max_copies",)),
    number(
        "shrine_limit",
        0,
        0,
        63,
        "Shrines in a deck, 0 for any (D12)",
        formerly=("max_shrines_total",),
    ),
    switch("starting_cards_in_deck", True, "starting cards must be in the deck (R57)"),
)

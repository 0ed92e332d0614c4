"""Numbers of divas and cards as they are now: strength, cost, and what is forbidden."""

import numpy as np

from decks.records import NOTHING
from decks.starcrossed.words import CardType, Duration, Verb
from simulate.engine.abilities.changes import (
    FOREVER,
    end_lasting_by,
    is_changed,
    is_player_changed,
    player_total,
    total,
)
from simulate.engine.compile import rule
from simulate.games.starcrossed.places import ROW, crystal_at, seat_of

__all__ = [
    "THIS_FIGHT", "cost_of", "end_combat_changes", "has_overkill", "last_turn_of",
    "loses_no_life", "refresh_strengths", "strength_of",
]  # fmt: skip

MOST_STRENGTH = 30_000
THIS_FIGHT = 0  # as a last turn: before any turn, so it ends with the fight


@rule
def printed_strength(state, table, place):
    """Give the strength printed on the diva at a spot: 0 for a recruit (R17)."""
    crystal = crystal_at(state, place)
    if crystal.recruit:
        return np.int64(0)
    return np.int64(table.cards[state.card_of[seat_of(place), crystal.copy_id]].strength)


@rule
def strength_of(state, place):
    """Give a diva's strength as it is now, at least 0 (B19)."""
    return np.int64(crystal_at(state, place).strength)


@rule
def refresh_strengths(state, table):
    """Work all strengths out anew, if something they hang on may have changed.

    They are kept, because what changes strengths may itself ask for them ("with at most 3
    strength"); it then reads what they were (B37).
    """
    if not state.stale and not state.hanging:
        return
    state.stale = 0
    for place in range(ROW):
        crystal = crystal_at(state, place)
        if crystal.copy_id == NOTHING:
            crystal.strength = 0
            continue
        strength = printed_strength(state, table, place)
        strength += total(state, table, Verb.GETS_STRENGTH, place)
        crystal.strength = max(np.int64(0), min(np.int64(MOST_STRENGTH), strength))


@rule
def has_overkill(state, table, place):
    """Say whether a diva deals Overkill damage: printed, or granted (R14)."""
    crystal = crystal_at(state, place)
    if not crystal.recruit:
        card = table.cards[state.card_of[seat_of(place), crystal.copy_id]]
        if card.overkill:
            return True
    return is_changed(state, table, Verb.HAS_OVERKILL, place)


@rule
def cost_of(state, table, seat, copy):
    """Give the energy that a card costs now, at least 0 (R10)."""
    card = table.cards[state.card_of[seat, copy]]
    verb = Verb.DIVAS_COST if card.type == CardType.DIVA else Verb.SKILLS_COST
    return max(np.int64(0), np.int64(card.cost) + player_total(state, table, verb, seat, seat))


@rule
def loses_no_life(state, table, seat):
    """Say whether something keeps a player from losing life in combat."""
    return is_player_changed(state, table, Verb.LOSE_NO_LIFE, seat, seat)


@rule
def last_turn_of(state, duration):
    """Give the number of the turn with which a change ends; a fight's come before any turn."""
    match duration:
        case Duration.THIS_COMBAT:
            return np.int64(THIS_FIGHT)
        case Duration.THIS_TURN:
            return np.int64(state.turn)
        case _:
            return np.int64(FOREVER)


@rule
def end_combat_changes(state, table):
    """End the changes that last for one fight (E6)."""
    end_lasting_by(state, table, THIS_FIGHT)

"""Numbers of divas and cards as they are now: strength, cost, and what is forbidden."""

import numpy as np

from decks.starcrossed.words import CardType, Duration, Keyword, Verb
from simulate.engine.abilities.changes import (
    FOREVER,
    end_lasting_by,
    is_changed,
    is_player_changed,
    player_total,
    total,
)
from simulate.engine.compile import rule
from simulate.games.starcrossed.places import crystal_at, seat_of

__all__ = [
    "THIS_FIGHT", "cost_of", "end_combat_changes", "has_overkill", "last_turn_of",
    "loses_no_life", "printed_strength", "strength_of",
]  # fmt: skip

THIS_FIGHT = 0  # as a last turn: before any turn, so it ends with the fight


@rule
def printed_strength(state, table, place):
    """Give the strength printed on the diva at a spot: 0 for a recruit (R17)."""
    crystal = crystal_at(state, place)
    if crystal.recruit:
        return np.int64(0)
    return np.int64(table.cards[state.card_of[seat_of(place), crystal.copy_id]].strength)


@rule
def strength_of(state, table, place):
    """Give a diva's strength as it is now, at least 0 (B19)."""
    strength = printed_strength(state, table, place)
    return max(np.int64(0), strength + total(state, table, Verb.GETS_STRENGTH, place))


@rule
def has_overkill(state, table, place):
    """Say whether a diva deals Overkill damage: printed, or granted (R14)."""
    crystal = crystal_at(state, place)
    if not crystal.recruit:
        card = table.cards[state.card_of[seat_of(place), crystal.copy_id]]
        if card.keywords & Keyword.OVERKILL != 0:
            return True
    return is_changed(state, table, Verb.HAS_OVERKILL, place)


@rule
def cost_of(state, table, seat, copy):
    """Give the energy that a card costs now, at least 0 (R10)."""
    card = table.cards[state.card_of[seat, copy]]
    verb = Verb.DIVAS_COST if card.type == CardType.DIVA else Verb.SKILLS_COST
    return max(np.int64(0), np.int64(card.cost) + player_total(state, table, verb, seat))


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
    """End the changes that last for one fight (section e, step 6)."""
    end_lasting_by(state, table, THIS_FIGHT)

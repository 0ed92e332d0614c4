"""Numbers of divas and cards as they are now: strength, cost, and what is forbidden."""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import CardType, Duration, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import (
    FOREVER,
    end_lasting_by,
    is_changed,
    is_player_changed,
    note_at_work,
    player_total,
    reach_of,
    size_at,
)
from evenhand.simulate.engine.sets import each, has
from evenhand.simulate.games.starcrossed.places import ALL_DIVAS, ROW, crystal_at, seat_of

__all__ = [
    "THIS_FIGHT", "any_asks_for_strength", "cost_of", "cost_of_recruit", "end_combat_changes",
    "has_overkill", "last_turn_of", "loses_no_life", "printed_strength", "refresh_strengths",
    "strength_of",
]  # fmt: skip

MOST_STRENGTH = 30_000
THIS_FIGHT = 0  # as a last turn: before any turn, so it ends with the fight


@rule
def printed_strength(state, pool, place):
    """Return the strength printed on the diva at a spot: 0 for a recruit (R17)."""
    crystal = crystal_at(state, place)
    if crystal.recruit:
        return np.int64(0)
    return np.int64(pool.cards[state.card_of[seat_of(place), crystal.copy_id]].strength)


@rule
def strength_of(state, place):
    """Return a diva's strength as it is now, at least 0 (B19)."""
    return np.int64(crystal_at(state, place).strength)


@rule
def refresh_strengths(state, pool):
    """Work all strengths out anew, if something they hang on may have changed.

    Abilities that themselves ask for strengths ("with at most 3 strength") come last, all
    at once: they read what the others make of them (B37).
    """
    if not state.stale and not state.hanging:
        return
    state.stale = 0
    for place in range(ROW):
        begin_strength(state, pool, place)
    for asking in range(1 + state.asking):
        if has(state.changing, Verb.GETS_STRENGTH):
            add_strength_of_cards(state, pool, asking)
        for place in range(ROW):
            crystal = crystal_at(state, place)
            crystal.strength = max(0, min(MOST_STRENGTH, crystal.reckoned))


@rule
def begin_strength(state, pool, place):
    """Begin a diva's strength: printed, and what effects have made of it."""
    crystal = crystal_at(state, place)
    crystal.reckoned = 0
    if crystal.copy_id != NOTHING:
        crystal.reckoned = printed_strength(state, pool, place) + added_by_effects(state, place)


@rule
def added_by_effects(state, place):
    """Add up what effects have made of a diva's strength for a while."""
    seat, copy = seat_of(place), crystal_at(state, place).copy_id
    found = np.int64(0)
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        is_hers = lasting.seat == seat and lasting.copy_id == copy
        if is_hers and lasting.verb == Verb.GETS_STRENGTH:
            found += lasting.amount
    return found


@rule
def add_strength_of_cards(state, pool, asking):
    """Add what abilities in play make of strengths: those that ask for strengths, or not."""
    for i in range(state.n_statics):
        static = state.statics[i]
        if static.verb != Verb.GETS_STRENGTH or asks_for_strength(state, pool, static) != asking:
            continue
        for place in each(reach_of(state, pool, static) & ALL_DIVAS):
            crystal = crystal_at(state, place)
            if crystal.copy_id != NOTHING:
                note_at_work(state, pool, static)
                crystal.reckoned += size_at(state, pool, static, place)


@rule
def asks_for_strength(state, pool, static):
    """Return whether a continuous ability asks for strengths itself: 1, or 0."""
    card = pool.cards[state.card_of[static.seat, static.copy_id]]
    return (card.asking >> (static.ability - card.first_ability)) & 1


@rule
def any_asks_for_strength(state, pool):
    """Return whether some ability that changes strengths asks for them: 1, or 0."""
    for i in range(state.n_statics):
        static = state.statics[i]
        if static.verb == Verb.GETS_STRENGTH and asks_for_strength(state, pool, static):
            return 1
    return 0


@rule
def has_overkill(state, pool, place):
    """Return whether a diva deals Overkill damage: printed, or granted (R14)."""
    crystal = crystal_at(state, place)
    if not crystal.recruit:
        card = pool.cards[state.card_of[seat_of(place), crystal.copy_id]]
        if card.overkill:
            return True
    return is_changed(state, pool, Verb.HAS_OVERKILL, place)


@rule
def cost_of(state, pool, seat, copy):
    """Return the energy that a card costs now, at least 0 (R10)."""
    card = pool.cards[state.card_of[seat, copy]]
    verb = Verb.DIVAS_COST if card.type == CardType.DIVA else Verb.SKILLS_COST
    return max(np.int64(0), np.int64(card.cost) + player_total(state, pool, verb, seat, seat))


@rule
def cost_of_recruit(state, pool, options, seat):
    """Return the energy that a recruit costs now: she is a diva, of cost 1 (R17, B43)."""
    change = player_total(state, pool, Verb.DIVAS_COST, seat, seat)
    return max(np.int64(0), np.int64(options.recruit_cost) + change)


@rule
def loses_no_life(state, pool, seat):
    """Return whether something keeps a player from losing life in combat."""
    return is_player_changed(state, pool, Verb.LOSE_NO_LIFE, seat, seat)


@rule
def last_turn_of(state, duration):
    """Return the number of the turn with which a change ends; a fight's come before any turn."""
    match duration:
        case Duration.THIS_COMBAT:
            return np.int64(THIS_FIGHT)
        case Duration.THIS_TURN:
            return np.int64(state.turn)
        case _:
            return np.int64(FOREVER)


@rule
def end_combat_changes(state, pool):
    """End the changes that last for one fight (E6)."""
    end_lasting_by(state, pool, THIS_FIGHT)

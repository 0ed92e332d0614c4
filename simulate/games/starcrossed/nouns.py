"""What things are like that abilities speak of: spots, and cards that are not in play.

What lies face down has no name and no tribe, and is neither power nor item (B41).
"""

import numpy as np

from evenhand.decks.language.rows import ADJECTIVES, Side
from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import Adjective, CardType, Noun, Quantity
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import compares
from evenhand.simulate.engine.sets import has
from evenhand.simulate.games.starcrossed.enums import Role
from evenhand.simulate.games.starcrossed.moving_cards import is_kind
from evenhand.simulate.games.starcrossed.numbers import strength_of
from evenhand.simulate.games.starcrossed.places import (
    FIRST_SKILL,
    ROW,
    copy_at,
    crystal_at,
    is_face_down,
    lane_of,
    neighbours,
    seat_of,
)
from evenhand.simulate.games.starcrossed.playing import RECRUIT_LEVEL, needs_lane

__all__ = ["fits_card", "is_described", "is_noun", "is_other", "name_at", "trait_of"]


# What is at a spot


@rule
def is_other(state, pool, seat, copy, selector, place):
    """Return whether "other", as a card says it, takes in what is at a spot (B49)."""
    if state.players[seat].spot[copy] == place:
        return False
    row = state.card_of[seat, copy]
    if place >= FIRST_SKILL * ROW or not needs_lane(pool, row):
        return True
    if seat_of(place) != seat and selector.side != Side.ENEMY:
        return True
    if place < ROW and seat_of(place) == seat and pool.cards[row].type == CardType.DIVA:
        return True
    return lane_of(place) != state.players[seat].lane[copy]


@rule
def is_noun(state, pool, place, noun):
    """Return whether what is at a spot is of a noun; powers and items count face up only."""
    match noun:
        case Noun.POWER:
            return is_shown_type(state, pool, place, CardType.POWER)
        case Noun.ITEM:
            return is_shown_type(state, pool, place, CardType.ITEM)
        case _:
            return True


@rule
def is_shown_type(state, pool, place, card_type):
    """Return whether a skill lies face up and is of a type."""
    return not is_face_down(state, place) and card_of_spot(state, pool, place).type == card_type


@rule
def card_of_spot(state, pool, place):
    """Return the table card of what is at a spot."""
    return pool.cards[state.card_of[seat_of(place), copy_at(state, place)]]


@rule
def name_at(state, pool, place):
    """Return the name of a card in play; face down it has none, and crystals have none."""
    if is_crystal(place) or is_face_down(state, place):
        return np.int64(NOTHING)
    return np.int64(card_of_spot(state, pool, place).name_id)


@rule
def is_described(state, pool, seat, copy, place, adjective):
    """Return whether an adjective is true of what is at a spot, as a card sees it."""
    match adjective:
        case Adjective.ATTACKING:
            return place < ROW and crystal_at(state, place).role == Role.ATTACKS
        case Adjective.BLOCKING:
            return place < ROW and crystal_at(state, place).role == Role.BLOCKS
        case Adjective.FACE_DOWN:
            return is_face_down(state, place)
        case Adjective.EMPTY:
            return is_crystal(place) and crystal_at(state, place).copy_id == NOTHING
        case Adjective.NEIGHBOURING:
            return has(neighbours(state.players[seat].lane[copy]), place)
        case _:
            return tribe_at(state, pool, place) == adjective


@rule
def tribe_at(state, pool, place):
    """Return the tribe of a face-up card, or that a crystal is attuned to."""
    if is_crystal(place):
        return np.int64(crystal_at(state, place).tribe)
    if is_face_down(state, place):
        return np.int64(NOTHING)
    return np.int64(card_of_spot(state, pool, place).tribe)


@rule
def trait_of(state, pool, place, quantity):
    """Return the strength, the level or the cost of what is at a spot."""
    match quantity:
        case Quantity.STRENGTH:
            return strength_of(state, place) if place < ROW else np.int64(0)
        case Quantity.LEVELS:
            return level_at(state, pool, place)
        case _:
            return printed_cost(state, pool, place)


@rule
def level_at(state, pool, place):
    """Return the level of a crystal or a diva; a recruit is of level 1 (R17)."""
    if is_crystal(place):
        return np.int64(crystal_at(state, place).level)
    if place >= ROW:
        return np.int64(0)
    if is_face_down(state, place):
        return np.int64(RECRUIT_LEVEL)
    return np.int64(card_of_spot(state, pool, place).level)


@rule
def printed_cost(state, pool, place):
    """Return the cost of a card that all can see; a recruit's is 1, a face-down skill's unknown."""
    if is_crystal(place):
        return np.int64(0)
    if is_face_down(state, place):
        return np.int64(place < ROW)
    return np.int64(card_of_spot(state, pool, place).cost)


@rule
def is_crystal(place):
    """Return whether a spot is a crystal itself."""
    return ROW <= place < FIRST_SKILL * ROW


# Cards elsewhere


@rule
def fits_card(state, card, selector):
    """Return whether a card is of the selector's noun and tribes, and has its numbers."""
    for i in range(ADJECTIVES):
        adjective = selector.adjectives[i]
        if adjective != NOTHING and card.tribe != adjective:
            return False
    if not is_kind(card, selector.noun):
        return False
    found = printed_trait(card, selector.trait)
    return selector.trait == NOTHING or compares(
        found, selector.trait_comparison, selector.trait_value
    )


@rule
def printed_trait(card, quantity):
    """Return the strength, the level or the cost printed on a card."""
    match quantity:
        case Quantity.STRENGTH:
            return np.int64(card.strength)
        case Quantity.LEVELS:
            return np.int64(card.level)
        case _:
            return np.int64(card.cost)

"""What nouns, adjectives and traits say of a card in play, or of one in a zone."""

import numpy as np

from evenhand.decks.divinity.words import Adjective, CardType, Noun, Quantity, Subtype
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import compares, has_words
from evenhand.simulate.engine.sets import each, has
from evenhand.simulate.games.divinity.enums import ENVIRONMENT, PLACES
from evenhand.simulate.games.divinity.numbers import hp_left, printed_words
from evenhand.simulate.games.divinity.places import (
    at,
    attachments_on,
    deities_of,
    is_attachment,
    is_deity,
    is_wall,
    row_at,
    side_of,
    spots_of,
)

__all__ = [
    "fits_card", "is_described", "is_noun", "name_at", "trait_of",
]  # fmt: skip


# In play


@rule
def is_noun(state, pool, place, noun):
    """Return whether what is at a spot is of a noun; face down, an Attachment is just that."""
    match noun:
        case Noun.DEITY | Noun.HOST:
            return is_deity(place)
        case Noun.WALL:
            return is_wall(place)
        case Noun.ENVIRONMENT:
            return place % PLACES == ENVIRONMENT
        case Noun.ATTACHMENT:
            return is_attachment(place)
        case _:
            subtype = noun - Noun.ARTIFACT
            return is_of_subtype(state, pool, place, subtype)


@rule
def is_of_subtype(state, pool, place, subtype):
    """Return whether an Attachment of a subtype lies face up at a spot."""
    if not is_attachment(place) or at(state, place).face_down:
        return False
    return pool.cards[row_at(state, place)].subtype == subtype


@rule
def name_at(state, pool, place):
    """Return the name of a card in play; an Attachment face down has none."""
    if at(state, place).face_down:
        return np.int64(NOTHING)
    return np.int64(pool.cards[row_at(state, place)].name_id)


@rule
def is_described(state, pool, seat, copy, place, adjective):
    """Return whether an adjective is true of what is at a spot, as a card sees it."""
    here = at(state, place)
    match adjective:
        case Adjective.DAMAGED:
            return here.damage > 0
        case Adjective.UNHURT:
            return here.damage == 0
        case Adjective.FACE_DOWN:
            return here.face_down != 0
        case Adjective.FACE_UP:
            return here.face_down == 0
        case Adjective.ALLIED:
            return has(allied_area(state, seat, copy), place)
        case Adjective.CURSED:
            return has_attached(state, pool, place, Subtype.CURSE)
        case Adjective.EQUIPPED:
            return has_attached(state, pool, place, Subtype.ARTIFACT)
        case Adjective.STRONGEST:
            return is_strongest(state, place)
        case Adjective.WEAKEST:
            return is_weakest(state, place)
        case _:
            return has(here.words, adjective)


@rule
def allied_area(state, seat, copy):
    """Return the set of spots of the side where a card lies (R9, E19)."""
    where = state.spot_of[seat, copy]
    return spots_of(seat) if where == NOTHING else spots_of(side_of(where))


@rule
def has_attached(state, pool, place, subtype):
    """Return whether a face-up Attachment of a subtype lies under a Deity."""
    if not is_deity(place):
        return False
    for under in each(attachments_on(state, place)):
        if is_of_subtype(state, pool, under, subtype):
            return True
    return False


@rule
def is_strongest(state, place):
    """Return whether no other Deity of its side has more ATK."""
    for other in each(deities_of(state, side_of(place))):
        if at(state, other).atk > at(state, place).atk:
            return False
    return is_deity(place)


@rule
def is_weakest(state, place):
    """Return whether no other Deity of its side has fewer HP left."""
    for other in each(deities_of(state, side_of(place))):
        if hp_left(state, other) < hp_left(state, place):
            return False
    return is_deity(place)


@rule
def trait_of(state, pool, place, quantity):
    """Return the damage, ATK or HP of a Deity or Wall."""
    match quantity:
        case Quantity.DAMAGE:
            return np.int64(at(state, place).damage)
        case Quantity.ATK:
            return np.int64(at(state, place).atk)
        case _:
            return hp_left(state, place)


# In a zone


@rule
def fits_card(state, card, selector):
    """Return whether a card is of a selector's noun, attributes and printed numbers."""
    return (
        has_words(printed_words(state, card), selector)
        and is_card_of(card, selector.noun)
        and has_printed(card, selector)
    )


@rule
def is_card_of(card, noun):
    """Return whether a card is of a noun."""
    match noun:
        case Noun.DEITY_CARD:
            return card.type == CardType.DEITY
        case Noun.WALL_CARD:
            return card.type == CardType.WALL
        case Noun.ATTACHMENT_CARD:
            return card.type == CardType.ATTACHMENT
        case Noun.ENVIRONMENT_CARD:
            return card.type == CardType.ENVIRONMENT
        case Noun.MAGIC_CARD:
            return card.type == CardType.MAGIC
        case Noun.SPELL_CARD:
            return card.type >= CardType.ATTACHMENT
        case _:
            return True


@rule
def has_printed(card, selector):
    """Return whether a card's printed number is what "with at least .." asks for."""
    match selector.trait:
        case Quantity.ATK:
            found = np.int64(card.atk)
        case Quantity.HP:
            found = np.int64(card.hp)
        case Quantity.DAMAGE:
            found = np.int64(0)
        case _:
            return True
    return compares(found, selector.trait_comparison, selector.trait_value)

"""What the nouns and adjectives of abilities are true of, in play, on the stack and in zones."""

import numpy as np

from evenhand.decks.divino.words import Adjective, Noun, Quantity
from evenhand.decks.language.rows import ADJECTIVES
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import compares
from evenhand.simulate.engine.sets import MOST, each, has
from evenhand.simulate.games.divino.enums import Kind
from evenhand.simulate.games.divino.in_play.numbers import number_of, rate_of, words_at
from evenhand.simulate.games.divino.in_play.places import (
    card_of_place,
    is_on_stack,
    item_at,
    kind_of,
    place,
    player_place,
)

__all__ = [
    "fits_card", "is_described", "is_noun", "name_at", "trait_of",
]  # fmt: skip


@rule
def is_noun(state, pool, where, noun):
    """Return whether what is at a place is of a noun."""
    if is_on_stack(state, where):
        return is_item(state, pool, where, noun)
    match noun:
        case Noun.PLAYER | Noun.DEMIGOD:
            return where == player_place(state, where // MOST)
        case Noun.HOST:
            return True
        case _:
            return has(state.players[where // MOST].kind[noun], where % MOST)


@rule
def is_item(state, pool, where, noun):
    """Return whether an item on the stack is of a noun; combat damage is of none (R16)."""
    stack_item = item_at(state, where)
    match stack_item.kind:
        case Kind.CARD | Kind.SPELL:
            if noun == Noun.PLAYED_CARD:
                return True
            return noun == Noun.SPELL and has(
                state.players[stack_item.seat].kind[Noun.SPELL], stack_item.copy_id
            )
        case Kind.DAMAGE:
            return False
        case _:
            return noun == Noun.ABILITY


@rule
def name_at(state, pool, where):
    """Return the name of a card in play."""
    return card_of_place(state, pool, where).name_id


@rule
def is_described(state, pool, seat, copy, where, adjective):
    """Return whether an adjective is true of what is at a place."""
    if is_on_stack(state, where):
        return has(card_of_place(state, pool, where).words, adjective)
    if adjective < Adjective.TAPPED:
        return has(words_at(state, pool, where), adjective)
    owner, copy = where // MOST, where % MOST
    player = state.players[owner]
    match adjective:
        case Adjective.TAPPED:
            return has(player.tapped, copy)
        case Adjective.UNTAPPED:
            return not has(player.tapped, copy)
        case Adjective.ATTACK_MODE:
            return has(player.kind[Noun.COMBAT_CARD] & ~player.defense, copy)
        case Adjective.DEFENSE_MODE:
            return has(player.kind[Noun.COMBAT_CARD] & player.defense, copy)
        case Adjective.ATTACKING:
            return owner == state.active and has(state.attackers, copy)
        case Adjective.BLOCKING:
            return has(player.blocking, copy)
        case Adjective.BLOCKED:
            return owner == state.active and has(state.blocked, copy)
        case Adjective.ENERGIZING:
            return rate_of(state, where) > 0
        case Adjective.EQUIPPED:
            return has_attached(state, where, Noun.EQUIPMENT)
        case Adjective.ENCHANTED:
            return has_attached(state, where, Noun.AURA) or has_attached(state, where, Noun.ORB)
        case Adjective.BASIC:
            return card_of_place(state, pool, where).is_basic != 0
        case Adjective.NONBASIC:
            is_land = has(player.kind[Noun.LAND], copy)
            return is_land and card_of_place(state, pool, where).is_basic == 0
        case Adjective.STRONGEST:
            return is_extreme(state, owner, where, Quantity.ATK)
        case _:
            return is_extreme(state, owner, where, Quantity.ENERGY)


@rule
def has_attached(state, host, noun):
    """Return whether something of a noun is attached to what is at a place."""
    for seat in range(len(state.players)):
        player = state.players[seat]
        for copy in each(player.attached & player.kind[noun]):
            if player.host[copy] == host:
                return True
    return False


@rule
def is_extreme(state, owner, where, quantity):
    """Return whether no combat card of its player has more ATK, or less energy."""
    mine = number_of(state, where, quantity)
    for copy in each(kind_of(state, owner, Noun.COMBAT_CARD)):
        other = number_of(state, place(owner, copy), quantity)
        if (other > mine) if quantity == Quantity.ATK else (other < mine):
            return False
    return True


@rule
def trait_of(state, pool, where, quantity):
    """Return a quantity of what is at a place; of what is on the stack, as printed."""
    if not is_on_stack(state, where):
        return number_of(state, where, quantity)
    card = card_of_place(state, pool, where)
    return printed_number(card, quantity)


@rule
def fits_card(state, card, selector):
    """Return whether a card of a zone is of a selector's noun, adjectives and number."""
    for i in range(ADJECTIVES):
        adjective = selector.adjectives[i]
        if adjective != NOTHING and not is_printed(card, adjective):
            return False
    if selector.trait != NOTHING:
        printed = printed_number(card, selector.trait)
        if not compares(printed, selector.trait_comparison, selector.trait_value):
            return False
    return has(card.nouns, selector.noun)


@rule
def is_printed(card, adjective):
    """Return whether an adjective is true of a card that is not in play."""
    match adjective:
        case Adjective.BASIC:
            return card.is_basic != 0
        case Adjective.NONBASIC:
            return card.is_basic == 0 and has(card.nouns, Noun.LAND)
        case Adjective.ENERGIZING:
            return card.energize > 0 and not has(card.nouns, Noun.ORB)
        case _:
            return adjective < Adjective.TAPPED and has(card.words, adjective)


@rule
def printed_number(card, quantity):
    """Return a number of a card that is not in play."""
    match quantity:
        case Quantity.ENERGY:
            return max(np.int64(0), np.int64(card.energy))
        case Quantity.ATK:
            return np.int64(card.atk)
        case Quantity.DEF:
            return np.int64(card.defense)
        case Quantity.ENERGIZE:
            return np.int64(0 if has(card.nouns, Noun.ORB) else card.energize)
        case _:
            return np.int64(0)

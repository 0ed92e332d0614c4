"""Playing the battle well enough: kill what can be killed cheaply, fill the table, attack."""

import numpy as np

from evenhand.game import (
    EMPTY,
    NOTHING,
    deal,
    deck_set,
    enemy_of,
    has,
    imagine_deck,
    rule,
    size,
)
from locm.rules import card_at, place_of
from locm.schema import Keyword, Kind
from locm.words import LANE_SLOTS, SEATS, Act

__all__ = ["resample_hidden", "score"]


@rule
def score(state, pool, options, weights, action):
    """Value one option by rules of thumb."""
    match action.kind:
        case Act.SUMMON:
            return summon_worth(state, pool, weights, action)
        case Act.USE:
            return use_worth(state, pool, weights, action)
        case Act.ATTACK:
            return attack_worth(state, weights, action)
    return np.int64(0)


# Cards


@rule
def summon_worth(state, pool, weights, action):
    """Value a creature played, more in a lane with few of its own side."""
    card = card_at(state, pool, state.seat, action.copy_id)
    fewer = LANE_SLOTS - crowd(state.players[state.seat], action.slot)
    worth = creature_worth(weights, card.attack, card.defense, card.keywords)
    return np.int64(worth + weights.open_lane * fewer + effect_worth(state, weights, card))


@rule
def crowd(player, lane):
    """Count a player's creatures in a lane."""
    found = 0
    for place in range(lane * LANE_SLOTS, (lane + 1) * LANE_SLOTS):
        found += player.places[place].copy_id != NOTHING
    return found


@rule
def creature_worth(weights, attack, defense, keywords):
    """Value a creature by its numbers."""
    if defense <= 0:
        return np.int64(0)
    worth = weights.attack * attack + weights.defense * defense + weights.body
    return np.int64(worth + weights.keyword * size(keywords) * (attack > 0))


@rule
def effect_worth(state, weights, card):
    """Value the health and the cards that a card brings."""
    rival = state.players[enemy_of(state.seat)]
    if rival.health + card.rival_health <= 0:
        return np.int64(weights.win)
    if state.players[state.seat].health + card.own_health <= 0:
        return np.int64(-weights.win)
    worth = weights.own_health * card.own_health - weights.face * card.rival_health
    return np.int64(worth + weights.card * card.draw)


@rule
def use_worth(state, pool, weights, action):
    """Value an item used, less what items are kept for."""
    card = card_at(state, pool, state.seat, action.copy_id)
    worth = effect_worth(state, weights, card) - weights.keep
    if action.slot == NOTHING:
        rival = state.players[action.seat]
        wins = rival.health + card.defense + card.rival_health <= 0
        return np.int64(worth - weights.face * card.defense + weights.win * wins)
    place = state.players[action.seat].places[action.slot]
    before = creature_worth(weights, place.attack, place.defense, place.keywords)
    if card.kind == Kind.GREEN:
        return np.int64(worth + grown_worth(weights, place, card) - before)
    return np.int64(worth + before - weak_worth(weights, place, card))


@rule
def grown_worth(weights, place, card):
    """Value a creature with an item's numbers added."""
    attack = max(place.attack + card.attack, 0)
    keywords = place.keywords | card.keywords
    return creature_worth(weights, attack, place.defense + card.defense, keywords)


@rule
def weak_worth(weights, place, card):
    """Value a creature with an item's numbers taken away."""
    attack, keywords = max(place.attack + card.attack, 0), place.keywords & ~card.keywords
    hit = 0 if has(keywords, Keyword.WARD) else min(card.defense, 0)
    return creature_worth(weights, attack, place.defense + hit, keywords)


# Attacks


@rule
def attack_worth(state, weights, action):
    """Value an attack: the rival's health, or what dies against what is lost."""
    player, rival = state.players[state.seat], state.players[action.seat]
    place = player.places[place_of(player, action.copy_id)]
    if action.slot == NOTHING:
        wins = rival.health <= place.attack
        return np.int64(weights.face * place.attack + weights.win * wins)
    target = rival.places[action.slot]
    won = blow_worth(weights, place, target)
    lost = blow_worth(weights, target, place)
    must = has(target.keywords, Keyword.GUARD) * weights.body
    return np.int64(won - lost + must)


@rule
def blow_worth(weights, place, target):
    """Value what a blow of one creature takes from another."""
    if place.attack == 0:
        return np.int64(0)
    whole = creature_worth(weights, target.attack, target.defense, target.keywords)
    if has(target.keywords, Keyword.WARD):
        return np.int64(weights.keyword)
    if place.attack >= target.defense or has(place.keywords, Keyword.LETHAL):
        return whole
    return np.int64(weights.defense * place.attack)


# Looking ahead


@rule
def resample_hidden(state, pool, options, seat):
    """Deal anew the order of the own deck, and the hand and deck of the rival."""
    for other in range(SEATS):
        player = state.players[other]
        unseen = deck_set(player)
        hidden = EMPTY if other == seat else player.hand
        imagine_deck(state, other, unseen | hidden)
        if other != seat:
            player.hand = deal(player, size(hidden))

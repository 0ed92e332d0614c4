"""What things are worth to a bot: cards, soldiers, bulwarks, life, requests on the stage.

In hundredths of a card of a deck. Nothing here looks at what its seat cannot see.
"""

import numpy as np

from evenhand.decks.blackpoker.card import Suit
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.piles import deck_set
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import each, first, has, remove, size
from evenhand.simulate.engine.stack import find_item
from evenhand.simulate.games.blackpoker.deeds import is_beaten, keys_of
from evenhand.simulate.games.blackpoker.enums import Deed
from evenhand.simulate.games.blackpoker.moving_cards import cards_of, jokers_of, strength

__all__ = [
    "SCARCE", "WON", "bulwark_worth", "card_worth", "damage_of_found", "damage_worth",
    "found_damage", "has_trap", "life_price", "lives", "request_worth", "soldier_worth",
    "throw_damage", "traps",
]  # fmt: skip

WON = 1_000_000
SCARCE = 15  # cards in the deck below which each counts more


@rule
def lives(player):
    """Return the cards that a player can spare: with one left, the next draw loses."""
    return np.int64(player.n_deck) - 1


@rule
def life_price(player, weights, n):
    """Value n cards of one's own deck; the last is lost to the draw."""
    if n >= lives(player):
        return np.int64(WON)
    lacking = max(0, SCARCE - np.int64(player.n_deck) + n)
    return n * (weights.life + weights.thrift * lacking)


@rule
def damage_worth(enemy, weights, n):
    """Value n points of damage to the enemy; the last falls to the draw."""
    if n >= lives(enemy):
        return np.int64(WON)
    return n * np.int64(weights.damage)


@rule
def soldier_worth(weights, number):
    """Value a soldier on the field by its number."""
    return np.int64(weights.soldier) + number * weights.strength


@rule
def bulwark_worth(player, weights):
    """Value one more bulwark."""
    n = size(player.bulwarks)
    return max(np.int64(weights.fade), np.int64(weights.bulwark) - n * weights.fade)


@rule
def card_worth(player, weights, copy):
    """Value a card in hand; J, Q and K must wait for bulwarks."""
    number = np.int64(player.number[copy])
    if has(player.royals, copy) and size(player.bulwarks) < weights.few:
        number = np.int64(weights.hero)
    worth = np.int64(weights.card) + number * weights.card_number
    if has(player.aces, copy):
        worth += weights.ace
    if has(player.of_suit[Suit.SPADE], copy):
        return worth + weights.spade
    if has(player.of_suit[Suit.HEART], copy):
        return worth + weights.heart
    if has(player.of_suit[Suit.DIAMOND], copy):
        return worth + weights.diamond
    if has(player.of_suit[Suit.CLUB], copy):
        return worth + weights.club
    return worth + weights.joker


@rule
def traps(player, copy, enemy):
    """Count the enemy soldiers that a card would beat as a bulwark, at most 2."""
    if has(jokers_of(player), copy):
        return min(np.int64(2), size(enemy.soldiers) + 1)
    found = np.int64(0)
    for soldier in each(enemy.soldiers):
        found += has_trap(player, copy, enemy, soldier)
    return min(np.int64(2), found)


@rule
def has_trap(player, copy, enemy, soldier):
    """Return whether a card has the number of a card of a soldier."""
    for card in each(cards_of(enemy, soldier)):
        if enemy.number[card] == player.number[copy]:
            return True
    return False


@rule
def throw_damage(player):
    """Add up what Throw can deal with the spades and clubs in hand."""
    spades, clubs = keys_of(player, Suit.SPADE), keys_of(player, Suit.CLUB)
    damage = np.int64(0)
    for _ in range(min(size(spades), size(clubs))):
        best = first(spades)
        for spade in each(spades):
            if player.number[spade] > player.number[best]:
                best = np.int64(spade)
        damage += player.number[best]
        spades = remove(spades, best)
    return damage


@rule
def found_damage(player):
    """Return what Throw can deal besides with a card that a Joker in hand fetches."""
    if not player.hand & jokers_of(player):
        return np.int64(0)
    best = np.int64(0)
    for copy in each(deck_set(player)):
        best = max(best, damage_of_found(player, copy))
    return best


@rule
def damage_of_found(player, copy):
    """Return what Throw can deal besides with one card more in hand."""
    spades, clubs = keys_of(player, Suit.SPADE), keys_of(player, Suit.CLUB)
    if has(player.of_suit[Suit.SPADE], copy) and size(clubs) > size(spades):
        return np.int64(player.number[copy])
    best = np.int64(0)
    if has(player.of_suit[Suit.CLUB], copy) and size(spades) > size(clubs):
        for spade in each(spades):
            best = max(best, np.int64(player.number[spade]))
    return best


@rule
def request_worth(state, weights, place):
    """Value a request for its player, for those who would cancel it or save it."""
    request = state.stack[place]
    if request.deed != Deed.COUNTER:
        return plain_worth(state, weights, request)
    under = find_item(state, request.target_mark)
    number = state.players[request.seat].number[first(request.keys)]
    if under == NOTHING or not is_beaten(state, state.stack[under], number):
        return np.int64(0)
    return plain_worth(state, weights, state.stack[under])


@rule
def plain_worth(state, weights, request):
    """Value a request that is no Counter, or a Counter roughly."""
    player = state.players[request.seat]
    enemy = state.players[enemy_of(request.seat)]
    number = np.int64(player.number[first(request.keys)])
    match request.deed:
        case Deed.SUMMON_SOLDIER | Deed.SUMMON_HERO | Deed.SUMMON_ACE:
            return soldier_worth(weights, number)
        case Deed.EQUIP:
            return number * weights.strength * weights.equip // 100
        case Deed.THROW:
            spade = first(request.keys & player.of_suit[Suit.SPADE])
            return life_price(enemy, weights, player.number[spade]) * weights.burn // 100
        case Deed.BREAK:
            return bulwark_worth(state.players[request.target_seat], weights)
        case Deed.DOWN:
            return down_worth(state, weights, request, number)
        case _:
            return np.int64(2) * weights.card


@rule
def down_worth(state, weights, request, number):
    """Value a Down on the stage: the soldier that it kills."""
    target = state.players[request.target_seat]
    if not has(target.soldiers, request.target):
        return np.int64(0)
    standing = strength(target, request.target)
    return soldier_worth(weights, standing) if number >= standing else np.int64(weights.card)

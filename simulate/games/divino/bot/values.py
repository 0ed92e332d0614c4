"""What things in play, and points of energy, are worth to a bot."""

import numpy as np

from evenhand.decks.divino.words import Keyterm, Noun
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.sets import EMPTY, MOST, add, each, has, size
from evenhand.simulate.games.divino.enums import Kind
from evenhand.simulate.games.divino.in_play.numbers import atk_of, energy_at
from evenhand.simulate.games.divino.in_play.places import (
    card_of_place,
    item_at,
    kind_of,
    place,
    player_place,
)

__all__ = [
    "card_worth", "energy_lost", "fighter_harm", "further_harm", "harm_worth", "is_fighter",
    "is_player", "item_worth", "payment_worth", "printed_worth", "stakes_of", "thing_worth",
    "threat_to",
]  # fmt: skip

WINGS, BLADE = 100, 80  # what being Winged, or striking first, adds
USUAL_ENERGY = 3  # of a combat card
TRINKET = 200  # a relic, an enchantment, an Orb


@rule
def is_fighter(state, where):
    """Return whether a place is that of a combat card."""
    return has(state.players[where // MOST].kind[Noun.COMBAT_CARD], where % MOST)


@rule
def is_player(state, where):
    """Return whether a place is that of a player."""
    return where == player_place(state, where // MOST)


@rule
def fighter_worth(weights, energy, atk, card):
    """Value a combat card by its numbers and keyterms."""
    worth = energy * np.int64(weights.body) + atk * np.int64(weights.force)
    worth += np.int64(card.energize) * weights.rate
    if has(card.keyterms, Keyterm.WINGED):
        worth += WINGS
    if has(card.keyterms, Keyterm.FORESTRIKE):
        worth += BLADE
    return worth


@rule
def printed_worth(state, pool, weights, card):
    """Value a permanent by what is printed on it."""
    energy = max(np.int64(0), np.int64(card.energy))
    if has(card.nouns, Noun.COMBAT_CARD):
        return fighter_worth(weights, energy, np.int64(card.atk), card)
    if has(card.nouns, Noun.FORTRESS) or has(card.nouns, Noun.SHRINE):
        return energy * np.int64(weights.wall) + 2 * TRINKET
    if has(card.nouns, Noun.LAND):
        return np.int64(weights.land)
    if has(card.nouns, Noun.ORB):
        return np.int64(card.energize) * 2 * weights.rate
    return np.int64(TRINKET) + energy * weights.body


@rule
def thing_worth(state, pool, weights, where):
    """Value what is at a place in play, for its owner."""
    player, copy = state.players[where // MOST], where % MOST
    card = card_of_place(state, pool, where)
    energy = np.int64(player.energy[copy])
    if has(player.kind[Noun.COMBAT_CARD], copy):
        return fighter_worth(weights, energy, atk_of(state, where), card)
    if has(player.kind[Noun.DEITY], copy):
        return np.int64(player.counters[copy]) * weights.loyalty
    if has(player.kind[Noun.SHRINE], copy):
        return energy * weights.wall + np.int64(player.counters[copy]) * weights.approval
    if has(player.kind[Noun.DEMIGOD], copy):
        return np.int64(0)
    return printed_worth(state, pool, weights, card)


@rule
def card_worth(state, pool, weights, seat, copy):
    """Return how much a card out of play is missed."""
    card = pool.cards[state.card_of[seat, copy]]
    if has(card.nouns, Noun.LAND):
        n = kind_of(state, seat, Noun.LAND)
        return np.int64(weights.land) if n == 0 else np.int64(weights.land) // 2
    if card.spell != NOTHING:
        return 2 * np.int64(weights.card)
    return printed_worth(state, pool, weights, card) * 2 // 3


@rule
def item_worth(state, pool, weights, where):
    """Value an item on the stack for its owner."""
    stack_item = item_at(state, where)
    if stack_item.kind not in (Kind.CARD, Kind.SPELL):
        return np.int64(weights.card)
    card = card_of_place(state, pool, where)
    if stack_item.kind == Kind.SPELL:
        return 3 * np.int64(weights.card)
    return printed_worth(state, pool, weights, card)


@rule
def energy_lost(state, pool, weights, where, n):
    """Value n energy going off what is at a place, for its owner; a Demigod is fond of its last."""
    there = energy_at(state, where)
    off = min(n, there)
    if off <= 0:
        return np.int64(0)
    if is_player(state, where):
        over = max(np.int64(0), min(off, there - weights.plenty))
        worth = (off * 100 - over * (100 - weights.surplus)) * weights.energy // 100
        below = max(np.int64(0), min(off, np.int64(weights.reserve) - (there - off)))
        return worth + below * weights.energy * weights.fear // 100
    if off == there:
        return thing_worth(state, pool, weights, where) + weights.kill
    return off * np.int64(weights.body if is_fighter(state, where) else weights.wall)


@rule
def payment_worth(state, pool, weights, where, n):
    """Value energy paid: as lost, and all if a Demigod has nothing else left (R20)."""
    worth = energy_lost(state, pool, weights, where, n)
    if n < energy_at(state, where) or not is_player(state, where):
        return worth
    is_bare = kind_of(state, where // MOST, Noun.COMBAT_CARD) == EMPTY
    return worth + weights.defeat if is_bare else worth


@rule
def demigod_energy(state, seat):
    """Return the energy of a player's active Demigod; 0 if there is none any more."""
    if state.players[seat].demigod == NOTHING:
        return np.int64(0)
    return energy_at(state, player_place(state, seat))


@rule
def left_to_lose(state, seat):
    """Return about how much energy a player has left to lose, at least 1."""
    n_fighters = size(kind_of(state, seat, Noun.COMBAT_CARD))
    return 1 + demigod_energy(state, seat) + n_fighters * USUAL_ENERGY


@rule
def closing(weights, left, n):
    """Value how much nearer damage brings a defeat: the less is left, the more."""
    return weights.closing * n // left if n > 0 else np.int64(0)


@rule
def harm_worth(state, pool, weights, where, n):
    """Value damage to what is at a place: as energy lost, and all if a Demigod is defeated."""
    there, left = energy_at(state, where), left_to_lose(state, where // MOST)
    if is_fighter(state, where):
        fall = fall_worth(state, pool, weights, where) if n >= there else np.int64(0)
        return fighter_harm(weights, (there, fall, left), n)
    worth = energy_lost(state, pool, weights, where, n)
    if not is_player(state, where):
        return worth
    worth += closing(weights, left, min(n, there))
    is_bare = kind_of(state, where // MOST, Noun.COMBAT_CARD) == EMPTY
    return worth + weights.defeat if is_bare and n >= there else worth


@rule
def further_harm(state, pool, weights, where, before, n):
    """Value n damage to what is at a place, on top of what comes there before."""
    worth = harm_worth(state, pool, weights, where, before + n)
    return worth - harm_worth(state, pool, weights, where, before)


@rule
def stakes_of(state, pool, weights, where):
    """Return what damage to a combat card is valued by, whatever the damage (`fighter_harm`).

    That is its energy, what its fall is worth, and what its player has left to lose.
    """
    fall = fall_worth(state, pool, weights, where)
    return energy_at(state, where), fall, left_to_lose(state, where // MOST)


@rule
def fall_worth(state, pool, weights, where):
    """Value a combat card that loses all its energy; of the last one, a defeat may come of it."""
    worth = np.int64(0)
    if energy_at(state, where) > 0:
        worth = thing_worth(state, pool, weights, where) + weights.kill
    is_last = kind_of(state, where // MOST, Noun.COMBAT_CARD) == add(EMPTY, where % MOST)
    is_bare = demigod_energy(state, where // MOST) == 0
    return worth + weights.defeat if is_last and is_bare else worth


@rule
def fighter_harm(weights, stakes, n):
    """Value damage to a combat card by what is at stake (`stakes_of`)."""
    there, fall, left = stakes
    off = max(np.int64(0), min(n, there))
    worth = fall if n >= there else off * np.int64(weights.body)
    return worth + closing(weights, left, off)


@rule
def threat_to(state, pool, seat):
    """Add up the ATK that a player's enemies could attack with next."""
    found = np.int64(0)
    for enemy in range(len(state.players)):
        if enemy == seat or state.out[enemy]:
            continue
        for copy in each(kind_of(state, enemy, Noun.COMBAT_CARD) & ~state.players[enemy].defense):
            found += atk_of(state, place(enemy, copy))
    return found

"""What stands on cards in play, changes included: ATK, DEF, energize, keyterms, planes."""

import numpy as np

from decks.divino.words import GENERIC, Noun, Quantity, Verb
from simulate.engine.abilities.changes import find_changes, total
from simulate.engine.compile import rule
from simulate.engine.sets import MOST, each, full, has, with_
from simulate.games.divino.places import card_of_place, copy_of, of_kind

__all__ = [
    "atk_of", "defense_of", "energy_at", "has_keyterm", "number_of", "planes_of", "rate_of",
    "words_at",
]  # fmt: skip


@rule
def energy_at(state, where):
    """Give the energy on what is at a place."""
    return np.int64(state.players[where // MOST].energy[where % MOST])


@rule
def atk_of(state, table, where):
    """Give the ATK of what is at a place, at least 0."""
    printed = card_of_place(state, table, where).atk
    return max(np.int64(0), printed + total(state, table, Verb.GETS_ATK, where))


@rule
def defense_of(state, table, where):
    """Give the DEF of what is at a place, at least 0 (R19)."""
    printed = card_of_place(state, table, where).defense
    return max(np.int64(0), printed + total(state, table, Verb.GETS_DEF, where))


@rule
def rate_of(state, table, where):
    """Give the energize rate of what is at a place, Orbs included (R2)."""
    if of_kind(state, where, Noun.ORB):
        return np.int64(0)
    rate = np.int64(card_of_place(state, table, where).energize)
    for seat in range(len(state.players)):
        player = state.players[seat]
        for copy in each(player.attached & player.kind[Noun.ORB]):
            if player.host[copy] == where:
                rate += table.cards[state.card_of[seat, copy]].energize
    return max(np.int64(0), rate + total(state, table, Verb.GETS_ENERGIZE, where))


@rule
def has_keyterm(state, table, where, keyterm):
    """Say whether what is at a place has a keyterm, printed or given."""
    if has(card_of_place(state, table, where).keyterms, keyterm):
        return True
    find_changes(state, table, Verb.HAS_KEYTERM, where)
    for i in range(state.n_found):
        if state.found[i] == keyterm:
            return True
    return False


@rule
def words_at(state, table, where):
    """Give the set of planes, alignment and tribe of what is at a place."""
    words = np.int64(card_of_place(state, table, where).words)
    find_changes(state, table, Verb.IS_ALSO, where)
    for i in range(state.n_found):
        words = with_(words, state.found[i])
    return words


@rule
def planes_of(state, table, where):
    """Give the set of the planes of what is at a place; Neutral and Universal are none."""
    return words_at(state, table, where) & full(GENERIC)


@rule
def number_of(state, table, where, quantity):
    """Give a quantity of what is at a place in play; 0 where it has none."""
    player, copy = state.players[where // MOST], copy_of(where)
    match quantity:
        case Quantity.ENERGY:
            return np.int64(player.energy[copy])
        case Quantity.ATK:
            return atk_of(state, table, where)
        case Quantity.DEF:
            return defense_of(state, table, where)
        case Quantity.ENERGIZE:
            return rate_of(state, table, where)
        case Quantity.LOYALTY:
            is_it = has(player.kind[Noun.DEITY], copy)
        case _:
            is_it = has(player.kind[Noun.SHRINE], copy)
    return np.int64(player.counters[copy]) if is_it else np.int64(0)

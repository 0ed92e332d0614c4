"""What a card costs, and who can pay it (R8, R9, D6, D16)."""

import numpy as np

from evenhand.decks.divino.words import (
    ALIGNMENTS,
    GENERIC,
    PLANES,
    Adjective,
    CardType,
    Noun,
    Playable,
    Verb,
)
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_player_changed, reaches
from evenhand.simulate.engine.abilities.hooks import place_of
from evenhand.simulate.engine.abilities.selecting import amount_of
from evenhand.simulate.engine.seats import rivals_of
from evenhand.simulate.engine.sets import EMPTY, MOST, add, each, has
from evenhand.simulate.games.divino.costs.mana import clear_due, covers
from evenhand.simulate.games.divino.costs.named import add_mana_named
from evenhand.simulate.games.divino.costs.together import energy_in_all
from evenhand.simulate.games.divino.in_play.numbers import words_at
from evenhand.simulate.games.divino.in_play.places import kind_of, place

__all__ = [
    "COST_KINDS", "can_pay_energy", "can_pay_mana", "is_playable_kind", "payers", "price_of",
    "surcharge",
]  # fmt: skip

SPELLS = (CardType.SORCERY, CardType.INSTANT, CardType.ENCHANTMENT, CardType.AURA)
MANA_ONLY = (CardType.WARRIOR, CardType.FORTRESS, CardType.SHRINE)  # their energy is no cost
EXEMPT = (1 << Adjective.NEUTRAL) | (1 << Adjective.UNIVERSAL)
ALL_PLANES = sum(1 << plane for plane in PLANES)
ALL_ALIGNMENTS = sum(1 << alignment for alignment in ALIGNMENTS)
NEUTRAL = 1 << Adjective.NEUTRAL_ALIGNED
COST_KINDS = len(Playable)  # a change by an effect is kept as amount * COST_KINDS + kind


@rule
def is_playable_kind(card_type, kind):
    """Return whether a card is of a kind that costs and bans speak of."""
    match kind:
        case Playable.CREATURES:
            return card_type in (CardType.CREATURE, CardType.RELIC_CREATURE, CardType.NAGUAL)
        case Playable.SPELLS:
            return card_type in SPELLS
        case Playable.INSTANTS:
            return card_type == CardType.INSTANT
        case _:
            return card_type in (CardType.RELIC, CardType.RELIC_CREATURE, CardType.EQUIPMENT)


@rule
def surcharge(state, pool, seat, card):
    """Return what effects add to a cost, or take off it."""
    if not has(state.changing, Verb.YOU_PAY) and not has(state.changing, Verb.ENEMIES_PAY):
        return np.int64(0)
    added = changes_of_cost(state, pool, Verb.YOU_PAY, seat, card)
    for enemy in each(rivals_of(state, seat)):
        added += changes_of_cost(state, pool, Verb.ENEMIES_PAY, enemy, card)
    return added


@rule
def changes_of_cost(state, pool, verb, by, card):
    """Add up what one player's cards and effects change of a card's cost."""
    added = np.int64(0)
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        is_theirs = lasting.verb == verb and lasting.seat == by and lasting.copy_id == NOTHING
        if is_theirs and is_playable_kind(card.type, lasting.amount % COST_KINDS):
            added += lasting.amount // COST_KINDS
    for i in range(state.n_statics):
        static = state.statics[i]
        if static.verb != verb or static.seat != by:
            continue
        step = pool.steps[static.step]
        where = place_of(state, by, static.copy_id)
        if is_playable_kind(card.type, step.word) and reaches(state, pool, static, where):
            added += amount_of(state, pool, by, static.copy_id, step.amount)
    return added


@rule
def price_of(state, pool, options, seat, card, payer):
    """Return the energy that a card costs one payer, penalties included (R8)."""
    paying = words_at(state, pool, place(seat, payer % MOST))
    price = np.int64(card.energy) + surcharge(state, pool, seat, card)
    planes = card.words & ALL_PLANES
    is_other_plane = planes & (EXEMPT | paying) == 0 and planes != 0
    if is_other_plane and not is_spared(state, pool, Verb.NO_PLANE_PENALTY, seat):
        price += options.plane_penalty
    is_other_side = differs(options, card.words & ALL_ALIGNMENTS, paying & ALL_ALIGNMENTS)
    if is_other_side and not is_spared(state, pool, Verb.NO_ALIGNMENT_PENALTY, seat):
        price += options.alignment_penalty
    return max(np.int64(0), price)


@rule
def is_spared(state, pool, verb, seat):
    """Return whether a player pays no penalty of one kind."""
    return is_player_changed(state, pool, verb, seat, seat)


@rule
def differs(options, one, other):
    """Return whether two alignments differ; a card without one never does (D6)."""
    if one == 0 or other == 0 or one == other:
        return False
    return not options.neutral_exempt or (one | other) & NEUTRAL == 0


@rule
def payers(state, pool, options, seat, copy):
    """Return the set of copies that can pay a card: the Demigod, Naguals (R8, D16, D17)."""
    player = state.players[seat]
    card = pool.cards[state.card_of[seat, copy]]
    found = EMPTY
    if card.energy == NOTHING or card.type in MANA_ONLY:
        return found
    able = kind_of(state, seat, Noun.NAGUAL)
    for payer in each(add(able, player.demigod)):
        price = price_of(state, pool, options, seat, card, payer)
        price += energy_named(state, pool, seat, copy, card, payer)
        if player.energy[payer] >= price:
            found = add(found, payer)
    return found


@rule
def energy_named(state, pool, seat, copy, card, payer):
    """Return the energy that the text of a spell takes of a payer as a cost."""
    if card.spell == NOTHING:
        return np.int64(0)
    ability = pool.abilities[card.spell]
    return energy_in_all(state, pool, seat, copy, ability, place(seat, payer))


@rule
def can_pay_energy(state, pool, options, seat, copy):
    """Return whether somebody can pay a card's energy cost."""
    return payers(state, pool, options, seat, copy) != EMPTY


@rule
def can_pay_mana(state, pool, seat, copy):
    """Return whether a card has a mana cost that what was gathered pays (R9); see `gather_mana`.

    The mana that a spell's text takes besides is added (R41).
    """
    card = pool.cards[state.card_of[seat, copy]]
    if card.n_mana == 0:
        return False
    more = max(-np.int64(card.mana[GENERIC]), surcharge(state, pool, seat, card))
    if card.spell == NOTHING:
        return covers(state, card.mana, more)
    clear_due(state)
    for kind in range(len(card.mana)):
        state.due[kind] = card.mana[kind]
    add_mana_named(state, pool, seat, copy, pool.abilities[card.spell], 0, state.due)
    found = covers(state, state.due, more)
    clear_due(state)
    return found

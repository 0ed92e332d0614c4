"""What an ability speaks of: units, cards, counts, amounts, conditions (section 5).

Here ``seat, copy`` is always the source of the ability: its controller and the card.
"""

import numpy as np

from decks.divine_cross.words import Adjective, CardType, Noun, Quantity
from decks.language.rows import ADJECTIVES, CONDITIONS, NOTHING, Comparison, How, Side
from simulate.engine import rng
from simulate.engine.compile import rule
from simulate.engine.sets import EMPTY, each, full, has, size, with_
from simulate.games.divine_cross.words import MAIN, SEATS, SLOTS, Asked, Zone

__all__ = [
    "MOST_AMOUNT", "amount_of", "area_of", "cards", "count", "deck_set", "enemy_of", "hold",
    "main_spot", "speaks_of", "spot", "spot_of", "spots", "unit_at",
]  # fmt: skip


EVERYWHERE = (1 << SEATS * SLOTS) - 1  # the set of all spots
MAIN_SPOTS = sum(1 << seat * SLOTS + MAIN for seat in range(SEATS))
MOST_AMOUNT = np.int64(30_000)  # the fields that amounts are kept in hold no more


# Places


@rule
def enemy_of(seat):
    """Give the other seat."""
    return 1 - seat


@rule
def spot(seat, slot):
    """Give the number of a place over both players."""
    return seat * SLOTS + slot


@rule
def main_spot(seat):
    """Give the spot of a player's Main Area."""
    return seat * SLOTS + MAIN


@rule
def unit_at(state, place):
    """Give the unit record of a spot, empty or not."""
    return state.players[place // SLOTS].units[place % SLOTS]


@rule
def spot_of(state, seat, copy):
    """Find the spot of a unit, or of the unit an Assist is on; NOTHING if not in play."""
    for slot in range(SLOTS):
        unit = state.players[seat].units[slot]
        if unit.copy_id != NOTHING and (unit.copy_id == copy or unit.assist == copy):
            return spot(seat, slot)
    return NOTHING


@rule
def is_at(state, seat, copy, place):
    """Say whether a card is the unit at a spot, or its Assist."""
    unit = unit_at(state, place)
    if unit.copy_id == NOTHING or place // SLOTS != seat:
        return False
    return unit.copy_id == copy or unit.assist == copy


# Units


@rule
def spots(state, table, seat, copy, selector):
    """Give the set of spots that a selector speaks of."""
    found = EMPTY
    for place in each(places_meant(state, seat, selector)):
        if speaks_of(state, table, seat, copy, selector, place):
            found = with_(found, place)
    return found


@rule
def places_meant(state, seat, selector):
    """Give the set of spots that are worth a look now."""
    match selector.how:
        case How.IT:
            return state.it
        case How.FORMER:
            return state.former
        case _:
            return area_of(seat, selector)


@rule
def area_of(seat, selector):
    """Give the set of spots where what a selector speaks of can be at all."""
    match selector.how:
        case How.THIS:
            return spots_of(seat)
        case How.IT | How.FORMER:
            return EVERYWHERE
    match selector.side:
        case Side.OWN:
            area = spots_of(seat)
        case Side.ENEMY:
            area = spots_of(enemy_of(seat))
        case _:
            area = EVERYWHERE
    return area & MAIN_SPOTS if selector.noun == Noun.MAIN else area


@rule
def spots_of(seat):
    """Give the set of a player's spots."""
    return full(SLOTS) << main_spot(seat)


@rule
def speaks_of(state, table, seat, copy, selector, place):
    """Say whether a selector speaks of the unit at a spot."""
    match selector.how:
        case How.THIS:
            is_meant = is_at(state, seat, copy, place)
        case How.IT:
            is_meant = has(state.it, place)
        case How.FORMER:
            is_meant = has(state.former, place)
        case _:
            return fits_place(state, table, seat, copy, selector, place)
    return is_meant and is_like(unit_at(state, place), selector)


@rule
def fits_place(state, table, seat, copy, selector, place):
    """Say whether there is a unit at a spot as a selector describes it."""
    owner = place // SLOTS
    if not is_side(selector.side, owner == seat):
        return False
    if not fits_unit(state, table, owner, place % SLOTS, selector):
        return False
    return not selector.other or not is_at(state, seat, copy, place)


@rule
def is_side(side, is_own):
    """Say whether a selector's side takes in a player."""
    return side == Side.ANY or (side == Side.OWN) == is_own


@rule
def fits_unit(state, table, owner, slot, selector):
    """Say whether there is a unit of the selector's noun, adjectives and name."""
    unit = state.players[owner].units[slot]
    if unit.copy_id == NOTHING or (selector.noun == Noun.MAIN and slot != MAIN):
        return False
    if selector.noun == Noun.STANDBY and slot == MAIN:
        return False
    card = state.card_of[owner, unit.copy_id]
    if selector.named != NOTHING and table.cards[card].name_id != selector.named:
        return False
    return is_like(unit, selector) and has_trait(unit, selector)


@rule
def is_like(unit, selector):
    """Say whether all of a selector's adjectives are true of a unit."""
    for i in range(ADJECTIVES):
        if selector.adjectives[i] == NOTHING:
            return True
        if not is_described(unit, selector.adjectives[i]):
            return False
    return True


@rule
def has_trait(unit, selector):
    """Say whether a unit has the number that "with at least .." asks for."""
    match selector.trait:
        case Quantity.ENERGY:
            found = size(unit.energy)
        case Quantity.DAMAGE:
            found = np.int64(unit.damage)
        case _:
            return True
    return compares(found, selector.trait_comparison, selector.trait_value)


@rule
def is_described(unit, adjective):
    """Say whether an adjective is true of a unit."""
    match adjective:
        case Adjective.STUNNED:
            return unit.stunned != 0
        case Adjective.DAMAGED:
            return unit.damage > 0
        case Adjective.UNHURT:
            return unit.damage == 0
        case Adjective.CHARGED:
            return unit.energy != EMPTY
        case Adjective.ASSISTED:
            return unit.assist != NOTHING
        case _:
            return has_attribute(unit.attribute, adjective)


@rule
def has_attribute(attribute, adjective):
    """Say whether a set of attributes has the one an adjective names, or none is named."""
    return adjective == NOTHING or has(attribute, adjective)


# Cards


@rule
def cards(state, table, seat, selector, zone):
    """Give the set of a player's own cards in a zone that a selector speaks of."""
    found = EMPTY
    for copy in each(zone_of(state, seat, zone)):
        if fits_card(table.cards[state.card_of[seat, copy]], selector):
            found = with_(found, copy)
    return found


@rule
def zone_of(state, seat, zone):
    """Give the set of cards in a zone."""
    player = state.players[seat]
    match zone:
        case Zone.HAND:
            return player.hand
        case Zone.DISCARD:
            return player.discard
        case _:
            return deck_set(player)


@rule
def deck_set(player):
    """Give the deck as a set, its order forgotten."""
    found = EMPTY
    for i in range(player.n_deck):
        found = with_(found, player.deck[i])
    return found


@rule
def fits_card(card, selector):
    """Say whether a card is of the selector's noun, attributes and name."""
    if selector.named != NOTHING and card.name_id != selector.named:
        return False
    for i in range(ADJECTIVES):
        if not has_attribute(card.attribute, selector.adjectives[i]):
            return False
    match selector.noun:
        case Noun.UNIT_CARD:
            return card.type == CardType.UNIT
        case Noun.EVENT_CARD:
            return card.type == CardType.EVENT
        case Noun.ACTION_CARD:
            return card.type == CardType.ACTION
        case Noun.ASSIST_CARD:
            return card.type == CardType.ASSIST
        case _:
            return True


# Numbers


@rule
def count(state, table, seat, copy, counted):
    """Count what a quantity names."""
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    match counted.quantity:
        case Quantity.UNITS:
            return size(spots(state, table, seat, copy, counted.of))
        case Quantity.ENERGY:
            return energy_on(state, spots(state, table, seat, copy, counted.of))
        case Quantity.DAMAGE:
            return damage_on(state, spots(state, table, seat, copy, counted.of))
        case Quantity.OWN_HAND:
            return size(own.hand)
        case Quantity.ENEMY_HAND:
            return size(enemy.hand)
        case Quantity.OWN_DECK:
            return np.int64(own.n_deck)
        case Quantity.ENEMY_DECK:
            return np.int64(enemy.n_deck)
        case Quantity.OWN_DISCARD:
            return size(own.discard)
        case Quantity.ENEMY_DISCARD:
            return size(enemy.discard)
        case Quantity.OWN_KO:
            return size(own.ko)
        case Quantity.ENEMY_KO:
            return size(enemy.ko)
        case _:
            return rng.coin(state.rng, seat)


@rule
def energy_on(state, places):
    """Count the energy on all units of a set."""
    total = 0
    for place in each(places):
        total += size(unit_at(state, place).energy)
    return total


@rule
def damage_on(state, places):
    """Add up the damage on all units of a set."""
    total = 0
    for place in each(places):
        total += unit_at(state, place).damage
    return total


@rule
def amount_of(state, table, seat, copy, amount):
    """Work out an amount: the number as printed, or that many for every so much."""
    if amount.per.quantity == NOTHING:
        return np.int64(amount.printed)
    total = np.int64(amount.printed) * (count(state, table, seat, copy, amount.per) // amount.every)
    most = MOST_AMOUNT if amount.at_most == NOTHING else min(MOST_AMOUNT, np.int64(amount.at_most))
    return max(-most, min(most, total))


@rule
def hold(state, table, seat, copy, conditions, asked):
    """Say whether all conditions of one kind hold.

    ``asked`` says which: `Asked.ALL`; `Asked.BEFORE` leaves out those about "it", the
    target still to be chosen; `Asked.OF_IT` takes only those; `Asked.POSSIBLY` is as
    BEFORE and takes coin flips as heads, for asking whether something could happen.
    """
    for i in range(CONDITIONS):
        condition = conditions[i]
        if condition.count.quantity == NOTHING:
            return True
        if not is_asked(condition, asked):
            continue
        found = count(state, table, seat, copy, condition.count)
        if condition.than.quantity != NOTHING:
            found -= count(state, table, seat, copy, condition.than)
        if not compares(found, condition.comparison, condition.value):
            return False
    return True


@rule
def is_asked(condition, asked):
    """Say whether a condition is of the kind asked for."""
    about_it = condition.count.of.how == How.IT or condition.than.of.how == How.IT
    match asked:
        case Asked.ALL:
            return True
        case Asked.OF_IT:
            return about_it
        case Asked.BEFORE:
            return not about_it
        case _:
            return not about_it and condition.count.quantity != Quantity.HEADS


@rule
def compares(found, comparison, value):
    """Hold a count against a number."""
    match comparison:
        case Comparison.AT_LEAST:
            return found >= value
        case Comparison.AT_MOST:
            return found <= value
        case _:
            return found == value

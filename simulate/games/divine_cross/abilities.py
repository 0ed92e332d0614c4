"""What the words of Divine Cross mean to the shared rules of abilities (section 5)."""

import numpy as np

from evenhand.decks.divine_cross.words import Adjective, CardType, Noun, Place, Quantity, Verb
from evenhand.decks.language.rows import NOTHING, How, Side
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine import rng
from evenhand.simulate.engine.abilities.changes import any_hanging
from evenhand.simulate.engine.abilities.enums import Joining, Zone
from evenhand.simulate.engine.abilities.selecting import card_at, has_words, places
from evenhand.simulate.engine.abilities.usable import has_candidates, price
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, has, load, size
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS
from evenhand.simulate.games.divine_cross.places import (
    EVERYWHERE,
    MAIN_SPOTS,
    cards_at,
    spot,
    spots_of,
    unit_at,
)
from evenhand.simulate.games.divine_cross.units import refresh_attributes

__all__ = [
    "able_to_pay", "area_of", "can_pay", "cards_in_play", "changed", "comes_first", "copy_at",
    "count", "fits_card", "has_effect", "in_place", "is_described", "is_noun", "joining",
    "name_at", "owner_at", "trait_of", "zone_for",
]  # fmt: skip

HANGING = (Verb.GETS_HP, Verb.IS_ALSO)  # changes that make a KO check due

# Places


@rule
def copy_at(state, place):
    """Return the unit card at a spot, or NOTHING."""
    return unit_at(state, place).copy_id


@rule
def owner_at(state, place):
    """Return the player whose spot it is."""
    return place // SLOTS


@rule
def cards_in_play(state, seat):
    """Return the set of a player's units and their Assists."""
    found = EMPTY
    for slot in range(SLOTS):
        found |= cards_at(state, spot(seat, slot))
    return found


@rule
def in_place(state, pool, ability, seat, copy):
    """Return whether the ability's card stands where the ability works."""
    if ability.place == NOTHING:
        return True
    main = state.players[seat].units[MAIN]
    is_main = main.copy_id == copy or main.assist == copy
    return is_main == (ability.place == Place.MAIN)


@rule
def changed(state, pool):
    """See what hangs on changes: attributes, and which units are beaten."""
    state.hanging = any_hanging(state, pool, HANGING, EMPTY)
    refresh_attributes(state, pool)
    state.unsettled = 1


# Selectors


@rule
def area_of(state, seat, copy, selector):
    """Return the set of spots where what a selector speaks of can be at all."""
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
def is_noun(state, pool, place, noun):
    """Return whether a unit stands where the noun says."""
    match noun:
        case Noun.MAIN:
            return place % SLOTS == MAIN
        case Noun.STANDBY:
            return place % SLOTS != MAIN
        case _:
            return True


@rule
def name_at(state, pool, place):
    """Return the name of a unit."""
    return card_at(state, pool, place).name_id


@rule
def is_described(state, pool, seat, copy, place, adjective):
    """Return whether an adjective is true of a unit."""
    unit = unit_at(state, place)
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
            return has(unit.attribute, adjective)


@rule
def trait_of(state, pool, place, quantity):
    """Return the energy, damage or HP of a unit."""
    unit = unit_at(state, place)
    match quantity:
        case Quantity.ENERGY:
            return size(unit.energy)
        case Quantity.HP:
            return printed_hp_left(state, pool, place)
        case _:
            return np.int64(unit.damage)


@rule
def zone_for(state, verb, is_object):
    """Return where a verb's target (or object) is looked for."""
    match verb:
        case Verb.SEARCH:
            return Zone.DECK
        case Verb.RECOVER | Verb.DEPLOY:
            return Zone.DISCARD
        case Verb.CHARGE_FROM_HAND:
            return Zone.HAND if is_object else Zone.PLAY
        case Verb.CHARGE_FROM_DISCARD:
            return Zone.DISCARD if is_object else Zone.PLAY
        case _:
            return Zone.PLAY


@rule
def fits_card(state, card, selector):
    """Return whether a card is of the selector's noun and attributes."""
    if not has_words(card.attribute, selector):
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
def count(state, pool, seat, copy, counted):
    """Count what a quantity names."""
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    match counted.quantity:
        case Quantity.UNITS:
            return size(places(state, pool, seat, copy, counted.of))
        case Quantity.ENERGY:
            return energy_on(state, places(state, pool, seat, copy, counted.of))
        case Quantity.DAMAGE:
            return damage_on(state, places(state, pool, seat, copy, counted.of))
        case Quantity.HP:
            return hp_left(state, pool, places(state, pool, seat, copy, counted.of))
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
def energy_on(state, spots):
    """Count the energy on all units of a set."""
    total = 0
    for place in each(spots):
        total += size(unit_at(state, place).energy)
    return total


@rule
def damage_on(state, spots):
    """Add up the damage on all units of a set."""
    total = 0
    for place in each(spots):
        total += unit_at(state, place).damage
    return total


@rule
def hp_left(state, pool, spots):
    """Add up the HP that all units of a set have left."""
    total = 0
    for place in each(spots):
        total += printed_hp_left(state, pool, place)
    return total


@rule
def printed_hp_left(state, pool, place):
    """Return a unit's printed HP less its damage; what is added to it does not count (A37)."""
    return np.int64(card_at(state, pool, place).hp) - unit_at(state, place).damage


# Verbs


@rule
def joining(state, verb):
    """Numbers are added up, each double and half stands apart, the rest is said once (A33)."""
    match verb:
        case Verb.DEALS | Verb.TAKES | Verb.GETS_HP:
            return Joining.SUM
        case Verb.GETS_RETREAT_COST | Verb.GETS_SKILL_COST:
            return Joining.SUM
        case Verb.DEALS_DOUBLE | Verb.TAKES_HALF:
            return Joining.APART
        case _:
            return Joining.SAME


@rule
def has_effect(state, pool, verb, place):
    """Return whether there is anything to discard or attach, for "otherwise"."""
    match verb:
        case Verb.STRIP:
            return unit_at(state, place).assist != NOTHING
        case Verb.LOSE_ENERGY:
            return unit_at(state, place).energy != EMPTY
        case Verb.MOVE_ENERGY:
            return most_energy(state, load(state.objects)) > 0
        case Verb.CHARGE_FROM_HAND | Verb.CHARGE_FROM_DISCARD:
            return state.object_cards != EMPTY
        case _:
            return True


@rule
def most_energy(state, spots):
    """Return the energy of the unit of a set that has most."""
    found = 0
    for place in each(spots):
        found = max(found, size(unit_at(state, place).energy))
    return found


# The two parts of a skill's ability (R11)


@rule
def comes_first(state, pool, ability, number):
    """Return whether a step of a skill's ability comes before the damage.

    So do its costs, what adds to the damage, and a step that decides, by "otherwise",
    about one that does. Damage to "it" goes with the step that "it" comes from (A26).
    """
    if number < ability.n_costs:
        return True
    for later in range(number, ability.n_steps):
        step = pool.steps[ability.first_step + later]
        if later > number and not step.otherwise:
            return False
        is_damage = step.verb == Verb.DAMAGE and not hangs_on_effect(pool, ability, later)
        if step.verb == Verb.SKILL_DEALS or is_damage:
            return True
    return False


@rule
def hangs_on_effect(pool, ability, number):
    """Return whether a step's "it" is what a step after the damage acts on."""
    while pool.steps[ability.first_step + number].target.how == How.IT:
        number -= 1
        if number < ability.n_costs:
            return False
    verb = pool.steps[ability.first_step + number].verb
    return verb not in (Verb.DAMAGE, Verb.SKILL_DEALS)


# Costs


@rule
def can_pay(state, pool, seat, copy, step):
    """Return whether one step of a cost can be paid."""
    n = price(state, pool, seat, copy, step)
    match step.verb:
        case Verb.DISCARD:
            return size(state.players[seat].hand) >= n
        case Verb.MILL | Verb.CHARGE_FROM_DECK:
            return state.players[seat].n_deck >= n
        case Verb.LOSE_ENERGY | Verb.STRIP:
            found = places(state, pool, seat, copy, step.target)
            return able_to_pay(state, pool, step, False, found, n) != EMPTY
        case Verb.MOVE_ENERGY:
            found = places(state, pool, seat, copy, step.object)
            return able_to_pay(state, pool, step, True, found, n) != EMPTY
        case _:
            return has_candidates(state, pool, seat, copy, step, True)


@rule
def able_to_pay(state, pool, step, is_object, found, n):
    """Return the units of a set that have what a step of a cost takes from one of them."""
    if not gives_up(step.verb, is_object):
        return found
    able = EMPTY
    for place in each(found):
        unit = unit_at(state, place)
        has_it = unit.assist != NOTHING if step.verb == Verb.STRIP else size(unit.energy) >= n
        if has_it:
            able = add(able, place)
    return able


@rule
def gives_up(verb, is_object):
    """Return whether a verb takes something off the units of its target (or object)."""
    if is_object:
        return verb == Verb.MOVE_ENERGY
    return verb in (Verb.LOSE_ENERGY, Verb.STRIP)

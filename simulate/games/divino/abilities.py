"""What the words of DIVINO mean to the shared rules of abilities."""

import numpy as np

from decks.divino.words import Adjective, Noun, Place, Quantity, Verb
from decks.language.rows import ADJECTIVES, How, Side
from decks.records import NOTHING
from simulate.engine.abilities.changes import any_hanging
from simulate.engine.abilities.selecting import compares, places
from simulate.engine.abilities.steps import has_candidates, price
from simulate.engine.abilities.words import Joining, Zone
from simulate.engine.compile import rule
from simulate.engine.piles import deck_set
from simulate.engine.seats import rivals_of
from simulate.engine.sets import (
    EMPTY,
    MOST,
    each,
    has,
    is_empty,
    load,
    nothing_in,
    size,
    with_,
)
from simulate.games.divino.effects import payer_of, resolve
from simulate.games.divino.mana import covers, free_sources, gather_mana, is_sick, pool_size
from simulate.games.divino.numbers import (
    NUMBERS,
    energy_at,
    number_of,
    planes_of,
    rate_of,
    words_at,
)
from simulate.games.divino.places import (
    all_in_play,
    card_of_place,
    copy_in_play,
    in_play,
    is_staged,
    kind_of,
    place,
    place_in_play,
    player_place,
    request_at,
    seat_of,
    stage_place,
    together,
)
from simulate.games.divino.words import Kind, Step
from simulate.games.divino.zones import zone_for

__all__ = [
    "able_to_pay", "area_of", "can_pay", "cards_in_play", "changed", "comes_first", "copy_at",
    "count", "fits_card", "has_effect", "in_place", "is_at", "is_described", "is_noun", "joining",
    "name_at", "owner_at", "place_of", "resolve", "trait_of", "who_discards", "zone_for",
    "zone_of",
]  # fmt: skip


# Places

copy_at = copy_in_play
owner_at = seat_of
place_of = place_in_play
cards_in_play = in_play


@rule
def is_at(state, seat, copy, where):
    """Say whether a card is at a place."""
    return where == place(seat, copy)


@rule
def in_place(state, table, ability, seat, copy):
    """Say whether the ability's card stands as it must for it to work."""
    player = state.players[seat]
    match ability.place:
        case Place.ATTACK_MODE:
            return not has(player.defense, copy)
        case Place.DEFENSE_MODE:
            return has(player.defense, copy)
        case Place.UNTAPPED:
            return not has(player.tapped, copy)
        case Place.TAPPED:
            return has(player.tapped, copy)
        case _:
            return True


@rule
def changed(state, table):
    """Have numbers worked out anew; always, where they hang on more than cards in play."""
    state.unsettled = 1
    state.stale = 1
    state.hanging = any_hanging(state, table, NUMBERS)


# Selectors


@rule
def area_of(state, seat, copy, selector):
    """Give the set of places where what a selector speaks of can be at all."""
    match selector.how:
        case How.NONE:
            return nothing_in(state.it)
        case How.THIS:
            return with_(nothing_in(state.it), place(seat, copy))
        case How.IT | How.FORMER:
            return all_in_play(state)
    match selector.noun:
        case Noun.HOST:
            return host_of(state, seat, copy)
        case Noun.SPELL | Noun.PLAYED_CARD | Noun.ABILITY:
            return items(state)
    found = nothing_in(state.it)
    for owner in range(len(state.players)):
        is_meant = selector.side == Side.ANY or (selector.side == Side.OWN) == (owner == seat)
        if is_meant and state.out[owner] == 0:
            found = together(found, owner, area_of_noun(state, owner, selector.noun))
    return found


@rule
def area_of_noun(state, owner, noun):
    """Give the set of a player's copies that a noun can mean in play."""
    if noun == Noun.PLAYER:
        noun = Noun.DEMIGOD
    return state.players[owner].kind[noun] & in_play(state, owner)


@rule
def host_of(state, seat, copy):
    """Give the set of the place a thing is attached to."""
    player = state.players[seat]
    if not has(player.attached, copy):
        return nothing_in(state.it)
    return with_(nothing_in(state.it), player.host[copy])


@rule
def items(state):
    """Give the set of the places of what is on the stack."""
    found = nothing_in(state.it)
    for number in range(state.n_requests):
        found = with_(found, stage_place(state, state.requests[number].spot))
    return found


@rule
def is_noun(state, table, where, noun):
    """Say whether what is at a place is of a noun."""
    if is_staged(state, where):
        return is_item(state, table, where, noun)
    match noun:
        case Noun.PLAYER | Noun.DEMIGOD:
            return where == player_place(state, where // MOST)
        case Noun.HOST:
            return True
        case _:
            return has(state.players[where // MOST].kind[noun], where % MOST)


@rule
def is_item(state, table, where, noun):
    """Say whether an item on the stack is of a noun; combat damage is of none (R16)."""
    request = request_at(state, where)
    match request.kind:
        case Kind.CARD | Kind.SPELL:
            if noun == Noun.PLAYED_CARD:
                return True
            return noun == Noun.SPELL and has(
                state.players[request.seat].kind[Noun.SPELL], request.copy_id
            )
        case Kind.DAMAGE:
            return False
        case _:
            return noun == Noun.ABILITY


@rule
def name_at(state, table, where):
    """Give the name of a card in play."""
    return card_of_place(state, table, where).name_id


@rule
def is_described(state, table, seat, copy, where, adjective):
    """Say whether an adjective is true of what is at a place."""
    if is_staged(state, where):
        return has(card_of_place(state, table, where).words, adjective)
    if adjective < Adjective.TAPPED:
        return has(words_at(state, table, where), adjective)
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
            return card_of_place(state, table, where).is_basic != 0
        case Adjective.NONBASIC:
            is_land = has(player.kind[Noun.LAND], copy)
            return is_land and card_of_place(state, table, where).is_basic == 0
        case Adjective.STRONGEST:
            return is_extreme(state, owner, where, Quantity.ATK)
        case _:
            return is_extreme(state, owner, where, Quantity.ENERGY)


@rule
def has_attached(state, host, noun):
    """Say whether something of a noun is attached to what is at a place."""
    for seat in range(len(state.players)):
        player = state.players[seat]
        for copy in each(player.attached & player.kind[noun]):
            if player.host[copy] == host:
                return True
    return False


@rule
def is_extreme(state, owner, where, quantity):
    """Say whether no combat card of its player has more ATK, or less energy."""
    mine = number_of(state, where, quantity)
    for copy in each(kind_of(state, owner, Noun.COMBAT_CARD)):
        other = number_of(state, place(owner, copy), quantity)
        if (other > mine) if quantity == Quantity.ATK else (other < mine):
            return False
    return True


@rule
def trait_of(state, table, where, quantity):
    """Give a quantity of what is at a place; of what is on the stack, as printed."""
    if not is_staged(state, where):
        return number_of(state, where, quantity)
    card = card_of_place(state, table, where)
    if quantity == Quantity.ENERGY:
        return max(np.int64(0), np.int64(card.energy))
    return np.int64(card.atk if quantity == Quantity.ATK else card.defense)


@rule
def zone_of(state, seat, zone):
    """Give the set of a player's cards in a zone."""
    player = state.players[seat]
    match zone:
        case Zone.HAND:
            return player.hand
        case Zone.DISCARD:
            return player.discard
        case _:
            return deck_set(player)


@rule
def fits_card(state, card, selector):
    """Say whether a card of a zone is of a selector's noun, adjectives and number."""
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
    """Say whether an adjective is true of a card that is not in play."""
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
    """Give a number of a card that is not in play."""
    match quantity:
        case Quantity.ENERGY:
            return max(np.int64(0), np.int64(card.energy))
        case Quantity.ATK:
            return np.int64(card.atk)
        case _:
            return np.int64(card.defense)


# Numbers


@rule
def count(state, table, seat, copy, counted):
    """Count what a quantity names."""
    own = state.players[seat]
    match counted.quantity:
        case Quantity.OWN_HAND:
            return size(own.hand)
        case Quantity.ENEMY_HANDS:
            return of_enemies(state, seat, True)
        case Quantity.OWN_DECK:
            return np.int64(own.n_deck)
        case Quantity.OWN_DISCARD:
            return size(own.discard)
        case Quantity.ENEMY_DISCARDS:
            return of_enemies(state, seat, False)
        case Quantity.OWN_MANA:
            return pool_size(state, seat)
        case Quantity.OWN_QUEUE:
            return np.int64(own.n_queue)
        case Quantity.PAID:
            return np.int64(state.paid)
        case Quantity.YOUR_TURN:
            return np.int64(state.active == seat)
        case Quantity.YOUR_MAIN_PHASE:
            is_main = state.step == Step.MAIN_1 or state.step == Step.MAIN_2
            return np.int64(is_main and state.active == seat)
    found = places(state, table, seat, copy, counted.of)
    if counted.of.how == How.FORMER and is_empty(found):
        return of_what_is_gone(state, counted.quantity)
    return total_of(state, table, found, counted.quantity)


@rule
def of_enemies(state, seat, in_hand):
    """Count the cards in hands, or in discard piles, of all enemies."""
    found = np.int64(0)
    for enemy in each(rivals_of(state, seat)):
        player = state.players[enemy]
        found += size(player.hand if in_hand else player.discard)
    return found


@rule
def of_what_is_gone(state, quantity):
    """Give a number of what was given up as a cost, as it was before."""
    match quantity:
        case Quantity.ATK:
            return np.int64(state.atk)
        case Quantity.ENERGY:
            return np.int64(state.energy)
        case _:
            return np.int64(0)


@rule
def total_of(state, table, found, quantity):
    """Take a quantity of all places of a set together."""
    if quantity == Quantity.THINGS:
        return size(found)
    total, planes = np.int64(0), np.int64(EMPTY)
    for where in each(found):
        if quantity == Quantity.PLANES:
            planes |= planes_of(state, table, where)
        else:
            total += trait_of(state, table, where, quantity)
    return size(planes) if quantity == Quantity.PLANES else total


# Verbs


@rule
def who_discards(state, seat, verb):
    """Give the player who chooses cards of their hand to discard."""
    return seat if verb == Verb.DISCARD else NOTHING


@rule
def joining(state, verb):
    """Numbers are added up, costs stand apart, the rest is said once."""
    match verb:
        case Verb.GETS_ATK | Verb.GETS_DEF | Verb.GETS_ENERGIZE | Verb.PREVENT:
            return Joining.SUM
        case Verb.LANDS_EACH_TURN:
            return Joining.SUM
        case Verb.YOU_PAY | Verb.ENEMIES_PAY:
            return Joining.APART
        case _:
            return Joining.SAME


@rule
def has_effect(state, verb, where):
    """Say whether there is anything for a verb to act on, for "otherwise"."""
    match verb:
        case Verb.MOVE_ENERGY:
            for source in each(load(state.objects)):
                return energy_at(state, source) > 0
            return False
        case Verb.ATTACH:
            return not is_empty(load(state.objects))
        case _:
            return True


@rule
def comes_first(state, table, ability, number):
    """Say whether a step is done as the ability is played: its costs are."""
    return number < ability.n_costs


# Costs


@rule
def can_pay(state, table, seat, copy, step):
    """Say whether one step of a cost can be paid (R12)."""
    n = price(state, table, seat, copy, step)
    match step.verb:
        case Verb.DISCARD:
            return size(state.players[seat].hand) >= n
        case Verb.MILL:
            return state.players[seat].n_deck >= n
        case Verb.PAY:
            return energy_at(state, payer_of(state, seat, copy)) >= n
        case Verb.PAY_MANA:
            return can_pay_word(state, table, seat, step.word, n)
        case Verb.MOVE_ENERGY:
            found = places(state, table, seat, copy, step.object)
            return not is_empty(able_to_pay(state, table, step, True, found, n))
        case _:
            if step.target.how == How.NONE:
                return True
            if step.target.how in (How.IT, How.FORMER) or (
                zone_for(state, step.verb, False) != Zone.PLAY
            ):
                return has_candidates(state, table, seat, copy, step, True)
            found = places(state, table, seat, copy, step.target)
            able = able_to_pay(state, table, step, False, found, n)
            return size(able) >= least_of(step)


@rule
def least_of(step):
    """Give how many things a step of a cost needs."""
    if step.target.how == How.CHOSEN:
        return np.int64(0 if step.target.up_to else step.target.number)
    return np.int64(step.target.how == How.THIS)


@rule
def can_pay_word(state, table, seat, word, n):
    """Say whether so much mana of one kind, or of any, can be paid."""
    for kind in range(len(state.due)):
        state.due[kind] = 0
    state.due[word] = n
    gather_mana(state, table, seat, free_sources(state, table, seat))
    found = covers(state, state.due, 0)
    state.due[word] = 0
    return found


@rule
def able_to_pay(state, table, step, is_object, found, n):
    """Give those of a set of places that have what a step of a cost takes from one of them."""
    able = nothing_in(state.it)
    for where in each(found):
        is_giver = is_object == (step.verb == Verb.MOVE_ENERGY)
        if not is_giver or has_what_it_takes(state, table, step.verb, where, n):
            able = with_(able, where)
    return able


@rule
def has_what_it_takes(state, table, verb, where, n):
    """Say whether a thing can pay what a verb takes (R12, R13)."""
    seat, copy = where // MOST, where % MOST
    player = state.players[seat]
    match verb:
        case Verb.TAP:
            is_new = has(player.kind[Noun.COMBAT_CARD], copy) and is_sick(state, seat, copy)
            return has(player.field & ~player.tapped, copy) and not is_new
        case Verb.UNTAP:
            return has(player.tapped, copy)
        case Verb.LOSE | Verb.MOVE_ENERGY:
            return player.energy[copy] >= n
        case Verb.REMOVE_APPROVAL | Verb.REMOVE_LOYALTY:
            return player.counters[copy] >= n
        case Verb.SACRIFICE | Verb.BOUNCE | Verb.SHUFFLE_IN | Verb.DESTROY:
            return has(player.field, copy)
        case _:
            return True

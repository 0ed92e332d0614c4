"""What the words of Starcrossed mean to the shared rules of abilities."""

import numpy as np

from decks.language.rows import ADJECTIVES, How, Side
from decks.records import NOTHING
from decks.starcrossed.words import Adjective, CardType, Noun, Place, Quantity, Verb
from simulate.engine.abilities.changes import any_hanging, is_changed
from simulate.engine.abilities.selecting import compares, places
from simulate.engine.abilities.steps import has_candidates, price
from simulate.engine.abilities.words import Joining, Zone
from simulate.engine.compile import rule
from simulate.engine.piles import deck_set
from simulate.engine.seats import enemy_of
from simulate.engine.sets import EMPTY, each, has, load, size, with_
from simulate.games.starcrossed.cards import energy_of, is_kind
from simulate.games.starcrossed.effects import can_rearm, resolve
from simulate.games.starcrossed.numbers import any_asks_for_strength, strength_of
from simulate.games.starcrossed.places import (
    ALL_CRYSTALS,
    ALL_DIVAS,
    ALL_SKILLS,
    CRYSTAL,
    DIVA,
    FIRST_SKILL,
    ROW,
    copies_at,
    crystal_at,
    is_face_down,
    neighbours,
    owned,
    seat_of,
    spot,
)
from simulate.games.starcrossed.places import copy_at as card_copy_at
from simulate.games.starcrossed.skills import RECRUIT_LEVEL
from simulate.games.starcrossed.words import FALLEN, LANES, Role

__all__ = [
    "able_to_pay", "area_of", "can_pay", "cards_in_play", "changed", "comes_first", "copy_at",
    "count", "fits_card", "has_effect", "in_place", "is_at", "is_described", "is_noun", "joining",
    "name_at", "owner_at", "place_of", "resolve", "trait_of", "who_discards", "zone_for",
    "zone_of",
]  # fmt: skip

STRENGTHS = (Verb.GETS_STRENGTH,)


# Places


@rule
def copy_at(state, place):
    """Give the card at a spot, or NOTHING; a crystal is always there, and no card's change."""
    if ROW <= place < FIRST_SKILL * ROW:
        return np.int64(0)
    return np.int64(card_copy_at(state, place))


@rule
def owner_at(state, place):
    """Give the player on whose side a spot is."""
    return seat_of(place)


@rule
def place_of(state, seat, copy):
    """Give the spot of a card, or NOTHING."""
    return np.int64(state.players[seat].spot[copy])


@rule
def is_at(state, seat, copy, place):
    """Say whether a card is at a spot."""
    return state.players[seat].spot[copy] == place


@rule
def cards_in_play(state, seat):
    """Give the set of a player's cards that lie face up on crystals."""
    found = EMPTY
    for lane in range(LANES):
        found |= copies_at(state, seat, lane)
    return found


@rule
def in_place(state, table, ability, seat, copy):
    """Say whether the ability's controller has the role in which it works."""
    if ability.place == NOTHING:
        return True
    return (state.active == seat) == (ability.place == Place.ACTIVE)


@rule
def changed(state, table):
    """Have strengths worked out anew; always, where they hang on more than cards in play."""
    state.stale = 1
    state.hanging = any_hanging(state, table, STRENGTHS)
    state.asking = any_asks_for_strength(state, table)


# Selectors


@rule
def area_of(state, seat, copy, selector):
    """Give the set of spots where what a selector of a card speaks of can be at all."""
    match selector.how:
        case How.THIS:
            return owned(seat)
        case How.IT | How.FORMER:
            return owned(0) | owned(1)
    area = area_of_noun(state, seat, copy, selector.noun)
    match selector.side:
        case Side.OWN:
            area &= owned(seat)
        case Side.ENEMY:
            area &= owned(enemy_of(seat))
    return area


@rule
def area_of_noun(state, seat, copy, noun):
    """Give the set of spots where a noun can be; "here" and "opposite" are seen from a card."""
    lane = state.players[seat].lane[copy]
    match noun:
        case Noun.DIVA:
            return np.int64(ALL_DIVAS)
        case Noun.DIVA_HERE:
            return lane_spots(DIVA, lane)
        case Noun.DIVA_OPPOSITE:
            return lane_spots(DIVA, lane) & owned(enemy_of(seat))
        case Noun.CRYSTAL:
            return np.int64(ALL_CRYSTALS)
        case Noun.CRYSTAL_HERE:
            return lane_spots(CRYSTAL, lane)
        case _:
            return np.int64(ALL_SKILLS)


@rule
def lane_spots(part, lane):
    """Give the set of the two spots of a part in a lane."""
    return with_(with_(EMPTY, spot(part, 0, lane)), spot(part, 1, lane))


@rule
def is_noun(state, table, place, noun):
    """Say whether what is at a spot is of a noun; powers and items count face up only."""
    match noun:
        case Noun.POWER:
            return is_shown_type(state, table, place, CardType.POWER)
        case Noun.ITEM:
            return is_shown_type(state, table, place, CardType.ITEM)
        case _:
            return True


@rule
def is_shown_type(state, table, place, card_type):
    """Say whether a skill lies face up and is of a type."""
    return not is_face_down(state, place) and card_of_spot(state, table, place).type == card_type


@rule
def card_of_spot(state, table, place):
    """Give the table card of what is at a spot."""
    return table.cards[state.card_of[seat_of(place), card_copy_at(state, place)]]


@rule
def name_at(state, table, place):
    """Give the name of a card in play; face down it has none."""
    if not is_crystal(place) and is_face_down(state, place):
        return np.int64(NOTHING)
    return np.int64(card_of_spot(state, table, place).name_id)


@rule
def is_described(state, table, seat, copy, place, adjective):
    """Say whether an adjective is true of what is at a spot, as a card sees it."""
    match adjective:
        case Adjective.ATTACKING:
            return place < ROW and crystal_at(state, place).role == Role.ATTACKS
        case Adjective.BLOCKING:
            return place < ROW and crystal_at(state, place).role == Role.BLOCKS
        case Adjective.FACE_DOWN:
            return not is_crystal(place) and is_face_down(state, place)
        case Adjective.EMPTY:
            return is_crystal(place) and crystal_at(state, place).copy_id == NOTHING
        case Adjective.NEIGHBOURING:
            return has(neighbours(state.players[seat].lane[copy]), place)
        case _:
            return tribe_at(state, table, place) == adjective


@rule
def is_crystal(place):
    """Say whether a spot is a crystal itself."""
    return ROW <= place < FIRST_SKILL * ROW


@rule
def tribe_at(state, table, place):
    """Give the tribe of a face-up card, or that a crystal is attuned to."""
    if is_crystal(place):
        return np.int64(crystal_at(state, place).tribe)
    if is_face_down(state, place):
        return np.int64(NOTHING)
    return np.int64(card_of_spot(state, table, place).tribe)


@rule
def trait_of(state, table, place, quantity):
    """Give the strength, the level or the cost of what is at a spot."""
    match quantity:
        case Quantity.STRENGTH:
            return strength_of(state, place) if place < ROW else np.int64(0)
        case Quantity.LEVELS:
            return level_at(state, table, place)
        case _:
            return printed_cost(state, table, place)


@rule
def level_at(state, table, place):
    """Give the level of a crystal or a diva; a recruit is of level 1 (R17)."""
    if is_crystal(place):
        return np.int64(crystal_at(state, place).level)
    if place >= ROW:
        return np.int64(0)
    if is_face_down(state, place):
        return np.int64(RECRUIT_LEVEL)
    return np.int64(card_of_spot(state, table, place).level)


@rule
def printed_cost(state, table, place):
    """Give the cost of a card that all can see; a recruit's is 1, a face-down skill's unknown."""
    if is_crystal(place):
        return np.int64(0)
    if is_face_down(state, place):
        return np.int64(place < ROW)
    return np.int64(card_of_spot(state, table, place).cost)


@rule
def zone_for(state, verb, is_object):
    """Say where a verb's target (or object) is looked for."""
    match verb:
        case Verb.SEARCH:
            return Zone.DECK
        case Verb.RECOVER | Verb.RECYCLE:
            return Zone.DISCARD
        case Verb.RESCUE:
            return FALLEN
        case Verb.DEPLOY:
            return Zone.HAND if is_object else Zone.PLAY
        case Verb.REVIVE:
            return Zone.DISCARD if is_object else Zone.PLAY
        case _:
            return Zone.PLAY


@rule
def zone_of(state, seat, zone):
    """Give the set of cards in a zone."""
    player = state.players[seat]
    match zone:
        case Zone.HAND:
            return player.hand
        case Zone.DISCARD:
            return player.void
        case Zone.DECK:
            return deck_set(player)
        case _:
            return player.fallen


@rule
def fits_card(state, card, selector):
    """Say whether a card is of the selector's noun and tribes, and has its numbers."""
    for i in range(ADJECTIVES):
        adjective = selector.adjectives[i]
        if adjective != NOTHING and card.tribe != adjective:
            return False
    if not is_kind(card, selector.noun):
        return False
    found = printed_trait(card, selector.trait)
    return selector.trait == NOTHING or compares(
        found, selector.trait_comparison, selector.trait_value
    )


@rule
def printed_trait(card, quantity):
    """Give the strength, the level or the cost printed on a card."""
    match quantity:
        case Quantity.STRENGTH:
            return np.int64(card.strength)
        case Quantity.LEVELS:
            return np.int64(card.level)
        case _:
            return np.int64(card.cost)


# Numbers


@rule
def count(state, table, seat, copy, counted):
    """Count what a quantity names."""
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    match counted.quantity:
        case Quantity.THINGS:
            return size(places(state, table, seat, copy, counted.of))
        case Quantity.STRENGTH | Quantity.LEVELS | Quantity.COST:
            return added_up(state, table, seat, copy, counted)
        case Quantity.OWN_HAND:
            return size(own.hand)
        case Quantity.ENEMY_HAND:
            return size(enemy.hand)
        case Quantity.OWN_DECK:
            return np.int64(own.n_deck)
        case Quantity.ENEMY_DECK:
            return np.int64(enemy.n_deck)
        case Quantity.OWN_VOID:
            return size(own.void)
        case Quantity.ENEMY_VOID:
            return size(enemy.void)
        case Quantity.OWN_LIFE:
            return np.int64(own.life)
        case Quantity.ENEMY_LIFE:
            return np.int64(enemy.life)
        case Quantity.OWN_ENERGY:
            return np.int64(energy_of(own))
        case _:
            return np.int64(state.fight.on != 0 and state.fight.blocked != 0)


@rule
def added_up(state, table, seat, copy, counted):
    """Add up a number of all that a selector speaks of."""
    total = np.int64(0)
    for place in each(places(state, table, seat, copy, counted.of)):
        total += trait_of(state, table, place, counted.quantity)
    return total


# Verbs


@rule
def who_discards(state, seat, verb):
    """Give the player who chooses cards of their hand to discard."""
    match verb:
        case Verb.DISCARD:
            return seat
        case Verb.ENEMY_DISCARDS:
            return enemy_of(seat)
        case _:
            return NOTHING


@rule
def joining(state, verb):
    """Numbers are added up; what is allowed or forbidden is said once (B36)."""
    match verb:
        case Verb.GETS_STRENGTH | Verb.DIVAS_COST | Verb.SKILLS_COST:
            return Joining.SUM
        case _:
            return Joining.SAME


@rule
def has_effect(state, verb, place):
    """Say whether there is anything to act with, for "otherwise"."""
    match verb:
        case Verb.MOVE | Verb.SWAP:
            return load(state.objects) != EMPTY
        case Verb.DEPLOY | Verb.REVIVE:
            return state.object_cards != EMPTY
        case Verb.EXPOSE:
            return is_face_down(state, place)
        case _:
            return True


@rule
def comes_first(state, table, ability, number):
    """No ability of Starcrossed is done in two parts."""
    return True


# Costs


@rule
def can_pay(state, table, seat, copy, step):
    """Say whether one step of a cost can be paid (B30)."""
    player = state.players[seat]
    n = price(state, table, seat, copy, step)
    match step.verb:
        case Verb.PAY:
            return energy_of(player) >= n
        case Verb.KEEP_ENERGY:
            return player.energy >= n
        case Verb.LOSE_LIFE | Verb.EACH_LOSES_LIFE:
            return player.life > n
        case Verb.DISCARD:
            return size(player.hand) >= n
        case Verb.MILL:
            return player.n_deck >= n
        case Verb.REARM | Verb.VANQUISH:
            found = places(state, table, seat, copy, step.target)
            least = 0 if step.target.up_to else step.target.number
            return size(able_to_pay(state, table, step, False, found, n)) >= least
        case _:
            return has_candidates(state, table, seat, copy, step, True)


@rule
def able_to_pay(state, table, step, is_object, found, n):
    """Give those of a set of spots that can bear a step of a cost (B30)."""
    if is_object:
        return found
    able = EMPTY
    for place in each(found):
        if can_bear(state, table, step.verb, place):
            able = with_(able, place)
    return able


@rule
def can_bear(state, table, verb, place):
    """Say whether what is at a spot can be turned down, or vanquished, for a cost."""
    match verb:
        case Verb.REARM:
            return can_rearm(state, table, place)
        case Verb.VANQUISH:
            return not is_changed(state, table, Verb.CANNOT_BE_VANQUISHED, place)
        case _:
            return True

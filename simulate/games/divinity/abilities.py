"""What the words of Divinity mean to the shared rules of abilities."""

import numpy as np

from decks.divinity.words import (
    ATTACHMENTS,
    Adjective,
    CardType,
    Noun,
    Quantity,
    Subtype,
    Verb,
)
from decks.language.rows import ADJECTIVES, NOTHING, How, Side
from simulate.engine import rng
from simulate.engine.abilities.changes import is_changed
from simulate.engine.abilities.selecting import compares, places
from simulate.engine.abilities.steps import has_candidates, price
from simulate.engine.abilities.words import ABILITY, Joining, Zone
from simulate.engine.agenda import top_task
from simulate.engine.compile import rule
from simulate.engine.piles import deck_set
from simulate.engine.seats import enemy_of
from simulate.engine.sets import EMPTY, each, full, has, load, size, with_
from simulate.games.divinity.effects import can_move_to, resolve
from simulate.games.divinity.moments import cards_in_play
from simulate.games.divinity.numbers import hp_left, printed_words
from simulate.games.divinity.places import (
    EVERYWHERE,
    UNDER_ALL,
    at,
    attachments_on,
    copy_at,
    deities_of,
    deity_spots,
    host_of,
    is_attachment,
    is_deity,
    is_wall,
    row_at,
    side_of,
    spot,
    spots_of,
    wall_spots,
)
from simulate.games.divinity.words import ENVIRONMENT, PLACES

__all__ = [
    "able_to_pay", "area_of", "can_pay", "cards_in_play", "changed", "comes_first", "copy_at",
    "count", "fits_card", "has_effect", "in_place", "is_at", "is_described", "is_noun", "joining",
    "name_at", "owner_at", "place_of", "resolve", "trait_of", "who_discards", "zone_for",
    "zone_of",
]  # fmt: skip

HANGING = (Verb.GETS_ATK, Verb.GETS_HP, Verb.IS_ALSO)  # what numbers are made of


# Places


@rule
def owner_at(state, place):
    """Give the player whose card is at a spot; an Attachment may lie with the enemy."""
    return at(state, place).owner


@rule
def place_of(state, seat, copy):
    """Find the spot of a card, NOTHING if it is not in play."""
    return state.spot_of[seat, copy]


@rule
def in_place(state, table, ability, seat, copy):
    """Say whether a card's abilities work: not while it lies face down (R9)."""
    where = state.spot_of[seat, copy]
    return where == NOTHING or not at(state, where).face_down


@rule
def changed(state, table):
    """See what hangs on changes: all numbers, and with them what falls."""
    state.hanging = any_varying(state, table)
    state.stale = 1
    state.unsettled = 1


@rule
def any_varying(state, table):
    """Say whether numbers vary with more than cards coming and going.

    What is printed does not: an attribute that is added is a change, and noted as one.
    """
    for i in range(state.n_statics):
        static = state.statics[i]
        ability, step = table.abilities[static.ability], table.steps[static.step]
        if static.verb in HANGING and varies(ability, step):
            return True
    return False


@rule
def varies(ability, step):
    """Say whether a continuous step counts, asks, or looks for more than what is printed."""
    if step.amount.per.quantity != NOTHING or step.target.trait != NOTHING:
        return True
    for i in range(ADJECTIVES):
        adjective = step.target.adjectives[i]
        if adjective >= Adjective.DAMAGED and adjective != Adjective.ALLIED:
            return True
    return ability.conditions[0].count.quantity != NOTHING or (
        step.conditions[0].count.quantity != NOTHING
    )


# Selectors


@rule
def area_of(state, seat, copy, selector):
    """Give the set of spots where what a selector speaks of can be at all."""
    match selector.how:
        case How.IT | How.FORMER:
            return np.int64(EVERYWHERE)
        case How.THIS:
            return own_spot(state, seat, copy)
    area = noun_area(state, seat, copy, selector)
    if selector.noun not in ATTACHMENTS:  # an Attachment's owner is no matter of sides
        area &= side_area(seat, selector.side)
    return np.int64(area)


@rule
def own_spot(state, seat, copy):
    """Give the set of the one spot where a card lies, if it is in play."""
    where = state.spot_of[seat, copy]
    return np.int64(EMPTY) if where == NOTHING else with_(EMPTY, where)


@rule
def noun_area(state, seat, copy, selector):
    """Give the set of spots of either side for things of a noun."""
    match selector.noun:
        case Noun.DEITY:
            return deity_spots(0) | deity_spots(1)
        case Noun.WALL:
            return wall_spots(0) | wall_spots(1)
        case Noun.ENVIRONMENT:
            return with_(with_(EMPTY, spot(0, ENVIRONMENT)), spot(1, ENVIRONMENT))
        case Noun.HOST:
            return own_host(state, seat, copy)
        case _:
            return np.int64(UNDER_ALL)


@rule
def own_host(state, seat, copy):
    """Give the set of the one spot of the Deity that an Attachment is under."""
    where = state.spot_of[seat, copy]
    if where == NOTHING:
        return left_host(state, seat, copy)
    return with_(EMPTY, host_of(where)) if is_attachment(where) else np.int64(EMPTY)


@rule
def left_host(state, seat, copy):
    """Give the set of the Deity that an Attachment was under when it left (A12)."""
    item = top_task(state)
    is_its_own = item.task == ABILITY and item.seat == seat and item.copy_id == copy
    return load(item.it) if is_its_own else np.int64(EMPTY)


@rule
def side_area(seat, side):
    """Give the set of spots of the sides that a selector takes in."""
    match side:
        case Side.OWN:
            return spots_of(seat)
        case Side.ENEMY:
            return spots_of(enemy_of(seat))
        case _:
            return np.int64(EVERYWHERE)


@rule
def allied_area(state, seat, copy):
    """Give the set of spots of the side where a card lies (R9, E19)."""
    where = state.spot_of[seat, copy]
    return spots_of(seat) if where == NOTHING else spots_of(side_of(where))


@rule
def is_at(state, seat, copy, place):
    """Say whether a card lies at a spot."""
    return state.spot_of[seat, copy] == place


@rule
def is_noun(state, table, place, noun):
    """Say whether what is at a spot is of a noun; face down, an Attachment is just that."""
    match noun:
        case Noun.DEITY | Noun.HOST:
            return is_deity(place)
        case Noun.WALL:
            return is_wall(place)
        case Noun.ENVIRONMENT:
            return place % PLACES == ENVIRONMENT
        case Noun.ATTACHMENT:
            return is_attachment(place)
        case _:
            subtype = noun - Noun.ARTIFACT
            return is_of_subtype(state, table, place, subtype)


@rule
def is_of_subtype(state, table, place, subtype):
    """Say whether an Attachment of a subtype lies face up at a spot."""
    if not is_attachment(place) or at(state, place).face_down:
        return False
    return table.cards[row_at(state, place)].subtype == subtype


@rule
def name_at(state, table, place):
    """Give the name of a card in play; an Attachment face down has none."""
    if at(state, place).face_down:
        return np.int64(NOTHING)
    return np.int64(table.cards[row_at(state, place)].name_id)


@rule
def is_described(state, table, seat, copy, place, adjective):
    """Say whether an adjective is true of what is at a spot, as a card sees it."""
    here = at(state, place)
    match adjective:
        case Adjective.DAMAGED:
            return here.damage > 0
        case Adjective.UNHURT:
            return here.damage == 0
        case Adjective.FACE_DOWN:
            return here.face_down != 0
        case Adjective.FACE_UP:
            return here.face_down == 0
        case Adjective.ALLIED:
            return has(allied_area(state, seat, copy), place)
        case Adjective.CURSED:
            return has_attached(state, table, place, Subtype.CURSE)
        case Adjective.EQUIPPED:
            return has_attached(state, table, place, Subtype.ARTIFACT)
        case Adjective.STRONGEST:
            return is_strongest(state, place)
        case Adjective.WEAKEST:
            return is_weakest(state, place)
        case _:
            return has(here.words, adjective)


@rule
def has_attached(state, table, place, subtype):
    """Say whether a face-up Attachment of a subtype lies under a Deity."""
    if not is_deity(place):
        return False
    for under in each(attachments_on(state, place)):
        if is_of_subtype(state, table, under, subtype):
            return True
    return False


@rule
def is_strongest(state, place):
    """Say whether no other Deity of its side has more ATK."""
    for other in each(deities_of(state, side_of(place))):
        if at(state, other).atk > at(state, place).atk:
            return False
    return is_deity(place)


@rule
def is_weakest(state, place):
    """Say whether no other Deity of its side has fewer HP left."""
    for other in each(deities_of(state, side_of(place))):
        if hp_left(state, other) < hp_left(state, place):
            return False
    return is_deity(place)


@rule
def trait_of(state, table, place, quantity):
    """Give the damage, ATK or HP of a Deity or Wall."""
    match quantity:
        case Quantity.DAMAGE:
            return np.int64(at(state, place).damage)
        case Quantity.ATK:
            return np.int64(at(state, place).atk)
        case _:
            return hp_left(state, place)


@rule
def zone_for(state, verb, is_object):
    """Say where a verb's target (or object) is looked for."""
    match verb:
        case Verb.SEARCH:
            return Zone.DECK
        case Verb.RECOVER | Verb.RECYCLE | Verb.REVIVE:
            return Zone.DISCARD
        case Verb.BUILD:
            return Zone.HAND
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
            return player.discard
        case _:
            return deck_set(player)


@rule
def fits_card(state, card, selector):
    """Say whether a card is of a selector's noun, attributes and printed numbers."""
    words = printed_words(state, card)
    for i in range(ADJECTIVES):
        adjective = selector.adjectives[i]
        if adjective != NOTHING and not has(words, adjective):
            return False
    return is_card_of(card, selector.noun) and has_printed(card, selector)


@rule
def is_card_of(card, noun):
    """Say whether a card is of a noun."""
    match noun:
        case Noun.DEITY_CARD:
            return card.type == CardType.DEITY
        case Noun.WALL_CARD:
            return card.type == CardType.WALL
        case Noun.ATTACHMENT_CARD:
            return card.type == CardType.ATTACHMENT
        case Noun.ENVIRONMENT_CARD:
            return card.type == CardType.ENVIRONMENT
        case Noun.MAGIC_CARD:
            return card.type == CardType.MAGIC
        case Noun.SPELL_CARD:
            return card.type >= CardType.ATTACHMENT
        case _:
            return True


@rule
def has_printed(card, selector):
    """Say whether a card's printed number is what "with at least .." asks for."""
    match selector.trait:
        case Quantity.ATK:
            found = np.int64(card.atk)
        case Quantity.HP:
            found = np.int64(card.hp)
        case Quantity.DAMAGE:
            found = np.int64(0)
        case _:
            return True
    return compares(found, selector.trait_comparison, selector.trait_value)


# Numbers


@rule
def count(state, table, seat, copy, counted):
    """Count what a quantity names."""
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    match counted.quantity:
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
        case Quantity.HEADS:
            return rng.coin(state.rng, seat)
        case Quantity.YOUR_TURN:
            return np.int64(state.active == seat)
        case _:
            spots = places(state, table, seat, copy, counted.of)
            return count_among(state, table, spots, counted.quantity)


@rule
def count_among(state, table, spots, quantity):
    """Count what a quantity names among the cards at some spots."""
    match quantity:
        case Quantity.THINGS:
            return size(spots)
        case Quantity.PANTHEONS:
            return pantheons_among(state, spots)
        case Quantity.ATTACHMENTS:
            found = np.int64(0)
            for where in each(spots):
                found += size(attachments_on(state, where)) if is_deity(where) else 0
            return found
        case _:
            found = np.int64(0)
            for where in each(spots):
                found += trait_of(state, table, where, quantity)
            return found


@rule
def pantheons_among(state, spots):
    """Count the different pantheons of some Deities."""
    found = EMPTY
    for where in each(spots):
        found |= at(state, where).words
    return size(found & full(Adjective.FEMALE))


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
    """Numbers are added up; the rest is said once."""
    match verb:
        case Verb.GETS_ATK | Verb.GETS_HP | Verb.TAKES:
            return Joining.SUM
        case Verb.YOU_DRAW_MORE | Verb.ENEMY_DRAWS_MORE:
            return Joining.SUM
        case _:
            return Joining.SAME


@rule
def has_effect(state, table, verb, place):
    """Say whether there is anything to turn, move, heal or hurt, for "otherwise"."""
    match verb:
        case Verb.DAMAGE:
            return not is_changed(state, table, Verb.CANNOT_BE_HURT, place)
        case Verb.FLIP_UP:
            return at(state, place).face_down != 0
        case Verb.FLIP_DOWN:
            return is_attachment(place) and at(state, place).face_down == 0
        case Verb.HEAL:
            return at(state, place).damage > 0
        case Verb.MOVE:
            return can_move_to(state, table, place)
        case _:
            return True


@rule
def comes_first(state, table, ability, number):
    """No ability of this game is done in two parts."""
    return True


# Costs


@rule
def can_pay(state, table, seat, copy, step):
    """Say whether one step of a cost can be paid."""
    n = price(state, table, seat, copy, step)
    match step.verb:
        case Verb.DISCARD:
            return size(state.players[seat].hand) >= n
        case Verb.MILL:
            return state.players[seat].n_deck >= n
        case _:
            return has_candidates(state, table, seat, copy, step, True)


@rule
def able_to_pay(state, table, step, is_object, found, n):
    """All that a cost can choose can pay it."""
    return found

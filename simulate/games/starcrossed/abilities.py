"""What the words of Starcrossed mean to the shared rules of abilities."""

import numpy as np

from evenhand.decks.language.rows import How, Side
from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import Noun, Place, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import any_hanging
from evenhand.simulate.engine.abilities.enums import Joining, Zone
from evenhand.simulate.engine.piles import deck_set
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, load
from evenhand.simulate.games.starcrossed.enums import FALLEN, LANES
from evenhand.simulate.games.starcrossed.numbers import any_asks_for_strength
from evenhand.simulate.games.starcrossed.places import (
    ALL_CRYSTALS,
    ALL_DIVAS,
    ALL_SKILLS,
    CRYSTAL,
    DIVA,
    FIRST_SKILL,
    ROW,
    copies_at,
    is_face_down,
    owned,
    seat_of,
    spot,
)
from evenhand.simulate.games.starcrossed.places import copy_at as card_copy_at

__all__ = [
    "area_of", "cards_in_play", "changed", "copy_at", "has_effect", "in_place", "is_at",
    "is_exact", "joining", "owner_at", "place_of", "zone_for", "zone_of",
]  # fmt: skip

STRENGTHS = (Verb.GETS_STRENGTH,)


# Places


@rule
def copy_at(state, place):
    """Return the card at a spot, or NOTHING; a crystal is always there, and no card's change."""
    if ROW <= place < FIRST_SKILL * ROW:
        return np.int64(0)
    return np.int64(card_copy_at(state, place))


@rule
def owner_at(state, place):
    """Return the player on whose side a spot is."""
    return seat_of(place)


@rule
def place_of(state, seat, copy):
    """Return the spot of a card, or NOTHING."""
    return np.int64(state.players[seat].spot[copy])


@rule
def is_at(state, seat, copy, place):
    """Return whether a card is at a spot."""
    return state.players[seat].spot[copy] == place


@rule
def cards_in_play(state, seat):
    """Return the set of a player's cards that lie face up on crystals."""
    found = EMPTY
    for lane in range(LANES):
        found |= copies_at(state, seat, lane)
    return found


@rule
def in_place(state, pool, ability, seat, copy):
    """Return whether the ability's controller has the role in which it works."""
    if ability.place == NOTHING:
        return True
    return (state.active == seat) == (ability.place == Place.ACTIVE)


@rule
def changed(state, pool):
    """Have strengths worked out anew; always, where they hang on more than cards in play."""
    state.stale = 1
    state.hanging = any_hanging(state, pool, STRENGTHS, EMPTY)
    state.asking = any_asks_for_strength(state, pool)


# Selectors


@rule
def area_of(state, seat, copy, selector):
    """Return the set of spots where what a selector of a card speaks of can be at all."""
    match selector.how:
        case How.THIS:
            return own_spot(state, seat, copy)
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
def own_spot(state, seat, copy):
    """Return the set of the one spot where a card lies, if it is in play."""
    where = state.players[seat].spot[copy]
    return np.int64(EMPTY) if where == NOTHING else add(EMPTY, where)


@rule
def is_exact(state, selector):
    """Return whether a selector's area needs no second look: that of "this", and of "it"."""
    return selector.how in (How.THIS, How.IT, How.FORMER)


@rule
def area_of_noun(state, seat, copy, noun):
    """Return the set of spots where a noun can be; "here" and "opposite" are seen from a card."""
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
    """Return the set of the two spots of a part in a lane."""
    return add(add(EMPTY, spot(part, 0, lane)), spot(part, 1, lane))


@rule
def zone_for(state, verb, is_object):
    """Return where a verb's target (or object) is looked for."""
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
    """Return the set of cards in a zone."""
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


# Verbs


@rule
def joining(state, verb):
    """Numbers are added up; what is allowed or forbidden is said once (B36)."""
    match verb:
        case Verb.GETS_STRENGTH | Verb.DIVAS_COST | Verb.SKILLS_COST:
            return Joining.SUM
        case _:
            return Joining.SAME


@rule
def has_effect(state, pool, verb, place):
    """Return whether there is anything to act with, for "otherwise"."""
    match verb:
        case Verb.MOVE | Verb.SWAP:
            return load(state.objects) != EMPTY
        case Verb.DEPLOY | Verb.REVIVE:
            return state.object_cards != EMPTY
        case Verb.EXPOSE:
            return is_face_down(state, place)
        case _:
            return True

"""What each verb of the ability language does."""

from evenhand.decks.divinity.words import Moment, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import (
    add_lasting,
    is_changed,
    size_of_change,
)
from evenhand.simulate.engine.abilities.verbs import (
    discard_at_random,
    discard_picked,
    last_turn_of,
    recover,
    recycle,
    search,
)
from evenhand.simulate.engine.hands import leave_hand, mill, put_into_deck, put_into_hand
from evenhand.simulate.engine.piles import reshuffle
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, has, keep, load, nothing_in, remove
from evenhand.simulate.games.divinity.moments import happens_to
from evenhand.simulate.games.divinity.moving_cards import (
    discard_from_play,
    draw_cards,
    flip_down,
    flip_up,
    heal,
    hurt,
    leave_play,
    relocate,
)
from evenhand.simulate.games.divinity.numbers import suffered
from evenhand.simulate.games.divinity.places import (
    UNDER_ALL,
    at,
    attached_to,
    free_spot_under,
    is_deity,
)
from evenhand.simulate.games.divinity.playing import can_be_given, place_for, put_into_play

__all__ = ["can_move_to", "resolve"]

MOST_PLAYS = 100  # Deities and Walls left to play in a turn


@rule
def resolve(state, pool, options, item, step, place, amount):
    """Do what one step says, to the card at ``place`` where the verb has a target."""
    seat, enemy = item.seat, enemy_of(item.seat)
    match step.verb:
        case Verb.DRAW:
            draw_cards(state, seat, amount)
        case Verb.ENEMY_DRAWS:
            draw_cards(state, enemy, amount)
        case Verb.DISCARD:
            discard_picked(state, seat)
        case Verb.ENEMY_DISCARDS:
            discard_picked(state, enemy)
        case Verb.ENEMY_DISCARDS_AT_RANDOM:
            discard_at_random(state, seat, enemy, amount)
        case Verb.MILL:
            mill(state, seat, amount)
        case Verb.ENEMY_MILLS:
            mill(state, enemy, amount)
        case Verb.SEARCH:
            search(state, seat)
        case Verb.RECOVER:
            recover(state, seat)
        case Verb.RECYCLE:
            recycle(state, seat)
        case Verb.LOOK:
            state.players[enemy].shown = state.players[enemy].hand
        case Verb.DAMAGE:
            damage(state, pool, place, amount)
        case Verb.HEAL:
            heal(state, place, amount)
        case Verb.REMOVE:
            discard_from_play(state, pool, place)
        case Verb.BOUNCE:
            bounce(state, pool, place)
        case Verb.SHUFFLE_IN:
            shuffle_in(state, pool, place)
        case Verb.FLIP_UP:
            flip_up(state, pool, place)
        case Verb.FLIP_DOWN:
            flip_down(state, pool, place)
        case Verb.MOVE:
            move(state, pool, place)
        case Verb.BUILD:
            build(state, pool, seat)
        case Verb.REVIVE:
            revive(state, pool, seat)
        case Verb.EXTRA_PLAY:
            player = state.players[seat]
            player.plays = min(player.plays + amount, MOST_PLAYS)
        case Verb.PLAY_THIS:
            state.demands = max(0, state.demands - 1)  # the card comes in when all are met
        case _:
            change(state, pool, item, step, place)


# Cards


# The table


@rule
def damage(state, pool, place, amount):
    """Deal an ability's damage, which defeats nobody (R15)."""
    if not is_changed(state, pool, Verb.CANNOT_BE_HURT, place):
        hurt(state, pool, place, suffered(state, pool, place, amount))


@rule
def bounce(state, pool, place):
    """Return a card to its owner's hand, where the enemy knows it if it lay face up."""
    card = at(state, place)
    player, was_down = state.players[card.owner], card.face_down
    copy = leave_play(state, pool, place)
    if was_down:
        player.hand = add(player.hand, copy)
    else:
        put_into_hand(player, copy)


@rule
def shuffle_in(state, pool, place):
    """Shuffle a card into its owner's deck."""
    owner = at(state, place).owner
    put_into_deck(state, owner, leave_play(state, pool, place))
    reshuffle(state, owner)


@rule
def can_move_to(state, pool, place):
    """Return whether any Attachment chosen can be moved under a Deity: it must take it."""
    return is_deity(place) and can_be_given(state, pool, place) and movable(state, place) != EMPTY


@rule
def movable(state, host):
    """Return those of the things chosen that are Attachments of other Deities."""
    return load(state.objects) & UNDER_ALL & ~attached_to(host)


@rule
def move(state, pool, place):
    """Move Attachments under another Deity, as long as it takes them."""
    if not is_deity(place):
        return
    for under in each(movable(state, place)):
        if has(state.taken, under) and can_be_given(state, pool, place):
            to = free_spot_under(state, place)
            relocate(state, pool, under, to)
            happens_to(state, pool, place, Moment.ATTACHED, to)
    keep(nothing_in(state.objects), state.objects)


@rule
def build(state, pool, seat):
    """Put Deities and Walls from the hand into play, those that have a place (E21)."""
    player = state.players[seat]
    for copy in each(state.pick.cards):
        if place_for(state, pool, seat, state.card_of[seat, copy]) != NOTHING:
            leave_hand(player, copy)
            put_into_play(state, pool, seat, copy)
        else:
            state.pick.cards = remove(state.pick.cards, copy)


@rule
def revive(state, pool, seat):
    """Put Deities and Walls from the discard pile into play, those that have a place."""
    player = state.players[seat]
    for copy in each(state.pick.cards):
        if place_for(state, pool, seat, state.card_of[seat, copy]) != NOTHING:
            player.discard = remove(player.discard, copy)
            put_into_play(state, pool, seat, copy)
        else:
            state.pick.cards = remove(state.pick.cards, copy)


# Lasting changes


@rule
def change(state, pool, item, step, place):
    """Put a lasting verb in force upon a card, or upon a player."""
    last_turn = last_turn_of(state, step.duration, item.seat)
    n = size_of_change(state, pool, item.seat, item.copy_id, step)
    if place != NOTHING:
        card = at(state, place)
        add_lasting(state, pool, step.verb, card.owner, card.copy_id, n, last_turn)
        return
    seat = item.seat if step.verb == Verb.YOU_DRAW_MORE else enemy_of(item.seat)
    add_lasting(state, pool, step.verb, seat, NOTHING, n, last_turn)

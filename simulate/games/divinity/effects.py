"""What each verb of the ability language does."""

import numpy as np

from decks.divinity.words import Duration, Verb
from decks.records import NOTHING
from simulate.engine.abilities.changes import FOREVER, add_lasting, is_changed, size_of_change
from simulate.engine.abilities.verbs import discard_at_random, discard_picked, recover, search
from simulate.engine.compile import rule
from simulate.engine.hands import leave_hand, mill, put_into_deck, put_into_hand
from simulate.engine.piles import reshuffle
from simulate.engine.seats import enemy_of
from simulate.engine.sets import EMPTY, each, has, keep, load, nothing_in, without
from simulate.games.divinity.moves import (
    discard_from_play,
    draw_cards,
    flip_down,
    flip_up,
    heal,
    hurt,
    leave_play,
    relocate,
)
from simulate.games.divinity.numbers import suffered
from simulate.games.divinity.places import UNDER_ALL, at, attached_to, free_spot_under, is_deity
from simulate.games.divinity.turn import place_for, put_into_play

__all__ = ["can_move_to", "resolve"]

MOST_PLAYS = 100  # Deities and Walls left to play in a turn


@rule
def resolve(state, table, options, item, step, place, amount):
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
            damage(state, table, place, amount)
        case Verb.HEAL:
            heal(state, place, amount)
        case Verb.REMOVE:
            discard_from_play(state, table, place)
        case Verb.BOUNCE:
            bounce(state, table, place)
        case Verb.SHUFFLE_IN:
            shuffle_in(state, table, place)
        case Verb.FLIP_UP:
            flip_up(state, table, place)
        case Verb.FLIP_DOWN:
            flip_down(state, table, place)
        case Verb.MOVE:
            move(state, table, place)
        case Verb.BUILD:
            build(state, table, seat)
        case Verb.REVIVE:
            revive(state, table, seat)
        case Verb.EXTRA_PLAY:
            player = state.players[seat]
            player.plays = min(player.plays + amount, MOST_PLAYS)
        case Verb.PLAY_THIS:
            pass  # it comes into play once all its demands are met
        case _:
            change(state, table, item, step, place)


# Cards


@rule
def recycle(state, seat):
    """Shuffle cards of the discard pile into the deck."""
    player = state.players[seat]
    for copy in each(state.pick.cards):
        player.discard = without(player.discard, copy)
        put_into_deck(state, seat, copy)
    reshuffle(state, seat)


# The table


@rule
def damage(state, table, place, amount):
    """Deal an ability's damage, which defeats nobody (R15)."""
    if not is_changed(state, table, Verb.CANNOT_BE_HURT, place):
        hurt(state, table, place, suffered(state, table, place, amount))


@rule
def bounce(state, table, place):
    """Return a card to its owner's hand, where the enemy knows it."""
    owner = at(state, place).owner
    put_into_hand(state.players[owner], leave_play(state, table, place))


@rule
def shuffle_in(state, table, place):
    """Shuffle a card into its owner's deck."""
    owner = at(state, place).owner
    put_into_deck(state, owner, leave_play(state, table, place))
    reshuffle(state, owner)


@rule
def can_move_to(state, place):
    """Say whether any Attachment chosen can be moved under a Deity: there must be room."""
    if not is_deity(place) or free_spot_under(state, place) == NOTHING:
        return False
    return movable(state, place) != EMPTY


@rule
def movable(state, host):
    """Give those of the things chosen that are Attachments of other Deities."""
    return load(state.objects) & UNDER_ALL & ~attached_to(host)


@rule
def move(state, table, place):
    """Move Attachments under another Deity, as long as there is room."""
    if not is_deity(place):
        return
    for under in each(movable(state, place)):
        to = free_spot_under(state, place)
        if to != NOTHING and has(state.taken, under):
            relocate(state, table, under, to)
    keep(nothing_in(state.objects), state.objects)


@rule
def build(state, table, seat):
    """Put Deities and Walls from the hand into play, those that have a place (E21)."""
    player = state.players[seat]
    for copy in each(state.pick.cards):
        if place_for(state, table, seat, state.card_of[seat, copy]) != NOTHING:
            leave_hand(player, copy)
            put_into_play(state, table, seat, copy)


@rule
def revive(state, table, seat):
    """Put Deities and Walls from the discard pile into play, those that have a place."""
    player = state.players[seat]
    for copy in each(state.pick.cards):
        if place_for(state, table, seat, state.card_of[seat, copy]) != NOTHING:
            player.discard = without(player.discard, copy)
            put_into_play(state, table, seat, copy)


# Lasting changes


@rule
def change(state, table, item, step, place):
    """Put a lasting verb in force upon a card, or upon a player."""
    last_turn = last_turn_of(state, step.duration, item.seat)
    n = size_of_change(state, table, item.seat, item.copy_id, step)
    if place != NOTHING:
        card = at(state, place)
        add_lasting(state, table, step.verb, card.owner, card.copy_id, n, last_turn)
        return
    seat = item.seat if step.verb == Verb.YOU_DRAW_MORE else enemy_of(item.seat)
    add_lasting(state, table, step.verb, seat, NOTHING, n, last_turn)


@rule
def last_turn_of(state, duration, controller):
    """Give the number of the turn with which a change ends."""
    is_own_turn = state.active == controller
    match duration:
        case Duration.THIS_TURN:
            return np.int64(state.turn)
        case Duration.YOUR_NEXT_TURN:
            return np.int64(state.turn + 1 + is_own_turn)
        case Duration.ENEMY_NEXT_TURN:
            return np.int64(state.turn + 2 - is_own_turn)
        case _:
            return np.int64(FOREVER)

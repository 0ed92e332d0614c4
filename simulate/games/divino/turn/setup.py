"""Preparation: decks, Demigods, starting cards, opening hands (R25, R31-R35)."""

import numpy as np

from evenhand.decks.divino.words import CardType, Moment
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.piles import deck_set, gather, reshuffle
from evenhand.simulate.engine.sets import EMPTY, add, each, first, full, has, size
from evenhand.simulate.engine.state import ask, note_hand
from evenhand.simulate.games.divino.enums import Question, Task
from evenhand.simulate.games.divino.in_play.kinds import is_of
from evenhand.simulate.games.divino.in_play.moving_cards import draw, take_from_deck
from evenhand.simulate.games.divino.in_play.numbers import print_numbers
from evenhand.simulate.games.divino.turn.demigods import line_up, order_next

__all__ = [
    "answer_mulligan", "clear", "lay_out", "opening_hand", "order_demigods", "plan_hand",
    "plan_search", "search_on", "sort_deck", "take_starting_card",
]  # fmt: skip


@rule
def lay_out(state, pool, options):
    """Put Demigods and Deities aside, shuffle the decks, and plan what comes first (R31)."""
    state.active = NOTHING
    state.first = 0
    push_task(state, Task.BEGIN_TURN).seat = 0
    for seat in range(len(state.players) - 1, -1, -1):
        if options.hands_at_setup:
            plan_hand(state, seat)
    for seat in range(len(state.players) - 1, -1, -1):
        push_task(state, Task.DEMIGOD_ORDER).seat = seat
        clear(state, seat)
        sort_deck(state, pool, options, seat)
        player = state.players[seat]
        gather(player, full(state.deck_size[seat]))
        for copy in each(deck_set(player)):
            card = pool.cards[state.card_of[seat, copy]]
            if card.type == CardType.DEMIGOD:
                player.waiting = add(player.waiting, copy)
            elif card.type == CardType.DEITY:
                player.aside = add(player.aside, copy)
        gather(player, deck_set(player) & ~player.waiting & ~player.aside)
        reshuffle(state, seat)


@rule
def clear(state, seat):
    """Make a player's side of the table empty: nothing is attached to or aimed at anything."""
    player = state.players[seat]
    player.number = seat
    player.demigod = NOTHING
    for copy in range(len(player.host)):
        player.host[copy] = NOTHING
        player.aim[copy] = NOTHING


@rule
def sort_deck(state, pool, options, seat):
    """Note what each card of a deck list is, for quick looks."""
    player = state.players[seat]
    for copy in range(state.deck_size[seat]):
        card = pool.cards[state.card_of[seat, copy]]
        for noun in range(len(player.kind)):
            if is_of(options, card.type, noun):
                player.kind[noun] = add(player.kind[noun], copy)
        if card.type <= CardType.SHRINE:
            player.bearers = add(player.bearers, copy)
        if has(card.moments, Moment.ACTIVATE) or has(card.moments, Moment.LOYALTY) or card.odd_mana:
            player.users = add(player.users, copy)
        if card.counts_mana:
            player.counts_mana = add(player.counts_mana, copy)
        if card.makes != 0:
            player.sources = add(player.sources, copy)
        if card.type == CardType.INSTANT:
            player.instants = add(player.instants, copy)
        print_numbers(state, pool, seat, copy)


@rule
def order_demigods(state, pool, item):
    """Have the order of the Demigods said, the active one first (R31, D36)."""
    player = state.players[item.seat]
    if size(player.waiting) > 1:
        ask(state, item.seat, Question.DEMIGOD_ORDER)
        return
    if player.waiting != EMPTY:
        order_next(state, item.seat, first(player.waiting))
    pop_task(state)
    line_up(state, pool, item.seat)


# Opening hands


@rule
def plan_hand(state, seat):
    """Plan that a player takes an opening hand."""
    item = push_task(state, Task.OPENING_HAND)
    item.seat = seat
    item.n = 0


@rule
def opening_hand(state, pool, options, item):
    """Take starting cards, draw up, and keep the hand or draw anew (R32, R33)."""
    seat = item.seat
    player = state.players[seat]
    beyond = max(np.int64(0), np.int64(player.redraws) - options.free_mulligans)
    n = max(np.int64(options.smallest_hand), np.int64(options.opening_hand) - beyond)
    match item.n:
        case 0:
            item.n = 1
            player.search_due = 0
            plan_search(state, pool, seat, player.demigod, n)
        case 1:
            item.n = 2
            draw(state, seat, n - size(player.hand))
            note_hand(state, seat, player.hand)
            if n > options.smallest_hand:
                ask(state, seat, Question.MULLIGAN)
        case _:
            pop_task(state)


@rule
def answer_mulligan(state, item, is_anew):
    """Put the whole hand back and begin anew, or keep it (R33, D4)."""
    if not is_anew:
        return
    seat = item.seat
    player = state.players[seat]
    gather(player, deck_set(player) | player.hand)
    state.tally[seat].tutored = EMPTY
    player.hand = EMPTY
    for viewer in range(len(player.known)):
        player.known[viewer] = EMPTY
    reshuffle(state, seat)
    player.redraws += 1
    state.tally[seat].mulligans += 1
    item.n = 0


# Starting cards


@rule
def plan_search(state, pool, seat, copy, most):
    """Plan that a card's starting cards may be taken, one copy of each, ``most`` in all (R25)."""
    card = pool.cards[state.card_of[seat, copy]]
    found = EMPTY
    in_deck = deck_set(state.players[seat])
    for number in range(len(card.starting)):
        if card.starting[number] != NOTHING:
            found |= one_of(state, pool, seat, in_deck, card.starting[number])
    if found == EMPTY:
        return
    item = push_task(state, Task.STARTING_CARDS)
    item.seat = seat
    item.copies = found
    item.n = most


@rule
def one_of(state, pool, seat, copies, name):
    """Return the set of one card of a name, or of none."""
    for copy in each(copies):
        if pool.cards[state.card_of[seat, copy]].name_id == name:
            return add(EMPTY, copy)
    return np.int64(EMPTY)


@rule
def search_on(state, item):
    """Ask for a further starting card; at last the deck is shuffled (R25)."""
    if item.n > 0 and item.copies != EMPTY:
        ask(state, item.seat, Question.STARTING_CARD)
        return
    pop_task(state)
    reshuffle(state, item.seat)


@rule
def take_starting_card(state, item, copy):
    """Take a starting card into the hand; NOTHING: take no more."""
    if copy == NOTHING:
        item.n = 0
    else:
        item.n -= 1
        item.copies &= ~add(EMPTY, copy)
        take_from_deck(state, item.seat, copy)

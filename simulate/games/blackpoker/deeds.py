"""Starting the rulebook's actions: who may, at what cost, with which keys, upon what.

Timing, cost, keys and a legal target are looked at before a deed is offered; it is then
announced step by step (R4): key cards, cost, target; and goes onto the stage or happens.
"""

import numpy as np

from evenhand.decks.blackpoker.card import Suit
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import push_task
from evenhand.simulate.engine.hands import leave_hand
from evenhand.simulate.engine.menu import offer, offer_cards
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, first, has, size
from evenhand.simulate.games.blackpoker.enums import BULWARK, SEATS, Act, Deed, EndReason, Task
from evenhand.simulate.games.blackpoker.moving_cards import (
    charged_bulwarks,
    hurt,
    jokers_of,
    note_played,
    turn_character,
)

__all__ = [
    "add_key", "announce", "can_respond", "deed_of_summon", "is_beaten", "keys_of",
    "offer_bulwarks", "offer_main", "offer_responses", "offer_soldiers",
    "offer_targets", "pay_bulwark", "pay_life", "same_suit", "start_act",
]  # fmt: skip


# What a deed costs and needs


@rule
def bulwarks_to_drive(options, deed):
    """Return the bulwarks that a deed drives as its cost."""
    match deed:
        case Deed.SUMMON_SOLDIER:
            return np.int64(options.soldier_bulwarks)
        case Deed.SUMMON_HERO:
            return np.int64(options.hero_bulwarks)
        case Deed.SUMMON_ACE:
            return np.int64(options.ace_bulwarks)
        case Deed.EQUIP:
            return np.int64(options.equip_bulwarks)
    return np.int64(0)


@rule
def life_to_pay(options, deed):
    """Return the damage that a deed's player takes as its cost."""
    match deed:
        case Deed.SET_BULWARK:
            return np.int64(options.set_life)
        case Deed.SUMMON_SOLDIER | Deed.SUMMON_HERO | Deed.SUMMON_ACE | Deed.EQUIP:
            return np.int64(options.summon_life)
    return np.int64(0)


@rule
def cards_to_discard(options, deed):
    """Return the hand cards that a deed discards as its cost."""
    match deed:
        case Deed.UP | Deed.DOWN | Deed.TWIST | Deed.COUNTER:
            return np.int64(options.spell_cards)
    return np.int64(0)


@rule
def can_pay(player, options, deed):
    """Return whether a player can pay for a deed in full (C10)."""
    return size(charged_bulwarks(player)) >= bulwarks_to_drive(
        options, deed
    ) and player.n_deck >= life_to_pay(options, deed)


@rule
def deed_of_summon(player, copy):
    """Return what summoning a card is: soldier, hero, or ace."""
    if has(player.aces, copy):
        return np.int64(Deed.SUMMON_ACE)
    if has(player.royals, copy):
        return np.int64(Deed.SUMMON_HERO)
    return np.int64(Deed.SUMMON_SOLDIER)


@rule
def equip_keys(player):
    """Return the hand cards of a suit of which the player has a soldier."""
    found = EMPTY
    for suit in range(Suit.NONE):
        if player.soldiers & player.of_suit[suit]:
            found |= player.hand & player.of_suit[suit]
    return found


@rule
def keys_of(player, suit):
    """Return the hand cards A to K of a suit."""
    return player.hand & player.of_suit[suit]


@rule
def can_counter(state, options, place, number):
    """Return whether a request may be the target of a Counter of this number (C14, C15)."""
    request = state.stack[place]
    if request.keys == EMPTY:
        return False
    return not options.counter_test or is_beaten(state, request, number)


@rule
def is_beaten(state, request, number):
    """Return whether a Counter of this number cancels a request."""
    if size(request.keys) != 1:
        return True
    return number >= state.players[request.seat].number[first(request.keys)]


@rule
def can_counter_any(state, options, number):
    """Return whether a Counter of this number has a target."""
    for place in range(state.n_stack):
        if can_counter(state, options, place, number):
            return True
    return False


# What is offered


@rule
def offer_main(state, options, menu):
    """Offer all that may be started in the main timing, and End (R3, C4)."""
    seat = state.seat
    player = state.players[seat]
    can_set = state.sets < options.sets_per_turn and player.hand != EMPTY
    if can_set and can_pay(player, options, Deed.SET_BULWARK):
        offer(menu, Act.SET_BULWARK, seat, 0, NOTHING)
    offer_summons(state, options, menu, seat, player)
    if can_pay(player, options, Deed.EQUIP):
        offer_cards(state, menu, Act.EQUIP, seat, equip_keys(player))
    offer_pairs(state, menu, seat, player)
    offer_quick(state, options, menu, seat)
    if state.attacks < options.attacks_per_turn:
        offer(menu, Act.ATTACK, seat, 0, NOTHING)
    offer(menu, Act.END, seat, 0, NOTHING)


@rule
def offer_summons(state, options, menu, seat, player):
    """Offer the soldiers, heroes and aces that can be paid for."""
    numerals = player.hand & ~player.royals & ~player.aces & ~jokers_of(player)
    if can_pay(player, options, Deed.SUMMON_SOLDIER):
        offer_cards(state, menu, Act.SUMMON, seat, numerals)
    if can_pay(player, options, Deed.SUMMON_HERO):
        offer_cards(state, menu, Act.SUMMON, seat, player.hand & player.royals)
    if can_pay(player, options, Deed.SUMMON_ACE):
        offer_cards(state, menu, Act.SUMMON, seat, player.hand & player.aces)


@rule
def offer_pairs(state, menu, seat, player):
    """Offer Bulwark Break and Throw, the deeds with two key cards."""
    n_bulwarks = size(state.players[0].bulwarks) + size(state.players[1].bulwarks)
    if n_bulwarks and keys_of(player, Suit.HEART) and keys_of(player, Suit.DIAMOND):
        offer(menu, Act.BREAK, seat, 0, NOTHING)
    if keys_of(player, Suit.SPADE) and keys_of(player, Suit.CLUB):
        offer(menu, Act.THROW, seat, 0, NOTHING)


@rule
def offer_responses(state, options, menu):
    """Offer all that may be started in the quick timing, and to pass."""
    offer_quick(state, options, menu, state.seat)
    offer(menu, Act.PASS, state.seat, 0, NOTHING)


@rule
def offer_quick(state, options, menu, seat):
    """Offer the quick deeds."""
    offer_cards(state, menu, Act.UP, seat, soldier_spell_keys(state, options, seat, Suit.HEART))
    offer_cards(state, menu, Act.DOWN, seat, soldier_spell_keys(state, options, seat, Suit.SPADE))
    offer_cards(state, menu, Act.TWIST, seat, twist_keys(state, options, seat))
    offer_cards(state, menu, Act.COUNTER, seat, counter_keys(state, options, seat))
    offer_cards(state, menu, Act.SEARCH, seat, search_keys(state, seat))


@rule
def can_respond(state, options, seat):
    """Return whether a seat could start a quick deed."""
    return (
        soldier_spell_keys(state, options, seat, Suit.HEART)
        | soldier_spell_keys(state, options, seat, Suit.SPADE)
        | twist_keys(state, options, seat)
        | counter_keys(state, options, seat)
        | search_keys(state, seat)
    ) != EMPTY


@rule
def spell_keys(state, options, seat, suit):
    """Return the hand cards A to 10 of a suit, if one can be discarded for them."""
    player = state.players[seat]
    if size(player.hand) <= options.spell_cards:
        return np.int64(EMPTY)
    return np.int64(player.hand & player.of_suit[suit] & ~player.royals)


@rule
def soldier_spell_keys(state, options, seat, suit):
    """Return the keys for Up or Down, which are aimed at a soldier."""
    if state.players[0].soldiers | state.players[1].soldiers:
        return spell_keys(state, options, seat, suit)
    return np.int64(EMPTY)


@rule
def twist_keys(state, options, seat):
    """Return the keys for Twist, which is aimed at any character."""
    for player in state.players:
        if player.soldiers | player.bulwarks:
            return spell_keys(state, options, seat, Suit.DIAMOND)
    return np.int64(EMPTY)


@rule
def counter_keys(state, options, seat):
    """Return the keys for Counter that have a request to be aimed at."""
    keys = np.int64(EMPTY)
    if state.n_stack == 0:
        return keys
    for copy in each(spell_keys(state, options, seat, Suit.CLUB)):
        if can_counter_any(state, options, state.players[seat].number[copy]):
            keys = add(keys, copy)
    return keys


@rule
def search_keys(state, seat):
    """Return the keys for Search: Jokers, while there is a deck."""
    player = state.players[seat]
    return player.hand & jokers_of(player) if player.n_deck > 0 else np.int64(EMPTY)


@rule
def offer_targets(state, options, menu):
    """Offer the legal targets of the deed announced."""
    deed, keys = state.current[0].deed, state.current[0].keys
    own = state.players[state.seat]
    match deed:
        case Deed.EQUIP:
            offer_soldiers(menu, state.seat, own.soldiers & same_suit(own, first(keys)))
        case Deed.UP | Deed.DOWN:
            for seat in range(SEATS):
                offer_soldiers(menu, seat, state.players[seat].soldiers)
        case Deed.TWIST:
            for seat in range(SEATS):
                offer_soldiers(menu, seat, state.players[seat].soldiers)
                offer_bulwarks(menu, seat, state.players[seat].bulwarks)
        case Deed.BREAK:
            for seat in range(SEATS):
                offer_bulwarks(menu, seat, state.players[seat].bulwarks)
        case _:
            offer_requests(state, options, menu, own.number[first(keys)])


@rule
def same_suit(player, copy):
    """Return the set of a player's cards of the suit of one."""
    for copies in player.of_suit:
        if has(copies, copy):
            return np.int64(copies)
    return np.int64(EMPTY)


@rule
def offer_soldiers(menu, seat, soldiers):
    """Offer soldiers."""
    for soldier in each(soldiers):
        offer(menu, Act.CHARACTER, seat, soldier, NOTHING)


@rule
def offer_bulwarks(menu, seat, places):
    """Offer bulwarks, from the deck outwards."""
    for place in each(places):
        offer(menu, Act.CHARACTER, seat, BULWARK + place, NOTHING)


@rule
def offer_requests(state, options, menu, number):
    """Offer the requests that a Counter of this number may be aimed at."""
    for place in range(state.n_stack):
        if can_counter(state, options, place, number):
            offer(menu, Act.REQUEST, state.seat, place, NOTHING)


# Announcing (R4)


@rule
def start_act(state, options, action):
    """Begin the deed that an answer names."""
    match action.kind:
        case Act.SET_BULWARK:
            state.sets += 1
            announce(state, options, Deed.SET_BULWARK, NOTHING)
        case Act.SUMMON:
            deed = deed_of_summon(state.players[state.seat], action.copy_id)
            announce(state, options, deed, action.copy_id)
        case Act.EQUIP:
            announce(state, options, Deed.EQUIP, action.copy_id)
        case Act.UP:
            announce(state, options, Deed.UP, action.copy_id)
        case Act.DOWN:
            announce(state, options, Deed.DOWN, action.copy_id)
        case Act.TWIST:
            announce(state, options, Deed.TWIST, action.copy_id)
        case Act.COUNTER:
            announce(state, options, Deed.COUNTER, action.copy_id)
        case Act.BREAK:
            announce(state, options, Deed.BREAK, NOTHING)
        case Act.THROW:
            announce(state, options, Deed.THROW, NOTHING)
        case Act.SEARCH:
            announce(state, options, Deed.SEARCH, action.copy_id)
        case Act.ATTACK:
            state.attacks += 1
            announce(state, options, Deed.ATTACK, NOTHING)
        case Act.END:
            announce(state, options, Deed.END, NOTHING)


@rule
def announce(state, options, deed, copy):
    """Begin a deed: what is still to be named and paid stands on the agenda, first on top."""
    request = state.current[0]
    request.deed = deed
    request.seat = state.seat
    request.target = NOTHING
    request.target_seat = enemy_of(state.seat)
    if copy != NOTHING:
        add_key(state, copy)
    push_task(state, Task.START)
    plan_target(state, deed)
    for _ in range(cards_to_discard(options, deed)):
        push_task(state, Task.PAY_CARD)
    push_task(state, Task.PAY_LIFE)
    for _ in range(bulwarks_to_drive(options, deed)):
        push_task(state, Task.PAY_BULWARK)


@rule
def plan_target(state, deed):
    """Plan the naming of what a deed is aimed at, and of the second key card."""
    match deed:
        case Deed.EQUIP | Deed.UP | Deed.DOWN | Deed.TWIST | Deed.COUNTER:
            push_task(state, Task.TARGET)
        case Deed.BREAK:
            push_task(state, Task.TARGET)
            push_task(state, Task.KEY).n = Suit.DIAMOND
            push_task(state, Task.KEY).n = Suit.HEART
        case Deed.THROW:
            push_task(state, Task.KEY).n = Suit.CLUB
            push_task(state, Task.KEY).n = Suit.SPADE


@rule
def add_key(state, copy):
    """Show a hand card as a key card of the deed announced."""
    request = state.current[0]
    leave_hand(state.players[request.seat], copy)
    request.keys = add(request.keys, copy)
    note_played(state, request.seat, add(EMPTY, copy))


@rule
def pay_bulwark(state, character):
    """Drive a charged bulwark as a cost."""
    player = state.players[state.current[0].seat]
    turn_character(player, character, True)


@rule
def pay_life(state, options):
    """Take the damage that the deed announced costs."""
    request = state.current[0]
    hurt(state, request.seat, life_to_pay(options, request.deed), EndReason.COST)

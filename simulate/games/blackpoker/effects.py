"""What the rulebook's actions do when they are carried out (R7).

A deed stays in ``state.current`` meanwhile; what it asks is planned above the task that
takes it away.
"""

from evenhand.decks.blackpoker.card import Suit
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import push_task
from evenhand.simulate.engine.hands import leave_hand
from evenhand.simulate.engine.piles import reshuffle, take_out
from evenhand.simulate.engine.sets import EMPTY, add, first
from evenhand.simulate.engine.stack import find_item, remove_item
from evenhand.simulate.games.blackpoker import battle, turn
from evenhand.simulate.games.blackpoker.deeds import is_beaten
from evenhand.simulate.games.blackpoker.enums import Deed, EndReason, Task
from evenhand.simulate.games.blackpoker.moving_cards import (
    bury,
    fell,
    has_character,
    hurt,
    note_played,
    strength,
    summon,
)
from evenhand.simulate.games.blackpoker.triggers import change_generation

__all__ = ["begin_effect", "search", "set_bulwark"]


@rule
def begin_effect(state, options):
    """Carry out the current deed, up to what it asks."""
    request = state.current[0]
    push_task(state, Task.FINISH)
    match request.deed:
        case Deed.SET_BULWARK:
            push_task(state, Task.SET_CARD)
        case Deed.SUMMON_SOLDIER | Deed.SUMMON_HERO | Deed.SUMMON_ACE:
            enter(state, request)
        case Deed.EQUIP:
            equip(state, request)
        case Deed.ATTACK:
            push_task(state, Task.ATTACKERS)
        case Deed.BLOCK:
            battle.begin_block(state)
        case Deed.JUDGEMENT:
            battle.judge(state)
        case Deed.DRAW:
            turn.begin_draw(state, options)
        case Deed.END:
            push_task(state, Task.PASS_TURN)
            push_task(state, Task.HAND_LIMIT)
        case Deed.SEARCH:
            push_task(state, Task.SEARCH_CARD)
        case Deed.GENERATION_CHANGE:
            change_generation(state, request.seat)
        case _:
            cast(state, request)


@rule
def enter(state, request):
    """Put the key card onto the field as a charged soldier."""
    summon(state.players[request.seat], first(request.keys))
    request.keys = EMPTY


@rule
def equip(state, request):
    """Put the key card onto the target, which stays charged or driven as it is."""
    player = state.players[request.seat]
    if has_character(player, request.target):
        player.gear[request.target] |= request.keys
        player.fresh |= request.keys
        request.keys = EMPTY


@rule
def set_bulwark(state, copy):
    """Put a hand card face down next to the other bulwarks.

    A card that the enemy has seen in the hand may now be this one or still be there, so
    nothing counts as seen any more.
    """
    player = state.players[state.current[0].seat]
    leave_hand(player, copy)
    player.shown = EMPTY
    player.bulwark[player.n_places] = copy
    player.bulwarks = add(player.bulwarks, player.n_places)
    player.n_places += 1
    note_played(state, state.current[0].seat, add(EMPTY, copy))


@rule
def search(state, copy):
    """Show a card of the deck, take it into the hand, and shuffle the deck."""
    seat = state.current[0].seat
    player = state.players[seat]
    take_out(player, copy)
    player.emptied_by = EndReason.SEARCH
    player.hand = add(player.hand, copy)
    player.shown = add(player.shown, copy)
    state.tally[seat].tutored = add(state.tally[seat].tutored, copy)
    reshuffle(state, seat)


# Spells; one whose target has left does nothing


@rule
def cast(state, request):
    """Carry out a spell if its target is still there."""
    if request.deed == Deed.THROW:
        throw(state, request)
    elif request.deed == Deed.COUNTER:
        counter(state, request)
    elif has_character(state.players[request.target_seat], request.target):
        cast_upon(state, request, state.players[request.target_seat], request.target)


@rule
def cast_upon(state, request, player, character):
    """Carry out a spell upon a character."""
    match request.deed:
        case Deed.UP:
            player.bonus[character] += key_number(state, request)
        case Deed.DOWN:
            player.bonus[character] -= key_number(state, request)
            if strength(player, character) <= 0:
                fell(player, character)
        case Deed.TWIST:
            push_task(state, Task.TWIST)
        case Deed.BREAK:
            fell(player, character)


@rule
def key_number(state, request):
    """Return the number of a request's first key card."""
    return state.players[request.seat].number[first(request.keys)]


@rule
def throw(state, request):
    """Deal damage of the spade's number to the enemy."""
    player = state.players[request.seat]
    spade = first(request.keys & player.of_suit[Suit.SPADE])
    hurt(state, request.target_seat, player.number[spade], EndReason.THROW)


@rule
def counter(state, request):
    """Cancel the target if this key card is enough for it; its key cards go to the grave."""
    place = find_item(state, request.target_mark)
    if place < 0:
        return
    target = state.stack[place]
    if is_beaten(state, target, key_number(state, request)):
        bury(state.players[target.seat], target.keys)
        remove_item(state, place)

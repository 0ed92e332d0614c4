"""The turn: what happens in each of its steps (R1-R5, R11, R21, R29, R34)."""

import numpy as np

from evenhand.decks.divino.words import Moment, Noun, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import end_lasting, is_changed, is_player_changed
from evenhand.simulate.engine.abilities.enums import AbilityQuestion
from evenhand.simulate.engine.abilities.triggers import (
    renew_uses,
    take_trigger,
    trigger,
)
from evenhand.simulate.engine.agenda import peek_task, pop_task, push_task
from evenhand.simulate.engine.seats import leave, next_seat, seats_in
from evenhand.simulate.engine.sets import EMPTY, MOST, add, each, first, has, remove, size
from evenhand.simulate.engine.state import ask, end_game
from evenhand.simulate.games.divino.combat.declaring import end_combat
from evenhand.simulate.games.divino.costs.mana import empty_pools
from evenhand.simulate.games.divino.enums import (
    DECK_SLOTS,
    Act,
    EndReason,
    Part,
    Question,
    Step,
    Task,
)
from evenhand.simulate.games.divino.in_play.former import forget_given
from evenhand.simulate.games.divino.in_play.moving_cards import add_energy
from evenhand.simulate.games.divino.in_play.numbers import rate_of
from evenhand.simulate.games.divino.in_play.places import in_play, kind_of, place
from evenhand.simulate.games.divino.in_play.spans import end_until, until_turn_of
from evenhand.simulate.games.divino.options import CapResult, ManaEmpties
from evenhand.simulate.games.divino.turn.demigods import check_defeat, draw_cards
from evenhand.simulate.games.divino.turn.settling import settle
from evenhand.simulate.games.divino.turn.setup import plan_hand, plan_search
from evenhand.simulate.games.divino.turn_tasks import push_step, push_turn

__all__ = [
    "begin_at_once", "begin_turn", "beginnings", "change_mode", "clean_up", "fighting_energy",
    "go_through_beginning", "go_through_turn", "movable", "set_phase",
    "standing_of",
]  # fmt: skip

PLAYERS_OF_CAP = 2  # the turn cap is said for so many players


@rule
def begin_turn(state, pool, options, seat):
    """Begin a player's turn and plan its steps (R1)."""
    pop_task(state)
    if state.turn >= turn_cap(state, options):
        end_by_cap(state, options)
        return
    state.turn += 1
    state.active = seat
    player = state.players[seat]
    player.turns += 1
    player.sick = EMPTY
    end_until(state, pool, until_turn_of(seat))
    push_turn(state, Part.SEARCH)
    if player.turns == 1 and not options.hands_at_setup:
        plan_hand(state, seat)


@rule
def go_through_turn(state, pool, options, item):
    """Do the next part of the turn, or plan it if it takes longer (R1)."""
    part = np.int64(item.n)
    item.n += 1
    match part:
        case Part.SEARCH:
            search_first(state, pool)
        case Part.START:
            turn_start(state, pool)
        case Part.ENERGIZE:
            energize_step(state, pool, options)
        case Part.UNTAP:
            untap(state, pool)
        case Part.UPKEEP:
            upkeep(state, pool)
        case Part.UPKEEP_STEP:
            push_step(state, Step.UPKEEP)
        case Part.DRAW:
            draw_step(state, options)
        case Part.DRAW_STEP:
            push_step(state, Step.DRAW)
        case Part.MAIN_1:
            push_step(state, Step.MAIN_1)
        case Part.SET:
            plan_set_phase(state)
        case Part.COMBAT:
            push_step(state, Step.BEGINNING_OF_COMBAT)
        case Part.ATTACK:
            push_task(state, Task.ATTACKERS).n = 0
        case Part.END_OF_COMBAT:
            push_step(state, Step.END_OF_COMBAT)
        case Part.DEFEAT:
            defeat_step(state, pool, options)
        case Part.MAIN_2:
            push_step(state, Step.MAIN_2)
        case Part.END:
            turn_end(state, pool)
        case Part.END_STEP:
            push_step(state, Step.END_OF_TURN)
        case Part.CLEANUP:
            push_task(state, Task.CLEANUP).n = 0
        case _:
            end_turn(state, pool, options)


@rule
def turn_cap(state, options):
    """Return after how many turns of all players the game ends: as many for each (R58, D32)."""
    return np.int64(options.turn_cap) * len(state.players) // PLAYERS_OF_CAP


@rule
def end_by_cap(state, options):
    """End a game that takes too long (R58, D32)."""
    winner = np.int64(-1)
    if options.turn_cap_result == CapResult.ENERGY:
        best = np.int64(-1)
        for seat in each(seats_in(state)):
            energy = fighting_energy(state, seat)
            if energy == best:
                winner = np.int64(-1)
            elif energy > best:
                winner, best = np.int64(seat), energy
        if winner >= 0:
            leave(state, remove(seats_in(state), winner))
    end_game(state, winner, EndReason.TURN_CAP)


@rule
def fighting_energy(state, seat):
    """Add up the energy of a player's active Demigod and combat cards."""
    player = state.players[seat]
    total = np.int64(0)
    for copy in each(in_play(state, seat) & player.bearers):
        is_fighter = has(player.kind[Noun.COMBAT_CARD], copy)
        if is_fighter or copy == player.demigod:
            total += player.energy[copy]
    return total


@rule
def standing_of(state, pool, seat):
    """Add up the energy of a player's Demigods, those in the queue too, and combat cards."""
    player = state.players[seat]
    total = fighting_energy(state, seat)
    for number in range(player.n_queue):
        total += pool.cards[state.card_of[seat, player.queue[number]]].energy
    return total


# Beginning Phase


@rule
def search_first(state, pool):
    """Search for a new Demigod's starting cards (R2)."""
    player = state.players[state.active]
    if player.search_due:
        player.search_due = 0
        plan_search(state, pool, state.active, player.demigod, DECK_SLOTS)


@rule
def turn_start(state, pool):
    """Plan what happens at the beginning of the turn (R2)."""
    seat = state.active
    for copy in each(in_play(state, seat)):
        trigger(state, pool, seat, copy, Moment.TURN_START)
    push_task(state, Task.BEGINNING)


@rule
def go_through_beginning(state, pool):
    """Do what happens at the turn's beginning, in the order its player likes (R2, R44)."""
    if state.unsettled:
        settle(state, pool)
        return
    due = beginnings(state, pool)
    if size(due) > 1:
        ask(state, state.active, AbilityQuestion.NEXT_TRIGGER)
    elif due == EMPTY:
        pop_task(state)
    else:
        begin_at_once(state, first(due))


@rule
def beginnings(state, pool):
    """Return the set of the waiting abilities that happen at the beginning of the turn."""
    found = EMPTY
    for number in range(state.n_triggers):
        if pool.abilities[state.triggers[number].ability].moment == Moment.TURN_START:
            found = add(found, number)
    return found


@rule
def begin_at_once(state, number):
    """Begin a waiting ability without the stack."""
    state.paid = 0
    forget_given(state)
    take_trigger(state, number)
    peek_task(state).from_stack = 0


@rule
def energize_step(state, pool, options):
    """Energize all cards of the active player, or of all players (R2, D5)."""
    for seat in each(seats_in(state)):
        if seat == state.active or options.energize_all:
            player = state.players[seat]
            for copy in each(in_play(state, seat) & player.bearers):
                energize(state, pool, place(seat, copy))


@rule
def energize(state, pool, where):
    """Let a card gain its energize rate (R2)."""
    rate = rate_of(state, where)
    if rate > 0:
        add_energy(state, where, rate)
        trigger(state, pool, where // MOST, where % MOST, Moment.ENERGIZES)


@rule
def untap(state, pool):
    """Untap all cards of the active player, but for those that can't (R3)."""
    player = state.players[state.active]
    for copy in each(player.tapped):
        if not is_changed(state, pool, Verb.CANNOT_UNTAP, place(state.active, copy)):
            player.tapped = remove(player.tapped, copy)


@rule
def upkeep(state, pool):
    """Let what happens at the upkeep wait for the stack (R4)."""
    for copy in each(in_play(state, state.active)):
        trigger(state, pool, state.active, copy, Moment.UPKEEP)


@rule
def draw_step(state, options):
    """Draw: 1 card, 2 without a hand; on a first turn as R34 and R35 say (R5)."""
    seat = state.active
    player = state.players[seat]
    if player.turns == 1:
        is_first = seat == state.first
        draw_cards(state, options, seat, first_draw(options, is_first))
        if options.first_draw_replaces_draw_step:
            return
    is_bare = player.hand == EMPTY
    draw_cards(
        state, options, seat, options.draws_empty_hand if is_bare else options.draws_per_turn
    )


@rule
def first_draw(options, is_first):
    """Return what a player draws on the first turn (R34, R35)."""
    return np.int64(options.first_draw if is_first else options.first_draw_others)


# Set Phase


@rule
def plan_set_phase(state):
    """Plan that cards change their mode (R11)."""
    item = push_task(state, Task.SET_PHASE)
    item.n = 0
    item.copies = EMPTY


@rule
def set_phase(state, item):
    """Ask which card changes its mode, as long as one can (R11)."""
    if item.n == 0 and movable(state, item) != EMPTY:
        ask(state, state.active, Question.SET_PHASE)
    else:
        pop_task(state)


@rule
def movable(state, item):
    """Return the set of cards that can change their mode: not those played this turn (R11)."""
    player = state.players[state.active]
    return kind_of(state, state.active, Noun.COMBAT_CARD) & ~player.played & ~item.copies


@rule
def change_mode(state, seat, action):
    """Change the mode of a card in the Set Phase, or go on (R11)."""
    item = peek_task(state)
    if action.kind == Act.PASS:
        item.n = 1
        return
    player = state.players[seat]
    player.defense ^= add(np.int64(0), action.copy_id)
    item.copies = add(item.copies, action.copy_id)


# The end of combat, and of the turn


@rule
def defeat_step(state, pool, options):
    """End the fight, and see whose Demigod is defeated (R20)."""
    end_combat(state, pool)
    check_defeat(state, pool, options)


@rule
def turn_end(state, pool):
    """Let what happens at the end of the turn wait for the stack (R29)."""
    state.step = Step.END_OF_TURN
    for copy in each(in_play(state, state.active)):
        trigger(state, pool, state.active, copy, Moment.TURN_END)


@rule
def clean_up(state, pool, options):
    """Discard down to the hand limit, then end what lasts for the turn (R21)."""
    seat = state.active
    is_over = size(state.players[seat].hand) > options.hand_limit
    if is_over and not is_player_changed(state, pool, Verb.NO_HAND_LIMIT, seat, seat):
        ask(state, seat, Question.HAND_LIMIT)
        return
    pop_task(state)
    end_lasting(state, pool)


@rule
def end_turn(state, pool, options):
    """Begin all counts of a turn anew; the next player's turn comes (R1)."""
    pop_task(state)
    renew_uses(state, pool)
    if options.mana_empties != ManaEmpties.NEVER:
        empty_pools(state)
    for seat in range(len(state.players)):
        player = state.players[seat]
        player.lands = 0
        player.more_lands = 0
        player.served = EMPTY
        player.played = EMPTY
    push_task(state, Task.BEGIN_TURN).seat = next_seat(state, state.active)

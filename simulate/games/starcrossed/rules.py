"""Starcrossed as a step machine: ask, offer, apply, run on.

`run_on` is the heart: until a question is open or the game is over, it lets the table
settle (powers without a diva), then waiting triggers resolve, then the next task on the
agenda is taken up.
"""

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import Moment
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import ABILITY
from evenhand.simulate.engine.abilities.questions import answer_for_ability, offer_for_ability
from evenhand.simulate.engine.abilities.steps import go_on
from evenhand.simulate.engine.abilities.triggers import begin_ability, next_trigger, note_use
from evenhand.simulate.engine.abilities.usable import can_use
from evenhand.simulate.engine.agenda import begin_task, peek_task, pop_task
from evenhand.simulate.engine.menu import Answer, offer, offer_cards, offer_yes_or_no
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import each, has
from evenhand.simulate.engine.state import NO_QUESTION, ask, is_over, note_could
from evenhand.simulate.games.starcrossed import combat, playing, setup, turn
from evenhand.simulate.games.starcrossed.crystals import (
    attunement_on_offer,
    send_powers_away,
    set_attunement,
)
from evenhand.simulate.games.starcrossed.enums import LANES, Act, Question, Task
from evenhand.simulate.games.starcrossed.numbers import refresh_strengths
from evenhand.simulate.games.starcrossed.places import copies_at, copy_at, lane_of

__all__ = ["apply", "legal_actions", "run_on", "set_up", "standing"]

UNINTERRUPTED = (ABILITY, int(Task.SETTLE), int(Task.ATTUNE))


@rule
def set_up(state, pool, options):
    """Lay out the game and run on to the first question."""
    setup.lay_out(state, options)
    run_on(state, pool, options)


@rule
def run_on(state, pool, options):
    """Do what needs no decision, up to the next question or the end."""
    while state.question == NO_QUESTION and not is_over(state):
        refresh_strengths(state, pool)
        if state.unsettled:
            send_powers_away(state, pool)
        elif state.n_triggers and is_quiet(state):
            next_trigger(state)
        else:
            do_task(state, pool, options, begin_task(state))
    refresh_strengths(state, pool)


@rule
def is_quiet(state):
    """Return whether nothing is half done, so that triggers resolve (B31)."""
    return peek_task(state).task not in UNINTERRUPTED


@rule
def do_task(state, pool, options, item):
    """Take up the task on top of the agenda."""
    if item.task == ABILITY:
        go_on(state, pool, options, item)
        return
    match item.task:
        case Task.OPENING_HAND:
            setup.check_opening_hand(state, pool, options, item.seat)
        case Task.BEGIN_TURN:
            turn.begin_turn(state, pool, options, item.seat)
        case Task.DRAW_PHASE:
            turn.draw_phase(state, options)
        case Task.ACTION_PHASE:
            turn.action_phase(state, item)
        case Task.COMBAT:
            combat.combat_phase(state, pool, options, item)
        case Task.FIGHT:
            combat.fight(state, pool, options, item)
        case Task.END_TURN:
            turn.end_turn(state, pool, options, item)
        case Task.ATTUNE:
            offer_attunement(state, pool, item)
        case Task.SETTLE:
            playing.settle(state, item)


@rule
def offer_attunement(state, pool, item):
    """Ask whether to attune the crystal that levelled up, if that changes anything (R6, B24)."""
    seat, lane = item.seat, lane_of(item.spot)
    if attunement_on_offer(state, pool, seat, lane) == state.players[seat].crystals[lane].tribe:
        pop_task(state)
    else:
        ask(state, seat, Question.ATTUNE)


# Questions and their options


@rule
def legal_actions(state, pool, options, menu):
    """Offer all options of the question asked."""
    seat = state.seat
    match state.question:
        case Question.ACTION:
            offer_actions(state, pool, options, menu)
        case Question.LANE:
            offer_lanes(state, pool, options, menu)
        case Question.ACTIVATE:
            offer_activations(state, pool, options, menu)
        case Question.HAND_LIMIT:
            offer_cards(state, menu, Answer.CARD, seat, state.players[seat].hand)
        case Question.MULLIGAN | Question.ATTUNE | Question.ATTACK | Question.BLOCK:
            offer_yes_or_no(state, menu)
        case _:
            offer_for_ability(state, pool, menu)


@rule
def offer_actions(state, pool, options, menu):
    """Offer all that a player can do in the Action Phase, and its end (R4)."""
    seat = state.seat
    if state.players[seat].actions < options.actions_cap:
        offer_hand(state, pool, options, menu)
        offer_abilities(state, pool, menu)
    offer(menu, Act.END_ACTIONS, seat, 0, NOTHING)


@rule
def offer_hand(state, pool, options, menu):
    """Offer the hand cards that can be played, each different card once (R5-R11)."""
    seat = state.seat
    player = state.players[seat]
    last = NOTHING
    for copy in each(player.hand):
        row = state.card_of[seat, copy]
        if row == last:
            continue
        last = row
        if playing.can_recruit(state, pool, options, seat, copy):
            offer(menu, Act.RECRUIT, seat, 0, copy)
        if playing.can_play(state, pool, options, seat, copy):
            if playing.can_pay(state, pool, options, seat, copy):
                offer(menu, Act.PLAY, seat, 0, copy)
            if playing.can_pay_specially(state, pool, options, seat, copy):
                offer(menu, Act.PLAY_SPECIAL, seat, 0, copy)


@rule
def offer_abilities(state, pool, menu):
    """Offer the action abilities that can be used; ``copy`` is the number of the ability (R4)."""
    seat = state.seat
    for lane in range(LANES):
        for copy in each(copies_at(state, seat, lane)):
            card = pool.cards[state.card_of[seat, copy]]
            if has(card.moments, Moment.ACTION) or has(card.moments, Moment.SPECIAL):
                offer_abilities_of(state, pool, menu, card, copy)


@rule
def offer_abilities_of(state, pool, menu, card, copy):
    """Offer those of one card."""
    seat = state.seat
    for number in range(card.n_abilities):
        row = card.first_ability + number
        moment = pool.abilities[row].moment
        is_free = moment == Moment.SPECIAL and state.players[seat].specials > 0
        if (moment == Moment.ACTION or is_free) and can_use(state, pool, seat, copy, row):
            note_could(state, seat, copy, number)
            offer(menu, Act.USE, seat, state.players[seat].spot[copy], number)


@rule
def offer_lanes(state, pool, options, menu):
    """Offer the crystals onto which the card in question may be played."""
    if state.held_act == Act.RECRUIT:
        lanes = playing.lanes_for_recruit(state, state.seat)
    else:
        lanes = playing.lanes_for(state, pool, options, state.seat, state.held_copy)
    for lane in each(lanes):
        offer(menu, Act.LANE, state.seat, lane, NOTHING)


@rule
def offer_activations(state, pool, options, menu):
    """Offer the face-down skills that can be activated, and activating none (R13)."""
    for place in each(combat.activations(state, pool, options, state.seat)):
        offer(menu, Act.ACTIVATE, state.seat, place, NOTHING)
    if combat.may_use_abilities(state, options, state.seat):
        offer_abilities(state, pool, menu)
    offer(menu, Act.PASS, state.seat, 0, NOTHING)


# Answers


@rule
def apply(state, pool, options, action):
    """Carry out an answer and run on."""
    question = state.question
    state.question = NO_QUESTION
    seat = state.seat
    match question:
        case Question.MULLIGAN:
            setup.redraw(state, options, seat, action.kind == Answer.YES)
        case Question.ACTION:
            act(state, pool, options, action)
        case Question.LANE:
            put_down(state, pool, options, action.slot)
        case Question.ATTUNE:
            attune(state, pool, action.kind == Answer.YES)
        case Question.ATTACK:
            if action.kind == Answer.YES:
                combat.attack(state, pool)
        case Question.BLOCK:
            if action.kind == Answer.YES:
                combat.block(state, pool)
        case Question.ACTIVATE:
            answer_activation(state, pool, options, action)
        case Question.HAND_LIMIT:
            turn.put_under(state, seat, action.copy_id)
        case _:
            answer_for_ability(state, question, action)
    run_on(state, pool, options)


@rule
def act(state, pool, options, action):
    """Carry out an action of the Action Phase (R4)."""
    seat = state.seat
    state.players[seat].actions += 1
    match action.kind:
        case Act.PLAY | Act.PLAY_SPECIAL | Act.RECRUIT:
            state.held_copy = action.copy_id
            state.held_act = action.kind
            row = state.card_of[seat, action.copy_id]
            if action.kind == Act.RECRUIT or playing.needs_lane(pool, row):
                ask(state, seat, Question.LANE)
            else:
                put_down(state, pool, options, 0)
        case Act.USE:
            use(state, pool, action.slot, action.copy_id)
        case _:
            pop_task(state)


@rule
def use(state, pool, place, number):
    """Use an action ability, or the special action of the turn (R4, R11)."""
    seat = state.seat
    copy = copy_at(state, place)
    row = pool.cards[state.card_of[seat, copy]].first_ability + number
    if pool.abilities[row].moment == Moment.SPECIAL:
        state.players[seat].specials -= 1
    note_use(state, pool, seat, copy, row)
    begin_ability(state, seat, copy, row)


@rule
def put_down(state, pool, options, lane):
    """Play the card in question onto a crystal (R5-R11)."""
    seat, copy = state.seat, state.held_copy
    if state.held_act == Act.RECRUIT:
        playing.recruit(state, pool, options, seat, lane, copy)
    else:
        is_special = state.held_act == Act.PLAY_SPECIAL
        playing.play(state, pool, options, seat, lane, copy, is_special)


@rule
def attune(state, pool, yes):
    """Attune the crystal that levelled up, or leave it as it is (R6, B24)."""
    item = peek_task(state)
    seat, lane = item.seat, lane_of(item.spot)
    pop_task(state)
    if yes:
        set_attunement(state, pool, seat, lane)


@rule
def answer_activation(state, pool, options, action):
    """Activate a skill, or decline (R13)."""
    if action.kind == Act.ACTIVATE:
        combat.activate(state, pool, options, action.slot)
    elif action.kind == Act.USE:
        state.players[state.seat].actions += 1
        combat.give_chance(state, enemy_of(state.seat))
        use(state, pool, action.slot, action.copy_id)
    else:
        combat.decline(state)


@rule
def standing(state, pool, options, seat):
    """Return how well a player stands: by life."""
    return state.players[seat].life

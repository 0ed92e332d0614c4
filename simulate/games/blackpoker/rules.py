"""BlackPoker as a step machine: ask, offer, apply, run on.

`run_on` is the heart: until a question is open or the game is over it takes up the tasks
of the deed at hand; with none left it asks who has the chance, and when both have passed
the top of the stage is carried out.
"""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import begin_task, peek_task, pop_task
from evenhand.simulate.engine.menu import Answer, offer, offer_cards, offer_enough, offer_yes_or_no
from evenhand.simulate.engine.piles import deck_set
from evenhand.simulate.engine.sets import first
from evenhand.simulate.engine.stack import all_passed, pass_priority
from evenhand.simulate.engine.state import NO_QUESTION, ask, is_over
from evenhand.simulate.games.blackpoker import battle, turn
from evenhand.simulate.games.blackpoker.deeds import (
    add_key,
    can_respond,
    keys_of,
    offer_bulwarks,
    offer_main,
    offer_responses,
    offer_soldiers,
    offer_targets,
    pay_bulwark,
    pay_life,
    start_act,
)
from evenhand.simulate.games.blackpoker.effects import search, set_bulwark
from evenhand.simulate.games.blackpoker.enums import Act, Question, Task
from evenhand.simulate.games.blackpoker.moving_cards import (
    charged_bulwarks,
    discard,
    draw,
    turn_character,
)
from evenhand.simulate.games.blackpoker.setup import lay_out
from evenhand.simulate.games.blackpoker.stage import carry_out_top, check_decks, finish, start

__all__ = ["apply", "legal_actions", "set_up", "standing"]


@rule
def set_up(state, pool, options):
    """Lay out the game and run on to the first question."""
    lay_out(state, pool, options)
    check_decks(state, options)
    run_on(state, pool, options)


@rule
def run_on(state, pool, options):
    """Do what needs no decision, up to the next question or the end."""
    while state.question == NO_QUESTION and not is_over(state):
        if state.n_tasks > 0:
            do_task(state, options, begin_task(state))
        elif state.n_stack == 0:
            ask(state, state.active, Question.MAIN)
        elif all_passed(state):
            carry_out_top(state, options)
        elif not can_respond(state, options, state.priority):
            pass_priority(state)
        else:
            ask(state, state.priority, Question.RESPOND)


@rule
def do_task(state, options, item):
    """Take up the task on top of the agenda."""
    seat = state.current[0].seat
    match item.task:
        case Task.KEY:
            ask(state, seat, Question.KEY)
        case Task.PAY_BULWARK:
            pop_task(state)
            ask(state, seat, Question.PAY_BULWARK)
        case Task.PAY_LIFE:
            pop_task(state)
            pay_life(state, options)
        case Task.PAY_CARD:
            pop_task(state)
            ask(state, seat, Question.PAY_CARD)
        case Task.TARGET:
            pop_task(state)
            ask(state, seat, Question.TARGET)
        case Task.START:
            pop_task(state)
            start(state, options)
        case Task.FINISH:
            pop_task(state)
            finish(state, options)
        case Task.SET_CARD:
            pop_task(state)
            ask(state, seat, Question.SET_CARD)
        case Task.SECOND_DRAW:
            turn.offer_second_draw(state)
        case Task.ATTACKERS:
            battle.take_attackers(state)
        case Task.BLOCKERS:
            battle.take_blockers(state, options, item)
        case Task.TWIST:
            pop_task(state)
            ask(state, seat, Question.TWIST)
        case Task.SEARCH_CARD:
            pop_task(state)
            ask(state, seat, Question.SEARCH_CARD)
        case Task.HAND_LIMIT:
            turn.keep_hand_limit(state, options)
        case Task.PASS_TURN:
            turn.pass_turn(state, options)


# Questions and their options


@rule
def legal_actions(state, pool, options, menu):
    """Offer all options of the question asked."""
    seat = state.seat
    player = state.players[seat]
    match state.question:
        case Question.MAIN:
            offer_main(state, options, menu)
        case Question.RESPOND:
            offer_responses(state, options, menu)
        case Question.KEY:
            offer_cards(state, menu, Answer.CARD, seat, keys_of(player, peek_task(state).n))
        case Question.PAY_BULWARK:
            offer_bulwarks(menu, seat, charged_bulwarks(player))
        case Question.PAY_CARD | Question.SET_CARD | Question.HAND_LIMIT:
            offer_cards(state, menu, Answer.CARD, seat, player.hand)
        case Question.TARGET:
            offer_targets(state, options, menu)
        case Question.ATTACKER:
            offer_soldiers(menu, seat, battle.attack_candidates(state))
            offer_enough(state, menu)
        case Question.BLOCKER:
            offer_blockers(state, options, menu)
        case Question.SECOND_DRAW:
            offer_yes_or_no(state, menu)
        case Question.TWIST:
            offer(menu, Act.DRIVE, seat, 0, NOTHING)
            offer(menu, Act.CHARGE, seat, 0, NOTHING)
        case Question.SEARCH_CARD:
            offer_cards(state, menu, Answer.CARD, seat, deck_set(player))


@rule
def offer_blockers(state, options, menu):
    """Offer who can block the attacker in question, and to leave it at that."""
    attacker = first(peek_task(state).left)
    offer_soldiers(menu, state.seat, battle.block_soldiers(state, options, attacker))
    offer_bulwarks(menu, state.seat, battle.block_walls(state, options, attacker))
    offer_enough(state, menu)


# Answers


@rule
def apply(state, pool, options, action):
    """Carry out an answer and run on."""
    question = state.question
    state.question = NO_QUESTION
    match question:
        case Question.MAIN | Question.RESPOND:
            if action.kind == Act.PASS:
                pass_priority(state)
            else:
                start_act(state, options, action)
        case Question.KEY:
            pop_task(state)
            add_key(state, action.copy_id)
        case Question.PAY_BULWARK:
            pay_bulwark(state, action.slot)
        case Question.PAY_CARD | Question.HAND_LIMIT:
            discard(state, state.seat, action.copy_id)
        case Question.TARGET:
            take_target(state, action)
        case Question.SET_CARD:
            set_bulwark(state, action.copy_id)
        case Question.SECOND_DRAW:
            if action.kind == Answer.YES:
                draw(state, state.seat, 1)
        case Question.ATTACKER:
            answer_attacker(state, action)
        case Question.BLOCKER:
            answer_blocker(state, action)
        case Question.TWIST:
            target = state.current[0]
            twisted = state.players[target.target_seat]
            turn_character(twisted, target.target, action.kind == Act.DRIVE)
        case Question.SEARCH_CARD:
            search(state, action.copy_id)
    run_on(state, pool, options)


@rule
def take_target(state, action):
    """Aim the deed announced at a character or a request."""
    request = state.current[0]
    if action.kind == Act.REQUEST:
        request.target_mark = state.stack[action.slot].mark
    else:
        request.target_seat = action.seat
        request.target = action.slot


@rule
def answer_attacker(state, action):
    """Name one attacker more, or no more."""
    if action.kind == Answer.ENOUGH:
        battle.end_attack(state)
    else:
        battle.name_attacker(state, action.slot)


@rule
def answer_blocker(state, action):
    """Name one blocker more for the attacker in question, or no more."""
    item = peek_task(state)
    if action.kind == Answer.ENOUGH:
        battle.name_no_more_blockers(item)
    else:
        battle.name_blocker(state, item, action.slot)


@rule
def standing(state, pool, options, seat):
    """Return how well a player stands: the cards left in the deck."""
    return state.players[seat].n_deck

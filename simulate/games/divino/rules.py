"""DIVINO as a step machine: ask, offer, apply, run on.

`run_on` is the heart: until a question is open or the game is over it takes up the task on
top of the agenda. A step with priority is such a task, too, and stays until all have passed
with nothing on the stack; what it brings stands above it.
"""

import numpy as np

from evenhand.decks.divino.words import Noun
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import ABILITY, AbilityQuestion
from evenhand.simulate.engine.abilities.questions import answer_for_ability, offer_for_ability
from evenhand.simulate.engine.agenda import begin_task, peek_task
from evenhand.simulate.engine.menu import (
    Answer,
    offer,
    offer_cards,
    offer_enough,
    offer_numbers,
    offer_yes_or_no,
)
from evenhand.simulate.engine.sets import MOST, each
from evenhand.simulate.engine.state import NO_QUESTION, is_over
from evenhand.simulate.games.divino.casting import announcing, sources
from evenhand.simulate.games.divino.casting.deities import offer_summoning, summon
from evenhand.simulate.games.divino.casting.timing import modes_of
from evenhand.simulate.games.divino.combat import damage
from evenhand.simulate.games.divino.combat import declaring as combat
from evenhand.simulate.games.divino.costs.mana import (
    add_mana,
    answer_source,
    kinds_for,
    sources_for,
)
from evenhand.simulate.games.divino.costs.together import narrow_offer
from evenhand.simulate.games.divino.effects import choices, shares
from evenhand.simulate.games.divino.enums import MANA_KINDS, Act, Question, Task, Way
from evenhand.simulate.games.divino.in_play.moving_cards import discard
from evenhand.simulate.games.divino.in_play.numbers import refresh_numbers
from evenhand.simulate.games.divino.in_play.places import kind_of, place
from evenhand.simulate.games.divino.stack import resolving
from evenhand.simulate.games.divino.stack.actions import act, offer_play
from evenhand.simulate.games.divino.stack.priority import hold_priority
from evenhand.simulate.games.divino.turn import setup
from evenhand.simulate.games.divino.turn import steps as turn
from evenhand.simulate.games.divino.turn.demigods import order_next

__all__ = ["apply", "legal_actions", "run_on", "set_up", "standing"]


@rule
def set_up(state, pool, options):
    """Lay out the game and run on to the first question."""
    setup.lay_out(state, pool, options)
    run_on(state, pool, options)


@rule
def run_on(state, pool, options):
    """Do what needs no decision, up to the next question or the end."""
    while state.question == NO_QUESTION and not is_over(state):
        refresh_numbers(state, pool)
        do_task(state, pool, options, begin_task(state))
    refresh_numbers(state, pool)


@rule
def do_task(state, pool, options, item):
    """Take up the task on top of the agenda."""
    match item.task:
        case Task.PRIORITY:
            hold_priority(state, pool, options, item)
        case Task.ANNOUNCE:
            announcing.announce(state, pool, options, item)
        case Task.PAY_MANA:
            sources.pay_next(state, pool, options, item)
        case Task.TAKE_UP:
            sources.take_up(state)
        case Task.DISCARD_SPELL:
            choices.put_spell_away(state, item)
        case Task.ENTERED:
            choices.come_in(state, pool, options, item)
        case Task.DEMIGOD_ORDER:
            setup.order_demigods(state, pool, item)
        case Task.OPENING_HAND:
            setup.opening_hand(state, pool, options, item)
        case Task.STARTING_CARDS:
            setup.search_on(state, item)
        case Task.SACRIFICES:
            choices.ask_for_sacrifice(state, item)
        case Task.DISCARDS:
            choices.ask_for_discard(state, item)
        case Task.ANY_MANA:
            choices.ask_for_plane(state, item)
        case Task.MAY_PAY:
            choices.ask_to_pay(state, item)
        case Task.SUMMON:
            offer_summoning(state, pool, item)
        case Task.SPLIT_EFFECT:
            shares.share_on(state, pool, item)
        case _:
            if item.task == ABILITY:
                resolving.carry_on(state, pool, options, item)
            else:
                do_turn(state, pool, options, item)


@rule
def do_turn(state, pool, options, item):
    """Take up a task that is part of the turn (R1)."""
    match item.task:
        case Task.BEGIN_TURN:
            turn.begin_turn(state, pool, options, item.seat)
        case Task.TURN:
            turn.go_through_turn(state, pool, options, item)
        case Task.BEGINNING:
            turn.go_through_beginning(state, pool)
        case Task.SET_PHASE:
            turn.set_phase(state, item)
        case Task.ATTACKERS:
            combat.attack_on(state, pool, options, item)
        case Task.BLOCKERS:
            combat.block_on(state, pool, item)
        case Task.DAMAGE:
            damage.work_out(state, pool, options, item)
        case Task.STACK_DAMAGE:
            damage.stack_damage(state)
        case Task.SPLIT:
            damage.split_on(state, pool, item)
        case Task.CLEANUP:
            turn.clean_up(state, pool, options)


# What cards and effects bring


@rule
def legal_actions(state, pool, options, menu):
    """Offer all options of the question asked."""
    seat = state.seat
    player = state.players[seat]
    match state.question:
        case Question.PRIORITY | Question.MAIN_PHASE:
            offer_play(state, pool, menu)
        case Question.DEMIGOD_ORDER:
            offer_cards(state, menu, Answer.CARD, seat, player.waiting)
        case Question.STARTING_CARD:
            offer_cards(state, menu, Answer.CARD, seat, peek_task(state).copies)
            offer_enough(state, menu)
        case Question.WAY_TO_PAY:
            offer(menu, Act.ENERGY, seat, 0, NOTHING)
            offer(menu, Act.MANA, seat, 0, NOTHING)
        case Question.PAYER:
            offer_places(menu, seat, seat, peek_task(state).copies)
        case Question.MANA_SOURCE:
            offer_sources(state, pool, menu)
            sources.offer_ready(state, pool, options, menu)
        case Question.SET_MODE:
            offer(menu, Act.ATTACK_MODE, seat, 0, NOTHING)
            offer(menu, Act.DEFENSE_MODE, seat, 0, NOTHING)
        case Question.SET_PHASE:
            offer_copies(menu, Act.CHANGE, seat, turn.movable(state, peek_task(state)))
            offer(menu, Act.PASS, seat, 0, NOTHING)
        case Question.ATTACK:
            offer_copies(menu, Act.FIGHT, seat, combat.attackers_for(state, pool))
            offer(menu, Act.PASS, seat, 0, NOTHING)
        case Question.ATTACK_WHAT:
            offer_set(menu, seat, combat.attackable(state))
        case Question.BLOCK:
            offer_copies(menu, Act.FIGHT, seat, combat.blockers_for(state, pool, seat))
            if not combat.is_forced(state, seat):
                offer(menu, Act.PASS, seat, 0, NOTHING)
        case Question.BLOCK_WHAT:
            attackers = combat.attackers_before(state, pool, seat, state.held_copy)
            offer_places(menu, seat, state.active, attackers)
        case Question.SPLIT:
            offer_split(state, pool, menu)
        case Question.SACRIFICE:
            offer_copies(menu, Answer.CARD, seat, kind_of(state, seat, Noun.COMBAT_CARD))
        case Question.DISCARD | Question.HAND_LIMIT:
            offer_cards(state, menu, Answer.CARD, seat, player.hand)
        case Question.MANA_PLANE:
            offer_numbers(state, menu, MANA_KINDS)
        case Question.MULLIGAN | Question.SUMMON | Question.MAY_PAY:
            offer_yes_or_no(state, menu)
        case _:
            offer_from_ability(state, pool, options, menu)


@rule
def offer_from_ability(state, pool, options, menu):
    """Offer what an ability asks; of "choose one", when it is played, what has targets."""
    if state.question == AbilityQuestion.NEXT_TRIGGER and peek_task(state).task == Task.BEGINNING:
        for number in each(turn.beginnings(state, pool)):
            offer(menu, Answer.OPTION, state.seat, number, NOTHING)
        return
    if state.question != AbilityQuestion.MODE:
        offer_for_ability(state, pool, menu)
        return
    item = peek_task(state)
    if item.task != Task.ANNOUNCE:
        offer_numbers(state, menu, pool.abilities[item.ability].n_modes)
        return
    modes = modes_of(state, pool, options, item.seat, item.copy_id, item.ability)
    for mode in each(modes):
        offer(menu, Answer.OPTION, state.seat, mode - 1, NOTHING)


@rule
def offer_copies(menu, act, seat, copies):
    """Offer each of some cards in play: no two stand alike for sure."""
    for copy in each(copies):
        offer(menu, act, seat, 0, copy)


@rule
def offer_places(menu, seat, owner, copies):
    """Offer the places of some cards of one player."""
    for copy in each(copies):
        offer(menu, Answer.PLACE, seat, place(owner, copy), NOTHING)


@rule
def offer_set(menu, seat, found):
    """Offer a set of places."""
    for where in each(found):
        offer(menu, Answer.PLACE, seat, where, NOTHING)


@rule
def offer_split(state, pool, menu):
    """Offer whom the next point of damage can go to."""
    item = peek_task(state)
    if item.task == Task.SPLIT:
        offer_set(menu, state.seat, damage.split_targets(state, pool, item))
    else:
        offer_set(menu, state.seat, shares.share_targets(state, item))


@rule
def offer_sources(state, pool, menu):
    """Offer what can pay the next mana: kinds in the pool, then what can be tapped (R43)."""
    seat = state.seat
    for kind in each(kinds_for(state, pool, seat)):
        offer(menu, Act.POOL, seat, kind, NOTHING)
    offer_copies(menu, Act.TAP, seat, sources_for(state, pool, seat))


@rule
def apply(state, pool, options, action):
    """Carry out an answer and run on."""
    question = state.question
    state.question = NO_QUESTION
    seat = state.seat
    match question:
        case Question.PRIORITY | Question.MAIN_PHASE:
            act(state, pool, options, action)
        case Question.DEMIGOD_ORDER:
            order_next(state, seat, action.copy_id)
        case Question.STARTING_CARD:
            is_card = action.kind == Answer.CARD
            setup.take_starting_card(
                state, peek_task(state), action.copy_id if is_card else NOTHING
            )
        case Question.MULLIGAN:
            setup.answer_mulligan(state, peek_task(state), action.kind == Answer.YES)
        case Question.WAY_TO_PAY:
            peek_task(state).way = Way.ENERGY if action.kind == Act.ENERGY else Way.MANA
        case Question.PAYER:
            peek_task(state).place = action.slot
        case Question.MANA_SOURCE:
            if action.kind == Act.USE:
                sources.use_while_paying(state, pool, seat, action.copy_id, action.slot)
            else:
                answer_source(state, seat, action)
        case Question.SET_MODE:
            choices.enter_in_mode(state, seat, action.kind == Act.DEFENSE_MODE)
        case Question.SET_PHASE:
            turn.change_mode(state, seat, action)
        case Question.ATTACK:
            combat.declare_attacker(state, action)
        case Question.ATTACK_WHAT:
            combat.add_attacker(state, state.held_copy, action.slot)
        case Question.BLOCK:
            combat.declare_blocker(state, pool, seat, action)
        case Question.BLOCK_WHAT:
            combat.add_blocker(state, seat, state.held_copy, action.slot % MOST)
        case Question.SPLIT:
            choices.answer_split(state, pool, action.slot)
        case Question.SACRIFICE:
            choices.give_up(state, pool, seat, action.copy_id)
        case Question.DISCARD:
            peek_task(state).n -= 1
            discard(state, seat, action.copy_id)
        case Question.HAND_LIMIT:
            discard(state, seat, action.copy_id)
        case Question.MANA_PLANE:
            peek_task(state).n -= 1
            add_mana(state, seat, action.slot, 1)
        case Question.SUMMON:
            if action.kind == Answer.YES:
                summon(state, pool, options, seat, peek_task(state).copy_id)
        case Question.MAY_PAY:
            if action.kind == Answer.YES:
                choices.pay_up(state, seat)
        case _:
            answer_from_ability(state, pool, question, action)
    run_on(state, pool, options)


@rule
def answer_from_ability(state, pool, question, action):
    """Take an answer to an ability's question; a trigger goes onto the stack (R42)."""
    if question == AbilityQuestion.NEXT_TRIGGER and peek_task(state).task == Task.BEGINNING:
        turn.begin_at_once(state, action.slot)
    elif question == AbilityQuestion.NEXT_TRIGGER:
        announcing.put_trigger(state, action.slot)
    else:
        answer_for_ability(state, question, action)
        if question == AbilityQuestion.PICK_PLACE and peek_task(state).task == ABILITY:
            narrow_offer(state, pool, peek_task(state))


@rule
def standing(state, pool, options, seat):
    """Return how well a player stands: energy of the Demigods and the combat cards."""
    if state.out[seat]:
        return np.int64(0)
    return turn.standing_of(state, pool, seat)

"""Divine Cross as a step machine: ask, offer, apply, run on.

`run_on` is the heart: until a question is open or the game is over, it lets the table
settle (KO checks, losses, promotions), then waiting triggers resolve, then the next
task on the agenda is taken up.
"""

from evenhand.decks.divine_cross.words import Moment
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import ABILITY
from evenhand.simulate.engine.abilities.questions import answer_for_ability, offer_for_ability
from evenhand.simulate.engine.abilities.selecting import number_of
from evenhand.simulate.engine.abilities.steps import go_on
from evenhand.simulate.engine.abilities.triggers import next_trigger
from evenhand.simulate.engine.agenda import begin_task, peek_task, pop_task
from evenhand.simulate.engine.hands import discard_from_hand, draw_top, leave_hand
from evenhand.simulate.engine.menu import Answer, offer, offer_cards, offer_numbers, offer_yes_or_no
from evenhand.simulate.engine.sets import EMPTY, add, each, first, has, remove, size
from evenhand.simulate.engine.state import NO_QUESTION, ask, is_over, note_could, note_played
from evenhand.simulate.games.divine_cross import battle, main_phase, turn
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS, Act, Question, Task
from evenhand.simulate.games.divine_cross.knockout import ask_to_promote, promote, settle
from evenhand.simulate.games.divine_cross.moving_cards import attach_energy, move_up, set_down
from evenhand.simulate.games.divine_cross.places import unit_at
from evenhand.simulate.games.divine_cross.setup import (
    ask_bonus_draw,
    check_opening_hand,
    lay_out,
    plan_bonus_draws,
    units_in_hand,
)

__all__ = ["apply", "legal_actions", "set_up", "standing"]

UNINTERRUPTED = (Task.PAY, Task.SWITCH, Task.DECK_OUT, Task.DISCARD_PLAYED)


@rule
def set_up(state, pool, options):
    """Lay out the game and run on to the first question."""
    lay_out(state, pool, options)
    run_on(state, pool, options)


@rule
def run_on(state, pool, options):
    """Do what needs no decision, up to the next question or the end."""
    while state.question == NO_QUESTION and not is_over(state):
        is_settling = state.active != NOTHING and not state.strike.on
        if is_settling and state.unsettled:
            settle(state, pool, options)
        elif is_settling and ask_to_promote(state):
            return
        elif state.n_triggers and is_quiet(state):
            next_trigger(state)
        else:
            do_task(state, pool, options, begin_task(state))
            look_again(state)


@rule
def look_again(state):
    """Have the KO check made anew where HP or attributes hang on what has just been done."""
    if state.hanging:
        state.unsettled = 1


@rule
def is_quiet(state):
    """Return whether waiting triggers may resolve: nothing is half done."""
    task = peek_task(state).task
    return not state.strike.on and task != ABILITY and task not in UNINTERRUPTED


@rule
def do_task(state, pool, options, item):
    """Take up the task on top of the agenda."""
    if item.task == ABILITY:
        go_on(state, pool, options, item)
        return
    match item.task:
        case Task.OPENING_HAND:
            check_opening_hand(state, pool, options, item.seat)
        case Task.BONUS_DRAWS:
            plan_bonus_draws(state, options)
        case Task.BONUS_DRAW:
            ask_bonus_draw(state, item)
        case Task.PLACE_MAIN:
            pop_task(state)
            ask(state, item.seat, Question.PLACE_MAIN)
        case Task.BEGIN_TURN:
            turn.begin_turn(state, pool, options, item.seat)
        case Task.DRAW_PHASE:
            turn.draw_phase(state, pool, options)
        case Task.MAIN_PHASE:
            ask(state, state.active, Question.MAIN_PHASE)
        case Task.BATTLE_PHASE:
            pop_task(state)
            ask(state, state.active, Question.BATTLE_PHASE)
        case Task.END_PHASE:
            turn.end_phase(state, pool, options, item)
        case Task.DISCARD_PLAYED:
            main_phase.discard_played(state, item)
        case Task.PAY:
            pay(state, item)
        case Task.SWITCH:
            pop_task(state)
            move_up(state, pool, item.spot)
        case Task.STRIKE:
            battle.strike(state, pool, options)
        case Task.END_SKILL:
            battle.end_skill(state)
        case Task.DECK_OUT:
            turn.deck_out(state, pool, options, item)


@rule
def pay(state, item):
    """Give up or move energy; its owner chooses which while there is a choice (A8)."""
    energy = unit_at(state, item.spot).energy
    if item.n == 0 or energy == EMPTY:
        pop_task(state)
    elif item.n >= size(energy):
        pay_card(state, item, first(energy))
    else:
        ask(state, item.spot // SLOTS, Question.PAY_ENERGY)


@rule
def pay_card(state, item, copy):
    """Give up or move one energy card."""
    unit = unit_at(state, item.spot)
    unit.energy = remove(unit.energy, copy)
    item.n -= 1
    if item.to == NOTHING:
        player = state.players[item.spot // SLOTS]
        player.discard = add(player.discard, copy)
    else:
        attach_energy(state, item.to // SLOTS, item.to % SLOTS, copy)


# Questions and their options


@rule
def legal_actions(state, pool, options, menu):
    """Offer all options of the question asked."""
    seat = state.seat
    match state.question:
        case Question.PLACE_MAIN:
            offer_cards(state, menu, Act.PLACE, seat, units_in_hand(state, pool, seat))
        case Question.BONUS_DRAW:
            offer_yes_or_no(state, menu)
        case Question.MAIN_PHASE:
            offer_main_phase(state, pool, options, menu)
        case Question.CHARGE_CARD | Question.HAND_LIMIT:
            offer_cards(state, menu, Answer.CARD, seat, state.players[seat].hand)
        case Question.CHARGE_UNIT | Question.ASSIST_UNIT:
            offer_own_units(state, options, menu)
        case Question.BATTLE_PHASE:
            offer_skills(state, pool, options, menu)
        case Question.PROMOTE:
            offer_standby(state, menu, Act.UNIT)
        case Question.PAY_ENERGY:
            energy = unit_at(state, peek_task(state).spot).energy
            offer_cards(state, menu, Answer.CARD, seat, energy)
        case Question.NEXT_MODIFIER:
            offer_numbers(state, menu, state.strike.n_modifiers)
        case _:
            offer_for_ability(state, pool, menu)


@rule
def offer_main_phase(state, pool, options, menu):
    """Offer the five actions of the Main Phase, and its end (R4)."""
    seat = state.seat
    player = state.players[seat]
    if player.main_actions < options.actions_cap:
        if main_phase.can_charge(state, seat):
            offer(menu, Act.CHARGE, seat, 0, NOTHING)
        offer_hand(state, pool, options, menu)
        offer_ex(state, pool, options, menu)
        if main_phase.can_retreat(state, pool, seat):
            offer_standby(state, menu, Act.RETREAT)
    offer(menu, Act.END_MAIN, seat, 0, NOTHING)


@rule
def offer_hand(state, pool, options, menu):
    """Offer the hand cards that can be played, each different card once."""
    seat = state.seat
    last = NOTHING
    for copy in each(state.players[seat].hand):
        row = state.card_of[seat, copy]
        if row != last and main_phase.can_play(state, pool, options, seat, copy):
            note_plays(state, pool, seat, copy)
            offer(menu, Act.PLAY_UNIT + pool.cards[row].type, seat, 0, copy)
        last = row


@rule
def note_plays(state, pool, seat, copy):
    """Record that what an Event or Action does could be used."""
    card = pool.cards[state.card_of[seat, copy]]
    if has(card.moments, Moment.PLAY):
        for number in range(card.n_abilities):
            note_could(state, seat, copy, number)


@rule
def offer_ex(state, pool, options, menu):
    """Offer the EX-Powers that can be used; ``copy`` is the number of the ability."""
    seat = state.seat
    for slot in range(SLOTS):
        unit = state.players[seat].units[slot]
        if unit.copy_id == NOTHING:
            continue
        card = pool.cards[state.card_of[seat, unit.copy_id]]
        if not has(card.moments, Moment.ACTIVATE):
            continue
        for number in range(card.n_abilities):
            if main_phase.can_use_ex(state, pool, options, seat, slot, number):
                note_could(state, seat, unit.copy_id, number)
                offer(menu, Act.USE_EX, seat, slot, number)


@rule
def offer_standby(state, menu, act):
    """Offer the own standby units."""
    for slot in range(MAIN + 1, SLOTS):
        if state.players[state.seat].units[slot].copy_id != NOTHING:
            offer(menu, act, state.seat, slot, NOTHING)


@rule
def offer_own_units(state, options, menu):
    """Offer the own units that can take the card in question."""
    for slot in range(SLOTS):
        if state.question == Question.CHARGE_UNIT:
            fits = state.players[state.seat].units[slot].copy_id != NOTHING
        else:
            fits = main_phase.assist_fits(state, options, state.seat, slot)
        if fits:
            offer(menu, Act.UNIT, state.seat, slot, NOTHING)


@rule
def offer_skills(state, pool, options, menu):
    """Offer the skills that can be used, and using none (R9)."""
    for skill in range(pool.cards[0].skill_cost.size):
        if battle.can_use_skill(state, pool, options, state.seat, skill):
            note_skill(state, pool, state.seat, skill)
            offer(menu, Act.SKILL, state.seat, skill, NOTHING)
    offer(menu, Act.NO_SKILL, state.seat, 0, NOTHING)


@rule
def note_skill(state, pool, seat, skill):
    """Record that the ability of a skill could be used."""
    copy = state.players[seat].units[MAIN].copy_id
    row = pool.cards[state.card_of[seat, copy]].striking[skill]
    if row != NOTHING:
        note_could(state, seat, copy, number_of(state, pool, seat, copy, row))


# Answers


@rule
def apply(state, pool, options, action):
    """Carry out an answer and run on."""
    question = state.question
    state.question = NO_QUESTION
    match question:
        case Question.PLACE_MAIN:
            place_main(state, pool, action.copy_id)
        case Question.BONUS_DRAW:
            if action.kind == Answer.YES and state.players[state.seat].n_deck:
                draw_top(state, state.seat)
        case Question.MAIN_PHASE:
            act(state, pool, options, action)
        case Question.CHARGE_CARD:
            state.held_copy = action.copy_id
            ask(state, state.seat, Question.CHARGE_UNIT)
        case Question.CHARGE_UNIT:
            main_phase.charge(state, pool, options, action.slot, state.held_copy)
        case Question.ASSIST_UNIT:
            main_phase.play_assist(state, pool, action.slot, state.held_copy)
        case Question.BATTLE_PHASE:
            if action.kind == Act.SKILL:
                battle.use_skill(state, pool, state.seat, action.slot)
        case Question.PROMOTE:
            promote(state, pool, state.seat, action.slot)
        case Question.HAND_LIMIT:
            discard_from_hand(state, state.seat, action.copy_id)
        case Question.PAY_ENERGY:
            pay_card(state, peek_task(state), action.copy_id)
        case Question.NEXT_MODIFIER:
            battle.apply_modifier(state.strike, action.slot)
        case _:
            answer_for_ability(state, question, action)
    look_again(state)
    run_on(state, pool, options)


@rule
def place_main(state, pool, copy):
    """Put the first main unit down (R18); both are turned up together, no one reacts."""
    leave_hand(state.players[state.seat], copy)
    note_played(state, state.seat, copy)
    set_down(state, pool, state.seat, MAIN, copy)


@rule
def act(state, pool, options, action):
    """Carry out an action of the Main Phase (R4)."""
    state.players[state.seat].main_actions += 1
    match action.kind:
        case Act.CHARGE:
            ask(state, state.seat, Question.CHARGE_CARD)
        case Act.PLAY_UNIT:
            main_phase.play_unit(state, pool, options, action.copy_id)
        case Act.PLAY_EVENT | Act.PLAY_ACTION:
            main_phase.play_card(state, pool, action.copy_id)
        case Act.PLAY_ASSIST:
            state.held_copy = action.copy_id
            ask(state, state.seat, Question.ASSIST_UNIT)
        case Act.USE_EX:
            main_phase.use_ex(state, pool, action.slot, action.copy_id)
        case Act.RETREAT:
            main_phase.retreat(state, pool, action.slot)
        case _:
            pop_task(state)


@rule
def standing(state, pool, options, seat):
    """Return how well a player stands: 100 a KO, and one for each 10 HP left on the table."""
    worth = 100 * size(state.players[1 - seat].ko)
    for slot in range(SLOTS):
        unit = state.players[seat].units[slot]
        if unit.copy_id != NOTHING:
            worth += (pool.cards[state.card_of[seat, unit.copy_id]].hp - unit.damage) // 10
    return worth

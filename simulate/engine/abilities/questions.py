"""The questions of abilities: offer their options, and apply the answers."""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import AbilityQuestion
from evenhand.simulate.engine.abilities.steps import answer_may, take_card, take_place
from evenhand.simulate.engine.abilities.triggers import take_trigger
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.menu import (
    Answer,
    offer,
    offer_cards,
    offer_enough,
    offer_numbers,
    offer_yes_or_no,
)
from evenhand.simulate.engine.sets import each, load
from evenhand.simulate.engine.state import ask

__all__ = ["answer_for_ability", "offer_for_ability"]


@rule
def offer_for_ability(state, pool, menu):
    """Offer all options of a question that an ability asks."""
    match state.question:
        case AbilityQuestion.MAY:
            offer_yes_or_no(state, menu)
        case AbilityQuestion.MODE:
            offer_numbers(state, menu, pool.abilities[peek_task(state).ability].n_modes)
        case AbilityQuestion.PICK_PLACE:
            for place in each(load(state.pick.places_offered)):
                offer(menu, Answer.PLACE, state.seat, place, NOTHING)
            offer_enough_if_allowed(state, menu)
        case AbilityQuestion.PICK_CARD:
            offer_cards(state, menu, Answer.CARD, state.pick.seat, state.pick.cards_offered)
            offer_enough_if_allowed(state, menu)
        case AbilityQuestion.AMOUNT:
            offer_numbers(state, menu, state.named + 1)
        case AbilityQuestion.NEXT_TRIGGER:
            offer_triggers(state, menu)


@rule
def offer_enough_if_allowed(state, menu):
    """Offer to stop choosing if the selector is "up to"."""
    if state.pick.up_to:
        offer_enough(state, menu)


@rule
def offer_triggers(state, menu):
    """Offer the waiting triggers of the player asked, by their numbers."""
    for number in range(state.n_triggers):
        if state.triggers[number].seat == state.seat:
            offer(menu, Answer.OPTION, state.seat, number, NOTHING)


@rule
def answer_for_ability(state, question, action):
    """Apply the answer to the question of an ability."""
    item = peek_task(state)
    match question:
        case AbilityQuestion.MAY:
            answer_may(state, item, action.kind == Answer.YES)
        case AbilityQuestion.MODE:
            item.mode = action.slot + 1
        case AbilityQuestion.PICK_PLACE:
            if action.kind != Answer.ENOUGH:
                take_place(state, action.slot)
                ask_again(state, question)
        case AbilityQuestion.PICK_CARD:
            if action.kind != Answer.ENOUGH:
                take_card(state, action.copy_id)
                ask_again(state, question)
        case AbilityQuestion.AMOUNT:
            state.named = action.slot
        case AbilityQuestion.NEXT_TRIGGER:
            take_trigger(state, action.slot)


@rule
def ask_again(state, question):
    """Ask for the next choice while more are left."""
    if state.pick.left > 0:
        ask(state, state.seat, question)

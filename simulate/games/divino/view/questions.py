"""What is asked in DIVINO, and what can be answered, in words."""

from typing import Any

from evenhand.decks.divino.words import MANA, Mode, plane_word
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.sets import MOST, has
from evenhand.simulate.games.divino.enums import Act, Kind, Question, Step, Task
from evenhand.simulate.games.divino.in_play.places import is_on_stack, item_at
from evenhand.simulate.view.abilities import (
    ABILITY_PHRASES,
    ability_option,
    ability_question,
    ability_text,
)
from evenhand.simulate.view.fields import Part
from evenhand.simulate.view.names import player_title

__all__ = ["PHRASES", "option", "question"]

# Questions


QUESTIONS = {
    Question.DEMIGOD_ORDER: "which Demigod stands next",
    Question.STARTING_CARD: "which starting card to take",
    Question.MULLIGAN: "draw a new hand",
    Question.WAY_TO_PAY: "pay with energy or mana",
    Question.PAYER: "who pays",
    Question.MANA_SOURCE: "what pays the next mana",
    Question.SET_PHASE: "Set Phase",
    Question.ATTACK: "who attacks",
    Question.ATTACK_WHAT: "what is attacked",
    Question.BLOCK: "who blocks",
    Question.BLOCK_WHAT: "who is blocked",
    Question.SUMMON: "pay for the Deity now",
    Question.SACRIFICE: "which combat card is given up",
    Question.DISCARD: "which card is discarded",
    Question.HAND_LIMIT: "which card is discarded at the end of the turn",
    Question.MANA_PLANE: "which mana",
    Question.MAY_PAY: "pay for it",
}


STEPS = {
    Step.UPKEEP: "the Upkeep",
    Step.DRAW: "the Draw Step",
    Step.MAIN_1: "Main Phase I",
    Step.BEGINNING_OF_COMBAT: "the Beginning of Combat",
    Step.ATTACKERS: "Declare Attackers",
    Step.BLOCKERS: "Declare Blockers",
    Step.DAMAGE: "Combat Damage",
    Step.END_OF_COMBAT: "the End of Combat",
    Step.MAIN_2: "Main Phase II",
    Step.END_OF_TURN: "the End of Turn",
}


def question(part: Part) -> str:
    """Return what is asked."""
    state, item = part.state, peek_task(part.state)
    match state.question:
        case Question.PRIORITY:
            return f"priority in {STEPS[state.step]}"
        case Question.MAIN_PHASE:
            return STEPS[state.step]
        case Question.SET_MODE:
            return f"which mode for {part.name_of(item.seat, item.copy_id)}"
        case Question.MAY_PAY:
            return f"pay {int(item.n)} energy"
        case Question.SPLIT:
            return f"who gets the next point of {splitter(part, item)}"
    return QUESTIONS.get(state.question) or ability_question(part, "card")


def splitter(part: Part, item: Any) -> str:
    """Say whose damage is split."""
    if item.task != Task.SPLIT:
        return "damage"
    return f"{part.name_of(item.place // MOST, item.place % MOST)}'s damage"


# Options


SAID = {
    Act.PLAY: "play {card}",
    Act.EQUIP: "equip {card}",
    Act.SUMMON: "summon the Deity of {card}",
    Act.PASS: "pass",
    Act.PASS_ON: "pass until an enemy acts",
    Act.ENERGY: "energy",
    Act.MANA: "mana",
    Act.ATTACK_MODE: "attack mode",
    Act.DEFENSE_MODE: "defense mode",
}
FIGHTS = {Question.ATTACK: "attack with {card}", Question.BLOCK: "block with {card}"}
DONE = {
    Question.PRIORITY: "pass",
    Question.MAIN_PHASE: "go on",
    Question.SET_PHASE: "go on",
    Question.ATTACK: "no more attackers",
    Question.BLOCK: "no more blockers",
}
PLANES = tuple(plane_word(plane) for plane in MANA)
PHRASES = frozenset(
    {
        *SAID.values(), *FIGHTS.values(), *DONE.values(), *ABILITY_PHRASES, *PLANES,
        "use {card}", "tap {card}", "put {card} into attack mode", "put {card} into defense mode",
        *(f"{plane} from the pool" for plane in PLANES),
        *(f"tap {{card}} for {plane}" for plane in PLANES),
        "{card}'s ability", "enemy {card}'s ability",
        "Player {n}'s {card}", "Player {n}'s {card}'s ability",
    }
)  # fmt: skip


def option(part: Part, action: Any) -> str:
    """Say one option."""
    asked, kind = part.state.question, action.kind
    match kind:
        case Act.PASS:
            return DONE[asked]
        case Act.USE:
            return use_text(part, action)
        case Act.POOL:
            return f"{PLANES[action.slot]} from the pool"
        case Act.TAP:
            name = part.name_of(action.seat, action.copy_id)
            is_payment = asked == Question.MANA_SOURCE
            return f"tap {name}" if is_payment else f"tap {name} for {PLANES[action.slot]}"
        case Act.CHANGE:
            player = part.state.players[action.seat]
            into = Mode.ATTACK if has(int(player.defense), action.copy_id) else Mode.DEFENSE
            name = part.name_of(action.seat, action.copy_id)
            return f"put {name} into {into.name.lower()} mode"
        case Act.FIGHT:
            return FIGHTS[asked].format(card=part.name_of(action.seat, action.copy_id))
        case Answer.OPTION if asked == Question.MANA_PLANE:
            return PLANES[action.slot]
    if kind in SAID:
        name = "" if action.copy_id == NOTHING else part.name_of(action.seat, action.copy_id)
        return SAID[Act(kind)].format(card=name)
    return ability_option(part, action, place_name)


def use_text(part: Part, action: Any) -> str:
    """Return which ability of which card is used."""
    card = int(part.state.card_of[action.seat, action.copy_id])
    text = ability_text(part, card, int(action.slot))
    return f"use {part.name_of(action.seat, action.copy_id)}: {text}"


def place_name(part: Part, where: int) -> str:
    """Name what is at a place, and whose it is if not one's own."""
    state = part.state
    if is_on_stack(state, where):
        stack_item = item_at(state, where)
        seat, copy = int(stack_item.seat), int(stack_item.copy_id)
        is_card = stack_item.kind in (Kind.CARD, Kind.SPELL)
        name = part.name_of(seat, copy) + ("" if is_card else "'s ability")
    else:
        seat = where // MOST
        name = part.name_of(seat, where % MOST)
    if seat == state.seat:
        return name
    return f"enemy {name}" if len(state.players) == 2 else f"{player_title(seat)}'s {name}"

"""Divine Cross in words: the table, the questions and the options."""

from typing import Any

from evenhand.decks.divine_cross.words import Attribute, Verb
from evenhand.simulate.engine.abilities.changes import note_changes
from evenhand.simulate.engine.agenda import push_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.games.divine_cross import rules
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS, Act, Question, Task
from evenhand.simulate.games.divine_cross.moving_cards import clear
from evenhand.simulate.games.divine_cross.places import spot, spot_of, unit_at
from evenhand.simulate.games.divine_cross.units import hp_of, print_attributes
from evenhand.simulate.view.abilities import (
    ABILITY_PHRASES,
    ability_option,
    ability_question,
    ability_text,
    changes_in_force,
    tell_waiting,
    verb_words,
)
from evenhand.simulate.view.fields import Derived, Flag, Number, Part, Seat
from evenhand.simulate.view.view import View
from evenhand.simulate.view.zones import CardPlace, CardSet, Marked, OneCard, Pile, Row

__all__ = ["VIEW"]


def hp(part: Part) -> int:
    """Return a unit's HP as they are now."""
    return int(
        hp_of(
            part.state, part.sight.packed_pool, spot_of(part.state, part.seat, part.record.copy_id)
        )
    )


def attribute(part: Part) -> str:
    """Name a unit's attributes as they are now."""
    found = int(part.record.attribute)
    return " ".join(str(one.name).capitalize() for one in Attribute if one & found)


UNIT = (
    OneCard("unit", "copy_id"),
    Number("damage"),
    CardSet("energy"),
    OneCard("assist"),
    Flag("stunned"),
    Derived("hp", work_out=hp, silent=True),
    Derived("attribute", work_out=attribute, silent=True),
)


def word(verb: int, number: int) -> str:
    """Name the attribute that a change gives, or gives advantage over."""
    has_word = verb in (Verb.IS_ALSO, Verb.HAS_ADVANTAGE)
    return str(Attribute(number).name).lower() if has_word else ""


# Laying out


def blank(state: Any, options: Any) -> None:
    """Empty the table; it is turn 3, and everything a turn allows is still to be had."""
    state.turn = 3
    for player in state.players:
        player.charges = options.charges_per_turn
        player.events = options.events_per_turn
        player.retreats = options.retreats_per_turn
        for place in player.units:
            clear(place)


PHASES = {
    "main": Task.MAIN_PHASE,
    "draw": Task.DRAW_PHASE,
    "battle": Task.BATTLE_PHASE,
    "end": Task.END_PHASE,
}
TURN = (Task.DRAW_PHASE, Task.MAIN_PHASE, Task.BATTLE_PHASE, Task.END_PHASE)


def begin(state: Any, pool: Any, options: Any, phase: str) -> None:
    """Go on from the beginning of a phase."""
    for task in reversed(TURN[TURN.index(PHASES[phase]) :]):
        push_task(state, task).n = 0
    print_attributes(state, pool)
    note_changes(state, pool)
    rules.run_on(state, pool, options)


# Questions


QUESTIONS = {
    Question.PLACE_MAIN: "which unit begins in the Main Area",
    Question.BONUS_DRAW: "draw a card for the enemy's mulligan",
    Question.MAIN_PHASE: "Main Phase",
    Question.CHARGE_CARD: "charge: which card",
    Question.CHARGE_UNIT: "charge: under which unit",
    Question.ASSIST_UNIT: "Assist: onto which unit",
    Question.BATTLE_PHASE: "Battle Phase",
    Question.PROMOTE: "who moves up into the Main Area",
    Question.PAY_ENERGY: "which energy goes",
    Question.NEXT_MODIFIER: "which change of the damage applies next",
    Question.HAND_LIMIT: "which card is discarded at the end of the turn",
}


def question(part: Part) -> str:
    """Return what is asked."""
    return QUESTIONS.get(part.state.question) or ability_question(part, "unit")


# Options


SAID = {
    Act.PLACE: "{card}",
    Act.CHARGE: "charge",
    Act.PLAY_UNIT: "play {card}",
    Act.PLAY_EVENT: "play {card}",
    Act.PLAY_ACTION: "play {card}",
    Act.PLAY_ASSIST: "play {card}",
    Act.USE_EX: "use {card}",
    Act.RETREAT: "retreat to {card}",
    Act.END_MAIN: "end main phase",
    Act.UNIT: "{card}",
    Act.SKILL: "skill {n}",
    Act.NO_SKILL: "no skill",
}
PHRASES = frozenset(
    {
        *SAID.values(),
        *ABILITY_PHRASES,
        "deals double",
        "takes half",
        "takes none",
        "deals {n}",
        "takes {n}",
    }
)


def option(part: Part, action: Any) -> str:
    """Say one option."""
    match action.kind:
        case Act.UNIT | Act.RETREAT:
            return SAID[Act(action.kind)].format(
                card=unit_name(part, spot(action.seat, action.slot))
            )
        case Act.USE_EX:
            return ex_power(part, action)
        case Act.SKILL:
            return f"skill {action.slot + 1}: {skill_name(part, int(action.slot))}"
        case Answer.OPTION if part.state.question == Question.NEXT_MODIFIER:
            return verb_words(Verb, word, part.state.strike.modifiers[action.slot])
    if action.kind in SAID:
        return SAID[Act(action.kind)].format(card=part.name_of(action.seat, action.copy_id))
    return ability_option(part, action, unit_name)


def unit_name(part: Part, place: int) -> str:
    """Name the unit at a spot, and whose it is if not one's own."""
    seat = place // SLOTS
    name = part.name_of(seat, unit_at(part.state, place).copy_id)
    return name if seat == part.state.seat else f"enemy {name}"


def ex_power(part: Part, action: Any) -> str:
    """Return which EX-Power of a unit is used."""
    unit = part.state.players[action.seat].units[action.slot]
    card = int(part.state.card_of[action.seat, unit.copy_id])
    text = ability_text(part, card, action.copy_id)
    return f"use {part.name_of(action.seat, unit.copy_id)}: {text}"


def skill_name(part: Part, skill: int) -> str:
    """Name a skill of the main unit of the player asked."""
    seat = int(part.state.seat)
    copy = part.state.players[seat].units[MAIN].copy_id
    card = part.sight.pool.cards[int(part.state.card_of[seat, copy])]
    return str(getattr(card, f"skill{skill + 1}"))


VIEW = View(
    table=(
        Number("turn", silent=True),
        Seat("active", silent=True),
        Derived("changes", work_out=changes_in_force(Verb, word)),
        Derived("waiting", work_out=tell_waiting, silent=True),
    ),
    player=(
        CardPlace("main", "units", MAIN, UNIT),
        Row("standby", "units", range(MAIN + 1, SLOTS), UNIT),
        CardSet("hand"),
        Pile("deck", count="n_deck"),
        CardSet("discard"),
        CardSet("ko"),
        CardSet("using"),
        Marked("shown", zone="hand", silent=True),
        Number("actions", "main_actions", silent=True),
        Number("charges", silent=True),
        Number("events", silent=True),
        Number("retreats", silent=True),
        Number("reveals"),
    ),
    given={"deck": 8},
    filler={
        "name": "Filler",
        "title": "Fillers",
        "type": "Unit",
        "hp": "300",
        "attribute": "Red",
        "retreat": "1",
        "skill1": "Hit",
        "skill1_cost": "0",
        "skill1_damage": "100",
    },
    phases=tuple(PHASES),
    blank=blank,
    begin=begin,
    question=question,
    option=option,
    phrases=PHRASES,
)

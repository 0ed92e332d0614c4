"""Abilities in words: questions, options, waiting triggers and lasting changes."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from evenhand.decks.language import mode_text, sentence
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.abilities.changes import FOREVER
from evenhand.simulate.engine.abilities.enums import AbilityQuestion
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.view.fields import Part
from evenhand.simulate.view.names import player_title

__all__ = [
    "ABILITY_PHRASES",
    "ability_of",
    "ability_option",
    "ability_question",
    "ability_text",
    "changes_in_force",
    "tell_waiting",
    "verb_words",
]  # fmt: skip

QUESTIONS = {
    AbilityQuestion.MODE: "which of these",
    AbilityQuestion.PICK_CARD: "which card",
    AbilityQuestion.AMOUNT: "how much",
}
OPTION_TEXTS = {
    Answer.YES: "yes",
    Answer.NO: "no",
    Answer.CARD: "{card}",
    Answer.OPTION: "option {n}",
    Answer.ENOUGH: "enough",
}
ABILITY_PHRASES = frozenset({*OPTION_TEXTS.values(), "enemy {card}", "{n}"})


def ability_of(part: Part, source: Any) -> str:
    """Describe an ability by its card and its text."""
    card = int(part.state.card_of[source.seat, source.copy_id])
    number = int(source.ability) - int(part.sight.pool.records[card]["first_ability"])
    return f"{part.sight.pool.labels[card]}: {ability_text(part, card, number)}"


def ability_text(part: Part, card: int, number: int) -> str:
    """Return the text of one of a card's abilities; ``card`` is its row of the pool."""
    pool = part.sight.pool
    return sentence(pool.cards[card].abilities[number], pool.schema.vocabulary).rstrip(".")


def tell_waiting(part: Part) -> list[str]:
    """List the triggered abilities that wait, in words."""
    return [ability_of(part, part.state.triggers[i]) for i in range(part.state.n_triggers)]


def changes_in_force(verbs: type[IntEnum], word: Callable[[int, int], str]) -> Callable:
    """Make a function that lists the lasting changes in force, in words.

    ``word(verb, number)`` returns the word of a verb that takes one, and "" for other verbs.
    """

    def changes(part: Part) -> list[str]:
        return [change(part, part.state.lasting[i]) for i in range(part.state.n_lasting)]

    def change(part: Part, lasting: Any) -> str:
        copy, seat = int(lasting.copy_id), int(lasting.seat)
        owner = player_title(seat)
        whom = owner if copy == NOTHING else f"{owner}'s {part.name_of(seat, copy)}"
        is_forever = lasting.last_turn == FOREVER
        end = "while in play" if is_forever else f"through turn {lasting.last_turn}"
        return f"{whom}: {verb_words(verbs, word, lasting)}, {end}"

    return changes


def verb_words(verbs: type[IntEnum], word: Callable[[int, int], str], changed: Any) -> str:
    """Describe a verb of a lasting change, with its amount or word."""
    verb, amount = verbs(int(changed.verb)), int(changed.amount)
    words = verb.name.lower().replace("_", " ")
    named = word(verb, amount)
    if named:
        return f"{words} {named}"
    return f"{words} {amount:+d}" if amount else words


def ability_question(part: Part, thing: str) -> str:
    """Return an ability's question; ``thing`` is the game's word for something in play."""
    asked = AbilityQuestion(part.state.question)
    if asked == AbilityQuestion.NEXT_TRIGGER:
        return "which ability goes first"
    source = peek_task(part.state)
    if asked == AbilityQuestion.MAY:
        return f"do this: {ability_of(part, source)}"
    question = QUESTIONS.get(asked, f"which {thing}")
    return f"{part.name_of(source.seat, source.copy_id)}: {question}"


def ability_option(part: Part, action: Any, name: Callable[[Part, int], str]) -> str:
    """Describe an option of any question; ``name`` returns the name of the card at a place."""
    match action.kind:
        case Answer.PLACE:
            return name(part, int(action.slot))
        case Answer.OPTION:
            return describe_number(part, int(action.slot))
    return OPTION_TEXTS[Answer(action.kind)].format(card=part.name_of(action.seat, action.copy_id))


def describe_number(part: Part, number: int) -> str:
    """Describe an option that is a number: a trigger, a mode or an amount."""
    match part.state.question:
        case AbilityQuestion.NEXT_TRIGGER:
            return ability_of(part, part.state.triggers[number])
        case AbilityQuestion.MODE:
            return f"option {number + 1}: {describe_mode(part, number + 1)}"
    return str(number)


def describe_mode(part: Part, number: int) -> str:
    """Describe one option of "choose one", counted from 1."""
    item, pool = peek_task(part.state), part.sight.pool
    row = int(part.state.card_of[item.seat, item.copy_id])
    ability = pool.cards[row].abilities[int(item.ability) - int(pool.records[row]["first_ability"])]
    return mode_text(ability, number, pool.schema.vocabulary)

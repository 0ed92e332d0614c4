"""Divine Cross in words: the table, the questions and the options."""

from typing import Any

from decks.divine_cross.words import Attribute, Verb
from decks.language import mode_text, sentence
from decks.records import NOTHING
from simulate.engine.agenda import plan
from simulate.engine.fields import Derived, Flag, Number, Part, Seat
from simulate.engine.view import View
from simulate.engine.zones import CardSet, Marked, OneCard, Pile, Place, Row
from simulate.games.divine_cross import rules
from simulate.games.divine_cross.changes import FOREVER, hp_of, note_changes, print_attributes
from simulate.games.divine_cross.moves import clear
from simulate.games.divine_cross.selecting import spot_of
from simulate.games.divine_cross.words import MAIN, SLOTS, Act, Question, Task

__all__ = ["VIEW"]


def hp(part: Part) -> int:
    """Give a unit's HP as they are now."""
    return int(
        hp_of(part.state, part.sight.table, spot_of(part.state, part.seat, part.record.copy_id))
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


def changes_in_force(part: Part) -> list[str]:
    """List the changes that effects have made for a while."""
    return [change(part, part.state.lasting[i]) for i in range(part.state.n_lasting)]


def change(part: Part, lasting: Any) -> str:
    """Tell one of them."""
    copy, seat = int(lasting.copy_id), int(lasting.seat)
    whom = f"player_{seat + 1}" if copy == NOTHING else part.name_of(seat, copy)
    end = "while in play" if lasting.last_turn == FOREVER else f"through turn {lasting.last_turn}"
    return f"{whom}: {verb_words(lasting)}, {end}"


def verb_words(changed: Any) -> str:
    """Tell a verb that changes something, with its amount or word."""
    verb, amount = Verb(int(changed.verb)), int(changed.amount)
    words = verb.name.lower().replace("_", " ")
    if verb in (Verb.IS_ALSO, Verb.HAS_ADVANTAGE):
        return f"{words} {Attribute(amount).name}".lower()
    return f"{words} {amount:+d}" if amount else words


def waiting(part: Part) -> list[str]:
    """List the triggered abilities that wait."""
    return [ability_of(part, part.state.triggers[i]) for i in range(part.state.n_triggers)]


def ability_of(part: Part, source: Any) -> str:
    """Tell an ability: its card and its text."""
    row = int(part.state.card_of[source.seat, source.copy_id])
    number = int(source.ability) - int(part.sight.pool.records[row]["first_ability"])
    text = sentence(part.sight.pool.cards[row].abilities[number], part.sight.pool.schema.vocabulary)
    return f"{part.sight.pool.labels[row]}: {text.rstrip('.')}"


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


def begin(state: Any, table: Any, options: Any, phase: str) -> None:
    """Go on from the beginning of a phase."""
    for task in reversed(TURN[TURN.index(PHASES[phase]) :]):
        plan(state, task).n = 0
    print_attributes(state, table)
    note_changes(state, table)
    rules.run_on(state, table, options)


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
    Question.MAY: "do this",
    Question.MODE: "which of these",
    Question.PICK_UNIT: "which unit",
    Question.PICK_CARD: "which card",
    Question.NEXT_TRIGGER: "which ability goes first",
    Question.NEXT_MODIFIER: "which change of the damage applies next",
    Question.AMOUNT: "how much",
    Question.HAND_LIMIT: "which card is discarded at the end of the turn",
}
ABOUT_AN_ABILITY = (
    Question.MAY, Question.MODE, Question.PICK_UNIT, Question.PICK_CARD, Question.AMOUNT,
)  # fmt: skip


def question(part: Part) -> str:
    """Say what is asked, and for which ability."""
    state = part.state
    asked = Question(state.question)
    if asked in ABOUT_AN_ABILITY:
        source = state.agenda[state.n_tasks - 1]
        if asked == Question.MAY:
            return f"do this: {ability_of(part, source)}"
        return f"{part.name_of(source.seat, source.copy_id)}: {QUESTIONS[asked]}"
    return QUESTIONS[asked]


# Options


SAID = {
    Act.PLACE: "{card}",
    Act.YES: "yes",
    Act.NO: "no",
    Act.CHARGE: "charge",
    Act.PLAY_UNIT: "play {card}",
    Act.PLAY_EVENT: "play {card}",
    Act.PLAY_ACTION: "play {card}",
    Act.PLAY_ASSIST: "play {card}",
    Act.USE_EX: "use {card}",
    Act.RETREAT: "retreat to {card}",
    Act.END_MAIN: "end main phase",
    Act.CARD: "{card}",
    Act.UNIT: "{card}",
    Act.SKILL: "skill {n}",
    Act.NO_SKILL: "no skill",
    Act.OPTION: "option {n}",
    Act.ENOUGH: "enough",
}
PHRASES = frozenset(
    {
        *SAID.values(),
        "enemy {card}",
        "{n}",
        "deals double",
        "takes half",
        "takes none",
        "deals {n}",
        "takes {n}",
    }
)


def option(part: Part, action: Any) -> str:
    """Say one option."""
    act = Act(action.kind)
    match act:
        case Act.UNIT | Act.RETREAT | Act.USE_EX:
            return about_unit(part, act, action)
        case Act.SKILL:
            return f"skill {action.slot + 1}: {skill_name(part, int(action.slot))}"
        case Act.OPTION:
            return numbered(part, int(action.slot))
    return SAID[act].format(card=part.name_of(action.seat, action.copy_id))


def about_unit(part: Part, act: Act, action: Any) -> str:
    """Say an option that is about a unit in play."""
    unit = part.state.players[action.seat].units[action.slot]
    said = SAID[act].format(card=part.name_of(action.seat, unit.copy_id))
    if act == Act.USE_EX:
        row = int(part.state.card_of[action.seat, unit.copy_id])
        ability = part.sight.pool.cards[row].abilities[action.copy_id]
        return f"{said}: {sentence(ability, part.sight.pool.schema.vocabulary).rstrip('.')}"
    return said if action.seat == part.state.seat else f"enemy {said}"


def skill_name(part: Part, skill: int) -> str:
    """Name a skill of the main unit of the player asked."""
    seat = int(part.state.seat)
    copy = part.state.players[seat].units[MAIN].copy_id
    card = part.sight.pool.cards[int(part.state.card_of[seat, copy])]
    return str(getattr(card, f"skill{skill + 1}"))


def numbered(part: Part, number: int) -> str:
    """Say an option that is the number of something."""
    state = part.state
    match state.question:
        case Question.NEXT_TRIGGER:
            return ability_of(part, state.triggers[number])
        case Question.NEXT_MODIFIER:
            return verb_words(state.strike.modifiers[number])
        case Question.MODE:
            return f"option {number + 1}: {mode(part, number + 1)}"
    return str(number)


def mode(part: Part, number: int) -> str:
    """Say one option of "choose one"."""
    item = part.state.agenda[part.state.n_tasks - 1]
    pool = part.sight.pool
    row = int(part.state.card_of[item.seat, item.copy_id])
    ability = pool.cards[row].abilities[int(item.ability) - int(pool.records[row]["first_ability"])]
    return mode_text(ability, number, pool.schema.vocabulary)


VIEW = View(
    table=(
        Number("turn", silent=True),
        Seat("active", silent=True),
        Derived("changes", work_out=changes_in_force),
        Derived("waiting", work_out=waiting, silent=True),
    ),
    player=(
        Place("main", "units", MAIN, UNIT),
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

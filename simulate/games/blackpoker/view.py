"""BlackPoker in words: the table, the questions and the options."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import add, each, first, has
from evenhand.simulate.engine.stack import find_item, give_priority
from evenhand.simulate.games.blackpoker import rules
from evenhand.simulate.games.blackpoker.enums import (
    BULWARK,
    DECK_SLOTS,
    PLACES,
    SEATS,
    Act,
    Deed,
    Question,
)
from evenhand.simulate.games.blackpoker.moving_cards import note_cards
from evenhand.simulate.games.blackpoker.places import (
    number_of,
    put_soldiers,
    put_walls,
    soldiers_of,
    walls_of,
)
from evenhand.simulate.view.dealer import Dealer
from evenhand.simulate.view.fields import Derived, Flag, Held, Number, Part, Seat
from evenhand.simulate.view.view import View
from evenhand.simulate.view.zones import CardSet, Marked, OneCard, Pile, Spread

__all__ = ["VIEW"]

# The grave


@dataclass(frozen=True)
class Grave(CardSet):
    """A pile of which only the top card has a place; it stands first."""

    def copies(self, part: Part) -> list[int]:
        """List the copies, the top one first, the others lowest first."""
        top = int(part.record["top"])
        return sorted(super().copies(part), key=lambda copy: (copy != top, copy))

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Deal the cards onto it; the first named is the top one."""
        copies = dealer.cards(part.seat, value, place)
        for copy in copies:
            part.record[self.at] = add(int(part.record[self.at]), copy)
        part.record["top"] = copies[0] if copies else NOTHING

    def is_unsound(self, records: Any) -> np.ndarray:
        """Look for a top card that is not there."""
        cards, top = records[self.at], records["top"].astype(np.int64)
        is_inside = (cards >> np.maximum(top, 0) & 1).astype(bool) & (top != NOTHING)
        return np.asarray(np.where(cards == 0, top != NOTHING, ~is_inside))


def top_of_grave(part: Part) -> str:
    """Name the one card of the grave that everybody may look at, "" for none (C24)."""
    top = int(part.record["top"])
    return "" if top == NOTHING else part.name_of(part.seat, top)


# The stage


@dataclass(frozen=True)
class Stage(Derived):
    """Deeds that wait, and the one that is being announced or carried out, with their keys."""

    def show(self, part: Part) -> list[str]:
        """Tell the deeds on the stage, the top one last."""
        state = part.state
        return [told(part, state.stack[i]) for i in range(state.n_stack)]

    def cards(self, part: Part) -> Iterator[Held]:
        """Go through the key cards."""
        state = part.state
        for request in [*state.stack[: state.n_stack], *state.current]:
            for copy in each(int(request.keys)):
                yield Held(int(request.seat), int(copy), self.words)

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Yield what waits."""
        yield self.words, self.show(part)

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Refuse."""
        dealer.complain(place, "deeds come to the stage by answers and cannot be laid down")

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Go through the key cards of each request."""
        waiting = [
            (records["stack"][:, place], records["n_stack"] > place)
            for place in range(int(records["n_stack"].max(initial=0)))
        ]
        for request, is_there in [*waiting, (records["current"][:, 0], True)]:
            for owner in range(SEATS):
                yield owner, np.where(is_there & (request["seat"] == owner), request["keys"], 0)


NAMES = {
    Deed.SET_BULWARK: "bulwark set",
    Deed.SUMMON_SOLDIER: "soldier summon",
    Deed.SUMMON_HERO: "hero summon",
    Deed.SUMMON_ACE: "ace summon",
    Deed.JUDGEMENT: "damage judgement",
    Deed.BREAK: "bulwark break",
    Deed.GENERATION_CHANGE: "generation change",
}


def deed_name(deed: int) -> str:
    """Name a deed."""
    return NAMES.get(Deed(deed), Deed(deed).name.lower())


def told(part: Part, request: Any) -> str:
    """Tell a request: the deed, its key cards, and what it is aimed at."""
    said = brief(part, request)
    aim = aim_of(part, request)
    return f"{said} on {aim}" if aim else said


def aim_of(part: Part, request: Any) -> str:
    """Return what a request is aimed at, "" for nothing or for what has left."""
    if request.deed == Deed.COUNTER:
        place = int(find_item(part.state, request.target_mark))
        return "" if place == NOTHING else brief(part, part.state.stack[place])
    if request.target == NOTHING:
        return ""
    whose = "own " if request.seat == request.target_seat else "enemy "
    return whose + character(part, request.target_seat, request.target)


def brief(part: Part, request: Any) -> str:
    """Tell a request by its deed and key cards, those of two in the order of suits."""
    suits = part.state.players[request.seat].of_suit
    keys = [copy for suit in suits for copy in each(int(suit & request.keys))]
    names = " + ".join(part.name_of(request.seat, copy) for copy in keys)
    return f"{deed_name(request.deed)} {names}".strip()


def character(part: Part, seat: int, character: int) -> str:
    """Name a soldier by its first card, a bulwark by its card."""
    copy = character
    if character >= BULWARK:
        copy = part.state.players[seat].bulwark[character - BULWARK]
    return part.name_of(seat, int(copy))


# The battle


def battle(part: Part) -> list[str]:
    """Tell each attacker, and who blocks it."""
    state = part.state
    waiting = {int(state.stack[i].deed) for i in range(state.n_stack)}
    is_blocked = Deed.JUDGEMENT in waiting or state.question == Question.BLOCKER
    if not is_blocked and Deed.BLOCK not in waiting and state.question != Question.ATTACKER:
        return []
    found = []
    for attacker in each(int(state.attackers & state.players[state.active].soldiers)):
        blockers = ", ".join(blockers_of(part, attacker)) if is_blocked else ""
        name = part.name_of(state.active, attacker)
        found.append(f"{name} blocked by {blockers}" if blockers else name)
    return found


def blockers_of(part: Part, attacker: int) -> Iterator[str]:
    """Name those before an attacker."""
    state, seat = part.state, enemy_of(part.state.active)
    player = state.players[seat]
    for copy in each(int(state.blockers[attacker] & player.soldiers)):
        yield part.name_of(seat, copy)
    place = int(state.wall[attacker])
    if place != NOTHING and has(int(player.bulwarks), place):
        yield character(part, seat, BULWARK + place)


# Laying out


def blank(state: Any, options: Any) -> None:
    """Empty the table; it is turn 3."""
    state.turn = 3
    for player in state.players:
        player.top = NOTHING
    for request in (*state.current, *state.raised):
        request.target = NOTHING


def begin(state: Any, pool: Any, options: Any, phase: str) -> None:
    """Let the turn player start something."""
    for seat in range(SEATS):
        note_cards(state, pool, seat)
    give_priority(state, state.active)
    rules.run_on(state, pool, options)


# Questions and options


QUESTIONS = {
    Question.MAIN: "what to do",
    Question.KEY: "key card",
    Question.PAY_BULWARK: "which bulwark pays",
    Question.PAY_CARD: "which card pays",
    Question.SET_CARD: "which card becomes the bulwark",
    Question.SECOND_DRAW: "draw a second card",
    Question.ATTACKER: "who attacks",
    Question.SEARCH_CARD: "which card of the deck",
    Question.HAND_LIMIT: "which card is discarded at the end of the turn",
}


def question(part: Part) -> str:
    """Return what is asked, and about what."""
    state = part.state
    asked = Question(state.question)
    match asked:
        case Question.RESPOND:
            return f"respond to {told(part, state.stack[state.n_stack - 1])}"
        case Question.TARGET:
            return f"{told(part, state.current[0])} on what"
        case Question.BLOCKER:
            attacker = first(int(peek_task(state).left))
            return f"who blocks {part.name_of(state.active, attacker)}"
        case Question.TWIST:
            return told(part, state.current[0])
    return QUESTIONS[asked]


SAID: dict[int, str] = {
    Act.SET_BULWARK: "set a bulwark",
    Act.SUMMON: "summon {card}",
    Act.EQUIP: "equip {card}",
    Act.UP: "up {card}",
    Act.DOWN: "down {card}",
    Act.TWIST: "twist {card}",
    Act.COUNTER: "counter {card}",
    Act.BREAK: "bulwark break",
    Act.THROW: "throw",
    Act.SEARCH: "search with {card}",
    Act.ATTACK: "attack",
    Act.END: "end",
    Act.PASS: "pass",
    Answer.CARD: "{card}",
    Answer.YES: "yes",
    Answer.NO: "no",
    Act.DRIVE: "drive",
    Act.CHARGE: "charge",
}
ABOUT = {
    Question.PAY_BULWARK: "drive {card}",
    Question.PAY_CARD: "discard {card}",
    Question.HAND_LIMIT: "discard {card}",
    Question.ATTACKER: "attack with {card}",
    Question.BLOCKER: "block with {card}",
}
ENOUGH = {Question.ATTACKER: "no more attackers", Question.BLOCKER: "no more blockers"}
PHRASES = frozenset(
    {
        *SAID.values(),
        *ABOUT.values(),
        *ENOUGH.values(),
        "enemy {card}",
        *(f"{deed_name(deed)} {{card}}" for deed in Deed),
        *(f"{deed_name(deed)} {{card}} + {{card}}" for deed in (Deed.BREAK, Deed.THROW)),
    }
)


def option(part: Part, action: Any) -> str:
    """Say one option."""
    act, asked = int(action.kind), Question(part.state.question)
    match act:
        case Answer.ENOUGH:
            return ENOUGH[asked]
        case Act.REQUEST:
            return brief(part, part.state.stack[action.slot])
        case Act.CHARACTER:
            name = character(part, action.seat, action.slot)
            said = ABOUT.get(asked, "{card}").format(card=name)
            return said if action.seat == part.state.seat else f"enemy {said}"
    name = "" if action.copy_id == NOTHING else part.name_of(action.seat, action.copy_id)
    return (ABOUT.get(asked) or SAID[act]).format(card=name)


CARD = OneCard("card", "copy_id")
VIEW = View(
    table=(
        Number("turn", silent=True),
        Seat("active", silent=True),
        Number("sets", silent=True),
        Number("attacks", silent=True),
        Stage("stage"),
        Derived("battle", work_out=battle, silent=True),
    ),
    player=(
        Spread(
            "soldiers",
            "field",
            range(DECK_SLOTS),
            (
                CARD,
                CardSet("gear"),
                Number("bonus", lowest=-1_000),
                Flag("driven"),
                Flag("fresh", silent=True),
                Derived("number", work_out=number_of, silent=True),
            ),
            soldiers_of,
            put_soldiers,
        ),
        Spread("bulwarks", "field", range(PLACES), (CARD, Flag("driven")), walls_of, put_walls),
        CardSet("hand"),
        Pile("deck", count="n_deck"),
        Grave("grave"),
        Derived("grave_top", work_out=top_of_grave, silent=True),
        Marked("shown", zone="hand", silent=True),
    ),
    given={"deck": 20},
    filler=None,
    phases=("main",),
    blank=blank,
    begin=begin,
    question=question,
    option=option,
    phrases=PHRASES,
)

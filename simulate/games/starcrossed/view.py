"""Starcrossed in words: the table, the questions and the options."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import Tribe, Verb
from evenhand.simulate.engine.abilities.changes import note_changes
from evenhand.simulate.engine.agenda import push_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.games.starcrossed import rules
from evenhand.simulate.games.starcrossed.enums import LANES, SEATS, SKILL_SLOTS, Act, Question, Task
from evenhand.simulate.games.starcrossed.numbers import strength_of
from evenhand.simulate.games.starcrossed.places import (
    DIVA,
    FIRST_SKILL,
    copy_at,
    lane_of,
    seat_of,
    spot,
)
from evenhand.simulate.games.starcrossed.setup import clear_crystal
from evenhand.simulate.view.abilities import (
    ABILITY_PHRASES,
    ability_option,
    ability_question,
    ability_text,
    changes_in_force,
    tell_waiting,
)
from evenhand.simulate.view.dealer import Dealer
from evenhand.simulate.view.fields import Derived, Flag, Held, Number, Part, Plain, Seat
from evenhand.simulate.view.view import View
from evenhand.simulate.view.zones import CardPlace, CardSet, Holder, Marked, OneCard, Pile, one_bit

__all__ = ["VIEW"]

NO_TRIBE = "none"


@dataclass(frozen=True)
class Attunement(Plain):
    """The tribe a crystal is attuned to, or "none"."""

    def show(self, part: Part) -> str:
        """Return the tribe's word."""
        return tribe_word(int(part.record[self.at]))

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Put it down."""
        words = [NO_TRIBE, *(tribe_word(tribe) for tribe in Tribe)]
        if dealer.is_one_of(value, words, place):
            part.record[self.at] = words.index(value) - 1


def tribe_word(tribe: int) -> str:
    """Name a tribe."""
    return NO_TRIBE if tribe == NOTHING else Tribe(tribe).name.capitalize()


@dataclass(frozen=True)
class Skills(Holder):
    """The skills on a crystal that lie one way up."""

    face_down: int = field(default=0, kw_only=True)

    def copies(self, part: Part) -> list[int]:
        """List the copies, slot by slot."""
        crystal = part.record
        return [
            int(crystal.skills[slot])
            for slot in range(SKILL_SLOTS)
            if crystal.skills[slot] != NOTHING and crystal.down[slot] == self.face_down
        ]

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Deal the skills into free slots."""
        crystal = part.record
        for copy in dealer.cards(part.seat, value, place):
            free = [slot for slot in range(SKILL_SLOTS) if crystal.skills[slot] == NOTHING]
            if not free:
                dealer.complain(place, f"a crystal holds at most {SKILL_SLOTS} skills")
                return
            crystal.skills[free[0]] = copy
            crystal.down[free[0]] = self.face_down

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield a set of one for each slot."""
        for slot in range(SKILL_SLOTS):
            copies = records["skills"][:, slot]
            is_there = (copies != NOTHING) & (records["down"][:, slot] == self.face_down)
            yield seat, one_bit(copies, is_there)


@dataclass(frozen=True)
class Seen(Marked):
    """Cards in the hand, or face down on crystals, that the other player has seen."""

    def members(self, records: Any) -> Any:
        """Return the set of the cards that not all can see, of one player or of many."""
        found = records["hand"]
        for lane in range(LANES):
            crystals = records["crystals"][..., lane]
            found = found | one_bit(crystals["copy_id"], crystals["recruit"] != 0)
            for slot in range(SKILL_SLOTS):
                is_down = crystals["down"][..., slot] != 0
                found = found | one_bit(crystals["skills"][..., slot], is_down)
        return found


class Crystal(CardPlace):
    """One crystal with all that is on it; it is there without a diva, too."""

    def is_empty(self, part: Part) -> bool:
        """Say no: a crystal is always there."""
        return False

    def cards(self, part: Part) -> Iterator[Held]:
        """Go through the diva and the skills."""
        inner = self.part(part)
        for one in self.fields:
            for held in one.cards(inner):
                yield Held(held.seat, held.copy, f"{held.where} on {self.name.replace('_', ' ')}")

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Go through the values, each named by the lane."""
        inner = self.part(part)
        for one in self.fields:
            for what, value in one.values(inner):
                yield f"{self.name.replace('_', ' ')} {what}", value

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Look into the fields."""
        inner = records[self.source][:, self.index]
        found = np.zeros(len(records), bool)
        for one in self.fields:
            found |= one.is_unsound(inner)
        return found


def strength(part: Part) -> int:
    """Return the strength of the diva on a crystal as it is now; 0 without one."""
    copy = int(part.record.copy_id)
    if copy == NOTHING:
        return 0
    place = int(part.state.players[part.seat].spot[copy])
    return int(strength_of(part.state, place))


CRYSTAL = (
    OneCard("diva", "copy_id"),
    Number("level"),
    Attunement("attuned", "tribe"),
    Flag("recruit"),
    Flag("attacked", silent=True),
    Skills("skills"),
    Skills("face_down", face_down=1),
    Derived("strength", work_out=strength, silent=True),
)


# Laying out


def blank(state: Any, options: Any) -> None:
    """Empty the table; it is turn 3, and everything a turn allows is still to be had."""
    state.turn = 3
    for player in state.players:
        player.life = options.life
        player.specials = options.special_actions
        player.spot[:] = NOTHING
        for crystal in player.crystals:
            clear_crystal(crystal)


PHASES = ("action", "reaction", "draw", "combat", "end", "start")


def begin(state: Any, pool: Any, options: Any, phase: str) -> None:
    """Go on from the beginning of a phase."""
    note_spots(state)
    tasks = [
        ("start", Task.BEGIN_TURN, state.active),
        ("draw", Task.DRAW_PHASE, 0),
        ("action", Task.ACTION_PHASE, state.active),
        ("reaction", Task.ACTION_PHASE, 1 - state.active),
        ("combat", Task.COMBAT, 0),
        ("end", Task.END_TURN, 0),
    ]
    names = [name for name, _, _ in tasks]
    left = tasks[:1] if phase == "start" else tasks[names.index(phase) :]
    for _, task, seat in reversed(left):
        item = push_task(state, task)
        item.seat = seat
        item.n = 0
    note_changes(state, pool)
    rules.run_on(state, pool, options)


def note_spots(state: Any) -> None:
    """Note where each card is that was laid down."""
    for seat in range(SEATS):
        player = state.players[seat]
        for lane in range(LANES):
            crystal = player.crystals[lane]
            parts = [(DIVA, crystal.copy_id)]
            parts += [(FIRST_SKILL + slot, crystal.skills[slot]) for slot in range(SKILL_SLOTS)]
            for part, copy in parts:
                if copy != NOTHING:
                    player.spot[copy] = spot(part, seat, lane)
                    player.lane[copy] = lane


# Questions


QUESTIONS = {
    Question.MULLIGAN: "reveal this hand without divas and draw another",
    Question.ACTION: "Action Phase",
    Question.LANE: "onto which crystal",
    Question.ATTUNE: "attune the crystal",
    Question.ATTACK: "attack",
    Question.BLOCK: "block",
    Question.ACTIVATE: "which skill is activated",
    Question.HAND_LIMIT: "which card goes under the deck at the end of the turn",
}


def question(part: Part) -> str:
    """Return what is asked, and about what."""
    state = part.state
    if state.question not in QUESTIONS:
        return ability_question(part, "one")
    asked = Question(state.question)
    match asked:
        case Question.LANE:
            return f"{part.name_of(state.seat, state.held_copy)}: {QUESTIONS[asked]}"
        case Question.ATTACK | Question.BLOCK:
            seat, lane = int(state.seat), int(state.fight.lane)
            diva = part.name_of(seat, state.players[seat].crystals[lane].copy_id)
            return f"{QUESTIONS[asked]} with {diva} in lane {lane + 1}"
    return QUESTIONS[asked]


# Options


SAID = {
    Act.PLAY: "play {card}",
    Act.PLAY_SPECIAL: "play {card} as special action",
    Act.RECRUIT: "recruit {card}",
    Act.USE: "use {card}",
    Act.END_ACTIONS: "end actions",
    Act.LANE: "lane {n}",
    Act.ACTIVATE: "activate {card}",
    Act.PASS: "pass",
}
ANSWERS = {
    Question.ATTUNE: ("attune", "keep"),
    Question.ATTACK: ("attack", "no attack"),
    Question.BLOCK: ("block", "no block"),
    Question.MULLIGAN: ("redraw", "keep"),
}
PHRASES = ABILITY_PHRASES | {
    *SAID.values(),
    *(word for words in ANSWERS.values() for word in words),
    "crystal {n}",
    "enemy crystal {n}",
}


def option(part: Part, action: Any) -> str:
    """Say one option."""
    if action.kind in tuple(Answer):
        return answer(part, action)
    act = Act(action.kind)
    match act:
        case Act.USE:
            return used(part, action)
        case Act.LANE:
            return f"lane {action.slot + 1}"
        case Act.ACTIVATE:
            return SAID[act].format(card=name_at(part, int(action.slot)))
    return SAID[act].format(card=part.name_of(action.seat, action.copy_id))


def answer(part: Part, action: Any) -> str:
    """Say an answer that any question may have."""
    if part.state.question in ANSWERS:
        return ANSWERS[Question(part.state.question)][action.kind - Answer.YES]
    return ability_option(part, action, side_and_name)


def used(part: Part, action: Any) -> str:
    """Say the use of an ability."""
    card = int(part.state.card_of[action.seat, copy_at(part.state, action.slot)])
    name = SAID[Act.USE].format(card=part.sight.pool.labels[card])
    return f"{name}: {ability_text(part, card, action.copy_id)}"


def side_and_name(part: Part, place: int) -> str:
    """Name what is at a spot; what is the enemy's is called so."""
    name = name_at(part, place)
    return name if seat_of(place) == part.state.seat else f"enemy {name}"


def name_at(part: Part, place: int) -> str:
    """Name what is at a spot."""
    seat, lane = int(seat_of(place)), int(lane_of(place))
    crystal = part.state.players[seat].crystals[lane]
    if place < spot(DIVA + 1, 0, 0):
        return part.name_of(seat, crystal.copy_id)
    if place < spot(FIRST_SKILL, 0, 0):
        return f"crystal {lane + 1}"
    return part.name_of(seat, crystal.skills[place // spot(1, 0, 0) - FIRST_SKILL])


VIEW = View(
    table=(
        Number("turn", silent=True),
        Seat("active", silent=True),
        Derived("changes", work_out=changes_in_force(Verb, lambda verb, number: "")),
        Derived("waiting", work_out=tell_waiting, silent=True),
    ),
    player=(
        Number("life", lowest=-30_000),
        Number("energy"),
        Number("kept"),
        *(Crystal(f"lane_{lane + 1}", "crystals", lane, CRYSTAL) for lane in range(LANES)),
        CardSet("hand"),
        Pile("deck", count="n_deck"),
        CardSet("void"),
        Marked("fallen", zone="void", silent=True),
        Seen("shown", zone="hand or face down", silent=True),
        Number("specials", silent=True),
        Number("actions", silent=True),
        Number("redraws"),
    ),
    given={"deck": 10},
    filler={
        "name": "Filler",
        "type": "Diva",
        "cost": "1",
        "level": "1",
        "strength": "1",
        "uniqueness": "50",
    },
    phases=PHASES,
    blank=blank,
    begin=begin,
    question=question,
    option=option,
    phrases=PHRASES,
)

"""Divinity in words: the table, the questions and the options."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from evenhand.decks.divinity.words import Adjective, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.abilities.changes import note_changes
from evenhand.simulate.engine.agenda import peek_task, pop_task
from evenhand.simulate.games.divinity import rules
from evenhand.simulate.games.divinity.enums import (
    ATTACHED,
    DEITIES,
    ENVIRONMENT,
    PLACES,
    SEATS,
    UNDER,
    WALLS,
    Act,
    Question,
    Task,
)
from evenhand.simulate.games.divinity.moving_cards import clear
from evenhand.simulate.games.divinity.numbers import print_numbers
from evenhand.simulate.games.divinity.places import at, row_at, spot
from evenhand.simulate.games.divinity.turn import plan_turn
from evenhand.simulate.view.abilities import (
    ABILITY_PHRASES,
    ability_option,
    ability_question,
    ability_text,
    changes_in_force,
    tell_waiting,
)
from evenhand.simulate.view.dealer import Dealer
from evenhand.simulate.view.fields import Derived, Flag, Held, Number, Part, Seat
from evenhand.simulate.view.view import View
from evenhand.simulate.view.zones import CardPlace, CardSet, Marked, OneCard, Pile, Row

__all__ = ["VIEW"]


# Cards with an owner of their own


@dataclass(frozen=True)
class OwnedCard(OneCard):
    """A place for a card of either player; the record's ``owner`` says whose."""

    def owner(self, part: Part) -> int:
        """Return the seat whose card it is."""
        return int(part.record.owner)

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Deal a card there, of the side's own player unless ``by`` has said otherwise."""
        if part.record.owner == NOTHING:
            part.record.owner = part.seat
        super().lay(part, value, dealer, place)


@dataclass(frozen=True)
class Attached(CardPlace):
    """A place for an Attachment, whose owner is laid first."""

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Lay the fields, ``by`` before the card."""
        if isinstance(value, dict):
            value = dict(sorted(value.items(), key=lambda item: item[0] != "by"))
        super().lay(part, value, dealer, place)

    def cards(self, part: Part) -> Iterator[Held]:
        """Hold the one card."""
        if not self.is_empty(part):
            yield from self.fields[0].cards(self.part(part))

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Give, for each player, the sets of the one copy where it is theirs."""
        inner = records[self.source][:, self.index]
        bits = np.int64(1) << np.maximum(inner["copy_id"], 0).astype(np.int64)
        for owner in range(SEATS):
            is_theirs = (inner["copy_id"] != NOTHING) & (inner["owner"] == owner)
            yield owner, np.where(is_theirs, bits, 0)

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Look for a card without an owner, or under no Deity."""
        inner = records[self.source]
        has_card = inner["copy_id"][:, self.index] != NOTHING
        host = (self.index - UNDER) // ATTACHED
        has_host = inner["copy_id"][:, host] != NOTHING
        has_owner = inner["owner"][:, self.index] != NOTHING
        return np.asarray((has_card != has_owner) | (has_card & ~has_host))


@dataclass(frozen=True)
class Attachments(Row):
    """What lies under one Deity."""

    @property
    def all_places(self) -> list[CardPlace]:
        """List the places, empty ones too."""
        return [Attached(self.name, self.source, index, self.fields) for index in self.indexes]


# What lies in a place


def word(verb: int, number: int) -> str:
    """Name the attribute that a change adds."""
    return Adjective(number).name.capitalize() if verb == Verb.IS_ALSO else ""


def hp(part: Part) -> int:
    """Return the HP of a Deity or Wall as they are now."""
    return int(part.record.hp)


def atk(part: Part) -> int:
    """Return the ATK of a Deity as it is now."""
    return int(part.record.atk)


def attributes(part: Part) -> str:
    """Name a Deity's attributes as they are now."""
    words = int(part.record.words)
    return " ".join(one.name.capitalize() for one in Adjective if words >> one & 1)


DEITY = (
    OwnedCard("deity", "copy_id"),
    Number("damage"),
    Derived("hp", work_out=hp),
    Derived("atk", work_out=atk),
    Derived("attributes", work_out=attributes, silent=True),
)
WALL = (OwnedCard("wall", "copy_id"), Number("damage"), Derived("hp", work_out=hp))
ATTACHMENT = (
    OwnedCard("attachment", "copy_id"),
    Seat("by", "owner", silent=True),
    Flag("face_down"),
)


# Laying out


def blank(state: Any, options: Any) -> None:
    """Empty the table; it is turn 3, and everything a turn allows is still to be had."""
    state.turn = 3
    state.spot_of[:] = NOTHING
    state.attackers[:] = NOTHING
    for player in state.players:
        player.plays = options.plays_per_turn
        for place in player.places:
            clear(place)


PHASES = {
    "main": Task.MAIN,
    "start": Task.TURN_STARTS,
    "draw": Task.DRAW,
    "end": Task.TURN_ENDS,
}


def begin(state: Any, pool: Any, options: Any, phase: str) -> None:
    """Go on from the beginning of a phase."""
    plan_turn(state, options)
    while peek_task(state).task != PHASES[phase]:
        pop_task(state)
    state.genders_apart = not options.both_matches_each
    note_places(state, pool)
    note_changes(state, pool)
    rules.run_on(state, pool, options)


def note_places(state: Any, pool: Any) -> None:
    """Write down where the cards lie that were laid out by hand."""
    for seat in range(SEATS):
        for number in range(PLACES):
            place, where = state.players[seat].places[number], spot(seat, number)
            if place.copy_id == NOTHING:
                clear(place)
                continue
            state.taken |= np.int64(1) << where
            state.spot_of[place.owner, place.copy_id] = where
            print_numbers(state, pool, where)
            if place.face_down:
                state.down[place.owner] |= np.int64(1) << where


# Questions


QUESTIONS = {
    Question.FIRST_DEITY: "which Deity begins",
    Question.MAIN: "what next",
    Question.HOST: "attach to which Deity, and which side up",
    Question.TARGET: "whom does it attack",
    Question.FLIP: "turn an Attachment face up",
    Question.TROPHY: "which card as a trophy",
    Question.HAND_LIMIT: "which card is discarded at the end of the turn",
}


def question(part: Part) -> str:
    """Return what is asked, and for which card."""
    asked = part.state.question
    if asked == Question.TARGET:
        attacker = spot(part.state.seat, peek_task(part.state).attacker)
        return f"{name_at(part, attacker)}: {QUESTIONS[Question.TARGET]}"
    return QUESTIONS.get(asked) or ability_question(part, "card on the table")


def name_at(part: Part, where: int) -> str:
    """Name the card at a spot."""
    place = at(part.state, where)
    return part.name_of(place.owner, place.copy_id)


# Options


SAID = {
    Act.PLACE: "{card}",
    Act.PLAY_DEITY: "play {card}",
    Act.PLAY_WALL: "play {card}",
    Act.PLAY_ATTACHMENT: "play {card}",
    Act.PLAY_ENVIRONMENT: "play {card}",
    Act.PLAY_MAGIC: "play {card}",
    Act.USE: "use {card}",
    Act.FLIP: "flip {card}",
    Act.ATTACK: "attack",
    Act.END: "end turn",
    Act.FACE_UP: "face up on {card}",
    Act.FACE_DOWN: "face down on {card}",
    Act.TARGET: "attack {card}",
    Act.STAY: "stay back",
    Act.NO_FLIP: "no flip",
    Act.FROM_DECK: "{card} from deck",
    Act.FROM_DISCARD: "{card} from discard",
    Act.DECLINE: "no trophy",
}
ON_THE_TABLE = (Act.USE, Act.FLIP, Act.FACE_UP, Act.FACE_DOWN, Act.TARGET)
HOSTING = (Act.FACE_UP, Act.FACE_DOWN)
PHRASES = frozenset(
    {
        *SAID.values(),
        *ABILITY_PHRASES,
        *("face up on enemy {card}", "face down on enemy {card}"),
        "enemy face-down card",
    }
)


def option(part: Part, action: Any) -> str:
    """Say one option."""
    if action.kind not in SAID:
        return ability_option(part, action, card_at_spot)
    act = Act(action.kind)
    if act not in ON_THE_TABLE:
        return SAID[act].format(card=part.name_of(action.seat, action.copy_id))
    where = spot(action.seat, action.slot)
    if act == Act.USE:
        return use(part, where, int(action.copy_id))
    name = card_at_spot(part, where) if act in HOSTING else name_at(part, where)
    return SAID[act].format(card=name)


def use(part: Part, where: int, number: int) -> str:
    """Return which + ability of a Deity is used."""
    text = ability_text(part, row_at(part.state, where), number)
    return f"use {name_at(part, where)}: {text}"


def card_at_spot(part: Part, where: int) -> str:
    """Name the card at a spot, and whose it is if not one's own; face down, hide the enemy's."""
    place = at(part.state, where)
    if place.owner == part.state.seat:
        return name_at(part, where)
    return "enemy face-down card" if place.face_down else f"enemy {name_at(part, where)}"


VIEW = View(
    table=(
        Number("turn", silent=True),
        Seat("active", silent=True),
        Derived("changes", work_out=changes_in_force(Verb, word)),
        Derived("waiting", work_out=tell_waiting, silent=True),
        Number("deck_trophies", silent=True),
        Number("free_trophies", silent=True),
    ),
    player=(
        Row("deities", "places", range(DEITIES), DEITY),
        *(
            Attachments(
                f"under_{number + 1}",
                "places",
                range(UNDER + ATTACHED * number, UNDER + ATTACHED * (number + 1)),
                ATTACHMENT,
            )
            for number in range(DEITIES)
        ),
        CardPlace("left_wall", "places", DEITIES, WALL),
        CardPlace("middle_wall", "places", DEITIES + 1, WALL),
        CardPlace("right_wall", "places", DEITIES + WALLS - 1, WALL),
        CardPlace("environment", "places", ENVIRONMENT, (OwnedCard("environment", "copy_id"),)),
        CardSet("hand"),
        Pile("deck", count="n_deck"),
        CardSet("discard"),
        CardSet("using"),
        Marked("shown", zone="hand", silent=True),
        Number("plays", silent=True),
        Number("actions", silent=True),
        Number("redraws"),
    ),
    given={"deck": 20},
    filler={
        "name": "Filler",
        "title": "Fillers",
        "type": "Deity",
        "rank": "Minor",
        "pantheon": "Norse",
        "gender": "Female",
        "hp": "8",
        "atk": "2",
    },
    phases=tuple(PHASES),
    blank=blank,
    begin=begin,
    question=question,
    option=option,
    phrases=PHRASES,
)

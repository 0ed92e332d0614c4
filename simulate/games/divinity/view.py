"""Divinity in words: the table, the questions and the options."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from decks.records import NOTHING
from simulate.engine.agenda import plan
from simulate.engine.fields import Derived, Flag, Held, Number, Part, Seat
from simulate.engine.view import View
from simulate.engine.zones import CardSet, Marked, OneCard, Pile, Place, Row
from simulate.games.divinity import rules
from simulate.games.divinity.moves import clear
from simulate.games.divinity.numbers import atk_of, hp_of
from simulate.games.divinity.places import spot
from simulate.games.divinity.powers import note_table
from simulate.games.divinity.words import (
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

if TYPE_CHECKING:
    from simulate.engine.dealing import Dealer

__all__ = ["VIEW"]


# Cards with an owner of their own


@dataclass(frozen=True)
class OwnedCard(OneCard):
    """A place for a card of either player; the record's ``owner`` says whose."""

    def owner(self, part: Part) -> int:
        """Give the seat whose card it is."""
        return int(part.record.owner)

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Deal a card there, of the side's own player unless ``by`` has said otherwise."""
        if part.record.owner == NOTHING:
            part.record.owner = part.seat
        super().lay(part, value, dealer, place)


@dataclass(frozen=True)
class Attached(Place):
    """A place for an Attachment, whose owner is laid first."""

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
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

    def unsound(self, records: Any) -> np.ndarray | bool:
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
    def all_places(self) -> list[Place]:
        """List the places, empty ones too."""
        return [Attached(self.name, self.source, index, self.fields) for index in self.indexes]


# The numbers of a card in play


def where_of(part: Part) -> int:
    """Give the spot of a card in play."""
    return int(part.state.spot_of[part.record.owner, part.record.copy_id])


def hp(part: Part) -> int:
    """Give HP as they are now, damage not taken off."""
    return int(hp_of(part.state, part.sight.table, where_of(part)))


def atk(part: Part) -> int:
    """Give ATK as it is now."""
    return int(atk_of(part.state, part.sight.table, where_of(part)))


DEITY = (
    OwnedCard("deity", "copy_id"),
    Number("damage"),
    Derived("hp", work_out=hp, silent=True),
    Derived("atk", work_out=atk, silent=True),
)
WALL = (OwnedCard("wall", "copy_id"), Number("damage"), Derived("hp", work_out=hp, silent=True))
ATTACHMENT = (
    OwnedCard("card", "copy_id"),
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


PHASES = {"main": Task.MAIN, "draw": Task.DRAW, "end": Task.TURN_ENDS}
TURN = (Task.DRAW, Task.MAIN, Task.TURN_ENDS, Task.TROPHIES, Task.FLIPS, Task.END_TURN)


def begin(state: Any, table: Any, options: Any, phase: str) -> None:
    """Go on from the beginning of a phase."""
    for task in reversed(TURN[TURN.index(PHASES[phase]) :]):
        item = plan(state, task)
        item.n = 0
        item.seat = state.active
    note_places(state)
    note_table(state, table)
    rules.run_on(state, table, options)


def note_places(state: Any) -> None:
    """Write down where the cards lie that were laid out by hand."""
    for seat in range(SEATS):
        for number in range(PLACES):
            place, where = state.players[seat].places[number], spot(seat, number)
            if place.copy_id == NOTHING:
                clear(place)
                continue
            state.taken |= np.int64(1) << where
            state.spot_of[place.owner, place.copy_id] = where
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
    Question.MAY: "do this",
    Question.MODE: "which of these",
    Question.PICK_PLACE: "which card on the table",
    Question.PICK_CARD: "which card",
    Question.NEXT_TRIGGER: "which ability goes first",
    Question.AMOUNT: "how much",
}


def question(part: Part) -> str:
    """Say what is asked, and for which card."""
    state = part.state
    asked = Question(state.question)
    if asked == Question.TARGET:
        attacker = spot(state.seat, state.agenda[state.n_tasks - 1].n)
        return f"{name_at(part, attacker)}: {QUESTIONS[asked]}"
    return QUESTIONS[asked]


def name_at(part: Part, where: int) -> str:
    """Name the card at a spot."""
    place = part.state.players[where // PLACES].places[where % PLACES]
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
    Act.CARD: "{card}",
    Act.ON_TABLE: "{card}",
    Act.YES: "yes",
    Act.NO: "no",
    Act.OPTION: "option {n}",
    Act.ENOUGH: "enough",
}
ON_THE_TABLE = (Act.USE, Act.FLIP, Act.FACE_UP, Act.FACE_DOWN, Act.TARGET, Act.ON_TABLE)
PHRASES = frozenset(
    {
        *SAID.values(),
        "{n}",
        *("enemy {card}", "face up on enemy {card}", "face down on enemy {card}"),
    }
)


def option(part: Part, action: Any) -> str:
    """Say one option."""
    act = Act(action.kind)
    if act not in ON_THE_TABLE:
        return SAID[act].format(card=part.name_of(action.seat, action.copy_id))
    name = name_at(part, spot(action.seat, action.slot))
    if action.seat != part.state.seat and act not in (Act.TARGET, Act.FLIP):
        name = f"enemy {name}"
    return SAID[act].format(card=name)


VIEW = View(
    table=(
        Number("turn", silent=True),
        Seat("active", silent=True),
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
        Place("left_wall", "places", DEITIES, WALL),
        Place("middle_wall", "places", DEITIES + 1, WALL),
        Place("right_wall", "places", DEITIES + WALLS - 1, WALL),
        Place("environment", "places", ENVIRONMENT, (OwnedCard("environment", "copy_id"),)),
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

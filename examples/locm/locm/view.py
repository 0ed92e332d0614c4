"""The game in words: the table, the questions and the options."""

from dataclasses import dataclass
from typing import Any

from evenhand.game import (
    NOTHING,
    CardSet,
    Dealer,
    Flag,
    Number,
    OneCard,
    Part,
    Pile,
    Plain,
    Row,
    Seat,
    View,
    add,
    ask,
    has,
    player_title,
)
from locm.fighting import clear, print_card
from locm.schema import Keyword
from locm.words import LANE_SLOTS, PLACES, Act, Question

__all__ = ["VIEW"]

LANE_NAMES = ("left", "right")
LOWEST_HEALTH = -10_000  # of whoever has just lost


@dataclass(frozen=True)
class Creature(OneCard):
    """The creature of a place; laid down, it is awake and has what is printed on its card."""

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Deal a card there."""
        super().lay(part, value, dealer, place)
        copy = int(part.record.copy_id)
        if copy != NOTHING:
            row = int(part.state.card_of[part.seat, copy])
            print_card(part.record, part.sight.packed_pool.cards[row])
            part.record.awake = 1


@dataclass(frozen=True)
class Keywords(Plain):
    """A set of keywords, as words: "Drain Guard"."""

    def show(self, part: Part) -> str:
        """Name them."""
        held = int(part.record[self.at])
        return " ".join(one.name.capitalize() for one in Keyword if has(held, one))

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Put them down."""
        words = [one.name.capitalize() for one in Keyword]
        held = 0
        for word in str(value).split():
            if dealer.is_one_of(word, words, place):
                held = int(add(held, words.index(word)))
        part.record[self.at] = held


CREATURE = (
    Creature("creature", "copy_id"),
    Number("attack"),
    Number("defense"),
    Keywords("keywords"),
    Flag("awake", silent=True),
    Flag("attacked", silent=True),
)


def lane_row(lane: int) -> Row:
    """Make the row of a lane."""
    places = range(lane * LANE_SLOTS, (lane + 1) * LANE_SLOTS)
    return Row(LANE_NAMES[lane], "places", places, CREATURE)


def blank(state: Any, options: Any) -> None:
    """Empty the table; it is turn 9, and player 1 is to play."""
    state.turn = 9
    for player in state.players:
        player.health = options.health
        player.rune = max(options.health - options.rune_step, 0)
        for number in range(PLACES):
            clear(player.places[number])


def begin(state: Any, pool: Any, options: Any, phase: str) -> None:
    """Let the player whose turn it is play on."""
    state.active = state.seat
    ask(state, state.seat, Question.TURN)


def question(part: Part) -> str:
    """Return what is asked."""
    return "what next"


def option(part: Part, action: Any) -> str:
    """Say one option."""
    if action.kind == Act.PASS:
        return "pass"
    name = part.name_of(int(part.state.seat), int(action.copy_id))
    match action.kind:
        case Act.SUMMON:
            return f"summon {name} {LANE_NAMES[int(action.slot)]}"
        case Act.USE:
            return f"use {name} on {target(part, action)}"
    return f"attack {target(part, action)} with {name}"


def target(part: Part, action: Any) -> str:
    """Name what an item or an attack is aimed at."""
    seat, slot = int(action.seat), int(action.slot)
    if slot == NOTHING:
        return player_title(seat)
    return part.name_of(seat, int(part.state.players[seat].places[slot].copy_id))


VIEW = View(
    table=(Number("turn", silent=True), Seat("to_play", "seat", silent=True)),
    player=(
        Number("health", lowest=LOWEST_HEALTH),
        Number("rune"),
        Number("mana"),
        Number("growing_mana", silent=True),
        Number("bonus_mana"),
        Number("due"),
        CardSet("hand"),
        Pile("deck", count="n_deck"),
        CardSet("gone"),
        lane_row(0),
        lane_row(1),
    ),
    filler={"name": "Spare", "kind": "Creature", "cost": "90", "attack": "1", "defense": "1"},
    given={"mana": 12, "growing_mana": 12},
    phases=("turn",),
    blank=blank,
    begin=begin,
    question=question,
    option=option,
    phrases=frozenset(
        {
            "pass",
            *(f"summon {{card}} {lane}" for lane in LANE_NAMES),
            "use {card} on {card}",
            "use {card} on Player {n}",
            "attack {card} with {card}",
            "attack Player {n} with {card}",
        }
    ),
)

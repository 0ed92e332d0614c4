"""The cards in play as people see them: each with all that is on it, and laid out again."""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from evenhand.decks.records import NOTHING, record
from evenhand.simulate.engine.sets import MOST, add, each, has
from evenhand.simulate.games.divino.enums import DECK_SLOTS
from evenhand.simulate.games.divino.in_play.moving_cards import aimed_at, nobody_of
from evenhand.simulate.games.divino.in_play.numbers import atk_of, defense_of, rate_of
from evenhand.simulate.games.divino.in_play.places import place
from evenhand.simulate.view.dealer import Dealer
from evenhand.simulate.view.fields import Derived, Flag, Number, Part, Plain
from evenhand.simulate.view.names import player_title
from evenhand.simulate.view.zones import CardSet, OneCard, Spread

__all__ = ["DEMIGOD", "FIELD", "UNSAID", "owned_name"]

UNSAID = -1  # energy of which a table laid out by hand says nothing: as printed

# Gathered from the sets in a player's record

THING = record(
    ("copy_id", np.int8),
    ("attached", np.int64),  # what its player has attached to it
    ("energy", np.int16),
    ("counters", np.int16),
    ("tapped", np.int8),
    ("defense", np.int8),
    ("sick", np.int8),
    ("played", np.int8),
    ("said", np.int8),  # 1: its energy was laid down
)
THINGS = np.dtype([("things", THING, (DECK_SLOTS,))])
ONE = np.dtype([("things", THING, (1,))])
FLAGS = ("tapped", "defense", "sick", "played")
SLOTS = np.arange(DECK_SLOTS, dtype=np.int64)


def members(copies: Any) -> np.ndarray:
    """Write sets as rows of yes and no."""
    return (np.asarray(copies, np.int64)[..., None] >> SLOTS & 1).astype(bool)


def attached_to(players: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return what is attached to each own card, and whether each card is such a thing.

    What is attached to a thing that is attached itself stands alone, and says so by its host.
    """
    hosts = np.asarray(players["host"], np.int64)
    own = np.asarray(players["number"], np.int64)[..., None]
    is_own = members(players["attached"]) & (hosts // MOST == own)
    is_own &= ~np.take_along_axis(is_own, hosts % MOST, -1)
    found = np.zeros(is_own.shape, np.int64)
    where = np.nonzero(is_own)
    np.bitwise_or.at(found, (*where[:-1], hosts[where] % MOST), np.int64(1) << where[-1])
    return found, is_own


def field_of(players: Any) -> np.ndarray:
    """Gather the cards in play of players, each in the slot of its copy."""
    attached, is_own = attached_to(players)
    is_there = members(players["field"]) & ~is_own
    found = np.zeros(is_there.shape[:-1], THINGS)
    things = found["things"]
    things["copy_id"] = np.where(is_there, SLOTS, NOTHING)
    things["attached"] = np.where(is_there, attached, 0)
    things["energy"] = np.where(is_there, players["energy"], 0)
    things["counters"] = np.where(is_there, players["counters"], 0)
    for name in FLAGS:
        things[name] = is_there & members(players[name])
    return found


def demigod_of(players: Any) -> np.ndarray:
    """Gather the active Demigods of players."""
    attached, _ = attached_to(players)
    copies = np.asarray(players["demigod"], np.int64)
    at = np.maximum(copies, 0)[..., None]
    found = np.zeros(copies.shape, ONE)
    things = found["things"]
    is_there = (copies != NOTHING)[..., None]
    things["copy_id"] = copies[..., None]
    things["attached"] = np.where(is_there, np.take_along_axis(attached, at, -1), 0)
    energy = np.take_along_axis(np.asarray(players["energy"]), at, -1)
    things["energy"] = np.where(is_there, energy, 0)
    return found


def put_field(player: Any, things: list[Any]) -> None:
    """Put cards in play into a player's record."""
    for thing in things:
        copy = int(thing["copy_id"])
        player.field = add(int(player.field), copy)
        put_numbers(player, thing)
        player.counters[copy] = thing["counters"]
        for name in FLAGS:
            if thing[name]:
                player[name] = add(int(player[name]), copy)


def put_demigod(player: Any, things: list[Any]) -> None:
    """Put the active Demigod into a player's record."""
    for thing in things:
        player.demigod = thing["copy_id"]
        put_numbers(player, thing)


def put_numbers(player: Any, thing: Any) -> None:
    """Note a card's energy, and what is attached to it."""
    copy = int(thing["copy_id"])
    player.energy[copy] = thing["energy"] if thing["said"] else UNSAID
    for other in each(int(thing["attached"])):
        player.field = add(int(player.field), other)
        player.attached = add(int(player.attached), other)
        player.host[other] = place(int(player.number), copy)


@dataclass(frozen=True)
class Energy(Number):
    """The energy on a card; as printed where a table laid out by hand does not say."""

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Put the number down, and that it was said."""
        super().lay(part, value, dealer, place)
        part.record.said = 1


# What cards have to do with each other


def owned_name(part: Part, where: int) -> str:
    """Name what is at a place in play, and whose it is."""
    return f"{player_title(where // MOST)}'s {part.name_of(where // MOST, where % MOST)}"


OWNED = re.compile(r"Player (\d)'s (.+)", re.IGNORECASE)
GONE = re.compile(r"what Player (\d) had", re.IGNORECASE)


def find_owned(part: Part, text: str) -> int | None:
    """Find the place that `owned_name` names so; the first of several alike."""
    match = OWNED.fullmatch(text)
    seat = int(match[1]) - 1 if match else NOTHING
    if match is None or not 0 <= seat < len(part.state.players):
        return None
    player = part.state.players[seat]
    there = [int(copy) for copy in each(int(player.field))]
    there += [int(player.demigod)] * int(player.demigod != NOTHING)
    name = match[2].casefold()
    found = (copy for copy in there if part.name_of(seat, copy).casefold() == name)
    return next((int(place(seat, copy)) for copy in found), None)


@dataclass(frozen=True)
class Bond(Plain):
    """What a card has to do with another; laid down when all cards have been dealt."""

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Note that it is to be laid down."""
        if value != "":
            dealer.later.append(lambda: self.tie(part, str(value), dealer, place))

    def tie(self, part: Part, value: str, dealer: Dealer, place: str) -> None:
        """Lay it down."""
        raise NotImplementedError


@dataclass(frozen=True)
class Host(Bond):
    """What a card is attached to, where that is another player's or attached itself."""

    def show(self, part: Part) -> str:
        """Name the host."""
        player, copy = part.state.players[part.seat], int(part.record.copy_id)
        is_attached = has(int(player.attached), copy)
        return owned_name(part, int(player.host[copy])) if is_attached else ""

    def tie(self, part: Part, value: str, dealer: Dealer, place: str) -> None:
        """Attach the card."""
        where = find_owned(part, value)
        if where is None:
            message = 'expected a card in play, as "Player 2\'s Ace"'
            dealer.complain(place, f"{message}; found {value!r}")
            return
        player, copy = part.state.players[part.seat], int(part.record.copy_id)
        player.attached = add(int(player.attached), copy)
        player.host[copy] = where


@dataclass(frozen=True)
class Aim(Bond):
    """What a card attacks or blocks."""

    def show(self, part: Part) -> str:
        """Name what it fights."""
        state, copy = part.state, int(part.record.copy_id)
        player = state.players[part.seat]
        is_attacker = part.seat == state.active and has(int(state.attackers), copy)
        if not is_attacker and not has(int(player.blocking), copy):
            return ""
        aim = int(player.aim[copy])
        verb = "attacks" if is_attacker else "blocks"
        if aim == NOTHING:
            return verb
        gone = f"what {player_title(int(aimed_at(aim)))} had"
        return f"{verb} {gone if aim < 0 else owned_name(part, aim)}"

    def tie(self, part: Part, value: str, dealer: Dealer, place: str) -> None:
        """Let the card attack or block."""
        verb, _, whom = value.partition(" ")
        gone, where = GONE.fullmatch(whom), find_owned(part, whom)
        if verb not in ("attacks", "blocks") or (gone is None and where is None):
            message = 'expected "attacks" or "blocks" and a card in play, as "Player 2\'s Ace"'
            dealer.complain(place, f"{message}; found {value!r}")
            return
        aim = int(nobody_of(int(gone[1]) - 1)) if gone else int(where or 0)
        self.fight(part, verb == "attacks", aim)

    def fight(self, part: Part, is_attacker: bool, aim: int) -> None:
        """Note an attack or a block, and whom it is on."""
        state, copy = part.state, int(part.record.copy_id)
        player = state.players[part.seat]
        player.aim[copy] = aim
        if is_attacker:
            state.attackers = add(int(state.attackers), copy)
            if aim >= 0:
                prey = state.players[aim // MOST]
                prey.attacked = add(int(prey.attacked), aim % MOST)
            return
        player.blocking = add(int(player.blocking), copy)
        if aim >= 0:
            state.blocked = add(int(state.blocked), aim % MOST)


def number(work_out: Any) -> Any:
    """Make the function that works a number of a card in play out."""

    def shown(part: Part) -> int:
        where = place(part.seat, int(part.record.copy_id))
        return int(work_out(part.state, where))

    return shown


CARD = OneCard("card", "copy_id")
ATK = Derived("atk", work_out=number(atk_of), silent=True)
RATE = Derived("energize", work_out=number(rate_of), silent=True)

DEMIGOD = Spread(
    "demigod",
    "things",
    range(1),
    (CARD, Energy("energy"), CardSet("attached"), ATK, RATE),
    demigod_of,
    put_demigod,
)
FIELD = Spread(
    "field",
    "things",
    range(DECK_SLOTS),
    (
        CARD,
        Energy("energy"),
        Number("counters"),
        Flag("tapped"),
        Flag("defense_mode", "defense"),
        CardSet("attached"),
        Flag("sick", silent=True),
        Flag("played", silent=True),
        ATK,
        Derived("def", work_out=number(defense_of), silent=True),
        RATE,
        Host("host"),
        Aim("aim"),
    ),
    field_of,
    put_field,
)

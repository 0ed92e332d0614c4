"""A Divine Cross table set up and played in the players' words.

    table = Table(pool)
    table.main(0, "Lancer", energy=2).main(1, "Wall").hand(0, "Spark").start()
    table.do("play Spark", "end main", "skill 1")
    assert table.damage("Wall") == 150

An answer is the text of an option as `Table.offers` lists it. Units of the seat that is
asked go by their name, the other player's by "enemy" and their name.
"""

import csv

import numpy as np

from decks.divine_cross.schema import SCHEMA
from decks.divine_cross.words import Verb
from decks.pool import load_pool
from decks.records import NOTHING
from simulate.engine.agenda import plan
from simulate.engine.menu import MENU
from simulate.engine.options import option_values, pack_options
from simulate.engine.sets import each, size, with_
from simulate.engine.state import is_over
from simulate.games.divine_cross import rules
from simulate.games.divine_cross.changes import note_changes
from simulate.games.divine_cross.moves import clear, set_down
from simulate.games.divine_cross.options import OPTIONS
from simulate.games.divine_cross.state import STATE, make_table
from simulate.games.divine_cross.words import MAIN, SEATS, SLOTS, Act, EndReason, Question, Task

FILLER = "Filler"
FILLERS = 8  # cards in a deck that a test says nothing about


# Cards


def unit(name, abilities="", *, hp=300, attribute="Red", advantage="", retreat=1, **skill):
    """Write a Unit; ``cost`` and ``damage`` are its first skill's, ``second`` the other's."""
    second_cost, second_damage = skill.get("second", ("", ""))
    return {
        "name": name, "type": "Unit", "hp": hp, "attribute": attribute, "advantage": advantage,
        "retreat": retreat, "skill1": "Hit", "skill1_cost": skill.get("cost", 0),
        "skill1_damage": skill.get("damage", 100), "skill2": "Blow" if "second" in skill else "",
        "skill2_cost": second_cost, "skill2_damage": second_damage, "abilities": abilities,
    }  # fmt: skip


def event(name, abilities):
    return {"name": name, "type": "Event", "abilities": abilities}


def action(name, abilities):
    return {"name": name, "type": "Action", "abilities": abilities}


def assist(name, abilities):
    return {"name": name, "type": "Assist", "abilities": abilities}


def write_pool(folder, *cards):
    """Write a card file, with a plain Unit called Filler, and load it."""
    path = folder / "cards.csv"
    rows = [unit(FILLER), *cards]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["title", *rows[0]], restval="")
        writer.writeheader()
        writer.writerows({"title": "Test", **row} for row in rows)
    return load_pool(SCHEMA, path)


# The table


class Table:
    """One game in the middle: laid out by hand, then played by answers."""

    def __init__(self, pool, **changed):
        self.pool = pool
        self.table = make_table(pool)[0]
        values = option_values(OPTIONS, {name: str(value) for name, value in changed.items()})
        self.options = pack_options(OPTIONS, values)[0]
        self.states = np.zeros(1, STATE)
        self.state = self.states[0]
        self.state.end_reason = self.state.winner = self.state.leader = NOTHING
        self.state.rng.seed = 1
        self.menu = np.zeros(1, MENU)[0]
        self.copies = [0] * SEATS
        self.has_deck = set()
        for player in self.state.players:
            for place in player.units:
                clear(place)

    # Laying out

    def card(self, seat, name):
        """Give the next free copy of a player to a card."""
        copy = self.copies[seat]
        self.state.card_of[seat, copy] = self.pool.row_of(name)
        self.copies[seat] += 1
        self.state.deck_size[seat] = self.copies[seat]
        return copy

    def cards(self, seat, names):
        found = 0
        for name in names:
            found = with_(found, self.card(seat, name))
        return found

    def unit(self, seat, slot, name, energy=0, damage=0, assist="", stunned=False):
        set_down(self.state, self.table, seat, slot, self.card(seat, name))
        place = self.state.players[seat].units[slot]
        place.energy = self.cards(seat, [FILLER] * energy)
        place.damage = damage
        place.stunned = stunned
        if assist:
            place.assist = self.card(seat, assist)
        return self

    def main(self, seat, name, **details):
        return self.unit(seat, MAIN, name, **details)

    def standby(self, seat, *names, **details):
        for name in names:
            units = self.state.players[seat].units
            slot = next(s for s in range(1, SLOTS) if units[s].copy_id == NOTHING)
            self.unit(seat, slot, name, **details)
        return self

    def hand(self, seat, *names):
        self.state.players[seat].hand |= self.cards(seat, names)
        return self

    def discard(self, seat, *names):
        self.state.players[seat].discard |= self.cards(seat, names)
        return self

    def ko(self, seat, n):
        self.state.players[seat].ko |= self.cards(seat, [FILLER] * n)
        return self

    def deck(self, seat, *names):
        """Lay a deck down, its top card first."""
        self.has_deck.add(seat)
        player = self.state.players[seat]
        for name in reversed(names):
            player.deck[player.n_deck] = self.card(seat, name)
            player.n_deck += 1
        return self

    def start(self, seat=0, turn=3, at=Task.MAIN_PHASE):
        """Begin in a phase of a turn."""
        for player in range(SEATS):
            if player not in self.has_deck:
                self.deck(player, *[FILLER] * FILLERS)
        state = self.state
        state.active, state.turn = seat, turn
        for player in state.players:
            player.charges = self.options.charges_per_turn
            player.events = self.options.events_per_turn
            player.retreats = self.options.retreats_per_turn
        phases = [Task.DRAW_PHASE, Task.MAIN_PHASE, Task.BATTLE_PHASE, Task.END_PHASE]
        for task in reversed(phases[phases.index(at) :]):
            plan(state, task).n = 0
        note_changes(state, self.table)
        rules.run_on(state, self.table, self.options)
        return self

    def begin_game(self, *decks, seed=1):
        """Play from the shuffle on."""
        for seat, names in enumerate(decks):
            self.cards(seat, names)
        self.state.rng.seed = seed
        rules.set_up(self.state, self.table, self.options)
        return self

    # Playing

    @property
    def asked(self):
        """Who is asked, and what."""
        return int(self.state.seat), Question(self.state.question).name

    def open_menu(self):
        self.menu.n = self.menu.overflow = 0
        rules.legal_actions(self.state, self.table, self.options, self.menu)
        return [self.menu.actions[i] for i in range(self.menu.n)]

    @property
    def offers(self):
        """The options of the question asked, in words."""
        return [self.words_of(action) for action in self.open_menu()]

    def do(self, *answers):
        for answer in answers:
            offers = self.offers
            assert answer in offers, f"'{answer}' is not among {offers} ({self.asked})"
            self.apply(self.menu.actions[offers.index(answer)])
        return self

    def apply(self, action):
        self.state.decisions += self.menu.n > 1
        rules.apply(self.state, self.table, self.options, action)

    def words_of(self, action):
        seat = int(action.seat)
        match action.kind:
            case Act.PLACE | Act.CARD:
                return self.name(seat, action.copy_id)
            case Act.PLAY_UNIT | Act.PLAY_EVENT | Act.PLAY_ACTION | Act.PLAY_ASSIST:
                return f"play {self.name(seat, action.copy_id)}"
            case Act.USE_EX:
                return f"use {self.unit_name(seat, action.slot)}"
            case Act.RETREAT:
                return f"retreat to {self.unit_name(seat, action.slot)}"
            case Act.UNIT:
                side = "" if seat == self.state.seat else "enemy "
                return side + self.unit_name(seat, action.slot)
            case Act.SKILL:
                return f"skill {action.slot + 1}"
            case Act.OPTION:
                return self.numbered(int(action.slot))
            case _:
                return Act(action.kind).name.lower().replace("_", " ")

    def numbered(self, number):
        match self.state.question:
            case Question.NEXT_TRIGGER:
                waiting = self.state.triggers[number]
                return self.name(waiting.seat, waiting.copy_id)
            case Question.NEXT_MODIFIER:
                modifier = self.state.strike.modifiers[number]
                return f"{Verb(modifier.verb).name.lower()} {modifier.amount}"
            case Question.MODE:
                return f"option {number + 1}"
            case _:
                return str(number)

    # Looking

    def name(self, seat, copy):
        return self.pool.names[self.state.card_of[seat, copy]]

    def unit_name(self, seat, slot):
        copy = self.state.players[seat].units[slot].copy_id
        return "" if copy == NOTHING else self.name(seat, copy)

    def find(self, name):
        """Give the one unit in play of a name."""
        places = [
            self.state.players[seat].units[slot]
            for seat in range(SEATS)
            for slot in range(SLOTS)
            if self.unit_name(seat, slot) == name
        ]
        assert len(places) == 1, f"{len(places)} units called {name}"
        return places[0]

    def damage(self, name):
        return int(self.find(name).damage)

    def energy(self, name):
        return int(size(self.find(name).energy))

    def is_stunned(self, name):
        return bool(self.find(name).stunned)

    def main_of(self, seat):
        return self.unit_name(seat, MAIN)

    def standby_of(self, seat):
        names = [self.unit_name(seat, slot) for slot in range(1, SLOTS)]
        return sorted(filter(None, names))

    def zone(self, seat, zone):
        """List the names in "hand", "discard", "ko", "using" or "shown"."""
        copies = getattr(self.state.players[seat], zone)
        return sorted(self.name(seat, copy) for copy in each(copies))

    def n_deck(self, seat):
        return int(self.state.players[seat].n_deck)

    @property
    def result(self):
        """The winner (-1 for nobody) and the reason, or None while the game goes on."""
        if not is_over(self.state):
            return None
        return int(self.state.winner), EndReason(self.state.end_reason).name

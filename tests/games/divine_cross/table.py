"""A Divine Cross table set up and played in the players' words.

    table = Table(pool)
    table.main(0, "Lancer", energy=2).main(1, "Wall").hand(0, "Spark").start()
    table.do("play Spark", "end main phase", "skill 1")
    assert table.damage("Wall") == 150

An answer is the text of an option as `Table.offers` lists it: as scenarios say it, without
what stands after a colon.
"""

import csv

from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.pool import load_pool
from evenhand.simulate.engine.abilities.enums import AbilityQuestion
from evenhand.simulate.engine.hooks import apply
from evenhand.simulate.engine.menu import open_menu
from evenhand.simulate.engine.options import option_values, pack_options
from evenhand.simulate.games.divine_cross import GAME
from evenhand.simulate.games.divine_cross.enums import Question
from evenhand.simulate.replay.replay import InteractiveGame, name_result
from evenhand.simulate.scenarios.answers import brief
from evenhand.simulate.scenarios.layout import begin_at
from evenhand.simulate.view.fields import Sight
from evenhand.simulate.view.names import player_key

FILLER = "Filler"


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
        self.sight = Sight(pool, GAME.pack_pool(pool)[0])
        values = option_values(GAME.options, {name: str(value) for name, value in changed.items()})
        self.options = pack_options(GAME.options, values)[0]
        self.given = {player_key(seat): {} for seat in range(2)}
        self.sitting = None

    # Laying out

    def lay(self, seat, zone, names):
        self.given[player_key(seat)].setdefault(zone, []).extend(names)
        return self

    def main(self, seat, name, **details):
        self.given[player_key(seat)]["main"] = {"unit": name, **details}
        return self

    def standby(self, seat, *names, **details):
        return self.lay(seat, "standby", [{"unit": name, **details} for name in names])

    def hand(self, seat, *names):
        return self.lay(seat, "hand", names)

    def discard(self, seat, *names):
        return self.lay(seat, "discard", names)

    def ko(self, seat, n):
        return self.lay(seat, "ko", [FILLER] * n)

    def deck(self, seat, *names):
        """Lay a deck down, its top card first."""
        return self.lay(seat, "deck", names)

    def start(self, seat=0, turn=3, at="main", seed=1):
        """Begin in a phase of a turn."""
        return self.begin(at, {"active": player_key(seat), "turn": turn, **self.given}, seed)

    def begin(self, phase, given, seed=1):
        state = begin_at(phase, GAME, self.sight, given, self.options, "test", seed)
        self.sitting = InteractiveGame(GAME, self.sight, self.options, state)
        return self

    def begin_game(self, *decks, seed=1):
        """Play from the shuffle on."""
        for seat, names in enumerate(decks):
            self.deck(seat, *names)
        return self.begin("setup", self.given, seed)

    # Playing

    @property
    def state(self):
        return self.sitting.state

    @property
    def menu(self):
        return self.sitting.menu

    @property
    def asked(self):
        """Who is asked, and what."""
        asked = int(self.state.question)
        words = AbilityQuestion if asked >= AbilityQuestion.MAY else Question
        return int(self.state.seat), words(asked).name

    @property
    def offers(self):
        """The options of the question asked, in words; those that sound alike, alike."""
        return [brief(offer).partition(" #")[0] for offer in self.sitting.offers()]

    def do(self, *answers):
        for answer in answers:
            offers = self.offers
            assert answer in offers, f"'{answer}' is not among {offers} ({self.asked})"
            self.apply(self.menu.actions[offers.index(answer)])
        return self

    def open_menu(self):
        open_menu(self.state, self.sight.packed_pool, self.options, self.menu)
        return [self.menu.actions[i] for i in range(self.menu.n)]

    def apply(self, action):
        self.state.decisions += self.menu.n > 1
        apply(self.state, self.sight.packed_pool, self.options, action)

    # Looking

    @property
    def shown(self):
        return GAME.view.show(self.state, self.sight)

    def zone(self, seat, zone):
        """List the names in "hand", "discard", "ko", "using" or "shown"."""
        return sorted(self.shown[player_key(seat)][zone])

    def find(self, name):
        """Return the one unit in play of a name."""
        shown = self.shown
        units = [
            unit
            for seat in range(2)
            for unit in (shown[player_key(seat)]["main"], *shown[player_key(seat)]["standby"])
            if unit.get("unit") == name
        ]
        assert len(units) == 1, f"{len(units)} units called {name}"
        return units[0]

    def damage(self, name):
        return self.find(name)["damage"]

    def energy(self, name):
        return len(self.find(name)["energy"])

    def is_stunned(self, name):
        return self.find(name)["stunned"]

    def main_of(self, seat):
        return self.shown[player_key(seat)]["main"].get("unit", "")

    def standby_of(self, seat):
        return sorted(unit["unit"] for unit in self.shown[player_key(seat)]["standby"])

    def n_deck(self, seat):
        return int(self.state.players[seat].n_deck)

    @property
    def result(self):
        """The winner ("player_1", "nobody") and the reason, or None while the game goes on."""
        return name_result(GAME, self.state) if self.sitting.is_over else None

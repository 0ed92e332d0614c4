"""What is said about cards and decks of DIVINO that cannot be."""

import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.divino.legality import MODES
from evenhand.decks.divino.schema import SCHEMA
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError

HEADER = (
    "name,type,plane,alignment,tribe,energy,mana,atk,defense,energize,keyterms,starting,"
    "counts_as,basic,equip,host,deity,loyalty,summon,abilities\n"
)
COLUMNS = HEADER.strip().split(",")


@pytest.fixture(scope="module")
def pool():
    return load_pool(SCHEMA)


@pytest.fixture
def said_of_card(write):
    """Return what is said about one card, given by its columns."""

    def said(**cells):
        line = ",".join(f'"{cells.get(column, "")}"' for column in COLUMNS)
        try:
            load_pool(SCHEMA, write("cards.csv", HEADER + line + "\n"))
        except InputError as error:
            return [f"{problem.column}: {problem.message}" for problem in error.problems]
        return []

    return said


@pytest.fixture
def said_of_deck(pool, write):
    """Return what is said about a deck, made from a sample by changing lines of its list."""

    def said(changes=(), mode="one_demigod", sample="sdrassa_procession", options=None):
        text = sample_decks(SCHEMA)[sample].read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        path = write("deck.txt", text)
        try:
            deck = load_deck(SCHEMA, pool, path, mode, options)
        except InputError as error:
            return [str(problem).removeprefix(f"{path}:") for problem in error.problems]
        return [note.removeprefix(f"{path}: ") for note in deck.notes]

    return said


# Cards

CREATURE = {
    "name": "Moth", "type": "Creature", "plane": "Nara", "alignment": "Neutral",
    "tribe": "Beast", "energy": "2", "atk": "1",
}  # fmt: skip
WARRIOR = {**CREATURE, "type": "Warrior", "mana": "1 Nara", "defense": "1"}
DEMIGOD = {
    "name": "Moth Queen", "type": "Demigod", "plane": "Nara", "alignment": "Neutral",
    "energy": "12", "energize": "3", "atk": "1",
}  # fmt: skip
BLAST = {"name": "Blast", "type": "Instant", "plane": "Roth", "abilities": "Spell: draw 1 card."}
CURSE = {
    "name": "Curse", "type": "Aura", "plane": "Roth", "energy": "1", "host": "enemy creature",
    "abilities": "Always: the enemy host can't attack.",
}  # fmt: skip
LAND = {"name": "Shore", "type": "Land", "basic": "yes", "plane": "Naga"}


@pytest.mark.parametrize(
    "cells",
    [
        CREATURE,
        {**CREATURE, "type": "relic creature", "keyterms": "Winged, Swift"},
        {**CREATURE, "plane": "S\u2019drassa Nara"},
        WARRIOR,
        DEMIGOD,
        {**BLAST, "mana": "1 Roth Roth"},
        {**BLAST, "energy": "0"},
        CURSE,
        LAND,
    ],
    ids=lambda cells: f"{cells['type']} {cells['name']}",
)
def test_cards_that_can_be(said_of_card, cells):
    assert said_of_card(**cells) == []


@pytest.mark.parametrize(
    "cells, message",
    [
        ({**CREATURE, "type": "Wizard"}, "type: expected a type (Demigod, Creature, Relic"),
        ({**CREATURE, "energy": ""}, "energy: a Creature needs this, found nothing"),
        ({**CREATURE, "energy": "0"}, "energy: expected at least 1 on a Creature, found 0"),
        ({**CREATURE, "energy": "x"}, "energy: expected a whole number, found 'x'"),
        ({**CREATURE, "defense": "1"}, "defense: expected nothing on a Creature, found '1'"),
        ({**CREATURE, "mana": "1"}, "mana: expected nothing on a Creature, found '1'"),
        ({**CREATURE, "starting": "Blast"}, "starting: expected nothing on a Creature"),
        ({**CREATURE, "plane": "Rooth"}, "plane: expected a plane (Aevos, Daevos, Naga"),
        ({**CREATURE, "alignment": "Roth"}, "alignment: expected an alignment (Aevos, Daevos"),
        ({**CREATURE, "tribe": "Hobbit"}, "tribe: expected a tribe (Beast, Bird"),
        ({**CREATURE, "keyterms": "Winged Trample"}, "keyterms: expected a keyterm (Defender"),
        ({**WARRIOR, "mana": ""}, "mana: a Warrior needs this, found nothing"),
        ({**WARRIOR, "mana": "0"}, "mana: expected 1 to 20 mana, found 0"),
        ({**WARRIOR, "mana": "2 Universal"}, "mana: expected a number or a plane (Aevos"),
        ({**DEMIGOD, "starting": "A;B;C;D;E"}, "starting: expected at most 4 starting cards"),
        ({**DEMIGOD, "starting": "A;a"}, "starting: expected each starting card once"),
        ({**DEMIGOD, "counts_as": "5"}, "counts_as: expected a whole number from 1 to 4"),
        ({**DEMIGOD, "tribe": "Beast"}, "tribe: expected nothing on a Demigod"),
        (BLAST, "energy: an Instant needs a cost, here or in 'mana', found nothing"),
        ({**BLAST, "energy": "1", "abilities": ""}, "abilities: an Instant needs this"),
        ({**CURSE, "host": "enemy hat"}, "host: expected what it enchants"),
        ({**CURSE, "host": ""}, "host: an Aura needs this, found nothing"),
        ({**LAND, "plane": ""}, "plane: a basic Land needs one plane of Aevos"),
        ({**LAND, "plane": "Universal"}, "plane: a basic Land needs one plane of Aevos"),
        ({**LAND, "basic": "no"}, "abilities: a nonbasic Land needs abilities"),
        ({**LAND, "basic": "maybe"}, "basic: expected yes or no, found 'maybe'"),
        (
            {**LAND, "abilities": "Mana: tap this card: add 1 mana of Naga."},
            "abilities: a basic Land makes its mana by itself",
        ),
        (
            {**BLAST, "energy": "1", "abilities": "When this dies: draw 1 card."},
            "abilities: expected 'Spell' on such a card, found 'When this dies'",
        ),
        (
            {**CREATURE, "abilities": "Loyalty: draw 1 card."},
            "on such a card, found 'Loyalty'",
        ),
        (
            {**CREATURE, "abilities": "Activate: tap this card: slay a chosen creature."},
            "abilities: 'Moth', character 26",
        ),
    ],
)
def test_cards_that_cannot_be(said_of_card, cells, message):
    found = said_of_card(**cells)
    assert any(message in line for line in found), found


def test_all_that_is_wrong_is_said_at_once(said_of_card):
    found = said_of_card(name="Moth", type="Warrior", plane="Rooth", energy="x", loyalty="2")
    assert len(found) >= 6


# Decks

SCARAB = "Scarab of the Opened Grave"


def test_the_sample_is_legal(said_of_deck):
    assert said_of_deck() == []


def test_a_deck_of_49(said_of_deck):
    found = said_of_deck([("10 S'drassa Dunes", "9 S'drassa Dunes")])
    assert found == [
        " expected at least 50 cards in the deck, found 49 (Demigods and Deities stand beside it)"
    ]


def test_the_smallest_deck_is_an_option(said_of_deck):
    changes = [("10 S'drassa Dunes", "9 S'drassa Dunes")]
    assert said_of_deck(changes, options={"deck_minimum": 40}) == []


def test_more_cards_than_a_game_can_hold(said_of_deck):
    found = said_of_deck([("10 S'drassa Dunes", "22 S'drassa Dunes")])
    assert found == [" expected at most 63 cards, Demigods and Deities included, found 64"]


def test_five_copies(said_of_deck):
    found = said_of_deck([(f"4 {SCARAB}", f"5 {SCARAB}")])
    assert found == [f"9: expected at most 4 copies of '{SCARAB}', found 5"]


def test_basic_lands_are_not_limited_and_others_are(said_of_deck):
    assert said_of_deck([("10 S'drassa Dunes", "14 S'drassa Dunes")]) == []
    found = said_of_deck([("1 Gorge of the Three Embers", "5 Gorge of the Three Embers")])
    assert "expected at most 4 copies of 'Gorge of the Three Embers', found 5" in found[0]


def test_a_deity_in_the_main_deck(said_of_deck):
    found = said_of_deck([("Deities:\n", "Combat cards:\n")])
    assert found == [
        "6: 'Akhet-Mor, the Buried King' does not go into the deck: expected it below 'Deities:'"
    ]


def test_a_demigod_in_the_main_deck(said_of_deck):
    found = said_of_deck([("Demigods:\n", "")])
    assert "'Zahrim the Dune Voice' does not go into the deck" in found[0]


def test_a_card_of_the_deck_among_the_demigods(said_of_deck):
    found = said_of_deck([("Demigods:\n", "Demigods:\n1 Reaver of the Dunes\n")])
    assert found == ["3: 'Reaver of the Dunes' does not belong below 'Demigods:'"]


def test_a_shrine_without_its_deity(said_of_deck):
    found = said_of_deck([("1 Akhet-Mor, the Buried King", "")])
    assert [line.partition(":")[2] for line in found] == [
        " the Shrine 'Shrine of the Buried King' needs its Deity 'Akhet-Mor, the Buried King' "
        "beside the deck, found none"
    ]


def test_a_deity_without_a_shrine_is_noted(said_of_deck):
    found = said_of_deck([("Deities:\n", "Deities:\n1 Ix, the Unnumbered\n")])
    assert found == [
        "no Shrine in the deck is of the Deity 'Ix, the Unnumbered', so it never comes"
    ]


def test_a_deity_twice(said_of_deck):
    found = said_of_deck([("1 Akhet-Mor", "2 Akhet-Mor")])
    assert "expected at most 1 copy of 'Akhet-Mor, the Buried King', found 2" in found[0]


def test_shrines_may_be_limited(said_of_deck):
    found = said_of_deck(options={"shrine_limit": 3})
    assert "expected at most 3 of type Shrine, found 4" in found[0]


@pytest.mark.parametrize(
    "sample, mode, message",
    [
        ("sdrassa_procession", "two_demigods", "expected 2 Demigods in two_demigods, found 1"),
        ("fire_and_ice", "one_demigod", "expected 1 Demigod in one_demigod, found 2"),
        ("two_tongues", "one_demigod", "expected 1 Demigod in one_demigod, found 2"),
        ("four_hells", "three_demigods", "expected 3 Demigods in three_demigods, found 4"),
    ],
)
def test_another_number_of_demigods_than_the_others_have(said_of_deck, sample, mode, message):
    assert any(message in line for line in said_of_deck(mode=mode, sample=sample))


def test_no_demigod(said_of_deck):
    found = said_of_deck([("1 Zahrim the Dune Voice", "")])
    assert found == [" expected 1 Demigod in one_demigod, found 0"]


def test_a_starting_card_that_is_not_in_the_deck(said_of_deck):
    changes = [(f"4 {SCARAB}", "4 Jackal of Dust"), ("3 Jackal of Dust", "3 Forgeborn Brute")]
    found = said_of_deck(changes)
    message = f"the starting card '{SCARAB}' of 'Zahrim the Dune Voice' is not in the deck"
    assert found == [f"3: {message}"]
    assert said_of_deck(changes, options={"starting_cards_in_deck": False}) == [message]


def test_warriors_without_lands_are_noted(said_of_deck):
    changes = [("10 S'drassa Dunes", "10 Roth Caldera"), ("1 Gorge of the", "1 Roth Caldera\n# ")]
    found = said_of_deck(changes)
    assert "no Land of the deck makes mana of S'drassa for 'Tomb Charioteer'" in found


def test_a_card_that_does_not_exist(said_of_deck):
    found = said_of_deck([(f"4 {SCARAB}", "4 Scarab of the Open Grave")])
    assert "no card is called 'Scarab of the Open Grave'" in found[0] and SCARAB in found[0]


def test_there_is_a_mode_for_one_to_four_demigods():
    assert len(MODES) == 4
    assert MODES[0] == SCHEMA.modes[0] == "one_demigod"

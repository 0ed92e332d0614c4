"""Fields for places that stay where they are, each with its name, and for words."""

from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from evenhand.decks.pool import load_pool
from evenhand.decks.records import NOTHING, record
from evenhand.simulate.engine.sets import each
from evenhand.simulate.registry import load_game
from evenhand.simulate.scenarios.position import keep, list_layable
from evenhand.simulate.view.dealer import Dealer
from evenhand.simulate.view.fields import Number, Part, Sight, Word
from evenhand.simulate.view.zones import CardSet, Lanes, OneCard, Row

UNIT = record(("card", np.int8), ("damage", np.int8), ("fish", np.int64), ("worn", np.int64))
PLAYER = record(("units", UNIT, (3,)))
STATE = record(
    ("players", PLAYER, (2,)), ("card_of", np.int16, (2, 4)), ("deck_size", np.int8, (2,))
)
LANES = Lanes("lanes", "units", range(3), (OneCard("card"), Number("damage")))
SHOWN = {"lane_1": {}, "lane_2": {"card": "Breath", "damage": 2}, "lane_3": {}}


REEF = (CardSet("fish"), Number("damage"), CardSet("worn"))
REEFS = Lanes("lanes", "units", range(3), REEF)
NO_FISH = {"fish": [], "damage": 0, "worn": []}
TWO_FISH = {"fish": ["Breath", "Breath"], "damage": 0, "worn": []}


@pytest.fixture(scope="module")
def pool() -> Any:
    return load_pool(load_game("last_light").schema)


@pytest.fixture
def part(pool: Any) -> Part:
    state = np.zeros(1, STATE)[0]
    state.players["units"]["card"] = NOTHING
    state.card_of[:] = pool.row_of("Breath")
    return Part(state.players[0], state, 0, Sight(pool, None))


def lay(part: Part, value: Any, lanes: Row = LANES) -> list[str]:
    """Lay lanes down; return what is complained of."""
    numbers = [[0, 1, 2, 3]] * 2
    dealer = Dealer(part.state, part.sight.pool, {"name": "Breath"}, "a file", numbers)
    lanes.lay(part, value, dealer, "given.player_1.lanes")
    return [f"{one.column}: {one.message}" for one in dealer.problems]


def test_empty_places_stay_where_they_are(part: Part) -> None:
    assert lay(part, {"lane_2": {"card": "Breath", "damage": 2}}) == []
    assert LANES.show(part) == SHOWN
    assert part.record["units"]["card"].tolist()[0] == NOTHING
    assert [held.where for held in LANES.cards(part)] == ["lane 2"]


def test_lanes_are_laid_by_name(part: Part) -> None:
    assert lay(part, ["Breath"]) == [
        "given.player_1.lanes: expected places by name, { lane_1 = .. }, found ['Breath']"
    ]
    assert lay(part, {"lane_4": "Breath"}) == [
        "given.player_1.lanes.lane_4: expected one of lane_1, lane_2, lane_3; found 'lane_4'"
    ]


@pytest.mark.parametrize(
    ("expected", "differs"),
    [
        (1, False), (2, True), ({}, False), ({"lane_2": "Breath"}, False), ({"lane_1": ""}, False),
        ({"lane_1": "Breath"}, True), ({"lane_2": ""}, True), ({"lane_2": {"damage": 1}}, True),
        ({"lane_9": ""}, True), (["Breath"], True),
    ],
)  # fmt: skip
def test_places_are_expected_by_name(expected: Any, differs: bool) -> None:
    assert LANES.differs(SHOWN, expected) is differs


def test_a_position_names_the_lanes_with_a_card() -> None:
    layable = list_layable((LANES,))
    assert layable == {"lanes": {f"lane_{n}": {"card": None, "damage": None} for n in (1, 2, 3)}}
    assert keep(layable, {"lanes": SHOWN}, ()) == {"lanes": {"lane_2": SHOWN["lane_2"]}}


def test_places_may_be_called_otherwise() -> None:
    row = Lanes("road", "units", range(1, 3), LANES.fields, called="mile")
    assert [one.name for one in row.all_places] == ["mile_1", "mile_2"]


def test_a_lane_of_several_cards_is_laid_and_shown_as_what_it_holds(part: Part) -> None:
    assert lay(part, {"lane_1": ["2 Breath"], "lane_3": {"worn": ["Breath"]}}, REEFS) == []
    assert list(each(int(part.record["units"]["fish"][0]))) == [0, 1]
    shown = REEFS.show(part)
    assert shown == {
        "lane_1": TWO_FISH,
        "lane_2": NO_FISH,
        "lane_3": NO_FISH | {"worn": ["Breath"]},
    }
    where = [held.where for held in REEFS.cards(part)]
    assert where == ["lane 1", "lane 1", "worn of lane 3"]
    assert [what for what, _ in REEFS.values(part)] == [f"lane {n} damage" for n in (1, 2, 3)]
    assert not REEFS.is_unsound(part.state.players[:1]).any()
    part.record["units"]["damage"][1] = -1
    assert REEFS.is_unsound(part.state.players[:1]).all()


def test_one_card_is_no_list_of_several(part: Part) -> None:
    assert lay(part, {"lane_1": "Breath"}, REEFS) == [
        "given.player_1.lanes.lane_1: expected a list of cards or a table of values, found 'Breath'"
    ]


@pytest.mark.parametrize(
    ("expected", "differs"),
    [
        ({"lane_1": ["2 Breath"]}, False), ({"lane_1": ["Breath"]}, True), ({"lane_2": []}, False),
        ({"lane_2": ""}, False), ({"lane_1": ""}, True), ({"lane_1": {"fish": 2}}, False),
        ({"lane_1": {"damage": 1}}, True), (1, False), (3, True),
    ],
)  # fmt: skip
def test_several_cards_are_expected_as_a_list(expected: Any, differs: bool) -> None:
    shown = {"lane_1": TWO_FISH, "lane_2": NO_FISH, "lane_3": NO_FISH}
    assert REEFS.differs(shown, expected) is differs


def test_a_row_of_several_cards_shows_the_places_with_a_card(part: Part) -> None:
    row = Row("shoals", "units", range(3), REEF)
    assert lay(part, [["Breath"], [], ["2 Breath"]], row) == []
    shown = row.show(part)
    assert [len(one["fish"]) for one in shown] == [1, 2]
    assert not row.differs(shown, [["2 Breath"], ["Breath"]])
    assert row.differs(shown, ["Breath", "Breath"])


class Suit(IntEnum):
    COINS = 0
    BLACK_SWORDS = 2


def test_a_word_is_shown_and_laid_down_by_its_name(part: Part) -> None:
    trump = Word("trump", "damage", among=Suit)
    inner = part.within(part.record["units"][0])
    dealer = Dealer(part.state, part.sight.pool, {"name": "Breath"}, "a file", None)
    for word, number in {"coins": 0, "black swords": 2, "none": NOTHING}.items():
        trump.lay(inner, word, dealer, "given.trump")
        assert (inner.record["damage"], trump.show(inner)) == (number, word)
    assert list(trump.values(inner)) == [("trump", "none")] and not dealer.problems
    trump.lay(inner, "cups", dealer, "given.trump")
    assert dealer.problems[0].message == ("expected one of none, coins, black swords; found 'cups'")
    assert trump.is_unsound(np.array([(0, 1, 0, 0), (0, 2, 0, 0)], UNIT)).tolist() == [True, False]

"""Fields of a view that the state has not are told, at the top and within places."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from evenhand.decks.problems import InputError
from evenhand.decks.records import NOTHING, record
from evenhand.simulate.compiling import cache_folder
from evenhand.simulate.proving.rulebook import find_declaration_faults
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs import first_games
from evenhand.simulate.runs.first_games import play_first_games
from evenhand.simulate.runs.view_fields import describe_fault, find_bad_fields
from evenhand.simulate.view.fields import Derived, Number, Part, Sight
from evenhand.simulate.view.zones import CardPlace, CardSet, Lanes, OneCard, Row
from tests.simulate.test_first_games import plan_arrays, plan_of

LANE = record(("card", np.int8), ("others", np.int64))
STATE = record(("lanes", LANE, (3,)), ("score", np.int8), ("card_of", np.int16, (2, 4)))
CARD, OTHERS, NO_SUCH = OneCard("card"), CardSet("others"), CardSet("otherz")


@pytest.fixture
def part() -> Part:
    state = np.zeros(1, STATE)[0]
    state.lanes["card"] = NOTHING
    return Part(state, state, 0, Sight(None, None))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "told"),
    [
        (Lanes("lanes", "lanes", range(3), (CARD, OTHERS)), ""),
        (Lanes("lanes", "lanes", range(3), (OTHERS,)), ""),
        (
            Lanes("lanes", "lanes", range(3), (CARD, Derived("x", work_out=lambda p: [].index(1)))),
            "",  # which an empty place may well do
        ),
        (
            Lanes("lanes", "lanes", range(3), (CARD, NO_SUCH)),
            "there is no 'otherz'; did you mean 'others'?",
        ),
        (Row("row", "lanes", range(3), (NO_SUCH,)), "there is no 'otherz'; did you mean 'others'?"),
        (
            CardPlace(
                "first", "lanes", 0, (CARD, Derived("x", work_out=lambda p: p.record.otherz))
            ),
            "there is no 'otherz'; did you mean 'others'?",
        ),
        (
            Row("row", "lanes", range(4), (CARD,)),
            "'lanes' has places 0 to 2, and place 3 was asked for",
        ),
        (Row("row", "lane", range(3), (CARD,)), "there is no 'lane'; did you mean 'lanes'?"),
        (Number("scoer"), "there is no 'scoer'; did you mean 'score'?"),
    ],
)
def test_what_the_state_has_not_is_told_with_the_nearest_name(
    part: Part, field: Any, told: str
) -> None:
    assert describe_fault(field, part) == told


@pytest.mark.parametrize("name", game_names())
def test_views_of_sound_games_are_sound(name: str) -> None:
    assert list(find_bad_fields(load_game(name))) == []


TOLD = (
    "last_light/view.py: the field 'flaem' of the players cannot be shown: "
    "there is no 'flaem'; did you mean 'flame'?"
)


def test_test_game_and_the_first_games_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("last_light")
    view = replace(game.view, player=(*game.view.player, Number("flaem")))
    monkeypatch.setitem(vars(game), "view", view)
    assert list(find_declaration_faults(game)) == [TOLD]
    monkeypatch.setattr(first_games, "watch_games", lambda _: pytest.fail("it was played"))
    arrays = plan_arrays(plan_of(game))
    folder = cache_folder(*arrays.plan.game.hooks.modules)
    (folder / f"last_light-{arrays.plan.mode}-2.watched").unlink(missing_ok=True)
    with pytest.raises(InputError) as error:
        play_first_games(arrays)
    assert str(error.value) == TOLD

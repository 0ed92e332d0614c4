"""Which games a report leads to."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

from evenhand.analysis.data.run import load_run
from evenhand.reports.card_findings import list_harmful_cards, list_named_cards
from evenhand.reports.linked_games import (
    MOST_ASKED,
    GamesBehind,
    Want,
    choose_covering_games,
    list_candidates,
)
from evenhand.simulate.replay.games_behind import KINDS, Cell
from evenhand.simulate.runs.stored import StoredRun
from tests.fake_run import write_fake_run

DECKS = {(Cell("deck", (f"deck {n}",)), "typical"): [1] for n in range(20)}
NAMED, OTHER = (Cell("card", ("Ace",)), "telling"), (Cell("card", ("Bee",)), "telling")


@pytest.mark.parametrize(("first", "pages"), [([], [1, 3, 4]), ([NAMED], [1, 2, 3])])
def test_cards_that_the_findings_name_come_first(first: list[Want], pages: list[int]) -> None:
    also = {(Cell("card", (card,)), kind): row
            for card, row in (("Cat", [3]), ("Dog", [4])) for kind in KINDS}  # fmt: skip
    wanted = {**DECKS, NAMED: [2], OTHER: [3], **also}
    assert choose_covering_games(wanted, dict.fromkeys(range(1, 5), MOST_ASKED), first) == pages


def test_named_cards_are_the_ends_of_what_stands_out() -> None:
    effects = pd.DataFrame(
        {"deck": list("abab"), "card": ["Ace", "Bee", "Cat", "Dog"],
         "effect": [0.3, 0.2, -0.1, -0.4], "effect_q": [0.5, 0.01, 0.01, 0.5],
         "effect_low_all": [0.0, 0.1, -0.3, -0.5], "effect_high_all": [0.4, 0.3, 0.1, 0.1]}
    )  # fmt: skip
    lifts = pd.DataFrame({"deck": ["", "a"], "card": ["Elk", "Fox"], "oh_lift": [0.2, 0.3],
                          "oh_lift_low_all": [0.1, 0.1], "oh_lift_high_all": [0.3, 0.5],
                          "oh_lift_q": [0.01, 0.01]})  # fmt: skip
    assert list_named_cards(effects, lifts) == ["Bee"]  # Cat is not sure on its own
    unsure = effects.assign(effect_low_all=-0.5)
    assert list_named_cards(unsure, lifts) == ["Bee", "Cat"]
    assert list_harmful_cards(effects, lifts) == {"Cat", "Dog"}
    assert list_harmful_cards(effects.head(0), lifts) == set()
    assert list_named_cards(effects.head(0), lifts) == ["Elk"]
    assert list_named_cards(effects.head(1), lifts) == []


def test_a_game_of_a_card_opens_where_the_card_is_played_and_says_how_it_ends() -> None:
    harmful = Cell("card", ("Bad Egg",), does_harm=True)
    found = {(harmful, "telling"): 7, (harmful, "closest"): 8, NAMED: 7}
    games = GamesBehind((7,), found).list_by_card()
    assert sorted(games["Bad Egg"]) == [
        (7, "telling, lost", "replays/game-7.html#card=Bad%20Egg"),
        (8, "closest", ""),
    ]
    assert [text for _, text, _ in games["Ace"]] == ["telling, won"]


def test_more_cells_take_no_more_readings_of_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collect, n_readings = pl.LazyFrame.collect, []
    monkeypatch.setattr(
        pl.LazyFrame,
        "collect",
        lambda self, **asked: n_readings.append(1) or collect(self, **asked),
    )
    counts = []
    for n in (3, 9):
        cards = [f"Card {number}" for number in range(3 * n)]
        run = load_run(write_fake_run(tmp_path / str(n), {f"d{at}": 0.0 for at in range(n)}, cards))
        n_readings.clear()
        stored = StoredRun(Path(run.folder), run.info, run.games)
        found = dict(list_candidates(stored, (), at_once=n))
        counts.append((len(n_readings), len(found)))
        assert dict(list_candidates(stored, (), at_once=1_000)) == found
    (few, n_few), (many, n_many) = counts
    assert n_many > 3 * n_few and many <= 2 * few


def test_games_of_many_cards_are_listed_in_one_go() -> None:
    class Counted(dict[Want, int]):
        n_passes = 0

        def __iter__(self) -> Iterator[Want]:
            self.n_passes += 1
            return super().__iter__()

    found = Counted({(Cell("card", (f"Card {n}",)), kind): n for n in range(50) for kind in KINDS})
    assert len(GamesBehind((), found).list_by_card()) == 50
    assert found.n_passes == 1

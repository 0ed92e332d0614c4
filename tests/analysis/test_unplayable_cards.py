"""Cards that cannot be played: a planted one is the worst, and alike ones do not stand out."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import evenhand
from evenhand import analysis
from evenhand.analysis.tables.unplayable_cards import COLUMNS, UNPLAYABLE
from evenhand.experiments.choices import add_choices
from evenhand.experiments.run_tables import save_table
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.reports.report_tables import measure_unplayable
from evenhand.reports.sections.unplayable_cards import list_unplayable_cards
from tests.amounts import how_much
from tests.planted.real_truths import OUT_OF_REACH, edit_cards

Make = Callable[..., analysis.Run]
CARDS = {"A": [f"a{n}" for n in range(12)], "B": [f"b{n}" for n in range(12)]}
DECKS = {deck: cards * 2 for deck, cards in CARDS.items()}
USUAL = 0.4  # chance that a card cannot be played in a turn


def with_turns(
    run: analysis.Run,
    chance: dict[str, float] | None = None,
    seed: int = 1,
    n_pairs: int = 75,
    unknown: str = "",
    usual: float = USUAL,
) -> analysis.Run:
    """Add to a run in which turns each card could not be played, by its chance."""
    rng = np.random.default_rng(seed)
    rows = []
    for pair in range(n_pairs):
        mood = rng.uniform(0.6, 1.4)  # of both games of a pair
        for rotation, seat in np.ndindex(2, 2):
            deck = "AB"[(seat + rotation) % 2]
            for card in CARDS[deck]:
                turns = rng.integers(0, 9)
                share = (chance or {}).get(card, min(1.0, mood * usual))
                not_known = turns if card == unknown else 0
                count = rng.binomial(turns - not_known, share)
                if turns:
                    rows.append((0, pair, rotation, seat, deck, card, turns, count, not_known))
    save_table(run.folder, UNPLAYABLE, pd.DataFrame(rows, columns=COLUMNS))
    return run


def test_a_run_without_them_has_no_table(made: Make) -> None:
    run = made(decks=DECKS, matchups=[(0, 1)], n_pairs=2)
    table = analysis.unplayable_cards(run)
    assert table.empty and measure_unplayable(run).empty
    counted = analysis.unplayable_cards(with_turns(run))
    assert table.columns.equals(counted.columns) and len(counted) > 0


def test_a_card_that_can_never_be_played_is_the_worst(made: Make) -> None:
    run = with_turns(made(decks=DECKS, matchups=[(0, 1)], n_pairs=2), {"b7": 1.0})
    table = measure_unplayable(run)
    worst, rest = table.iloc[0], table.iloc[1:]
    assert (worst["deck"], worst["card"], worst["unplayable_share"]) == ("B", "b7", 1.0)
    assert worst["unplayable_share_low_all"] > 0.9 and worst["excess_low"] > 0.4
    assert worst["excess_q"] < 1e-6
    assert (rest["unplayable_share"] < 0.6).all()


@pytest.mark.parametrize("game", OUT_OF_REACH)
def test_a_card_that_nobody_can_play_is_named_in_a_real_game(game: str, tmp_path: Path) -> None:
    """And it is not without what was planted."""
    cell, decks = OUT_OF_REACH[game]
    for cells in ([cell], []):
        given: dict[str, Any] = {
            "cards": str(edit_cards(game, tmp_path, *cells)),
            "decks": [",".join(decks)],
            "games": 100,
            "seed": 1,
        }
        run = evenhand.play(game, **given, jobs=1, out=tmp_path / f"{len(cells)}")
        add_choices(run, prepare(Request(game, **given)).plan)
        table = measure_unplayable(run)
        evidence: Any = SimpleNamespace(unplayable_cards=table)
        named = list_unplayable_cards(evidence)
        assert (cell.card in set(named["card"])) == bool(cells)
        assert not cells or table["card"].iloc[0] == cell.card


def test_games_and_turns_are_sums(made: Make) -> None:
    run = with_turns(made(decks=DECKS, matchups=[(0, 1)], n_pairs=2))
    counts = pd.read_parquet(run.folder / UNPLAYABLE).query("card == 'a3'")
    row = analysis.unplayable_cards(run).set_index("card").loc["a3"]
    assert (row["n_games"], row["n_turns"]) == (len(counts), counts["turns"].sum())
    assert row["unplayable_share"] == counts["unplayable"].sum() / counts["turns"].sum()


def test_what_is_not_known_counts_in_no_share(made: Make) -> None:
    run = with_turns(made(decks=DECKS, matchups=[(0, 1)], n_pairs=2), unknown="a0")
    table = measure_unplayable(run).set_index("card")
    row = table.loc["a0"]
    assert row["n_unknown"] == row["n_turns"] > 0 and np.isnan(row["unplayable_share"])
    assert (row["unplayable_share_low"], row["unplayable_share_high"]) == (0, 1)
    others = table.drop("a0")
    assert (others["n_unknown"] == 0).all() and (others["unplayable_share"] < 0.6).all()


@pytest.mark.parametrize(("usual", "n_pairs"), [(USUAL, 75), (0.02, 25)])
def test_cards_that_are_all_alike_do_not_stand_out_and_intervals_hold(
    made: Make, usual: float, n_pairs: int
) -> None:
    run = made(decks=DECKS, matchups=[(0, 1)], n_pairs=2)
    n = how_much(20, 400)
    named, missed = np.zeros(2)
    for seed in range(n):
        table = analysis.unplayable_cards(with_turns(run, seed=seed, usual=usual, n_pairs=n_pairs))
        named += (table["excess_q"] < 0.05).any()
        low, high = table["unplayable_share_low"], table["unplayable_share_high"]
        missed += ((low > usual) | (high < usual)).mean()
    for share in (named / n, missed / n):
        assert share <= 0.05 + 3.5 * (0.05 * 0.95 / n) ** 0.5

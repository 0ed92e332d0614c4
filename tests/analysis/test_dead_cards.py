"""Cards that lie dead in hand: a planted one is the worst, and alike ones do not stand out."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

import evenhand
from evenhand import analysis
from tests.amounts import how_much
from tests.analysis.test_card_win_rates import sealed
from tests.planted.real_truths import OUT_OF_REACH, edit_cards

Make = Callable[..., analysis.Run]
DECKS = {"A": [f"a{n}" for n in range(30)], "B": [f"b{n // 2}" for n in range(30)]}


def never_played(slots: list[int], name: str = "played") -> Callable[[pl.DataFrame], pl.DataFrame]:
    """Clear the bits of some slots in every game, of whichever deck."""
    mask = ~sum(1 << slot for slot in slots)
    return lambda games: games.with_columns(
        **{f"{name}_{seat}": pl.col(f"{name}_{seat}") & mask for seat in (0, 1)}
    )


def test_a_card_that_is_never_playable_is_the_worst(made: Make) -> None:
    table = analysis.dead_cards(made(never_played([7]), decks=DECKS, matchups=[(0, 1)]))
    worst, next_worst = table.iloc[0], table.iloc[1]
    assert (worst["deck"], worst["card"], worst["dead_share"]) == ("A", "a7", 1.0)
    assert worst["n_dead"] == worst["n_games"] and worst["dead_share_low"] > 0.95
    assert worst["excess_low"] > 0.5 and worst["excess_q"] < 1e-6
    assert next_worst["dead_share"] < 0.7


@pytest.mark.parametrize("game", OUT_OF_REACH)
def test_a_card_that_nobody_can_play_is_the_worst_of_a_real_game(game: str, tmp_path: Path) -> None:
    (cell, decks), shares = OUT_OF_REACH[game], []
    for cells in ([cell], []):
        cards = edit_cards(game, tmp_path, *cells)
        run = evenhand.play(
            game, cards=cards, decks=[",".join(decks)], games=200, jobs=1,
            out=tmp_path / f"{len(cells)}",
        )  # fmt: skip
        shares.append(analysis.dead_cards(run).query("deck == @decks[0]").set_index("card"))
    planted, plain = shares
    assert planted.index[0] == cell.card and (planted["dead_share"] == 1).tolist().count(True) == 1
    assert planted["excess_q"].iloc[0] < 1e-6 and planted["dead_share_low"].iloc[0] > 0.9
    assert plain.loc[cell.card, "dead_share_high"] < 0.5


def test_a_copy_that_is_played_redeems_the_card(made: Make) -> None:
    table = analysis.dead_cards(made(never_played([6]), decks=DECKS, matchups=[(0, 1)]))
    both = table.set_index(["deck", "card"])["dead_share"]
    assert both["A", "a6"] == 1 and 0.4 < both["B", "b3"] < 0.9


def brute_force(run: analysis.Run, deck: int, card: str) -> tuple[int, int]:
    """Count games in which a card was in hand, and never played, one by one and bit by bit."""
    held = dead = 0
    slots = [slot for slot, name in enumerate(run.info["decks"][deck]["cards"]) if name == card]
    for game in run.games.collect().to_dicts():
        for seat in (0, 1):
            if game[f"deck_{seat}"] == deck:
                seen = game[f"drawn_{seat}"] | game[f"tutored_{seat}"]
                seen |= 0 if game[f"mulligans_{seat}"] else game[f"opening_{seat}"]
                has = any(seen >> slot & 1 for slot in slots)
                held += has
                dead += has and not any(game[f"played_{seat}"] >> slot & 1 for slot in slots)
    return held, dead


@pytest.mark.parametrize(("deck", "card"), [(0, "a3"), (1, "b4")])
@pytest.mark.parametrize("matchups", [[(0, 1)], [(0, 0), (0, 1), (1, 1)]])
def test_games_are_counted_as_by_hand(
    made: Make, matchups: list[tuple[int, int]], deck: int, card: str
) -> None:
    run = made(decks=DECKS, matchups=matchups, n_pairs=60)
    row = analysis.dead_cards(run).set_index(["deck", "card"]).loc["AB"[deck], card]
    assert (row["n_games"], row["n_dead"]) == brute_force(run, deck, card)


def test_cards_that_are_all_alike_do_not_stand_out(made: Make) -> None:
    n = how_much(20, 200)
    decks = {"A": DECKS["A"]}
    wrong = [
        (analysis.dead_cards(made(seed=seed, decks=decks, matchups=[(0, 0)]))["excess_q"] < 0.05)
        .any()
        for seed in range(n)
    ]  # fmt: skip
    assert np.mean(wrong) <= 0.05 + 3.5 * (0.05 * 0.95 / n) ** 0.5


def test_where_no_plays_are_recorded_no_card_stands_out(made: Make) -> None:
    table = analysis.dead_cards(made(never_played([*range(30)]), decks=DECKS, matchups=[(0, 1)]))
    assert (table["dead_share"] == 1).all()
    assert not (table["excess_q"] < 0.05).any()


def test_cards_that_were_never_in_hand_are_left_out(made: Make) -> None:
    def edit(games: pl.DataFrame) -> pl.DataFrame:
        for name in ("opening", "drawn", "tutored"):
            games = never_played([7], name)(games)
        return games

    table = analysis.dead_cards(made(edit, decks={"A": DECKS["A"]}, matchups=[(0, 0)]))
    assert "a7" not in set(table["card"]) and len(table) == 29


def test_sealed_play_gives_what_fixed_decks_give(made: Make) -> None:
    run = made(never_played([7]), decks=DECKS, matchups=[(0, 1), (1, 1)], n_pairs=40)
    fixed, open_pool = analysis.dead_cards(run), analysis.dead_cards(sealed(run))
    pd.testing.assert_frame_equal(fixed, open_pool, rtol=1e-9)

import numpy as np
import pandas as pd
import polars as pl
import pytest

from evenhand import analysis
from evenhand.analysis.data import pairs

DECKS = {"A": ["x"] * 10 + ["s"] * 20, "B": ["y"] * 10 + ["s"] * 20, "C": ["z"] * 30}
MATCHUPS = [(0, 1), (0, 0), (1, 2)]
NO_TABLES = (
    "Comparison", "Panel", "Run", "changes_by_bot", "compare", "compare_bots", "compare_panels",
    "cycles", "field_win_rates", "ladder", "load_panel", "load_run", "metagame", "metagame_by_bot",
    "polarity", "transitivity", "viable_decks",
)  # fmt: skip
TABLES = [name for name in analysis.__all__ if name not in NO_TABLES]


def tables(run):
    return {name: getattr(analysis, name)(run) for name in TABLES}


def same(ours, theirs):
    return all(
        pd.testing.assert_frame_equal(ours[name], theirs[name], check_exact=True) is None
        for name in TABLES
    )


def shuffled(games):
    return games.sample(fraction=1, shuffle=True, seed=3)


@pytest.fixture
def plan():
    return {"decks": DECKS, "matchups": MATCHUPS, "n_pairs": 60, "draw_rate": 0.1}


def test_games_that_do_not_stand_in_order_are_refused(made, plan):
    with pytest.raises(ValueError, match="do not stand together"):
        analysis.win_rates(made(shuffled, **plan))


def test_matchups_that_do_not_stand_in_order_are_refused(made, plan):
    def turned(games):
        return games.sort("matchup", "pair", "rotation", descending=[True, False, False])

    with pytest.raises(ValueError, match="do not stand together"):
        analysis.win_rates(made(turned, **plan))


def test_tables_do_not_depend_on_part_files(made, plan):
    assert same(tables(made(**plan)), tables(made(**plan, n_parts=7)))


@pytest.mark.parametrize("block_games", [14, 121, 250])
def test_tables_do_not_depend_on_how_much_is_read_at_once(made, plan, monkeypatch, block_games):
    whole = tables(made(**plan))
    monkeypatch.setattr(pairs, "BLOCK_GAMES", block_games)
    blocks = [block for _, found in pairs.pair_blocks_by_matchup(made(**plan)) for block in found]
    assert max(block.n_pairs * 2 for block in blocks) <= block_games
    assert same(whole, tables(made(**plan)))


def test_tables_depend_on_the_games(made, plan):
    with pytest.raises(AssertionError):
        same(tables(made(**plan)), tables(made(**plan, seed=2)))


@pytest.mark.parametrize(
    "missing", [pl.col("rotation") == 1, (pl.col("rotation") == 1) & (pl.col("matchup") == 1)]
)
def test_a_pair_that_lacks_a_game_is_refused(made, plan, missing):
    run = made(lambda games: games.filter(~(missing & (pl.col("pair") == 5))), **plan)
    with pytest.raises(ValueError, match="not complete"):
        analysis.win_rates(run)


def test_sides_are_found_in_their_seats(made):
    decks = {name: [name] * 30 for name in "ABC"}
    run = made(decks=decks, matchups=[(2, 0, 1)], n_seats=3, n_pairs=4)
    columns = [f"deck_{seat}" for seat in range(3)]
    (matchup, blocks) = next(pairs.pair_blocks_by_matchup(run, columns))
    (block,) = blocks
    for side, deck in enumerate(matchup.decks):
        for seat in range(3):
            assert (block.of_side("deck", side, seat) == deck).all()


def test_scores_of_a_side_stand_by_rotation(made):
    decks = {name: [name] * 30 for name in "ABC"}
    run = made(decks=decks, matchups=[(2, 0, 1)], n_seats=3, n_pairs=50)
    _, blocks = next(pairs.pair_blocks_by_matchup(run, [f"deck_{seat}" for seat in range(3)]))
    (block,) = blocks
    seated = np.stack([block.columns[f"deck_{seat}"] for seat in range(3)])
    winner = np.take_along_axis(seated, block.columns["winner"][None].astype(int), axis=0)[0]
    for side, deck in enumerate((2, 0, 1)):
        np.testing.assert_array_equal(block.scores_of_side(side), winner == deck)


@pytest.mark.parametrize("n_seats", [2, 3])
def test_scores_of_a_game_add_up_to_one(made, plan, n_seats):
    plan |= {"n_seats": n_seats, "matchups": [(0, 1, 2)[:n_seats]], "first_edge": 0.3}
    run = made(**plan)
    _, blocks = next(pairs.pair_blocks_by_matchup(run))
    (block,) = blocks
    assert (block.columns["winner"] == pairs.DRAW).any()
    seats = range(n_seats)
    np.testing.assert_allclose(sum(block.scores_of_side(side) for side in seats), 1)


def test_who_went_first_is_read_and_not_guessed(made, plan):
    def edit(games):
        return games.with_columns(first=(pl.col("pair") % 2).cast(pl.Int8))

    _, blocks = next(pairs.pair_blocks_by_matchup(made(edit, **plan)))
    (block,) = blocks
    first, winner = block.columns["first"], block.columns["winner"]
    wanted = np.where(winner == pairs.DRAW, 0.5, winner == first)
    np.testing.assert_array_equal(block.scores_in(block.seat_after_first(0)), wanted)
    first_side = block.side_in(block.seat_after_first(0))
    np.testing.assert_array_equal(first_side[1], 1 - first_side[0])


def test_covariance_is_that_of_a_sum_of_independent_pairs():
    values = np.random.default_rng(0).normal(size=(2, 3, 50))
    sums = pairs.PairSums(2, ["a", "b", "c"])
    for part in (values[..., :20], values[..., 20:]):
        sums.add({name: part[:, index] for index, name in enumerate("abc")})
    for row in (0, 1):
        np.testing.assert_allclose(sums.covariance[row], 50 * np.cov(values[row]))

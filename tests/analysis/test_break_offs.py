import numpy as np
import polars as pl
import pytest

from evenhand import analysis

CARDS = {name: [f"{name} {number}" for number in range(15) for _ in range(2)] for name in "ABC"}
MATCHUPS = [(0, 1), (0, 2), (1, 2)]
ENDLESS = 100


def played(deck, card):
    """Return whether a seat with the deck played a copy of one of its cards."""
    bits = 3 << (2 * card)

    def by(seat):
        word = pl.col(f"played_{seat}")
        return (pl.col(f"deck_{seat}") == deck) & (word.cast(pl.UInt64) & bits != 0)

    return by(0) | by(1)


def ending(condition, reason=ENDLESS, share=1.0, otherwise=1):
    """Let games end so of which a condition is true, or a share of them."""
    luck = (pl.col("pair") * 2 + pl.col("rotation")).hash(seed=3) % 1_000 < 1_000 * share

    def edit(games):
        ends = pl.when(condition & luck).then(reason).otherwise(otherwise)
        return games.with_columns(end_reason=ends.cast(pl.Int8))

    return edit


def look(made, edit, n_pairs=400, **plan):
    run = made(edit, decks=CARDS, matchups=MATCHUPS, n_pairs=n_pairs, **plan)
    run.info["end_reasons"] = {**run.info["end_reasons"], "endless": ENDLESS}
    return analysis.break_offs(run)


def named(table):
    return table[table["rank"] > 0].sort_values("rank")["card"].tolist()


@pytest.mark.parametrize(("reason", "share"), [(ENDLESS, 1), (0, 0.5), (5, 0.1)])
def test_a_card_that_makes_games_go_on_for_ever_is_named(made, reason, share):
    assert named(look(made, ending(played(0, 3), reason, share))) == ["A 3"]


def test_both_cards_of_a_loop_are_named_and_no_other(made):
    loop = played(0, 3) & played(2, 7)
    assert sorted(named(look(made, ending(loop)))) == ["A 3", "C 7"]


def test_two_loops_are_told_apart(made):
    loops = played(0, 3) | played(1, 5)
    assert sorted(named(look(made, ending(loops, share=0.4)))) == ["A 3", "B 5"]


@pytest.mark.parametrize("seed", range(10))
def test_no_card_is_named_for_what_no_card_makes(made, seed):
    luck = ending(pl.lit(True), share=0.3)
    assert named(look(made, luck, seed=seed)) == []


@pytest.mark.parametrize("seed", range(4))
def test_long_games_show_more_of_every_card_and_name_none(made, seed):
    # all that lasts long is stopped, as by a turn cap
    table = look(made, ending(pl.col("turns") > 13, reason=5), seed=seed)
    assert (table["played_share"] > table["unplayed_share"]).mean() > 0.9
    assert named(table) == []


def test_a_matchup_in_which_many_games_are_broken_off_names_no_card_of_its_decks(made):
    luck = ending(pl.col("matchup") == 0, share=0.9)
    assert named(look(made, luck, n_pairs=1_000)) == []


def test_shares_are_those_of_the_games(made):
    edit = ending(played(0, 3), share=0.5)
    run = made(edit, decks=CARDS, matchups=[(0, 1)], n_pairs=200)
    run.info["end_reasons"]["endless"] = ENDLESS
    games = run.games.with_columns(with_it=played(0, 3)).collect()
    row = analysis.break_offs(run).set_index(["deck", "card"]).loc["A", "A 3"]
    broken = games.filter("with_it")["end_reason"] == ENDLESS
    assert (row["n_played"], row["n_unplayed"]) == (len(broken), 400 - len(broken))
    assert row["played_share"] == pytest.approx(broken.mean())
    assert row["played_share_low"] < broken.mean() < row["played_share_high"]
    assert row["unplayed_share"] == 0 and 0 < row["unplayed_share_high"] < 0.05
    assert row["p"] < 1e-9 and row["rank"] == 1


def test_no_game_broken_off_leaves_nothing_to_tell(made):
    table = look(made, ending(pl.lit(False)), n_pairs=20)
    assert named(table) == [] and np.all(table["played_share"].dropna() == 0)

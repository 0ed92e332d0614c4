import numpy as np
import polars as pl
import pytest

from evenhand import analysis
from evenhand.analysis.statistics.intervals import count_interval

DECKS = {name: [name.lower()] * 30 for name in "AB"}


@pytest.fixture
def run(made):
    return made(decks=DECKS, matchups=[(0, 1), (0, 0)], n_pairs=37, draw_rate=0.2)


def test_lengths_are_counted(run):
    turns, n_games = np.unique(run.games.collect()["turns"], return_counts=True)
    table = analysis.game_lengths(run)
    assert table["turns"].tolist() == turns.tolist()
    assert table["n_games"].tolist() == n_games.tolist()
    assert table["share"].sum() == pytest.approx(1)
    assert table["share"].to_numpy() == pytest.approx(n_games / 148)


def test_lengths_are_summed_up(run):
    table = analysis.length_summary(run).set_index("scope")
    assert table.index.tolist() == ["all", "A vs B", "A vs A"]
    games = run.games.collect()
    scopes = {"all": games, "A vs B": games.filter(pl.col("matchup") == 0)}
    for scope, frame in scopes.items():
        turns, found = frame["turns"].to_numpy(), table.loc[scope]
        assert found["n_games"] == len(turns)
        assert found["mean_turns"] == pytest.approx(turns.mean())
        assert found["mean_decisions"] == pytest.approx(frame["decisions"].mean())
        for name, share in (("median", 0.5), ("p10", 0.1), ("p90", 0.9)):
            expected = np.quantile(turns, share, method="inverted_cdf")
            assert found[f"{name}_turns"] == expected


def test_the_mean_length_has_pairs_for_units(run):
    # Both games of a made-up pair last equally long: half as many values as games.
    turns = run.games.filter(pl.col("matchup") == 0).collect()["turns"].to_numpy()[::2]
    found = analysis.length_summary(run).set_index("scope").loc["A vs B"]
    ends = count_interval(turns.mean(), turns.std(ddof=1) / np.sqrt(37), 37)
    assert (found["mean_turns_low"], found["mean_turns_high"]) == pytest.approx(ends)


def test_swings_are_summed_up(run):
    table = analysis.swings(run).set_index("scope")
    assert table.index.tolist() == ["all", "A vs B", "A vs A"]
    games = run.games.collect()
    decided = games.filter(pl.col("winner") >= 0)
    rows = decided.to_dicts()
    behind = [
        row for row in rows if row[f"ahead_{1 - row['winner']}"] >> (row["turns"] // 2 - 1) & 1
    ]
    found = table.loc["all"]
    assert (found["n_games"], found["n_decided"]) == (148, decided.height)
    assert found["mean_lead_changes"] == pytest.approx(games["lead_changes"].mean())
    assert found["steady_share"] == pytest.approx((games["lead_changes"] == 0).mean())
    assert found["comeback_share"] == pytest.approx(len(behind) / decided.height)
    assert found["mean_comeback"] == pytest.approx(np.mean([row["comeback"] for row in behind]))
    assert found["largest_comeback"] == 2
    for name in ("mean_lead_changes", "steady_share", "comeback_share", "mean_comeback"):
        assert (table[f"{name}_low"] < table[name]).all()
        assert (table[name] < table[f"{name}_high"]).all()


def test_games_without_any_swing(made):
    def flat(games):
        return games.with_columns(
            comeback=pl.lit(0, pl.Int32), lead_changes=pl.lit(0, pl.Int16),
            ahead_0=pl.lit(0, pl.Int64), ahead_1=pl.lit(0, pl.Int64),
        )  # fmt: skip

    found = analysis.swings(made(flat, decks=DECKS, matchups=[(0, 1)], n_pairs=5)).iloc[0]
    assert 0 < found["mean_lead_changes_high"] < 1
    assert np.isnan(found["mean_comeback"])
    assert (found["mean_comeback_low"], found["mean_comeback_high"]) == (0, np.inf)
    assert (found["comeback_share"], found["comeback_share_low"]) == (0, 0)
    assert 0.2 < found["comeback_share_high"] < 0.6


def test_a_percentile_is_reached_not_passed(made):
    def edit(games):
        return games.with_columns(turns=pl.int_range(1, 71, dtype=pl.Int16))

    found = analysis.length_summary(made(edit, decks=DECKS, matchups=[(0, 1)], n_pairs=35))
    assert found.loc[0, ["p10_turns", "median_turns", "p90_turns"]].tolist() == [7, 35, 63]


def test_engine_errors_are_no_comebacks(made):
    def broken(games):
        errors = pl.when(pl.col("pair") < 10).then(0).otherwise(1).cast(pl.Int8)
        return games.with_columns(end_reason=errors, **lead_after(pl.lit(4), pl.lit(8)))

    found = analysis.swings(made(broken, decks=DECKS, matchups=[(0, 1)], n_pairs=30)).iloc[0]
    assert found["n_decided"] == 40
    assert found["comeback_share"] == 1


def lead_after(turn, turns):
    """Let whoever does not win be ahead after a turn, and nobody after any other."""
    bit = pl.lit(2, pl.Int64) ** (turn.cast(pl.Int64) - 1)
    columns = {f"ahead_{seat}": pl.when(pl.col("winner") == seat).then(0).otherwise(bit)
               for seat in range(2)}  # fmt: skip
    return columns | {"turns": turns.cast(pl.Int16), "comeback": pl.lit(5, pl.Int32)}


@pytest.mark.parametrize(
    ("turn", "turns", "share"),
    [(3, 8, 0), (4, 8, 1), (5, 8, 0), (4, 9, 1), (1, 2, 1), (1, 1, 0), (62, 125, 1), (63, 400, 1)],
)
def test_a_comeback_is_won_by_who_was_behind_half_way(turn, turns, share, made):
    def edit(games):
        return games.with_columns(**lead_after(pl.lit(turn), pl.lit(turns)))

    found = analysis.swings(made(edit, decks=DECKS, matchups=[(0, 1)], n_pairs=20)).iloc[0]
    assert found["comeback_share"] == share
    assert found["largest_comeback"] == 5
    assert found["mean_comeback"] == 5 if share else np.isnan(found["mean_comeback"])

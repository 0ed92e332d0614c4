"""Two runs against each other, with planted changes."""

import polars as pl
import pytest

from evenhand.analysis import compare
from evenhand.analysis.data.input_changes import compare_pools, input_changes
from evenhand.analysis.statistics.differences import (
    Moments,
    PairedMoments,
    paired_difference,
    unpaired_difference,
)
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import UsageError
from evenhand.simulate.registry import load_game
from tests.amounts import how_much

DECKS = {name: ["Pup", "Lancer"] * 10 for name in ("rush", "wall", "tide")}
ALL = [(0, 1), (0, 2), (1, 2)]


@pytest.fixture
def run(made):
    """Return a function that makes a run of three decks, the first of a certain strength."""

    def make(strength=0.0, seed=1, **plan):
        plan = {"decks": DECKS, "matchups": ALL, "n_pairs": 600, **plan}
        found = made(strength={"rush": strength}, seed=seed, **plan)
        found.info["run"]["seed"] = seed
        return found

    return make


def row_of(frame, **labels):
    chosen = frame
    for name, value in labels.items():
        chosen = chosen[chosen[name] == value]
    (row,) = chosen.itertuples()
    return row


def pair_scores(run, matchup, deck):
    """Mean score of a deck's pairs, by hand."""
    games = run.games.filter(pl.col("matchup") == matchup).sort("pair", "rotation").collect()
    seat = pl.when(pl.col("deck_0") == deck).then(0).otherwise(1)
    won = pl.when(pl.col("winner") < 0).then(0.5).otherwise(pl.col("winner") == seat)
    return games.select(won.cast(float)).to_series().to_numpy().reshape(-1, 2).mean(axis=1)


def test_a_matchup_is_compared_pair_by_pair(run):
    before, after = run(), run(0.1)
    row = row_of(compare(before, after).matchups, deck="rush", opponent="wall")
    found = paired_difference(
        [PairedMoments.of(pair_scores(before, 0, 0), pair_scores(after, 0, 0))]
    )
    assert row.change == pytest.approx(found.value)
    assert (row.change_low, row.change_high) == pytest.approx(found.interval())
    assert row.change_p == pytest.approx(found.p_value)
    assert row.after - row.before == pytest.approx(row.change)
    assert (row.n_pairs, row.n_games, row.is_paired) == (600, 1_200, True)


def test_a_deck_is_the_mean_of_its_matchups(run):
    found = compare(run(), run(0.1))
    matchups = found.matchups[found.matchups["deck"] == "rush"]
    row = row_of(found.decks, deck="rush")
    assert row.change == pytest.approx(matchups["change"].mean())
    assert row.n_pairs == 1_200


def test_a_planted_change_is_found_and_the_rest_is_not(run):
    found = compare(run(), run(0.1))
    rush = row_of(found.decks, deck="rush")
    assert rush.change_low < 0.05 < rush.change_high
    assert rush.change_q < 0.01
    untouched = row_of(found.matchups, deck="wall", opponent="tide")
    assert untouched.change == 0
    assert untouched.change_q > 0.5
    assert untouched.change_low < 0 < untouched.change_high
    assert row_of(found.first_player, scope="all").change_q > 0.05


def test_the_first_player_and_the_length_are_compared(run):
    before = run()
    after = run(first_edge=0.15)
    found = compare(before, after)
    first = row_of(found.first_player, scope="all")
    assert first.change == pytest.approx(0.075, abs=0.03)
    assert first.change_q < 0.01
    assert list(found.first_player["scope"]) == ["all", *(m.name for m in before.matchups)]


def test_lengths_are_in_turns(made):
    plan = {"decks": DECKS, "matchups": ALL, "n_pairs": 300}
    longer = made(
        lambda games: games.with_columns(turns=pl.col("turns") + pl.col("rotation")), **plan
    )
    found = compare(made(**plan), longer)
    overall = row_of(found.lengths, scope="all")
    assert overall.change == pytest.approx(0.5)
    assert overall.change_low == pytest.approx(0.5, abs=0.05)


def test_runs_of_other_seeds_are_compared_as_samples(run):
    before, after = run(), run(0.2, seed=2)
    found = compare(before, after)
    row = row_of(found.matchups, deck="rush", opponent="wall")
    theirs = unpaired_difference(
        [Moments.of(pair_scores(before, 0, 0))], [Moments.of(pair_scores(after, 0, 0))]
    )
    assert not found.is_paired
    assert (row.is_paired, row.sample_factor) == (False, 1)
    assert row.change == pytest.approx(theirs.value)
    assert (row.change_low, row.change_high) == pytest.approx(theirs.interval())


def test_the_same_deals_say_more_than_others(run):
    before, after = run(0.2), run(0.22)
    paired, apart = (compare(before, other) for other in (after, run(0.22, seed=2)))
    widths = [
        float((found.decks["change_high"] - found.decks["change_low"]).iloc[0])
        for found in (paired, apart)
    ]
    assert widths[0] < 0.5 * widths[1]
    old, new = (pair_scores(one, 0, 0) for one in (before, after))
    factor = row_of(paired.matchups, deck="rush", opponent="wall").sample_factor
    assert factor == pytest.approx((old.var() + new.var()) / (new - old).var())


def test_a_run_against_itself_shows_nothing(run):
    found = compare(run(), run())
    assert found.inputs.empty
    for frame in (found.decks, found.matchups, found.first_player, found.lengths):
        assert (frame["change"] == 0).all()
        assert (frame["change_q"] > 0.99).all()


def test_every_table_is_corrected_for_its_rows(run):
    found = compare(run(), run(0.02))
    for frame in (found.decks, found.matchups, found.first_player):
        assert frame["change_q"].to_numpy() == pytest.approx(benjamini_hochberg(frame["change_p"]))


def test_decks_go_by_name_whatever_their_order(run, made):
    before = run()
    turned = {name: DECKS[name] for name in ("wall", "rush", "tide")}
    after = made(
        decks=turned, matchups=[(0, 1), (0, 2), (1, 2)], n_pairs=600, strength={"wall": 0.3}
    )
    found = compare(before, after)
    assert row_of(found.decks, deck="wall").change > 0.05
    assert row_of(found.matchups, deck="rush", opponent="wall").change < -0.05


def test_what_one_run_alone_has_is_named(made):
    plan = {"n_pairs": 50}
    before = made(decks=DECKS, matchups=[(0, 1), (0, 2)], **plan)
    after = made(decks=DECKS, matchups=[(0, 1), (1, 2)], **plan)
    found = compare(before, after)
    assert (found.only_before, found.only_after) == (("rush vs tide",), ("wall vs tide",))
    assert len(found.matchups) == 1
    assert set(found.decks["deck"]) == {"rush", "wall"}


def test_pairs_without_a_counterpart_are_left_out_and_named(run):
    found = compare(run(), run(n_pairs=400))
    assert (found.matchups["n_pairs"] == 400).all()
    assert found.notes == (
        "600 of 1,800 pairs were dealt in one run only and are left out (3 of 3 matchups)",
    )


def test_mirrors_count_for_the_first_player_only(made):
    plan = {"decks": DECKS, "matchups": [(0, 1), (0, 0)], "n_pairs": 40}
    found = compare(made(**plan), made(**plan))
    assert list(found.matchups["opponent"]) == ["wall"]
    assert "rush vs rush" in set(found.first_player["scope"])
    only = {**plan, "matchups": [(0, 0)]}
    assert compare(made(**only), made(**only)).decks.empty


def test_four_seats(made):
    plan = {"decks": DECKS, "matchups": [(0, 1, 1, 2)], "n_pairs": 300, "n_seats": 4}
    found = compare(made(**plan), made(strength={"rush": 0.2}, **plan))
    assert list(found.matchups["deck"]) == ["rush", "wall", "tide"]
    assert row_of(found.decks, deck="rush").change > 0.08
    assert row_of(found.decks, deck="wall").change < 0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [("game", "other", "different games"), ("mode", "other", "different modes"),
     ("rules_version", 2, "different rules, version 1 and 2"), ("seats", 4, "2 and 4 players")],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused(run, name, value, message):
    before, after = run(), run()
    after.info["run"][name] = value
    with pytest.raises(UsageError, match=message):
        compare(before, after)


def test_runs_without_a_common_matchup_are_refused(run, made):
    other = made(decks={"x": ["Pup"] * 9, "y": ["Pup"] * 9}, matchups=[(0, 1)], n_pairs=5)
    with pytest.raises(UsageError, match="no matchup in common"):
        compare(run(), other)


def test_intervals_of_a_change_cover(made):
    """A strength of 0.12 against half of it is 0.06; small runs find it as often as they say."""
    plan = {"decks": DECKS, "matchups": [(0, 1)], "n_pairs": 30}
    hits, n_runs = 0, how_much(60, 120)
    for seed in range(n_runs):
        before, after = (made(strength={"rush": edge}, seed=seed, **plan) for edge in (0, 0.12))
        row = row_of(compare(before, after).decks, deck="rush")
        hits += row.change_low <= 0.06 <= row.change_high
    assert hits / n_runs > 0.89


def test_inputs_by_deck_option_bot_and_version(run):
    before, after = run(), run()
    after.info["decks"][0]["cards"] = ["Pup"] * 12 + ["Lancer"] * 8
    after.info["decks"][1]["name"] = "fort"
    after.info["options"]["turn_cap"] = 100
    after.info["bots"][0]["name"] = "clever"
    after.info["versions"]["evenhand"] = "1.1"
    after.info["run"]["seed"] = 2
    after.info["cards"]["sha256"] = "00" * 32
    changes = [tuple(row) for row in input_changes(before, after).itertuples(index=False)]
    assert changes == [
        ("card", "cards.csv", "", "ab" * 6, "00" * 6),
        ("deck", "rush", "Pup", "10", "12"),
        ("deck", "rush", "Lancer", "10", "8"),
        ("deck", "wall", "", "played", ""),
        ("deck", "fort", "", "", "played"),
        ("bot", "1", "", "greedy", "clever"),
        ("option", "turn_cap", "", "200", "100"),
        ("rules", "seed", "", "1", "2"),
        ("version", "evenhand", "", "1.0", "1.1"),
    ]


def test_an_ability_in_other_words_is_told_from_another_ability(tmp_path):
    schema = load_game("divine_cross").schema
    text = schema.sample_path("cards.csv").read_text("utf-8")
    said = {}
    for name, words in (
        ("now", "draw 1 card"),
        ("same", "draw one card"),
        ("other", "draw 2 cards"),
    ):
        file = tmp_path / f"{name}.csv"
        file.write_text(text.replace("draw 1 card", words, 1), "utf-8")
        said[name] = load_pool(schema, file)
    for name, field in (("same", "wording"), ("other", "abilities")):
        (change,) = compare_pools(said["now"], said[name])
        assert (change.kind, change.field) == ("card", field)

import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.stats import false_discovery_control

from evenhand import analysis

METRICS = ("gp", "oh", "gd", "gih", "gns")


def deck_of(prefix, n_cards=30):
    return [f"{prefix}{index}" for index in range(n_cards)]


def row(frame, deck, card):
    (found,) = frame[(frame["deck"] == deck) & (frame["card"] == card)].to_dict("records")
    return found


@pytest.fixture
def worked_example(made):
    """Five games with two copies in the deck, each played from either seat.

    Won, and copies in the opening hand, drawn and tutored: (1, 1, 0, 0) (0, 0, 1, 0)
    (1, 0, 0, 0) (0, 0, 0, 1) (1, 1, 1, 0).
    """
    won, opening, drawn, tutored = (
        [1, 0, 1, 0, 1],
        [1, 0, 0, 0, 1],
        [0, 1, 0, 0, 2],
        [0, 0, 0, 1, 0],
    )

    def edit(games):
        seat = pl.col("rotation").cast(pl.Int32)
        of_pair = {"opening": opening, "drawn": drawn, "tutored": tutored, "played": opening}
        words = {
            f"{name}_{place}": pl.when(seat == place)
            .then(pl.col("pair").replace_strict(dict(enumerate(values))))
            .otherwise(0)
            .cast(pl.Int64)
            for name, values in of_pair.items()
            for place in (0, 1)
        }
        is_won = pl.col("pair").replace_strict(dict(enumerate(won))) == 1
        winner = pl.when(is_won).then(seat).otherwise(1 - seat).cast(pl.Int8)
        return games.with_columns(winner=winner, **words)

    decks = {"A": ["Twin", "Twin"], "B": ["Other"]}
    return made(edit, decks=decks, matchups=[(0, 1)], n_pairs=5)


@pytest.mark.parametrize("deck", ["", "A"])
def test_the_worked_example_of_17lands_metrics(worked_example, deck):
    twin = row(analysis.card_win_rates(worked_example), deck, "Twin")
    expected = {"gp": (6, 10), "oh": (2, 2), "gd": (1, 2), "gih": (3, 4), "gns": (3, 5)}
    for metric, (won, copies) in expected.items():
        assert twin[f"{metric}_n"] == 2 * copies  # from either seat
        assert twin[f"{metric}_wr"] == pytest.approx(won / copies)
    assert twin["iwd"] == pytest.approx(0.15)
    assert twin["copies"] == 2
    assert twin["n_games"] == 10
    assert twin["played_rate"] == pytest.approx(2 / 5)  # of two, two and one seen


def test_columns_and_order(made):
    run = made(decks={"B": ["y"] * 20 + ["x"] * 10, "A": ["x"] * 30}, matchups=[(0, 1)])
    frame = analysis.card_win_rates(run)
    assert list(zip(frame["deck"], frame["card"], strict=True)) == [
        ("", "y"), ("", "x"), ("B", "y"), ("B", "x"), ("A", "x")
    ]  # fmt: skip
    expected = ["deck", "card", "copies", "n_games"]
    for metric in METRICS:
        expected += [f"{metric}_n", *with_ends(f"{metric}_wr")]
    expected += [*with_ends("oh_lift"), "oh_lift_p", "oh_lift_q", *with_ends("iwd")]
    expected += [*with_ends("iwd_centred"), "iwd_centred_p", "iwd_centred_q"]
    assert frame.columns.tolist() == [*expected, *with_ends("played_rate")]
    assert frame["copies"].tolist() == [20, 20, 20, 10, 30]


def with_ends(name):
    return [name, f"{name}_low", f"{name}_high"]


def brute_force(run, card):
    """Count a card's copies game by game, seat by seat, bit by bit."""
    sums = dict.fromkeys(METRICS, (0.0, 0))
    for game in run.games.collect().to_dicts():
        for seat in (0, 1):
            won = {seat: 1.0, -1: 0.5}.get(game["winner"], 0.0)
            for slot, name in enumerate(run.info["decks"][game[f"deck_{seat}"]]["cards"]):
                if name != card:
                    continue
                opening, drawn, tutored = (
                    game[f"{word}_{seat}"] >> slot & 1 for word in ("opening", "drawn", "tutored")
                )
                counts = {
                    "gp": 1,
                    "oh": opening,
                    "gd": drawn and not opening,
                    "gih": opening or drawn,
                    "gns": not (opening or drawn or tutored),
                }
                for metric, count in counts.items():
                    wins, copies = sums[metric]
                    sums[metric] = (wins + won * count, copies + count)
    return sums


def redrawn(games):
    """Draw every second opening hand once more: its copies must not count twice."""
    again = pl.when(pl.col("pair") % 2 == 0).then("opening_0").otherwise(0)
    return games.with_columns(drawn_0=pl.col("drawn_0") | again)


@pytest.mark.parametrize("card", ["a0", "s"])
def test_pooled_rows_are_sums_over_games(made, card):
    decks = {"A": deck_of("a", 20) + ["s"] * 10, "B": ["s"] * 3 + deck_of("b", 12)}
    run = made(
        redrawn,
        decks=decks,
        matchups=[(0, 1), (1, 1)],
        n_pairs=40,
        draw_rate=0.2,
        effect={"s": 0.02},
    )
    found = row(analysis.card_win_rates(run), "", card)
    for metric, (wins, copies) in brute_force(run, card).items():
        assert found[f"{metric}_n"] == copies
        assert found[f"{metric}_wr"] == pytest.approx(wins / copies)


def test_a_slot_may_be_any_of_a_word(made):
    """Sixty-four slots fill a word, its sign bit included."""
    decks = {"A": [*deck_of("a", 63), "last"], "B": ["b"]}

    def edit(games):
        return games.with_columns(opening_0=pl.lit(-(2**63), pl.Int64))

    run = made(edit, decks={"A": decks["A"][:60], "B": ["b"]}, matchups=[(0, 1)], n_pairs=3)
    run.info["decks"][0]["cards"] = decks["A"]
    assert row(analysis.card_win_rates(run), "A", "last")["oh_n"] == 3


def test_games_won_match_the_win_rate(made):
    run = made(decks={"A": deck_of("a"), "B": ["b"] * 30}, matchups=[(0, 1)], strength={"A": 0.3})
    frame = analysis.card_win_rates(run)
    rate = analysis.win_rates(run).set_index("deck")["win_rate"]
    assert frame[frame["deck"] == "A"]["gp_wr"].to_numpy() == pytest.approx(rate["A"])
    assert frame[frame["deck"] == "B"]["gp_wr"].to_numpy() == pytest.approx(rate["B"])


def test_every_matchup_weighs_the_same(made):
    decks = {"A": deck_of("a"), "B": ["b"] * 30, "C": ["c"] * 30}

    def fewer(games):
        return games.filter((pl.col("matchup") == 0) | (pl.col("pair") < 50))

    run = made(fewer, decks=decks, matchups=[(0, 1), (0, 2)], strength={"C": 0.6})
    expected = analysis.win_rates(run).set_index("deck")["win_rate"]["A"]
    found = row(analysis.card_win_rates(run), "A", "a3")
    assert found["gp_wr"] == pytest.approx(expected)
    assert found["gp_n"] == 500


def test_both_seats_of_a_mirror_count(made):
    run = made(decks={"A": deck_of("a")}, matchups=[(0, 0)], n_pairs=30)
    found = row(analysis.card_win_rates(run), "A", "a0")
    assert (found["n_games"], found["gp_n"], found["gp_wr"]) == (120, 120, 0.5)
    assert found["gp_wr_low"] < 0.5 < found["gp_wr_high"]


def test_identical_cards_have_no_lift_but_an_improvement_when_drawn(made):
    """Thirty copies of one card: only what favours long or short games can show."""
    run = made(decks={"A": ["x"] * 30, "B": ["y"] * 30}, matchups=[(0, 1)], n_pairs=3_000,
               speed={"A": 0.5}, first_edge=0.2)  # fmt: skip
    x = row(analysis.card_win_rates(run), "A", "x")
    assert x["oh_lift"] == pytest.approx(0, abs=1e-12)
    assert x["iwd_high"] < -0.05
    assert x["iwd_centred"] == pytest.approx(0, abs=1e-12)


def test_a_lift_that_is_not_stratified_by_seat_would_be_wrong(made):
    """Going first comes with a smaller hand: cards in hand seem to lose games."""
    run = made(decks={"A": ["x"] * 30, "B": ["y"] * 30}, matchups=[(0, 1)], n_pairs=3_000,
               first_edge=0.6)  # fmt: skip
    x = row(analysis.card_win_rates(run), "A", "x")
    assert x["oh_wr"] < x["gp_wr"] - 0.01
    assert x["oh_lift"] == pytest.approx(0, abs=1e-12)


@pytest.fixture
def cards_of_known_worth(made):
    """Twenty decks of thirty cards, some worth something in the opening hand."""
    worth = {f"d{deck}_{card}": 0.04 * (card % 3 - 1) for deck in range(20) for card in range(30)}
    decks = {f"D{deck}": deck_of(f"d{deck}_") for deck in range(20)}
    run = made(decks=decks, matchups=[(deck, deck + 1) for deck in range(0, 20, 2)], n_pairs=300,
               effect=worth, first_edge=0.2, draw_rate=0.1, speed={"D0": 0.2})  # fmt: skip
    return run, worth


def test_lift_intervals_cover(cards_of_known_worth):
    run, worth = cards_of_known_worth
    frame = analysis.card_win_rates(run)
    own = frame[frame["deck"] != ""]
    effect = own["card"].map(worth)
    # Against a random other card of the deck (the effects of a deck add up to 0), over
    # the decided games, and shared between the two players.
    truth = 0.9 * (effect - (0 - effect) / 29) / 2
    covered = (own["oh_lift_low"] <= truth) & (truth <= own["oh_lift_high"])
    assert 0.92 < covered.mean() < 0.98
    assert np.corrcoef(own["oh_lift"], truth)[0, 1] > 0.3


def test_centred_improvement_covers_nothing_where_there_is_nothing(made):
    decks = {f"D{deck}": deck_of(f"d{deck}_") for deck in range(20)}
    run = made(decks=decks, matchups=[(deck, deck + 1) for deck in range(0, 20, 2)], n_pairs=300,
               speed={f"D{deck}": 0.6 for deck in range(0, 20, 2)})  # fmt: skip
    frame = analysis.card_win_rates(run)
    own = frame[frame["deck"] != ""]
    centred = (own["iwd_centred_low"] <= 0) & (own["iwd_centred_high"] >= 0)
    assert 0.92 < centred.mean() < 0.98
    assert 0.02 < (own["iwd_centred_p"] < 0.05).mean() < 0.08
    plain = (own["iwd_low"] <= 0) & (own["iwd_high"] >= 0)
    assert plain.mean() < 0.9  # the decks' speed passes for an effect of every card


def test_win_rate_intervals_cover(made):
    """Cards without effect: every win rate by opening hand is that of the deck."""
    decks = {f"D{deck}": deck_of(f"d{deck}_", 25) for deck in range(24)}
    run = made(decks=decks, matchups=[(deck, deck + 1) for deck in range(0, 24, 2)], n_pairs=150,
               hands=(7, 7), first_edge=0.3,
               strength={f"D{deck}": 0.3 for deck in range(0, 24, 2)})  # fmt: skip
    frame = analysis.card_win_rates(run)
    own = frame[frame["deck"] != ""]
    truth = np.where(own["deck"].str[1:].astype(int) % 2 == 0, 0.65, 0.35)
    covered = (own["oh_wr_low"] <= truth) & (truth <= own["oh_wr_high"])
    assert 0.92 < covered.mean() < 0.985


def test_shared_cards_are_counted_once_per_pair(made):
    """What one deck wins the other loses: together a shared card has no spread in GP."""
    decks = {"A": ["s"] * 30, "B": ["s"] * 29 + ["b"]}
    run = made(decks=decks, matchups=[(0, 1)], n_pairs=200, strength={"A": 0.3}, first_edge=0.3)
    frame = analysis.card_win_rates(run)
    widths = {deck: row(frame, deck, "s") for deck in ("", "A", "B")}
    width = {deck: found["gp_wr_high"] - found["gp_wr_low"] for deck, found in widths.items()}
    assert width[""] < 0.2 * min(width["A"], width["B"])


def test_q_values_are_those_of_each_decks_cards(cards_of_known_worth):
    frame = analysis.card_win_rates(cards_of_known_worth[0])
    for _, cards in frame.groupby("deck"):
        for name in ("oh_lift", "iwd_centred"):
            expected = false_discovery_control(cards[f"{name}_p"])
            assert cards[f"{name}_q"].to_numpy() == pytest.approx(expected)


def test_strong_cards_are_flagged_and_others_are_not(made):
    run = made(decks={"A": deck_of("a"), "B": ["b"] * 30}, matchups=[(0, 1)], n_pairs=3_000,
               effect={"a7": 0.4})  # fmt: skip
    own = analysis.card_win_rates(run)
    own = own[own["deck"] == "A"]
    assert own[own["oh_lift_q"] < 0.05].query("oh_lift > 0")["card"].tolist() == ["a7"]
    assert own[own["iwd_centred_q"] < 0.05].query("iwd_centred > 0")["card"].tolist() == ["a7"]
    assert own.set_index("card").loc["a7", "oh_lift"] == pytest.approx(0.2, abs=0.04)


def test_one_pair_gives_the_widest_intervals(made):
    frame = analysis.card_win_rates(made(decks={"A": deck_of("a"), "B": ["b"] * 30},
                                      matchups=[(0, 1)], n_pairs=1))  # fmt: skip
    ends = frame[[c for c in frame.columns if c.endswith(("_low", "_high"))]]
    assert not ends.isna().any(axis=None)
    assert (frame["oh_lift_low"] == -1).all()
    assert (frame["oh_lift_high"] == 1).all()
    never_drawn = frame[frame["gd_n"] == 0]
    assert (never_drawn["gd_wr_low"] == 0).all()
    assert (never_drawn["gd_wr_high"] == 1).all()
    assert never_drawn["gd_wr"].isna().all()


def sealed(run):
    """Say of a run with fixed decks what a sealed run says: each game's cards."""
    row_of = {name: index for index, name in enumerate(run.card_names)}
    slots = [[row_of[card] for card in deck["cards"]] for deck in run.info["decks"]]
    games = run.games.collect()
    for seat in (0, 1):
        cards = np.array(slots, np.int16)[games[f"deck_{seat}"].to_numpy()]
        games = games.with_columns(pl.Series(f"cards_{seat}", cards, pl.Array(pl.Int16, 30)))
    info = dict(run.info, cards={"names": list(run.card_names)})
    info["decks"] = [dict(deck, cards=[]) for deck in info["decks"]]
    return analysis.Run(run.folder, info, games.lazy())


@pytest.mark.parametrize("matchups", [[(0, 1), (1, 1)], [(0, 0)]])
def test_sealed_play_gives_what_fixed_decks_give(made, matchups):
    decks = {"A": deck_of("a", 20) + ["s"] * 10, "B": ["s"] * 3 + deck_of("b", 27)}
    run = made(decks=decks, matchups=matchups, n_pairs=40, draw_rate=0.2)
    fixed, open_pool = (
        analysis.card_win_rates(run),
        analysis.card_win_rates(sealed(run)),
    )
    assert len(fixed) > 20
    pd.testing.assert_frame_equal(fixed, sorted_like(fixed, open_pool), rtol=1e-9)


def sorted_like(fixed, other):
    order = list(zip(fixed["deck"], fixed["card"], strict=True))
    return other.set_index(["deck", "card"]).loc[order].reset_index()


def test_decks_that_change_from_game_to_game(made):
    """In sealed play a slot's card is the game's own; here it is the pair's number."""
    run = sealed(made(decks={"A": ["x"] * 30, "B": ["y"] * 30}, matchups=[(0, 0)], n_pairs=4))
    empty = pl.lit(-1, pl.Int16)  # slots that hold nothing
    cards = pl.concat_arr([pl.col("pair").cast(pl.Int16)] * 25 + [empty] * 5)
    run = analysis.Run(run.folder, run.info, run.games.with_columns(cards_0=cards, cards_1=cards))
    run.info["cards"]["names"] = ["p0", "p1", "p2", "p3"]
    frame = analysis.card_win_rates(run)
    pooled = frame[frame["deck"] == ""]
    assert pooled["card"].tolist() == ["p0", "p1", "p2", "p3"]
    assert (pooled["n_games"] == 4).all()
    assert (pooled["copies"] == 25).all()


def test_three_seats(made):
    decks = {name: deck_of(name.lower()) for name in "ABC"}
    run = made(decks=decks, matchups=[(0, 1, 2)], n_seats=3, n_pairs=2_000, effect={"a1": 0.3})
    frame = analysis.card_win_rates(run)
    assert row(frame, "A", "a1")["oh_lift"] == pytest.approx(0.2, abs=0.04)
    assert row(frame, "C", "c1")["oh_lift"] == pytest.approx(0, abs=0.04)
    assert row(frame, "B", "b0")["n_games"] == 6_000


def test_the_normal_path_needs_no_heavy_package():
    program = "import analysis, sys; print([m for m in sys.modules if m in "
    program += "('scipy.stats', 'statsmodels', 'numba', 'matplotlib')])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"

import numpy as np
import polars as pl
import pytest

from evenhand import analysis
from evenhand.analysis.data.pairs import score
from evenhand.analysis.data.tallies import tally
from evenhand.analysis.gate.evidence import RateEvidence
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.pair_means import list_pair_means
from evenhand.analysis.statistics.differences import Moments
from evenhand.analysis.tables.first_player import FirstTurns, estimate_rate
from evenhand.analysis.tables.pair_scores import Numbers, read_pair_scores

DECKS = {name: [name] * 30 for name in "ABC"}


@pytest.mark.parametrize("values", [[0.25, 1.0, 1024.5], [1 / 3, 0.5], [2.0**12 + 1, 7.0], []])
def test_numbers_come_back_exactly_as_they_were(values):
    found = Numbers([{("score", "A"): np.array(values)}, {("score", "A"): np.array([0.5])}])
    assert found["score", "A"].tolist() == [*values, 0.5]
    assert found["score", "A"].dtype == float


def test_quarters_take_two_bytes_each():
    found = Numbers([{("score", "A"): np.full(1_000, 0.25)}])
    assert found._kept["score", "A"].nbytes == 2_000


@pytest.mark.parametrize("n_seats", [2, 3])
def test_scores_are_means_over_the_games_of_a_pair(made, n_seats):
    matchup = (0, 1, 2)[:n_seats]
    run = made(decks=DECKS, matchups=[matchup], n_seats=n_seats, n_pairs=50, draw_rate=0.3)
    (found,) = read_pair_scores(run).values()
    winner = run.games.collect()["winner"].to_numpy().reshape(50, n_seats)
    firsts = score(winner, 0, n_seats).T.mean(axis=0)
    assert found.numbers["first", ""] == pytest.approx(firsts, abs=1e-11)
    assert found.seats_decide
    total = sum(found.numbers["score", name] for name in "ABC"[:n_seats])
    np.testing.assert_allclose(total, 1)


def starts_unequally(games):
    """A goes first in nine games of ten, where it wins six of ten; B, going first, wins four."""
    number = pl.int_range(pl.len())
    seat_of_a = pl.col("rotation")
    first = pl.when(number % 10 == 0).then(1 - seat_of_a).otherwise(seat_of_a)
    winner = pl.when(number // 10 % 10 < 6).then(seat_of_a).otherwise(1 - seat_of_a)
    return games.with_columns(first=first.cast(pl.Int8), winner=winner.cast(pl.Int8))


def test_the_first_players_rate_is_that_of_the_report(made):
    """Over all games it would be 58 %, the doing of the deck that starts more often."""
    run = made(starts_unequally, decks=DECKS, matchups=[(0, 1)], n_pairs=500)
    (found,) = read_pair_scores(run).values()
    shown = analysis.first_player(run).iloc[0]
    values = found.numbers["first", ""]
    games = run.games.collect()
    assert (games["first"] == games["winner"]).mean() == pytest.approx(0.58)
    assert shown["first_win_rate"] == pytest.approx(0.5)
    assert values.mean() == pytest.approx(shown["first_win_rate"])
    assert estimate_rate(tally_of(run), 2).error == pytest.approx(values.std(ddof=1) / 500**0.5)
    assert not found.seats_decide


def tally_of(run):
    """What the report sums up of the only matchup."""
    return next(iter(tally(run, FirstTurns).by_matchup.values()))[""]


@pytest.mark.parametrize("edit", [starts_unequally, lambda games: games])
def test_all_that_is_said_of_the_first_player_is_one_number(made, edit):
    plan = {"decks": DECKS, "matchups": [(0, 1), (0, 2), (1, 1)], "n_pairs": 200, "first_edge": 0.3}
    run = made(edit, **plan)
    shown = analysis.first_player(run)["first_win_rate"].tolist()
    assert analysis.compare(run, run).first_player["before"].tolist() == pytest.approx(shown)
    scores = read_pair_scores(run)
    (mean,) = [one for one in list_pair_means(scores) if one.measure.topic is Topic.FIRST_PLAYER]
    known = RateEvidence.of([Moments.of(scores[key].numbers[mean.kind]) for key in mean.keys])
    assert known.value == pytest.approx(shown[0])


def test_seats_are_those_of_the_report(made):
    def cards_decide(games):
        first = (pl.col("pair") * pl.col("pair") + pl.col("rotation")) % 3
        return games.with_columns(first=first.cast(pl.Int8))

    run = made(cards_decide, decks=DECKS, matchups=[(0, 1, 2)], n_seats=3, n_pairs=90,
               strength={"A": 0.2})  # fmt: skip
    (found,) = read_pair_scores(run).values()
    rates = [found.numbers["seat", str(seat)].mean() for seat in (1, 2, 3)]
    assert rates == pytest.approx(analysis.seats(run)["win_rate"].tolist())

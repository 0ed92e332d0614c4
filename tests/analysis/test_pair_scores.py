import numpy as np
import pytest

from evenhand.analysis.data.pair_scores import Numbers, read_pair_scores
from evenhand.analysis.data.pairs import score

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
    assert found.numbers["first", ""].tolist() == firsts.tolist()
    total = sum(found.numbers["score", name] for name in "ABC"[:n_seats])
    np.testing.assert_allclose(total, 1)

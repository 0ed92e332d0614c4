"""Changes that are looked at while games are still being played."""

import numpy as np
import pytest

from evenhand.analysis.data.run import Entrant, PlayedMatchup
from evenhand.analysis.tables.followed_changes import Look, follow_changes
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from tests.amounts import how_much

DECKS = ("axe", "bow", "club")
PAIRS = [("axe", "bow"), ("axe", "club"), ("bow", "club")]
SCORES = np.array([0, 0.25, 0.5, 0.75, 1])


def scored(index: int, names: tuple[str, str], own: np.ndarray) -> PairScores:
    """A matchup whose first side scores so in each pair; other numbers do not matter."""
    decks = tuple(map(DECKS.index, names))
    matchup = PlayedMatchup(index, decks, tuple(map(Entrant, names)))
    numbers = {
        ("score", names[0]): own,
        ("score", names[1]): 1 - own,
        ("first", ""): own,
        ("draws", ""): np.zeros_like(own),
        ("turns", ""): 8 + own,
    }
    return PairScores(matchup, 2, numbers, True)


def deal(rng: np.random.Generator, n_pairs: int) -> dict[MatchupKey, PairScores]:
    return {
        names: scored(index, names, rng.choice(SCORES, n_pairs))
        for index, names in enumerate(PAIRS)
    }


def weaken(
    scores: dict[MatchupKey, PairScores], key: MatchupKey, rng: np.random.Generator, share: float
) -> dict[MatchupKey, PairScores]:
    """Let the first side of a matchup lose half a point in a share of the pairs where it can."""
    own = scores[key].numbers["score", key[0]]
    lost = (rng.random(own.size) < share) & (own >= 0.5)
    return {**scores, key: scored(PAIRS.index(key), key, own - 0.5 * lost)}


def test_only_what_is_touched_has_changed() -> None:
    rng = np.random.default_rng(1)
    old = deal(rng, 400)
    new = weaken(old, ("axe", "bow"), rng, 1.0)
    found = follow_changes(old, new, {("axe", "bow")}, Look(400, 3, True))
    decks = found.decks.set_index("deck")
    lost = np.mean(old["axe", "bow"].numbers["score", "axe"] >= 0.5) / 2
    assert found.untouched == ("club",)
    assert decks.loc["axe", "change"] == pytest.approx(-lost / 2)  # one of its two matchups
    assert decks.loc["bow", "change"] == pytest.approx(lost / 2)
    assert decks.loc["axe", "after"] - decks.loc["axe", "before"] == pytest.approx(-lost / 2)
    assert decks["is_sure"].all()
    assert list(found.matchups["deck"]) == ["axe"]
    assert found.matchups["change"].item() == pytest.approx(-lost)


def test_games_that_are_the_same_change_nothing() -> None:
    old = deal(np.random.default_rng(2), 60)
    found = follow_changes(old, old, set(), Look(60, 1, True))
    assert found.untouched == DECKS
    assert found.decks.empty
    assert found.matchups.empty
    assert found.overall.empty


def test_only_as_many_pairs_count_as_both_have_played() -> None:
    rng = np.random.default_rng(3)
    old = deal(rng, 400)
    new = weaken(deal(np.random.default_rng(3), 400), ("axe", "bow"), rng, 1.0)
    short = {
        key: scored(PAIRS.index(key), key, one.numbers["score", key[0]][:100])
        for key, one in new.items()
    }
    look = Look(100, 3, False)
    touched = {("axe", "bow")}
    assert follow_changes(old, new, touched, look).decks["change"].tolist() == pytest.approx(
        follow_changes(old, short, touched, look).decks["change"].tolist()
    )


def test_the_last_look_is_the_narrowest_and_all_rows_together_the_widest() -> None:
    rng = np.random.default_rng(4)
    old = deal(rng, 400)
    new = weaken(old, ("axe", "bow"), rng, 0.5)
    touched = {("axe", "bow")}
    looks = [
        follow_changes(old, new, touched, Look(n_pairs, 3, is_last)).decks
        for n_pairs, is_last in ((100, False), (400, False), (400, True))
    ]
    widths = [(one["high"] - one["low"]).max() for one in looks]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[1] > widths[2]
    for one in looks:
        assert (one["low_all"] <= one["low"]).all()
        assert (one["high_all"] >= one["high"]).all()


def test_an_interval_that_is_looked_at_again_and_again_keeps_its_promise() -> None:
    rng = np.random.default_rng(5)
    key, share, missed, n_runs = ("axe", "bow"), 0.3, 0, how_much(120, 200)
    truth = -share * np.mean(SCORES >= 0.5) / 2 / 2
    for _ in range(n_runs):
        old = deal(rng, 400)
        new = weaken(old, key, rng, share)
        missed += any(
            not low <= truth <= high
            for n_pairs in (50, 100, 200, 400)
            for low, high in follow_changes(
                old, new, {key}, Look(n_pairs, 4, n_pairs == 400)
            ).decks.set_index("deck").loc[["axe"], ["low", "high"]].to_numpy()
        )  # fmt: skip
    assert missed <= 0.05 * n_runs + 3 * np.sqrt(0.05 * 0.95 * n_runs)
    assert missed > 0  # or it would be wider than it need be

"""What is named because it is the best or the worst of many, and what is called outside its band.

Thousands of leagues in one run: decks that meet each other and nobody else.
"""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl

from evenhand import analysis
from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.expectations import list_expectations
from evenhand.analysis.gate.judge import judge
from evenhand.analysis.gate.measures import Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.statistics.differences import PairedMoments
from evenhand.analysis.tables.card_impact import Exchange, impact_table
from evenhand.analysis.tables.joint_intervals import measure_jointly, widen
from evenhand.analysis.tables.pair_scores import read_pair_scores
from evenhand.reports.bands import DISCOVERY_RATE
from tests.coverage.duels import CARDS, correlate
from tests.coverage.rows import Row, alarms, covers, simulation
from tests.fake_run import run_info

LUCK = -0.4  # correlation of a deck's luck in the two games of a pair
LARGEST_RUN = 400_000  # pairs that are played at once
FEWEST_MATCHUPS = 6  # of a league
EDGE = 0.6


def play_leagues(
    rng: np.random.Generator, n_leagues: int, n_decks: int, n_pairs: int, rates: np.ndarray
) -> Run:
    """Play leagues; `rates` are those of the decks named first, shape (n_matchups,)."""
    met = list(combinations(range(n_decks), 2))
    shape = (n_leagues * len(met), n_pairs, 2)
    rotation = np.broadcast_to(np.arange(2), shape)
    won = correlate(rng, shape, LUCK) < np.tile(rates, n_leagues)[:, None, None]
    columns = {
        "matchup": np.broadcast_to(np.arange(shape[0])[:, None, None], shape),
        "pair": np.broadcast_to(np.arange(n_pairs)[:, None], shape),
        "rotation": rotation,
        "first": np.zeros(shape, int),
        "winner": np.where(won, rotation, 1 - rotation),
        "end_reason": np.ones(shape, int),
        "turns": np.full(shape, 9),
    }
    games = pl.DataFrame({name: values.ravel() for name, values in columns.items()})
    names = [f"{deck} of {league}" for league in range(n_leagues) for deck in range(n_decks)]
    sides = [(league * n_decks + a, league * n_decks + b)
             for league in range(n_leagues) for a, b in met]  # fmt: skip
    return Run(Path(), run_info(names, CARDS, sides, n_pairs, 2, games.height), games.lazy())


def in_runs(repeats: int, n_decks: int, n_pairs: int) -> Iterator[int]:
    """Cut leagues into runs of a size that memory holds."""
    at_once = max(1, LARGEST_RUN // (n_pairs * n_decks * (n_decks - 1) // 2))
    while repeats > 0:
        yield min(at_once, repeats)
        repeats -= at_once


def list_rates(n_decks: int, apart: float) -> np.ndarray:
    """Let the first deck be better than all others, which are alike."""
    return np.array([0.5 + apart * (a == 0) for a, _ in combinations(range(n_decks), 2)])


SETTINGS = {
    f"{n_decks} decks, {n_pairs} pairs, {what}": {
        "n_decks": n_decks, "n_pairs": n_pairs, "apart": apart,
    }
    for n_decks, n_pairs in ((4, 50), (6, 50), (6, 500), (12, 50))
    for what, apart in (("all alike", 0.0), ("one stands out", 0.1))
}  # fmt: skip


@simulation(SETTINGS)
def named_extremes(
    rng: np.random.Generator, repeats: int, n_decks: int, n_pairs: int, apart: float
) -> Iterator[Row]:
    """The intervals of the most lopsided matchup, and of the best and the worst deck.

    The larger the leagues are, the fewer are played.
    """
    rates = list_rates(n_decks, apart)
    repeats = max(1, repeats * FEWEST_MATCHUPS // len(rates))
    decks = 0.5 + apart * np.array([1.0, *[-1 / (n_decks - 1)] * (n_decks - 1)])
    found: dict[str, list[pd.DataFrame]] = {}
    for n_leagues in in_runs(repeats, n_decks, n_pairs):
        run = play_leagues(rng, n_leagues, n_decks, n_pairs, rates)
        every = measure_jointly(run, analysis.matchups, "win_rate", len(rates))[::2]
        every = every.assign(league=np.arange(len(every)) // len(rates))
        every = every.assign(truth=np.tile(rates, n_leagues))
        own = measure_jointly(run, analysis.win_rates, "win_rate", n_decks)
        own = own.assign(league=np.arange(len(own)) // n_decks, truth=np.tile(decks, n_leagues))
        far = (every["win_rate"] - 0.5).abs().groupby(every["league"]).idxmax()
        found.setdefault("most lopsided matchup", []).append(every.loc[far])
        of_league = own["win_rate"].groupby(own["league"])
        found.setdefault("best deck", []).append(own.loc[of_league.idxmax()])
        found.setdefault("worst deck", []).append(own.loc[of_league.idxmin()])
    for what, parts in found.items():
        rows = pd.concat(parts)
        low, high = rows["win_rate_low_all"], rows["win_rate_high_all"]
        yield covers(f"win rate of the {what}", low, high, rows["truth"])


ON_EDGE = {
    f"15 matchups on the edge, {n_pairs} pairs": {"n_pairs": n_pairs} for n_pairs in (50, 200, 500)
}


@simulation(ON_EDGE)
def called_outside(rng: np.random.Generator, repeats: int, n_pairs: int) -> Iterator[Row]:
    """Some matchup is called outside its band though all are on its edge."""
    bands = Bands({Measure(Topic.MATCHUP): Band(1 - EDGE, EDGE)})
    called = []
    for n_leagues in in_runs(repeats, 6, n_pairs):
        run = play_leagues(rng, n_leagues, 6, n_pairs, np.full(15, EDGE))
        scores = list(read_pair_scores(run).items())
        for league in range(n_leagues):
            own = dict(scores[15 * league : 15 * (league + 1)])
            judged = judge(list(list_expectations(bands, own)))
            called.append(any(one.verdict is Verdict.FAIL for one in judged))
    yield alarms("some matchup called outside", called)


CARDS_OF_TABLES = {
    f"{n_cards} cards, {n_pairs} pairs": {"n_cards": n_cards, "n_pairs": n_pairs}
    for n_cards, n_pairs in ((15, 100), (90, 100), (90, 400))
}


@simulation(CARDS_OF_TABLES)
def cards_that_do_nothing(
    rng: np.random.Generator, repeats: int, n_cards: int, n_pairs: int
) -> Iterator[Row]:
    """Stars, and the interval of the top card, where no card changes anything but luck."""
    exchanges = [Exchange("deck", str(card), "plain", 2) for card in range(n_cards)]
    starred, low, high = [], [], []
    for _ in range(repeats):
        before = rng.choice([0, 0.5, 1], n_pairs)
        is_other = rng.random((n_cards, n_pairs)) < 0.3
        after = np.where(is_other, rng.choice([0, 0.5, 1], (n_cards, n_pairs)), before)
        parts = [[PairedMoments.of(before, one)] for one in after]
        table = widen(impact_table(exchanges, parts, 2), "effect")
        top = table.loc[table["effect"].idxmax()]
        starred.append(bool((table["effect_q"] < DISCOVERY_RATE).any()))
        low.append(top["effect_low_all"])
        high.append(top["effect_high_all"])
    yield alarms("some card starred", starred)
    yield covers("impact of the top card", low, high, 0.0)

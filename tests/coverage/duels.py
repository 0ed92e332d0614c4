"""Made-up duels of known truth, thousands of matchups in one run, through the tables of a report.

Every matchup is a sample of its own: two decks that meet nobody else.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
from scipy.special import ndtr

from evenhand import analysis
from evenhand.analysis.data.run import Run
from evenhand.reports.bands import DECK_TOLERANCE, Standing, compare_with_band, make_band
from tests.coverage.rows import Row, alarms, covers, simulation
from tests.fake_run import run_info

CARDS = ["Pup", "Lancer", "Guard", "Sage"]
Sides = Callable[[int], list[tuple[int, int]]]
SHAPE = 4.0  # of the gamma distribution by which pairs differ in length and in swings
LEAST_TURNS, TURNS = 4, 8  # TURNS more on average, and so on
DECISIONS, LEADS, DEFICIT = 80, 1, 2
SETTLED = 0.6  # chance that the winner is ahead all the time, or else never
ENDINGS = 0.7, 0.3  # chances of the end reasons 1 and 2


@dataclass(frozen=True)
class Duel:
    """What is true of a matchup.

    Attributes
    ----------
    n_pairs : int
        In each matchup.
    rate : float
        Win rate of the deck named first, in (0, 1).
    edge : float
        What going first adds to it, as a share of what the rate allows.
    draws : float
        Share of the games that are drawn, as a share of what the rate allows.
    luck : float
        Correlation of the deck's luck in the two games of a pair, in (-1, 1).
    starts : float, optional
        Chance that the cards let this deck go first; else the seats decide, in turn.
    mulligans : float
        Mean number of hands that a player sends back in a game.
    """

    n_pairs: int
    rate: float = 0.5
    edge: float = 0.1
    draws: float = 0.1
    luck: float = -0.4
    starts: float | None = None
    mulligans: float = 0.1

    @property
    def first_edge(self) -> float:
        """What going first adds to the win rate."""
        return self.edge * min(self.rate, 1 - self.rate)

    @property
    def first_win_rate(self) -> float:
        """How often the first player wins, each side's games weighing the same."""
        return 0.5 + self.first_edge

    @property
    def true_rate(self) -> float:
        """How often the deck wins, as often as it goes first."""
        starts = 0.5 if self.starts is None else self.starts
        return self.rate + self.first_edge * (2 * starts - 1)


def apart(n_matchups: int) -> list[tuple[int, int]]:
    """Let every two decks meet each other and nobody else."""
    return [(2 * number, 2 * number + 1) for number in range(n_matchups)]


def by_threes(n_matchups: int) -> list[tuple[int, int]]:
    """Let every deck with a new number meet three others, who meet nobody else."""
    return [(4 * number, 4 * number + other) for number in range(n_matchups // 3)
            for other in (1, 2, 3)]  # fmt: skip


def play(rng: np.random.Generator, duel: Duel, n_matchups: int, sides: Sides = apart) -> Run:
    """Play a duel so many times, as matchups of one run.

    Parameters
    ----------
    sides : callable(int) -> list of (int, int)
        Which decks meet in each matchup.
    """
    shape = (n_matchups, duel.n_pairs, 2)
    rotation = np.broadcast_to(np.arange(2), shape)
    is_first = rotation == 0 if duel.starts is None else rng.random(shape) < duel.starts
    mean = duel.rate + np.where(is_first, duel.first_edge, -duel.first_edge)
    drawn = duel.draws * 2 * np.minimum(mean, 1 - mean)
    luck = correlate(rng, shape, duel.luck)
    won, lost = luck < mean - drawn / 2, luck >= mean + drawn / 2
    winner = np.where(won, rotation, np.where(lost, 1 - rotation, -1))
    leader = np.where(rng.random(shape) < SETTLED, winner, 1 - winner)
    comeback = (leader != winner) * (1 + rng.poisson(DEFICIT, shape)) * (winner >= 0)
    columns = {
        "matchup": np.broadcast_to(np.arange(n_matchups)[:, None, None], shape),
        "pair": np.broadcast_to(np.arange(duel.n_pairs)[:, None], shape),
        "rotation": rotation,
        "first": np.where(is_first, rotation, 1 - rotation),
        "winner": winner,
        "end_reason": 1 + (rng.random(shape) < ENDINGS[1]),
        "turns": LEAST_TURNS + count_things(rng, shape, TURNS),
        "decisions": count_things(rng, shape, DECISIONS),
        "lead_changes": count_things(rng, shape, LEADS),
        "comeback": comeback,
    }
    for seat in range(2):
        columns[f"ahead_{seat}"] = np.where(leader == seat, (1 << 62) - 1, 0)
        columns[f"mulligans_{seat}"] = count_things(rng, shape, duel.mulligans)
    games = pl.DataFrame({name: values.ravel() for name, values in columns.items()})
    matchups = sides(n_matchups)
    names = [f"deck{number}" for number in range(max(max(matchups)) + 1)]
    info = run_info(names, CARDS, matchups, duel.n_pairs, 2, games.height)
    return Run(Path(), info, games.lazy())


def correlate(rng: np.random.Generator, shape: tuple[int, ...], correlation: float) -> np.ndarray:
    """Draw uniform numbers; the two of a pair go with each other."""
    one, other = rng.standard_normal((2, *shape[:-1]))
    other = correlation * one + (1 - correlation**2) ** 0.5 * other
    return ndtr(np.stack([one, other], axis=-1))


def count_things(rng: np.random.Generator, shape: tuple[int, ...], mean: float) -> np.ndarray:
    """Draw counts that go with each other within pairs."""
    pace = rng.gamma(SHAPE, 1 / SHAPE, (*shape[:-1], 1))
    return rng.poisson(mean * pace, shape)


RATES = {
    f"{100 * rate:g} %, {n_pairs} pairs": {"duel": Duel(n_pairs, rate)}
    for rate in (0.5, 0.7, 0.95, 0.99)
    for n_pairs in (20, 50, 200)
}
RATES |= {
    "half the games drawn, 50 pairs": {"duel": Duel(50, draws=0.5)},
    "80 % of games drawn, 50 pairs": {"duel": Duel(50, draws=0.8)},
    "deals do not matter, 50 pairs": {"duel": Duel(50, luck=0.0)},
    "lucky pairs, 50 pairs": {"duel": Duel(50, luck=0.3)},
    "one deck goes first in 80 %, 50 pairs": {"duel": Duel(50, 0.6, starts=0.8)},
    "99.5 %, 50 pairs": {"duel": Duel(50, 0.995)},
    "99.9 %, 50 pairs": {"duel": Duel(50, 0.999)},
}


@simulation(RATES)
def rates_of_duels(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """Win rates of matchups, and of who goes first in them."""
    run = play(rng, duel, repeats)
    one_side = analysis.matchups(run)[::2]  # the other side's interval is the same, mirrored
    yield covers_column("win rate of a matchup", one_side, "win_rate", duel.true_rate)
    first = analysis.first_player(run)[1:]
    truth = duel.first_win_rate
    yield covers_column("first player's win rate", first, "first_win_rate", truth)


@simulation(
    {
        f"{100 * rate:g} % against each of three, {n_pairs} pairs": {"duel": Duel(n_pairs, rate)}
        for rate in (0.5, 0.9, 0.99)
        for n_pairs in (20, 100)
    }
)
def rates_of_decks(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """Win rates of decks that have several opponents."""
    decks = analysis.win_rates(play(rng, duel, 3 * repeats, by_threes))[::4]
    yield covers_column("win rate of a deck", decks, "win_rate", duel.true_rate)


@simulation({f"{n_pairs} pairs": {"duel": Duel(n_pairs, edge=0)} for n_pairs in (20, 50, 200)})
def first_players(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """Duels in which going first is worth nothing."""
    found = analysis.first_player(play(rng, duel, repeats))[1:]
    wrong = (found["advantage_low"] > 0) | (found["advantage_high"] < 0)
    yield alarms("report: a first-player advantage that is none", wrong)


EDGE = make_band(0.5, DECK_TOLERANCE).high


@simulation({f"{n_pairs} pairs a matchup": {"duel": Duel(n_pairs, EDGE)} for n_pairs in (20, 200)})
def decks_on_the_edge(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """Decks that win just as often as is still allowed."""
    found = analysis.win_rates(play(rng, duel, 3 * repeats, by_threes))[::4]
    band = make_band(0.5, DECK_TOLERANCE)
    standings = [
        compare_with_band(low, high, band)
        for low, high in zip(found["win_rate_low"], found["win_rate_high"], strict=True)
    ]
    above = [one is Standing.ABOVE for one in standings]
    inside = [one is Standing.INSIDE for one in standings]
    yield alarms("report: a deck on the edge is said to win too often", above, 0.025)
    yield alarms("report: a deck on the edge is said to be inside", inside, 0.025)


@simulation(
    {
        f"{mean:g} a game, {n_pairs} pairs": {"duel": Duel(n_pairs, mulligans=mean)}
        for mean in (0.001, 0.05, 1.5)
        for n_pairs in (50, 500)
    }
)
def hands_sent_back(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """How often hands are sent back."""
    table = analysis.mulligans(play(rng, duel, repeats // 2))
    rare = duel.mulligans / SHAPE
    some = 1 - (1 + rare) ** -SHAPE
    yield covers_column("mulligans a game", table, "mean_mulligans", duel.mulligans)
    yield covers_column("share of games with a mulligan", table, "mulligan_rate", some)


@simulation({f"{n_pairs} pairs": {"duel": Duel(n_pairs, 0.6)} for n_pairs in (20, 200)})
def lengths_and_swings(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """How long games are, how they swing and how they end."""
    run = play(rng, duel, repeats // 2)
    lengths = analysis.length_summary(run)[1:]
    yield covers_column("turns of a game", lengths, "mean_turns", LEAST_TURNS + TURNS)
    yield covers_column("decisions in a game", lengths, "mean_decisions", DECISIONS)
    swings = analysis.swings(run)[1:]
    steady = (1 + LEADS / SHAPE) ** -SHAPE
    yield covers_column("changes of the lead", swings, "mean_lead_changes", LEADS)
    yield covers_column("games without a change of the lead", swings, "steady_share", steady)
    decided = analysis.decided(run)[1:]
    yield covers_column("games whose last third changed nothing", decided, "settled_share", SETTLED)
    yield covers_column("games won from behind", swings, "comeback_share", 1 - SETTLED)
    yield covers_column("how far behind the winner was", swings, "mean_comeback", 1 + DEFICIT)
    odd = (1 - (1 + 2 * TURNS / SHAPE) ** -SHAPE) / 2
    last = 0.5 + duel.first_edge * (2 * odd - 1)
    last_turns = analysis.last_turn(run)[1:]
    yield covers_column("win rate of who had the last turn", last_turns, "win_rate", last)
    ways = analysis.end_reasons_by_deck(run)
    ways = ways[ways["name"] == "third_ko"]
    yield covers_column("share of wins that came one way", ways, "win_share", ENDINGS[0])


def covers_column(what: str, table: pd.DataFrame, column: str, truth: float) -> Row:
    """Count the intervals of a column that hold the truth."""
    return covers(what, table[f"{column}_low"], table[f"{column}_high"], truth)

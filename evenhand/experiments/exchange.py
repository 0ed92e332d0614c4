"""Exchanging cards: every card of every deck against a baseline, on the same deals.

First a pilot of a few pairs shows how much each exchange changes; from that it is worked
out how many pairs each interval takes, and after those once more. Only how far pairs
differ is looked at, never which way: so that the intervals are those of as many pairs.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from evenhand.analysis.statistics.differences import PairedMoments
from evenhand.analysis.tables.card_impact import impact_table, pairs_wanted
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.swaps import Exchanged
from evenhand.simulate.compiling import cache_folder
from evenhand.simulate.runs.claim import Claim, Work, claim
from evenhand.simulate.runs.run import warm_up
from evenhand.simulate.runs.score_log import PairRange, ScoreLog
from evenhand.simulate.runs.variants import (
    VariantMatchup,
    VariantPlan,
    pair_ranges,
    plan_variants,
    play_ranges,
)
from evenhand.simulate.runs.workers import ONE_WORKER, Workers
from evenhand.terminal import note

__all__ = [
    "SCORES", "Effort", "claim_room", "count_least_games", "exchange_scores", "keep_affordable",
    "measure", "say_how_to_go_on",
]  # fmt: skip

SCORES = "cards.scores"  # of exchanges, as far as they are played

PILOT_PAIRS = 400  # of one exchange, over all matchups
FEWEST_PAIRS = 10  # of one matchup
MOST_PAIRS = 40_000  # of one exchange, over all matchups
ROUNDS = 3  # after the pilot

Progress = Callable[[int, int], None]
Notice = Callable[[str], None]


@dataclass(frozen=True)
class Effort:
    """How much to play.

    Attributes
    ----------
    half_width : float
        Half the width that every interval should have, in (0, 1).
    most_games : int, optional
        In all; intervals are wider if that does not suffice.
    workers : Workers
    log : Path, optional
        A file that scores are kept in until all are there.
    """

    half_width: float = 0.01
    most_games: int | None = None
    workers: Workers = ONE_WORKER
    log: Path | None = None


@contextmanager
def claim_room(exchanged: Exchanged, goal: str, run_dir: Path | None = None) -> Iterator[Claim]:
    """Have the folder of a run, or one of our own, until all is exchanged.

    Parameters
    ----------
    exchanged : Exchanged
    goal : str
        What is to be known at last; what was begun with another goal is not gone on with.
    run_dir : Path, optional
        The run that it is added to.
    """
    fingerprint = plan_variants(exchanged.plan, exchanged.variants).fingerprint
    identity = {"the cards that are measured": fingerprint}
    work = Work(identity, goal, lambda folder: True, is_addition=True)
    room = cache_folder() / "unfinished" / fingerprint[:16]
    with claim([run_dir or room], work) as held:
        yield held
    if run_dir is None:
        room.rmdir()


@contextmanager
def say_how_to_go_on(held: Sequence[Claim], notice: Notice | None = None) -> Iterator[None]:
    """Say if what was begun is gone on with, and how to go on if it is stopped.

    Parameters
    ----------
    held : sequence of Claim
        Of `claim_room`.
    notice : callable(text), optional
        Told if something was begun.
    """
    if notice and any(one.goes_on for one in held):
        notice("Going on with the games that were played before")
    try:
        yield
    except (UsageError, InputError):
        raise
    except BaseException:
        if any((one.room / SCORES).exists() for one in held):
            note("Stopped. To go on from here, repeat the command")
        raise


def measure(
    exchanged: Exchanged,
    effort: Effort,
    progress: Progress | None = None,
    notice: Notice | None = None,
) -> pd.DataFrame:
    """Play the exchanges and tell what the cards are worth.

    Parameters
    ----------
    progress : callable(games done, games in all), optional
    notice : callable(text), optional
        Called with what is being done when it takes long.

    Returns
    -------
    pandas.DataFrame
        As `evenhand.analysis.tables.card_impact.impact_table` makes it.

    Raises
    ------
    UsageError
        If the games do not suffice for a pilot.
    """
    parts = exchange_scores(exchanged, effort, progress, notice)
    return impact_table(exchanged.exchanges, parts, exchanged.plan.n_seats)


def exchange_scores(
    exchanged: Exchanged,
    effort: Effort,
    progress: Progress | None = None,
    notice: Notice | None = None,
) -> list[list[PairedMoments]]:
    """Play the exchanges.

    Parameters
    ----------
    progress, notice : callable, optional
        As for `measure`.

    Returns
    -------
    list of list of PairedMoments
        By exchange and matchup: scores with the baseline, and with the card.

    Raises
    ------
    UsageError
        If the games do not suffice for a pilot.
    """
    variants = plan_variants(exchanged.plan, exchanged.variants)
    n_seats = exchanged.plan.n_seats
    pilot = count_pilot_pairs(variants.matchups, n_seats, effort.most_games)
    session = Session(variants, effort, progress)
    with closing(session.log):
        if effort.workers.are_here:
            warm_up(variants.arrays, notice)
        session.play_on(pilot)
        for _ in range(ROUNDS):
            wanted = [pairs_wanted(parts, effort.half_width) for parts in session.parts]
            enough = cut_to_affordable(
                session.done, wanted, variants.matchups, n_seats, effort.most_games
            )
            if enough == session.done:
                break
            session.play_on(enough)
    return session.parts


def keep_affordable(exchanged: Exchanged, most_games: int) -> Exchanged:
    """Keep the first exchanges, as many as a number of games is enough to begin with."""
    places = plan_variants(exchanged.plan, exchanged.variants).matchups
    n = len(places)
    while (
        n and 2 * count_games([FEWEST_PAIRS] * n, places[:n], exchanged.plan.n_seats) > most_games
    ):
        n -= 1
    return replace(exchanged, exchanges=exchanged.exchanges[:n], variants=exchanged.variants[:n])


def count_least(places: list[list[VariantMatchup]], n_seats: int) -> int:
    """Return how many games it takes to begin with."""
    return count_games([FEWEST_PAIRS] * len(places), places, n_seats)


def count_least_games(exchanged: Exchanged) -> int:
    """Return how many games it takes to begin with."""
    places = plan_variants(exchanged.plan, exchanged.variants).matchups
    return count_least(places, exchanged.plan.n_seats)


def count_pilot_pairs(
    places: list[list[VariantMatchup]], n_seats: int, most_games: int | None
) -> list[int]:
    """Return how many pairs of a matchup each exchange begins with."""
    pairs = [max(FEWEST_PAIRS, -(-PILOT_PAIRS // len(own))) for own in places]
    cost = count_games(pairs, places, n_seats)
    if most_games is None or cost <= most_games:
        return pairs
    least = count_least(places, n_seats)
    if most_games < least:
        raise UsageError(f"--games: {len(places)} exchanges take {least:,} games at least")
    return [max(FEWEST_PAIRS, n * most_games // (2 * cost)) for n in pairs]


def cut_to_affordable(
    done: list[int],
    wanted: list[int],
    places: list[list[VariantMatchup]],
    n_seats: int,
    most_games: int | None,
) -> list[int]:
    """Cut the pairs that are wanted down to what may be played, by the same share of each."""
    capped = [
        max(first, min(n, MOST_PAIRS // len(own)))
        for first, n, own in zip(done, wanted, places, strict=True)
    ]
    cost = count_games(capped, places, n_seats)
    if most_games is None or cost <= most_games:
        return capped
    begun = count_games(done, places, n_seats)
    share = max(most_games - begun, 0) / (cost - begun)
    return [first + int(share * (n - first)) for first, n in zip(done, capped, strict=True)]


def count_games(pairs: list[int], places: list[list[VariantMatchup]], n_seats: int) -> int:
    """Count games: those of the exchanges, and once those of the decks themselves."""
    exchanges = sum(n * len(matchups) for n, matchups in zip(pairs, places, strict=True))
    return n_seats * (exchanges + sum(count_own_pairs(pairs, places).values()))


def count_own_pairs(pairs: list[int], places: list[list[VariantMatchup]]) -> dict[int, int]:
    """Return how many pairs of the decks' own matchups serve all exchanges."""
    needed: dict[int, int] = {}
    for n, matchups in zip(pairs, places, strict=True):
        for place in matchups:
            needed[place.own] = max(needed.get(place.own, 0), n)
    return needed


class Session:
    """Games played so far.

    Attributes
    ----------
    own : dict of int to float array, shape (n_seats, n_pairs)
        Scores of the decks' own matchups, by row of the field's.
    parts : list of list of PairedMoments
        By exchange and matchup: scores with the baseline, and with the card.
    """

    def __init__(self, variants: VariantPlan, effort: Effort, progress: Progress | None) -> None:
        self.variants, self.effort, self.progress = variants, effort, progress
        self.log = ScoreLog(effort.log, variants.fingerprint)
        self.n_seats = variants.arrays.plan.n_seats
        self.done = [0] * len(variants.matchups)  # pairs of each matchup
        self.parts = [[PairedMoments.of([], []) for _ in own] for own in variants.matchups]
        self.own = {
            row: np.empty((self.n_seats, 0))
            for row in count_own_pairs(self.done, variants.matchups)
        }
        self.n_games = 0

    def play_on(self, pairs: list[int]) -> None:
        """Play until every exchange has so many pairs in each of its matchups."""
        self.total = count_games(pairs, self.variants.matchups, self.n_seats)
        ranges = [
            pairs_range
            for row, n in count_own_pairs(pairs, self.variants.matchups).items()
            for pairs_range in pair_ranges(row, self.own[row].shape[1], n)
        ]
        for pairs_range, scores in self._play(ranges):
            self.own[pairs_range.matchup] = np.hstack([self.own[pairs_range.matchup], scores])
        parts = {
            place.exchanged: (number, which, place)
            for number, own in enumerate(self.variants.matchups)
            for which, place in enumerate(own)
        }
        ranges = [
            pairs_range
            for row, (number, *_) in parts.items()
            for pairs_range in pair_ranges(row, self.done[number], pairs[number])
        ]
        for pairs_range, scores in self._play(ranges):
            number, which, place = parts[pairs_range.matchup]
            sides, pairs_met = (
                list(place.sides),
                slice(pairs_range.first_pair, pairs_range.first_pair + pairs_range.n_pairs),
            )
            own = self.own[place.own][sides, pairs_met]
            met = PairedMoments.of(scores[sides].mean(axis=0), own.mean(axis=0))
            self.parts[number][which] = self.parts[number][which].plus(met)
        self.done = pairs

    def _play(self, ranges: list[PairRange]) -> Iterator[tuple[PairRange, np.ndarray]]:
        """Play arms and count their games."""
        scores = play_ranges(self.variants, ranges, self.effort.workers, self.log)
        for pairs_range, scored in zip(ranges, scores, strict=True):
            self.n_games += pairs_range.n_pairs * self.n_seats
            if self.progress:
                self.progress(self.n_games, self.total)
            yield pairs_range, scored

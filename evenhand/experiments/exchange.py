"""Exchanging cards: every card of every deck against a baseline, on the same deals.

First a pilot of a few pairs shows how much each exchange changes; from that it is worked
out how many pairs each interval takes, and after those once more. Only how far pairs
differ is looked at, never which way: so that the intervals are those of as many pairs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import pandas as pd

from evenhand.analysis.statistics.differences import PairedMoments
from evenhand.analysis.tables.card_impact import count_pairs_needed, impact_table
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.swaps import Exchanged
from evenhand.simulate.compiling import cache_folder
from evenhand.simulate.runs.claim import KEPT, Claim, Work, claim
from evenhand.simulate.runs.places import remove_empty
from evenhand.simulate.runs.run import warm_up
from evenhand.simulate.runs.score_log import ScoreLog
from evenhand.simulate.runs.variants import VariantPlan, pair_ranges, plan_variants, play_ranges
from evenhand.simulate.runs.workers import ONE_WORKER, Workers
from evenhand.terminal import note_stopped

__all__ = [
    "FEWEST_PAIRS", "SCORES", "Effort", "Notice", "Place", "Progress", "Session", "claim_room",
    "claim_scores", "count_least", "count_least_games", "exchange_scores", "keep_affordable",
    "measure", "play_in_rounds", "say_how_to_go_on",
]  # fmt: skip

SCORES = "cards.scores"  # of exchanges, as far as they are played

PILOT_PAIRS = 400  # of one exchange, over all matchups
FEWEST_PAIRS = 10  # of one matchup
MOST_PAIRS = 40_000  # of one exchange, over all matchups
ROUNDS = 3  # after the pilot

Progress = Callable[[int, int], None]
Notice = Callable[[str], None]
Part = TypeVar("Part")


class Place(NamedTuple):
    """A matchup in which decks are compared on the same deals.

    Attributes
    ----------
    rows : tuple of int
        Of the variant plan's matchups, one for each deck that is compared.
    sides : tuple of int
        Those that the deck holds.
    """

    rows: tuple[int, ...]
    sides: tuple[int, ...]


Places = Sequence[Sequence[Place]]  # by comparison, and for each of those by matchup


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
    with claim_scores("cards", fingerprint, goal, run_dir) as held:
        yield held


@contextmanager
def claim_scores(
    what: str, fingerprint: str, goal: str, run_dir: Path | None = None
) -> Iterator[Claim]:
    """Have the folder of a run, or one of our own, until all scores are there.

    Parameters
    ----------
    what : str
        What is measured, for people.
    fingerprint : str
        Of what is played, in hex.
    goal, run_dir
        As for `claim_room`.
    """
    work = Work({f"the {what} that are measured": fingerprint}, goal, lambda folder: True,
                is_addition=True)  # fmt: skip
    room = cache_folder() / "unfinished" / fingerprint[:16]
    with claim([run_dir or room], work) as held:
        yield held
    if run_dir is None:
        remove_empty(room)


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
    except BaseException as error:
        is_begun = any(any(one.room.rglob(pattern)) for one in held for pattern in KEPT)
        note_stopped(error, is_begun)
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
    session = Session(variants, list_places(variants), compare_exchanged, effort, progress)
    play_in_rounds(session, lambda parts: count_pairs_needed(parts, effort.half_width), notice)
    return session.parts


def list_places(variants: VariantPlan) -> list[list[Place]]:
    """List where each variant is held against the deck that it was made from."""
    return [
        [Place((place.own, place.exchanged), place.sides) for place in own]
        for own in variants.matchups
    ]


def compare_exchanged(own: np.ndarray, exchanged: np.ndarray) -> PairedMoments:
    """Sum up what pairs scored with the baseline, and with the card."""
    return PairedMoments.of(exchanged, own)


def play_in_rounds(
    session: "Session[Part]", want: Callable[[list[Part]], int], notice: Notice | None = None
) -> None:
    """Play a pilot, and from what that shows as many pairs as are wanted and may be played.

    Parameters
    ----------
    want : callable(parts) -> int
        Says how many pairs of each matchup a comparison takes.
    notice : callable(text), optional
        Called with what is being done when it takes long.

    Raises
    ------
    UsageError
        If the games do not suffice for a pilot.
    """
    effort, places, n_seats = session.effort, session.places, session.n_seats
    with closing(session.log):
        if effort.workers.are_here:
            warm_up(session.variants.arrays, notice)
        session.play_on(count_pilot_pairs(places, n_seats, effort.most_games))
        for _ in range(ROUNDS):
            wanted = [want(parts) for parts in session.parts]
            enough = cut_to_affordable(session.done, wanted, places, n_seats, effort.most_games)
            if enough == session.done:
                break
            session.play_on(enough)


def keep_affordable(exchanged: Exchanged, most_games: int) -> Exchanged:
    """Keep the first exchanges, as many as a number of games is enough to begin with."""
    places = list_places(plan_variants(exchanged.plan, exchanged.variants))
    n, n_seats = len(places), exchanged.plan.n_seats
    while n and 2 * count_least(places[:n], n_seats) > most_games:
        n -= 1
    return replace(exchanged, exchanges=exchanged.exchanges[:n], variants=exchanged.variants[:n])


def count_least(places: Places, n_seats: int) -> int:
    """Return how many games it takes to begin with."""
    return count_games([FEWEST_PAIRS] * len(places), places, n_seats)


def count_least_games(exchanged: Exchanged) -> int:
    """Return how many games it takes to begin with."""
    places = list_places(plan_variants(exchanged.plan, exchanged.variants))
    return count_least(places, exchanged.plan.n_seats)


def count_pilot_pairs(places: Places, n_seats: int, most_games: int | None) -> list[int]:
    """Return how many pairs of a matchup each comparison begins with."""
    pairs = [max(FEWEST_PAIRS, -(-PILOT_PAIRS // len(own))) for own in places]
    cost = count_games(pairs, places, n_seats)
    if most_games is None or cost <= most_games:
        return pairs
    least = count_least(places, n_seats)
    if most_games < least:
        raise UsageError(f"--games: this takes {least:,} games at least")
    return [max(FEWEST_PAIRS, n * most_games // (2 * cost)) for n in pairs]


def cut_to_affordable(
    done: list[int], wanted: list[int], places: Places, n_seats: int, most_games: int | None
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


def count_games(pairs: Sequence[int], places: Places, n_seats: int) -> int:
    """Count games; those that serve several comparisons once."""
    return n_seats * sum(count_row_pairs(pairs, places).values())


def count_row_pairs(pairs: Sequence[int], places: Places) -> dict[int, int]:
    """Return how many pairs of each row serve all comparisons, the decks' own first."""
    needed: dict[int, int] = {}
    for n, own in zip(pairs, places, strict=True):
        for place in own:
            for row in place.rows:
                needed[row] = max(needed.get(row, 0), n)
    return dict(sorted(needed.items()))


class Session(Generic[Part]):
    """Games played so far.

    Attributes
    ----------
    scores : dict of int to float array, shape (n_seats, n_pairs)
        By row of the variant plan's matchups.
    parts : list of list
        By comparison and matchup, what `compare` makes of the scores.
    done : list of int
        Pairs of each matchup of a comparison.

    Parameters
    ----------
    places : sequence of sequence of Place
        By comparison and matchup.
    compare : callable(scores, scores, ..)
        Sums up what the decks of a place scored in the same pairs.
    first_pair : int
        Of each matchup.
    """

    def __init__(
        self,
        variants: VariantPlan,
        places: Places,
        compare: Callable[..., Part],
        effort: Effort,
        progress: Progress | None,
        first_pair: int = 0,
    ) -> None:
        self.variants, self.places, self.compare = variants, places, compare
        self.effort, self.progress, self.first_pair = effort, progress, first_pair
        self.log = ScoreLog(effort.log, variants.fingerprint)
        self.n_seats = variants.arrays.plan.n_seats
        self.done = [0] * len(places)
        self.scores = {
            row: np.empty((self.n_seats, 0)) for row in count_row_pairs(self.done, places)
        }
        self.parts: list[list[Part]] = [[] for _ in places]
        self.n_games = 0

    def play_on(self, pairs: list[int]) -> None:
        """Play until every comparison has so many pairs in each of its matchups."""
        needed = count_row_pairs(pairs, self.places)
        self._play(needed)
        self.parts = [
            [self._sum_up(place, n) for place in own]
            for n, own in zip(pairs, self.places, strict=True)
        ]
        self.done = pairs

    def _sum_up(self, place: Place, n_pairs: int) -> Part:
        sides = list(place.sides)
        return self.compare(*(self.scores[row][sides, :n_pairs].mean(axis=0) for row in place.rows))

    def _play(self, needed: Mapping[int, int]) -> None:
        """Play each row's pairs, those that it lacks, and count the games."""
        ranges = [
            pairs_range
            for row, n in needed.items()
            for pairs_range in pair_ranges(
                row, self.first_pair + self.scores[row].shape[1], self.first_pair + n
            )
        ]
        total = self.n_seats * sum(needed.values())
        met = {row: [scores] for row, scores in self.scores.items()}
        played = play_ranges(self.variants, ranges, self.effort.workers, self.log)
        for pairs_range, scores in zip(ranges, played, strict=True):
            met[pairs_range.matchup].append(scores)
            self.n_games += pairs_range.n_pairs * self.n_seats
            if self.progress:
                self.progress(self.n_games, total)
        self.scores = {row: np.hstack(scores) for row, scores in met.items()}

"""Effects of a change, with intervals that are valid while games are still being played.

Both versions play the same pairs, and intervals are computed at several looks. In a matchup that
the change does not touch, all games are the same in both versions: its change is zero and needs no
games. The change of the other matchups is bounded, so that betting intervals are valid at every
look (see `evenhand.analysis.statistics.sequential`). Half of the level is spent on betting, half
on a plain test at the last look, whose number of pairs is fixed beforehand. Unbounded numbers
divide their level among all looks.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evenhand.analysis.statistics.differences import (
    Difference,
    PairedMoments,
    paired_difference,
)
from evenhand.analysis.statistics.multiplicity import joint_level
from evenhand.analysis.statistics.sequential import betting_interval
from evenhand.analysis.tables.joint_intervals import count_independent_decks
from evenhand.analysis.tables.pair_scores import MatchupKey, PairKind, PairScores

__all__ = ["FollowedChanges", "Look", "follow_changes"]

KINDS = 2  # tests that share the level: betting, and the plain test at the last look
OVERALL = {"first player": "first", "draws": "draws", "turns": "turns"}
COLUMNS = ["before", "after", "change", "low", "high", "low_all", "high_all", "n_pairs", "is_sure"]

Scores = Mapping[MatchupKey, PairScores]
Floats = NDArray[np.float64]


class Look(NamedTuple):
    """A look at the games played so far of a followed change.

    Attributes
    ----------
    n_pairs : int
        The most pairs of a matchup that count; in some, both versions may have a few fewer.
    n_looks : int
        Total number of looks planned.
    is_last : bool
    """

    n_pairs: int
    n_looks: int
    is_last: bool


@dataclass(frozen=True)
class FollowedChanges:
    """The followed changes as estimated at a look.

    Attributes
    ----------
    decks, matchups, overall : pandas.DataFrame
        Labels (deck; deck and opponent; number), then before, after, change, low and high (an
        interval of 95 % for the row alone), low_all and high_all (for all rows of the table
        simultaneously), n_pairs, is_sure (zero lies outside of the second interval). Decks and
        matchups that the change does not touch are left out.
    untouched : tuple of str
        Decks whose games are the same as before.
    """

    decks: pd.DataFrame
    matchups: pd.DataFrame
    overall: pd.DataFrame
    untouched: tuple[str, ...]


class Followed(NamedTuple):
    """The followed change of one number.

    Attributes
    ----------
    before : float
    values : array, shape (n_rounds,)
        Change of the first, second, .. pairs that all touched matchups have, averaged over them.
    share : float
        Share of the number's matchups that are touched, in [0, 1].
    plain : Difference
    """

    before: float
    values: Floats
    share: float
    plain: Difference

    def interval(self, level: float, look: Look) -> tuple[float, float]:
        """Return the interval of a change of scores."""
        level_of_each = 1 - (1 - level) / KINDS
        alpha = (1 - level_of_each) / 2
        low, high = betting_interval(self.values, alpha, (-1.0, 1.0))
        if look.is_last:
            plain_low, plain_high = self.plain.interval(level_of_each)
            low, high = max(low, plain_low), min(high, plain_high)
        return self.share * low, self.share * high

    def plain_interval(self, level: float, look: Look) -> tuple[float, float]:
        """Return the interval of an unbounded number: looks divide the level equally."""
        low, high = self.plain.interval(1 - (1 - level) / look.n_looks)
        return self.share * low, self.share * high


Rows = Mapping[tuple[str, ...], Followed]


def follow_changes(
    old: Scores, new: Scores, touched: Collection[MatchupKey], look: Look, level: float = 0.95
) -> FollowedChanges:
    """Follow a change: estimate its effects at a look.

    Parameters
    ----------
    old, new : mapping from MatchupKey to PairScores
        Of the touched matchups, the first `look.n_pairs` pairs that both have count.
    touched : collection of MatchupKey
        The matchups whose games may differ; in all others they are the same.
    look : Look
    level : float
        Coverage of the intervals, at all looks simultaneously.
    """
    fair = [key for key in old if key in new and not old[key].matchup.is_mirror]
    names = list(dict.fromkeys(name for key in fair for name in old[key].matchup.entrants))
    keys_of = {name: [key for key in fair if name in key] for name in names}
    moved = [name for name in names if any(key in touched for key in keys_of[name])]
    n_seats = old[fair[0]].n_seats if fair else 2

    def follow(keys: Sequence[MatchupKey], kind: PairKind, is_score: bool = True) -> Followed:
        return measure_change(old, new, keys, touched, kind, look, is_score)

    decks: Rows = {(name,): follow(keys_of[name], ("score", name)) for name in moved}
    matchups: Rows = {
        (name, old[key].matchup.opponents_of(name)): follow([key], ("score", name))
        for key in fair
        if key in touched
        for name in list_reported_sides(old[key])
    }
    both = [key for key in old if key in new]
    has_any = any(key in touched for key in both)
    overall: Rows = {
        (label,): follow(both, (kind, ""), kind != "turns")
        for label, kind in (OVERALL.items() if has_any else ())
    }
    n_apart = count_independent_decks(len(decks), n_seats)
    return FollowedChanges(
        make_table(["deck"], decks, n_apart, look, level),
        make_table(["deck", "opponent"], matchups, len(matchups), look, level),
        make_table(["number"], overall, len(overall), look, level, is_bounded=False),
        tuple(name for name in names if name not in moved),
    )


def list_reported_sides(scores: PairScores) -> list[str]:
    """List the sides whose change is followed; in a duel only the first."""
    every = list(dict.fromkeys(scores.matchup.entrants))
    return every[:1] if scores.n_seats == 2 else every


def measure_change(
    old: Scores,
    new: Scores,
    keys: Sequence[MatchupKey],
    touched: Collection[MatchupKey],
    kind: PairKind,
    look: Look,
    is_score: bool,
) -> Followed:
    """Measure the followed change of a mean over matchups, of which only touched ones change."""
    played = [key for key in keys if key in touched]
    sides = {key: take_pairs(old[key], new[key], kind, look.n_pairs) for key in played}
    before = [
        float(np.mean(sides[key][0] if key in sides else old[key].numbers[kind])) for key in keys
    ]
    rounds = min((first.size for first, _ in sides.values()), default=0)
    return Followed(
        before=float(np.mean(before)),
        values=np.mean(
            [after[:rounds] - first[:rounds] for first, after in sides.values()], axis=0
        ),
        share=len(played) / len(keys),
        plain=paired_difference([PairedMoments.of(*side) for side in sides.values()], is_score),
    )


def take_pairs(
    old: PairScores, new: PairScores, kind: PairKind, n_pairs: int
) -> tuple[Floats, Floats]:
    """Return the numbers of the first pairs of a followed matchup that both versions have."""
    sides = old.numbers[kind], new.numbers[kind]
    n_pairs = min(n_pairs, *(side.size for side in sides))
    return sides[0][:n_pairs], sides[1][:n_pairs]


def make_table(
    labels: list[str],
    rows: Rows,
    n_apart: int,
    look: Look,
    level: float,
    is_bounded: bool = True,
) -> pd.DataFrame:
    """Return a table of followed changes."""
    joint = float(joint_level(level, max(1, n_apart)))
    records = [
        {**dict(zip(labels, names, strict=True)),
         **dict(zip(COLUMNS, list_values(followed, level, joint, look, is_bounded), strict=True))}
        for names, followed in rows.items()
    ]  # fmt: skip
    return pd.DataFrame(records, columns=[*labels, *COLUMNS])


def list_values(
    followed: Followed, level: float, joint: float, look: Look, is_bounded: bool
) -> Iterator[object]:
    """List the values of `COLUMNS` for a followed change."""
    interval = followed.interval if is_bounded else followed.plain_interval
    change = followed.share * followed.plain.value
    low_all, high_all = interval(joint, look)
    yield from (followed.before, followed.before + change, change)
    yield from (*interval(level, look), low_all, high_all)
    yield look.n_pairs
    yield not low_all <= 0 <= high_all

"""Two runs against each other: what a change did.

Where both runs dealt the same pairs, which they do if they have the same seed and the
same deck names, pair is compared with pair; else the runs are independent samples. Any
two runs of the same pairs may be so compared, however different their cards are: pairs
that have little in common merely save little.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.input_changes import input_changes
from evenhand.analysis.data.run import PlayedMatchup, Run
from evenhand.analysis.statistics.differences import (
    Difference,
    Moments,
    PairedMoments,
    PooledMean,
    paired_difference,
    unpaired_difference,
)
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg, joint_level
from evenhand.analysis.tables.joint_intervals import count_independent_decks
from evenhand.analysis.tables.pair_scores import PairScores, read_pair_scores
from evenhand.decks.problems import UsageError

__all__ = ["Comparison", "compare"]

CHANGES = [
    "n_pairs", "n_games", "before", "after", "change", "change_low", "change_high",
    "change_low_all", "change_high_all", "standard_error", "change_p", "change_q", "sample_factor",
    "is_paired",
]  # fmt: skip


@dataclass(frozen=True)
class Comparison:
    """What two runs have in common, and what not.

    Attributes
    ----------
    before, after : Run
    is_paired : bool
        Whether all matchups were compared pair by pair.
    inputs : pandas.DataFrame
        As `evenhand.analysis.data.input_changes.input_changes` gives it.
    decks : pandas.DataFrame
        Win rates; deck and the columns of a change: n_pairs and n_games (of each run),
        before, after, change, change_low, change_high, change_low_all and change_high_all
        (intervals that hold for all rows of the table together), standard_error, change_p,
        change_q (within the table), sample_factor (what the same deals saved: pairs
        dealt anew that one pair is worth), is_paired. Mirror matches are left out.
    matchups : pandas.DataFrame
        Win rates of the side named first; deck, opponent and the columns of a change.
    first_player : pandas.DataFrame
        Win rates of the first player; scope ("all" first) and the columns of a change.
    lengths : pandas.DataFrame
        Mean turns of a game; scope ("all" first) and the columns of a change.
    only_before, only_after : tuple of str
        Matchups that one run alone has; nothing is said of them.
    notes : tuple of str
        What else was left out, in words.
    """

    before: Run
    after: Run
    is_paired: bool
    inputs: pd.DataFrame
    decks: pd.DataFrame
    matchups: pd.DataFrame
    first_player: pd.DataFrame
    lengths: pd.DataFrame
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    notes: tuple[str, ...]


def compare(before: Run, after: Run, level: float = 0.95) -> Comparison:
    """Compare two runs.

    Parameters
    ----------
    before, after : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    Comparison

    Raises
    ------
    UsageError
        If the runs are of different games, rules or numbers of players, or have no
        matchup in common.

    Notes
    -----
    A few numbers of every pair are held in memory.
    """
    refuse_incomparable_runs(before, after)
    old, new = read_pair_scores(before), read_pair_scores(after)
    common = [key for key in old if key in new]
    if not common:
        hint = "the decks of both must have the same names"
        raise UsageError(f"{before.folder} and {after.folder} have no matchup in common", hint)
    same_deals = before.info["run"]["seed"] == after.info["run"]["seed"]
    met = [CommonMatchup(old[key], new[key], same_deals) for key in common]
    fair = [one for one in met if not one.matchup.is_mirror]
    entrants = [name for name in before.entrants if any(name in one.sides for one in fair)]
    return Comparison(
        before=before,
        after=after,
        is_paired=same_deals,
        inputs=input_changes(before, after),
        decks=make_changes_table(
            {(name,): [one for one in fair if name in one.sides] for name in entrants},
            ["deck"],
            lambda one, labels: one.score_of(labels[0]),
            level,
        ),
        matchups=make_changes_table(
            {(name, one.matchup.opponents_of(name)): [one] for one in fair for name in one.shown},
            ["deck", "opponent"],
            lambda one, labels: one.score_of(labels[0]),
            level,
        ),
        first_player=make_changes_table(
            group_by_scope(met), ["scope"], lambda one, _: one.numbers("first"), level
        ),
        lengths=make_changes_table(
            group_by_scope(met),
            ["scope"],
            lambda one, _: one.numbers("turns"),
            level,
            is_score=False,
        ),
        only_before=tuple(old[key].matchup.name for key in old if key not in new),
        only_after=tuple(new[key].matchup.name for key in new if key not in old),
        notes=tuple(describe_left_out(met)) if same_deals else (),
    )


def refuse_incomparable_runs(before: Run, after: Run) -> None:
    """Raise an error where a difference would have no meaning."""
    old, new = (run.info["run"] for run in (before, after))
    for name, words in (("game", "of different games"), ("mode", "of different modes")):
        if old[name] != new[name]:
            raise UsageError(f"the runs are {words}: {old[name]} and {new[name]}")
    if old["rules_version"] != new["rules_version"]:
        versions = f"{old['rules_version']} and {new['rules_version']}"
        message = f"the runs were played by different rules, version {versions} of {old['title']}"
        raise UsageError(message, "play the older one again")
    if old["seats"] != new["seats"]:
        raise UsageError(f"the runs have {old['seats']} and {new['seats']} players in a game")


@dataclass(frozen=True)
class CommonMatchup:
    """A matchup of both runs."""

    old: PairScores
    new: PairScores
    is_paired: bool

    @property
    def matchup(self) -> PlayedMatchup:
        """The matchup, as the first run lists it."""
        return self.old.matchup

    @property
    def sides(self) -> tuple[str, ...]:
        """Names of the entrants."""
        return self.matchup.entrants

    @property
    def shown(self) -> list[str]:
        """Entrants whose score is shown: in a duel that of one says it all."""
        every = list(dict.fromkeys(self.sides))
        return every[:1] if self.old.n_seats == 2 else every

    def score_of(self, name: str) -> PairedMoments:
        """Sum up an entrant's scores."""
        return self.numbers("score", name)

    def numbers(self, kind: str, name: str = "") -> PairedMoments:
        """Sum up one kind of number; pair by pair only if both runs dealt the same."""
        old, new = self.old.numbers[kind, name], self.new.numbers[kind, name]
        if self.is_paired:
            n_pairs = min(old.size, new.size)
            return PairedMoments.of(old[:n_pairs], new[:n_pairs])
        return PairedMoments(Moments.of(old), Moments.of(new), Moments.of([]))


def group_by_scope(met: Sequence[CommonMatchup]) -> dict[tuple[str, ...], Sequence[CommonMatchup]]:
    """Take all matchups together, then each."""
    return {("all",): met, **{(one.matchup.name,): [one] for one in met}}


def describe_left_out(met: Sequence[CommonMatchup]) -> Iterator[str]:
    """Say how many pairs have no counterpart in the other run, in all matchups together."""
    counts = [sorted((one.old.n_pairs, one.new.n_pairs)) for one in met]
    n_pairs, n_left_out = sum(more for _, more in counts), sum(b - a for a, b in counts)
    if n_left_out:
        n_matchups = sum(fewer != more for fewer, more in counts)
        yield (
            f"{n_left_out:,} of {n_pairs:,} pairs were dealt in one run only and are left out "
            f"({n_matchups} of {len(counts)} matchups)"
        )


def make_changes_table(
    rows: dict[tuple[str, ...], Sequence[CommonMatchup]],
    labels: list[str],
    numbers: Callable[[CommonMatchup, tuple[str, ...]], PairedMoments],
    level: float,
    is_score: bool = True,
) -> pd.DataFrame:
    """Make a table of changes, its p-values corrected for their number."""
    n_apart, found = count_independent_rows(rows, labels), []
    for names, met in rows.items():
        parts = [numbers(one, names) for one in met]
        found.append(
            {
                **dict(zip(labels, names, strict=True)),
                **make_change_columns(parts, met[0], level, n_apart, is_score),
            }
        )
    frame = pd.DataFrame(found, columns=[*labels, *CHANGES])
    if len(frame):
        frame["change_q"] = benjamini_hochberg(frame["change_p"])
    return frame


def count_independent_rows(
    rows: Mapping[tuple[str, ...], Sequence[CommonMatchup]], labels: list[str]
) -> int:
    """Return how many rows say something of their own: of two decks that met, one."""
    if labels != ["deck"] or not rows:
        return len(rows)
    return count_independent_decks(len(rows), next(iter(rows.values()))[0].old.n_seats)


def make_change_columns(
    parts: Sequence[PairedMoments], met: CommonMatchup, level: float, n_apart: int, is_score: bool
) -> dict[str, Any]:
    """Put the numbers of one change together, one of so many."""
    old, new = [part.before for part in parts], [part.after for part in parts]
    difference = estimate_difference(parts, met.is_paired, is_score)
    low, high = difference.interval(level)
    low_all, high_all = difference.interval(float(joint_level(level, n_apart)))
    return {
        "n_pairs": difference.n_pairs,
        "n_games": difference.n_pairs * met.old.n_seats,
        "before": PooledMean.of(old).value,
        "after": PooledMean.of(new).value,
        "change": difference.value,
        "change_low": low,
        "change_high": high,
        "change_low_all": low_all,
        "change_high_all": high_all,
        "standard_error": difference.standard_error,
        "change_p": difference.p_value,
        "change_q": np.nan,
        "sample_factor": difference.sample_factor,
        "is_paired": difference.is_paired,
    }


def estimate_difference(
    parts: Sequence[PairedMoments], is_paired: bool, is_score: bool
) -> Difference:
    """Estimate a change the way the runs allow."""
    if not is_paired:
        return unpaired_difference(
            [part.before for part in parts], [part.after for part in parts], is_score
        )
    return paired_difference(parts, is_score)

"""Comparison of two runs: the changes of win rates, first player and lengths.

If both runs dealt the same pairs, as runs with the same seed and the same deck names do,
they are compared pair by pair; otherwise they are independent samples. Any two runs of the
same pairs can be compared in this way, however different their cards are: the less the pairs
are correlated, the smaller is the gain in precision.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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

__all__ = ["HANDS_COLUMNS", "Comparison", "compare"]

BAND_COLUMNS = [
    "deck", "win_rate", "win_rate_low", "win_rate_high", "band_low", "band_high", "distance",
    "verdict_before", "verdict",
]  # fmt: skip
MATCHUP_BAND_COLUMNS = ["deck", "opponent", *BAND_COLUMNS[1:]]
HANDS_COLUMNS = [*BAND_COLUMNS, "player"]
CHANGES = [
    "n_pairs", "n_games", "before", "after", "change", "change_low", "change_high",
    "change_low_all", "change_high_all", "standard_error", "change_p", "change_q", "sample_factor",
    "is_paired",
]  # fmt: skip


@dataclass(frozen=True)
class Comparison:
    """The differences between two runs.

    Attributes
    ----------
    before, after : Run
    is_paired : bool
        Whether all matchups were compared pair by pair.
    inputs : pandas.DataFrame
        As returned by `evenhand.analysis.data.input_changes.input_changes`.
    decks : pandas.DataFrame
        Win rates; deck and the columns of a change: n_pairs and n_games (of each run),
        before, after, change, change_low, change_high, change_low_all and change_high_all
        (intervals that hold for all rows of the table simultaneously), standard_error,
        change_p, change_q (within the table), sample_factor (number of pairs on new deals that
        one pair on the same deals is worth), is_paired. Mirror matches are left out.
    matchups : pandas.DataFrame
        Win rates of `deck` against `opponent`; both and the columns of a change.
    first_player : pandas.DataFrame
        Win rates of the first player; scope ("all" first) and the columns of a change.
    lengths : pandas.DataFrame
        Mean turns of a game; scope ("all" first) and the columns of a change.
    only_before, only_after : tuple of str
        Matchups that only one run has; they are not compared.
    notes : tuple of str
        Notes on pairs that were left out, as text.
    bands : pandas.DataFrame
        Decks of the run after the change, the furthest outside its band first: deck; win_rate and
        its interval there; band_low, band_high; distance of the win rate from the band, negative
        inside; verdict_before ("" if the deck is new) and verdict. Empty unless added by
        `evenhand.analysis.gate.band_changes.add_bands`, and where no bands are stated.
    matchup_bands : pandas.DataFrame
        The same of matchups with a band, with the opponent beside the deck; each once, from the
        side of the deck that wins it after the change.
    best_hands : pandas.DataFrame, optional
        The same of decks in their best hands, with the `player` whose these are after the change;
        None without a band for them, and empty where not every group of players played both.
    players : mapping from str to str
        What bots are called, by name, where a folder names groups of players.
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
    bands: pd.DataFrame = field(default_factory=lambda: pd.DataFrame(columns=BAND_COLUMNS))
    matchup_bands: pd.DataFrame = field(
        default_factory=lambda: pd.DataFrame(columns=MATCHUP_BAND_COLUMNS)
    )
    best_hands: pd.DataFrame | None = None
    players: Mapping[str, str] = field(default_factory=dict)


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
    A few numbers for every pair are held in memory.
    """
    refuse_incomparable_runs(before, after)
    old, new = read_pair_scores(before), read_pair_scores(after)
    common = [key for key in old if key in new]
    if not common:
        hint = "the decks of both must have the same names"
        raise UsageError(f"{before.folder} and {after.folder} have no matchup in common", hint)
    same_deals = before.info["run"]["seed"] == after.info["run"]["seed"]
    met = [CommonMatchup(old[key], new[key], same_deals) for key in common]
    fair = [matchup for matchup in met if not matchup.matchup.is_mirror]
    entrants = [name for name in before.entrants if any(name in each.sides for each in fair)]
    return Comparison(
        before=before,
        after=after,
        is_paired=same_deals,
        inputs=input_changes(before, after),
        decks=make_changes_table(
            {(name,): [each for each in fair if name in each.sides] for name in entrants},
            ["deck"],
            lambda matchup, labels: matchup.sum_scores(labels[0]),
            level,
        ),
        matchups=make_changes_table(
            {
                (name, each.matchup.opponents_of(name)): [each]
                for each in fair
                for name in each.reported_sides
            },
            ["deck", "opponent"],
            lambda matchup, labels: matchup.sum_scores(labels[0]),
            level,
        ),
        first_player=make_changes_table(
            group_by_scope(met), ["scope"], lambda matchup, _: matchup.sum_numbers("first"), level
        ),
        lengths=make_changes_table(
            group_by_scope(met),
            ["scope"],
            lambda matchup, _: matchup.sum_numbers("turns"),
            level,
            is_score=False,
        ),
        only_before=tuple(old[key].matchup.name for key in old if key not in new),
        only_after=tuple(new[key].matchup.name for key in new if key not in old),
        notes=tuple(describe_left_out(met)) if same_deals else (),
    )


def refuse_incomparable_runs(before: Run, after: Run) -> None:
    """Raise UsageError if the runs differ in game, mode, rules version or number of players."""
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
    """A matchup that both runs of a comparison have."""

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
    def reported_sides(self) -> list[str]:
        """Entrants whose score is reported; in a duel only the first, as the other follows."""
        every = list(dict.fromkeys(self.sides))
        return every[:1] if self.old.n_seats == 2 else every

    def sum_scores(self, name: str) -> PairedMoments:
        """Compute the sums of an entrant's scores."""
        return self.sum_numbers("score", name)

    def sum_numbers(self, kind: str, name: str = "") -> PairedMoments:
        """Compute the sums of one kind of number; changes only if both runs dealt the same."""
        old, new = self.old.numbers[kind, name], self.new.numbers[kind, name]
        if self.is_paired:
            n_pairs = min(old.size, new.size)
            return PairedMoments.of(old[:n_pairs], new[:n_pairs])
        return PairedMoments(Moments.of(old), Moments.of(new), Moments.of([]))


def group_by_scope(met: Sequence[CommonMatchup]) -> dict[tuple[str, ...], Sequence[CommonMatchup]]:
    """Return the scopes of a comparison's table: all matchups, then each."""
    return {("all",): met, **{(each.matchup.name,): [each] for each in met}}


def describe_left_out(met: Sequence[CommonMatchup]) -> Iterator[str]:
    """Yield a note on how many pairs a comparison leaves out for lack of a counterpart."""
    counts = [sorted((each.old.n_pairs, each.new.n_pairs)) for each in met]
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
    """Return a comparison's table of changes, with p-values corrected for the number of rows."""
    n_apart, records = count_independent_rows(rows, labels), []
    for names, met in rows.items():
        parts = [numbers(matchup, names) for matchup in met]
        records.append(
            {
                **dict(zip(labels, names, strict=True)),
                **make_change_columns(parts, met[0], level, n_apart, is_score),
            }
        )
    frame = pd.DataFrame(records, columns=[*labels, *CHANGES])
    if len(frame):
        frame["change_q"] = benjamini_hochberg(frame["change_p"])
    return frame


def count_independent_rows(
    rows: Mapping[tuple[str, ...], Sequence[CommonMatchup]], labels: list[str]
) -> int:
    """Return the number of independent changes: one for the two decks of a duel."""
    if labels != ["deck"] or not rows:
        return len(rows)
    return count_independent_decks(len(rows), next(iter(rows.values()))[0].old.n_seats)


def make_change_columns(
    parts: Sequence[PairedMoments], met: CommonMatchup, level: float, n_apart: int, is_score: bool
) -> dict[str, Any]:
    """Return a comparison's columns of one change, out of `n_apart` independent ones."""
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
    """Estimate a compared change, pair by pair if the runs dealt the same pairs."""
    if not is_paired:
        return unpaired_difference(
            [part.before for part in parts], [part.after for part in parts], is_score
        )
    return paired_difference(parts, is_score)

"""Print the differences between an old and a new baseline."""

from collections.abc import Mapping, Sequence

from evenhand.analysis.gate.measures import Measure
from evenhand.analysis.gate.pair_means import PairMean, list_pair_means
from evenhand.analysis.statistics.differences import Moments, PooledMean
from evenhand.analysis.tables.pair_scores import MatchupKey, PairKind, PairScores
from evenhand.gate.baseline import Baseline
from evenhand.reports.check.check_wording import label_measure, write_change, write_value
from evenhand.reports.check.result import rename_measure
from evenhand.reports.wording import Sentence, plural
from evenhand.terminal import plain_table, print_table, tell

__all__ = ["print_baseline_changes"]


def print_baseline_changes(
    before: Baseline | None,
    now: Baseline,
    edits: Sequence[Sentence],
    scores: Mapping[MatchupKey, PairScores],
    display_names: Mapping[str, str],
) -> None:
    """Print how an old and a new baseline differ, inputs and numbers; of a duel, one side.

    Parameters
    ----------
    edits : sequence of Sentence
        What was edited since the old one.
    """
    if before is None:
        tell(f"A new baseline of {plural(len(now.cells), 'number')}.")
        return
    if edits:
        tell("Edited since the old baseline:", *(f"  {edit}" for edit in edits))
    if before.cells == now.cells:
        tell("No number has changed.")
        return
    table = plain_table("what", "before", "after", "change", right=("before", "after", "change"))
    shown: set[Measure] = set()
    old_lines, new_lines = before.moments, now.moments
    for mean in list_pair_means(scores):
        measure = mean.measure
        old, new = average_lines(old_lines, mean), average_lines(new_lines, mean)
        if old != new and measure.reverse not in shown:
            shown.add(measure)
            values = (write_value(measure, old), write_value(measure, new))
            name = label_measure(rename_measure(measure, display_names))
            table.add_row(name, *values, write_change(measure, new - old))
    print_table(table)


def average_lines(moments: Mapping[tuple[MatchupKey, PairKind], Moments], mean: PairMean) -> float:
    """Return a baseline's mean of a number over its matchups; NaN if it lacks one."""
    parts = [moments.get((key, mean.kind), Moments(0, 0, 0)) for key in mean.keys]
    return PooledMean.of(parts).value

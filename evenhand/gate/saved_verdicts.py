"""The verdicts of a check, kept with the run that it judged."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path

from evenhand.analysis.gate.bands import Allowance, is_of_run, save_bands
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.run_verdicts import Judged
from evenhand.analysis.gate.subjects import FORBIDDEN
from evenhand.gate.project import Project

__all__ = ["keep_verdicts"]


def keep_verdicts(
    run_dir: Path, project: Project, judgements: Sequence[Judgement]
) -> Judged | None:
    """Keep what a check held its run against, and what came of it; None if against nothing."""
    if (bands := project.bands.of_run()) is None:
        return None
    own = [
        one for one in judgements if is_of_run(one.measure) and one.measure.topic not in FORBIDDEN
    ]
    verdicts = {one.measure: one.verdict for one in own}
    allowances = {
        one.measure: Allowance(one.low_all, one.high_all, one.n_together)
        for one in own
        if not isnan(one.low_all)
    }
    bands = replace(bands, verdicts=verdicts, allowances=allowances)
    save_bands(run_dir, bands)
    return Judged.of(bands, own)

"""Save the verdicts of a check with its run."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path

from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import FORBIDDEN
from evenhand.analysis.gate.run_bands import Allowance, is_of_run, save_bands
from evenhand.analysis.gate.run_verdicts import Judged
from evenhand.gate.project import Project

__all__ = ["save_verdicts"]


def save_verdicts(
    run_dir: Path, project: Project, judgements: Sequence[Judgement]
) -> Judged | None:
    """Save the bands and verdicts of a check beside its run; None if the run has no bands."""
    if (bands := project.bands.of_run()) is None:
        return None
    own = [
        judgement
        for judgement in judgements
        if is_of_run(judgement.measure) and judgement.measure.topic not in FORBIDDEN
    ]
    verdicts = {judgement.measure: judgement.verdict for judgement in own}
    allowances = {
        judgement.measure: Allowance(judgement.low_all, judgement.high_all, judgement.n_together)
        for judgement in own
        if not isnan(judgement.low_all)
    }
    bands = replace(bands, verdicts=verdicts, allowances=allowances)
    save_bands(run_dir, bands)
    return Judged.of(bands, own)

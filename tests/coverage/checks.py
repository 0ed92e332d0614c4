"""Verdicts of the balance check where they are wrong: a number that lies on an edge."""

from collections.abc import Iterator

import numpy as np

from evenhand.analysis.gate.best_hands import BestHands
from evenhand.analysis.gate.evidence import NumberEvidence, RateEvidence, SequentialEvidence
from evenhand.analysis.gate.judge import Expectation, judge
from evenhand.analysis.gate.looks import Looks
from evenhand.analysis.gate.measures import WHOLE_RUN, Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.statistics.differences import Moments
from tests.coverage.duels import Duel
from tests.coverage.formulas import play_pairs
from tests.coverage.rows import Row, alarms, covers, simulation

MEASURE = Measure(Topic.FIRST_PLAYER, WHOLE_RUN)
TOGETHER = 20  # numbers with a band, of which none may fail


def judged(evidence: list[NumberEvidence], band: Band) -> list[Verdict]:
    """Judge numbers together."""
    return [one.verdict for one in judge([Expectation(MEASURE, band, known) for known in evidence])]


EDGES = {
    f"{100 * rate:g} %, {n_pairs} pairs": {"duel": Duel(n_pairs, rate, 0, draws)}
    for rate, draws in ((0.55, 0.1), (0.02, 0.0))
    for n_pairs in (50, 400, 2_000)
}


def bands_at(rate: float) -> tuple[Band, Band]:
    """Return a band that ends at a rate, and one that begins there."""
    return Band(rate - min(0.1, rate), rate), Band(rate, rate + 0.1)


@simulation(EDGES)
def checks(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """One number on the edge: a pass is wrong, and so is a failure."""
    samples = play_pairs(rng, duel, repeats)
    known = [RateEvidence.of([Moments.of(one)]) for one in samples]
    for name, band in zip(("upper", "lower"), bands_at(duel.rate), strict=True):
        found = [judged([one], band)[0] for one in known]
        yield alarms(f"check: a pass on the {name} edge", [one is Verdict.PASS for one in found])
        yield alarms(f"check: a failure on the {name} edge", [one is Verdict.FAIL for one in found])
    ends = np.array([one.interval(0.05) for one in known])
    yield covers("check: interval", *ends.T, duel.rate, 0.9)


@simulation(EDGES)
def checks_of_many(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """Many numbers, all on the edge: that any fails is wrong."""
    samples = play_pairs(rng, duel, TOGETHER * (repeats // TOGETHER))
    known = [RateEvidence.of([Moments.of(one)]) for one in samples]
    band = bands_at(duel.rate)[0]
    groups = [known[start : start + TOGETHER] for start in range(0, len(known), TOGETHER)]
    wrong = [Verdict.FAIL in judged(group, band) for group in groups]
    yield alarms(f"check: any failure of {TOGETHER} on the edge", wrong)


@simulation(
    {
        f"{words}, {n_pairs} pairs": {"rates": rates, "n_pairs": n_pairs}
        for words, rates in (
            ("three alike", (0.55, 0.55, 0.55)), ("one above the others", (0.55, 0.45, 0.45)),
        )
        for n_pairs in (50, 400)
    }
)  # fmt: skip
def best_hands(
    rng: np.random.Generator, repeats: int, rates: tuple[float, ...], n_pairs: int
) -> Iterator[Row]:
    """A deck that in its best hands is on the edge: a pass is wrong, and so is a failure."""
    of_groups = [play_pairs(rng, Duel(n_pairs, rate, 0), repeats) for rate in rates]
    known = [
        BestHands({str(group): RateEvidence.of([Moments.of(one)]) for group, one in enumerate(row)})
        for row in zip(*of_groups, strict=True)
    ]
    for name, band in zip(("upper", "lower"), bands_at(max(rates)), strict=True):
        found = [judged([one], band)[0] for one in known]
        yield alarms(f"best hands: a pass on the {name} edge", [v is Verdict.PASS for v in found])
        yield alarms(
            f"best hands: a failure on the {name} edge", [v is Verdict.FAIL for v in found]
        )
    ends = np.array([one.interval(0.05) for one in known])
    yield covers("best hands: interval", *ends.T, max(rates), 0.9)


@simulation(EDGES)
def sequential_checks(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """Looks at a number on the edge until a verdict falls."""
    looks = Looks.up_to(duel.n_pairs).pairs
    samples = play_pairs(rng, duel, repeats // 4)
    for name, band in zip(("upper", "lower"), bands_at(duel.rate), strict=True):
        ended = []
        for one in samples:
            verdicts = (
                judged([SequentialEvidence.of([one[:look]], look == looks[-1])], band)[0]
                for look in looks
            )
            sure = (verdict for verdict in verdicts if verdict is not Verdict.INCONCLUSIVE)
            ended.append(next(sure, None))
        for words, verdict in (("pass", Verdict.PASS), ("failure", Verdict.FAIL)):
            wrong = [one is verdict for one in ended]
            yield alarms(f"sequential check: a {words} on the {name} edge, at any look", wrong)

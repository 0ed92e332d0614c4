"""What the live page says beside the largest change: which expectation fails since."""

from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.evidence import Method
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import DeckSubject, Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.reports.live.expectations import list_broken, write_broken


def judge(deck: str, rate: float, verdict: Verdict) -> Judgement:
    measure = Measure(Topic.WIN_RATE, DeckSubject(Entrant(deck)))
    ends = rate - 0.01, rate + 0.01
    return Judgement(measure, rate, *ends, 9, 0.95, Band(0.4, 0.6), Method.PAIRS, verdict)


def test_what_fails_since_the_change_is_named() -> None:
    before = [judge("rush", 0.55, Verdict.PASS), judge("host", 0.65, Verdict.FAIL)]
    after = [judge("rush", 0.639, Verdict.FAIL), judge("host", 0.66, Verdict.FAIL)]
    broken = list_broken(before, after)
    assert [judgement.estimate for judgement in broken] == [0.639]
    said = str(write_broken(broken, {"rush": "Cinder Rush"})).replace("\u00a0", " ")
    assert said == " Now fails: win rate of Cinder Rush, 63.9 %, expected 40\u201360."
    assert str(write_broken(list_broken(after, after), {})) == ""


def test_further_failures_are_counted() -> None:
    after = [judge(name, 0.639, Verdict.FAIL) for name in ("a", "b", "c")]
    assert str(write_broken(list_broken([], after), {})).endswith("; so do 2 more.")
    assert str(write_broken(list_broken([], after[:2]), {})).endswith("; so does 1 more.")

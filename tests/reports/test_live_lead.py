"""What the live page says beside the largest change: which expectation fails since."""

import pandas as pd

from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.evidence import Method
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import DeckSubject, Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.tables.followed_changes import FollowedChanges
from evenhand.reports.live.expectations import list_broken, list_failing_decks, write_broken
from evenhand.reports.live.findings import (
    find_gravest_change,
    list_overall_rows,
    write_live_headline,
)


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


def follow(*rows: tuple[str, float, float, bool]) -> FollowedChanges:
    """What a change did to decks: the deck, before, after, and whether that is sure."""
    decks = pd.DataFrame(
        [
            {"deck": deck, "before": before, "after": after, "change": after - before,
             "low": after - before - 0.01, "high": after - before + 0.01,
             "low_all": after - before - 0.02, "high_all": after - before + 0.02,
             "is_sure": is_sure}
            for deck, before, after, is_sure in rows
        ]
    )  # fmt: skip
    return FollowedChanges(decks, pd.DataFrame(), pd.DataFrame(), ())


def test_the_deck_that_fails_now_leads_before_one_that_moved_further_inside() -> None:
    changes = follow(("host", 0.44, 0.55, True), ("rush", 0.57, 0.639, True))
    broken = [judge("rush", 0.639, Verdict.FAIL)]
    failing = list_failing_decks(broken)
    assert failing == {"rush": Band(0.4, 0.6)}
    assert find_gravest_change(changes, failing).deck == "rush"
    assert find_gravest_change(changes, {}).deck == "host"
    said = str(write_live_headline(changes, {}, True, failing)).replace("\u00a0", " ")
    assert said.startswith("rush wins more, and is now outside 40\u201360 %: 57.0 %")


def test_what_is_not_sure_does_not_lead_because_it_fails() -> None:
    changes = follow(("host", 0.44, 0.55, True), ("rush", 0.595, 0.605, False))
    assert find_gravest_change(changes, {"rush": Band(0.4, 0.6)}).deck == "host"


def test_a_change_of_turns_has_its_sign_at_both_ends() -> None:
    row = {"number": "turns", "before": 18.7, "after": 18.6, "change": -0.16, "low": -0.33,
           "high": 0.01, "is_sure": False}  # fmt: skip
    (shown,) = list_overall_rows(pd.DataFrame([row]))
    assert (shown.change, shown.spread) == ("\u22120.16", "\u22120.33 to +0.01")

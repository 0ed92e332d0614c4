"""What was edited is undone first by `tune`: what hurt, not what helped, nor more than needed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evenhand.__main__ import main
from evenhand.analysis.gate.evidence import Method
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import DeckSubject, Entrant, Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.flags import TuneFlags
from evenhand.gate.tune_edits import CardEdit, list_changed_texts, list_undoing_edits
from evenhand.gate.tune_folder import find_undoing, prepare_tuning
from evenhand.gate.tune_rounds import Round, Tuning, Undoing
from evenhand.gate.tune_undoing import find_room
from evenhand.gate.tune_wording import describe_undoing
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.runs import pair_store
from tests.evenhand.tuned_folder import SOUND, enter_folder, expect, plant, tune

pytestmark = pytest.mark.xdist_group("tune")  # the same work in two at once is refused

RULES = "[options]\nlater_flame = 0\n[expect]\nfirst_player = [0.46, 0.55]\n"
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """A folder in which all is well."""
    folder = enter_folder(tmp_path, monkeypatch)
    expect(folder)
    capsys.readouterr()
    return folder


def play() -> None:
    assert main(["run", "--no-report", "--games", "400", "--quiet"]) == 0


def find(capsys: Captured, code: int = 0) -> dict[str, Any]:
    capsys.readouterr()
    assert tune("--json") == code
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    return said


def test_what_was_edited_since_the_last_run_is_undone_first(mine: Path, capsys: Captured) -> None:
    assert main(["run", "--no-report", "--games", "400", "--quiet"]) == 0
    plant(mine, "Squall,Storm,1", "Squall,Storm,0")
    plant(mine)
    capsys.readouterr()
    assert tune("--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert [(edit["card"], edit["before"], edit["after"]) for edit in said["edits"]] == [
        ("Barrel", 6, 3)
    ]
    assert (said["undoes"], said["rounds"]) == ("runs/last_light-1", 2)
    assert tune("--apply") == 0
    shown = capsys.readouterr()
    said = " ".join(shown.out.split())
    assert "It undoes 1 of 2 edits since runs/last_light-1, and keeps Squall strength 1" in said
    assert "numbers of cards" not in shown.err
    text = (mine / "cards.csv").read_text()
    assert "Barrel,Oil,3" in text and "Squall,Storm,0" in text


def test_what_undoing_does_not_mend_is_sought(mine: Path, capsys: Captured) -> None:
    plant(mine)
    assert main(["run", "--no-report", "--games", "400", "--quiet"]) == 0
    plant(mine, "Squall,Storm,1", "Squall,Storm,0")
    capsys.readouterr()
    assert tune("--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["undoes"] == "" and said["rounds"] == 2  # none of undoing what does no harm
    assert "Barrel" in [edit["card"] for edit in said["edits"]]
    assert tune() == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "undoing it would not help: Squall strength 1 \u2192 0" in said
    assert "and is not undone here" not in said


def test_what_helped_is_not_undone(mine: Path, capsys: Captured) -> None:
    plant(mine)
    play()
    plant(mine, "Barrel,Oil,6", "Barrel,Oil,5")
    said = find(capsys)
    assert said["undoes"] == ""
    (edit,) = [one for one in said["edits"] if one["card"] == "Barrel"]
    assert edit["after"] < edit["before"] == 5
    assert tune() == 0
    shown = capsys.readouterr()
    assert "would not help: Barrel strength 6 \u2192 5." in " ".join(shown.out.split())
    assert "Undoing what was edited" not in shown.err


def test_of_two_edits_only_the_one_that_hurt_is_undone(mine: Path, capsys: Captured) -> None:
    """The other is the greater one, and without it tempest would win too seldom."""
    plant(mine, "Tempest,Storm,2", "Tempest,Storm,0")
    play()
    plant(mine, "Tempest,Storm,0", "Tempest,Storm,2")
    plant(mine)
    said = find(capsys)
    assert [(one["card"], one["after"]) for one in said["edits"]] == [("Barrel", 3)]
    assert (said["undoes"], said["rounds"]) == ("runs/last_light-1", 2)
    assert tune() == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "undoes 1 of 2 edits since runs/last_light-1, and keeps Tempest strength 0" in out


def test_undoing_and_a_rule_together(mine: Path, capsys: Captured) -> None:
    options = "most_change = 1.0\noptions = { later_flame = [0, 3] }"
    expect(mine, half=0.05, tune=options, more=RULES)
    play()
    plant(mine)
    said = find(capsys)
    assert [(one["card"], one["option"], one["after"]) for one in said["edits"]] == [
        ("", "later_flame", 1), ("Barrel", "", 3),
    ]  # fmt: skip
    assert said["undoes"] == "runs/last_light-1"


def test_the_farthest_number_that_fits_is_told(mine: Path, capsys: Captured) -> None:
    expect(mine, half=0.2)
    play()
    plant(mine)
    said = find(capsys)
    assert [(one["card"], one["after"]) for one in said["edits"]] == [("Barrel", 3)]
    assert [one["after"] for one in said["farthest"]["edits"]] == [4]
    (harbour,) = [one for one in said["farthest"]["numbers"] if one["what"].endswith("harbour")]
    assert harbour["verdict"] == "pass" and harbour["high"] < SOUND["harbour"] + 0.2
    assert tune("--apply") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Or keep some of it, by hand: Barrel strength 6 \u2192 4 meets everything, too " in out
    assert "; with 5 it does not: harbour wins " in out
    assert "Barrel,Oil,3" in (mine / "cards.csv").read_text()


def test_where_no_number_between_fits_it_is_said(mine: Path, capsys: Captured) -> None:
    play()
    plant(mine)
    assert find(capsys)["farthest"] is None
    assert tune() == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "None of the numbers between that were tried meets everything; with 4 it does not" in out


def test_the_room_up_to_a_band() -> None:
    near, far = (make_round(rate, verdict) for rate, verdict in ((0.5, "PASS"), (0.7, "FAIL")))
    assert find_room(near, far) == pytest.approx(0.5)
    assert find_room(make_round(0.5, "PASS"), make_round(0.3, "FAIL")) == pytest.approx(0.5)
    assert find_room(near, make_round(0.9, "PASS")) == 1.0


def make_round(rate: float, verdict: str) -> Round:
    measure = Measure(Topic.WIN_RATE, DeckSubject(Entrant("tide")))
    judged = Judgement(measure, rate, rate - 0.01, rate + 0.01, 9, 0.95, Band(0.4, 0.6),
                       Method.PAIRS, Verdict[verdict])  # fmt: skip
    return Round((), 1, 9, (judged,))


def test_to_apply_what_was_found_plays_nothing_again(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(mine)
    found = find(capsys)
    monkeypatch.setattr(pair_store, "play", None)  # calling it is an error
    assert tune("--apply") == 0
    assert "Resuming with the games that were played before" in capsys.readouterr().err
    (edit,) = found["edits"]
    assert f"Barrel,Oil,{edit['after']}" in (mine / "cards.csv").read_text()
    assert not (mine.parent / "workplace").exists()


def test_a_text_that_was_edited_is_left_to_the_designer(tmp_path: Path) -> None:
    former = prepare(Request("divine_cross", games=1, decks=["tidal_regalia,cinder_rush"])).plan
    cards = tmp_path / "cards.csv"
    text = Path(former.pool.schema.folder / "cards.csv").read_text(encoding="utf-8")
    once, twice = "standby, once per turn: attach", "standby, twice per game: attach"
    assert text.count(once) == 1
    cards.write_text(text.replace(once, twice).replace("Soot Sparrow,Cinder Vale,CV-01,N,Unit,250",
                     "Soot Sparrow,Cinder Vale,CV-01,N,Unit,260"), encoding="utf-8")  # fmt: skip
    request = Request("divine_cross", games=1, decks=["tidal_regalia,cinder_rush"])
    plan = prepare(replace(request, cards=str(cards))).plan
    assert list_changed_texts(plan, former.pool) == ("Kelp Weaver",)
    assert [edit.card for edit in list_undoing_edits(plan, former)] == ["Soot Sparrow"]
    undoing = Undoing("runs/mine-1", (), ("Kelp Weaver",))
    best = Round(edits=(CardEdit("Foam Acolyte", "hp", 70, 360, 350, {}),), judgements=(),
                        games=1, seed=1)  # fmt: skip
    (said,) = describe_undoing(Tuning((best,), undoing=undoing))
    assert said.startswith("The text of Kelp Weaver was edited, too, since runs/mine-1,")


def test_a_locked_card_is_not_undone(mine: Path) -> None:
    assert main(["run", "--no-report", "--games", "400", "--quiet"]) == 0
    plant(mine)
    expect(mine, tune='locked = ["Barrel"]')
    setup = prepare_tuning(TuneFlags(games=16_000))
    assert find_undoing(setup) == Undoing("runs/last_light-1")

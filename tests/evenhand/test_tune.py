"""The command `tune`: a planted disturbance is found and undone, and what cannot be is said."""

import json
import os
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import evenhand
from evenhand.__main__ import main
from evenhand.analysis.gate.evidence import Method
from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import DeckSubject, Entrant, Measure, Topic
from evenhand.analysis.gate.pair_means import PairMean
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.commands import tune as command
from evenhand.experiments.contrasts import Effort
from evenhand.experiments.levers import Lever, LeverPlan, Moved, list_levers, plan_levers
from evenhand.gate import tune_playing, tuning
from evenhand.gate.edit_choice import Choice, cost_of_owner, find_margins
from evenhand.gate.tune_rounds import Round, Tuning
from evenhand.inputs.balance_file import Tune
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.reports.check.check_wording import name_measure
from evenhand.simulate.runs import pair_store
from tests.amounts import how_much
from tests.evenhand.tuned_folder import DECKS, GAME, enter_folder, expect, plant, tune

pytestmark = pytest.mark.xdist_group("tune")  # the same work in two at once is refused

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """A folder in which all is well."""
    folder = enter_folder(tmp_path, monkeypatch)
    expect(folder)
    capsys.readouterr()
    return folder


def test_a_planted_disturbance_is_undone(mine: Path, capsys: Captured) -> None:
    plant(mine)
    before = (mine / "cards.csv").read_bytes()
    assert tune("--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert [(edit["card"], edit["column"], edit["before"]) for edit in said["edits"]] == [
        ("Barrel", "strength", 6)
    ]
    assert abs(said["edits"][0]["after"] - 3) <= 1
    assert said["outcome"] == "pass"
    assert said["seed"] != 1
    assert said["display_names"] == {}
    assert (mine / "cards.csv").read_bytes() == before
    assert tune("--apply") == 0
    assert "Written" in capsys.readouterr().out
    value = said["edits"][0]["after"]
    assert (mine / "cards.csv").read_text() == before.decode().replace("l,6", f"l,{value}")
    assert tune() == 0
    assert "met already: nothing to change" in capsys.readouterr().out


def test_a_band_far_out_of_reach_is_said_after_one_round(mine: Path, capsys: Captured) -> None:
    (mine / "balance.toml").write_text(
        f'game = "{GAME}"\ncards = "cards.csv"\ncurve = "curve.csv"\ndecks = "decks"\n'
        '[expect.decks]\ngale = [0.9, 1.0]\n[tune]\ncards = ["Flask"]\n'
    )
    assert tune("--json") == 1
    shown = capsys.readouterr()
    said = json.loads(shown.out)
    assert said["rounds"] <= 2 and said["missed"]["win rate of gale"] > 0.03


def test_python_finds_the_edits_and_writes_them(mine: Path) -> None:
    plant(mine)
    answer = evenhand.tune(games=16_000, precision=2, apply=True)
    (edit,) = answer.table.itertuples()
    assert (edit.card, edit.column, edit.before) == ("Barrel", "strength", 6)
    assert answer.outcome == "pass" and answer.summary.startswith("PASS: ")
    assert answer.pages == (Path("cards.csv"),)
    assert f"Barrel,Oil,{edit.after}" in (mine / "cards.csv").read_text()


def test_as_many_expectations_as_a_check_has(mine: Path, capsys: Captured) -> None:
    assert main(["check", "--games", "16000"]) == 0
    checked = capsys.readouterr().out
    plant(mine)
    assert tune() == 0
    tuned = capsys.readouterr().out
    assert "PASS: 5 expectations met." in checked and "PASS: 5 expectations met." in tuned


def test_what_only_a_check_judges_is_named(mine: Path, capsys: Captured) -> None:
    text = (mine / "balance.toml").read_text()
    (mine / "balance.toml").write_text(
        text.replace("[expect.decks]", "[expect]\ncard_impact = [-0.5, 0.5]\n[expect.decks]")
    )
    assert tune() == 0
    said = capsys.readouterr().out
    assert said.startswith("The 5 expectations that tune judges are met already: nothing to change")
    assert "Not judged: what cards do to their decks; evenhand check judges them." in said
    assert said.endswith("\nNext     evenhand check\n")
    assert evenhand.tune(games=16_000).summary.startswith("The 5 expectations that tune judges")


def test_where_all_is_well_nothing_is_changed(mine: Path, capsys: Captured) -> None:
    assert tune("--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["edits"], said["rounds"]) == ([], 1)


def test_a_locked_card_is_left_alone(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "MOST_ROUNDS", how_much(2, tuning.MOST_ROUNDS))
    plant(mine)
    expect(mine, tune='most_change = 1.0\nlocked = ["Barrel"]')
    tune("--json")
    said = json.loads(capsys.readouterr().out)
    assert "Barrel" not in {edit["card"] for edit in said["edits"]}


def test_what_is_out_of_reach_is_said(mine: Path, capsys: Captured) -> None:
    plant(mine)
    expect(mine, tune='cards = ["Drop"]')
    assert tune() == 1
    said = capsys.readouterr().out
    assert "not met" in said
    (reach,) = (
        line for line in said.splitlines() if line.startswith("Out of reach of what [tune]")
    )
    assert "win rate of harbour by " in reach
    assert "Next" not in said


def test_what_passes_is_not_called_out_of_reach() -> None:
    judgements = tuple(
        Judgement(Measure(Topic.WIN_RATE, DeckSubject(Entrant(name))), 0.5, 0.4, 0.6, 9, 0.95,
                  Band(0.4, 0.6), Method.PAIRS, verdict)
        for name, verdict in (("good", Verdict.PASS), ("bad", Verdict.FAIL))
    )  # fmt: skip
    missed = {name_measure(one.measure): 0.01 for one in judgements}
    *_, unmet, reach, more = command.sum_up(Tuning((Round((), 1, 9, judgements, missed),)))
    assert reach == "Out of reach of what [tune] allows: win rate of bad by 1.0 points."
    assert more.startswith("In balance.toml, ")
    assert unmet.startswith("1 not met, of 2 expectations: bad wins 50.0")


def test_bands_that_contradict_each_other(mine: Path, capsys: Captured) -> None:
    """Decks that meet each other win half of their games on average, whatever the cards are."""
    expect(mine)
    bands = (mine / "balance.toml").read_text().partition("[expect.decks]")
    every = "[expect]\nwin_rate = [0.51, 0.6]\n[tune]\nmost_change = 1.0\n"
    (mine / "balance.toml").write_text(bands[0] + every)
    assert tune() == 3
    said = capsys.readouterr().err
    assert "balance.toml: expect: these bands contradict each other: what one deck wins" in said
    assert "If all the others are met, win rate of" in said


def test_so_few_games_that_luck_decides_are_refused(mine: Path, capsys: Captured) -> None:
    assert tune(games=100) == 2
    assert "--games: this takes 3,012 games at least, in every round" in capsys.readouterr().err
    expect(mine, half=0.01)
    assert tune(games=3_012) == 2
    assert "this takes 27,060 games at least, in every round" in capsys.readouterr().err


def test_only_what_is_met_is_written(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(mine)
    before = (mine / "cards.csv").read_bytes()
    monkeypatch.setattr(tuning, "MOST_ROUNDS", 1)
    monkeypatch.setattr(Round, "outcome", Outcome.INCONCLUSIVE)
    assert tune("--apply") == 4
    said = capsys.readouterr().out
    assert "Not written: only edits that meet all" in said
    assert "Next     evenhand tune --games 32000 --precision 2" in said
    assert (mine / "cards.csv").read_bytes() == before


def test_lengths_are_shown_in_turns(capsys: Captured) -> None:
    shown = [
        Judgement(Measure(Topic.TURNS), value, value - 0.1, value + 0.1, 9, 0.95, Band(8, 12),
                  Method.PAIRS, verdict)
        for value, verdict in ((13.25, Verdict.FAIL), (11.0, Verdict.PASS))
    ]  # fmt: skip
    command.print_numbers(shown[:1], shown[1:], {})
    assert capsys.readouterr().out.splitlines()[1].split() == [
        "PASS", "turns", "13.2", "11.0", "8\N{EN DASH}12",
    ]  # fmt: skip


def test_quiet_is_the_verdict_or_the_file(mine: Path, capsys: Captured) -> None:
    plant(mine)
    assert tune("--quiet") == 0
    said = capsys.readouterr()
    assert said.out.startswith("PASS: ") and said.out.count("\n") == 1
    assert said.err == ""
    assert tune("--quiet", "--apply") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "cards.csv"


def test_a_file_that_cannot_be_written_is_noticed_first(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(mine)
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(command, "find_edits", None)  # calling it is an error
    assert tune("--apply") == 2
    assert "cannot write to cards.csv: Permission denied" in capsys.readouterr().err


def test_the_two_ways_of_a_card_have_two_prices() -> None:
    levers = [Lever(7, "strength", 3, step, 2, way) for step, way in ((1, 1), (-1, -1))]
    moved = [Moved(lever, 1, {}, worth=0.05) for lever in levers]
    better, worse = (cost_of_owner(moved, one.lever.owner) for one in moved)
    assert worse < 0.5 < 1.5 < better


def test_the_same_edits_with_more_workers(mine: Path, capsys: Captured) -> None:
    plant(mine)
    found = []
    for jobs in (1, 2):
        shutil.rmtree("../workplace", ignore_errors=True)
        tune("--json", "--jobs", jobs, games=4000)
        said = json.loads(capsys.readouterr().out)
        said.pop("seconds")
        found.append(said)
    assert found[0] == found[1]


LEVERS = pytest.param(pair_store, "play", 20, id="while levers are tried")
FIRST_GAMES = pytest.param(tuning, "judge_round", 1, id="after the first games")
FIRST_EDIT = pytest.param(tune_playing, "judge_round", 1, id="after the first edit")


@pytest.mark.parametrize(
    ("room", "name", "stop"),
    how_much([LEVERS, FIRST_EDIT], [LEVERS, FIRST_GAMES, FIRST_EDIT]),
)
def test_who_is_stopped_goes_on(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, room: Any, name: str, stop: int
) -> None:
    plant(mine)
    tune("--json", "--jobs", 1, games=4000)
    whole = json.loads(capsys.readouterr().out)
    shutil.rmtree("../workplace")
    real, calls = getattr(room, name), []

    def interrupted(*given):
        calls.append(given)
        if len(calls) == stop:
            raise KeyboardInterrupt
        return real(*given)

    monkeypatch.setattr(room, name, interrupted)
    assert tune("--jobs", 1, games=4000) == 130
    assert "To resume: evenhand tune " in capsys.readouterr().err
    monkeypatch.setattr(room, name, real)
    tune("--json", "--jobs", 1, games=4000)
    again = json.loads(capsys.readouterr().out)
    assert again["edits"] == whole["edits"]
    assert again["numbers"] == whole["numbers"]


@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        ('locked = ["Barel"]', 3, "has no card 'Barel'"),
        ('columns = ["colour"]', 3, "cards have no number 'colour' to change"),
        ("limits = { strength = [5, 1] }", 3, "the band from 5 to 1 is empty"),
        ("limits = { colour = [1, 5] }", 3, "cards have no number 'colour'"),
        ("most_change = 0", 3, "most_change"),
        ('locked = ["Barrel", "Gale", "Draught", "Drop", "Breath", "Squall", "Tempest", "Flask"]',
         3, "balance.toml: tune: no card may be changed that could help"),
    ],
)  # fmt: skip
def test_what_cannot_be_tuned(
    mine: Path, capsys: Captured, lines: str, code: int, said: str
) -> None:
    plant(mine)
    expect(mine, tune=lines)
    assert tune(games=4000) == code
    assert said in capsys.readouterr().err


def test_a_folder_without_expectations(mine: Path, capsys: Captured) -> None:
    (mine / "balance.toml").write_text(f'game = "{GAME}"\ncards = "cards.csv"\ndecks = "decks"\n')
    assert tune() == 5
    assert "nothing to tune" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--precision", "0"), "expected 0.05 to 50"), (("--games", "0"), "expected 1 or more")],
)
def test_bad_flags(mine: Path, capsys: Captured, arguments: tuple[str, ...], said: str) -> None:
    assert main(["tune", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_levers_keep_to_what_is_allowed() -> None:
    plan = prepare(Request(GAME, games=1, decks=list(DECKS))).plan
    row = plan.pool.row_of("Barrel")
    up, down = (next(list_levers(plan, row, way, Tune(most_change=1.0))) for way in (1, -1))
    assert (up.value(up.most), down.value(down.most)) == (6, 0)
    limited = next(list_levers(plan, row, 1, Tune(most_change=1.0, limits={"strength": [1, 4]})))
    assert limited.value(limited.most) == 4
    assert list(list_levers(plan, row, 1, Tune(cards=["Drop"]))) == []
    assert list(list_levers(plan, row, 1, Tune(locked=["Barrel"]))) == []
    levers = plan_levers(plan, Tune(), {"harbour": [-1]})
    held = {plan.pool.labels[row] for row in plan.entrants[-1].cards}
    assert {plan.pool.labels[trial.lever.row] for trial in levers.trials} <= {
        plan.pool.labels[row] for deck in plan.entrants for row in deck.cards
    }
    assert held


def test_a_margin_follows_from_what_is_known_not_from_the_width_of_a_band() -> None:
    """Wide bands of matchups once drew numbers to their centre, by fifteen edits."""
    scores = np.random.default_rng(1).choice([0.0, 0.5, 1.0], 2_000)
    mean = PairMean(Measure(Topic.WIN_RATE), ("score", "a"), (("a", "b"),))
    played: Any = {("a", "b"): SimpleNamespace(numbers={mean.kind: scores})}

    def margin(half: float) -> float:
        check = SimpleNamespace(level=0.95, power=0.9)
        bands = Bands({Measure(Topic.WIN_RATE): Band(0.5 - half, 0.5 + half)})
        project: Any = SimpleNamespace(bands=bands, check=check)
        return float(find_margins(project, [mean], played)[0])

    error = scores.std() / 2_000**0.5
    assert margin(0.35) == pytest.approx(margin(0.1)) == pytest.approx(3.6 * error, rel=0.01)
    assert margin(0.02) == pytest.approx(0.012)


def test_what_matters_is_measured_again_and_finer(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(mine)
    real, seen = tuning.measure_levers, []

    def measure(levers: LeverPlan, effort: Effort, *given: Any) -> list[Moved]:
        trials = [trial.lever for trial in levers.trials]
        seen.append((effort.half_width, levers.exchanged.plan.seed, trials))
        return real(levers, effort, *given)

    monkeypatch.setattr(tuning, "measure_levers", measure)
    assert tune("--json") == 0
    first, *finer = seen
    assert finer and {half for half, _, _ in finer} == {first[0] / 2}
    assert len({seed for _, seed, _ in seen}) == len(seen)
    assert {lever for _, _, levers in finer for lever in levers} < set(first[2])
    (edit,) = json.loads(capsys.readouterr().out)["edits"]
    assert any(lever.column == edit["column"] for lever in finer[0][2])


def test_the_same_edit_is_played_again_with_more_games(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(mine)
    always = Choice.choose
    first: list[Any] = []

    def choose(self: Choice, without: int | None = None) -> Any:
        first.append(always(self, without))
        return first[0]

    monkeypatch.setattr(Choice, "choose", choose)
    monkeypatch.setattr(Round, "outcome", Outcome.INCONCLUSIVE)
    assert tune(games=4_000) == 4
    said = capsys.readouterr().out
    assert "Rounds of 4,000 + 4,000 + 8,000 + 16,000 + 32,000 + 64,000 games" in said

"""Making up for going first: the command, its settings, and what it keeps in runs."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import evenhand
from evenhand import analysis
from evenhand.__main__ import main
from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.compensation import COMPENSATION, Setting
from evenhand.decks.problems import UsageError
from evenhand.experiments import compensation
from evenhand.experiments.compensation import Effort, SettingPlayer, make_searches
from evenhand.experiments.rule_settings import Search, choose_values, list_pairs, list_singles
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.engine.options import number
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.plan import Plan
from evenhand.terminal import command_line

pytestmark = pytest.mark.xdist_group("compensate")  # the same work in two at once is refused

GAME = "last_light"
DECKS = "gale,lamp,moth"
WORDS = ["compensate", GAME, "--decks", DECKS, "--jobs", "1"]
FAIR = "later_flame=1"  # which about makes up for going first


@pytest.fixture(scope="module")
def plan() -> Plan:
    return prepare(Request(GAME, games=60, decks=[DECKS])).plan


@pytest.fixture
def found(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that calls the command and gives what it says as JSON."""

    def call(*words: str) -> dict[str, Any]:
        capsys.readouterr()
        assert main([*WORDS, *words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return call


@pytest.fixture
def own_run(tmp_path: Path) -> Path:
    out = tmp_path / "run"
    flags = ["--games", "60", "--decks", DECKS, "--seed", "1", "--out", str(out), "--jobs", "1"]
    assert main(["run", "--no-report", GAME, *flags]) == 0
    return out


def test_the_fair_value_of_the_toy_is_found(found: Any) -> None:
    rows = pd.DataFrame(found("--games", "40000", "--option", "later_flame=0..3")["settings"])
    assert set(rows.loc[rows["is_best"], "setting"]) == {FAIR}
    assert rows["fair_value"].iloc[0] == pytest.approx(1, abs=0.6)
    fresh = rows[rows["deals"] == "fresh"].set_index("setting")
    assert fresh.loc[FAIR, "nearer_p"] < 0.001
    assert abs(fresh.loc[FAIR, "advantage"]) < abs(fresh.loc["", "advantage"]) / 3
    assert set(rows["seed"]) == {1, 2}


def test_the_number_is_that_of_the_report(found: Any, own_run: Path) -> None:
    """As many games of the same seed as the run has, counted by the run's own table."""
    searched = found("--games", "600", "--option", "later_flame=0,1")["settings"][0]
    out = own_run.parent / "as many"
    games = str(searched["n_games"])
    flags = ["--games", games, "--decks", DECKS, "--seed", "1", "--out", str(out), "--jobs", "1"]
    assert main(["run", "--no-report", GAME, *flags]) == 0
    row = analysis.first_player(load_run(out)).iloc[0]
    for name in ("n_games", "first_win_rate", "first_win_rate_low", "advantage_high"):
        assert searched[name] == pytest.approx(row[name])


def test_workers_change_nothing(found: Any) -> None:
    words = ["--games", "3000", "--option", "later_flame=0..2"]
    once, again = (found(*words, "--jobs", jobs)["settings"] for jobs in "12")
    assert once == again
    assert found(*words, "--seed", "9")["settings"] != once


def test_who_is_stopped_goes_on(
    found: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--games", "3000", "--option", "later_flame=0..2"]
    whole = found(*words)["settings"]
    play, calls = compensation.count_outcomes, []

    def play_some(*task: Any) -> Any:
        calls.append(task)
        if len(calls) == 7:
            raise KeyboardInterrupt
        return play(*task)

    monkeypatch.setattr(compensation, "count_outcomes", play_some)
    assert main([*WORDS, *words]) == 130
    said = f"To resume: {command_line(*WORDS, *words)}\n"
    assert said in capsys.readouterr().err
    assert found(*words)["settings"] == whole
    ranges = [task[1] for task in calls]
    n_settings, n_fresh, n_matchups = 3, 2, 3
    assert len(ranges) <= (n_settings + n_fresh) * n_matchups + 1


def test_an_option_without_effect_leaves_the_rules_as_they_are(found: Any) -> None:
    rows = pd.DataFrame(found("--games", "3000", "--option", "brim=40,60,80")["settings"])
    assert rows.loc[rows["is_best"], "is_now"].all()
    assert rows.loc[rows["deals"] == "searched", "verdict"].tolist() == ["fail"] * 4
    assert rows["change"].dropna().tolist() == [0] * len(rows)


def test_what_is_set_is_the_value_of_now(found: Any) -> None:
    words = ["--games", "900", "--set", "later_flame=2", "--option", "later_flame=1"]
    rows = pd.DataFrame(found(*words)["settings"]).query("deals == 'searched'")
    assert rows.set_index("value")["is_now"].to_dict() == {"1": False, "2": True}


def test_what_a_folder_sets_is_the_value_of_now(tmp_path: Path) -> None:
    assert main(["init", str(tmp_path / "mine"), "--game", GAME]) == 0
    file = tmp_path / "mine/balance.toml"
    text = file.read_text(encoding="utf-8")
    assert "\n[options]" in text
    file.write_text(text.replace("\n[options]", "\n[options]\nlater_flame = 3"), encoding="utf-8")
    rows = evenhand.compensate(["later_flame"], game=file, games=3_000, jobs=1).table
    now = rows.query("is_now and deals == 'searched'")
    assert now["value"].tolist() == ["3"]


def test_more_than_two_players_are_held_against_a_fair_share(found: Any) -> None:
    words = ["--games", "900", "--players", "3", "--option", "later_flame=0,1"]
    row = found(*words)["settings"][0]
    assert row["advantage"] == pytest.approx(row["first_win_rate"] - 1 / 3)


def test_from_a_notebook() -> None:
    asked = {"game": GAME, "decks": [DECKS], "games": 900, "jobs": 1}
    rows = evenhand.compensate({"later_flame": [0, 2]}, **asked).table
    assert rows.query("deals == 'searched'")["value"].tolist() == ["0", "2"]
    assert set(rows["bot"]) == {"heuristic"}
    with pytest.raises(UsageError, match="no option 'later'"):
        evenhand.compensate(["later"], **asked)


def test_the_report_of_a_run_has_it(own_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compensate", "--run", str(own_run), "--games", "3000", "--jobs", "1"]
    assert main([*words, "--option", "later_flame=0..2"]) == 0
    assert f"Report  {own_run / 'report.html'}" in capsys.readouterr().out
    kept = analysis.compensation(load_run(own_run))  # which proves that the folder is whole
    assert kept.query("deals == 'searched'")["value"].tolist() == ["0", "1", "2"]
    page = (own_run / "report.html").read_text(encoding="utf-8")
    assert "figure-compensation" in page
    assert main([*words, "--option", "later_flame=0,3"]) == 0  # and once more
    assert "3" in set(analysis.compensation(load_run(own_run))["value"])
    (own_run / COMPENSATION).write_bytes(b"damaged")
    assert main([*words, "--option", "later_flame=0,3", "--quiet"]) == 0
    assert len(analysis.compensation(load_run(own_run)))


def test_each_bot_of_a_panel_has_a_curve(found: Any) -> None:
    words = ["--bots", "panel,heuristic,novice", "--option", "later_flame=0,1", "--games", "900"]
    rows = pd.DataFrame(found(*words)["settings"])
    assert rows["bot"].unique().tolist() == ["novice", "heuristic"]
    assert len(set(rows.query("is_best")["setting"])) == 1


def test_bots_that_think_ahead_play_less(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = prepare(Request(GAME, games=60, decks=[DECKS], bots=["search:16"])).plan.bots[0]
    searches = make_searches(plan, ["later_flame=0,1"], [(thinker, None)], 10**6, panel_games=200)
    most = {one.plan.bots[0].name: one.most_games for one in searches}
    assert most == {"heuristic": 10**6, "search:16": 200}
    counted = [compensation.count_pairs(one, Effort(), 3)["searched"] for one in searches]
    assert counted[0] > counted[1] >= compensation.FEWEST_PAIRS


def test_pairs_of_options_are_played_if_no_single_one_suffices(
    plan: Plan, found: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags = ["--option", "later_flame=0,5", "--option", "opening_hand=2,3", "--games", "3000"]
    settings = [row["setting"] for row in found(*flags)["settings"]]
    assert "later_flame=5, opening_hand=2" in settings
    fair = ["--option", "later_flame=0,1", "--option", "opening_hand=2,3", "--games", "3000"]
    loose = found(*fair, "--within", "20")["settings"]
    assert not [row for row in loose if ", " in row["setting"]]


def values(*texts: str, plan: Plan) -> dict[str, list[int | str]]:
    return choose_values(plan, texts)


def test_values_are_named_listed_or_guessed(plan: Plan) -> None:
    assert values("later_flame=2,1", plan=plan) == {"later_flame": [0, 1, 2]}
    assert values("later_flame=4..6", plan=plan) == {"later_flame": [0, 4, 5, 6]}
    assert values("brim=30", "flame=9,11", plan=plan) == {"brim": [20, 30], "flame": [9, 10, 11]}
    assert values("flame", plan=plan) == {"flame": list(range(6, 14))}
    assert list(values(plan=plan)) == ["later_flame"]


def test_many_pairs_of_options_are_left_out(plan: Plan) -> None:
    few = Search(plan, values("later_flame=0..4", "flame=8..10", plan=plan))
    assert len(list_pairs(few)) == 8
    many = Search(plan, values("later_flame=0..9", "flame=8..12", plan=plan))
    assert list_pairs(many) == []
    assert list_singles(few)[0] == Setting()


@pytest.mark.parametrize("name", game_names())
def test_every_game_says_which_options_treat_seats_unlike(name: str) -> None:
    assert any(option.by_seat for option in load_game(name).options)


def test_a_game_without_such_an_option_asks_for_one(plan: Plan) -> None:
    poor = replace(plan, game=replace(plan.game, options=(number("brim", 20, 1, 100, "most"),)))
    with pytest.raises(UsageError, match="no option of Last Light treats the first player"):
        choose_values(poor, [])


def test_the_games_asked_for_are_not_exceeded(found: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = pd.DataFrame(found("--games", "2000", "--option", "later_flame=0..2")["settings"])
    once = rows.drop_duplicates(["deals", "setting"])
    assert 1_500 < once["n_games"].sum() <= 2_000


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail if a game is played."""
    monkeypatch.setattr(SettingPlayer, "play", lambda *_: pytest.fail("a game was played"))
    yield


@pytest.mark.usefixtures("sessions")
@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--option", "later_flam"], "did you mean 'later_flame'?"),
        (["--option", "later_flame=11"], "expected 0 to 10, found '11'"),
        (["--option", "later_flame=3..1"], "did you mean 1..3?"),
        (["--option", "later_flame=0"], "0 is what it is now"),
        (["--option", "brim=1..100"], "at most 30 values"),
        (["--option", "brim", "--option", "brim=3"], "'brim' is given twice"),
        (["--within", "0"], "--within: expected 0.1 to 20"),
        (["--within", "21"], "--within: expected 0.1 to 20"),
        (["--games", "0"], "--games: expected 1"),
        (["--games", "30"], "8 settings take 120 games at least"),
        (["--jobs", "0"], "--jobs: expected 1"),
    ],
)
def test_wrong_flags(flags: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, *flags]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.usefixtures("sessions")
def test_a_run_says_what_is_played(own_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compensate", "--run", str(own_run), "--seed", "2"]) == 2
    assert "--seed and --run do not go together" in capsys.readouterr().err


@pytest.mark.usefixtures("sessions")
def test_decks_stay_legal(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compensate", game.name, "--option", "copy_limit=1"]) == 2
    assert "is not legal" in capsys.readouterr().err


def test_quiet_is_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--decks", DECKS, "--option", "later_flame=0,2", "--games", "900", "--quiet"]
    assert main(["compensate", GAME, *words]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Nearest to fair: ") and said.out.count("\n") == 1
    assert said.err == ""

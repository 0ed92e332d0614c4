"""Rule options in `tune`: a first turn that no card mends is mended, and what is right is left."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomlkit

import evenhand
from evenhand.__main__ import main
from evenhand.analysis.statistics.smallest_edit import find_smallest_edit
from evenhand.experiments.levers import Gain, Lever, Moved, RuleLever
from evenhand.gate import tuning
from evenhand.gate.edit_choice import cost_of_owner
from evenhand.gate.tune_edits import CardEdit, RuleEdit, list_undoing_edits, set_rules, write_edits
from evenhand.inputs.balance_file_edits import set_options
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from tests.evenhand.tuned_folder import DECKS, GAME, enter_folder

pytestmark = pytest.mark.xdist_group("tune")  # the same work in two at once is refused

MENDED = 1  # later_flame with which going first is worth 0.5 points; 27 with none, -24 with two
FAIR = "first_player = [0.46, 0.55]"
GAIN = Gain(-0.25, 0.0001)
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """A folder in which who goes first wins 77 of 100 games, and all decks are in line."""
    folder = enter_folder(tmp_path, monkeypatch)
    expect(folder)
    capsys.readouterr()
    return folder


def expect(
    folder: Path,
    bands: str = f"{FAIR}\nwin_rate = [0.37, 0.65]",
    later_flame: int | str = 0,
    tune: str = "options = { later_flame = [0, 3] }",
) -> None:
    (folder / "balance.toml").write_text(
        f'game = "{GAME}"\ncards = "cards.csv"\ncurve = "curve.csv"\ndecks = "decks"\n'
        f"[options]  # of mine\nlater_flame = {later_flame}\n\n[expect]\n{bands}\n[tune]\n{tune}\n"
    )


def tune(*arguments: object, games: int = 8_000) -> int:
    return main(["tune", "--games", str(games), "--precision", "2", *map(str, arguments)])


def test_a_first_turn_that_no_card_mends_is_mended(mine: Path, capsys: Captured) -> None:
    assert tune("--json") == 0
    said = json.loads(capsys.readouterr().out)
    (edit,) = said["edits"]
    assert (edit["option"], edit["before"], edit["after"]) == ("later_flame", 0, MENDED)
    assert edit["moves"]["first player"] == pytest.approx(-0.265, abs=0.02)
    assert edit["card"] == edit["column"] == ""
    assert tune() == 0
    shown = capsys.readouterr()
    row = next(line for line in shown.out.splitlines() if line.startswith("rule option"))
    assert row.split()[2:6] == ["later_flame", "0", "1", "balance.toml:6"]
    assert " first player \u221226." in row
    assert "In [options] of balance.toml: later_flame = 1\n" in shown.out
    assert "numbers of cards" not in shown.err  # no deck is out of line: no card is tried


def test_the_option_is_written_and_nothing_else(mine: Path, capsys: Captured) -> None:
    balance, cards = (mine / "balance.toml").read_text(), (mine / "cards.csv").read_bytes()
    assert tune("--apply") == 0
    assert "Written  balance.toml\n" in capsys.readouterr().out
    now = (mine / "balance.toml").read_text()
    assert now == balance.replace("later_flame = 0", "later_flame = 1")
    assert (mine / "cards.csv").read_bytes() == cards
    assert main(["check", "--games", "8000"]) == 0


def test_where_all_is_well_no_option_is_played(mine: Path, capsys: Captured) -> None:
    expect(mine, later_flame=MENDED)
    before = (mine / "balance.toml").read_text()
    assert tune("--apply") == 0
    shown = capsys.readouterr()
    assert "met already: nothing to change" in shown.out
    assert "on the same deals" not in shown.err
    assert (mine / "balance.toml").read_text() == before


def test_what_a_card_did_is_not_mended_by_a_rule(mine: Path, capsys: Captured) -> None:
    """Harbour is 18 points too strong by one number; every other value ruins the first turn."""
    expect(mine, later_flame=MENDED, tune="most_change = 1.0\noptions = { later_flame = [0, 3] }")
    cards = (mine / "cards.csv").read_text()
    (mine / "cards.csv").write_text(cards.replace("Barrel,Oil,3", "Barrel,Oil,6"))
    assert tune("--json", games=16_000) == 0
    said = json.loads(capsys.readouterr().out)
    assert [edit["option"] for edit in said["edits"]] == [""] * len(said["edits"])
    assert "Barrel" in {edit["card"] for edit in said["edits"]}


def test_a_deck_that_the_rule_puts_out_of_line_is_brought_back(
    mine: Path, capsys: Captured
) -> None:
    bands = f"{FAIR}\n[expect.decks]\nharbour = [0.41, 0.585]"
    expect(mine, bands, tune="most_change = 1.0\noptions = { later_flame = [0, 3] }")
    assert tune("--json", games=16_000) == 0
    rule, *cards = json.loads(capsys.readouterr().out)["edits"]
    assert (rule["option"], rule["after"]) == ("later_flame", MENDED)
    assert cards and all(edit["card"] for edit in cards)


def test_an_option_that_was_edited_is_undone_first(mine: Path, capsys: Captured) -> None:
    expect(mine, later_flame=MENDED)
    assert main(["run", "--no-report", "--games", "400", "--quiet"]) == 0
    expect(mine, later_flame=3)
    capsys.readouterr()
    assert tune("--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["undoes"], said["rounds"]) == ("runs/last_light-1", 2)
    assert [(one["option"], one["before"], one["after"]) for one in said["edits"]] == [
        ("later_flame", 3, MENDED)
    ]
    assert tune() == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "since runs/last_light-1: option later_flame 3 \u2192 1 .." in said


def test_an_option_that_is_not_named_is_left_alone(mine: Path, capsys: Captured) -> None:
    expect(mine, later_flame=MENDED)
    assert main(["run", "--no-report", "--games", "400", "--quiet"]) == 0
    expect(mine, f"{FAIR}\nwin_rate = [0.37, 0.65]", later_flame=3, tune="most_change = 0.3")
    capsys.readouterr()
    assert tune("--json") == 1
    assert json.loads(capsys.readouterr().out)["edits"] == []


def test_python_finds_the_option(mine: Path) -> None:
    answer = evenhand.tune(games=8_000, precision=2, apply=True)
    (edit,) = answer.table.itertuples()
    assert (edit.card, edit.option, edit.before, edit.after) == ("", "later_flame", 0, MENDED)
    assert answer.pages == (Path("balance.toml"),)


def test_a_file_that_was_saved_meanwhile_is_not_written(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = tuning.judge_round

    def save(*given: Any) -> Any:
        expect(mine, later_flame=2)
        return real(*given)

    monkeypatch.setattr(tuning, "judge_round", save)
    assert tune("--apply") == 2
    assert "balance.toml was changed meanwhile" in capsys.readouterr().err
    assert "later_flame = 2" in (mine / "balance.toml").read_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("{ later_flam = [0, 3] }",
         "tune.options.later_flam: Last Light has no rule option 'later_flam' "
         "(did you mean 'later_flame'?)"),
        ("{ later_flame = [0, 12] }",
         "tune.options.later_flame: expected values of 0 to 10, found 0 to 12 "
         "(did you mean [0, 10]?)"),
        ("{ later_flame = [3, 0] }", "the range from 3 to 0 is empty (did you mean [0, 3]?)"),
        ("{ later_flame = [0] }", "expected [0, 3] or the like, found '[0]' (the lowest and the"),
        ("{ later_flame = [0, 3, 5] }", "expected a step of 1 to 3, found 5"),
        ('["later_flame"]', "tune.options: expected { NAME = [0, 3] }, found '['later_flame']'"),
        ("{ flame = [1, 100] }", "expected at most 8 values, for each is played (with a step: "
         "[1, 100, 15])"),
        ("{ brim = [90, 92] }", "tune.options.brim: expected an option that changes some games; "
         "with 90, 91 or 92 all games stay the same (these treat the first player unlike the "
         "others: later_flame)"),
    ],
)  # fmt: skip
def test_options_that_cannot_be_tuned(
    mine: Path, capsys: Captured, options: str, said: str
) -> None:
    expect(mine, tune=f"options = {options}")
    assert tune() == 3
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("error: balance.toml:12: ") and said in error


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("first_player_draws = [0, 1]", "expected an option that is a number with a range; it is "
         "on (1) or off (0) (to try its values: evenhand compensate --option first_player_draws)"),
        ("mulligan_bonus = [0, 1]", "it is a word (each, net, none) (to try its values: "),
        ("copy_limit = [1, 3]", "with copy_limit at 1, the deck cinder_furnace is illegal (leave "),
    ],
)  # fmt: skip
def test_options_of_another_kind(tmp_path: Path, capsys: Captured, options: str, said: str) -> None:
    (tmp_path / "balance.toml").write_text(
        f'game = "divine_cross"\n[expect]\n{FAIR}\n[tune]\noptions = {{ {options} }}\n'
    )
    assert main(["tune", str(tmp_path), "--games", "20000"]) == 3
    assert f"balance.toml:5: tune.options.{options.split()[0]}: " in (
        error := capsys.readouterr().err
    )
    assert said in error


def test_a_folder_that_names_no_option_is_told_how(mine: Path, capsys: Captured) -> None:
    expect(mine, FAIR, tune="most_change = 0.3")
    assert tune() == 5
    assert "name some in [tune], options = { NAME = [LOWEST, HIGHEST] }" in capsys.readouterr().err


def test_too_few_games_for_the_first_player_are_refused(mine: Path, capsys: Captured) -> None:
    expect(mine, "first_player = [0.49, 0.51]")
    assert tune(games=4_000) == 2
    assert "in every round" in capsys.readouterr().err


def test_of_a_rule_option_only_one_value_is_taken() -> None:
    """Half the way by each of two values would be exact; one value alone is what there is."""
    found = find_smallest_edit(
        np.array([0.6]), np.array([[0.49, 0.51]]), np.array([[-0.05, -0.06, -0.001]]),
        np.ones(3, np.int64), np.array([0, 0, 1]), np.ones(2), np.full(3, 0.01), most_cards=0,
        is_rule=np.array([True, False]),
    )  # fmt: skip
    assert found.steps.tolist() == [0, 1, 0]  # the card is one too many, the option is no card


def test_a_rule_counts_as_a_card_that_is_in_line() -> None:
    moved = [Moved(RuleLever("later_flame", 0, value), 1, {}, 0.0) for value in (1, 2)]
    moved += [Moved(Lever(7, "strength", 3, 1, 2, 1), 1, {}, 0.0)]
    assert [cost_of_owner(moved, one.lever.owner) for one in moved] == [1.0, 1.0, 1.0]
    assert len({one.lever.owner for one in moved}) == 2


def test_edits_of_rules_and_cards() -> None:
    plan = prepare(Request(GAME, games=1, decks=list(DECKS))).plan
    row = plan.pool.row_of("Barrel")
    key = ("a", "b")
    moved = [
        Moved(Lever(row, "strength", 3, -1, 2, -1), 1, {(key, ("score", "a")): GAIN}, 0.0),
        Moved(RuleLever("later_flame", 0, 2), 1, {(key, ("first", "")): GAIN}, 0.0),
    ]
    rule, card = write_edits(plan, moved, np.array([2, 1]))
    assert rule == RuleEdit("later_flame", 0, 2, {"first player": GAIN[0]})
    assert isinstance(card, CardEdit) and card.after == 1
    changed = set_rules(plan, (rule, card))
    assert changed.options == {**plan.options, "later_flame": 2}
    assert list_undoing_edits(changed, plan, ["later_flame"]) == (
        RuleEdit("later_flame", 2, 0, {}),
    )
    assert list_undoing_edits(changed, plan) == ()


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("a = 1\n[options] # mine\nx = 3   # three\n[tune]\n",
         "a = 1\n[options] # mine\nx = 2   # three\n[tune]\n"),
        ("a = 1\n", "a = 1\n\n[options]\nx = 2\n"),
        ("options = { y = 1 }\n", "options = { y = 1, x = 2}\n"),
        ("options.y = 1\n", "options.y = 1\noptions.x = 2\n"),
        ("[options]\r\ny = 1\r\n[tune]\r\n", "[options]\r\ny = 1\r\nx = 2\r\n[tune]\r\n"),
    ],
)  # fmt: skip
def test_an_option_is_written_as_the_file_has_them(text: str, now: str) -> None:
    assert set_options(text, {"x": 2}) == now


def test_a_file_that_would_not_say_the_same_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomlkit, "dumps", lambda _: "[options]\nx = 2\n")
    assert set_options("a = 1\n", {"x": 2}) is None

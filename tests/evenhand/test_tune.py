"""The command `tune`: a planted disturbance is found and undone, and what cannot be is said."""

import json
import shutil
from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.experiments.levers import list_levers, plan_levers
from evenhand.inputs.balance_file import Tune
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.runs import variants

pytestmark = pytest.mark.xdist_group("tune")  # the same work in two at once is refused

GAME = "last_light"
DECKS = ("gale", "tempest", "squall", "harbour")
# What these decks win against each other, to about half a point.
SOUND = {"gale": 0.496, "tempest": 0.487, "squall": 0.449, "harbour": 0.568}
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """A folder in which all is well."""
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", GAME]) == 0
    for deck in (folder / "decks").iterdir():
        if deck.stem not in DECKS:
            deck.unlink()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("EVENHAND_CACHE", str(tmp_path / "cache"))
    expect(folder)
    capsys.readouterr()
    return folder


def expect(folder: Path, half: float = 0.03, tune: str = "most_change = 1.0") -> None:
    bands = "\n".join(f"{deck} = [{rate - half}, {rate + half}]" for deck, rate in SOUND.items())
    (folder / "balance.toml").write_text(
        f'game = "{GAME}"\ncards = "cards.csv"\ncurve = "curve.csv"\ndecks = "decks"\n'
        f"[expect.decks]\n{bands}\n[tune]\n{tune}\n"
    )


def plant(folder: Path, before: str = "Barrel,Oil,3", after: str = "Barrel,Oil,6") -> None:
    path = folder / "cards.csv"
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def tune(*arguments: object, games: int = 16_000) -> int:
    return main(["tune", "--games", str(games), "--precision", "2", *map(str, arguments)])


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
    assert (mine / "cards.csv").read_bytes() == before
    assert tune("--apply") == 0
    assert "Written" in capsys.readouterr().out
    value = said["edits"][0]["after"]
    assert (mine / "cards.csv").read_text() == before.decode().replace("l,6", f"l,{value}")
    assert tune() == 0
    assert "met already: nothing to change" in capsys.readouterr().out


def test_where_all_is_well_nothing_is_changed(mine: Path, capsys: Captured) -> None:
    assert tune("--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["edits"], said["rounds"]) == ([], 1)


def test_a_locked_card_is_left_alone(mine: Path, capsys: Captured) -> None:
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
    assert "Out of reach of what [tune] allows: " in said
    assert "win rate of harbour" in said


def test_bands_that_contradict_each_other(mine: Path, capsys: Captured) -> None:
    """Decks that meet each other win half of their games on average, whatever the cards are."""
    expect(mine)
    bands = (mine / "balance.toml").read_text().partition("[expect.decks]")
    every = "[expect]\nwin_rate = [0.51, 0.6]\n[tune]\nmost_change = 1.0\n"
    (mine / "balance.toml").write_text(bands[0] + every)
    assert tune() == 2
    said = capsys.readouterr().err
    assert "no cards can meet all bands of balance.toml" in said
    assert "then not win rate of" in said


def test_so_few_games_that_luck_decides_are_refused(mine: Path, capsys: Captured) -> None:
    assert tune(games=100) == 2
    assert "--games: this takes 600 games at least, in every round" in capsys.readouterr().err


def test_the_same_edits_with_more_workers(mine: Path, capsys: Captured) -> None:
    plant(mine)
    found = []
    for jobs in (1, 2):
        shutil.rmtree("runs", ignore_errors=True)
        tune("--json", "--jobs", jobs, games=4000)
        said = json.loads(capsys.readouterr().out)
        said.pop("seconds")
        found.append(said)
    assert found[0] == found[1]


def test_who_is_stopped_goes_on(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(mine)
    tune("--json", "--jobs", 1, games=4000)
    whole = json.loads(capsys.readouterr().out)
    played, calls = variants.play_range, []

    def interrupted(*given):
        calls.append(given)
        if len(calls) == 20:
            raise KeyboardInterrupt
        return played(*given)

    monkeypatch.setattr(variants, "play_range", interrupted)
    assert tune("--jobs", 1, games=4000) == 130
    assert "Stopped. To go on from here, repeat the command" in capsys.readouterr().err
    monkeypatch.setattr(variants, "play_range", played)
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
         2, "no card may be changed that could help"),
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

"""The learned player beside rules of thumb where nobody names bots, command by command."""

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import evenhand
from evenhand.__main__ import main
from evenhand.experiments import play_panel
from evenhand.inputs import resolved_request
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.reports.impact_reach import write_impact_reach
from evenhand.simulate.bots.learned.weights import write_weights
from evenhand.training.first_weights import begin_learned

GAME = "last_light"
GAMES = "600"
PANEL = "panel,heuristic,learned"

pytestmark = pytest.mark.usefixtures("empty_reports")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A designer's folder with a learned player of its own, which plays by rules of thumb yet."""
    monkeypatch.setattr(resolved_request, "FEWEST_FOR_STRONG", 10)
    monkeypatch.chdir(tmp_path)
    assert main(["init", "mine", "--game", GAME]) == 0
    plan = prepare(Request(GAME, games=2)).plan
    weights = write_weights(begin_learned(plan, 30, np.random.default_rng(1)), plan.game)
    (tmp_path / "mine/bots").mkdir(exist_ok=True)
    (tmp_path / "mine/bots/learned.npz").write_bytes(weights)
    monkeypatch.chdir(tmp_path / "mine")
    return tmp_path / "mine"


def list_led(run: Path) -> list[str]:
    """Return the names of the bots that a run leads."""
    return sorted(path.name for path in (run / "panel").glob("*"))


def test_compare_asks_it_where_the_run_did(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--games", GAMES]) == 0
    capsys.readouterr()
    cards = folder / "cards.csv"
    cards.write_text(cards.read_text().replace("Barrel,Oil,3", "Barrel,Oil,9"))
    assert main(["compare"]) == 0
    said = capsys.readouterr().out
    assert "heuristic (the rules of thumb) and learned played" in said
    assert "With the learned player, the strongest here, harbour wins more" in said
    (compared,) = folder.glob("runs/compare-*")
    assert list_led(compared / "after") == ["learned"]
    assert not (compared / "before").exists()  # that is the run


def test_compare_does_not_ask_it_where_the_run_did_not(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--games", GAMES, "--bots", "heuristic"]) == 0
    capsys.readouterr()
    assert main(["compare"]) == 0
    assert "learned" not in capsys.readouterr().out


def test_a_folder_that_plays_by_it_alone_is_compared_with_its_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "balance.toml"
    file.write_text(file.read_text().replace('bots = ["heuristic"]', 'bots = ["learned"]'))
    assert main(["run", "--games", GAMES]) == 0
    cards = folder / "cards.csv"
    cards.write_text(cards.read_text().replace("Barrel,Oil,3", "Barrel,Oil,9"))
    capsys.readouterr()
    assert main(["compare", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["after"] for row in found["inputs"]] == ["9"]
    (compared,) = folder.glob("runs/compare-*")
    assert list_led(compared / "after") == []
    assert not (compared / "before").exists()


def test_it_plays_fewer_games_where_they_are_long_unless_it_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ["run", "--games", GAMES, "--out", "runs/long"]
    monkeypatch.setattr(play_panel, "ANSWERS", 1)  # every game is long
    assert main(run) == 0
    said = capsys.readouterr().out
    found = re.search(r"learned: (\d+) games in .* \(for all 600: --bots (.*)\)", said)
    assert found and 0 < int(found[1]) < int(GAMES)
    assert main([*run[:3], "--bots", found[2]]) == 0
    assert re.search(r"learned: 600 games in [\d.]+ s$", capsys.readouterr().out, re.MULTILINE)


def judge_by_panel(folder: Path) -> None:
    """Ask for the judgement of a panel, and name none."""
    file = folder / "balance.toml"
    file.write_text(file.read_text().replace("panel = false", "panel = true"))


def test_a_check_judges_by_it_where_its_folder_asks_for_a_panel_and_names_none(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge_by_panel(folder)
    main(["check", "--games", GAMES, "--json"])
    measured = json.loads(capsys.readouterr().out)["cells"]
    assert {one["bot"] for one in measured} == {"", "learned"}


def test_a_check_by_a_panel_that_nobody_joins_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge_by_panel(folder)
    (folder / "bots/learned.npz").unlink()
    assert main(["check", "--games", GAMES]) == 2
    assert "check.panel: no other bot plays here" in capsys.readouterr().err


def test_a_panel_that_is_asked_for_plays_both_sides(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--games", GAMES, "--bots", "heuristic"]) == 0
    capsys.readouterr()
    assert main(["compare", "--bots", PANEL]) == 0
    assert "heuristic (the rules of thumb) and learned played" in capsys.readouterr().out
    (compared,) = folder.glob("runs/compare-*")
    assert [list_led(compared / side) for side in ("before", "after")] == [["learned"]] * 2


def test_impact_of_a_card_asks_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [card.name for card in prepare(Request(str(folder))).plan.pool.cards[:2]]
    flags = ["--precision", "20", "--with", names[1]]
    assert main(["impact", names[0], *flags]) == 0
    out = capsys.readouterr().out
    assert "heuristic" in out and "learned" in out
    assert main(["impact", names[0], *flags, "--bots", "heuristic"]) == 0
    assert "learned" not in capsys.readouterr().out


def test_price_of_a_card_asks_it_about_the_numbers_that_matter(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--precision", "4"]
    assert main(["price", "Barrel", *flags]) == 0
    assert "As learned, a stronger player, plays it, it is worth" in capsys.readouterr().out
    assert main(["price", "Barrel", *flags, "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)["prices"]
    asked = [row["value"] for row in second["values"]]
    assert (first["bot"], second["bot"]) == ("heuristic", "learned")
    assert asked == sorted(set(asked)) and {3, round(first["fair"])} <= set(asked)
    assert len(asked) <= 5  # those that may be printed, too
    found = evenhand.price("Barrel", precision=4)
    assert list(found.curves) == ["heuristic", "learned"]
    worths = [row["worth"] for row in second["values"]]
    assert list(found.curves["learned"].table["worth"]) == pytest.approx(worths)
    assert main(["price", "Barrel", *flags, "--bots", "heuristic"]) == 0
    assert "learned" not in capsys.readouterr().out


def test_tune_asks_it_in_the_end(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--no-report", "--games", "400", "--quiet"]) == 0
    cards = folder / "cards.csv"
    cards.write_text(cards.read_text().replace("Barrel,Oil,3", "Barrel,Oil,9"))
    bands = "[expect.decks]\nharbour = [0.1, 0.62]\n"
    (folder / "balance.toml").write_text(
        f'game = "{GAME}"\ncards = "cards.csv"\ncurve = "curve.csv"\ndecks = "decks"\n{bands}'
    )
    capsys.readouterr()
    tune = ["tune", "--games", "8000", "--precision", "2"]
    assert main([*tune, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["second"]["bot"], said["second"]["games"]) == ("learned", 8000)
    assert said["second"]["numbers"] == said["numbers"]  # it plays by rules of thumb yet
    assert main(tune) == 0
    assert "In the hands of learned, a stronger player (8,000 games), " in capsys.readouterr().out


def effect(bot: str, low: float, high: float, card: str = "Moth") -> dict[str, object]:
    """Return the impact that a bot found."""
    q = 0.001 if low > 0 or high < 0 else 0.5
    return {
        "bot": bot, "deck": "lamp", "card": card, "effect": (low + high) / 2, "effect_low": low,
        "effect_high": high, "effect_q": q,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("of_quick", "of_strong", "said"),
    [
        ((0.01, 0.02), (0.02, 0.04), "for, with every bot: Moth in lamp (more)."),
        ((0.01, 0.02), (-0.04, -0.02), "for, depending on the bot: Moth in lamp (less). Where"),
        ((-0.01, 0.02), (-0.02, 0.01), "No card is surely worth more or less with any bot."),
        ((0.01, 0.02), (-0.02, 0.01), "not known for the others: Moth in lamp (more). Where bots"),
    ],
)
def test_with_which_bots_a_card_is_worth_more(
    of_quick: tuple[float, float], of_strong: tuple[float, float], said: str
) -> None:
    table = pd.DataFrame([effect("heuristic", *of_quick), effect("learned", *of_strong)])
    assert said in str(write_impact_reach(table))

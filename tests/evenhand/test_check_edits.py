"""Which edit did it, in `check`: what was edited is said, and a failure split over the edits."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from evenhand.__main__ import main
from evenhand.experiments import single_edits
from evenhand.gate import edit_causes

GAME, GAMES = "last_light", 2_400
HEAD = (
    f'game = "{GAME}"\ncards = "cards.csv"\ncurve = "curve.csv"\n'
    'decks = ["decks/gale.txt", "decks/moth.txt", "decks/lamp.txt"]\n'
)
CHANGE = "[expect.change]\nwin_rate = [-0.01, 0.01]\n"
BASELINE = '[check]\nbaseline = "baseline.json"\n'
WIDE = "[expect]\nwin_rate = [0.0, 1.0]\n"
GALE, DROP = "Gale strength 3 \u2192 9 (cards.csv:4)", "Drop strength 1 \u2192 2 (cards.csv:7)"

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be in a designer's folder of a toy, in git."""
    for name in ("CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("evenhand.reports.report.render_report", lambda *_: "<html></html>")
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", GAME, "--no-git"]) == 0
    monkeypatch.chdir(folder)
    expect(WIDE + CHANGE + BASELINE)
    return folder


def expect(text: str) -> None:
    Path("balance.toml").write_text(HEAD + text, encoding="utf-8")


def commit() -> None:
    who = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        subprocess.run(["git", *who, *words], check=True, capture_output=True)


def edit(**strengths: int) -> None:
    """Give cards other strengths."""
    text = Path("cards.csv").read_text(encoding="utf-8")
    for name, strength in strengths.items():
        text = re.sub(rf"^({name},\w+),\d+$", rf"\1,{strength}", text, flags=re.MULTILINE)
    Path("cards.csv").write_text(text, encoding="utf-8")


def check(*flags: str, games: int = GAMES) -> int:
    return main(["check", "--games", str(games), *flags])


def answer(capsys: Captured, *flags: str) -> dict[str, Any]:
    capsys.readouterr()
    check("--json", *flags)
    return dict(json.loads(capsys.readouterr().out))


def failed(found: dict[str, Any], topic: str = "change.win_rate") -> list[dict[str, Any]]:
    return [cell for cell in found["cells"] if (cell["verdict"], cell["topic"]) == ("fail", topic)]


# What was edited


def test_a_harmless_edit_is_named_everywhere(mine: Path, capsys: Captured) -> None:
    assert check("--update-baseline") == 0
    edit(Squall=2)  # which none of the decks has
    capsys.readouterr()
    assert check("--junit", "x.xml", "--markdown", "x.md", "--out", "checked") == 0
    squall = "Squall strength 1 \u2192 2 (cards.csv:5)"
    assert capsys.readouterr().out.startswith(f"Edited since baseline.json:\n  {squall}\n\n")
    (value,) = (
        one.get("value")
        for one in ElementTree.parse("x.xml").getroot().iter("property")
        if one.get("name") == "edited"
    )
    assert value == f"Edited since baseline.json: {squall}."
    assert "\n- Squall strength 1 \u2192 2 (cards.csv:5)\n" in Path("x.md").read_text("utf-8")
    page = Path("checked/check.html").read_text(encoding="utf-8")
    assert "Edited since <bdi>baseline.json</bdi>: <bdi>Squall</bdi> strength 1 \u2192 2" in page
    (change,) = answer(capsys)["edited"]
    assert change == {
        "kind": "card", "name": "Squall", "field": "strength", "before": "1", "after": "2",
        "place": "cards.csv:5",
    }  # fmt: skip


def test_decks_and_options_are_named_with_their_files(mine: Path, capsys: Captured) -> None:
    expect(WIDE)
    commit()
    deck = Path("decks/moth.txt")
    text = deck.read_text(encoding="utf-8")
    deck.write_text(text.replace("2 Flask", "2 Barrel"), encoding="utf-8")
    found = answer(capsys, "--against", "HEAD")["edited"]
    assert {tuple(one.values()) for one in found} == {
        ("deck", "moth", "Flask", "2", "0", "decks/moth.txt"),
        ("deck", "moth", "Barrel", "0", "2", "decks/moth.txt"),
    }
    check("--against", "HEAD")
    said = capsys.readouterr().out
    assert "\n  moth Flask 2 \u2192 0, Barrel 0 \u2192 2 (decks/moth.txt)\n" in said


def test_nothing_edited_is_said(mine: Path, capsys: Captured) -> None:
    expect(WIDE)
    commit()
    capsys.readouterr()
    assert check("--against", "HEAD", "--markdown", "x.md") == 0
    assert capsys.readouterr().out.startswith("Nothing was edited since HEAD.\n")
    assert "Nothing was edited since HEAD." in Path("x.md").read_text(encoding="utf-8")


def test_without_a_reference_nothing_is_said_of_edits(mine: Path, capsys: Captured) -> None:
    expect(WIDE + BASELINE)  # a file that is not there, and that no band needs
    found = answer(capsys)
    assert (found["since"], found["edited"], found["verdict"]) == ("", [], "pass")


def test_what_an_edit_cannot_touch_has_not_changed(mine: Path, capsys: Captured) -> None:
    """With a baseline: of the matchups of decks without the card, not one game is another."""
    expect("[expect.change]\nmatchup = [-0.01, 0.01]\n" + BASELINE)
    assert check("--update-baseline") == 0
    edit(Barrel=4)
    held = {deck for deck in ("gale", "moth", "lamp")
            if "Barrel" in Path(f"decks/{deck}.txt").read_text("utf-8")}  # fmt: skip
    cells = [cell for cell in answer(capsys)["cells"] if cell["topic"] == "change.matchup"]
    widths = {cell["subject"]: cell["high"] - cell["low"] for cell in cells}
    assert 0 < len(held) < 3
    for subject, width in widths.items():
        assert (width == 0) is held.isdisjoint(subject.split(" vs ")), subject


# Which edit did it


@pytest.mark.parametrize("against", [(), ("--against", "HEAD")])
def test_a_failure_is_split_over_the_edits(
    mine: Path, capsys: Captured, against: tuple[str, ...]
) -> None:
    commit()
    assert check("--update-baseline") == 0
    edit(Gale=9, Drop=2)
    found = answer(capsys, *against)
    cells = failed(found)
    assert cells
    for cell in cells:
        parts = {part["name"]: part for part in cell["edits"]}
        assert parts.keys() == {"Gale", "Drop", ""}
        whole = sum(part["change"] for part in cell["edits"])
        assert whole == pytest.approx(cell["estimate"], abs=0.03 if not against else 1e-9)
        assert all(part["low"] <= part["change"] <= part["high"] for part in cell["edits"])
        assert all(part["n_pairs"] >= 2 * single_edits.FEWEST_PAIRS for part in cell["edits"])
        way = 1 if cell["estimate"] > 0 else -1
        done = [way * part["change"] for part in cell["edits"]]
        assert done == sorted(done, reverse=True)
    worst = max(cells, key=lambda cell: abs(cell["estimate"]))
    assert worst["edits"][0]["edit"] == GALE
    assert f"; {GALE} did " in worst["text"]


def test_the_split_is_that_of_compare(mine: Path, capsys: Captured) -> None:
    commit()
    edit(Gale=9, Drop=2)
    cells = failed(answer(capsys, "--against", "HEAD"))
    assert main(["compare", "HEAD", ".", "--games", str(GAMES // 2), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["by_edit"]
    alone = {(row["deck"], row["card"]): row for row in rows}
    for cell in cells:
        for part in cell["edits"]:
            row = alone[cell["subject"], part["name"]]
            assert part["change"] == pytest.approx(row["change"], abs=0.03)
            width = row["change_high_all"] - row["change_low_all"]
            assert part["high"] - part["low"] == pytest.approx(width, rel=0.1)


@pytest.mark.parametrize("edited", [{"Gale": 9}, {"Gale": 9, "Drop": 2}])
def test_an_edit_has_one_interval_in_check_and_compare(
    mine: Path, capsys: Captured, edited: dict[str, int]
) -> None:
    expect("[expect.decks]\ngale = [0.0, 0.01]\n")
    assert main(["run", "--games", str(GAMES), "--no-report", "--quiet"]) == 0
    edit(**edited)
    (cell,) = failed(answer(capsys), "win_rate")
    assert main(["compare", "--json"]) == 0
    compared = json.loads(capsys.readouterr().out)
    ends = "change", "change_low_all", "change_high_all"
    rows = compared["by_edit"] if len(edited) > 1 else compared["decks"]
    told = {row.get("card", "Gale"): row for row in rows if row["deck"] == cell["subject"]}
    assert len(cell["edits"]) == len(told)
    for part in cell["edits"]:
        expected = [told[part["name"]][end] for end in ends]
        assert [part["change"], part["low"], part["high"]] == pytest.approx(expected, abs=1e-12)


def test_ci_is_told_which_card_did_it(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit()
    edit(Gale=9, Drop=2)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    capsys.readouterr()
    flags = ("--against", "HEAD", "--junit", "x.xml", "--markdown", "x.md")
    assert check(*flags) == 1
    said = capsys.readouterr()
    assert "2 edits could have done it" in said.err
    assert re.search(rf"^change: win rate of gale: {re.escape(GALE)} did [+]\d", said.out, re.M)
    annotation = (
        rf"^::error file=cards\.csv,line=4::change: win rate of gale: .*{re.escape(GALE)} did"
    )
    assert re.search(annotation, said.out + said.err, re.M)
    messages = [one.get("message") or "" for one in ElementTree.parse("x.xml").iter("failure")]
    assert any(f"{GALE} did +" in message for message in messages)
    assert f"{GALE} did +" in Path("x.md").read_text(encoding="utf-8").replace("\\", "")


def test_one_edit_did_all_of_it_and_costs_no_game(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edit_causes, "measure_single_edits", None)
    assert check("--update-baseline") == 0
    edit(Gale=9)
    for cell in failed(answer(capsys)):
        (part,) = cell["edits"]
        assert (part["edit"], part["change"]) == (GALE, pytest.approx(cell["estimate"]))
        assert cell["text"].endswith(
            f"; {GALE} is the only edit since baseline.json (unpaired differences, Student, "
            f"{cell['n_pairs']:,}\u00a0pairs, level 95\u00a0%)".replace("\u00a0pairs", " pairs")
        )


def test_without_a_baseline_a_failure_is_told_from_the_last_run(
    mine: Path, capsys: Captured
) -> None:
    expect("[expect.decks]\ngale = [0.0, 0.99]\n")
    assert main(["run", "--games", str(GAMES), "--no-report", "--quiet"]) == 0
    (run,) = Path("runs").iterdir()
    (rate,) = [cell["estimate"] for cell in answer(capsys)["cells"] if cell["subject"] == "gale"]
    expect(f"[expect.decks]\ngale = [{rate - 0.05}, {rate + 0.05}]\n")
    assert answer(capsys)["edited"] == []
    edit(Gale=9, Drop=2)
    found = answer(capsys)
    (cell,) = failed(found, "win_rate")
    assert found["since"] == str(run)
    assert cell["edits"][0]["edit"] == GALE
    assert {part["name"] for part in cell["edits"]} == {"Gale", "Drop", ""}
    whole = sum(part["change"] for part in cell["edits"])
    assert whole == pytest.approx(cell["estimate"] - rate, abs=1e-9)
    assert check() == 1
    said = capsys.readouterr().out
    assert said.startswith(f"Edited since {run}:\n  {GALE}\n  {DROP}\n\n")
    assert f" {GALE} did +" in next(line for line in said.splitlines() if line.startswith("FAIL: "))
    assert "Next    evenhand price Gale strength\n" in said


def test_a_bot_that_thinks_ahead_plays_no_more_unasked(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edit_causes, "measure_single_edits", None)
    expect("[expect.decks]\ngale = [0.0, 0.01]\n")
    text = Path("balance.toml").read_text("utf-8")
    Path("balance.toml").write_text(text.replace("[expect", 'bots = "search:2"\n[expect'), "utf-8")
    assert main(["run", "--games", "60", "--no-report", "--quiet"]) == 0
    edit(Gale=9, Drop=2)
    capsys.readouterr()
    assert check(games=60) == 1
    said = capsys.readouterr().out
    assert f"  {GALE}\n  {DROP}\n" in said
    assert "Next    evenhand compare\n" in said


def test_an_edit_that_moved_it_the_other_way_is_not_blamed(mine: Path, capsys: Captured) -> None:
    expect("[expect.decks]\ngale = [0.9, 1.0]\n")  # below which it was before
    commit()
    edit(Gale=9)
    (cell,) = failed(answer(capsys, "--against", "HEAD"), "win_rate")
    assert [part["change"] > 0 for part in cell["edits"]] == [True]
    assert "no edit since HEAD surely did it" in cell["text"]
    check("--against", "HEAD")
    assert "price" not in capsys.readouterr().out


def test_a_failure_leads_to_the_number_that_did_it(mine: Path, capsys: Captured) -> None:
    assert check("--update-baseline") == 0
    edit(Gale=9, Drop=2)
    capsys.readouterr()
    assert check() == 1
    assert "Next    evenhand price Gale strength\n" in capsys.readouterr().out


def test_an_edit_that_did_not_do_it_is_not_blamed(mine: Path, capsys: Captured) -> None:
    expect("[expect.decks]\ngale = [0.0, 0.01]\n")
    commit()
    edit(Squall=2)  # which none of the decks has
    (cell,) = failed(answer(capsys, "--against", "HEAD"), "win_rate")
    assert (cell["edits"], "Squall" in cell["text"]) == ([], False)
    edit(Squall=1, Lamp=1, Drop=1, Breath=1)
    assert check() == 1


def test_matchups_are_split_too(mine: Path, capsys: Captured) -> None:
    expect("[expect.change]\nmatchup = [-0.01, 0.01]\n")
    commit()
    edit(Gale=9, Drop=2)
    cells = failed(answer(capsys, "--against", "HEAD"), "change.matchup")
    assert cells
    for cell in cells:
        whole = sum(part["change"] for part in cell["edits"])
        assert whole == pytest.approx(cell["estimate"], abs=1e-9)


def test_nothing_more_is_played_if_all_passes(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edit_causes, "measure_single_edits", None)
    expect(WIDE)
    commit()
    edit(Gale=9, Drop=2)
    assert check("--against", "HEAD") == 0


def test_edits_beyond_the_most_are_said_to_be_left(
    mine: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single_edits, "MOST_EDITS", 1)
    commit()
    edit(Gale=9, Drop=2)
    for cell in failed(answer(capsys, "--against", "HEAD")):
        assert {part["name"] for part in cell["edits"]} == {"Gale", ""}
        assert "; 1 edit is not told apart" in cell["text"] or "no edit" in cell["text"]


def test_cards_that_nobody_kept_are_not_blamed(mine: Path, capsys: Captured) -> None:
    assert check("--update-baseline") == 0
    Path("curve.csv").write_bytes(Path("curve.csv").read_bytes() + b"\n")
    edit(Gale=9, Drop=2)
    cells = failed(answer(capsys))
    assert cells
    assert {(len(cell["edits"]), cell["changed"]) for cell in cells} == {
        (0, "since baseline.json: the cards; which of them is not known")
    }

"""What each of several edits does alone: the parts of a change, on the same deals."""

import json
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest

from evenhand.__main__ import main
from evenhand.experiments import single_edits
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.reports.comparison.edits import find_edits

GAME, GAMES = "last_light", "1200"
DECKS = "gale,moth,lamp"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be in a designer's folder of a toy, of which a run was played."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", GAME, "--no-git"]) == 0
    monkeypatch.chdir(folder)
    given = ["--games", GAMES, "--decks", DECKS, "--bots", "heuristic"]
    assert main(["run", "--no-report", "--quiet", *given]) == 0
    return folder


def compare(capsys: pytest.CaptureFixture[str], *flags: str) -> str:
    capsys.readouterr()
    given = ["--games", GAMES, "--decks", DECKS, "--bots", "heuristic"]
    assert main(["compare", *given, *flags]) == 0
    return capsys.readouterr().out


def edit(**strengths: int) -> None:
    """Give cards other strengths."""
    lines = Path("cards.csv").read_text(encoding="utf-8").splitlines()
    at = lines[0].split(",").index("strength")
    for number, line in enumerate(lines):
        cells = line.split(",")
        if cells[0] in strengths:
            cells[at] = str(strengths[cells[0]])
            lines[number] = ",".join(cells)
    Path("cards.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_an_edited_card_keeps_its_place(mine: Path) -> None:
    """A learned player reads hidden cards in the order of the pool."""
    before = prepare(Request(game=".")).plan
    edit(Gale=9)
    after = prepare(Request(game=".")).plan
    alone = single_edits.edit_card(before, after, "Gale")
    assert (alone.pool.labels, alone.entrants) == (before.pool.labels, before.entrants)
    assert (alone.pool.records == after.pool.records).all()
    assert (alone.pool.records != before.pool.records).sum() == 1


def test_edits_are_told_apart(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(Gale=9, Drop=2)
    found = json.loads(compare(capsys, "--json"))
    by_edit = found["by_edit"]
    assert {row["card"] for row in by_edit} == {"Gale", "Drop", ""}
    for deck in found["decks"]:
        parts = [row for row in by_edit if row["deck"] == deck["deck"]]
        assert len(parts) == 3
        assert sum(row["change"] for row in parts) == pytest.approx(deck["change"], abs=1e-9)
        assert all(row["change_low_all"] <= row["change_low"] for row in parts)
    largest = max(by_edit, key=lambda row: abs(row["change"]))
    assert largest["card"] == "Gale"


def find_line(card: str) -> int:
    lines = Path("cards.csv").read_text(encoding="utf-8").splitlines()
    return 1 + next(number for number, line in enumerate(lines) if line.startswith(f"{card},"))


def test_the_headline_names_the_edit(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(Gale=9, Drop=2)
    said = compare(capsys)
    assert "comes from Gale (strength 3 \u2192 9)" in said
    places = {name: f"cards.csv:{find_line(name)}" for name in ("Gale", "Drop")}
    assert f"Gale (strength 3 \u2192 9, {places['Gale']}) alone moves " in said
    assert f"Drop (strength 1 \u2192 2, {places['Drop']}) alone moves " in said
    assert "Together" in said
    assert "; the intervals of edits hold for 2 edits and 3 decks at once." in said
    page = (mine / "runs/compare-1/report.html").read_text(encoding="utf-8")
    assert "alone moves" in page and '"by_edit"' in page


def run_with_band() -> None:
    """Play the folder anew with a band for one of its decks."""
    head = f'game = "{GAME}"\ncards = "cards.csv"\ndecks = "decks"\n'
    bands = "[expect.decks]\nmoth = [0.05, 0.29]\n"
    Path("balance.toml").write_text(head + bands, encoding="utf-8")
    shutil.rmtree("runs")
    given = ["--games", GAMES, "--decks", DECKS, "--bots", "heuristic"]
    assert main(["run", "--no-report", "--quiet", *given]) == 0


def test_decks_that_leave_their_band_are_named(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_with_band()
    edit(Squall=2)  # which none of the decks has
    said = compare(capsys)
    assert "All decks stay inside" in said or "No deck surely left" in said
    edit(Gale=9)
    said = compare(capsys).replace("\u00a0", " ")
    assert "Now outside 5\u201329 %: moth " in said
    headline = next(line for line in said.splitlines() if "wins more" in line)
    # And not one that moved further, but inside.
    assert headline.startswith("moth wins more, and is now outside 5\u201329 %: ")
    page = max(Path("runs").glob("compare-*"), key=lambda path: path.stat().st_mtime)
    text = (page / "report.html").read_text(encoding="utf-8").replace("\u00a0", " ")
    (title,) = re.findall(r"<h1.*?</h1>", text, re.DOTALL)
    title = re.sub(r"<.*?>", "", title)
    assert (
        title.strip().startswith("Moth wins more, and is ") and "now outside 5\u201329 %" in title
    )


def test_a_deck_that_left_its_band_is_told_with_the_edit_that_did_it(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_with_band()
    edit(Gale=9, Drop=2)
    (line,) = [line for line in compare(capsys).splitlines() if line.startswith("Bands")]
    assert re.search(r"Now outside 5\u201329\s%: moth .*, Gale alone does \+\d", line)


def test_one_edit_is_the_whole_change(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(Gale=9)
    said = compare(capsys)
    assert "It comes from Gale (strength 3 \u2192 9)." in said
    assert "alone" not in said


def test_of_too_many_edits_the_largest_are_told_apart(
    mine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single_edits, "MOST_EDITS", 1)
    edit(Drop=2, Gale=9)  # of which Gale is edited more
    said = compare(capsys)
    assert "Gale (strength 3 \u2192 9, " in said
    assert "Drop (strength" not in said.partition("Edit ")[2]
    assert "1 smaller edit is not told apart; what is left of the change: " in said
    found = json.loads(compare(capsys, "--json"))
    assert {(row["card"], row["n_left"]) for row in found["by_edit"]} == {("Gale", 0), ("", 1)}
    for deck in found["decks"]:
        parts = [row["change"] for row in found["by_edit"] if row["deck"] == deck["deck"]]
        assert sum(parts) == pytest.approx(deck["change"], abs=1e-9)


def test_a_price_begins_with_what_was_edited(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(Gale=9)
    capsys.readouterr()
    assert main(["price", "Gale", "--decks", DECKS, "--bots", "heuristic", "--games", "20000"]) == 0
    said = capsys.readouterr().out
    values = [line.split()[0] for line in said.splitlines() if line.strip()[:1].isdigit()]
    assert {"3", "9"} <= set(values)
    assert " 3  was " in said and " 9  now " in said
    assert "With 3, as it was, it is worth " in said


def test_an_end_that_would_look_like_zero_has_a_digit_more() -> None:
    def said(low: float, high: float) -> str:
        row = {"card": "Gale", "deck": "gale", "change": (low + high) / 2, "n_left": 0,
               "change_low_all": low, "change_high_all": high}  # fmt: skip
        rest = row | {"card": "", "change_low_all": -0.1, "change_high_all": 0.1}
        inputs = pd.DataFrame(columns=["kind", "name", "field", "before", "after"])
        sentence = str(next(find_edits(pd.DataFrame([row, rest]), inputs)).sentence)
        return sentence.replace("\u00a0", " ").replace("\u2212", "-")

    assert said(-0.006, -0.0002) == "Gale alone moves gale -0.31 points (-0.60 to -0.02)."
    assert said(0.01, 0.02) == "Gale alone moves gale +1.5 points (+1.0 to +2.0)."


def test_edits_are_told_apart_without_a_deck_that_cannot_be_read(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(Gale=9, Breath=3)
    Path("decks/moth.txt").write_text("4 Gael\n", encoding="utf-8")
    given = ["--games", GAMES, "--bots", "heuristic"]
    capsys.readouterr()
    assert main(["compare", *given, "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert {row["card"] for row in found["by_edit"]} == {"Gale", "Breath", ""}
    games = {row["deck"]: row["n_games"] for row in found["decks"]}
    assert games == {"gale": int(GAMES), "lamp": int(GAMES)}  # as many as a run or a check plays

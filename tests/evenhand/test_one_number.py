"""One folder, many commands: the same thing has the same number, or it is said why not."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evenhand.__main__ import main

pytestmark = pytest.mark.xdist_group("price")  # the same work in two at once is refused

GAME, CARD, DECK = "last_light", "Barrel", "harbour"
Captured = pytest.CaptureFixture[str]
Number = tuple[float, int]  # a win rate, and the games that it rests on


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", GAME, "--no-git"]) == 0
    monkeypatch.chdir(folder)
    file = folder / "balance.toml"
    text = file.read_text("utf-8").replace("games = 20_000", "games = 600", 1)
    file.write_text(text, "utf-8")
    return folder


def ask(capsys: Captured, *words: object) -> Any:
    """Run a command with ``--json``, and return what it says."""
    capsys.readouterr()
    assert main([*map(str, words), "--json"]) in (0, 1, 4)
    return json.loads(capsys.readouterr().out)


def find_rates(said: Any) -> Iterator[tuple[str, Number]]:
    """Yield each deck that JSON has a win rate of, over all opponents and with the first bot."""
    for row in said.get("win_rates", []):
        yield row["deck"], (row["win_rate"], row["n_games"])
    for cell in said.get("cells", []):
        if cell["topic"] == "win_rate" and not cell["bot"]:
            yield cell["subject"], (cell["estimate"], cell["n_games"])
    for row in said.get("decks", []):
        if "after" in row:
            yield row["deck"], (row["after"], row["n_games"])


def read_rates(said: Any) -> dict[str, Number]:
    """Return the win rates in JSON, to twelve digits."""
    return {deck: (round(rate, 12), n) for deck, (rate, n) in find_rates(said)}


def test_a_deck_has_one_win_rate_in_every_command(mine: Path, capsys: Captured) -> None:
    first = ask(capsys, "run")
    before = read_rates(first)
    assert len(before) > 2
    assert read_rates(ask(capsys, "check")) == before
    assert ask(capsys, "metagame", first["out"])["n_games"] == first["games"]
    cards = mine / "cards.csv"
    lines = cards.read_text("utf-8").splitlines()
    row = next(place for place, line in enumerate(lines) if line.startswith(f"{CARD},"))
    column = lines[0].split(",").index("strength")
    cells = lines[row].split(",")
    cells[column] = "9"
    lines[row] = ",".join(cells)
    cards.write_text("\n".join(lines) + "\n", "utf-8")
    compared = ask(capsys, "compare")
    was = {row["deck"]: (round(row["before"], 12), row["n_games"]) for row in compared["decks"]}
    assert was == before
    after = read_rates(compared)
    assert after != before
    assert read_rates(ask(capsys, "check")) == after
    assert read_rates(ask(capsys, "run")) == after


def test_a_price_begins_from_the_rates_of_the_run(mine: Path, capsys: Captured) -> None:
    known = read_rates(ask(capsys, "run", "--games", 6_000))
    words = ("price", CARD, "--precision", "3", "--bots", "heuristic")
    said = ask(capsys, *words)
    (price,) = said["prices"]
    rows = [row for row in price["win_rates"] if row["value"] == said["now"]]
    assert len(rows) > 1
    assert all(round(row["win_rate"], 12) == known[row["deck"]][0] for row in rows)
    for run in mine.glob("runs/*"):
        shutil.rmtree(run)
    (own,) = ask(capsys, *words)["prices"]
    for before, after in zip(own["win_rates"], price["win_rates"], strict=True):
        width = after["win_rate_high"] - after["win_rate_low"]
        assert abs(after["win_rate"] - before["win_rate"]) < width
        if after["value"] != said["now"]:
            assert width > before["win_rate_high"] - before["win_rate_low"]


def test_a_card_with_two_numbers_says_which_to_believe(mine: Path, capsys: Captured) -> None:
    run = ask(capsys, "run")["out"]
    assert main(["impact", CARD, "--run", run, "--games", "800"]) == 0
    believe = f"The report of {run} says "
    for words in (("price", CARD, "--precision", "3"), ("impact", CARD, "--precision", "3")):
        capsys.readouterr()
        assert main([*words, "--bots", "heuristic"]) == 0
        (line,) = (one for one in capsys.readouterr().out.splitlines() if believe in one)
        assert line.startswith(f"{believe}that {CARD} is worth ") and f" in {DECK}" in line
        assert line.endswith("games of its own; believe this, of more games.")
    capsys.readouterr()
    assert main(["price", CARD, "--bots", "random", "--precision", "5"]) == 0
    assert believe not in capsys.readouterr().out  # of another bot


def test_of_several_runs_the_one_with_the_most_games_of_a_card_is_quoted(
    mine: Path, capsys: Captured
) -> None:
    for name, games in (("many", "1600"), ("few", "800")):  # the last is the newest
        assert main(["run", "--out", f"runs/{name}", "--bots", "heuristic"]) == 0
        words = ["--run", f"runs/{name}", "--games", games]
        assert main(["impact", CARD, *words]) == 0
    capsys.readouterr()
    assert main(["impact", CARD, "Gale", "--precision", "3", "--bots", "heuristic"]) == 0
    assert f"The report of {Path('runs/many')} says that {CARD} " in capsys.readouterr().out


def test_a_price_says_which_other_edits_its_rates_include(mine: Path, capsys: Captured) -> None:
    run, cards = ask(capsys, "run")["out"], mine / "cards.csv"
    text = cards.read_text("utf-8")

    def say(*others: str) -> list[str]:
        edited = text.replace(f"{CARD},Oil,3", f"{CARD},Oil,4")
        for name in others:
            edited = edited.replace(f"{name},Gust,", f"{name},Gust,1")
        cards.write_text(edited, "utf-8")
        capsys.readouterr()
        assert main(["price", CARD, "--bots", "heuristic", "--precision", "5"]) == 0
        return [one for one in capsys.readouterr().out.splitlines() if "rates include" in one]

    assert say() == []
    assert say("Gale") == [f"These win rates include your other edit since {run}: Gale."]
    assert say("Gale", "Draught") in (
        [f"These win rates include your other edits since {run}: {one} and {other}."]
        for one, other in (("Gale", "Draught"), ("Draught", "Gale"))
    )

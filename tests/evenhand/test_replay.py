"""Telling a game of a run: what is told is what was played."""

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import tomlkit

import evenhand
from evenhand.__main__ import main
from evenhand.simulate.game import Game
from evenhand.simulate.replay.game_numbers import GameKey, find_game_key, find_game_number
from evenhand.simulate.replay.games_behind import KINDS, Cell, rank_games, select_games
from evenhand.simulate.replay.notable import NOTABLE, find_game
from evenhand.simulate.runs.parts import hash_parts, read_label, write_part
from evenhand.simulate.runs.result_columns import from_frame, row_record
from evenhand.simulate.runs.run_folder import hash_contents
from evenhand.simulate.runs.seal import seal_files
from evenhand.simulate.runs.stored import open_stored

GAME_PAGES = 1
Command = Callable[..., Any]


def told(run_folder: Path, *flags: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["replay", str(run_folder), "--format", "json", *flags]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return json.loads(printed.out)


def test_json_tells_the_game_that_was_played(
    run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = pl.read_parquet(run_folder / "games/*.parquet").sort("matchup", "pair", "rotation")
    for number, row in enumerate(games.iter_rows(named=True), 1):
        game = told(run_folder, "--game", str(number), capsys=capsys)
        steps = game["steps"]
        assert sum(len(step["options"]) > 1 for step in steps) == row["decisions"]
        assert max(step["turn"] for step in steps) == row["turns"]
        winner = "nobody" if row["winner"] < 0 else f"player_{row['winner'] + 1}"
        assert game["winner"] == winner


def test_a_step_says_who_chose_what_and_what_it_changed(
    run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = told(run_folder, "--game", "1", capsys=capsys)["steps"]
    for step in steps:
        assert set(step) == {
            "turn", "seat", "question", "options", "scores", "choice", "changes", "state",
        }  # fmt: skip
        assert len(set(step["options"])) == len(step["options"]) == len(step["scores"])
        # the bot of the small run goes by its scores
        assert step["scores"][step["choice"]] == max(step["scores"])
    before, after = steps[0], steps[1]
    assert before["changes"] and before["state"] != after["state"]


def test_text_has_a_heading_for_each_turn_and_ends_with_the_result(
    run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(run_folder), "--game", "2"]) == 0
    text = capsys.readouterr().out
    turns = [int(number) for number in re.findall(r"^Turn (\d+)$", text, re.MULTILINE)]
    assert turns == list(range(1, len(turns) + 1))
    table = text.partition("\nThe table\n")[2].partition("\n\n")[0].splitlines()
    assert [line.partition(":")[0] for line in table if "hand" in line] == [
        "  Player 1, hand", "  Player 2, hand",
    ]  # fmt: skip
    assert re.search(r"(Player \d wins with .+|Nobody wins): .+\.$", text.strip())


def test_html_needs_nothing_but_itself(
    run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(run_folder), "--game", "3", "--format", "html"]) == 0
    path = run_folder / "game-3.html"
    assert capsys.readouterr().out == f"Replay  {path}\n"
    page = path.read_text(encoding="utf-8")
    assert "http" not in re.sub(r"http-equiv", "", page)
    assert "</script>" in page


@pytest.mark.parametrize("kind", ["longest", "shortest"])
def test_a_notable_game_is_found(run_folder: Path, kind: str) -> None:
    run = open_stored(run_folder)
    turns = run.games.select("matchup", "pair", "rotation", "turns").collect()
    place = find_game_key(run, find_game(run, kind))
    best = turns["turns"].max() if kind == "longest" else turns["turns"].min()
    found = turns.filter(
        pl.col("matchup") == place.matchup,
        pl.col("pair") == place.pair,
        pl.col("rotation") == place.rotation,
    )
    assert found["turns"].item() == best


def test_numbers_and_places_go_together(run_folder: Path) -> None:
    run = open_stored(run_folder)
    rows = run.games.select("matchup", "pair", "rotation").collect()
    places = [GameKey(*row) for row in sorted(rows.iter_rows())]
    assert [find_game_number(run, place) for place in places] == list(range(1, len(places) + 1))
    assert [find_game_key(run, n) for n in range(1, len(places) + 1)] == places


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--game", "0"], "--game: expected 1 to 6, found 0"),
        (["--game", "7"], "--game: expected 1 to 6, found 7"),
        (["--find", "longestt"], "did you mean 'longest'?"),
        (["--find", "error"], "no game of"),
        (["--format", "htm"], "did you mean 'html'?"),
        (["--game", "1", "--find", "longest"], "give one of them"),
    ],
)
def test_a_wrong_flag_is_refused(
    run_folder: Path, flags: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(run_folder), *flags]) == 2
    assert said in capsys.readouterr().err


def test_a_run_of_other_rules_is_refused(
    run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = run_folder / "run.toml"
    text = path.read_text()
    path.write_text(re.sub(r"rules_version = \d+", "rules_version = 99", text))
    seal_files(run_folder, [path])
    assert main(["replay", str(run_folder)]) == 3
    assert "version 99 of the rules" in capsys.readouterr().err


@pytest.mark.parametrize("harm", ["missing", "not what was written"])
def test_a_run_whose_files_are_not_as_they_were_is_refused(
    run_folder: Path, harm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = run_folder / "inputs" / "cards.csv"
    if harm == "missing":
        path.unlink()
    else:
        path.write_text(path.read_text() + "\n")
    assert main(["replay", str(run_folder)]) == 3
    printed = capsys.readouterr().err
    assert str(path) in printed and harm in printed


def test_a_game_that_comes_out_otherwise_is_pointed_out(
    game: Game, run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = min((run_folder / "games").iterdir())
    slots = game.state_record(2)["card_of"].shape[1]
    rows, label = from_frame(pl.read_parquet(path), row_record(2, slots)), read_label(path)
    rows["turns"] += 1
    write_part(path, rows, label)
    parts = sorted((run_folder / "games").iterdir())
    now = hash_parts(read_label(part).rows_sha256 for part in parts)
    description = run_folder / "run.toml"
    info = tomllib.loads(description.read_text())
    info["run"]["results_hash"] = now
    info["run"]["contents"] = hash_contents(info)
    description.write_text(tomlkit.dumps(info))
    seal_files(run_folder, [path, description])
    assert main(["replay", str(run_folder), "--game", "1"]) == 0
    assert "does not come out as it did" in capsys.readouterr().err


def test_every_kind_of_notable_game_is_in_the_help(evenhand_in: Command) -> None:
    text = " ".join(evenhand_in("replay", "-h", COLUMNS="200").stdout.split())
    assert all(kind in text for kind in (*NOTABLE, *KINDS))


def test_json_says_who_was_ahead_as_the_results_do(
    run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = pl.read_parquet(run_folder / "games/*.parquet").sort("matchup", "pair", "rotation")
    for number, row in enumerate(games.iter_rows(named=True), 1):
        lead = told(run_folder, "--game", str(number), capsys=capsys)["lead"]
        changes = sum(look["is_change"] for look in lead["looks"])
        assert changes == row["lead_changes"]
        behind = [max(look["standings"]) - look["standings"][row["winner"]]
                  for look in lead["looks"]]  # fmt: skip
        if row["winner"] >= 0:
            assert max(behind, default=0) == row["comeback"]


def test_a_page_holds_changes_and_little_else(run_folder: Path) -> None:
    assert main(["replay", str(run_folder), "--game", "3", "--format", "html"]) == 0
    page = (run_folder / "game-3.html").read_text(encoding="utf-8")
    assert len(page.encode()) < 100_000


def test_a_position_is_saved_as_a_scenario_that_holds(
    run_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = told(run_folder, "--game", "1", capsys=capsys)["steps"]
    saved = 0
    for number in range(1, len(steps) + 1, 9):
        file = tmp_path / f"{number}.toml"
        flags = ["--step", str(number), "--format", "scenario", "--out", str(file)]
        if main(["replay", str(run_folder), "--game", "1", *flags]) == 0:
            saved += 1
            said = tomllib.loads(file.read_text())
            assert said["expect"]["options"] == steps[number - 1]["options"]
            assert main(["scenario", str(file)]) == 0
        else:
            assert "cannot be laid out" in capsys.readouterr().err
            assert not file.exists()
    assert saved >= 3


CELLS = [
    ["--first"],
    ["--deck", "{deck}"],
    ["--card", "{card}"],
    ["--card", "{card}", "--deck", "{deck}"],
    ["--matchup", "{deck} vs {other}"],
]


@pytest.mark.parametrize("flags", CELLS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_a_number_is_found(
    run_folder: Path, flags: list[str], kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    decks = open_stored(run_folder).info["decks"]
    names = {"deck": decks[0]["name"], "other": decks[-1]["name"], "card": decks[0]["cards"][0]}
    asked = [flag.format(**names) for flag in flags]
    status = main(["replay", str(run_folder), "--find", kind, *asked])
    printed = capsys.readouterr()
    assert status == 0 or "is a case of" in printed.err
    assert status or printed.out.startswith(open_stored(run_folder).info["run"]["title"])


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--card", "No Such Card"], "no deck of the run holds a card"),
        (["--deck", "nobody"], "the run has no deck 'nobody'"),
        (["--matchup", "nobody"], "--matchup: expected two decks or more"),
        (["--ending", "engine_eror"], "did you mean 'engine_error'?"),
        (["--ending", "endless", "--first"], "give one of them"),
        (["--game", "1", "--first"], "give one of them"),
        (["--step", "3"], "--step and --format scenario go together"),
        (["--format", "scenario"], "--step and --format scenario go together"),
        (["--format", "scenario", "--step", "100000"], "--step: expected 1 to"),
    ],
)
def test_a_wrong_choice_of_games_or_step_is_refused(
    run_folder: Path, flags: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(run_folder), *flags]) == 2
    assert said in capsys.readouterr().err


def test_a_report_leads_to_games_that_are_there(run_folder: Path) -> None:
    assert main(["report", str(run_folder)]) == 0
    page = (run_folder / "report.html").read_text(encoding="utf-8")
    links = set(re.findall(r'href="(replays/[^"]+)"', page))
    assert links and all((run_folder / link).is_file() for link in links)
    before = {link: (run_folder / link).read_bytes() for link in links}
    assert main(["report", str(run_folder)]) == 0
    assert before == {link: (run_folder / link).read_bytes() for link in links}
    open_stored(run_folder)  # the seal still holds


def test_a_report_elsewhere_has_its_games_beside_it(run_folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "elsewhere"
    place.mkdir()
    assert main(["report", str(run_folder), "--out", str(place / "page.html")]) == 0
    assert list((place / "replays").glob("page-game-*.html"))


def test_the_telling_game_of_a_card_that_does_harm_is_lost_with_it(tmp_path: Path) -> None:
    played = evenhand.play("last_light", games=40, decks=["moth", "lamp"], out=tmp_path / "run")
    run = open_stored(Path(played.folder))
    ends = set()
    for deck, held in enumerate(run.info["decks"]):
        others = [one for one in run.info["decks"] if one is not held]
        for card in set(held["cards"]).difference(*(one["cards"] for one in others)):
            for does_harm in (False, True):
                cell = Cell("card", (card,), does_harm)
                games = rank_games(select_games(run, cell), "telling").head(1).collect()
                for game in games.iter_rows(named=True):
                    ends.add((does_harm, game[f"deck_{game['winner']}"] == deck))
    assert ends == {(False, True), (True, False)}

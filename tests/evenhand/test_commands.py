"""The commands that list, check and convert."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from evenhand.__main__ import main
from evenhand.decks.deck_list import sample_decks
from evenhand.decks.pool import load_pool
from evenhand.inputs.decks_and_bots import find_entrant_files
from evenhand.simulate.bots.bot_files import bot_names
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game

Command = Callable[..., Any]
Captured = pytest.CaptureFixture[str]
GAMES = [load_game(name) for name in game_names()]


def printed_json(capsys: Captured) -> dict[str, Any]:
    content = json.loads(capsys.readouterr().out)
    assert content["schema_version"] == 1
    return content


def test_games(game: Game, capsys: Captured) -> None:
    assert main(["games", "--json"]) == 0
    listed = {row["name"]: row for row in printed_json(capsys)["games"]}
    row = listed[game.name]
    assert row["title"] == game.title
    assert row["modes"] == list(game.schema.modes)
    assert row["players"] == "2"
    assert row["cards"] == len(load_pool(game.schema).cards)
    assert row["decks"] == list(sample_decks(game.schema))
    assert row["bots"] == bot_names(game)
    assert row["options"] == len(game.options)


def test_games_for_people(game: Game, capsys: Captured) -> None:
    assert main(["games"]) == 0
    text = capsys.readouterr().out
    assert game.title in text
    assert f"evenhand run {game.name}" in text


LISTING = """
import sys
from evenhand.__main__ import main
assert main(["games"]) == 0
assert main(["games", GAME]) == 0
assert "numba" not in sys.modules
"""


def test_listing_needs_no_numba(game: Game) -> None:
    program = f"GAME = {game.name!r}{LISTING}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_version(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("evenhand 0.")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help(flag: str, capsys: Captured) -> None:
    assert main([flag]) == 0
    assert "Judge a change:" in capsys.readouterr().out
    assert main(["run", flag]) == 0
    assert "--games N" in capsys.readouterr().out


@pytest.mark.parametrize("variable", ["NO_COLOR", "GITHUB_ACTIONS", "FORCE_COLOR"])
def test_help_has_no_colours(variable: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "evenhand", "run", "-h"],
        env={**os.environ, variable: "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("variables", "is_styled"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, False),
    ],
)
def test_tables_are_styled_where_wanted(
    variables: dict[str, str],
    is_styled: bool,
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert main(["games", game.name, "--options"]) == 0
    assert ("\x1b[" in capsys.readouterr().out) == is_styled


def test_options(game: Game, capsys: Captured) -> None:
    assert main(["games", game.name, "--options", "--json"]) == 0
    rows = {row["name"]: row for row in printed_json(capsys)["options"]}
    assert rows.keys() == {option.name for option in game.options}
    for option in game.options:
        assert rows[option.name]["default"] == option.default
        assert option.read(str(option.default)) == option.default
    assert main(["games", game.name, "--options"]) == 0
    text = capsys.readouterr().out
    assert all(option.name in text and option.meaning in text for option in game.options)


def test_one_game(game: Game, capsys: Captured) -> None:
    assert main(["games", game.name, "--json"]) == 0
    shown = printed_json(capsys)
    assert main(["games", game.name, "--options", "--json"]) == 0
    assert printed_json(capsys).items() <= shown.items()
    assert (shown["title"], shown["decks"]) == (game.title, list(sample_decks(game.schema)))
    assert main(["games", game.name]) == 0
    text = capsys.readouterr().out
    assert all(part in text for part in (game.title, *game.schema.modes, *shown["decks"]))
    assert all(option.name in text and option.meaning in text for option in game.options)


def test_bots(game: Game, capsys: Captured) -> None:
    assert main(["bots", game.name, "--json"]) == 0
    content = printed_json(capsys)
    assert [row["name"] for row in content["bots"]] == bot_names(game)
    assert {row["name"] for row in content["weights"]} == {weight.name for weight in game.weights}
    assert main(["bots", game.name]) == 0
    text = capsys.readouterr().out
    assert all(weight.meaning in text for weight in game.weights)
    assert all(row["meaning"] and row["meaning"] in text for row in content["bots"])


@pytest.mark.parametrize("name", game_names())
def test_every_option_says_what_it_means(name: str) -> None:
    for option in load_game(name).options:
        words = option.meaning.partition("(")[0].split()
        assert len(words) > 1, option.name  # more than the clause that it is from


def test_cards(game: Game, capsys: Captured) -> None:
    pool = load_pool(game.schema)
    assert main(["cards", game.name, "--json"]) == 0
    rows = printed_json(capsys)["cards"]
    assert [row["name"] for row in rows] == list(pool.names)
    assert {bool(row["abilities"]) for row in rows} == {bool(card.abilities) for card in pool.cards}


def test_cards_for_people(game: Game, capsys: Captured) -> None:
    pool = load_pool(game.schema)
    assert main(["cards", game.name]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(any(line.startswith(name) for line in lines) for name in pool.names)
    assert lines[-1] == f"{len(pool.names)} of {len(pool.names)} cards"
    assert not any(line.endswith(" ") for line in lines)


def test_one_card_is_found(game: Game, capsys: Captured) -> None:
    name = load_pool(game.schema).names[0]
    assert main(["cards", game.name, "--find", name.upper(), "--json"]) == 0
    assert name in [row["name"] for row in printed_json(capsys)["cards"]]
    assert main(["cards", game.name, "--find", "no card says this"]) == 0
    assert "0 of " in capsys.readouterr().out


def test_a_card_file_is_checked(game: Game, tmp_path: Path, capsys: Captured) -> None:
    text = game.schema.sample_path("cards.csv").read_text(encoding="utf-8")
    mine = tmp_path / "mine.csv"
    mine.write_text("\n".join(f"{line},{'?' if i else 'thoughts'}" for i, line in
                              enumerate(text.splitlines())), encoding="utf-8")  # fmt: skip
    assert main(["cards", game.name, "--cards", str(mine)]) == 0
    printed = capsys.readouterr()
    n_cards = len(load_pool(game.schema).cards)
    assert printed.out == f"{mine}: {n_cards} cards, no problems\n"
    assert printed.err == f"{mine}: ignored column 'thoughts'\n"


def test_a_wrong_card_file_is_refused(game: Game, tmp_path: Path, capsys: Captured) -> None:
    mine = tmp_path / "mine.csv"
    mine.write_text("title\nNobody\n")
    assert main(["cards", game.name, "--cards", str(mine), "--json"]) == 3
    printed = capsys.readouterr()
    assert f"error: {mine}:1: column 'name': this column is missing" in printed.err
    assert printed.out == ""


def test_legal_decks(game: Game, capsys: Captured) -> None:
    samples = sample_decks(game.schema, game.schema.modes[0])
    assert main(["deck", *map(str, samples.values()), "--game", game.name]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": legal, ")[0] for line in lines] == list(samples)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_products_are_checked_in_sealed_modes(game: Game, capsys: Captured) -> None:
    for mode in game.schema.sealed_modes:
        folder = str(game.schema.sample_path("products"))
        assert main(["deck", folder, "--game", game.name, "--mode", mode]) == 0
        assert "cards for each player" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_mode_has_sample_decks_of_its_own(game: Game) -> None:
    for mode in set(game.schema.modes) - set(game.schema.sealed_modes):
        files = find_entrant_files(game, mode, [])
        assert [path.stem for path in files] == list(sample_decks(game.schema, mode))


def test_illegal_decks(game: Game, tmp_path: Path, capsys: Captured) -> None:
    name, sample = next(iter(sample_decks(game.schema).items()))
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("1 Nobody\n2 Nothing\n")
    assert main(["deck", str(wrong), str(sample), "--game", game.name]) == 3
    printed = capsys.readouterr()
    assert [line.split(": ")[1] for line in printed.err.splitlines()] == [
        f"{wrong}:1", f"{wrong}:2",
    ]  # fmt: skip
    assert printed.out.startswith(f"{name}: legal")


def test_decks_as_json(game: Game, tmp_path: Path, capsys: Captured) -> None:
    name, sample = next(iter(sample_decks(game.schema).items()))
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("1 Nobody\n")
    assert main(["deck", str(wrong), str(sample), "--game", game.name, "--json"]) == 3
    bad, good = printed_json(capsys)["decks"]
    assert (bad["legal"], good["legal"], good["name"]) == (False, True, name)
    assert bad["problems"][0]["line"] == 1
    assert set(good["cards"]) <= set(load_pool(game.schema).names)


def test_report(run_folder: Path, tmp_path: Path, capsys: Captured) -> None:
    (run_folder / "report.html").unlink()
    assert main(["report", str(run_folder)]) == 0
    page = run_folder / "report.html"
    assert capsys.readouterr().out == f"Report  {page}\n"
    other = tmp_path / "other.html"
    assert main(["report", str(run_folder), "--out", str(other)]) == 0
    text = other.read_text(encoding="utf-8").replace("replays/other-game-", "replays/game-")
    assert text == page.read_text(encoding="utf-8")


def test_report_opens(run_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert main(["report", str(run_folder), "--open"]) == 0
    assert opened == [(run_folder / "report.html").as_uri()]


@pytest.mark.parametrize("command", ["report", "export"])
def test_an_unwritable_file(command: str, run_folder: Path, capsys: Captured) -> None:
    out = run_folder / "no folder" / "file.csv"
    assert main([command, str(run_folder), "--out", str(out)]) == 2
    assert f"error: cannot write to {out}: No such file or directory" in capsys.readouterr().err


def test_export(run_folder: Path, tmp_path: Path, capsys: Captured) -> None:
    assert main(["export", str(run_folder)]) == 0
    table = run_folder / "export.csv"
    assert capsys.readouterr().out == f"Export  {table} (12 rows)\n"
    other = tmp_path / "games.parquet"
    assert main(["export", str(run_folder), "--out", str(other)]) == 0
    wide = pl.read_parquet(other)
    assert wide.shape == pl.read_csv(table).shape
    assert wide["won"].sum() + wide["draw"].sum() // 2 == 6


def test_export_for_spells(run_folder: Path, capsys: Captured) -> None:
    assert main(["export", str(run_folder), "--format", "spells"]) == 0
    assert capsys.readouterr().out == f"Export  {run_folder / 'spells'} (12 rows)\n"
    (place,) = (run_folder / "spells/external").iterdir()
    kinds = ("PremierDraft_draft", "PremierDraft_game", "card")
    names = sorted(path.name for path in place.iterdir())
    assert names == [f"{place.name}_{kind}.parquet" for kind in kinds]


def test_an_unknown_format(run_folder: Path, capsys: Captured) -> None:
    assert main(["export", str(run_folder), "--format", "parket"]) == 2
    assert "there is no format 'parket' (did you mean 'parquet'?)" in capsys.readouterr().err


def test_the_speed_of_every_kind_of_bot(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    class Played:
        games, decisions, seconds, games_per_second = 20, 800, 2.0, 10.0

    monkeypatch.setattr(
        "evenhand.commands.speed.measure_start", lambda *_: {"kind": "warm", "text": "Loaded"}
    )
    monkeypatch.setattr("evenhand.commands.speed.play", lambda *_: Played)
    assert main(["games", game.name, "--speed", "--json"]) == 0
    rows = printed_json(capsys)["bots"]
    learned = ["learned"] if "learned" in bot_names(game) else []
    assert [row["bot"] for row in rows] == ["random", "heuristic", *learned, "search:16"]
    assert rows[0]["decisions_per_second_1"] == 400
    assert rows[0]["scaling"] == 1
    assert main(["games", game.name, "--speed"]) == 0
    assert "games/s, 2 workers" in capsys.readouterr().out


def test_output_that_nobody_reads() -> None:
    pipe = f"{sys.executable} -m evenhand games | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", pipe], capture_output=True, text=True)
    assert done.returncode in (0, 141)
    assert done.stderr == ""

"""How often abilities were used, as the command tells it."""

import json
from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.decks.pool import load_pool
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game


def test_every_ability_of_the_decks_has_a_row(
    run_folder: Path, game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cards", game.name, "--coverage", str(run_folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    named = {row["card"] for row in found["abilities"]} | set(found["in_no_deck"])
    assert named == set(load_pool(game.schema).labels)
    for row in found["abilities"]:
        assert 0 <= row.get("worked", 0) <= row.get("did", 0) <= row.get("could", 0) <= 1
        assert row["n_games"] > 0


def test_dead_text_is_listed_below_the_table(
    run_folder: Path, game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cards", game.name, "--coverage", str(run_folder)]) == 0
    shown = capsys.readouterr()
    assert "with effect" in shown.out.splitlines()[0]
    assert "Never possible: " in shown.out  # so few games leave some
    assert "In no deck of the run: " in shown.err


def test_cards_without_abilities_are_seen_and_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [load_game(name) for name in game_names()]
    plain = next(game for game in games if not game.schema.vocabulary.verbs)
    out = str(tmp_path / "run")
    assert main(["run", "--no-report", plain.name, "--games", "40", "--out", out, "--quiet"]) == 0
    capsys.readouterr()
    assert main(["cards", plain.name, "--coverage", out]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["card", "seen", "played", "games"]
    assert len(rows) > 20


@pytest.mark.parametrize(
    ("flags", "said"), [(["--games", "0"], "--games"), (["--coverage", "nowhere"], "not a run")]
)
def test_a_wrong_flag_is_refused(
    run_folder: Path, game: Game, flags: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cards", game.name, "--coverage", str(run_folder), *flags]) == 2
    assert said in capsys.readouterr().err

"""More than two players, from the command line to every file that comes of it."""

import json
import tomllib
from dataclasses import replace
from itertools import combinations

import polars as pl
import pytest

from evenhand.decks.deck_list import sample_decks
from evenhand.inputs.job import note_chosen_tables, prepare
from evenhand.inputs.request import Request
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.table_schedule import list_tables
from tests.evenhand.conftest import called

GAME = "last_light"
DUEL = next(name for name in game_names() if load_game(name).seats == (2, 2))
DECKS = "gale,lamp,moth,tempest"
FOUR = [GAME, "--players", "4", "--decks", DECKS, "--games", "48"]
BALANCE = f"""game = "{GAME}"
players = 4
decks = ["gale", "lamp", "moth", "tempest"]
games = 48

[expect]
win_rate = [0.0, 0.9]
seat = [0.0, 0.9]
first_player = [0.0, 0.9]

[expect.matchups]
"gale vs lamp + moth + tempest" = [0.0, 0.9]

[check]
games = 80
"""


@pytest.fixture
def evenhand_in(tmp_path):
    return lambda *arguments: called(arguments, tmp_path)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("four")
    done = called(["run", *FOUR, "--out", "four", "--json"], folder)
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout)


def test_four_decks_make_one_table(played):
    folder, said = played
    games = pl.read_parquet(folder / "four/games/*.parquet")
    assert len(games) == 48 == said["games"]
    assert games["matchup"].unique().to_list() == [0]
    assert [rate["deck"] for rate in said["win_rates"]] == DECKS.split(",")
    places = games.select(f"placement_{seat}" for seat in range(4)).to_numpy()
    assert (places.min(axis=1) == 1).all() and places.max() == 4


def test_the_report_is_about_tables(played):
    folder, _ = played
    page = (folder / "four/report.html").read_text()
    for words in ("1/4 (25.0 %)", "Deck against deck", "Share of places, %", "Seats in turn order"):
        assert words.replace(" %)", "\u00a0%)") in page or words in page
    assert "Matchups</" not in page


def test_a_game_can_be_told_again(played, evenhand_in):
    folder, _ = played
    done = evenhand_in("replay", folder / "four", "--find", "upset")
    assert done.returncode == 0, done.stderr
    assert "Player 4: " in done.stdout and "warning" not in done.stderr


def test_games_can_be_exported_with_their_places(played, evenhand_in, tmp_path):
    folder, _ = played
    done = evenhand_in("export", folder / "four", "--out", "wide.csv")
    assert done.returncode == 0, done.stderr
    wide = pl.read_csv(tmp_path / "wide.csv")
    assert len(wide) == 4 * 48
    assert (wide["placement"] == 1).sum() >= 48


def test_the_command_of_the_run_plays_it_again(played, evenhand_in):
    folder, said = played
    info = tomllib.loads((folder / "four/run.toml").read_text())
    command = info["run"]["command"]
    assert "--players 4" in command
    done = evenhand_in(*command.split()[1:], "--json")
    assert json.loads(done.stdout)["results_hash"] == said["results_hash"]


def test_two_runs_are_compared(played, evenhand_in):
    folder, _ = played
    other = evenhand_in("run", *FOUR, "--set", "flame=6", "--out", "b", "--quiet")
    assert other.returncode == 0, other.stderr
    done = evenhand_in("compare", folder / "four", "b", "--json")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["decks"]) == 4


def test_a_folder_is_played_and_checked(tmp_path, evenhand_in):
    (tmp_path / "balance.toml").write_text(BALANCE)
    assert evenhand_in("run", "--quiet", "--out", "one").returncode == 0
    done = evenhand_in("check", "--json")
    assert done.returncode == 0, done.stderr + done.stdout
    cells = json.loads(done.stdout)["cells"]
    seats = [cell["subject"] for cell in cells if cell["topic"] == "seat"]
    assert sorted(seats) == ["1", "2", "3", "4"]
    assert any(cell["topic"] == "matchup" for cell in cells)


def test_what_is_expected_of_a_table_that_is_not_chosen_is_not_passed_over(tmp_path, evenhand_in):
    (tmp_path / "decks").mkdir()
    sample = next(iter(sample_decks(load_game(GAME).schema).values())).read_text()
    names = list("abcdefghij")
    for name in names:
        (tmp_path / "decks" / f"{name}.txt").write_text(sample)
    chosen = list_tables(len(names), 4, 1)
    own, *others = next(
        table for table in combinations(range(len(names)), 4) if table not in chosen
    )
    subject = f"{names[own]} vs {' + '.join(names[other] for other in others)}"
    (tmp_path / "balance.toml").write_text(
        f'game = "{GAME}"\nplayers = 4\nseed = 1\ndecks = "decks"\n'
        f'[expect.matchups]\n"{subject}" = [0.0, 1.0]\n'
    )
    done = evenhand_in("check", "--games", "500", "--json")
    assert done.returncode == 4, done.stderr
    verdicts = {cell["subject"]: cell["verdict"] for cell in json.loads(done.stdout)["cells"]}
    assert verdicts == {subject: "inconclusive", "": "pass"}


def test_cards_are_exchanged(evenhand_in):
    done = evenhand_in("impact", "Gale", "--game", GAME, "--players", "4", "--decks", DECKS,
                       "--games", "800", "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert {row["card"] for row in json.loads(done.stdout)["effects"]} == {"Gale"}


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ([GAME, "--players", "9"], "is for 2 to 8 players, not 9 (--players 8)"),
        ([GAME, "--players", "1"], "is for 2 to 8 players, not 1 (--players 2)"),
        ([DUEL, "--players", "4"], "is for 2 players, not 4 (--players 2)"),
        (
            [GAME, "--players", "4", "--decks", "gale,lamp,moth"],
            "4 players need 4 decks or more, found 3 (--players 3, or --mirrors)",
        ),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(evenhand_in, flags, said):
    done = evenhand_in("run", *flags)
    assert done.returncode == 2
    assert done.stderr.strip().endswith(said) and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("players = 4", "players = 9"), "2: players: expected 2 to 8, found 9"),
        (("players = 4", "players = 2"), "expect.seat: two players have no band for seats"),
        (("lamp + moth + tempest", "lamp"), "expected 'DECK vs DECK + DECK + DECK'"),
    ],
)
def test_a_wrong_folder_is_said_to_be(tmp_path, evenhand_in, change, said):
    (tmp_path / "balance.toml").write_text(BALANCE.replace(*change))
    done = evenhand_in("check")
    assert done.returncode == 3 and said in done.stderr


def test_one_deck_alone_meets_itself(evenhand_in):
    done = evenhand_in(
        "run", "--no-report", GAME, "--players", "4", "--decks", "gale", "--games", "4"
    )
    assert done.returncode == 0
    assert "plays against itself" in done.stderr


def test_chosen_tables_are_counted_and_said():
    plan = prepare(Request(GAME, games=1, players=4)).plan
    assert note_chosen_tables(plan) == [] and len(plan.sides) == 70
    many = [replace(deck, name=f"{deck.name} {n}") for deck in plan.entrants for n in (1, 2)]
    (note,) = note_chosen_tables(replace(plan, entrants=many))
    assert note == (
        "4 of 16 decks make 1,820 tables; 100 of them are played, in which each deck sits 25 "
        "times and meets each other 4 to 7 times."
    )

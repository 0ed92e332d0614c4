"""The benchmarks run; what they measure is for people to judge."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from benchmarks import live, measure
from benchmarks.players import play_both_ways
from evenhand.__main__ import main
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.registry import load_game
from tests.amounts import THOROUGH
from tests.fake_run import write_fake_run
from tests.light_reports import leave_empty
from tests.own_games import PATH

ROOT = Path(__file__).parents[1]
GAME = "last_light"


def read_rows(printed):
    title, _, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in printed.splitlines()
    )
    assert title == ["60 games", "first line, s", "end, s", "CPU time, s", "peak MiB"]
    assert [row[0] for row in rows] == ["played and written", "reported", "compared, with itself"]
    return [[float(number) for number in row[1:]] for row in rows]


@pytest.mark.skipif(not THOROUGH, reason="takes long: make thorough")
def test_a_large_run_is_measured():
    command = [sys.executable, ROOT / "benchmarks" / "measure.py", GAME, "--large", "60"]
    env = {**os.environ, "PYTHONPATH": PATH}
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    assert all(number > 0 for row in read_rows(done.stdout) for number in row)


def test_a_large_run_is_played_reported_and_compared(monkeypatch, capsys):
    """In this process, without figures."""

    def carry_out(*words):
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            assert main(list(words)) == 0
        return 1, 2, 3, 4

    monkeypatch.setattr(measure, "weigh", carry_out)
    monkeypatch.setattr(measure, "simulate", lambda *_: None)
    monkeypatch.setattr("evenhand.reports.figures.draw_figure", leave_empty)
    monkeypatch.setattr("evenhand.reports.linked_games.MOST_PAGES", 0)
    monkeypatch.setattr(sys, "argv", ["measure.py", GAME, "--large", "60"])
    measure.main()
    assert read_rows(capsys.readouterr().out) == [[1, 2, 3, 4]] * 3


def test_rungs_are_compared_with_the_first(monkeypatch, capsys):
    speeds = {"heuristic": 2_000.0, "search:16": 1.5}

    def play(game, _, bot, *words):
        assert ("--decks" in words) == bot.startswith("search")
        return 5.0, {"games_per_second": speeds.get(bot, 500.0)}

    monkeypatch.setattr(measure, "simulate", play)
    monkeypatch.setattr(sys, "argv", ["measure.py", "--rungs", GAME])
    measure.main()
    printed = capsys.readouterr().out
    assert "| heuristic | 2,000 (1) |" in printed
    assert "| learned | 500 (0.25) |" in printed and "| search:16 | 1.5 (0.00075) |" in printed


def test_a_command_is_weighed():
    assert all(number > 0 for number in measure.weigh("--version"))


def test_the_lead_of_two_bots_is_measured(tmp_path):
    game = load_game(GAME)
    row = play_both_ways(
        GAME, load_bot(game, "heuristic"), load_bot(game, "random"), 200, tmp_path / "run"
    )
    assert row["stronger"] == "heuristic"
    assert row["win_rate_low"] > 0.5


def test_what_live_teams_ask_is_timed(tmp_path):
    run = write_fake_run(
        tmp_path / "run", {"Tide": 0.1, "Rush": 0.0, "Wall": -0.1}, ["Pup"], n_pairs=40
    )
    for question in live.QUESTIONS:
        seconds, peak = live.ask(question, str(run))
        assert seconds > 0 and peak > 0

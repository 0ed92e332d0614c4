"""The package spells, which reads the data of 17Lands, reads an export and agrees with us.

It needs a polars of its own, and so lives in an environment of its own in ``.venv/spells``,
which is made when it is first wanted.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from filelock import FileLock

import evenhand
from evenhand import analysis
from evenhand.analysis import Run
from evenhand.analysis.tables.spells_export import write_spells_folder

ROOT = Path(__file__).parents[2]
HOME = ROOT / ".venv/spells"
WANTED = "spells-mtg==0.13.0"
METRICS = ("gp_wr", "oh_wr", "gih_wr", "gns_wr", "iwd")
ASK = """
import json, sys
from spells import summon
name, asked = sys.argv[1], json.loads(sys.argv[2])
print(summon(name, **asked).write_json())
"""

pytestmark = pytest.mark.xdist_group("spells")


@pytest.fixture(scope="module")
def python_with_spells() -> Path:
    """Return the Python that has spells; without it, and without an index, there is no test."""
    python = HOME / "bin/python"
    HOME.parent.mkdir(exist_ok=True)
    with FileLock(f"{HOME}.lock"):
        if not (HOME / "ready").exists():
            install(python)
    return python


def install(python: Path) -> None:
    pip = ("-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--retries", "0")
    for command in (
        (sys.executable, "-m", "venv", "--clear", HOME),
        (python, *pip, "--timeout", "10", WANTED),
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            why = f"{WANTED} cannot be installed: {done.stderr.strip().splitlines()[-1:]}"
            (pytest.fail if "EVENHAND_SPELLS" in os.environ else pytest.skip)(why)
    (HOME / "ready").touch()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("spells") / "run"
    return evenhand.play("divine_cross", games=600, decks=["cinder_rush", "tidal_raiders"],
                         mirrors=True, out=folder)  # fmt: skip


@pytest.fixture(scope="module")
def home(run: Run) -> Path:
    assert write_spells_folder(run, run.folder / "spells") == 1200
    return run.folder / "spells"


def summon(python: Path, home: Path, **asked: object) -> pd.DataFrame:
    done = subprocess.run(
        [python, "-c", ASK, "divine_cross", json.dumps(asked)],
        env={**os.environ, "SPELLS_DATA_HOME": str(home), "PYTHONPATH": ""},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return pd.DataFrame(json.loads(done.stdout))


def test_it_summons_our_win_rates_of_cards(python_with_spells: Path, home: Path, run: Run) -> None:
    """Without draws, of which spells knows nothing, and with matchups of one size."""
    assert run.games.collect()["winner"].min() == 0
    columns = ["num_gih", "num_oh", *METRICS]
    theirs = summon(python_with_spells, home, columns=columns, group_by=["name"])
    theirs = theirs.set_index("name")
    ours = analysis.card_win_rates(run).query("deck == ''").set_index("card")
    theirs = theirs.loc[ours.index]
    assert (theirs["num_gih"] == ours["gih_n"]).all()
    assert (theirs["num_oh"] == ours["oh_n"]).all()
    for metric in METRICS:
        pd.testing.assert_series_equal(theirs[metric], ours[metric], check_names=False)


def test_it_groups_by_deck(python_with_spells: Path, home: Path, run: Run) -> None:
    asked = {"columns": ["num_games", "game_wr", "num_mulligans_sum", "num_events"]}
    theirs = summon(python_with_spells, home, **asked, group_by=["main_colors"])
    games = run.games.collect()
    assert list(theirs["main_colors"]) == ["cinder_rush", "tidal_raiders"]
    assert (theirs["num_games"] == 600).all() and (theirs["num_events"] == 300).all()
    mulligans = games["mulligans_0"].sum() + games["mulligans_1"].sum()
    assert theirs["num_mulligans_sum"].sum() == mulligans


def test_it_summons_what_it_does_unasked(python_with_spells: Path, home: Path, run: Run) -> None:
    """With all columns that need drafts, of which there are none, and cards with rarities."""
    theirs = summon(python_with_spells, home)
    assert set(theirs["name"]) == set(run.card_names)
    assert (theirs["num_seen"] == 0).all()
    assert "SR" in set(theirs["rarity"])

"""Commands in a folder in which something is wrong: the rest is played, and all faults are said."""

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

import evenhand
from evenhand.decks.problems import InputError
from evenhand.inputs.last_run import find_last_run
from evenhand.reports.left_out import describe_left_out
from evenhand.simulate.runs.repair import repair_run
from evenhand.simulate.runs.stored import load_plan
from tests.evenhand.conftest import Command
from tests.evenhand.watched_folder import make_folder, replace

BROKEN = ("Breath,Gust,1", "Breath,Gust,x")  # a card of the deck gale alone
LEFT_OUT = "Left out: gale (Breath cannot be read); 2 of 3 decks are played."


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a folder with three decks, one of which holds a card that cannot be read."""
    folder = make_folder(tmp_path / "mine")
    replace(folder / "cards.csv", *BROKEN)
    return folder


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return make_folder(tmp_path / "whole")


def games_of(run: Path, decks: tuple[str, str]) -> list[dict[str, object]]:
    """List the games of a run in which two decks met."""
    plan = load_plan(run)
    names = [entrant.name for entrant in plan.entrants]
    number = next(
        n for n, one in enumerate(plan.matchups) if {names[d] for d in one.decks} == set(decks)
    )
    games = pl.concat([pl.read_parquet(part) for part in sorted(run.glob("games/*.parquet"))])
    columns = ["pair", "rotation", "first", "winner", "turns"]
    return games.filter(pl.col("matchup") == number).select(columns).to_dicts()


def test_a_run_plays_the_decks_that_can_be_read(
    mine: Path, whole: Path, evenhand_in: Command, tmp_path: Path
) -> None:
    done = evenhand_in("run", "mine", "--games", "40", "--out", "part")
    assert done.returncode == 3
    first, second, *_ = done.stderr.splitlines()
    assert first.startswith("error: mine/cards.csv:2: column 'strength'")
    assert second.startswith("error: mine/decks/gale.txt:3: 'Breath' cannot be read")
    assert f"\n{LEFT_OUT} " in done.stdout
    report = (tmp_path / "part" / "report.html").read_text(encoding="utf-8")
    assert "Left out: " in report
    assert evenhand_in("run", "whole", "--games", "60", "--out", "all").returncode == 0
    same = ("lamp", "squall")
    assert games_of(tmp_path / "part", same)[:20] == games_of(tmp_path / "all", same)[:20]


def test_a_run_says_what_it_did_not_play(mine: Path, evenhand_in: Command, tmp_path: Path) -> None:
    evenhand_in("run", "mine", "--games", "40", "--no-report", "--out", "part")
    run = tmp_path / "part"
    plan = load_plan(run)
    assert [card.name for card in plan.pool.unread] == ["Breath"]
    assert plan.left_out == (("gale", ("Breath",)),)
    assert "Breath" not in plan.pool.names
    next(run.glob("games/*.parquet")).unlink()
    assert repair_run(run) > 0
    assert evenhand_in("report", "part").returncode == 0
    # Mended, it is another run: of other cards.
    replace(mine / "cards.csv", *reversed(BROKEN))
    done = evenhand_in("compare", "part", "--folder", "mine", "--games", "40")
    assert done.returncode == 0
    assert "only in the folder now, and left out: gale" in done.stderr


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("compare", "part", "--folder", "mine", "--games", "40"), "Left out: Breath, which"),
        (("price", "Flask", "--game", "mine", "--games", "800"), LEFT_OUT),
        (("impact", "Flask", "--game", "mine", "--games", "800"), LEFT_OUT),
    ],
)
def test_every_question_begins_with_what_is_left_out(
    command: tuple[str, ...], said: str, mine: Path, evenhand_in: Command
) -> None:
    evenhand_in("run", "mine", "--games", "40", "--no-report", "--out", "part")
    done = evenhand_in(*command)
    assert done.returncode == 3, done.stderr
    assert "mine/cards.csv:2: column 'strength'" in done.stderr
    assert said in done.stdout


@pytest.mark.parametrize(
    "command",
    [
        ("tune", "mine", "--apply"),
        ("train", "mine", "--minutes", "0.01"),
        ("check", "mine", "--update-baseline", "--baseline", "mine/baseline.json"),
        ("run", "mine", "--decks", "gale,lamp"),  # only one of them can be read
        ("price", "Breath", "--game", "mine"),
    ],
)
def test_what_needs_the_whole_folder_ends(
    command: tuple[str, ...], mine: Path, evenhand_in: Command, tmp_path: Path
) -> None:
    before = sorted(tmp_path.rglob("*"))
    done = evenhand_in(*command)
    assert done.returncode == 3
    assert done.stderr.count("mine/cards.csv:2: column 'strength'") == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_tune_judges_what_can_be_read(mine: Path, evenhand_in: Command) -> None:
    given = "tune", "mine", "--games", "4000"
    done = evenhand_in(*given)
    assert done.returncode == 3
    assert done.stderr.count("mine/cards.csv:2: column 'strength'") == 1
    assert done.stdout.startswith(f"{LEFT_OUT} Of the rest: everything that is expected is met")
    replace(mine / "balance.toml", "[0.0, 0.9]", "[0.4, 0.6]")
    done = evenhand_in(*given, "--json")
    assert done.returncode == 3
    assert done.stderr.count("cards.csv:2: column 'strength'") == 1  # and not of copies of it
    said = json.loads(done.stdout)
    assert (said["outcome"], said["is_met"], said["left_out"]) == ("inconclusive", True, LEFT_OUT)
    assert said["edits"] and len(said["faults"]) == 2
    done = evenhand_in(*given)
    assert f"\n{LEFT_OUT} Of the rest: 3 expectations met." in done.stdout
    assert done.stdout.splitlines()[-1].startswith("Next     correct these files")


def test_python_raises_what_is_wrong(mine: Path) -> None:
    with pytest.raises(InputError) as caught:
        evenhand.play(str(mine), games=40)
    assert [problem.hangs_on for problem in caught.value.problems] == ["", "Breath"]


def test_settings_that_are_wrong_do_not_hide_the_rest(mine: Path, evenhand_in: Command) -> None:
    replace(mine / "balance.toml", "games = 60", 'games = "many"')
    for command in ("run", "check", "watch"):
        done = evenhand_in(command, "mine")
        assert done.returncode == 3
        places = [line.split(": ")[1] for line in done.stderr.splitlines()]
        assert [Path(place).name for place in places] == [
            "balance.toml:4", "cards.csv:2", "gale.txt:3",
        ]  # fmt: skip


def test_a_wrong_deck_is_left_out(whole: Path, evenhand_in: Command) -> None:
    (whole / "decks" / "gale.txt").write_text("4 Gael\n")
    done = evenhand_in("run", "whole", "--games", "40", "--json")
    assert done.returncode == 3
    assert "no card is called 'Gael' (did you mean 'Gale'?)" in done.stderr
    assert [row["deck"] for row in json.loads(done.stdout)["win_rates"]] == ["lamp", "squall"]
    done = evenhand_in("run", "whole", "--games", "40")
    assert "Left out: gale (its list is wrong); 2 of 3 decks are played." in done.stdout


def test_a_run_without_all_decks_is_held_against_nothing_while_there_is_a_whole_one(
    whole: Path, evenhand_in: Command
) -> None:
    given = "run", "whole", "--games", "40", "--no-report", "--out"
    assert evenhand_in(*given, "whole/runs/first").returncode == 0
    deck = whole / "decks" / "gale.txt"
    right = deck.read_text()
    deck.write_text("4 Gael\n")
    assert evenhand_in(*given, "whole/runs/second").returncode == 3
    deck.write_text(right)
    assert find_last_run(whole, "").name == "first"
    shutil.rmtree(whole / "runs" / "first")
    assert find_last_run(whole, "").name == "second"


def test_bots_are_not_left_out(whole: Path, evenhand_in: Command) -> None:
    shutil.copyfile(whole / "cards.csv", whole / "bot.toml")
    replace(whole / "cards.csv", *BROKEN)
    done = evenhand_in("run", "whole", "--games", "40", "--bots", "whole/bot.toml")
    assert done.returncode == 3
    assert "whole/cards.csv:2" in done.stderr and "whole/bot.toml" in done.stderr


def test_nothing_is_left_out_of_a_whole_folder(whole: Path, evenhand_in: Command) -> None:
    done = evenhand_in("run", "whole", "--games", "40")
    assert done.returncode == 0
    assert "Left out" not in done.stdout
    assert describe_left_out((), (), 3) is None


def test_cards_that_are_in_no_deck_are_named() -> None:
    said = str(describe_left_out([("gale", ["Breath"])], ["Breath", "Soot"], 2))
    assert (
        said == f"{LEFT_OUT} Left out: Soot, which cannot be read and is in no deck that is played."
    )

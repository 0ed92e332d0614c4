"""Commands in a folder in which something is wrong: the rest is played, and all faults are said."""

import json
import shutil
import subprocess
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


REMAINS = (
    "1 mistake remains: the cards and decks that it is in are left out of all that is measured."
)
MEND = "Next    mend {card}:2, then evenhand {command}"


def play_whole(whole: Path, evenhand_in: Command, games: int = 600) -> None:
    out = str(whole / "runs" / "first")
    assert evenhand_in("run", "whole", "--games", str(games), "--out", out).returncode == 0


def test_compare_plays_nothing_where_all_that_was_edited_cannot_be_read(
    whole: Path, evenhand_in: Command
) -> None:
    play_whole(whole, evenhand_in, 60)
    replace(whole / "cards.csv", *BROKEN)
    done = evenhand_in("compare", "--folder", "whole", "--out", "here")
    assert done.returncode == 3
    mend = MEND.format(card="whole/cards.csv", command="compare --folder whole")
    assert done.stdout.splitlines() == [
        f"{LEFT_OUT} Of the rest, nothing was edited: there is nothing to compare.", REMAINS, mend,
    ]  # fmt: skip
    assert not (whole.parent / "here").exists()
    for flag in ("--json", "--quiet"):
        done = evenhand_in("compare", "--folder", "whole", flag)
        assert (done.returncode, done.stdout) == (3, "")
        assert "there is nothing to compare" in done.stderr


def test_compare_ends_with_the_mistakes_that_remain(whole: Path, evenhand_in: Command) -> None:
    play_whole(whole, evenhand_in)
    replace(whole / "cards.csv", *BROKEN)
    replace(whole / "cards.csv", "Squall,Storm,1", "Squall,Storm,9")
    done = evenhand_in("compare", "--folder", "whole")
    assert done.returncode == 3
    assert f"\n{LEFT_OUT} Of the rest, " in done.stdout
    assert "Breath" not in done.stdout.replace(LEFT_OUT, "")  # it was not removed
    assert "decks stay inside" not in done.stdout.replace("decks that are played stay", "")
    mend = MEND.format(card="whole/cards.csv", command="compare --folder whole")
    assert done.stdout.splitlines()[-2:] == [REMAINS, mend]
    found = json.loads(evenhand_in("compare", "--folder", "whole", "--json").stdout)
    assert [(row["name"], row["after"]) for row in found["inputs"]] == [("Squall", "9")]
    assert len(found["faults"]) == 2


def test_run_ends_with_the_mistakes_that_remain(whole: Path, evenhand_in: Command) -> None:
    replace(whole / "cards.csv", *BROKEN)
    done = evenhand_in("run", "whole", "--games", "60")
    assert done.returncode == 3
    mend = MEND.format(card="whole/cards.csv", command="run whole --games 60")
    assert done.stdout.splitlines()[-2:] == [REMAINS, mend]


def test_compare_asks_nobody_to_mend_a_commit(whole: Path, evenhand_in: Command) -> None:
    replace(whole / "cards.csv", *BROKEN)
    who = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        subprocess.run(["git", *who, *words], cwd=whole, check=True, capture_output=True)
    replace(whole / "cards.csv", *reversed(BROKEN))
    done = evenhand_in("compare", "HEAD", "--folder", "whole", "--games", "60")
    assert done.returncode == 3
    assert "there is nothing to compare" in done.stdout
    assert "mend " not in done.stdout


@pytest.mark.parametrize("is_edited", [False, True])
def test_check_says_which_failures_are_of_a_smaller_field(
    is_edited: bool, whole: Path, evenhand_in: Command
) -> None:
    play_whole(whole, evenhand_in, 3_000)
    given = "check", "whole", "--games", "3000"
    cells = json.loads(evenhand_in(*given, "--json").stdout)["cells"]
    rates = {cell["subject"]: cell["estimate"] for cell in cells if cell["topic"] == "win_rate"}
    bands = {name: [rate - 0.06, rate + 0.06] for name, rate in rates.items()}
    lines = "\n".join(f"{name} = {band}" for name, band in bands.items())
    text = (whole / "balance.toml").read_text().replace("[expect]\nwin_rate = [0.0, 0.9]", "")
    (whole / "balance.toml").write_text(f"{text}[expect.decks]\n{lines}\n")
    assert evenhand_in(*given).returncode == 0
    replace(whole / "cards.csv", *BROKEN)
    if is_edited:
        replace(whole / "cards.csv", "Tempest,Storm,2", "Tempest,Storm,3")  # which no deck has
    done = evenhand_in(*given)
    assert done.returncode == 3
    said = done.stdout.replace("\u00a0", " ")
    (note,) = [line for line in said.splitlines() if line.startswith("Not met only because")]
    shows = "decks are left out, as whole/runs/first shows with all of them: win rate of "
    assert shows in note and f"(there {100 * rates['squall']:.1f} %, " in note
    mend = MEND.format(card="whole/cards.csv", command="check whole --games 3000")
    assert said.splitlines()[-2:] == [REMAINS, mend]
    assert ("Nothing that can be read was edited since" in said) is not is_edited


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
    assert "Left out: gale (its list cannot be read); 2 of 3 decks are played." in done.stdout


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

"""A folder of a designer's own: what it holds, and that all commands work in it."""

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from errno import EACCES
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from evenhand.__main__ import main
from evenhand.analysis.gate.measures import Measure, Topic
from evenhand.decks.deck_list import sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.product import sample_products
from evenhand.gate.folder_expectations import load_project
from evenhand.inputs.balance_file import AllowedChanges, BalanceFile, Check, Expect
from evenhand.simulate import registry
from evenhand.simulate.bots.bot_files import bot_names, load_bot
from evenhand.simulate.game import Game
from evenhand.simulate.runs.atomic_files import write_new
from tests.planted.planting import plant

Captured = pytest.CaptureFixture[str]
Command = Callable[..., Any]
SET_AND_UNSET = re.compile(r"^(?:# )?([a-z_]+) = ", re.MULTILINE)


@pytest.fixture
def mine(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """Be in a folder of a designer's own."""
    assert main(["init", str(tmp_path / "mine"), "--game", game.name]) == 0
    capsys.readouterr()
    monkeypatch.chdir(tmp_path / "mine")
    return tmp_path / "mine"


def test_what_it_says(game: Game, tmp_path: Path, capsys: Captured) -> None:
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", game.name]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"Made    {folder}: README.md, balance.toml, bots, cards.csv")
    assert lines[0].endswith(", requirements.txt, .github, .gitignore")
    assert lines[1].startswith("GitHub  ") and "requirements.txt" in lines[1]
    assert lines[2:] == [f"Next    cd {folder}; evenhand run"]


def test_the_samples_are_there(mine: Path, game: Game) -> None:
    assert (mine / "cards.csv").read_bytes() == game.schema.sample_path("cards.csv").read_bytes()
    for kind, samples in (("decks", sample_decks(game.schema)),
                          ("products", sample_products(game.schema))):  # fmt: skip
        copies = {path.stem: path.read_bytes() for path in (mine / kind).glob("*.t*")}
        assert copies == {name: path.read_bytes() for name, path in samples.items()}


def test_the_bots_are_right_and_mine_plays_as_the_game_does(mine: Path, game: Game) -> None:
    bots = {path.stem: load_bot(game, str(path)) for path in (mine / "bots").iterdir()}
    assert bots.keys() >= {"my_bot"}
    assert bots["my_bot"].weights == {}
    text = (mine / "bots" / "my_bot.toml").read_text()
    weights = re.sub(r"^# (\w+ = )", r"\1", text.partition("[weights]")[2], flags=re.MULTILINE)
    told = tomllib.loads(weights.partition("\n")[2])
    assert told == {weight.name: weight.default for weight in game.weights}


def test_the_file_is_right_and_holds_every_key(mine: Path) -> None:
    project = load_project("balance.toml")
    assert project.notes == ()
    keys = set(SET_AND_UNSET.findall((mine / "balance.toml").read_text()))
    models = (BalanceFile, Expect, AllowedChanges, Check)
    known = {name for model in models for name in model.model_fields}
    assert known - keys - {"mirrors", "players", "seat", "options", "expect", "check", "tune",
                           "accept", "field", "field_win_rate", "polarity",
                           "matchups", "cards", "groups", "decks", "change"} == set()  # fmt: skip


def uncommented(text: str) -> str:
    """Take the # away from what the file only suggests, all but second games and bots."""
    for key in ("precision", "panel = ["):
        text = text.replace(f"# {key}", f"## {key}")
    text = text.replace("\n#\n", "\n")
    return re.sub(r'^# (\[\[accept\]\]|[\w"][^=\n]* = )', r"\1", text, flags=re.MULTILINE)


def test_what_the_file_suggests_is_right(mine: Path) -> None:
    path = mine / "balance.toml"
    text = uncommented(path.read_text())
    assert text.count("\n#") < path.read_text().count("\n#") - 10
    path.write_text(text)
    project = load_project(path)
    assert project.accepted[0].measure.topic is Topic.MATCHUP
    assert project.baseline == mine / "baseline.json"
    assert len(project.folder.content.options) == 1
    assert Measure(Topic.WIN_RATE, is_change=True) in project.bands.by_measure


def planted_for(n_seats: str, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> Path:
    """Begin a folder of a new game that is for so many players."""
    plant(folder, name)
    package = folder / name
    declaration = (package / "__init__.py").read_text()
    assert declaration.count("seats=(2, 4)") == 1
    (package / "__init__.py").write_text(declaration.replace("seats=(2, 4)", f"seats={n_seats}"))
    for another in ("third", "fourth"):
        shutil.copyfile(package / "decks/storm.txt", package / f"decks/{another}.txt")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(registry, "entry_points", importlib.metadata.entry_points)
    assert main(["init", str(folder / "mine"), "--game", name]) == 0
    return folder / "mine/balance.toml"


@pytest.mark.parametrize(
    ("n_seats", "win_rate", "weak"),
    [((2, 2), (0.4, 0.6), (0.3, 0.5)), ((3, 4), (0.27, 0.4), (0.2, 0.33)),
     ((4, 4), (0.2, 0.3), (0.15, 0.25))],
)  # fmt: skip
def test_bands_lie_around_a_fair_share(n_seats, win_rate, weak, tmp_path, monkeypatch) -> None:
    path = planted_for(str(n_seats), tmp_path, monkeypatch, f"for_{n_seats[0]}")
    assert load_project(path).notes == ()
    path.write_text(uncommented(path.read_text()))
    expect = load_project(path).folder.content.expect
    by_turn = expect.first_player if n_seats[0] == 2 else expect.seat
    bands = [expect.win_rate, expect.matchup, by_turn, *expect.decks.values()]
    assert all(low < 1 / n_seats[0] < high for low, high in bands)
    assert expect.win_rate == win_rate
    assert [*expect.matchups.values()] == [weak]


def test_a_band_that_no_game_of_so_many_can_meet_is_told(tmp_path: Path) -> None:
    path = tmp_path / "balance.toml"
    path.write_text('game = "last_light"\nplayers = 3\n[expect]\nwin_rate = [0.4, 0.6]\n')
    assert load_project(path).notes == (
        f"{path}:4: win_rate = [0.4, 0.6] leaves out 0.333, which is what the decks of 3 players "
        "win on average",
    )
    path.write_text(path.read_text().replace("players = 3", "players = 2"))
    assert load_project(path).notes == ()


# The workflow


def read_workflow(mine: Path) -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    found: dict[str, Any] = yaml.safe_load((mine / ".github/workflows/balance.yml").read_text())
    return found


def name_steps(mine: Path) -> dict[str, dict[str, Any]]:
    steps = read_workflow(mine)["jobs"]["check"]["steps"]
    return {step.get("name", step.get("uses", "")): step for step in steps}


def test_the_workflow(mine: Path) -> None:
    workflow, steps = read_workflow(mine), name_steps(mine)
    assert workflow["permissions"] == {"contents": "read", "pull-requests": "write"}
    used = [step["uses"] for step in steps.values() if "uses" in step]
    assert {one.partition("@")[0].removeprefix("actions/") for one in used} == {
        "checkout", "setup-python", "cache", "upload-artifact",
    }  # fmt: skip
    assert steps["Keep the compiled rules"]["with"]["path"] == "~/.cache/evenhand"
    assert {"${{ runner.os }}", "${{ steps.evenhand.outputs.version }}"} <= set(
        re.findall(r"\$\{\{.*?\}\}", steps["Keep the compiled rules"]["with"]["key"])
    )
    kept = steps["Keep the pages"]["with"]["path"].split()
    assert kept == ["**/check.xml", "**/runs/check/*.html"]
    assert "secrets" not in (mine / ".github/workflows/balance.yml").read_text()


@pytest.fixture
def runner(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the shell of a step as a job would, with a `gh` that only writes down what it is told."""
    programs = tmp_path / "programs"
    programs.mkdir()
    write_program(programs / "evenhand", f'exec "{sys.executable}" -m evenhand "$@"')
    write_program(
        programs / "gh",
        f'echo "$*" >> {tmp_path}/asked; [ "$2" = --paginate ] && echo "$OLD"; true',
    )
    text = (mine / "balance.toml").read_text()
    (mine / "balance.toml").write_text(text.replace("games = 100_000", "games = 600"))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "output"))
    monkeypatch.setenv("GITHUB_REPOSITORY", "owner/cards")
    monkeypatch.setenv("NUMBER", "7")

    def run(name: str, **settings: str) -> subprocess.CompletedProcess[str]:
        script = name_steps(mine)[name]["run"]
        return subprocess.run(["bash", "-e", "-c", script], cwd=mine, capture_output=True,
                              text=True, check=False, env={**os.environ, **settings})  # fmt: skip

    return run


def write_program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o700)


def test_the_workflow_runs(
    runner: Callable[..., subprocess.CompletedProcess[str]], mine: Path, tmp_path: Path
) -> None:
    assert runner("Find its version").returncode == 0
    assert (tmp_path / "output").read_text().startswith("version=evenhand")
    assert runner("Comment on the pull request").returncode == 0  # nothing was checked
    assert not (tmp_path / "asked").exists()
    checked = runner("Check")
    assert checked.returncode in (0, 1, 4), checked.stderr
    for name in ("check.xml", "check.md", "runs/check/check.html"):
        assert (mine / name).is_file()
    assert ElementTree.parse(mine / "check.xml").getroot().get("time") is not None
    for old, asked in (
        ("", "repos/owner/cards/issues/7/comments"),
        ("12", "--method PATCH repos/owner/cards/issues/comments/12"),
    ):
        (tmp_path / "asked").unlink(missing_ok=True)
        assert runner("Comment on the pull request", OLD=old).returncode == 0
        last = (tmp_path / "asked").read_text().splitlines()[-1]
        assert last == f"api --silent {asked} --field body=@comment.md"
    comment = (mine / "comment.md").read_text().splitlines()
    assert comment[:2] == [
        "<!-- evenhand check -->",
        (mine / "check.md").read_text().split("\n")[0],
    ]


# A repository of its own


def test_a_repository_with_a_first_commit(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "test")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "test@example.org")
    assert main(["init", str(tmp_path / "mine"), "--game", game.name, "--git"]) == 0
    assert "Git     made a repository and a first commit" in capsys.readouterr().out
    monkeypatch.chdir(tmp_path / "mine")
    said = subprocess.run(["git", "status", "--porcelain", "--branch"], capture_output=True,
                          text=True, check=True).stdout  # fmt: skip
    assert said == "## main\n"
    monkeypatch.setattr("evenhand.commands.init.is_terminal", lambda: True)
    monkeypatch.setattr("evenhand.commands.init.confirm", pytest.fail)
    assert main(["init", "below", "--game", game.name]) == 0  # which is in the repository
    assert not Path("below/.git").exists()


@pytest.mark.parametrize(
    ("answer", "flags", "is_made"),
    [(True, [], True), (False, [], False), (True, ["--no-git"], False), (None, [], False)],
)
def test_whether_it_becomes_a_repository(
    answer: bool | None, flags: list[str], is_made: bool, game: Game, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.setattr("evenhand.commands.init.is_terminal", lambda: answer is not None)
    monkeypatch.setattr("evenhand.commands.init.confirm", lambda _: answer)
    assert main(["init", str(tmp_path / "mine"), "--game", game.name, *flags]) == 0
    assert (tmp_path / "mine" / ".git").exists() is is_made


def test_without_git_none_is_asked_for(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr("evenhand.commands.init.has_git", lambda: False)
    assert main(["init", str(tmp_path / "mine"), "--game", game.name, "--git"]) == 2
    assert "--git: git is not installed" in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a script in place of git")
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo 'fatal: it is broken' >&2; exit 128",
         "no repository was made: git cannot be begun (fatal: it is broken)"),
        ('case "$*" in *init*) mkdir .git;; *) echo "fatal: no room" >&2; exit 128;; esac',
         "the repository has no commit yet: git cannot add the files (fatal: no room)"),
    ],
)  # fmt: skip
def test_where_git_fails_the_folder_is_there_all_the_same(
    script: str, said: str, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:  # fmt: skip
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    git.write_text(f'#!/bin/sh\ncase "$*" in *rev-parse*) exit 128;; esac\n{script}\n')
    git.chmod(0o755)
    monkeypatch.setenv("PATH", str(git.parent), prepend=os.pathsep)
    assert main(["init", str(tmp_path / "mine"), "--game", game.name, "--git"]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == said
    assert (tmp_path / "mine/balance.toml").is_file()


@pytest.mark.parametrize("place", ["mine", "mine/below/this"])
def test_where_a_file_cannot_be_written_all_is_as_it_was(
    place: str, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    (tmp_path / "mine").mkdir()

    def fail(folder: Path, name: str, content: bytes) -> Path:
        if name == "README.md":
            raise PermissionError(EACCES, os.strerror(EACCES))
        return write_new(folder, name, content)

    monkeypatch.setattr("evenhand.commands.init.write_new", fail)
    assert main(["init", str(tmp_path / place), "--game", game.name]) == 2
    assert capsys.readouterr().err == (
        f"error: cannot write to {tmp_path / place}: Permission denied\n"
    )
    assert [path.name for path in tmp_path.rglob("*")] == ["mine"]


def test_a_folder_that_holds_something_is_refused(mine: Path, game: Game, capsys: Captured) -> None:
    before = sorted(mine.rglob("*"))
    (mine / "balance.toml").write_text("mine")
    assert main(["init", ".", "--game", game.name]) == 2
    assert capsys.readouterr().err == "error: . is not empty (name a folder that is new)\n"
    assert sorted(mine.rglob("*")) == before
    assert (mine / "balance.toml").read_text() == "mine"


def test_an_empty_repository_is_empty(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["init", ".", "--game", game.name]) == 0
    assert capsys.readouterr().out.endswith("Next    evenhand run\n")
    assert (tmp_path / "balance.toml").exists()


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_what_can_be_no_folder(place: str, game: Game, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "file").write_text("keep")
    assert main(["init", str(tmp_path / place), "--game", game.name]) == 2
    assert capsys.readouterr().err.startswith("error: ")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_unknown_game(game: Game, tmp_path: Path, capsys: Captured) -> None:
    assert main(["init", str(tmp_path / "mine"), "--game", game.name[:-1]]) == 2
    assert f"did you mean '{game.name}'?" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# Commands in the folder


def renamed(mine: Path, game: Game) -> str:
    """Return a card of the folder a name that the game's samples do not have."""
    old, new = load_pool(game.schema).names[0], "A Card of My Own"
    for path in (mine / "cards.csv", *(mine / "decks").iterdir()):
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return new


def test_cards(mine: Path, game: Game, capsys: Captured) -> None:
    name = renamed(mine, game)
    assert main(["cards", "--json"]) == 0
    assert name in [row["name"] for row in json.loads(capsys.readouterr().out)["cards"]]
    assert main(["cards"]) == 0
    assert name in capsys.readouterr().out
    assert main(["cards", game.name]) == 0
    assert name not in capsys.readouterr().out


def test_decks(mine: Path, game: Game, capsys: Captured) -> None:
    renamed(mine, game)
    names = list(sample_decks(game.schema))
    assert main(["deck"]) == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == names
    (mine / "decks" / f"{names[0]}.txt").write_text("3 Nobody\n")
    assert main(["deck", names[1]]) == 0
    assert main(["deck", names[0]]) == 3
    assert f"error: decks/{names[0]}.txt:1: no card is called" in capsys.readouterr().err


def test_decks_of_nothing(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["deck", "--game", game.name]) == 2
    assert "which decks?" in capsys.readouterr().err


def test_products_in_sealed_modes(mine: Path, game: Game, capsys: Captured) -> None:
    for mode in game.schema.sealed_modes:
        assert main(["deck", "--mode", mode]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == len(sample_products(game.schema))


def test_bots(mine: Path, game: Game, capsys: Captured) -> None:
    (mine / "bots" / "my_bot.toml").write_text('policy = "random"\n')
    assert main(["bots", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["bots"]
    policies = {row["name"]: row["policy"] for row in rows}
    assert policies.keys() == {*bot_names(game), "my_bot"}
    assert policies["my_bot"] == "random"


def test_options(mine: Path, game: Game, capsys: Captured) -> None:
    assert main(["games", "--options", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == game.name


def test_a_wrong_file_is_said_by_every_command(mine: Path, capsys: Captured) -> None:
    path = mine / "balance.toml"
    path.write_text(path.read_text().replace("games =", "gmaes ="))
    for command in ("run", "cards", "deck", "bots", "games --options", "games . --speed"):
        assert main(command.split()) == 3
        said = capsys.readouterr().err
        assert "gmaes: this key is not known (did you mean 'games'?)" in said
        assert said.startswith("error: balance.toml:")
    assert not (mine / "runs").exists()

"""Every mistake gets its own exit code, a line that helps, and leaves nothing behind."""

from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.cli import read_whole
from evenhand.decks.deck_list import sample_decks
from evenhand.simulate.game import Game


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("blank", ["", " ", "\u3000"])
@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["replay", "run", "--deck", "{}"], "--deck"),
        (["replay", "run", "--deck={}"], "--deck"),
        (["check", "{}"], "after 'check'"),
        (["report", "run", "--out", "{}"], "--out"),
        (["run", "--games={}"], "--games"),
        (["run", "--set", "{}"], "--set"),
        (["cards", "--find", "{}"], "--find"),
        (["{}"], "after 'evenhand'"),
    ],
)
def test_a_blank_text_is_not_taken_for_nothing(
    arguments: list[str], where: str, blank: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([argument.format(blank) for argument in arguments]) == 2
    assert capsys.readouterr().err == (
        f"error: {where}: expected something, found nothing (leave it out if nothing is meant)\n"
    )


DIGITS = "9" * 5_000


@pytest.mark.parametrize(
    ("text", "number"),
    [("20_000", 20_000), (" -7", -7), ("0" * 5_000, 0), ("0" * 5_000 + "5", 5), (60, 60)],
)
def test_a_whole_number_is_read(text: str | int, number: int) -> None:
    assert read_whole(text) == number


@pytest.mark.parametrize("text", ["", "x", "1.5", "1e3", "_1", "1_", "٣", "+"])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a whole number"):
        read_whole(text)


def misspelt(name: str) -> str:
    return name[:-1]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--games", "0"], "--games: expected 1 or more, found 0"),
        (["--games", "many"], "--games"),
        (["--games", "few"], "invalid value for '--games': expected a whole number"),
        (["--precision", "few"], "invalid value for '--precision': expected a number"),
        (["--games", DIGITS], "--games: expected at most 1,000,000,000, found more"),
        (["--seed", DIGITS], "--seed: expected 0 to 2**63 - 1, found 9999"),
        (["--jobs", DIGITS], "--jobs: expected at most 10,000, found 9999"),
        (["--players", "-" + DIGITS], " is for 2 players, not -9999"),
        (["--bogus"], "there is no option '--bogus'"),
        (
            ["--set", "nope=1"],
            "there is no option 'nope' (evenhand games GAME --options lists them)",
        ),
        (["--gamse", "5"], "there is no option '--gamse' (did you mean '--games'?)"),
        (["--seed", "-1"], "--seed: expected 0 to 2**63 - 1, found -1"),
        (["--jobs", "0"], "--jobs: expected 1 or more, found 0"),
        (["--backend", "treading"], "there is no backend 'treading' (did you mean 'threading'?)"),
        (["--scheduler", "tcp://here"], "--scheduler needs --backend dask"),
        (["--backend", "dask", "--scheduler", "foo bar"], "found 'foo bar'"),
        (["--backend", "dask", "--scheduler", "tcp://here:65536"], "found 'tcp://here:65536'"),
        (
            ["--backend", "dask", "--scheduler", "tcp://here:1", "--jobs", "2"],
            "--jobs and --scheduler do not go together",
        ),
        (["--shared-disk"], "--shared-disk needs --scheduler"),
        (["--bots", "heuristics"], "(did you mean 'heuristic'?)"),
        (["--bots", "search:0"], "expected 2 to 1,000,000 playouts for a question in 'search:0'"),
        (["--bots", "search:9999999"], "expected 2 to 1,000,000 playouts for a question"),
        (["--bots", "random,novice,random"], "two bots are called 'random'"),
        (
            ["--bots", "random,novice,heuristic"],
            "--bots: expected one bot",
        ),
        (["--bots", "mine.toml"], "there is no file 'mine.toml'"),
        (["--players", "99"], " is for 2 players, not 99"),
        (["--set", "turn_capp=5"], "there is no option 'turn_capp' (did you mean 'turn_cap'?)"),
        (["--set", "turn_cap"], "--set: expected option=value, found 'turn_cap'"),
        (["--set", "turn_cap=no way"], "option turn_cap: expected"),
        (["--set", "turn_cap=5", "--set", "turn_cap=6"], "'turn_cap' is given twice"),
        (["--decks", "no/such.txt"], "there is no file 'no/such.txt'"),
        (["--decks", "."], "the folder . holds no deck files (*.txt, *.dck, *.dec, *.csv, *.tsv)"),
        (["--decks", "zzz"], "there is no deck 'zzz' (samples: "),
        (["--cards", "no.csv"], "there is no file 'no.csv'"),
    ],
)
def test_wrong_usage(
    flags: list[str],
    message: str,
    game: Game,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["run", game.name, *flags]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.startswith("error: ")
    assert len(printed.err.splitlines()) <= 2
    assert printed.out == ""
    assert list(tmp_path.iterdir()) == []


def test_near_names_are_offered(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    deck, mode = next(iter(sample_decks(game.schema))), game.schema.modes[0]
    for arguments, name in (
        (["run", misspelt(game.name)], game.name),
        (["run", game.name, "--decks", misspelt(deck)], deck),
        (["run", game.name, "--mode", misspelt(mode)], mode),
        (["deck", deck, "--game", game.name, "--mode", misspelt(mode)], mode),
        (["cards", misspelt(game.name)], game.name),
        (["games", misspelt(game.name)], game.name),
        (["bots", misspelt(game.name)], game.name),
        (["games", misspelt(game.name), "--speed"], game.name),
        (["watcj"], "watch"),
    ):
        assert main(arguments) == 2
        assert f"id you mean '{name}'?" in capsys.readouterr().err


def test_a_deck_twice_is_refused(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = next(iter(sample_decks(game.schema)))
    assert main(["run", game.name, "--decks", f"{deck},{deck}"]) == 2
    assert f"two decks are called '{deck}'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_holds_something_is_left_alone(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "notes.txt").write_text("keep")
    assert main(["run", game.name, "--out", "mine"]) == 2
    assert "mine exists already" in capsys.readouterr().err
    assert [path.name for path in mine.iterdir()] == ["notes.txt"]


def test_a_folder_cannot_be_made_below_a_file(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("keep")
    assert main(["run", game.name, "--out", "file/run"]) == 2
    assert "cannot write to file/run" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_all_problems_of_all_files_are_listed(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("2 Nobody\n3 Nothing\n")
    (tmp_path / "b.txt").write_text("1 No One\n")
    (tmp_path / "bot.toml").write_text('policy = "clever"\n[weights]\nwisdom = 3\n')
    assert main(["run", game.name, "--decks", "a.txt,b.txt", "--bots", "bot.toml"]) == 3
    printed = capsys.readouterr()
    lines = printed.err.splitlines()
    assert [line.split(": ")[1] for line in lines] == [
        "a.txt:1", "a.txt:2", "b.txt:1", "bot.toml:1", "bot.toml:3",
    ]  # fmt: skip
    assert all(line.startswith("error: ") for line in lines)
    assert printed.out == ""
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("command", ["report", "export"])
def test_what_is_no_run(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "nowhere"]) == 2
    assert "nowhere is not a run: there is no such folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Judge a change:" in capsys.readouterr().err


def broken(*_: object) -> None:
    raise ZeroDivisionError("a secret\nin two lines")


def test_a_crash_is_never_a_failed_gate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("evenhand.commands.games.describe_game", broken)
    assert main(["games"]) == 70
    said = capsys.readouterr().err
    assert "ZeroDivisionError: a secret in two lines" in said
    assert "--debug" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("arguments", [["--debug", "games"], ["games", "--debug"]])
def test_debug_shows_the_traceback(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("evenhand.commands.games.describe_game", broken)
    assert main(arguments) == 70
    assert "in broken" in capsys.readouterr().err


def stopped(*_: object) -> None:
    raise KeyboardInterrupt


def test_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evenhand.commands.games.describe_game", stopped)
    assert main(["games"]) == 130

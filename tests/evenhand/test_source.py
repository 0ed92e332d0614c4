"""Where a request is played: a game's samples, or a designer's folder, and what it says there."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.decks.deck_list import sample_decks
from evenhand.decks.problems import InputError, UsageError
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.inputs.source import find_source
from evenhand.simulate.game import Game


@pytest.fixture
def mine(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be beside a folder of a designer's own, whose file says everything."""
    monkeypatch.chdir(tmp_path)
    assert main(["init", "mine", "--game", game.name]) == 0
    path = Path("mine", "balance.toml")
    path.write_text(
        f'game = "{game.name}"\nmode = "{game.schema.modes[0]}"\ncards = "cards.csv"\n'
        'decks = ["decks"]\nproducts = ["products"]\nbots = ["bots/my_bot.toml"]\n'
        "mirrors = true\nplayers = 2\ngames = 600\nseed = 7\n[options]\nturn_cap = 50\n"
    )
    return path.parent


@pytest.fixture
def names(game: Game) -> list[str]:
    return list(sample_decks(game.schema))


def test_the_file_says_what_is_played(mine: Path, names: list[str]) -> None:
    plan = prepare(Request("mine")).plan
    assert [entrant.file for entrant in plan.entrants] == [f"mine/decks/{n}.txt" for n in names]
    assert [bot.file for bot in plan.bots] == ["mine/bots/my_bot.toml"]
    assert plan.pool.file == "mine/cards.csv"
    assert (plan.games, plan.seed, plan.mirrors, plan.n_seats) == (600, 7, True, 2)
    assert plan.options["turn_cap"] == 50


@pytest.mark.parametrize("name", ["mine", "mine/", "./mine", "mine/balance.toml"])
def test_ways_to_name_it(name: str, mine: Path) -> None:
    assert prepare(Request(name)).plan.seed == 7


def test_the_folder_one_is_in(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mine)
    job = prepare(Request())
    assert job.plan.seed == 7
    assert job.notes == ()


def test_flags_go_before_the_file(mine: Path, names: list[str], game: Game) -> None:
    other = Path("other.csv")
    other.write_bytes((mine / "cards.csv").read_bytes())
    plan = prepare(
        Request("mine", games=90, seed=8, decks=[",".join(names[:2])], bots=["random"],
                cards=str(other), settings=["ko_limit=2"], mirrors=False)
    ).plan  # fmt: skip
    assert [entrant.file for entrant in plan.entrants] == [f"mine/decks/{n}.txt" for n in names[:2]]
    assert [bot.name for bot in plan.bots] == ["random"]
    assert (plan.games, plan.seed, plan.mirrors, plan.pool.file) == (90, 8, False, "other.csv")
    assert (plan.options["turn_cap"], plan.options["ko_limit"]) == (50, 2)
    assert prepare(Request("mine", settings=["turn_cap=60"])).plan.options["turn_cap"] == 60


def test_a_length_on_the_command_line_replaces_that_of_the_file(mine: Path) -> None:
    assert prepare(Request("mine", precision=1)).request.games is None
    assert prepare(Request("mine", time_budget="1s")).request.games is None
    path = mine / "balance.toml"
    path.write_text(path.read_text().replace("games = 600", "precision = 5.0"))
    assert prepare(Request("mine")).request.precision == 5
    assert prepare(Request("mine", games=90)).request.precision is None


def test_names_mean_the_folders_own(mine: Path, names: list[str]) -> None:
    (mine / "bots" / "heuristic.toml").write_text('policy = "random"\n')
    (mine / "decks" / f"{names[0]}.txt").unlink()
    assert prepare(Request("mine", bots=["heuristic"])).plan.bots[0].policy == "random"
    with pytest.raises(UsageError, match=f"knows no deck '{names[0]}'"):
        prepare(Request("mine", decks=[names[0]]))
    with pytest.raises(UsageError, match=f"did you mean '{names[1]}'"):
        prepare(Request("mine", decks=[names[1] + "x"]))


def test_sealed_modes_open_the_folders_products(mine: Path, game: Game) -> None:
    for mode in game.schema.sealed_modes:
        plan = prepare(Request("mine", mode=mode)).plan
        assert all(Path(entrant.file).parent == mine / "products" for entrant in plan.entrants)


def test_the_command_repeats_the_run_without_the_file(mine: Path) -> None:
    job = prepare(Request("mine", bots=["my_bot,random"]))
    words = shlex.split(job.command())
    (mine / "balance.toml").unlink()
    given = dict(zip(words[3::2], words[4::2], strict=False))
    assert words[2] == job.plan.game.name
    assert given["--decks"] == "mine/decks"
    assert given["--set"] == "turn_cap=50"
    assert given["--cards"] == "mine/cards.csv"
    assert (given["--games"], given["--seed"]) == ("600", "7")
    assert [words[i + 1] for i, word in enumerate(words) if word == "--bots"] == [
        "mine/bots/my_bot.toml", "random",
    ]  # fmt: skip
    assert words.count("--mirrors") == 1


@pytest.mark.parametrize("name", ["other", "other.toml"])
def test_a_bot_is_named_as_its_file_in_the_folder(
    name: str, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mine / "bots/other.toml").write_text('policy = "heuristic"\n')
    assert [bot.file for bot in prepare(Request("mine", bots=[name])).plan.bots] == [
        "mine/bots/other.toml"
    ]
    with pytest.raises(UsageError, match="did you mean 'other'"):
        prepare(Request("mine", bots=[name.replace("other", "othr")]))
    monkeypatch.chdir(mine)
    assert prepare(Request(bots=[name])).plan.bots[0].file == "bots/other.toml"
    with pytest.raises(UsageError, match=r"its file: --bots bots/other\.toml"):
        prepare(Request(find_source("").game.name, bots=[name]))


def test_a_folder_whose_name_has_a_comma(mine: Path) -> None:
    mine.rename("mine, too")
    assert len(prepare(Request("mine, too")).plan.entrants) > 1


def test_a_game_that_is_named_is_played_and_the_folder_is_mentioned(
    mine: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_source(game.name).notes == ()
    mine.rename(game.name)
    assert f"to use it, write {game.name}/" in prepare(Request(game.name)).notes[0]
    monkeypatch.chdir(game.name)
    job = prepare(Request(game.name))
    assert job.plan.seed == 1
    assert (
        "balance.toml is not used, because a game is named; to use it, leave out the game"
        in job.notes[0]
    )


def test_what_is_neither_a_game_nor_a_folder(mine: Path, game: Game) -> None:
    Path("empty").mkdir()
    Path("mine.csv").touch()
    for name, said in (
        ("mine.csv", "'mine.csv' is a file; .* GAME --cards mine.csv"),
        ("empty", "'empty' is no game, and holds no balance.toml"),
        ("balance.toml", "there is no file 'balance.toml'"),
        (game.name[:-1], f"did you mean '{game.name}'"),
    ):
        with pytest.raises(UsageError, match=said):
            find_source(name)


def test_no_game_among_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evenhand.inputs.source.game_names", lambda: [game.name, "other"])
    with pytest.raises(UsageError, match=f"one of {game.name}, other, or a folder"):
        find_source()


def test_a_wrong_file(mine: Path) -> None:
    (mine / "balance.toml").write_text("game = 3")
    with pytest.raises(InputError):
        prepare(Request("mine"))


def test_minimal_files_take_the_samples(mine: Path, game: Game, names: list[str]) -> None:
    (mine / "balance.toml").write_text(f'game = "{game.name}"\n')
    plan = prepare(Request("mine")).plan
    assert [entrant.name for entrant in plan.entrants] == names
    assert plan.games == 20_000
    (mine / "balance.toml").write_text(f'game = "{game.name}"\ndecks = "{names[0]}"\n')
    sample = sample_decks(game.schema)[names[0]]
    assert [entrant.file for entrant in prepare(Request("mine")).plan.entrants] == [str(sample)]


def test_old_names_are_understood_with_a_note(
    mine: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others = game.options
    new = replace(first, name="new_name", formerly=(first.name,))
    renamed = replace(game, options=(new, *others))
    monkeypatch.setattr("evenhand.inputs.folder.load_game", lambda _: renamed)
    file = mine / "balance.toml"
    file.write_text(file.read_text() + f"{first.name} = {first.default}\n")
    job = prepare(Request("mine"))
    line = len(file.read_text().splitlines())
    assert job.notes == (
        f"{file}:{line}: options.{first.name}: this option is now called 'new_name'",
    )
    assert f"--set new_name={first.default}" in job.command()
    job = prepare(Request("mine", settings=[f"{first.name}={first.default}"]))
    assert f"--set: the option '{first.name}' is now called 'new_name'" in job.notes

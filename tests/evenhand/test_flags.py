"""Flags: what a command gets is one dataclass, and its help says what each of them does."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from evenhand import flags as every
from evenhand.__main__ import main
from evenhand.flags import (
    BotsFlags,
    BreakFlags,
    CardsFlags,
    CheckFlags,
    CompareFlags,
    CompensateFlags,
    DeckFlags,
    GamesFlags,
    HistoryFlags,
    ImpactFlags,
    MetagameFlags,
    RealFlags,
    ReplayFlags,
    RunFlags,
    ScenarioFlags,
    SynergyFlags,
    WatchFlags,
    WordsFlags,
)
from evenhand.inputs.request import request_from

GIVEN = [
    ("run", "", RunFlags()),
    ("run", "a_game --no-report", RunFlags(game="a_game", no_report=True)),
    ("run", "--repair there --jobs 2", RunFlags(repair=Path("there"), jobs=2)),
    ("games", "a_game --options", GamesFlags(game="a_game", options=True)),
    ("games", "--speed --games 9", GamesFlags(speed=True, games=9)),
    (
        "run",
        "a_game --games 9 --decks a --decks b,c --no-mirrors --set x=1 --out here --quiet",
        RunFlags(
            game="a_game", games=9, decks=("a", "b,c"), mirrors=False, settings=("x=1",),
            out=Path("here"), quiet=True,
        ),
    ),
    ("compare", "one two --game g", CompareFlags(before="one", after="two", game="g")),
    (
        "history",
        "mine --last 5 --tags --since v1",
        HistoryFlags(place="mine", last=5, tags=True, since="v1"),
    ),
    (
        "impact",
        "Axe Bow --with Club --precision 2.5",
        ImpactFlags(names=("Axe", "Bow"), baseline="Club", precision=2.5),
    ),
    (
        "compensate",
        "a_game --option x --option y=0..2 --within 2 --games 9 --run there",
        CompensateFlags(
            game="a_game", choices=("x", "y=0..2"), within=2.0, games=9, run=Path("there")
        ),
    ),
    (
        "synergy",
        "my_deck --run there --precision 2.5 --games 9",
        SynergyFlags(deck="my_deck", run=Path("there"), precision=2.5, games=9),
    ),
    (
        "break",
        "a_game --against mix --rounds 2 --games 9 --out there",
        BreakFlags(game="a_game", against="mix", rounds=2, games=9, out=Path("there")),
    ),
    ("check", "here --sequential --json", CheckFlags(place="here", sequential=True, json=True)),
    (
        "bots",
        "a_game --lessons --games 9 --bots a,b --top 3 --tables",
        BotsFlags(game="a_game", lessons=True, games=9, bots=("a,b",), top=3, tables=True),
    ),
    ("metagame", "", MetagameFlags()),
    ("metagame", "here --json", MetagameFlags(run_dir=Path("here"), json=True)),
    (
        "real",
        "f.csv one two --columns deck=Hero --out t.csv",
        RealFlags(file="f.csv", runs=("one", "two"), columns=("deck=Hero",), out=Path("t.csv")),
    ),
    (
        "cards",
        "a_game Axe Bow --find Axe --cards f.xlsx#Two --watch",
        CardsFlags(words=("a_game", "Axe", "Bow"), find="Axe", cards="f.xlsx#Two", watch=True),
    ),
    ("watch", "", WatchFlags()),
    ("watch", "here --port 80 --no-open", WatchFlags(place="here", port=80, open_=False)),
    ("words", "a_game --find Axe --json", WordsFlags(game="a_game", find="Axe", json=True)),
    ("deck", "a.txt b.txt --set x=1", DeckFlags(files=("a.txt", "b.txt"), settings=("x=1",))),
    ("scenario", "", ScenarioFlags()),
    (
        "bots",
        "--puzzles a_game some.toml --bots a,b --times 3 --quiet",
        BotsFlags(
            puzzles=True, game="a_game", more=("some.toml",), bots=("a,b",), times=3, quiet=True
        ),
    ),
    ("new-game", "duel --in here", every.NewGameFlags(name="duel", folder=Path("here"))),
    (
        "test-game",
        "duel --quick --only golden --only mirror --seed 3",
        every.TestGameFlags(game="duel", quick=True, only=("golden", "mirror"), seed=3),
    ),
    ("replay", "a --format json --game 3", ReplayFlags(run_dir=Path("a"), format_="json", game=3)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "line", "flags"), GIVEN, ids=[name for name, *_ in GIVEN])
def test_a_command_gets_its_flags(
    name: str, line: str, flags: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: list[Any] = []
    word = name.replace("-", "_")
    file = {"break": "break_"}.get(name, word)
    monkeypatch.setattr(f"evenhand.commands.{file}.{word}_command", got.append)
    assert main([name, *line.split()]) == 0
    assert got == [flags]


FLAGS = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name.removesuffix("Flags")).lower(): getattr(every, name)
    for name in every.__all__
    if name != "PlayFlags"
}


@pytest.mark.parametrize("name", FLAGS)
def test_the_help_names_every_flag(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    said = "".join(capsys.readouterr().out.split())  # lines break at hyphens, too
    for field in fields(FLAGS[name]):
        _, flag = get_args(field.type)
        if getattr(flag, "hidden", False):
            continue
        assert flag.help.replace(" ", "") in said
        assert (flag.metavar or flag.default) in said


def test_the_help_has_a_line_for_every_command_below_a_heading(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    listed = text.partition("Play and look:\n")[2]
    names = re.findall(r"^  ([a-z-]+)  +[A-Z].*\.$", listed, re.MULTILINE)
    assert sorted(names) == sorted(name for name in FLAGS)
    headings = re.findall(r"^[A-Z].*:$", listed, re.MULTILINE)
    assert len(headings) == 4
    assert len([line for line in listed.splitlines() if line]) == len(names) + len(headings)
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("simulate divino", "run --no-report' now: evenhand run divino --no-report"),
        ("simulate", "run --no-report' now: evenhand run --no-report"),
        ("simulate -- divino", "run --no-report' now: evenhand run --no-report -- divino"),
        ("repair a --jobs 2", "run --repair' now: evenhand run --repair a --jobs 2"),
        ("repair --jobs 2 a", "run --repair' now: evenhand run --repair RUN_DIR"),
        ("options divino", "games --options' now: evenhand games divino --options"),
        ("bench --games 9", "games --speed' now: evenhand games --games 9 --speed"),
        ("lessons --debug", "bots --lessons' now: evenhand bots --lessons"),
        ("puzzles a b", "bots --puzzles' now: evenhand bots a b --puzzles"),
    ],
)
def test_an_old_name_says_what_it_is_called_now(
    old: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(old.split()) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[-1] == f"error: '{old.split()[0]}' is called '{said}"
    assert len(told) == 1 or "--debug" in old


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("run --repair a --games 9", "--games has no meaning with --repair (leave it out)"),
        ("run a_game --repair a", "GAME has no meaning with --repair (leave it out)"),
        ("run --repair a --json", "--json has no meaning with --repair (leave it out)"),
        ("run --repair a --no-report", "--no-report has no meaning with --repair (leave it out)"),
        ("games --players 2", "--players has no meaning here (it goes with --speed)"),
        ("games --options --games 9", "--games has no meaning with --options (it goes with --sp"),
        ("games --options --speed", "--options and --speed do not go together (leave out --sp"),
        ("bots --games 9", "--games has no meaning here (it goes with --audit or --lessons)"),
        ("bots --times 9", "--times has no meaning here (it goes with --puzzles)"),
        ("bots a b", "PATH has no meaning here (it goes with --puzzles)"),
        ("bots --audit --tables", "--tables has no meaning with --audit (it goes with --lessons)"),
        ("bots --puzzles --seed 2", "--seed has no meaning with --puzzles (it goes with --audit"),
        ("bots --lessons --puzzles", "--lessons and --puzzles do not go together (leave out"),
    ],
)
def test_a_flag_of_another_use_is_refused(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 2
    assert capsys.readouterr().err.startswith(f"error: {said}")


def test_a_flag_that_there_is_not_is_an_error() -> None:
    with pytest.raises(TypeError, match="gamez"):
        RunFlags(gamez=3)  # type: ignore[call-arg]


def test_a_request_holds_what_all_commands_that_play_have() -> None:
    flags = RunFlags(
        game="g", seed=0, decks=("a",), bots=("b",), mode="m", settings=("x=1",), players=3,
        jobs=2, backend="dask", scheduler="s", shared_disk=True,
    )  # fmt: skip
    request = request_from(flags)
    shared = {field.name for field in fields(every.PlayFlags)} - {"json", "quiet"}
    assert {name: getattr(request, name) for name in shared} == {
        name: getattr(flags, name) for name in shared
    }
    assert request.list_given_flags() == ["seed", "decks", "bots", "mode", "set", "players", "game"]

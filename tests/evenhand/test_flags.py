"""Flags: what a command gets is one dataclass, and its help says what each of them does."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from evenhand import flags as every
from evenhand.__main__ import main
from evenhand.flags import (
    BreakFlags,
    CardsFlags,
    CheckFlags,
    CompareFlags,
    CompensateFlags,
    DeckFlags,
    ImpactFlags,
    LessonsFlags,
    MetagameFlags,
    PuzzlesFlags,
    ReplayFlags,
    RunFlags,
    ScenarioFlags,
    SynergyFlags,
    WatchFlags,
    WordsFlags,
)
from evenhand.inputs.request import request_from

GIVEN = [
    ("simulate", "", RunFlags()),
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
        "lessons",
        "a_game --games 9 --bots a,b --top 3 --tables",
        LessonsFlags(game="a_game", games=9, bots=("a,b",), top=3, tables=True),
    ),
    ("metagame", "", MetagameFlags()),
    ("metagame", "here --json", MetagameFlags(run_dir=Path("here"), json=True)),
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
        "puzzles",
        "a_game some.toml --bots a,b --times 3 --quiet",
        PuzzlesFlags(paths=("a_game", "some.toml"), bots=("a,b",), times=3, quiet=True),
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
    file = {"simulate": "run", "break": "break_"}.get(name, word)
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
    assert request.chosen() == ["seed", "decks", "bots", "mode", "set", "players", "game"]

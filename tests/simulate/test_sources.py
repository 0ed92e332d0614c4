"""The sources that compiled code is kept by: all that goes into it, and little else."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from evenhand.decks.deck_list import sample_decks
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.compiling import decorators, sources, sources_hash
from evenhand.simulate.compiling.sources import list_sources
from evenhand.simulate.registry import GAMES, load_game
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play

KERNEL = "evenhand.simulate.runs.chunk_loop"
ROOMS = ("decks", "simulate")


@contextmanager
def note_files(found: set[Path]) -> Iterator[None]:
    """Collect the files of all functions that are called until the block ends."""

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            found.add(Path(frame.f_code.co_filename))

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_a_game_calls_is_among_its_sources(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(name)
    decks = list(sample_decks(game.schema))[:2]
    request = Request(game=name, decks=decks, games=2, bots=["heuristic"], settings=["turn_cap=1"])
    arrays = plan_arrays(prepare(request).plan)
    called: set[Path] = set()
    monkeypatch.setattr(decorators, "COMPILED", False)
    with note_files(called):
        play(arrays, Chunk(0, 0, 0, 1))
    known = {*list_sources(KERNEL, *game.hooks.modules)}
    rules = {file for file in called if name in file.parts or "engine" in file.parts}
    assert len(rules) > 10
    assert not rules - known


def test_another_game_is_not_among_them() -> None:
    mine, other = sorted(GAMES)[:2]
    files = list_sources(KERNEL, *load_game(mine).hooks.modules)
    assert any(mine in file.parts for file in files)
    assert not any(other in file.parts for file in files)
    assert not any(
        file.match(place) for file in files for place in ("runs/parts.py", "decks/pool.py")
    )
    assert any(file.match("backend/linking.py") for file in files)


def copy_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the sources of rules to where a test may change them, and let them be found there."""
    for file in list_sources():
        if file.is_relative_to(sources.PACKAGE):
            copy = tmp_path / file.relative_to(sources.PACKAGE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    monkeypatch.setattr(sources, "PACKAGE", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("place", "counts"),
    [
        ("simulate/engine/rng.py", True),
        ("simulate/compiling/backend/linking.py", True),
        ("simulate/runs/parts.py", False),
        ("decks/sheet.py", False),
    ],
)
def test_only_what_goes_in_changes_the_hash(
    place: str, counts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = copy_sources(tmp_path, monkeypatch) / place
    modules = load_game(min(GAMES)).hooks.modules
    before, all_before = sources_hash.__wrapped__(*modules), sources_hash.__wrapped__()
    file.write_text(file.read_text("utf-8") + "\nSTAKE = 1\n", "utf-8")
    assert (sources_hash.__wrapped__(*modules) != before) == counts
    assert sources_hash.__wrapped__() != all_before


def test_an_edit_of_a_game_in_a_single_file_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "lone_game.py"
    file.write_text("STAKE = 1\n")
    entry = EntryPoint("lone_game", "lone_game:GAME", "evenhand.games")
    monkeypatch.setattr(sources, "entry_points", lambda **_: [entry])
    monkeypatch.syspath_prepend(str(tmp_path))
    for modules in ((), ("lone_game",)):
        before = sources_hash.__wrapped__(*modules)
        assert before == sources_hash.__wrapped__(*modules)
        file.write_text(file.read_text() + "STAKE += 1\n")
        assert sources_hash.__wrapped__(*modules) != before

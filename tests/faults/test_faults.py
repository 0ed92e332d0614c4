"""The short form of ``make faults``: some of all that can go wrong with a run."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.amounts import how_much
from tests.faults.cases import find_case, make_workplace
from tests.faults.changed import change_meanwhile, stop_watching
from tests.faults.damage import (
    change_run_file,
    list_damages,
    list_forgeries,
    make_runs,
    try_damages,
)
from tests.faults.full_disk import WRITERS, fill_at_every_step
from tests.faults.kills import Stage, kill_at_random, stop_at_every_step
from tests.faults.program import Program
from tests.faults.reports import stop_reports
from tests.faults.tally import Tally
from tests.faults.two_commands import meet, start_together
from tests.faults.unfinished import damage_parts, damage_unfinished

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("faults"),
    pytest.mark.skipif("sys.platform != 'linux'", reason="makes copies of a process"),
]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Return a place to try commands in."""
    program = Program()
    yield Stage(program, make_workplace(program, tmp_path_factory.mktemp("faults") / "workplace"))
    program.close()


@pytest.fixture(scope="module")
def runs(stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the runs that are damaged, each time in a copy."""
    return make_runs(stage.program, tmp_path_factory.mktemp("damaged") / "runs")


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Iterator[Tally]:
    """Return a tally, of which nothing may be wrong in the end, and which counts something."""
    tally = Tally(request.node.name)
    yield tally
    assert not tally.wrong
    assert tally.tried


@pytest.mark.parametrize(
    "name",
    how_much(
        ["games with two bots", "impact"], ["games with two bots", "compare two git refs", "impact"]
    ),
)
def test_a_command_that_crashes_at_any_step_goes_on(stage: Stage, tally: Tally, name: str) -> None:
    stop_at_every_step(stage, find_case(name), "crash", range(2, 400, 97), tally)


@pytest.mark.parametrize(
    "kind", how_much(["interrupt, crash"], ["interrupt", "terminate", "interrupt, crash"])
)
def test_a_command_that_is_stopped_at_any_step_goes_on(
    stage: Stage, tally: Tally, kind: str
) -> None:
    stop_at_every_step(stage, find_case("games"), kind, range(3, 400, 97), tally)


@pytest.mark.parametrize(
    "name", how_much(["check with looks"], ["run of a folder with bands", "check with looks"])
)
def test_a_command_that_is_killed_at_any_moment_goes_on(
    stage: Stage, tally: Tally, name: str
) -> None:
    kill_at_random(stage, find_case(name), 1, random.Random(1), tally)


def test_two_commands_keep_out_of_each_others_way(stage: Stage, tally: Tally) -> None:
    meet(stage, tally)
    start_together(stage, how_much(0, 1), tally)


@pytest.mark.parametrize("name", ["export", "replay", "init", "new-game"])
def test_a_full_disk_leaves_what_was_there(stage: Stage, tally: Tally, name: str) -> None:
    step = 29 if name in ("init", "new-game") else 3
    fill_at_every_step(stage, *WRITERS[name], range(1, 400, step), tally)


@pytest.mark.parametrize("kind", how_much(["full"], ["crash", "full"]))
def test_a_report_that_is_stopped_leads_to_no_page_that_is_not_there(
    stage: Stage, tally: Tally, kind: str
) -> None:
    stop_reports(stage, kind, range(2, 400, how_much(97, 47)), tally)


def test_a_full_disk_stops_a_run_that_goes_on_with_room(stage: Stage, tally: Tally) -> None:
    fill_at_every_step(stage, find_case("games"), "", range(4, 400, 29), tally)


def test_damaged_runs_are_refused_and_mended(stage: Stage, tally: Tally, runs: Path) -> None:
    chance = random.Random(1)
    change_run_file(stage.program, runs, tally)
    damages = list(list_damages(runs, chance, 2))
    try_damages(stage.program, runs, damages[:: how_much(97, 13)], chance, tally)


def test_what_was_changed_by_hand_is_mended(stage: Stage, tally: Tally, runs: Path) -> None:
    forged = list(list_forgeries(sorted(path.name for path in (runs / "a/games").iterdir())))
    chosen = [one for one in forged if "turn more" in one[0] or "their hash" in one[0]]
    try_damages(stage.program, runs, chosen, random.Random(1), tally)


def test_what_changes_meanwhile_is_never_mixed(stage: Stage, tally: Tally) -> None:
    change_meanwhile(stage, how_much(["cards"], ["cards", "a panel"]), tally)


def test_who_stops_watching_finds_all_as_it_was(stage: Stage, tally: Tally) -> None:
    stop_watching(stage, how_much(1, 2), random.Random(1), tally)


def test_damaged_parts_of_an_unfinished_run_are_played_again(stage: Stage, tally: Tally) -> None:
    damage_unfinished(stage, 3, random.Random(1), tally)


def test_damaged_parts_give_nothing_or_what_they_held(stage: Stage, tally: Tally) -> None:
    damage_parts(stage, 100, 1, tally)

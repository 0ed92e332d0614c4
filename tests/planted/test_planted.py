"""Faults planted in a copy of a new game are found, each with its place; ``make planted`` has all.

Here are those that are found in the interpreter, in this process.
"""

import importlib.metadata

import pytest

from evenhand.decks.problems import UsageError
from evenhand.simulate import registry
from evenhand.simulate.compiling import hooks
from evenhand.simulate.proving import watching
from evenhand.simulate.proving.checks import run_checks
from evenhand.simulate.proving.subject import Subject
from evenhand.simulate.registry import load_game
from tests.planted.faults import PLANTED
from tests.planted.planting import plant

QUICKLY = [fault for fault in PLANTED if not fault.is_compiled]


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """Find games in folders of the path, though they are not the tests' own."""
    monkeypatch.setattr(registry, "entry_points", importlib.metadata.entry_points)
    monkeypatch.setattr(hooks, "_BY_RECORD", {})  # copies have the same record of the state
    monkeypatch.setattr(watching, "SECONDS", 0.5)


def found_in(name, folder, check):
    """Return what is found by a check of a game in a folder, as text."""
    try:
        game = load_game(name)
    except UsageError as error:
        return str(error)
    outcomes = list(run_checks(Subject(game, folder / "tests"), only=(check,)))
    faults = [fault for outcome in outcomes for fault in outcome.faults]
    return "\n".join(f"{fault.message} {fault.where}" for fault in faults)


def test_each_has_a_name_of_its_own():
    assert len({fault.name for fault in PLANTED}) == len(PLANTED) > 20


@pytest.mark.parametrize("fault", QUICKLY, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found(fault, tmp_path, monkeypatch):
    name = f"quick_{fault.name}"
    if any("does not end" in one for one in fault.told):
        monkeypatch.setattr(watching, "LONGEST", 1.5)
    monkeypatch.syspath_prepend(str(plant(tmp_path / name, name, fault)))
    said = found_in(name, tmp_path / name, fault.check)
    assert [one for one in fault.told if one not in said] == [], said


def test_scenarios_do_not_wait_for_a_loop_that_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "LONGEST", 1.5)
    (loop,) = (fault for fault in QUICKLY if fault.name == "loop")
    monkeypatch.syspath_prepend(str(plant(tmp_path, "quick_scenarios", loop)))
    subject = Subject(load_game("quick_scenarios"), tmp_path / "tests")
    bounds, scenarios = run_checks(subject, only=("bounds", "scenarios"))
    assert bounds.faults and subject.scenarios
    assert scenarios.left_out == "until what is found above is mended"


@pytest.mark.parametrize("check", ["declaration", "bounds", "scenarios", "clauses"])
def test_nothing_is_found_without_a_fault(check, tmp_path, monkeypatch):
    name = f"sound_{check}"
    monkeypatch.syspath_prepend(str(plant(tmp_path / name, name)))
    assert found_in(name, tmp_path / name, check) == ""

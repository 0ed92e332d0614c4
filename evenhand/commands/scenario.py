"""The command `scenario`: play scenarios, or list the clauses that none proves."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from evenhand.decks.problems import InputError, UsageError
from evenhand.flags import ScenarioFlags
from evenhand.inputs.decks_and_bots import find_toml_files
from evenhand.simulate.registry import load_game
from evenhand.simulate.replay.replay import Step, format_step
from evenhand.simulate.scenarios.expectations import Failure
from evenhand.simulate.scenarios.play import play_scenario
from evenhand.simulate.scenarios.scenario import Scenario, clauses_of, load_scenario
from evenhand.terminal import (
    describe_value,
    note_errors,
    plain_table,
    print_json,
    print_table,
    tell,
)

__all__ = ["scenario_command"]

FAILED = 1  # exit codes, as in `evenhand.__main__`
BAD_INPUT = 3
USUAL = Path("tests") / "scenarios"  # where a project keeps them, by game


def scenario_command(flags: ScenarioFlags) -> None:
    """Carry out `scenario`: play scenario files, or say which clauses of a game they prove."""
    if flags.coverage:
        show_coverage(flags)
    else:
        play_scenarios(flags)


def play_scenarios(flags: ScenarioFlags) -> None:
    """Play scenario files, and end with the exit code of the worst."""
    if not flags.paths:
        raise UsageError("which scenarios?", "name files, or folders of them")
    results = [play_file(file, flags) for file in find_toml_files(flags.paths, "scenarios")]
    if flags.json:
        print_json({"scenarios": results})
    else:
        passed = sum(result["passed"] for result in results)
        tell(f"{passed} of {len(results)} scenarios hold")
    if any(result["problems"] for result in results):
        raise typer.Exit(BAD_INPUT)
    if not all(result["passed"] for result in results):
        raise typer.Exit(FAILED)


def play_file(file: Path, flags: ScenarioFlags) -> dict[str, Any]:
    """Play one scenario file, print what is worth it, and sum it up."""
    result: dict[str, Any] = {"file": str(file), "passed": False, "failures": [], "problems": []}
    is_traced = flags.trace and not flags.json
    try:
        scenario = load_scenario(file)
        result["title"] = scenario.title
        if is_traced:
            tell(f"{file}: {scenario.title}")
        failures = play_scenario(scenario, print_step if is_traced else None)
    except InputError as error:
        result["problems"] = [str(problem) for problem in error.problems]
        note_errors(result["problems"])
        return result
    result["passed"] = not failures
    result["failures"] = [vars(failure) for failure in failures]
    if failures and not flags.json:
        print_failures(scenario, failures)
    return result


def print_step(step: Step) -> None:
    """Print one step of a scenario's trace."""
    tell(*format_step(step))


def print_failures(scenario: Scenario, failures: Sequence[Failure]) -> None:
    """Print what a scenario expected and what was found, side by side."""
    tell(f"{scenario.file}: {scenario.title}")
    table = plain_table("", "expected", "found")
    for failure in failures:
        table.add_row(
            f"  {failure.place}", describe_value(failure.expected), describe_value(failure.found)
        )
    print_table(table)


def show_coverage(flags: ScenarioFlags) -> None:
    """Print the clauses of a game's rules with the scenarios that prove them."""
    game = load_game(flags.coverage)
    folder = USUAL / flags.coverage
    if not flags.paths and not folder.is_dir():
        raise UsageError(f"there is no folder {folder}", "name the scenarios' folder")
    scenarios = [
        load_scenario(file) for file in find_toml_files(flags.paths or [str(folder)], "scenarios")
    ]
    proved: dict[str, list[str]] = {clause: [] for clause in clauses_of(game)}
    for scenario in scenarios:
        if scenario.game.name == game.name:
            for clause in scenario.clauses:
                proved[clause].append(Path(scenario.file).stem)
    missing = [clause for clause, files in proved.items() if not files]
    if flags.json:
        print_json({"game": game.name, "clauses": proved, "missing": missing})
    else:
        n = len(proved) - len(missing)
        tell(f"{len(scenarios)} scenarios prove {n} of {len(proved)} clauses")
        if missing:
            tell(f"Without a scenario: {', '.join(missing)}")
    if missing:
        raise typer.Exit(FAILED)

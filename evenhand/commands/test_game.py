"""The command `test-game`: everything that a game owes the engine and its rulebook, checked."""

import os
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

import typer

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.flags import TestGameFlags
from evenhand.inputs.decks_and_bots import split_names
from evenhand.simulate.game import Game
from evenhand.simulate.proving.checks import CHECKS, Outcome, run_checks
from evenhand.simulate.proving.recorded import list_kinds, record_game, remove_outdated
from evenhand.simulate.proving.subject import Subject, find_tests
from evenhand.simulate.registry import load_game, names_of_others
from evenhand.terminal import print_json, tell

__all__ = ["test_game_command"]

FAILED = 1  # exit code, as in `evenhand.__main__`


def test_game_command(flags: TestGameFlags) -> None:
    """Carry out `test-game`: check a game, and end with 1 if anything was found."""
    os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # read when the first rule is compiled
    only = split_names(flags.only)
    check_names(only)
    name = flags.game or only_other_game()
    try:
        game = load_game(name)
    except UsageError as error:
        if name not in names_of_others():
            raise
        show_unloadable(name, str(error), flags)
        raise typer.Exit(FAILED) from error
    subject = Subject(game, find_tests(game), flags.seed, flags.quick)
    if flags.record:
        record(subject)
        return
    if not flags.json:
        tell(f"{game.name}: {game.title}, rules version {game.rules_version}", style="bold")
    outcomes = list(follow(subject, flags, only))
    n_faults = sum(len(one.faults) for one in outcomes)
    if flags.json:
        print_json({"game": game.name, "passed": not n_faults,
                    "checks": [describe(one, game, flags) for one in outcomes]})  # fmt: skip
    else:
        tell(sum_up(outcomes, n_faults))
    if n_faults:
        raise typer.Exit(FAILED)


def check_names(names: Sequence[str]) -> None:
    """Refuse names that are no check's of `test-game`."""
    known = [check.name for check in CHECKS]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or f"the checks are {', '.join(known)}"
            raise UsageError(f"--only: there is no check '{name}'", hint)


def follow(subject: Subject, flags: TestGameFlags, only: Sequence[str]) -> Iterator[Outcome]:
    """Make the checks of `test-game`, and print each when it is done."""
    for outcome in run_checks(subject, only):
        if not flags.json:
            show(outcome, subject.game, flags)
        yield outcome


def show_unloadable(name: str, message: str, flags: TestGameFlags) -> None:
    """Print for `test-game` why a game cannot even be loaded."""
    if flags.json:
        finding = {"message": message, "where": ""}
        checks = [{"check": CHECKS[0].name, "findings": [finding]}]
        print_json({"game": name, "passed": False, "checks": checks})
    else:
        tell(f"  FOUND {CHECKS[0].name:<12} {message}", "1 found; nothing else was checked")


def only_other_game() -> str:
    """Return the game for `test-game` if none is named: the only one of another package.

    Raises
    ------
    UsageError
        If there is none, or several.
    """
    names = names_of_others()
    if len(names) == 1:
        return names[0]
    hint = f"name one of {', '.join(names)}" if names else "evenhand new-game NAME makes one"
    raise UsageError("which game?", hint)


def record(subject: Subject) -> None:
    """Carry out `test-game --record`: record a game of each kind anew, and remove old kinds."""
    for kind in list_kinds(subject.game):
        tell(f"Recorded {record_game(kind, subject.golden)}")
    for file in remove_outdated(subject.game, subject.recorded):
        tell(f"Removed {file}: the game has no such mode or number of players")


def show(outcome: Outcome, game: Game, flags: TestGameFlags) -> None:
    """Print what a check of `test-game` found."""
    check = outcome.check
    if outcome.left_out:
        tell(f"  -     {check.name:<12} left out: {outcome.left_out}")
        return
    word = "FOUND" if outcome.faults else "ok"
    tell(f"  {word:<5} {check.name:<12} {check.meaning} ({outcome.seconds:.1f} s)")
    for fault in outcome.faults:
        tell(*(f"        {line}" for line in fault.message.split("\n")))
        if fault.where:
            tell(f"          where: {fault.where}")
    if outcome.faults:
        tell(f"          again: {command_of(outcome, game, flags)}")


def command_of(outcome: Outcome, game: Game, flags: TestGameFlags) -> str:
    """Return the `test-game` command that shows a finding again."""
    seed = f" --seed {flags.seed}" if flags.seed != TestGameFlags().seed else ""
    quick = " --quick" if flags.quick else ""
    return f"evenhand test-game {shlex.quote(game.name)} --only {outcome.check.name}{seed}{quick}"


def describe(outcome: Outcome, game: Game, flags: TestGameFlags) -> dict[str, Any]:
    """Return what a check of `test-game` found as JSON."""
    return {
        "check": outcome.check.name,
        "meaning": outcome.check.meaning,
        "left_out": outcome.left_out,
        "seconds": round(outcome.seconds, 2),
        "findings": [{"message": fault.message, "where": fault.where} for fault in outcome.faults],
        "command": command_of(outcome, game, flags),
    }


def sum_up(outcomes: list[Outcome], n_faults: int) -> str:
    """Say in a line how `test-game` went."""
    made = [one for one in outcomes if not one.left_out]
    seconds = sum(one.seconds for one in made)
    left = len(outcomes) - len(made)
    beside = f", {left} left out" if left else ""
    found = "nothing found" if not n_faults else f"{n_faults} found"
    return f"{found} in {len(made)} checks{beside} ({seconds:.0f} s)"

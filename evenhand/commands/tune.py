"""The command `tune`: the smallest edits that bring a folder's numbers into line."""

import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import typer

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import Topic
from evenhand.commands.check import EXIT_CODES, NOTHING_TO_CHECK
from evenhand.flags import TuneFlags
from evenhand.flags.questions import PRECISION
from evenhand.gate.check import NothingToCheckError
from evenhand.gate.folder_expectations import Project
from evenhand.gate.tune_edits import FIRST_PLAYER, AnyEdit, CardEdit, RuleEdit, describe_edit
from evenhand.gate.tune_folder import TuneSetup, apply_edits, find_edits, prepare_tuning
from evenhand.gate.tune_rounds import Round, Tuning
from evenhand.gate.tune_wording import describe_bots, list_outside_of_second, sum_up
from evenhand.inputs.balance_file_edits import write_option
from evenhand.inputs.faults import list_collected, raise_faults
from evenhand.inputs.folder import parse_folder
from evenhand.inputs.job import Job
from evenhand.reports.check.check_wording import name_measure
from evenhand.reports.check.result import rename_measure
from evenhand.reports.wording import count, points
from evenhand.simulate.runs.plan import MOST_GAMES
from evenhand.terminal import (
    command_line,
    note,
    plain_table,
    print_json,
    print_table,
    tell,
)

__all__ = ["tune_command"]


def tune_command(flags: TuneFlags) -> None:
    """Carry out `tune`: tune a folder, and end with the exit code of a check of what came of it."""
    try:
        # The card file that is edited must be read whole.
        with raise_faults() if flags.apply else nullcontext():
            setup = prepare_tuning(flags)
    except NothingToCheckError as error:
        note(str(error))
        raise typer.Exit(NOTHING_TO_CHECK) from None
    is_quiet, job = flags.quiet or flags.json, setup.job
    for text in () if is_quiet else setup.notes:
        note(text)
    started = time.perf_counter()
    found = find_edits(setup, flags.precision, is_quiet)
    seconds = time.perf_counter() - started
    if flags.json:
        said = {**describe(setup.project, found), "display_names": job.plan.display_names}
        print_json({**said, "seconds": round(seconds, 3)})
    else:
        print_tuning(setup, found, flags, seconds)
    written = apply_edits(setup, found)
    if not flags.json:
        say_what_next(setup, found, flags, written)
    raise typer.Exit(EXIT_CODES[found.outcome])


def describe(project: Project, found: Tuning) -> dict[str, Any]:
    """Return what `tune` found as JSON."""
    best, second, farthest = found.best, found.second, found.farthest
    return {
        "game": project.folder.game.name,
        "outcome": found.outcome.value,
        "is_met": found.is_met,
        "left_out": found.left_out,
        "faults": list(map(str, list_collected())),
        "unjudged": list(found.unjudged),
        "undoes": best.undoes,
        "seed": best.seed,
        "rounds": len(found.rounds),
        "edits": list(map(describe_edit, best.edits)),
        "missed": dict(best.missed),
        "numbers": list_numbers(best),
        "farthest": {
            "edits": list(map(describe_edit, farthest.edits)),
            "numbers": list_numbers(farthest),
        }
        if farthest
        else None,
        "second": {"bot": second.bot, "games": second.games, "numbers": list_numbers(second)}
        if second
        else None,
    }


def list_numbers(one: Round) -> list[dict[str, Any]]:
    """List what a round of `tune` came to, as JSON."""
    return [
        {
            "what": name_measure(judged.measure),
            "verdict": judged.outcome.value,
            "value": judged.estimate,
            "low": judged.low,
            "high": judged.high,
            "band": [judged.band.low, judged.band.high],
        }
        for judged in one.judgements
    ]


def print_tuning(setup: TuneSetup, found: Tuning, flags: TuneFlags, seconds: float) -> None:
    """Print what `tune` found: the edits, what they came to, and what is still not met."""
    if flags.quiet:
        tell(sum_up(found)[0])
        return
    first, best = found.rounds[0], found.best
    names = setup.job.plan.display_names
    if best.edits:
        print_edits(best.edits, setup, names)
        tell("")
        print_numbers(first.judgements, best.judgements, names)
        tell("")
    tell(*sum_up(found))
    rounds = [*found.rounds, *found.further]
    games = " + ".join(count(one.games) for one in rounds)
    bot = setup.job.plan.bots[0].name
    tell(f"Rounds of {games} games by {bot}, the last with seed {rounds[-1].seed}; "
         f"{seconds:,.0f} s.")  # fmt: skip


def say_what_next(
    setup: TuneSetup, found: Tuning, flags: TuneFlags, written: Sequence[Path]
) -> None:
    """Say after `tune` that the edits are written, or what would write them."""
    job, best = setup.job, found.best
    check = command_line("check", *[flags.place] * bool(flags.place))
    files = [str(file) for file in written]
    if flags.quiet:
        tell(*files)
        return
    if not found.is_met:
        if flags.apply and best.edits:
            file = job.plan.pool.file
            tell(f"Not written: only edits that meet all that is expected are written to {file}.")
        if best.outcome is Outcome.INCONCLUSIVE:
            tell(f"Next     {repeat(flags, games=min(2 * job.plan.games, MOST_GAMES))}")
    elif not best.edits:
        say_what_is_unjudged(job, found, flags, check)
    elif flags.apply:
        tell(f"Written  {', '.join(files)}")
        tell(f"Next     {check}")
    elif found.left_out:
        tell("Next     correct these files: --apply writes edits only where all can be read")
    else:
        apply = repeat(flags, "--apply", games=flags.games)
        if found.second and list_outside_of_second(found):
            again = repeat(flags, games=flags.games)
            tell(f"Next     {again}  # for strong hands, after {describe_bots(found.second.bot)}")
            tell(f"         {apply}  # for weaker hands alone")
        else:
            tell(f"Next     {apply}")


def say_what_is_unjudged(job: Job, found: Tuning, flags: TuneFlags, check: str) -> None:
    """Say what judges and mends that which `tune` does not judge, where all else is met."""
    if found.unjudged:
        tell(f"Next     {check}")
    if job.panel:
        again = repeat(flags, games=flags.games)
        tell(f"         {again}  # for strong hands, after {describe_bots(job.panel[-1].name)}")


def repeat(flags: TuneFlags, *more: str, games: int | None) -> str:
    """Return the `tune` command that finds the same edits, or with other games."""
    given = {
        "--games": games,
        "--seed": flags.seed,
        "--precision": None if flags.precision == PRECISION else f"{flags.precision:g}",
    }
    words = [word for flag, value in given.items() if value is not None for word in (flag, value)]
    return command_line("tune", *[flags.place] * bool(flags.place), *words, *more)


def print_edits(edits: Sequence[AnyEdit], setup: TuneSetup, names: Mapping[str, str]) -> None:
    """Print the edits of `tune`: the numbers to change, where they stand, and what each does."""
    head = ("card", "number", "from", "to", "where", "does")
    table = plain_table(*head, right=("from", "to"))
    for edit in edits:
        moved = sorted(edit.moves.items(), key=lambda one: (one[0] != FIRST_PLAYER, -abs(one[1])))
        does = ", ".join(f"{names.get(deck, deck)} {points(gain)}" for deck, gain in moved[:3])
        numbers = count(edit.before), count(edit.after)
        table.add_row(*name_edited(edit), *numbers, find_edit_place(edit, setup), does)
    print_table(table)
    for edit in edits:
        if isinstance(edit, RuleEdit):
            line = write_option(edit.option, edit.after)
            tell(f"In [options] of {setup.project.folder.path}: {line}")


def name_edited(edit: AnyEdit) -> tuple[str, str]:
    """Name what an edit of `tune` is of: a card and its column, or a rule and its option."""
    if isinstance(edit, RuleEdit):
        return "rule option", edit.option
    return edit.card, edit.column.replace("_", " ")


def find_edit_place(edit: AnyEdit, setup: TuneSetup) -> str:
    """Find where the number of an edit of `tune` stands: "cards.csv:14"."""
    if isinstance(edit, CardEdit):
        return f"{setup.job.plan.pool.file}:{edit.line}"
    toml, *_ = parse_folder(setup.project.folder.path)
    line = toml.line_of(("options", edit.option))
    return f"{toml.file}:{line}" if line else toml.file


def print_numbers(
    before: Sequence[Judgement], after: Sequence[Judgement], names: Mapping[str, str]
) -> None:
    """Print for `tune` what was not met before the edits, or is not after them."""
    then = {one.measure: one for one in after}
    head = ("", "what", "before", "after", "expected")
    table = plain_table(*head, right=("before", "after"))
    for one in before:
        later = then.get(one.measure)
        if later is None or one.outcome is later.outcome is Outcome.PASS:
            continue
        scale = 1 if one.measure.topic is Topic.TURNS else 100
        band = f"{scale * one.band.low:g}\N{EN DASH}{scale * one.band.high:g}"
        table.add_row(
            later.outcome.value.upper(), name_measure(rename_measure(one.measure, names)),
            f"{scale * one.estimate:.1f}",
            f"{scale * later.estimate:.1f}", band,
        )  # fmt: skip
    print_table(table)

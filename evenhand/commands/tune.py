"""The command `tune`: the smallest edits of cards that bring a folder's numbers into line."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

import typer
from scipy.special import ndtri

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.subjects import Topic
from evenhand.commands.check import EXIT_CODES, NOTHING_TO_CHECK, find_balance_file
from evenhand.decks.problems import UsageError
from evenhand.decks.table_file import find_table
from evenhand.experiments.contrasts import lock_folder, report_resume, store_in
from evenhand.flags import TuneFlags
from evenhand.flags.questions import PRECISION
from evenhand.gate.choice import pass_level
from evenhand.gate.edits import CardEdit, edit_file
from evenhand.gate.project import Project, load_project
from evenhand.gate.tuning import Tuning, list_movable_bands, tune
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.length import read_precision
from evenhand.inputs.request import Request
from evenhand.reports.check.check_wording import name_measure
from evenhand.reports.check.result import rename_measure
from evenhand.reports.wording import count, plural, points
from evenhand.simulate.runs.plan import MOST_GAMES, Plan
from evenhand.simulate.runs.run_folder import fingerprint_of, hash_json, identify
from evenhand.simulate.runs.seal import hash_file
from evenhand.simulate.runs.whole_files import write_whole
from evenhand.terminal import (
    command_line,
    note,
    plain_table,
    print_json,
    print_table,
    tell,
)
from evenhand.writing import check_can_write, name_place

__all__ = ["tune_command"]

FEWEST_PAIRS = 50  # of each matchup
MOST_NAMED = 5
GAME_VARIANCE = 0.25  # of what a deck scores in one game, at most


def tune_command(flags: TuneFlags) -> None:
    """Tune a folder, and end with the exit code of a check of what came of it."""
    half_width = read_precision(flags.precision)
    if flags.games is not None and flags.games < 1:
        raise UsageError(f"--games: expected 1 or more, found {flags.games}")
    project = load_project(find_balance_file(flags.place))
    if not list_movable_bands(project):
        note(f"nothing to tune: {project.folder.path} expects no win rate of a deck or matchup")
        raise typer.Exit(NOTHING_TO_CHECK)
    job = prepare_job(project, flags)
    file = find_card_file(project, job) if flags.apply else None
    is_quiet = flags.quiet or flags.json
    for text in () if is_quiet else (*project.notes, *job.notes):
        note(text)
    if file:
        check_can_write(file)
    started = time.perf_counter()
    found = carry_out(project, job, flags, half_width)
    seconds = time.perf_counter() - started
    if flags.json:
        said = {**describe(project, found), "display_names": job.plan.display_names}
        print_json({**said, "seconds": round(seconds, 3)})
    else:
        print_tuning(job, found, flags, seconds)
    if file and found.is_met:
        apply_edits(file, job, found.best.edits)
    if not flags.json:
        say_what_next(job, found, flags)
    raise typer.Exit(EXIT_CODES[found.best.outcome])


def prepare_job(project: Project, flags: TuneFlags) -> Job:
    """Prepare what every round plays."""
    request = Request(
        game=str(project.folder.path),
        games=project.check.games if flags.games is None else flags.games,
        seed=flags.seed,
        jobs=flags.jobs,
    )
    job = prepare(request)
    if len(job.plan.bots) > 1:
        raise UsageError("tune: expected one bot that plays every deck, found two")
    refuse_few_games(project, job.plan)
    if job.panel:
        lead = job.plan.bots[0].name
        text = f"tuned with {lead} alone: what the other bots of the panel say, a check tells"
        job = replace(job, notes=(*job.notes, text))
    return replace(job, panel=())


def refuse_few_games(project: Project, plan: Plan) -> None:
    """Refuse so few games that edits would answer luck, or that no number could pass."""
    n_matchups = len(plan.matchups)
    per_matchup = max(FEWEST_PAIRS, *count_least_pairs(project, plan))
    if min(one.pairs for one in plan.matchups) < per_matchup:
        least = per_matchup * plan.n_seats * n_matchups
        raise UsageError(
            f"--games: this takes {least:,} games at least, in every round",
            "with fewer, a win rate in the very middle of its band would not pass",
        )


def count_least_pairs(project: Project, plan: Plan) -> Iterator[int]:
    """Say how many pairs of each matchup it takes so that each band can be met at all."""
    sure = float(ndtri(pass_level(project)))
    matchups = plan.matchups
    per_deck = plan.n_seats * len(matchups) / len(plan.entrants)
    for measure in list_movable_bands(project):
        band = project.bands.by_measure[measure]
        parts = per_deck if measure.topic is Topic.WIN_RATE else 1
        half_width = (band.high - band.low) / 2
        yield ceil((sure / half_width) ** 2 * GAME_VARIANCE / plan.n_seats / parts)


def carry_out(project: Project, job: Job, flags: TuneFlags, half_width: float) -> Tuning:
    """Tune in a folder of our own, in which who is stopped goes on."""
    is_quiet = flags.quiet or flags.json
    said = project.folder.content
    what = hash_json([said.expect.model_dump(), said.tune.model_dump()])
    fingerprint = hash_json([fingerprint_of(identify(job.plan)), what])
    goal = f"the smallest edit, by {job.plan.games} games, to {flags.precision:g} points"
    with (
        lock_folder({"the edits that are measured": fingerprint}, goal) as held,
        report_resume([held], is_quiet),
        store_in(held, job.request, is_quiet) as store,
    ):
        return tune(project, job, held, store, half_width)


def find_card_file(project: Project, job: Job) -> Path:
    """Return the file that edits are written into: the folder's own, not one at an address."""
    return project.folder.confine(find_table(job.plan.pool.file).path)


def apply_edits(file: Path, job: Job, edits: Sequence[CardEdit]) -> None:
    """Write the edits into the card file, unless it was saved while they were sought.

    Raises
    ------
    UsageError
    """
    with name_place(file):
        if hash_file(file) != job.plan.pool.content_hash:
            message = f"{file} was changed meanwhile: the edits were not written"
            raise UsageError(message, "repeat the command")
        write_whole(file, edit_file(job.plan, edits))


def describe(project: Project, found: Tuning) -> dict[str, Any]:
    """Say what --json does."""
    best = found.best
    return {
        "game": project.folder.game.name,
        "outcome": best.outcome.value,
        "is_met": found.is_met,
        "seed": best.seed,
        "rounds": len(found.rounds),
        "edits": [edit._asdict() for edit in best.edits],
        "missed": dict(best.missed),
        "numbers": [
            {
                "what": name_measure(one.measure),
                "verdict": one.outcome.value,
                "value": one.estimate,
                "low": one.low,
                "high": one.high,
                "band": [one.band.low, one.band.high],
            }
            for one in best.judgements
        ],
    }


def print_tuning(job: Job, found: Tuning, flags: TuneFlags, seconds: float) -> None:
    """Print the edits, what they came to, and what is still not met."""
    if flags.quiet:
        tell(sum_up(found)[0])
        return
    first, best = found.rounds[0], found.best
    if best.edits:
        print_edits(best.edits, job.plan.display_names)
        tell("")
        print_numbers(first.judgements, best.judgements, job.plan.display_names)
        tell("")
    tell(*sum_up(found))
    games = " + ".join(count(one.games) for one in found.rounds)
    tell(f"Rounds of {games} games, the last with seed {found.rounds[-1].seed}; "
         f"{seconds:,.0f} s.")  # fmt: skip


def say_what_next(job: Job, found: Tuning, flags: TuneFlags) -> None:
    """Say that the edits are written, or what would write them."""
    file, best = job.plan.pool.file, found.best
    if flags.quiet:
        if flags.apply and found.is_met:
            tell(file)
        return
    if not best.edits:
        return
    if not found.is_met:
        if flags.apply:
            tell(f"Not written: only edits that meet all that is expected are written to {file}.")
        if best.outcome is Outcome.INCONCLUSIVE:
            tell(f"Next     {repeat(flags, games=min(2 * job.plan.games, MOST_GAMES))}")
    elif flags.apply:
        tell(f"Written  {file}")
    else:
        tell(f"Next     {repeat(flags, '--apply', games=flags.games)}")


def repeat(flags: TuneFlags, *more: str, games: int | None) -> str:
    """Return the command that finds the same edits, or with other games."""
    given = {
        "--games": games,
        "--seed": flags.seed,
        "--precision": None if flags.precision == PRECISION else f"{flags.precision:g}",
    }
    words = [word for flag, value in given.items() if value is not None for word in (flag, value)]
    return command_line("tune", *[flags.place] * bool(flags.place), *words, *more)


def print_edits(edits: Sequence[CardEdit], names: Mapping[str, str]) -> None:
    """Print the numbers to change, and what each does."""
    table = plain_table("card", "number", "now", "then", "does", right=("now", "then"))
    for edit in edits:
        moved = sorted(edit.moves.items(), key=lambda one: -abs(one[1]))
        does = ", ".join(f"{names.get(deck, deck)} {points(gain)}" for deck, gain in moved[:3])
        column = edit.column.replace("_", " ")
        table.add_row(edit.card, column, count(edit.before), count(edit.after), does)
    print_table(table)


def print_numbers(
    before: Sequence[Judgement], after: Sequence[Judgement], names: Mapping[str, str]
) -> None:
    """Print what was not met before or is not now."""
    then = {one.measure: one for one in after}
    table = plain_table("", "what", "before", "now", "expected", right=("before", "now"))
    for one in before:
        now = then.get(one.measure)
        if now is None or one.outcome is now.outcome is Outcome.PASS:
            continue
        band = f"{100 * one.band.low:g}\N{EN DASH}{100 * one.band.high:g}"
        table.add_row(
            now.outcome.value.upper(), name_measure(rename_measure(one.measure, names)),
            f"{100 * one.estimate:.1f}",
            f"{100 * now.estimate:.1f}", band,
        )  # fmt: skip
    print_table(table)


def sum_up(found: Tuning) -> list[str]:
    """Say whether everything is met, and if not, why."""
    best = found.best
    failed = [one for one in best.judgements if one.outcome is Outcome.FAIL]
    unsure = [one for one in best.judgements if one.outcome is Outcome.INCONCLUSIVE]
    if not failed and not unsure:
        if not best.edits:
            return ["Everything that is expected is met already: nothing to change."]
        return [f"PASS: {plural(len(best.judgements), 'expectation')} met."]
    said = [] if best.edits else ["No edit was found that helps."]
    said += [
        f"{plural(len(failed), 'expectation')} not met, {len(unsure)} inconclusive, of "
        f"{len(best.judgements)}."
    ]
    unmet = {name_measure(one.measure) for one in (*failed, *unsure)}
    missed = {name: miss for name, miss in best.missed.items() if name in unmet}
    if missed:
        worst = sorted(missed.items(), key=lambda one: -one[1])[:MOST_NAMED]
        names = ", ".join(f"{name} by {100 * miss:.1f}" for name, miss in worst)
        said.append(f"Out of reach of what [tune] allows: {names} points.")
    return said

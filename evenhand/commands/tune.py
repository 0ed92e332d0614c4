"""The command `tune`: the smallest edits of cards that bring a folder's numbers into line."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.commands.check import EXIT_CODES, NOTHING_TO_CHECK, find_balance_file
from evenhand.decks.problems import UsageError
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.exchange import claim_scores, say_how_to_go_on
from evenhand.flags import TuneFlags
from evenhand.gate.project import Project, load_project
from evenhand.gate.tuning import CardEdit, Tuning, edit_file, list_movable_bands, tune
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.length import read_precision
from evenhand.inputs.request import Request
from evenhand.reports.check.check_wording import name_measure
from evenhand.reports.wording import count, plural, points
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run_folder import fingerprint_of, hash_json, identify
from evenhand.simulate.runs.whole_files import write_whole
from evenhand.terminal import note, plain_table, print_json, print_table, progress_bar, tell
from evenhand.writing import name_place

__all__ = ["tune_command"]

FEWEST_PAIRS = 50  # of each matchup


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
    is_quiet = flags.quiet or flags.json
    for text in () if is_quiet else (*project.notes, *job.notes):
        note(text)
    started = time.perf_counter()
    found = carry_out(project, job, flags, half_width)
    seconds = time.perf_counter() - started
    if flags.apply and found.best.edits:
        apply_edits(job, found.best.edits)
    if flags.json:
        print_json({**describe(project, found), "seconds": round(seconds, 3)})
    else:
        print_tuning(project, job, found, flags, seconds)
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
    refuse_few_games(job.plan)
    if job.panel:
        lead = job.plan.bots[0].name
        text = f"tuned with {lead} alone: what the other bots of the panel say, a check tells"
        job = replace(job, notes=(*job.notes, text))
    return replace(job, panel=())


def refuse_few_games(plan: Plan) -> None:
    """Refuse so few games that edits would answer luck."""
    matchups = plan.matchups()
    if min(one.pairs for one in matchups) < FEWEST_PAIRS:
        least = FEWEST_PAIRS * plan.n_seats * len(matchups)
        raise UsageError(f"--games: this takes {least:,} games at least, in every round")


def carry_out(project: Project, job: Job, flags: TuneFlags, half_width: float) -> Tuning:
    """Tune in a folder of our own, in which who is stopped goes on."""
    is_quiet = flags.quiet or flags.json
    said = project.folder.said
    what = hash_json([said.expect.model_dump(), said.tune.model_dump()])
    fingerprint = hash_json([fingerprint_of(identify(job.plan)), what])
    goal = f"the smallest edit, by {job.plan.games} games, to {flags.precision:g} points"
    say = None if is_quiet else note
    with (
        claim_scores("edits", fingerprint, goal) as held,
        say_how_to_go_on([held], say),
        start_workers(job.request) as workers,
        progress_bar(disabled=is_quiet) as progress,
    ):
        return tune(project, job, held, workers, half_width, progress, say)


def apply_edits(job: Job, edits: Sequence[CardEdit]) -> None:
    """Write the edits into the card file."""
    file = Path(job.plan.pool.file)
    content = edit_file(job.plan, edits)
    with name_place(file):
        write_whole(file, content)


def describe(project: Project, found: Tuning) -> dict[str, Any]:
    """Say what --json does."""
    best = found.best
    return {
        "game": project.folder.game.name,
        "outcome": best.outcome.value,
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


def print_tuning(
    project: Project, job: Job, found: Tuning, flags: TuneFlags, seconds: float
) -> None:
    """Print the edits, what they came to, and what is still not met."""
    first, best = found.rounds[0], found.best
    if first.outcome in (Outcome.PASS, Outcome.ACCEPTED):
        tell("Everything that is expected is met already: nothing to change.")
    elif not best.edits:
        tell("No edit was found that helps.")
    else:
        print_edits(best.edits)
        tell("")
        print_numbers(first.judgements, best.judgements)
    tell("", *sum_up(found))
    games = job.plan.games
    if not flags.quiet:
        tell(f"{plural(len(found.rounds), 'round')} of {count(games)} games, the last with seed "
             f"{found.rounds[-1].seed}; {seconds:,.0f} s.")  # fmt: skip
    if best.edits and flags.apply:
        tell(f"Written  {job.plan.pool.file}")
    elif best.edits:
        tell("Next     evenhand tune --apply")


def print_edits(edits: Sequence[CardEdit]) -> None:
    """Print the numbers to change, and what each does."""
    table = plain_table("card", "number", "now", "then", "does", right=("now", "then"))
    for edit in edits:
        moved = sorted(edit.moves.items(), key=lambda one: -abs(one[1]))
        does = ", ".join(f"{deck} {points(gain)}" for deck, gain in moved[:3])
        column = edit.column.replace("_", " ")
        table.add_row(edit.card, column, count(edit.before), count(edit.after), does)
    print_table(table)


def print_numbers(before: Sequence[Judgement], after: Sequence[Judgement]) -> None:
    """Print what was not met before or is not now."""
    then = {one.measure: one for one in after}
    table = plain_table("", "what", "before", "now", "expected", right=("before", "now"))
    for one in before:
        now = then.get(one.measure)
        if now is None or one.outcome is now.outcome is Outcome.PASS:
            continue
        band = f"{100 * one.band.low:g}\N{EN DASH}{100 * one.band.high:g}"
        table.add_row(
            now.outcome.value.upper(), name_measure(one.measure), f"{100 * one.estimate:.1f}",
            f"{100 * now.estimate:.1f}", band,
        )  # fmt: skip
    print_table(table)


def sum_up(found: Tuning) -> list[str]:
    """Say whether everything is met, and if not, why."""
    best = found.best
    failed = [one for one in best.judgements if one.outcome is Outcome.FAIL]
    unsure = [one for one in best.judgements if one.outcome is Outcome.INCONCLUSIVE]
    if not failed and not unsure:
        return [f"PASS: {plural(len(best.judgements), 'expectation')} met."] if best.edits else []
    said = [
        f"{plural(len(failed), 'expectation')} not met, {len(unsure)} inconclusive, of "
        f"{len(best.judgements)}."
    ]
    if best.missed:
        worst = sorted(best.missed.items(), key=lambda one: -one[1])[:5]
        names = ", ".join(f"{name} by {100 * miss:.1f}" for name, miss in worst)
        said.append(f"Out of reach of what [tune] allows: {names} points.")
    return said

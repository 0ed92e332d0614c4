"""A folder tuned: what is played prepared, edits sought, and written into its card file."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

from scipy.special import ndtri

from evenhand.analysis.gate.judge import Outcome
from evenhand.analysis.gate.measures import Topic
from evenhand.decks.problems import UsageError
from evenhand.decks.table_location import find_table
from evenhand.experiments.question_store import lock_folder, report_resume, store_in
from evenhand.flags import TuneFlags
from evenhand.gate.check import NothingToCheckError
from evenhand.gate.check_setup import find_balance_file
from evenhand.gate.edit_choice import pass_level
from evenhand.gate.folder_expectations import Project, load_project
from evenhand.gate.tune_edits import (
    CardEdit,
    RuleEdit,
    as_change,
    edit_file,
    list_changed_texts,
    list_undoing_edits,
)
from evenhand.gate.tune_rounds import Tuning, Undoing
from evenhand.gate.tune_rules import refuse_illegal_values
from evenhand.gate.tune_settings import list_values
from evenhand.gate.tune_ways import list_movable_bands
from evenhand.gate.tuning import tune
from evenhand.inputs.balance_file_edits import replace_options
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.last_run import find_last_plan
from evenhand.inputs.request import Request, ask_strong_player
from evenhand.inputs.run_length import read_precision
from evenhand.reports.check.check_wording import name_measure, write_claim
from evenhand.reports.check.edit_wording import describe_cause
from evenhand.reports.wording import count, enumerate_parts, percent, plural
from evenhand.result_folders import check_can_write, report_write_errors
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.atomic_files import write_atomic
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run_folder import fingerprint_of, hash_json, identify
from evenhand.simulate.runs.seal import hash_file

__all__ = ["TuneSetup", "apply_edits", "find_edits", "prepare_tuning", "sum_up"]

GAMES = 100_000  # of each round, if neither the user nor the folder says how many
FEWEST_PAIRS = 50  # of each matchup
MOST_NAMED = 5
GAME_VARIANCE = 0.25  # of what a deck, or who goes first, scores in one game, at most
SCORED = (Topic.WIN_RATE, Topic.MATCHUP, Topic.FIRST_PLAYER, Topic.SEAT)


@dataclass(frozen=True)
class TuneSetup:
    """What is to be tuned in a folder, and how.

    Attributes
    ----------
    project : Project
    job : Job
        What every round plays.
    half_width : float
        Of the intervals of what each number does, in (0, 1).
    file : Path, optional
        That edits are to be written into.
    strong_bot : Bot, optional
        Who is asked in the end, beside the job's own.
    """

    project: Project
    job: Job
    half_width: float
    file: Path | None
    strong_bot: Bot | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know before a folder is tuned."""
        return (*self.project.notes, *self.job.notes)


def prepare_tuning(flags: TuneFlags) -> TuneSetup:
    """Read a folder to tune, and prepare what every round plays.

    Raises
    ------
    NothingToCheckError
        If the folder expects nothing that edits of cards could bring about.
    UsageError
        If there is no folder, or a number is wrong.
    InputError
        If a file's content is wrong.
    """
    half_width = read_precision(flags.precision)
    if flags.games is not None and flags.games < 1:
        raise UsageError(f"--games: expected 1 or more, found {flags.games}")
    project = load_project(find_balance_file(flags.place))
    refuse_nothing_to_tune(project)
    job = prepare_job(project, flags)
    refuse_illegal_values(project.folder, job.plan)
    file = find_card_file(project, job) if flags.apply else None
    if file:
        check_can_write(file)
    if file and project.folder.content.tune.options:
        check_can_write(project.folder.confine(project.folder.path))
    return TuneSetup(project, replace(job, panel=()), half_width, file, find_strong_bot(job))


def refuse_nothing_to_tune(project: Project) -> None:
    """Raise NothingToCheckError if a folder expects nothing that may be tuned."""
    if list_movable_bands(project):
        return
    expects = f"{project.folder.path} expects no win rate of a deck or matchup"
    if any(one.topic is Topic.FIRST_PLAYER for one in project.bands.by_measure):
        expects += (
            "; rule options can bring the first player into line: name some in [tune], "
            "options = { NAME = [LOWEST, HIGHEST] }"
        )
    raise NothingToCheckError(f"nothing to tune: {expects}")


def prepare_job(project: Project, flags: TuneFlags) -> Job:
    """Prepare the job that every round plays to tune a folder."""
    request = Request(
        game=str(project.folder.path),
        games=flags.games or project.check.games or GAMES,
        seed=flags.seed,
        jobs=flags.jobs,
    )
    job = prepare(ask_strong_player(request))
    if len(job.plan.bots) > 1:
        raise UsageError("tune: expected one bot that plays every deck, found two")
    refuse_few_games(project, job.plan)
    if project.folder.panel:
        lead = job.plan.bots[0].name
        text = f"tuned with {lead} alone: what the other bots of the panel say, a check tells"
        job = replace(job, notes=(*job.notes, text))
    return job


def find_strong_bot(job: Job) -> Bot | None:
    """Return the strongest quick bot of a job's panel that is stronger than the first bot."""
    lead = job.plan.bots[0]
    quick = [bot for bot in job.panel if not bot.thinks_ahead and bot.strength > lead.strength]
    return max(quick, key=lambda bot: bot.strength, default=None)


def refuse_few_games(project: Project, plan: Plan) -> None:
    """Refuse too few games to tune by: edits would answer luck, or no number could pass."""
    n_matchups = len(plan.matchups)
    per_matchup = max(FEWEST_PAIRS, *count_least_pairs(project, plan))
    if min(one.pairs for one in plan.matchups) < per_matchup:
        least = per_matchup * plan.n_seats * n_matchups
        raise UsageError(
            f"--games: this takes {least:,} games at least, in every round",
            "with fewer, a win rate in the very middle of its band would not pass",
        )


def count_least_pairs(project: Project, plan: Plan) -> Iterator[int]:
    """Return the pairs of each matchup with which tuning can meet each band at all."""
    sure = float(ndtri(pass_level(project)))
    matchups = plan.matchups
    per_deck = plan.n_seats * len(matchups) / len(plan.entrants)
    for measure in list_movable_bands(project):
        band = project.bands.by_measure[measure]
        if measure.topic not in SCORED:
            continue
        parts = {Topic.WIN_RATE: per_deck, Topic.MATCHUP: 1}.get(measure.topic, len(matchups))
        half_width = (band.high - band.low) / 2
        yield ceil((sure / half_width) ** 2 * GAME_VARIANCE / plan.n_seats / parts)


def find_edits(setup: TuneSetup, precision: float, is_quiet: bool = True) -> Tuning:
    """Tune in a folder in the cache; a search that was stopped is resumed there.

    Parameters
    ----------
    setup : TuneSetup
    precision : float
        In percentage points, as the user gave it.
    is_quiet : bool
    """
    said, job = setup.project.folder.content, setup.job
    undoing = find_undoing(setup)
    what = hash_json([said.expect.model_dump(), said.tune.model_dump(), repr(undoing)])
    fingerprint = hash_json([fingerprint_of(identify(job.plan)), what])
    goal = f"the smallest edit, by {job.plan.games} games, to {precision:g} points"
    with (
        lock_folder({"the edits that are measured": fingerprint}, goal) as held,
        report_resume([held], is_quiet),
        store_in(held, job.request, is_quiet) as store,
    ):
        return tune(setup.project, job, held, store, setup.half_width, undoing, setup.strong_bot)


def find_undoing(setup: TuneSetup) -> Undoing:
    """Find what was edited in a folder to tune since the run that `compare` would name.

    Numbers of cards and rule options that `tune` may not change are left as they are.
    """
    folder = setup.project.folder
    last = find_last_plan(folder.path.parent)
    if last is None:
        return Undoing()
    run, former = last
    allowed = folder.content.tune
    edits = list_undoing_edits(setup.job.plan, former, list_values(folder), allowed.locked)
    return Undoing(str(run), edits, list_changed_texts(setup.job.plan, former.pool))


def find_card_file(project: Project, job: Job) -> Path:
    """Return the card file that a folder tuned is written into, not one at an address."""
    return project.folder.confine(find_table(job.plan.pool.file).path)


def apply_edits(setup: TuneSetup, found: Tuning) -> tuple[Path, ...]:
    """Write a tuned folder's edits into its files, if wanted and all is met.

    Numbers of cards go into the card file, rule options into ``balance.toml``.

    Returns
    -------
    tuple of Path
        The files that were written.

    Raises
    ------
    UsageError
        If one of them was saved while edits were sought, or a rule option has to be set by hand.
    """
    if setup.file is None or not found.is_met:
        return ()
    plan, edits = setup.job.plan, found.best.edits
    folder = setup.project.folder
    contents: dict[Path, bytes] = {}
    if any(isinstance(edit, CardEdit) for edit in edits):
        with report_write_errors(setup.file):
            if hash_file(setup.file) != plan.pool.content_hash:
                message = f"{setup.file} was changed meanwhile: the edits were not written"
                raise UsageError(message, "repeat the command")
        contents[setup.file] = edit_file(plan, edits)
    if rules := {edit.option: edit.after for edit in edits if isinstance(edit, RuleEdit)}:
        contents[folder.path] = replace_options(folder, rules)
    for file, content in contents.items():
        with report_write_errors(file):
            write_atomic(file, content)
    return tuple(contents)


def sum_up(found: Tuning) -> list[str]:
    """Say whether a tuned folder meets everything, and if not, why; and what undoing came to."""
    return [*_sum_up_best(found), *describe_undoing(found)]


def describe_undoing(found: Tuning) -> list[str]:
    """Say why undoing what was edited was not enough, if so, and what is left to undo."""
    undone = [one for one in found.rounds if one.undoes]
    if found.best.undoes or not found.best.edits or not (undone or found.undoing.texts):
        return []
    said = []
    for one in undone:
        edits = enumerate_parts(list(map(describe_cause, map(as_change, one.edits))), MOST_NAMED)
        unmet = [judged for judged in one.judgements if judged.outcome is not Outcome.PASS]
        left = enumerate_parts([write_claim(judged) for judged in unmet], MOST_NAMED)
        said.append(f"To undo what was edited is not enough: with {edits}, {left}.")
    if texts := found.undoing.texts:
        said.append(
            f"The text of {enumerate_parts(texts, MOST_NAMED)} was edited, too, since "
            f"{found.undoing.since}, and is not undone here: put it back by hand before other "
            "cards are bent to it."
        )
    return said


def _sum_up_best(found: Tuning) -> list[str]:
    best = found.best
    failed = [one for one in best.judgements if one.outcome is Outcome.FAIL]
    unsure = [one for one in best.judgements if one.outcome is Outcome.INCONCLUSIVE]
    if not failed and not unsure:
        if not best.edits:
            return ["Everything that is expected is met already: nothing to change."]
        said = [f"PASS: {plural(len(best.judgements), 'expectation')} met."]
        undone = plural(len(best.edits), "edit")
        if best.undoes:
            said.append(f"It undoes {undone} since {best.undoes}.")
        return [*said, *describe_second(found)]
    said = [] if best.edits else ["No edit was found that helps."]
    said += [
        f"{write_sums(len(failed), len(unsure), len(best.judgements))}: "
        f"{enumerate_parts([write_claim(one) for one in (*failed, *unsure)], MOST_NAMED)}."
    ]
    unmet = {name_measure(one.measure) for one in (*failed, *unsure)}
    missed = {name: miss for name, miss in best.missed.items() if name in unmet}
    if missed:
        worst = sorted(missed.items(), key=lambda one: -one[1])[:MOST_NAMED]
        names = ", ".join(f"{name} by {100 * miss:.1f}" for name, miss in worst)
        said.append(f"Out of reach of what [tune] allows: {names} points.")
        said.append(
            "In balance.toml, a greater most_change, more columns or options bring more in reach."
        )
    return said


def write_sums(n_failed: int, n_unsure: int, n_all: int) -> str:
    """Say how many expectations of a tuned folder are not met, and of how many that is open."""
    parts = [
        f"{n} {text}"
        for n, text in ((n_failed, "not met"), (n_unsure, "too close to call in these games"))
        if n
    ]
    return f"{' and '.join(parts)}, of {plural(n_all, 'expectation')}"


def describe_second(found: Tuning) -> Iterator[str]:
    """Yield what a stronger bot finds out of line in a tuned folder, or that it finds nothing."""
    if found.second is None:
        return
    failed = [one for one in found.second.judgements if one.outcome is Outcome.FAIL]
    outside = [f"{name_measure(one.measure)} {percent(one.estimate)}" for one in failed]
    player = f"{found.second.bot}, a stronger player ({count(found.second.games)} games)"
    if outside:
        yield f"In the hands of {player}, still outside: {enumerate_parts(outside, MOST_NAMED)}."
    else:
        yield f"In the hands of {player}, nothing is surely outside."

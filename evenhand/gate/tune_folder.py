"""A folder tuned: what is played prepared, edits sought, and written into its card file."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

from scipy.special import ndtri

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
from evenhand.inputs.faults import list_collected
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.last_run import find_last_plan
from evenhand.inputs.request import Request, ask_strong_player
from evenhand.inputs.run_length import read_precision
from evenhand.reports.left_out import write_left_out_of_plan
from evenhand.result_folders import check_can_write, report_write_errors
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.compiling import cache_folder
from evenhand.simulate.runs.atomic_files import write_atomic
from evenhand.simulate.runs.places import remove_empty
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run_folder import fingerprint_of, hash_json, identify
from evenhand.simulate.runs.seal import hash_file

__all__ = ["TuneSetup", "apply_edits", "find_edits", "prepare_tuning"]

GAMES = 100_000  # of each round, if neither the user nor the folder says how many
FEWEST_PAIRS = 50  # of each matchup
GAME_VARIANCE = 0.25  # of what a deck, or who goes first, scores in one game, at most
UNJUDGED = {
    Topic.BEST_HANDS: "decks in their best hands",
    Topic.CARD_IMPACT: "what cards do to their decks",
}
CHANGES, OTHER_BOTS = "changes since the baseline", "the other bots of the panel"
SOME_WRONG = "Some files are wrong."
SCORED = (Topic.WIN_RATE, Topic.MATCHUP, Topic.FIRST_PLAYER, Topic.SEAT)


class KeptForApplyError(Exception):
    """Raised to end a tuning whose games are kept, as those of stopped work, for ``--apply``."""


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

    Of a search that found edits and was not to write them, the games stay there until another:
    the same search with ``--apply`` need not play them again.

    Parameters
    ----------
    setup : TuneSetup
    precision : float
        In percentage points, as the user gave it.
    is_quiet : bool
    """
    said, job = setup.project.folder.content, setup.job
    undoing, place = find_undoing(setup), find_workplace(setup.project)
    what = hash_json([said.expect.model_dump(), said.tune.model_dump(), repr(undoing)])
    fingerprint = hash_json([fingerprint_of(identify(job.plan)), what])
    goal = f"the smallest edit, by {job.plan.games} games, to {precision:g} points"
    identity = {"the edits that are measured": fingerprint}
    with suppress(KeptForApplyError), lock_folder(identity, goal, place) as held:
        with report_resume([held], is_quiet), store_in(held, job.request, is_quiet) as store:
            found = tune(
                setup.project, job, held, store, setup.half_width, undoing, setup.strong_bot
            )
        if setup.file is None and found.is_met and found.best.edits:
            raise KeptForApplyError
    remove_empty(place)
    left_out = write_left_out_of_plan(job.plan) or (SOME_WRONG if list_collected() else "")
    return replace(found, unjudged=list_unjudged(setup.project), left_out=str(left_out))


def find_workplace(project: Project) -> Path:
    """Return where games are kept while a folder is tuned: one place in the cache for each."""
    folder = str(project.folder.path.resolve())
    return cache_folder() / "unfinished" / hash_json({"tuned": folder})[:16]


def list_unjudged(project: Project) -> tuple[str, ...]:
    """List what a folder expects, too, that tuning does not judge but a check does."""
    measures = project.bands.by_measure
    names = [UNJUDGED[one.topic] for one in measures if one.topic in UNJUDGED and not one.is_change]
    names += [CHANGES] * (project.has_changes and project.baseline is not None)
    names += [OTHER_BOTS] * project.bands.has_panel
    return tuple(dict.fromkeys(names))


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

"""What a check is to find, and how: the games divided, flags that mean nothing here refused."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evenhand.analysis.gate.expectations import Reference
from evenhand.analysis.gate.measures import Measure
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.play_job import use_known_games
from evenhand.flags import CheckFlags
from evenhand.gate.baseline import Baseline, read_baseline
from evenhand.gate.card_bands import CARD_SHARE, can_measure_cards, has_card_bands
from evenhand.gate.folder_expectations import Project, load_project
from evenhand.gate.git_reference import play_git_ref
from evenhand.gate.reference import BaselineReference
from evenhand.inputs.folder import PANEL_LINE
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import DEFAULT_GAMES, Request, ask_strong_player
from evenhand.inputs.resolved_request import FEWEST_FOR_STRONG
from evenhand.inputs.source import find_source
from evenhand.progress import progress_bar
from evenhand.simulate.runs.claim import Claim, claim
from evenhand.simulate.runs.run import play_plan
from evenhand.simulate.runs.run_folder import plan_work
from evenhand.terminal import note

__all__ = ["Setup", "find_balance_file", "identify_job", "prepare_check"]

NO_CHANGES = "[expect.change] has no band: what was edited is named, no change is judged"
NOT_SEQUENTIAL = "best_hands is about several groups of players: all games are played at once"


@dataclass(frozen=True)
class Setup:
    """What is to be checked, and how.

    Attributes
    ----------
    job : Job
        Its plan has all the games that the run may have.
    ref : str
        A git ref that changes are measured from; "" for the baseline.
    baseline : Path, optional
    card_games, other_games : int
        Games for exchanging cards, and for the other side of a comparison.
    """

    project: Project
    job: Job
    ref: str
    baseline: Path | None
    is_sequential: bool
    card_games: int
    other_games: int
    is_quiet: bool

    def can_check(self, measure: Measure) -> bool:
        """Return whether a band can be checked: changes need something to be measured from."""
        return not measure.is_change or bool(self.ref or self.baseline)

    def note_unchecked(self) -> tuple[str, ...]:
        """Return a note if a check expects changes that cannot be checked, or none at all."""
        if self.ref and not self.project.has_changes:
            return (NO_CHANGES,)
        if all(map(self.can_check, self.project.bands.by_measure)):
            return ()
        named = 'baseline = "baseline.json", then evenhand check --update-baseline'
        where = f"name a baseline in [check] ({named}), or give --against GIT_REF"
        return (f"[expect.change] is not checked: {where}",)

    def find_reference(self, held: Claim) -> Reference | None:
        """Return what a check measures changes from, if there is something."""
        if self.ref:
            out = held.add_temporary("reference")
            return play_git_ref(self.project.folder, self.ref, self.job, out, self.play)
        found = self.read_baseline()
        if found is None:
            return None
        return BaselineReference(found, self.job.plan)

    def read_baseline(self) -> Baseline | None:
        """Read the baseline; None without one, or if it is of no use and nobody needs it."""
        if self.baseline is None:
            return None
        try:
            return read_baseline(self.baseline, identify_job(self.job))
        except InputError:
            if self.project.has_changes or self.baseline != self.project.baseline:
                raise
            return None

    def play(self, job: Job, out: Path) -> None:
        """Play another job of a check with the same workers."""
        with (
            claim([out], plan_work(job.plan)) as held,
            start_workers(self.job.request) as workers,
            progress_bar(disabled=self.is_quiet) as progress,
        ):
            play_plan(job.plan, held, workers, progress=progress)

    @property
    def budget(self) -> int:
        """The most games of a check, those for cards and for the other side included."""
        return self.job.plan.games + self.card_games + self.other_games

    def say(self, *texts: str) -> None:
        """Print notes of a check, unless nobody wants them."""
        for text in () if self.is_quiet else texts:
            note(text)

    @property
    def level(self) -> float:
        """How sure verdicts of a check are to be."""
        return self.project.check.level


def prepare_check(flags: CheckFlags) -> Setup:
    """Set up a check: read a folder, and prepare what is played.

    Raises
    ------
    UsageError
        If there is no folder, or a flag means nothing here.
    InputError
        If a file's content is wrong.
    """
    project = load_project(find_balance_file(flags.place))
    refuse_flags(flags)
    return set_up(project, flags)


def find_balance_file(name: str) -> Path:
    """Find the ``balance.toml`` that a user means to check."""
    source = find_source(name)
    if source.folder is None:
        where = f"'{name}' is a game" if name else "there is no balance.toml here"
        raise UsageError(f"{where}: which folder should be checked?", "evenhand init makes one")
    return source.folder.path


def set_up(project: Project, flags: CheckFlags) -> Setup:
    """Set up a check: divide the games, and load all that is played.

    Without a number of games, as many as a run has are played of each kind.
    """
    check, ref = project.check, flags.against
    total = check.games if flags.games is None else flags.games
    request = Request(game=str(project.folder.path), out=flags.out, jobs=flags.jobs)
    if check.panel and not project.folder.panel:
        request = ask_strong_player(request)
    if total is None:
        job = use_known_games(
            prepare(replace(request, games=project.folder.content.games or DEFAULT_GAMES))
        )
        card_games = job.plan.games if has_card_bands(project) else 0
        other_games = job.plan.games if ref else 0
    else:
        card_games = total // CARD_SHARE if has_card_bands(project) else 0
        job, other_games = divide_games(request, total - card_games, ref)
    if card_games and not can_measure_cards(project, job.plan, card_games):
        if total is not None:
            job, other_games = divide_games(request, total, ref)
        card_games = 0
    if check.panel and not job.panel:
        message = f"{project.folder.path}: check.panel: no other bot plays here"
        hint = (
            f"name some in place of bots: {PANEL_LINE}; a learned player, where there is one, "
            f"joins {FEWEST_FOR_STRONG:,} games or more"
        )
        raise UsageError(message, hint)
    is_sequential = check.sequential if flags.sequential is None else flags.sequential
    if is_sequential and project.bands.has_best_hands:
        job = replace(job, notes=(*job.notes, NOT_SEQUENTIAL))
        is_sequential = False
    has_panel = check.panel or project.bands.has_best_hands
    return Setup(
        project=project,
        job=job if has_panel else replace(job, panel=()),
        ref=ref,
        baseline=flags.baseline or project.baseline,
        is_sequential=is_sequential and not ref and not flags.update_baseline,
        card_games=card_games,
        other_games=other_games,
        is_quiet=flags.quiet or flags.json,
    )


def divide_games(request: Request, games: int, ref: str) -> tuple[Job, int]:
    """Prepare the job of a check, and return it with the games for the other side, if any."""
    other_games = games // 2 if ref else 0
    return prepare(replace(request, games=max(1, games - other_games))), other_games


def refuse_flags(flags: CheckFlags) -> None:
    """Refuse flags that mean nothing for a check, or not together."""
    if flags.games is not None and flags.games < 1:
        raise UsageError(f"--games: expected 1 or more, found {flags.games}")
    if flags.against and flags.baseline:
        raise UsageError("--against and --baseline: give only one of them")
    if flags.against and flags.sequential:
        raise UsageError(
            "--sequential and --against do not go together: all pairs are played at once"
        )
    if flags.update_baseline:
        refuse_updates(flags)


def refuse_updates(flags: CheckFlags) -> None:
    """Refuse what does not go with `check --update-baseline`."""
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        message = "--update-baseline is for people: in CI it would let every change pass"
        raise UsageError(message, "run it on your machine and commit the file")
    for flag, value in (
        ("against", flags.against), ("junit", flags.junit), ("markdown", flags.markdown),
    ):  # fmt: skip
        if value:
            raise UsageError(f"--update-baseline and --{flag} do not go together")


def identify_job(job: Job) -> dict[str, Any]:
    """Return what the baseline of a check must be of."""
    plan = job.plan
    return {
        "game": plan.game.name,
        "rules_version": plan.game.rules_version,
        "mode": plan.mode,
        "seats": plan.n_seats,
    }

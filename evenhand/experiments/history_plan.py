"""A history prepared: the states of a folder in git, and what of their games is to be played."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NoReturn

from evenhand.analysis.data.run import load_run
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.history_states import State, Walk, shorten_places, walk_back
from evenhand.experiments.known_games import find_run_of_content
from evenhand.inputs.folder import BALANCE_FILE, Folder
from evenhand.inputs.git_log import list_commits, list_tagged_commits, note_shallow
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import DEFAULT_GAMES, Request
from evenhand.inputs.resolved_request import find_own_bots
from evenhand.reports.history.result import NOW, StateInfo
from evenhand.reports.wording import plural
from evenhand.result_folders import RUNS
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import warm_up
from evenhand.simulate.runs.run_folder import fingerprint_of, identify
from evenhand.simulate.runs.same_games import align_decks, find_same_matchups
from evenhand.simulate.runs.stored import load_plan
from evenhand.terminal import note

__all__ = ["PLACE", "STATES", "Asked", "Planned", "Step", "plan_history"]

STATES = 10  # that are played if nobody says how many
MOST_STATES = 100
MOST_COMMITS = 300  # looked at for them
PLACE = RUNS / "history"


@dataclass(frozen=True)
class Asked:
    """What a history is asked of.

    Attributes
    ----------
    folder : Folder
    last : int, optional
        Number of states; `STATES`, or all since `since`, if not given.
    by_tags : bool
        Whether states are those of tags, not of commits.
    since : str
        A git ref, the first state; "" for none.
    request : Request
        Games, seed, bots and workers; what is not given is as the folder says now.
    is_quiet : bool
    """

    folder: Folder
    last: int | None = None
    by_tags: bool = False
    since: str = ""
    request: Request = field(default_factory=Request)
    is_quiet: bool = True

    @property
    def most(self) -> int:
        """Number of states of a history."""
        if self.last is None:
            return MOST_STATES if self.since else STATES
        if not 2 <= self.last <= MOST_STATES:
            raise UsageError(f"--last: expected 2 to {MOST_STATES}, found {self.last}")
        return self.last


@dataclass(frozen=True)
class Step:
    """A state that is to be played.

    Attributes
    ----------
    number : int
        Of the state.
    plan : Plan
        With the cards of its decks in the slots of the state before.
    known : Path, optional
        A run that has its games already.
    """

    number: int
    plan: Plan
    known: Path | None

    @property
    def place(self) -> Path:
        """The folder of its run."""
        name = fingerprint_of(identify(self.plan))[:12]
        return self.known or PLACE / f"{name}-{self.plan.games}"


@dataclass(frozen=True)
class Planned:
    """A history, ready to be played.

    Attributes
    ----------
    job : Job
        Of the newest state that can be played.
    states : sequence of State
    steps : sequence of Step
        The states that can be played, the oldest first.
    games : int
        That are not known yet.
    notes : tuple of str
        What the user should know before it begins.
    """

    job: Job
    states: Sequence[State]
    steps: Sequence[Step]
    games: int
    notes: tuple[str, ...]
    is_quiet: bool

    @property
    def decks(self) -> list[str]:
        """Names of the decks of all states, those of the last one first."""
        names = [deck.name for step in reversed(self.steps) for deck in step.plan.entrants]
        return list(dict.fromkeys(names))


def plan_history(asked: Asked, room: Path) -> Planned:
    """Find the states of a folder in git, and what of their games is to be played.

    Parameters
    ----------
    asked : Asked
    room : Path
        An empty folder for the files of earlier states; they are read until all is played.

    Raises
    ------
    UsageError
        If the folder is not in git or has no commit, a ref does not exist, fewer than two states
        can be played, or a number or name is wrong.
    """
    folder = asked.folder
    if folder.path.name != BALANCE_FILE:
        raise UsageError(f"{folder.path} must be called {BALANCE_FILE} for that")
    most, request, place = asked.most, fill_request(asked), folder.path.parent.absolute()
    find = list_tagged_commits if asked.by_tags else list_commits
    commits = find(place, MOST_COMMITS, asked.since)
    now, notes = read_now(folder, request)
    if now.plan:  # states are probed for games that an edit may have changed
        warm_up(plan_arrays(now.plan), None if asked.is_quiet else note)
    walk = walk_back(now, commits, most, request, room)
    steps = list(plan_steps(walk.states))
    if len(steps) < 2:
        refuse_too_few(walk, steps, place)
    n_seen = len(commits) if walk.is_whole else 0
    notes = (*notes, *describe_walk(walk, asked, n_seen, place))
    job = Job(request, steps[-1].plan, ())
    return Planned(job, walk.states, steps, count_games_to_play(steps), notes, asked.is_quiet)


def fill_request(asked: Asked) -> Request:
    """Return what all states of a history play alike."""
    given, folder = asked.request, asked.folder
    return replace(
        given,
        games=folder.content.games or DEFAULT_GAMES if given.games is None else given.games,
        seed=folder.content.seed if given.seed is None else given.seed,
        bots=find_own_bots(folder, given.bots),
    )


def read_now(folder: Folder, request: Request) -> tuple[State, tuple[str, ...]]:
    """Read the folder as it is now; return its state, and notes on it."""
    info, place = StateInfo(NOW), folder.path.parent
    try:
        job = prepare(replace(request, game=str(folder.path)))
    except InputError as error:
        said, *more = shorten_places(error.problems, place)
        said += f" (and {len(more)} more)" if more else ""
        return State(replace(info, problem=said), place), ()
    lead = job.plan.bots[0].name
    alone = (f"played with {lead} alone, not with the other bots of the panel",) * bool(job.panel)
    return State(info, place, job.plan), (*job.notes, *alone)


def plan_steps(states: Sequence[State]) -> Iterator[Step]:
    """Yield the states that can be played, each card in its slot of the state before."""
    before: Plan | None = None
    for number, state in enumerate(states):
        if state.plan is None:
            continue
        known, model = find_known(state.plan) or (None, before)
        before = align_decks(state.plan, model) if model else state.plan
        yield Step(number, before, known)


def find_known(plan: Plan) -> tuple[Path, Plan] | None:
    """Return a run that has the games of a state already, and its plan; None without one."""
    with suppress(InputError, UsageError):  # of a damaged run
        if run := find_run_of_content(plan):
            load_run(run)
            return run, load_plan(run)
    return None


def count_games_to_play(steps: Sequence[Step]) -> int:
    """Count the games of a history that no earlier run has, and no earlier state plays."""
    games, places = 0, set()
    for before, step in zip([None, *steps], steps, strict=False):
        if step.known or step.place in places:
            continue
        places.add(step.place)
        matchups = step.plan.matchups
        same: dict[int, int] = {}
        if before is not None:
            same = find_same_matchups(before.plan, step.plan)
        games += step.plan.n_seats * sum(
            one.pairs for row, one in enumerate(matchups) if same.get(row) != row
        )
    return games


def refuse_too_few(walk: Walk, steps: Sequence[Step], folder: Path) -> NoReturn:
    """Refuse a history of fewer than two states, and say why there are no more."""
    problems = [f"{one.info.name}: {one.info.problem}" for one in walk.states if not one.plan]
    if not steps:
        raise UsageError(f"no state of {folder} in git can be played", problems[-1])
    message = f"there is nothing to compare: no commit of {folder} changed what is played"
    hint = note_shallow(folder) or "edit a card or a deck, then ask again"
    if problems:
        message = f"there is nothing to compare: only one state of {folder} can be played"
        hint = problems[-1]
    raise UsageError(message, hint)


def describe_walk(walk: Walk, asked: Asked, n_commits: int, folder: Path) -> Iterator[str]:
    """Yield what the user should know of the states that were found."""
    what = "tag" if asked.by_tags else "commit"
    if walk.n_passed:
        yield (
            f"{plural(walk.n_passed, what)} changed nothing that affects games, and "
            f"{'is' if walk.n_passed == 1 else 'are'} not shown"
        )
    if walk.n_alike:
        yield (
            f"{plural(walk.n_alike, what)} cannot be played for the same reason as the {what} "
            f"before, and {'is' if walk.n_alike == 1 else 'are'} not shown"
        )
    if walk.is_committed and walk.states[-1].plan:
        last = walk.states[-1].info.name
        yield f"the folder as it is plays the games of {last}, the last state"
    for state in walk.states:
        for problem in state.info.left_out:
            yield f"{state.info.name}, left out of its games: {problem}"
    if n_commits >= MOST_COMMITS:
        yield f"the last {MOST_COMMITS} {what}s were looked at; there are more"
    elif walk.is_whole and (shallow := note_shallow(folder)):
        yield shallow

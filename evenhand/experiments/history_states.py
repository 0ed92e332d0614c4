"""The states that a folder had in git: what each of them plays, and where its games changed."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from evenhand.analysis.data.input_changes import Change, list_changes
from evenhand.analysis.data.run import Run
from evenhand.decks.deck_list import Deck
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.experiments.comparison_games import explain_other_game
from evenhand.inputs.faults import collect_faults
from evenhand.inputs.folder import BALANCE_FILE
from evenhand.inputs.git import extract_folder
from evenhand.inputs.git_log import Commit
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.reports.history.result import StateInfo
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.pair_store import Block, PairRange, name_block, score_pairs
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run_folder import Played, describe_run
from evenhand.simulate.runs.same_games import align_decks, find_same_matchups

__all__ = ["State", "Walk", "walk_back"]

NOT_INPUTS = ("rules", "version")  # kinds of changes that no edit of the folder makes


@dataclass(frozen=True)
class State:
    """A state that a folder had.

    Attributes
    ----------
    info : StateInfo
    folder : Path
        Where its files are.
    plan : Plan, optional
        What it plays; None if it cannot be played.
    """

    info: StateInfo
    folder: Path
    plan: Plan | None = None


@dataclass(frozen=True)
class Walk:
    """The states found on the way back through a folder's commits.

    Attributes
    ----------
    states : sequence of State
        The oldest first; each plays other games than the one before it.
    n_passed, n_alike : int
        Commits that play the games of the commit before them, or that cannot be played for the
        same reason.
    is_whole : bool
        Whether all commits were looked at.
    is_committed : bool
        Whether the folder as it is now plays the games of a commit.
    """

    states: Sequence[State]
    n_passed: int
    n_alike: int
    is_whole: bool
    is_committed: bool


def walk_back(
    now: State, commits: Iterable[Commit], most: int, request: Request, room: Path
) -> Walk:
    """Walk back through the commits of a folder, until enough states are found.

    Of commits in a row that play the same games, the oldest is the state: it made them so.

    Parameters
    ----------
    now : State
        The folder as it is.
    commits : iterable of Commit
        The newest first.
    most : int
        Number of states, the folder as it is among them.
    request : Request
        What all states play alike: games, seed, bots.
    room : Path
        An empty folder for the files of the states.
    """
    found, is_whole = [now], True
    n_passed = n_alike = 0
    for commit in commits:
        newest = next((one.plan for one in found if one.plan), None)
        older = read_state(now.folder, commit, request, newest, room)
        if is_same_state(older, found[-1]):
            n_passed += older.plan is not None
            n_alike += older.plan is None
            found[-1] = older
            continue
        add_changes(found, older)
        if len(found) == most:
            is_whole = False
            break
        found.append(older)
    is_committed = found[0].info.name != now.info.name
    is_playable = is_committed and found[0].plan is not None
    n_passed -= is_playable  # the folder as it is is no commit
    n_alike -= is_committed and not is_playable
    return Walk(found[::-1], n_passed, n_alike, is_whole, is_committed)


def read_state(
    folder: Path, commit: Commit, request: Request, newest: Plan | None, room: Path
) -> State:
    """Read the state of a folder at a commit; one that cannot be played says why.

    Parameters
    ----------
    newest : Plan, optional
        What the newest state plays; another game than its own is a problem.
    """
    info = StateInfo(commit.name, commit.date, commit.subject)
    place = room / commit.commit
    try:
        place = extract_folder(folder, commit.commit, place)
        if not (place / BALANCE_FILE).is_file():
            return State(replace(info, problem=f"there is no {BALANCE_FILE}"), place)
        with collect_faults() as faults:
            plan = prepare(replace(request, game=str(place))).plan
    except UsageError as error:
        said = f"{error.message} ({error.hint})" if error.hint else error.message
        said = said.replace(commit.commit, commit.name).replace(f"{place}{os.sep}", "")
        return State(replace(info, problem=said), place)
    except InputError as error:
        said, *more = shorten_places(error.problems, place)
        said += f" (and {len(more)} more)" if more else ""
        return State(replace(info, problem=said), place)
    if newest and (other := explain_other_game(plan, newest)):
        return State(replace(info, problem=other), place)
    left_out = tuple(shorten_places(faults.problems, place))
    return State(replace(info, left_out=left_out), place, plan)


def shorten_places(problems: Iterable[Problem], folder: Path) -> list[str]:
    """Write problems with paths relative to a state's folder."""
    return [str(problem).replace(f"{folder}{os.sep}", "") for problem in problems]


def name_file(file: str, folder: Path) -> str:
    """Return the path of a state's file relative to its folder; as it is if it lies elsewhere."""
    path = Path(file)
    inside = path.is_relative_to(folder)
    return path.relative_to(folder).as_posix() if inside else file


def is_same_state(older: State, newer: State) -> bool:
    """Return whether the edits between two states affect no game."""
    if older.plan is None or newer.plan is None:
        return older.plan is newer.plan and older.info.problem == newer.info.problem
    return plays_same_games(older.plan, newer.plan)


def plays_same_games(before: Plan, after: Plan) -> bool:
    """Return whether two plans play the same games: nothing that rules or bots read differs.

    If cards differ that no deck holds, a few pairs are played to see whether they matter.
    """
    if name_games(before) == name_games(after):
        return True
    names = [[deck.name for deck in plan.entrants] for plan in (before, after)]
    same = find_same_matchups(before, align_decks(after, before))
    return names[0] == names[1] and len(same) == len(after.matchups)


def name_games(plan: Plan) -> list[Block]:
    """Return the keys of what determines the games of each matchup of a plan."""
    arrays = plan_arrays(plan)
    rows = range(len(arrays.matchups))
    return [name_block(arrays, PairRange(row, 0, 1), score_pairs) for row in rows]


def add_changes(found: list[State], older: State) -> None:
    """Add to the last state found that can be played what was edited to make it."""
    for place in reversed(range(len(found))):
        newer = found[place]
        if newer.plan and older.plan:
            changes = tuple(list_edits(older.plan, newer.plan))
            places = {(one.kind, one.name): find_place(one, newer) for one in changes}
            info = replace(newer.info, changes=changes, places=places)
            found[place] = replace(newer, info=info)
        if newer.plan:
            return


def list_edits(before: Plan, after: Plan) -> list[Change]:
    """List the inputs that differ between two states."""
    runs = [
        Run(Path(), describe_run(plan, "", Played(0, 0, "")), pl.LazyFrame())
        for plan in (before, after)
    ]
    changes = list_changes(runs[0], runs[1], (before.pool, after.pool))
    return [change for change in changes if change.kind not in NOT_INPUTS]


def find_place(change: Change, state: State) -> str:
    """Name where an edit stands in the files of a state: "cards.csv:14"; "" if nowhere by now."""
    plan = state.plan
    assert plan
    if change.kind == "card" and change.name in plan.pool.labels:
        line = plan.pool.cards[plan.pool.row_of(change.name)].line
        return f"{name_file(plan.pool.file, state.folder)}:{line}"
    if change.kind == "deck":
        files = {deck.name: deck.file for deck in plan.entrants if isinstance(deck, Deck)}
        return name_file(files.get(change.name, ""), state.folder)
    return BALANCE_FILE if change.kind in ("option", "bot") else ""

"""How win rates moved over the states of a folder in git: played, compared, and told."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path

import pandas as pd

from evenhand.analysis.data.display_names import add_titles, list_display_names
from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.tables.card_history import track_cards
from evenhand.analysis.tables.history import compare_states, divide_level, tabulate_state
from evenhand.decks.deck_list import Deck
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.product import Product
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.games_for_precision import describe_duration
from evenhand.experiments.history_plan import PLACE, Planned, Step
from evenhand.experiments.known_games import copy_known_games
from evenhand.experiments.play_job import measure_pace
from evenhand.progress import progress_bar
from evenhand.reports.history.page import write_history
from evenhand.reports.history.result import History, StateInfo
from evenhand.reports.page import REPORT_PAGE, refuse_other
from evenhand.reports.wording import plural
from evenhand.result_folders import report_write_errors
from evenhand.simulate.runs.claim import claim, has_results, is_unfinished
from evenhand.simulate.runs.places import confine, make_folder
from evenhand.simulate.runs.run import play_plan
from evenhand.simulate.runs.run_folder import plan_work
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import note, note_stopped

__all__ = ["play_history"]

Tell = Callable[[StateInfo, pd.DataFrame], None]


def play_history(planned: Planned, tell: Tell | None = None) -> tuple[History, Path]:
    """Play a history, state by state, and write its page; return both.

    Parameters
    ----------
    planned : Planned
    tell : callable(state, table), optional
        Called after each state with its rows of the table.
    """
    steps, tables = planned.steps, []
    runs: list[Run] = []
    level, ahead = divide_level(len(steps)), count_ahead(steps)
    with (
        report_stop(steps),
        start_workers(planned.job.request) as workers,
    ):
        if planned.games and not planned.is_quiet:
            pace = measure_pace(planned.job, workers, note)
            note(
                f"{plural(planned.games, 'game')} to play, about "
                f"{describe_duration(planned.games / pace)}{write_begun(steps)}"
            )
        for before, step, n_before in zip([None, *steps], steps, ahead, strict=False):
            if step.known is None:
                play_step(step, before, workers, planned, (n_before, ahead[-1]))
            run = load_run(step.place)
            tables.append(tabulate_state(step.number, run, runs[-1] if runs else None, level))
            runs.append(run)
            if tell:
                tell(planned.states[step.number].info, tables[-1])
    history = make_history(planned, runs, pd.concat(tables, ignore_index=True), level)
    page = confine(Path(), PLACE / REPORT_PAGE)
    with report_write_errors(page):
        make_folder(page.parent)
        refuse_other(page)
        write_history(history, page)
    return history, page


def play_step(
    step: Step, before: Step | None, workers: Workers, planned: Planned, done: tuple[int, int]
) -> None:
    """Play one state of a history; what no edit touches is copied from the state before.

    Parameters
    ----------
    done : (int, int)
        Games of the states before it, and of all.
    """
    plan = step.plan
    on_message = None if planned.is_quiet else note
    place = confine(Path(), step.place, "remove it")
    former = (before.plan.with_games(plan.games), before.place) if before else None
    with (
        claim([place], plan_work(plan)) as held,
        progress_bar(disabled=planned.is_quiet) as progress,
    ):
        copy_known_games(plan, held, former)

        def show(n_games: int, _: int) -> None:
            progress(done[0] + n_games, done[1])

        play_plan(plan, held, workers, lambda _: "evenhand history", show, on_message)


def write_begun(steps: Sequence[Step]) -> str:
    """Write that some games of a history are there already; "" if none was stopped."""
    is_begun = any(is_unfinished(step.place) for step in steps)
    return ", less what was played before it was stopped" if is_begun else ""


def count_ahead(steps: Sequence[Step]) -> list[int]:
    """Return the games of the states to play before each state of a history, and of all."""
    games = [
        0 if step.known else step.plan.n_seats * sum(one.pairs for one in step.plan.matchups)
        for step in steps
    ]
    return [0, *accumulate(games)]


@contextmanager
def report_stop(steps: Sequence[Step]) -> Iterator[None]:
    """Say how to resume a history that is stopped."""
    try:
        yield
    except (UsageError, InputError):
        raise
    except BaseException as error:
        note_stopped(error, any(has_results(step.place) for step in steps if step.place.is_dir()))
        raise


def make_history(
    planned: Planned, runs: Sequence[Run], table: pd.DataFrame, level: float
) -> History:
    """Put together what a history came to."""
    steps, last = planned.steps, planned.steps[-1].plan
    cards = {
        (step.number, deck.name): list_cards(deck, before, step)
        for before, step in zip([None, *steps], steps, strict=False)
        for deck in step.plan.entrants
    }
    return History(
        title=last.game.title,
        mode=last.mode,
        bot=last.bots[0].name,
        seed=last.seed,
        states=[state.info for state in planned.states],
        table=table,
        overall=compare_states(runs[0], runs[-1], level),
        cards=cards,
        card_rates=track_cards(
            dict(zip([step.number for step in steps], runs, strict=True)), level
        ),
        runs={step.number: step.place for step in steps},
        display_names=list_display_names(*(run.info for run in runs)),
        titles=list_display_names(*(add_titles(run.info) for run in runs)),
        notes=planned.notes,
        n_seats=last.n_seats,
    )


def list_cards(deck: Deck | Product, before: Step | None, step: Step) -> frozenset[str]:
    """List the cards of a deck in a state, and in the one before; of packs, all cards."""
    names: set[str] = set()
    for one in filter(None, (before, step)):
        labels = one.plan.pool.labels
        for entrant in one.plan.entrants:
            if entrant.name == deck.name:
                rows = entrant.cards if isinstance(entrant, Deck) else range(len(labels))
                names.update(labels[row] for row in rows)
    return frozenset(names)

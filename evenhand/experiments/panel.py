"""Playing a panel: the games of a run once more, by bots of other strength.

The first bot of a panel plays all games. Those that cost no more play as many; those that
think ahead play the first ones of each matchup, as many as a budget of thought is enough for.
Bots that are next to each other in strength then meet, so that their distance is known.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl

from evenhand.experiments.cluster import start_workers
from evenhand.experiments.play import Notice
from evenhand.inputs.job import Job
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.claim import claim
from evenhand.simulate.runs.panel_folder import name_panel_run
from evenhand.simulate.runs.places import confine
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import RunResult, play_plan
from evenhand.simulate.runs.run_folder import plan_work
from evenhand.simulate.runs.stored import open_stored
from evenhand.terminal import Progress

__all__ = [
    "PanelRun", "count_affordable", "count_decisions", "limit_games", "list_panel_runs",
    "play_panel",
]  # fmt: skip

THOUGHT = 120_000_000  # decisions that a bot may imagine: half a minute on two cores
STEP_SHARE = 4  # of the games of a bot, one in so many is played against the next weaker one


@dataclass(frozen=True)
class PanelRun:
    """What one bot played against itself, or two against each other."""

    bot_names: tuple[str, ...]
    result: RunResult


def play_panel(
    job: Job,
    lead: Path,
    progress: Progress | None = None,
    notice: Notice | None = None,
    with_steps: bool = True,
) -> list[PanelRun]:
    """Play what the further bots of a job play, into folders of their own.

    Parameters
    ----------
    lead : Path
        The run of the first bot, which has played.
    progress, notice : callable, optional
        As `evenhand.simulate.runs.run.play_plan` takes them.
    with_steps : bool
        Whether bots that are next to each other in strength meet, too.
    """
    played: list[PanelRun] = []
    if not job.panel:
        return played
    counted = open_stored(lead).games.select(pl.len(), pl.col("decisions").mean()).collect()
    n_games, decisions = counted.row(0)
    with start_workers(job.request) as workers:
        for plan in list_panel_runs(job, n_games, decisions, with_steps):
            folder, say = confine(lead, name_panel_run(plan.bots)), notice
            with claim([folder], plan_work(plan)) as held:
                command = partial(name_job(job, plan).command, "run --no-report")
                result = play_plan(plan, held, workers, command, progress, say)
            played.append(PanelRun(tuple(bot.name for bot in plan.bots), result))
    return played


def list_panel_runs(
    job: Job, n_games: int, decisions: float, with_steps: bool = True
) -> Iterator[Plan]:
    """List what a panel plays besides the games of its first bot.

    Parameters
    ----------
    n_games : int
        That the first bot played.
    decisions : float
        Mean number in one of them.
    with_steps : bool
        Whether bots that are next to each other in strength meet, too.
    """
    lead = job.plan.with_games(n_games)
    plans = [
        replace(lead, bots=[bot], games=count_games(job, bot, n_games, decisions))
        for bot in job.panel
    ]
    yield from plans
    if lead.n_seats == 2 and with_steps:
        by_strength = sorted([lead, *plans], key=lambda plan: plan.bots[0].strength)
        for weaker, stronger in pairwise(by_strength):
            games = max(1, min(weaker.games, stronger.games) // STEP_SHARE)
            yield replace(lead, bots=[*weaker.bots, *stronger.bots], games=games)


def count_games(job: Job, bot: Bot, n_games: int, decisions: float) -> int:
    """Return how many games a further bot of a panel plays, at most as many as the first one.

    A plan of too few games for all matchups plays each of them once all the same.
    """
    if not bot.thinks_ahead:
        return n_games
    if job.request.panel_games is not None:
        return min(n_games, job.request.panel_games)
    return min(n_games, count_affordable(bot, decisions))


def count_affordable(bot: Bot, decisions: float) -> int:
    """Return how many games the thought of half a minute is enough for.

    Parameters
    ----------
    bot : Bot
        That thinks ahead.
    decisions : float
        Mean number in a game.
    """
    return max(1, int(THOUGHT / imagine(bot, decisions)))


def count_decisions(plan: Plan) -> float:
    """Return how many decisions a game has, on average over the first pair of each matchup."""
    arrays = plan_arrays(plan)
    rows = [play(arrays, Chunk(0, row, 0, 1)) for row in range(len(arrays.matchups))]
    return float(np.concatenate([one["decisions"] for one in rows]).mean())


def limit_games(
    bot: Bot, decisions: float, most_games: int | None, panel_games: int | None, least: int = 0
) -> int | None:
    """Return the most games that a bot of a panel plays for a measurement of its own.

    Parameters
    ----------
    bot : Bot
    decisions : float
        Mean number in a game.
    most_games : int, optional
        Of each bot; no limit if not given.
    panel_games : int, optional
        Of each bot that thinks ahead; as many as take about half a minute if not given.
    least : int
        That it takes to begin with; a bot that thinks ahead plays twice as many in any case.
    """
    if not bot.thinks_ahead:
        return most_games
    budget = max(panel_games or count_affordable(bot, decisions), 2 * least)
    return budget if most_games is None else min(most_games, budget)


def imagine(bot: Bot, decisions: float) -> float:
    """Return about how many decisions a bot imagines in one game; half of one is left on average.

    It depends on nothing but the bot and the games that the first bot played, so that the
    same command plays the same games on any machine.
    """
    return decisions * bot.playouts * decisions / 2


def name_job(job: Job, plan: Plan) -> Job:
    """Return the job of one run of a panel, as if it were played alone."""
    bots = [bot.file or bot.name for bot in plan.bots]
    request = replace(job.request, bots=bots, panel_games=None, precision=None, time_budget=None)
    return replace(job, request=request, plan=plan, panel=())

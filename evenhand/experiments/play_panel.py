"""Play a panel: the games of a run, played again by bots of other strength.

The first bot of a panel plays all games. Bots that do not think ahead play as many; those that
think ahead play the first games of each matchup, within a budget of simulated decisions, and so
does a learned player that nobody named, where games are long. Bots of adjacent strength then play
each other, which measures the difference of their strength.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl

from evenhand.experiments.cluster import start_workers
from evenhand.experiments.known_games import copy_known_games
from evenhand.experiments.play_job import OnMessage
from evenhand.inputs.job import Job
from evenhand.progress import Progress
from evenhand.simulate.bots.bot_files import LEARNED, Bot
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.claim import claim
from evenhand.simulate.runs.panel_folder import name_panel_run
from evenhand.simulate.runs.places import confine
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import RunResult, play_plan
from evenhand.simulate.runs.run_folder import plan_work
from evenhand.simulate.runs.stored import open_stored

__all__ = [
    "PanelRun", "count_affordable", "count_decisions", "limit_games", "list_panel_runs",
    "play_panel",
]  # fmt: skip

THOUGHT = 120_000_000  # budget of simulated decisions per bot: half a minute on two cores
TRIED = 6  # decisions simulated in the time of one answer of a learned player
ANSWERS = 200  # of a learned player that nobody named, for each game of the first bot
STEP_SHARE = 4  # a bot plays its games divided by this number against the next weaker one
MOST_STEP = 2_000  # games against the next weaker bot: its win rate is then known to ±2 points


@dataclass(frozen=True)
class PanelRun:
    """The run of a panel's bot against itself, or of two against each other."""

    bot_names: tuple[str, ...]
    result: RunResult


def play_panel(
    job: Job,
    lead: Path,
    progress: Progress | None = None,
    on_message: OnMessage | None = None,
    with_steps: bool = True,
    before: tuple[Plan, Path] | None = None,
) -> list[PanelRun]:
    """Play the panel of a job: the games of its further bots, into folders of their own.

    Parameters
    ----------
    lead : Path
        The finished run of the first bot.
    progress, on_message : callable, optional
        As `evenhand.simulate.runs.run.play_plan` takes them.
    with_steps : bool
        Whether bots of adjacent strength play each other.
    before : (Plan, Path), optional
        A finished run that leads the same panel, and its plan; games that are the same are copied.
    """
    played: list[PanelRun] = []
    if not job.panel:
        return played
    counted = open_stored(lead).games.select(pl.len(), pl.col("decisions").mean()).collect()
    n_games, decisions = counted.row(0)
    n_games = min(n_games, job.request.games or n_games)  # the lead may know of more
    with start_workers(job.request) as workers:
        for plan in list_panel_runs(job, n_games, decisions, with_steps):
            folder = confine(lead, name_panel_run(plan.bots))
            with claim([folder], plan_work(plan)) as held:
                former = name_former(before, plan) if before else None
                copy_known_games(plan, held, former)
                command = partial(name_job(job, plan).command, "run --no-report")
                result = play_plan(plan, held, workers, command, progress, on_message)
            played.append(PanelRun(tuple(bot.name for bot in plan.bots), result))
    return played


def name_former(before: tuple[Plan, Path], plan: Plan) -> tuple[Plan, Path]:
    """Return the run of a panel's bots in an earlier lead's panel, and its plan."""
    lead, folder = before
    return replace(lead, bots=plan.bots, games=plan.games), folder / name_panel_run(plan.bots)


def list_panel_runs(
    job: Job, n_games: int, decisions: float, with_steps: bool = True
) -> Iterator[Plan]:
    """Yield the plans of a panel's runs, without that of its first bot.

    Parameters
    ----------
    n_games : int
        Games of the first bot.
    decisions : float
        Mean number of decisions per game.
    with_steps : bool
        Whether bots of adjacent strength play each other.
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
            games = max(1, min(weaker.games // STEP_SHARE, stronger.games // STEP_SHARE, MOST_STEP))
            yield replace(lead, bots=[*weaker.bots, *stronger.bots], games=games)


def count_games(job: Job, bot: Bot, n_games: int, decisions: float) -> int:
    """Return the number of games of a panel's further bot, at most that of the first bot.

    A plan with too few games for all matchups still plays each matchup once.
    """
    if not bot.thinks_ahead:
        is_limited = bot.policy == LEARNED and job.request.strong_bots
        return int(n_games * min(1.0, ANSWERS / max(decisions, 1))) if is_limited else n_games
    if job.request.panel_games is not None:
        return min(n_games, job.request.panel_games)
    return min(n_games, count_affordable(bot, decisions))


def count_affordable(bot: Bot, decisions: float) -> int:
    """Return the number of games of a panel's bot within the budget `THOUGHT`, at least 1.

    Parameters
    ----------
    bot : Bot
        A bot that thinks ahead, or has learned.
    decisions : float
        Mean number of decisions per game.
    """
    return max(1, int(THOUGHT / estimate_simulated_decisions(bot, decisions)))


def count_decisions(plan: Plan) -> float:
    """Return the mean decisions per game, for a panel, over the first pair of each matchup."""
    arrays = plan_arrays(plan)
    rows = [play(arrays, Chunk(0, row, 0, 1)) for row in range(len(arrays.matchups))]
    return float(np.concatenate([games["decisions"] for games in rows]).mean())


def limit_games(
    bot: Bot, decisions: float, most_games: int | None, panel_games: int | None, least: int = 0
) -> int | None:
    """Return the largest number of games of a panel's bot for one measurement.

    Parameters
    ----------
    bot : Bot
    decisions : float
        Mean number of decisions per game.
    most_games : int, optional
        Limit for each bot; none if not given.
    panel_games : int, optional
        Limit for bots that think ahead; by default about half a minute's worth, which is also
        the limit for learned ones.
    least : int
        Least number of games of a pilot; bots with a limit get twice as many in any case.
    """
    if not bot.thinks_ahead and bot.policy != LEARNED:
        return most_games
    games = panel_games if bot.thinks_ahead else None
    budget = max(games or count_affordable(bot, decisions), 2 * least)
    return budget if most_games is None else min(most_games, budget)


def estimate_simulated_decisions(bot: Bot, decisions: float) -> float:
    """Return about how many decisions a panel's bot simulates in one game.

    Each playout simulates half a game on average; a learned player tries each option. The number
    depends only on the bot and the first bot's games, so that a command plays the same games on
    every machine.
    """
    if bot.policy == LEARNED:
        return decisions * TRIED
    return decisions * bot.playouts * decisions / 2


def name_job(job: Job, plan: Plan) -> Job:
    """Return the job that plays one run of a panel alone."""
    bots = [bot.file or bot.name for bot in plan.bots]
    request = replace(job.request, bots=bots, panel_games=None, precision=None, time_budget=None)
    return replace(job, request=request, plan=plan, panel=())

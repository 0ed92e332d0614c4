"""Measure the impact of cards: with one bot or a panel, alone or for a run's report."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd

from evenhand.analysis.tables.card_impact import CARD_IMPACT, DECK_IMPACT
from evenhand.decks.problems import UsageError
from evenhand.experiments.contrasts import Effort
from evenhand.experiments.exchange_games import (
    count_least_games,
    identify_exchanges,
    measure_exchanges,
)
from evenhand.experiments.exchange_plan import Exchanged, exchange_cards, list_decks
from evenhand.experiments.known_games import find_known_table
from evenhand.experiments.play_panel import count_decisions, limit_games
from evenhand.experiments.question_store import open_store, store_in
from evenhand.experiments.run_tables import save_table
from evenhand.inputs.existing_run import list_panel_bots, load_run_plan, refuse_choices
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request, ask_strong_player
from evenhand.inputs.run_length import read_precision
from evenhand.progress import format_wait
from evenhand.result_folders import report_write_errors
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.claim import Claim
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.terminal import note

__all__ = [
    "Task", "add_deck_impact", "add_impact", "join_effects", "list_tasks", "measure_tasks",
    "save_impact",
]  # fmt: skip

SHARE = 2  # games for the cards, per game of a run ..
SHARE_OF_FEW, FEW = 4, 40_000  # .. and of a small one, as long as there are no more
FEWEST = 100  # games per card below which cards are not measured
ROUGHLY = 0.04  # half-width of intervals of the cards of one deck, for a headline
SECOND = 1.5  # factor on the half-width of intervals of a stronger player whom nobody named
ROUGH_SHARE = 2  # of half a minute of games, that these take at most


@dataclass(frozen=True)
class Task:
    """What one bot plays to measure impact, or those that sit at one table.

    Attributes
    ----------
    exchanged : Exchanged
    most_games : int, optional
        As many as it takes if not given.
    run_dir : Path, optional
        The bot's run, which keeps what comes of it.
    width : float
        Factor on the half-width that every interval should have.
    """

    exchanged: Exchanged
    most_games: int | None
    run_dir: Path | None = None
    width: float = 1.0


def list_tasks(
    request: Request,
    names: Sequence[str],
    baseline: str,
    most_games: int | None,
    run_dir: Path | None = None,
    say: Callable[[str], None] | None = None,
) -> list[Task]:
    """Load what is played to measure impact: what a request asks for, or what a run played.

    Parameters
    ----------
    request : Request
    names : sequence of str
        Cards; all cards of the decks if empty, without the opinion of the learned player.
    baseline : str
        A card that they are exchanged for; "" for a plain card like each of them.
    most_games : int, optional
        Of each bot; as many as it takes if not given.
    run_dir : Path, optional
        A run that is measured for its report; the request then says nothing but workers.
    say : callable(text), optional
        Called with what the user should know before it begins.

    Raises
    ------
    UsageError
        If a name or number is wrong.
    InputError
        If a file's content is wrong, or the run is not whole.
    """
    if most_games is not None and most_games < 1:
        raise UsageError(f"--games: expected 1 or more, found {most_games}")
    if run_dir:
        return load_tasks(run_dir, request, names, baseline, most_games)
    job = prepare(ask_strong_player(request) if names else request)
    job.report_notes(say)
    exchanged = exchange_cards(job.plan, names, baseline)
    if not job.panel:
        return [Task(exchanged, most_games)]
    bots: list[tuple[Bot, Path | None]] = [(bot, None) for bot in (*job.plan.bots, *job.panel)]
    tasks = share_out(exchanged, bots, most_games, job.request.panel_games)
    if not job.request.strong_bots:
        return tasks
    first = job.plan.bots
    return [
        task if task.exchanged.plan.bots == first else replace(task, width=SECOND) for task in tasks
    ]


def load_tasks(
    run_dir: Path,
    request: Request,
    names: Sequence[str],
    baseline: str,
    most_games: int | None,
) -> list[Task]:
    """Load what a run and its panel play to measure impact."""
    refuse_choices(request)
    plan = load_run_plan(run_dir, CARD_IMPACT)
    exchanged = exchange_cards(plan, names, baseline)
    others = list_panel_bots(run_dir, plan, CARD_IMPACT)
    if not others:
        return [Task(exchanged, most_games, run_dir)]
    return share_out(exchanged, [(plan.bots[0], run_dir), *others], most_games)


def share_out(
    exchanged: Exchanged,
    bots: Sequence[tuple[Bot, Path | None]],
    most_games: int | None,
    panel_games: int | None = None,
) -> list[Task]:
    """Give each bot of a panel its impact task, those that think least first.

    Parameters
    ----------
    exchanged : Exchanged
        Of the first bot.
    bots : sequence of (Bot, Path or None)
        Each with its run.
    most_games : int, optional
        Of each bot.
    panel_games : int, optional
        Of each that thinks ahead; as many as take about half a minute if not given. It may
        be more, so that there are enough to begin with.
    """
    decisions = count_decisions(exchanged.plan)
    tasks = []
    for bot, run_dir in sorted(bots, key=lambda one: one[0].strength):
        own = replace(exchanged, plan=replace(exchanged.plan, bots=[bot]))
        least = count_least_games(own)
        most = limit_games(bot, decisions, most_games, panel_games, least)
        tasks.append(Task(own, most, run_dir))
    return tasks


def measure_tasks(
    tasks: Sequence[Task],
    precision: float,
    request: Request,
    is_quiet: bool = True,
    run_dir: Path | None = None,
) -> tuple[dict[str, pd.DataFrame], Path | None]:
    """Measure the impact of cards, and put it into the report of a run if there is one.

    Folders stay locked until all is done, so stopped work is resumed with every bot.

    Parameters
    ----------
    precision : float
        Percentage points: half the width that every interval should have.
    request : Request
        Of workers.
    run_dir : Path, optional
        The run whose report is written anew.

    Returns
    -------
    by_bot : dict of str to pandas.DataFrame
        As `evenhand.analysis.tables.card_impact.impact_table` makes it.
    report : Path, optional
    """
    half_width, found = read_precision(precision), []
    goal = f"what cards are worth, to {precision:g} points"
    identity = {"the cards that are measured": hash_json([identify_exchanges(task.exchanged)
                                                          for task in tasks])}  # fmt: skip
    with open_store(identity, goal, request, is_quiet, [task.run_dir for task in tasks]) as store:
        for task in tasks:
            effort = Effort(task.width * half_width, task.most_games, store)
            found.append(measure_exchanges(task.exchanged, effort))
            if task.run_dir:
                with report_write_errors(task.run_dir):
                    save_impact(task.run_dir, found[-1])
        report = save_report(run_dir) if run_dir else None
    bots = [task.exchanged.plan.bots[0].name for task in tasks]
    return dict(zip(bots, found, strict=True)), report


def save_report(run_dir: Path) -> Path:
    """Write the report of a run whose cards' impact was measured."""
    from evenhand.reports.report import write_report  # slow to load, for its drawings

    return write_report(run_dir)


def join_effects(by_bot: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Put the impact that each bot found below each other."""
    tables = [effects.assign(bot=bot) for bot, effects in by_bot.items()]
    return pd.concat(tables, ignore_index=True)


def save_impact(run_dir: Path, effects: pd.DataFrame) -> None:
    """Write the impact of cards into a run's folder as a table, and seal it."""
    save_table(run_dir, CARD_IMPACT, effects)


def add_impact(
    held: Claim, plan: Plan, request: Request, is_quiet: bool, speed: float = 0.0
) -> None:
    """Measure the impact of cards for a run's report, if the run has enough games.

    Parameters
    ----------
    held : Claim
        The claim of the run's folder.
    plan : Plan
        The run's plan.
    request : Request
        The request, for its workers.
    is_quiet : bool
    speed : float
        Games per second, as they were played; 0 if unknown.
    """
    if plan.is_sealed:
        return
    known = find_known_table(plan, held.folder, CARD_IMPACT)
    if known is not None:
        save_impact(held.folder, known.to_pandas())
        return
    exchanged = choose_exchanges(plan)
    if exchanged is None:
        return
    if not is_quiet:
        n_cards = len(exchanged.exchanges)  # a card in two decks is exchanged twice
        wait = format_wait(count_card_games(plan), speed)
        note(f"Exchanging the cards of each deck, one at a time: {n_cards} in all{wait} ..")
    with store_in(held, request, is_quiet) as store:
        effort = Effort(most_games=count_card_games(plan), store=store)
        save_impact(held.folder, measure_exchanges(exchanged, effort))


def add_deck_impact(
    held: Claim,
    run_dir: Path,
    plan: Plan,
    deck: str,
    request: Request,
    is_quiet: bool,
    speed: float = 0.0,
) -> bool:
    """Measure the cards of one deck with a bot of a run's panel, roughly, for its headline.

    Returns whether they were measured: not with bots that think ahead, nor with too few games.

    Parameters
    ----------
    held : Claim
        That of the run that leads the panel.
    run_dir : Path
        The bot's run.
    plan : Plan
        That of the bot's run.
    speed : float
        Its games per second, as they were played; 0 if unknown.
    """
    (bot,) = plan.bots
    if bot.thinks_ahead or plan.is_sealed or plan.game.schema.plain_card is None:
        return False
    known = find_known_table(plan, run_dir, DECK_IMPACT)
    if known is not None and set(known["deck"]) == {deck}:
        save_table(run_dir, DECK_IMPACT, known.to_pandas())
        return True
    exchanged = keep_deck(exchange_cards(plan), deck)
    least = count_least_games(exchanged)
    most = limit_games(bot, count_decisions(plan), count_card_games(plan), None, least) or 0
    if most < FEWEST * len(exchanged.exchanges):
        return False
    if not is_quiet:
        names = plan.display_names
        wait = format_wait(max(least, most // ROUGH_SHARE), speed)
        cards = f"{len(exchanged.exchanges)} cards of {names.get(deck, deck)}"
        note(f"Exchanging the {cards}{wait} ..")
    with store_in(held, request, is_quiet) as store:
        effort = Effort(ROUGHLY, most // ROUGH_SHARE, store)
        save_table(run_dir, DECK_IMPACT, measure_exchanges(exchanged, effort))
    return True


def count_card_games(plan: Plan) -> int:
    """Count the games that measuring the cards of a run may take, for its report."""
    return max(SHARE * plan.games, min(SHARE_OF_FEW * plan.games, FEW))


def keep_deck(exchanged: Exchanged, deck: str) -> Exchanged:
    """Return the exchanges of one deck."""
    rows = [row for row, one in enumerate(exchanged.exchanges) if one.deck == deck]
    return replace(
        exchanged,
        exchanges=[exchanged.exchanges[row] for row in rows],
        variants=[exchanged.variants[row] for row in rows],
    )


def choose_exchanges(plan: Plan) -> Exchanged | None:
    """Return the cards whose impact a report measures; None with too few games."""
    if plan.game.schema.plain_card is None:
        return None
    budget = count_card_games(plan)
    if FEWEST * sum(len(set(deck.cards)) for deck in list_decks(plan)) > budget:
        return None  # before plain cards are made, which is slow
    exchanged = exchange_cards(plan)
    return exchanged if count_least_games(exchanged) <= budget else None

"""The command `impact`: what each card is worth to its deck."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from evenhand.analysis.data.display_names import use_display_names
from evenhand.analysis.tables.card_impact import CARD_IMPACT
from evenhand.decks.problems import UsageError
from evenhand.experiments.contrasts import Effort, open_store
from evenhand.experiments.exchange import count_least_games, identify_exchanges, measure_exchanges
from evenhand.experiments.impact import save_impact
from evenhand.experiments.panel import count_decisions, limit_games
from evenhand.experiments.swaps import Exchanged, exchange_cards
from evenhand.flags import ImpactFlags
from evenhand.inputs.existing_run import list_panel_bots, load_run_plan, refuse_choices
from evenhand.inputs.job import check_workers, prepare
from evenhand.inputs.length import read_precision
from evenhand.inputs.request import Request, request_from
from evenhand.reports.bands import DISCOVERY_RATE, STAR
from evenhand.reports.report import write_report
from evenhand.reports.sections.card_impact import write_impact_sentences
from evenhand.reports.sections.unchanged import write_unchanged_cards
from evenhand.reports.wording import count, percent, points, signed_interval
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.summary import list_rows
from evenhand.terminal import plain_table, print_json, print_table, tell
from evenhand.writing import name_place

__all__ = ["impact_command"]


@dataclass(frozen=True)
class Task:
    """What one bot plays, or those that sit at one table.

    Attributes
    ----------
    exchanged : Exchanged
    most_games : int, optional
        As many as it takes if not given.
    run_dir : Path, optional
        The bot's run, which keeps what comes of it.
    """

    exchanged: Exchanged
    most_games: int | None
    run_dir: Path | None = None


def impact_command(flags: ImpactFlags) -> None:
    """Measure cards, alone or for the report of a run, with one bot or a panel."""
    request = request_from(flags, "cards")
    check_workers(request)
    read_precision(flags.precision)
    if flags.games is not None and flags.games < 1:
        raise UsageError(f"--games: expected 1 or more, found {flags.games}")
    tasks = load_tasks(flags.run, request, flags) if flags.run else prepare_tasks(request, flags)
    started = time.perf_counter()
    found, report = measure_cards(tasks, request, flags)
    seconds = time.perf_counter() - started
    plan = tasks[0].exchanged.plan
    by_bot = {task.exchanged.plan.bots[0].name: effects
              for task, effects in zip(tasks, found, strict=True)}  # fmt: skip
    if flags.json:
        said = {"game": plan.game.name, "seed": plan.seed, "seconds": round(seconds, 3)}
        effects = found[0] if len(tasks) == 1 else join_effects(by_bot)
        print_json(
            {
                **said,
                "report": str(report or ""),
                "effects": list_rows(effects),
                "display_names": plan.display_names,
            }
        )
    elif flags.quiet:
        tell(report or write_impact_sentences(use_display_names(found[0], plan.display_names))[0])
    else:
        told = {bot: use_display_names(one, plan.display_names) for bot, one in by_bot.items()}
        if len(tasks) > 1:
            print_effects_by_bot(told)
        else:
            (effects,) = told.values()
            print_effects(effects)
            print_sentences(effects, seconds)
        if report:
            tell(f"Report  {report}")


def prepare_tasks(request: Request, flags: ImpactFlags) -> list[Task]:
    """Prepare what a request asks for."""
    job = prepare(request)
    exchanged = exchange_cards(job.plan, flags.names, flags.baseline)
    if not job.panel:
        return [Task(exchanged, flags.games)]
    bots: list[tuple[Bot, Path | None]] = [(bot, None) for bot in (*job.plan.bots, *job.panel)]
    return share_out(exchanged, bots, flags.games, job.request.panel_games)


def load_tasks(run_dir: Path, request: Request, flags: ImpactFlags) -> list[Task]:
    """Load what a run played, and the panel that it leads; nothing else can be asked for then."""
    refuse_choices(request)
    plan = load_run_plan(run_dir, CARD_IMPACT)
    exchanged = exchange_cards(plan, flags.names, flags.baseline)
    others = list_panel_bots(run_dir, plan, CARD_IMPACT)
    if not others:
        return [Task(exchanged, flags.games, run_dir)]
    return share_out(exchanged, [(plan.bots[0], run_dir), *others], flags.games)


def share_out(
    exchanged: Exchanged,
    bots: Sequence[tuple[Bot, Path | None]],
    most_games: int | None,
    panel_games: int | None = None,
) -> list[Task]:
    """Give each bot of a panel its task, those that think least first.

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


def measure_cards(
    tasks: Sequence[Task], request: Request, flags: ImpactFlags
) -> tuple[list[pd.DataFrame], Path | None]:
    """Measure cards, and put them into the report of a run if there is one.

    Folders stay locked until all is done, so stopped work is resumed with every bot.
    """
    is_quiet = flags.quiet or flags.json
    half_width, found = read_precision(flags.precision), []
    goal = f"what cards are worth, to {flags.precision:g} points"
    identity = {"the cards that are measured": hash_json([identify_exchanges(task.exchanged)
                                                          for task in tasks])}  # fmt: skip
    with open_store(identity, goal, request, is_quiet, [task.run_dir for task in tasks]) as store:
        for task in tasks:
            found.append(
                measure_exchanges(task.exchanged, Effort(half_width, task.most_games, store))
            )
            if task.run_dir:
                with name_place(task.run_dir):
                    save_impact(task.run_dir, found[-1])
        return found, write_report(flags.run) if flags.run else None


def join_effects(by_bot: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Put what each bot found below each other."""
    return pd.concat([effects.assign(bot=bot) for bot, effects in by_bot.items()])


def print_effects_by_bot(by_bot: Mapping[str, pd.DataFrame]) -> None:
    """Print what each card is worth with each bot, those that think least first."""
    columns = ("card", "deck", *by_bot)
    table = plain_table(*columns, right=tuple(by_bot))
    rows = [
        {(row.card, row.deck): write_effect(row) for row in effects.itertuples()}
        for effects in by_bot.values()
    ]
    last = list(by_bot.values())[-1]
    ranked = last.sort_values(["effect", "deck", "card"], ascending=[False, True, True])
    for row in ranked.itertuples():
        table.add_row(row.card, row.deck, *(own[row.card, row.deck] for own in rows))
    print_table(table)
    games = ", ".join(f"{bot} {count(table['n_games'].sum())}" for bot, table in by_bot.items())
    tell("", f"Points of the deck's win rate, with 95 % intervals; {STAR}: after correction for "
         "the number of cards.", f"Games with a card exchanged: {games}.")  # fmt: skip


def write_effect(row: Any) -> str:
    """Write what a card is worth: "+3.1 \u2605 (+2.0 to +4.2)"."""
    mark = f" {STAR}" if row.effect_q < DISCOVERY_RATE else ""
    return f"{points(row.effect)}{mark} ({signed_interval(row.effect_low, row.effect_high)})"


def print_effects(effects: pd.DataFrame) -> None:
    """Print the table, strongest first."""
    ranked = effects.sort_values(["effect", "deck", "card"], ascending=[False, True, True])
    table = plain_table(
        "card", "deck", "impact", "", "95 % interval", "deals changed", "games",
        right=("impact", "deals changed", "games"),
    )  # fmt: skip
    for row in ranked.itertuples():
        mark = STAR if row.effect_q < DISCOVERY_RATE else ""
        spread = signed_interval(row.effect_low, row.effect_high)
        games, changed = count(row.n_games), percent(row.changed)
        table.add_row(row.card, row.deck, points(row.effect), mark, spread, changed, games)
    print_table(table)


def print_sentences(effects: pd.DataFrame, seconds: float) -> None:
    """Print what the table amounts to, and what it took."""
    tell("", *write_impact_sentences(effects))
    if alike := write_unchanged_cards(effects):
        tell(alike)
    games = effects["n_games"].sum()
    tell(f"{games:,} games with a card exchanged, in {seconds:,.1f} s.")

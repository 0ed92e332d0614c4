"""The command `impact`: what each card is worth to its deck."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from evenhand.analysis.tables.card_impact import CARD_IMPACT
from evenhand.decks.problems import UsageError
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.exchange import (
    Effort,
    Exchanged,
    count_least_games,
    exchange_cards,
    measure,
)
from evenhand.experiments.impact import SCORES, save_impact
from evenhand.experiments.panel import count_affordable, count_decisions
from evenhand.flags import ImpactFlags
from evenhand.inputs.job import Job, check_workers, prepare
from evenhand.inputs.request import Request, request_from
from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.reports.report import write_report
from evenhand.reports.sections.card_impact import impact_sentences
from evenhand.reports.wording import count, percent, points, signed_interval
from evenhand.simulate.compiling import cache_folder
from evenhand.simulate.runs.claim import Claim, Work, claim
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.proof import prove_run
from evenhand.simulate.runs.stored import load_plan, read_run_file
from evenhand.simulate.runs.variants import plan_variants
from evenhand.summary import list_rows
from evenhand.terminal import note, plain_table, print_json, print_table, progress_bar, tell
from evenhand.writing import name_place

__all__ = ["impact_command"]


def impact_command(flags: ImpactFlags) -> None:
    """Measure cards, alone or for the report of a run, with one bot or a panel."""
    request = replace(request_from(flags), cards=flags.cards)
    if flags.run is None:
        job = prepare(request)
        plan, panel = job.plan, job.panel
    else:
        plan, panel = load_run_plan(flags.run, request), ()
    check_workers(request)
    read_precision(flags.precision)
    if flags.games is not None and flags.games < 1:
        raise UsageError(f"--games: expected 1 or more, found {flags.games}")
    if panel:
        show_panel(job, flags)
        return
    started = time.perf_counter()
    effects, report = measure_cards(plan, request, flags, flags.games)
    seconds = time.perf_counter() - started
    if flags.json:
        said = {"game": plan.game.name, "seed": plan.seed, "seconds": round(seconds, 3)}
        print_json({**said, "report": str(report or ""), "effects": list_rows(effects)})
    elif flags.quiet and report:
        tell(report)
    else:
        print_effects(effects)
        if not flags.quiet:
            print_sentences(effects, seconds)
        if report:
            tell(f"Report  {report}")


def measure_cards(
    plan: Plan, request: Request, flags: ImpactFlags, most_games: int | None
) -> tuple[pd.DataFrame, Path | None]:
    """Measure cards, and put them into the report of a run if there is one."""
    exchanged = exchange_cards(plan, flags.names, flags.baseline)
    is_quiet = flags.quiet or flags.json
    precision, say = read_precision(flags.precision), None if is_quiet else note
    with claim_room(flags, exchanged) as held:
        with start_workers(request) as workers, progress_bar(disabled=is_quiet) as progress:
            effort = Effort(precision, most_games, workers, held.room / SCORES)
            effects = measure(exchanged, effort, progress, say)
        return effects, None if flags.run is None else add_to_report(flags.run, effects)


def show_panel(job: Job, flags: ImpactFlags) -> None:
    """Measure cards with each bot of a panel, and show them side by side."""
    by_bot: dict[str, pd.DataFrame] = {}
    decisions = count_decisions(job.plan)
    for bot in sorted((*job.plan.bots, *job.panel), key=lambda bot: bot.strength):
        plan = replace(job.plan, bots=[bot])
        most = (
            count_exchange_games(plan, job, flags, decisions) if bot.thinks_ahead else flags.games
        )
        by_bot[bot.name], _ = measure_cards(plan, job.request, flags, most)
    if flags.json:
        said = {"game": job.plan.game.name, "seed": job.plan.seed}
        effects = pd.concat([table.assign(bot=bot) for bot, table in by_bot.items()])
        print_json({**said, "effects": list_rows(effects)})
        return
    print_effects_by_bot(by_bot)


def count_exchange_games(plan: Plan, job: Job, flags: ImpactFlags, decisions: float) -> int:
    """Return how many games a bot that thinks ahead plays: as few as it takes, or a budget."""
    exchanged = exchange_cards(plan, flags.names, flags.baseline)
    wanted = job.request.panel_games or count_affordable(plan.bots[0], decisions)
    return max(wanted, 2 * count_least_games(exchanged))


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
    tell("", "Points of the deck's win rate, with 95 % intervals; \u2605: after correction for the "
         "number of cards.", f"Games with a card exchanged: {games}.")  # fmt: skip


def write_effect(row: Any) -> str:
    """Write what a card is worth: "+3.1 \u2605 (+2.0 to +4.2)"."""
    mark = " \u2605" if row.effect_q < DISCOVERY_RATE else ""
    return f"{points(row.effect)}{mark} ({signed_interval(row.effect_low, row.effect_high)})"


def load_run_plan(run_dir: Path, request: Request) -> Plan:
    """Return what a run played; flags that would say something else have no meaning then."""
    if given := request.chosen():
        message = f"--{given[0]} and --run do not go together: the run says what is played"
        raise UsageError(message)
    plan = load_plan(run_dir)
    prove_run(run_dir, read_run_file(run_dir), besides=CARD_IMPACT)
    return plan


@contextmanager
def claim_room(flags: ImpactFlags, exchanged: Exchanged) -> Iterator[Claim]:
    """Have the folder of the run, or one of our own, until the cards are measured."""
    fingerprint = plan_variants(exchanged.plan, exchanged.variants).fingerprint
    goal = f"what cards are worth, to {flags.precision:g} points"
    identity = {"the cards that are measured": fingerprint}
    work = Work(identity, goal, lambda folder: True, is_addition=True)
    room = cache_folder() / "unfinished" / fingerprint[:16]
    with claim([flags.run or room], work) as held:
        yield held
    if flags.run is None:
        room.rmdir()


def read_precision(precision: float) -> float:
    """Return percentage points as a rate."""
    if not 0.05 <= precision <= 50:
        raise UsageError(f"--precision: expected 0.05 to 50 percentage points, found {precision}")
    return precision / 100


def add_to_report(run_dir: Path, effects: pd.DataFrame) -> Path:
    """Keep what was measured with the run, and rewrite its report."""
    with name_place(run_dir):
        save_impact(run_dir, effects)
        return write_report(run_dir)


def print_effects(effects: pd.DataFrame) -> None:
    """Print the table, strongest first."""
    ranked = effects.sort_values(["effect", "deck", "card"], ascending=[False, True, True])
    table = plain_table(
        "card", "deck", "impact", "", "95 % interval", "deals changed", "games",
        right=("impact", "deals changed", "games"),
    )  # fmt: skip
    for row in ranked.itertuples():
        mark = "\u2605" if row.effect_q < DISCOVERY_RATE else ""
        spread = signed_interval(row.effect_low, row.effect_high)
        games, changed = count(row.n_games), percent(row.changed)
        table.add_row(row.card, row.deck, points(row.effect), mark, spread, changed, games)
    print_table(table)


def print_sentences(effects: pd.DataFrame, seconds: float) -> None:
    """Print what the table amounts to, and what it took."""
    tell("", *impact_sentences(effects))
    games = effects["n_games"].sum()
    tell(f"{games:,} games with a card exchanged, in {seconds:,.1f} s.")

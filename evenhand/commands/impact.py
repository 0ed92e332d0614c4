"""The command `impact`: what each card is worth to its deck."""

import time
from dataclasses import replace
from pathlib import Path

import pandas as pd

from evenhand.analysis.data.run import load_run
from evenhand.decks.problems import UsageError
from evenhand.experiments.exchange import exchange_cards, measure
from evenhand.experiments.impact import choose_effort, save_impact
from evenhand.experiments.play import start_workers
from evenhand.flags import ImpactFlags
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request, request_from
from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.reports.report import write_report
from evenhand.reports.sections.card_impact import impact_sentences
from evenhand.reports.wording import count, points, signed_interval
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.stored import load_plan
from evenhand.summary import list_rows
from evenhand.terminal import note, plain_table, print_json, print_table, progress_bar, tell
from evenhand.writing import name_place

__all__ = ["impact_command"]


def impact_command(flags: ImpactFlags) -> None:
    """Measure cards, alone or for the report of a run."""
    request = replace(request_from(flags), cards=flags.cards)
    plan = prepare(request).plan if flags.run is None else load_run_plan(flags.run, request)
    exchanged = exchange_cards(plan, flags.names, flags.baseline)
    effort = choose_effort(request, read_precision(flags.precision), flags.games)
    is_quiet = flags.quiet or flags.json
    started = time.perf_counter()
    with start_workers(request), progress_bar(disabled=is_quiet) as progress:
        effects = measure(exchanged, effort, progress, None if is_quiet else note)
    seconds = time.perf_counter() - started
    report = None if flags.run is None else add_to_report(flags.run, effects)
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


def load_run_plan(run_dir: Path, request: Request) -> Plan:
    """Return what a run played; flags that would say something else have no meaning then."""
    if given := request.chosen():
        message = f"--{given[0]} and --run do not go together: the run says what is played"
        raise UsageError(message)
    load_run(run_dir)  # says what is wrong with a folder that is none
    return load_plan(run_dir)


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
        "card", "deck", "impact", "", "95 % interval", "games", right=("impact", "games")
    )
    for row in ranked.itertuples():
        mark = "\u2605" if row.effect_q < DISCOVERY_RATE else ""
        spread = signed_interval(row.effect_low, row.effect_high)
        table.add_row(row.card, row.deck, points(row.effect), mark, spread, count(row.n_games))
    print_table(table)


def print_sentences(effects: pd.DataFrame, seconds: float) -> None:
    """Print what the table amounts to, and what it took."""
    tell("", *impact_sentences(effects))
    games = effects["n_games"].sum()
    tell(f"{games:,} games with a card exchanged, in {seconds:,.1f} s.")

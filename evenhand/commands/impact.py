"""The command `impact`: what each card is worth to its deck."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pandas as pd

from evenhand.analysis.tables.card_impact import CARD_IMPACT
from evenhand.decks.problems import UsageError
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.exchange import Effort, Exchanged, exchange_cards, measure
from evenhand.experiments.impact import SCORES, save_impact
from evenhand.flags import ImpactFlags
from evenhand.inputs.job import check_workers, prepare
from evenhand.inputs.request import Request, request_from
from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.reports.report import write_report
from evenhand.reports.sections.card_impact import impact_sentences
from evenhand.reports.wording import count, points, signed_interval
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
    """Measure cards, alone or for the report of a run."""
    request = replace(request_from(flags), cards=flags.cards)
    plan = prepare(request).plan if flags.run is None else load_run_plan(flags.run, request)
    exchanged = exchange_cards(plan, flags.names, flags.baseline)
    check_workers(request)
    precision = read_precision(flags.precision)
    if flags.games is not None and flags.games < 1:
        raise UsageError(f"--games: expected 1 or more, found {flags.games}")
    is_quiet = flags.quiet or flags.json
    say = None if is_quiet else note
    started = time.perf_counter()
    with claim_room(flags, exchanged) as held:
        with start_workers(request) as workers, progress_bar(disabled=is_quiet) as progress:
            effort = Effort(precision, flags.games, workers, held.room / SCORES)
            effects = measure(exchanged, effort, progress, say)
        report = None if flags.run is None else add_to_report(flags.run, effects)
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

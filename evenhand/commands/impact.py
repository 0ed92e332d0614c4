"""The command `impact`: what each card is worth to its deck."""

import time
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl

from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.card_impact import CARD_IMPACT
from evenhand.commands.run import progress_bar, workers
from evenhand.decks.problems import UsageError
from evenhand.experiments.exchange import Effort, Exchanged, exchange_cards, is_affordable, measure
from evenhand.inputs.request import Request, check_workers, prepare
from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.reports.sections.card_impact import impact_sentences
from evenhand.reports.words import count, points, signed_interval
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.stored import load_plan
from evenhand.summary import records
from evenhand.terminal import note, plain_table, print_json, print_table, writing

__all__ = ["add_to_run", "impact_command"]

SHARE = 4  # games that a run may spend on its cards, for each game of its own
FEWEST = 200  # games of one card below which that is not worth while
OF_A_PLAN = ("game", "decks", "bots", "cards", "mode", "settings", "seed", "players")

Progress = Callable[[int, int], None]


def impact_command(flags: Mapping[str, Any]) -> None:
    """Measure cards, alone or for the report of a run."""
    run_dir: Path | None = flags["run"]
    request, plan = asked(flags, run_dir)
    exchanged = exchange_cards(plan, flags["names"] or [], flags["baseline"])
    effort = effort_of(request, half_width(flags["precision"]), flags["games"])
    is_quiet = flags["quiet"] or flags["json"]
    started = time.perf_counter()
    with workers(request), progress_bar(disabled=is_quiet) as progress:
        effects = measure(exchanged, effort, progress, None if is_quiet else note)
    seconds = time.perf_counter() - started
    report = None if run_dir is None else kept(run_dir, effects)
    if flags["json"]:
        said = {"game": plan.game.name, "seed": plan.seed, "seconds": round(seconds, 3)}
        print_json({**said, "report": str(report or ""), "effects": records(effects)})
    elif flags["quiet"] and report:
        print(report)
    else:
        print_effects(effects)
        if not flags["quiet"]:
            print_sentences(effects, seconds)
        if report:
            print(f"Report  {report}")


def asked(flags: Mapping[str, Any], run_dir: Path | None) -> tuple[Request, Plan]:
    """Return what is to be played: what the flags say, or what a run played."""
    known = {field.name for field in fields(Request)} - {"games", "precision", "out"}
    given = {flag: value for flag, value in flags.items() if value not in (None, "", [], ())}
    if run_dir is None:
        request = Request(**{flag: given[flag] for flag in known & given.keys()})
        return request, prepare(request).plan
    for flag in OF_A_PLAN:
        if flag in given:
            word = "set" if flag == "settings" else flag
            raise UsageError(f"--{word} and --run do not go together: the run says what is played")
    run = load_run(run_dir)
    return Request(run.info["run"]["game"], **workers_in(flags)), load_plan(run_dir)


def workers_in(flags: Mapping[str, Any]) -> dict[str, Any]:
    """Pick the flags that say who plays."""
    return {flag: flags[flag] for flag in ("jobs", "backend", "scheduler")}


def effort_of(request: Request, precision: float = 0.01, most_games: int | None = None) -> Effort:
    """Return how much to play, with the workers of a request."""
    check_workers(request)
    if most_games is not None and most_games < 1:
        raise UsageError(f"--games: expected 1 or more, found {most_games}")
    return Effort(precision, most_games, request.jobs or -1, request.backend)


def half_width(precision: float) -> float:
    """Turn percentage points into a rate."""
    if not 0.05 <= precision <= 50:
        raise UsageError(f"--precision: expected 0.05 to 50 percentage points, found {precision}")
    return precision / 100


def kept(run_dir: Path, effects: pd.DataFrame) -> Path:
    """Keep what was measured with the run, and write its report anew."""
    from evenhand.reports.report import write_report

    with writing(run_dir):
        keep(run_dir, effects)
        return write_report(run_dir)


def keep(run_dir: Path, effects: pd.DataFrame) -> None:
    """Write the table into a run's folder."""
    path = run_dir / CARD_IMPACT
    unfinished = path.with_suffix(".tmp")
    pl.from_pandas(effects).write_parquet(unfinished, compression="zstd")
    unfinished.replace(path)


def add_to_run(out: Path, flags: Mapping[str, Any]) -> None:
    """Measure the cards of a run for its report, if its size makes that worth while.

    Parameters
    ----------
    out : Path
        The run's folder.
    flags : mapping
        The workers (`jobs`, `backend`, `scheduler`), and `quiet`.
    """
    run = load_run(out)
    if run.is_sealed:
        return
    plan = load_plan(out)
    exchanged = worth_while(plan)
    if exchanged is None:
        return
    request = Request(plan.game.name, **workers_in(flags))
    effort = effort_of(request, most_games=SHARE * plan.games)
    if not flags["quiet"]:
        note(f"Exchanging {len(exchanged.exchanges)} cards, one at a time ..")
    with workers(request), progress_bar(disabled=flags["quiet"]) as progress:
        keep(out, measure(exchanged, effort, progress))


def worth_while(plan: Plan) -> Exchanged | None:
    """Return what to exchange for a run's report; None if it would show nothing."""
    if plan.game.schema.plain_card is None:
        return None
    exchanged = exchange_cards(plan)
    budget = SHARE * plan.games
    enough = FEWEST * len(exchanged.exchanges) <= budget and is_affordable(exchanged, budget)
    return exchanged if enough else None


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
    print()
    for sentence in impact_sentences(effects):
        print(sentence)
    games = effects["n_games"].sum()
    print(f"{games:,} games with a card exchanged, in {seconds:,.1f} s.")

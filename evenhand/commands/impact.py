"""The command `impact`: what each card is worth to its deck."""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from evenhand.analysis.data.display_names import use_display_names
from evenhand.experiments.impact import join_effects, list_tasks, measure_tasks
from evenhand.experiments.number_columns import list_priced
from evenhand.experiments.reported_worth import write_reported_worth
from evenhand.flags import ImpactFlags
from evenhand.inputs.job import check_workers, prepare
from evenhand.inputs.request import request_from
from evenhand.inputs.run_length import read_precision
from evenhand.reports.bands import DISCOVERY_RATE, STAR
from evenhand.reports.impact_reach import write_impact_reach
from evenhand.reports.left_out import write_left_out_of_plan
from evenhand.reports.next_step import repeat_bots
from evenhand.reports.sections.card_impact import write_impact_sentences
from evenhand.reports.sections.unchanged_cards import write_unchanged_cards
from evenhand.reports.wording import count, percent, plural, points, signed_interval
from evenhand.simulate.runs.plan import Plan
from evenhand.terminal import (
    command_line,
    list_rows,
    note,
    plain_table,
    print_json,
    print_table,
    tell,
)

__all__ = ["impact_command"]


def impact_command(flags: ImpactFlags) -> None:
    """Carry out `impact`: measure cards, alone or for a run's report, with one bot or a panel."""
    request = replace(request_from(flags), cards=flags.cards)
    check_workers(request)
    read_precision(flags.precision)
    tasks = list_tasks(request, flags.names, flags.baseline, flags.games, flags.run)
    started = time.perf_counter()
    is_quiet = flags.quiet or flags.json
    if not is_quiet:
        note(f"Exchanging {plural(len(tasks[0].exchanged.exchanges), 'card')} ..")
    by_bot, report = measure_tasks(tasks, flags.precision, request, is_quiet, flags.run)
    seconds = time.perf_counter() - started
    plan, first = tasks[0].exchanged.plan, next(iter(by_bot.values()))
    if flags.json:
        said = {"game": plan.game.name, "seed": plan.seed, "seconds": round(seconds, 3)}
        effects = first if len(tasks) == 1 else join_effects(by_bot)
        print_json(
            {
                **said,
                "report": str(report or ""),
                "effects": list_rows(effects),
                "display_names": plan.display_names,
            }
        )
    elif flags.quiet:
        tell(report or write_impact_sentences(use_display_names(first, plan.display_names))[0])
    else:
        players = prepare(request).players if len(tasks) > 1 and not flags.run else {}
        told = {
            players.get(bot, bot): use_display_names(one, plan.display_names)
            for bot, one in by_bot.items()
        }
        if len(tasks) > 1:
            print_effects_by_bot(told)
            tell(*filter(None, [write_left_out_of_plan(plan)]))
            tell(write_impact_reach(join_effects(told)))
        else:
            (effects,) = told.values()
            print_effects(effects)
            tell(*filter(None, ["", write_left_out_of_plan(plan)]))
            print_sentences(effects, seconds)
        if flags.names and not flags.baseline and not report:
            tell(*list_reported(prepare(request).plan, first))
        if report:
            tell(f"Report  {report}")
        elif words := choose_next(list(by_bot.values())[-1], plan, flags):
            tell(f"Next    {command_line(*words)}")


def choose_next(effects: pd.DataFrame, plan: Plan, flags: ImpactFlags) -> tuple[str, ...]:
    """Return the words of the command that prices the card that matters most; () if none does.

    Parameters
    ----------
    effects : pandas.DataFrame
        With the strongest bot that played.
    """
    sure = effects[effects["effect_q"] < DISCOVERY_RATE]
    ranked = sure.loc[sure["effect"].abs().sort_values(ascending=False).index, "card"]
    priced = (
        card
        for card in map(str, ranked)
        if list_priced(plan.pool.schema, plan.pool.cards[plan.pool.row_of(card)])
    )
    given = (*(("--game", flags.game) if flags.game else ()), *repeat_bots(flags.bots))
    is_other = flags.decks or flags.cards or flags.baseline or flags.mode
    return () if is_other else next((("price", card, *given) for card in priced), ())


def list_reported(plan: Plan, effects: pd.DataFrame) -> list[str]:
    """Say what the report of a run says of the cards whose impact was measured anew."""
    return [
        sentence
        for card, rows in effects.groupby("card", sort=False)
        for sentence in write_reported_worth(
            plan, str(card), list(rows["deck"]), int(rows["n_games"].sum())
        )
    ]


def print_effects_by_bot(by_bot: Mapping[str, pd.DataFrame]) -> None:
    """Print the impact of each card with each bot, those that think least first."""
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
    """Write the impact of a card with one bot: "+3.1 \u2605 (+2.0 to +4.2)"."""
    mark = f" {STAR}" if row.effect_q < DISCOVERY_RATE else ""
    return f"{points(row.effect)}{mark} ({signed_interval(row.effect_low, row.effect_high)})"


def print_effects(effects: pd.DataFrame) -> None:
    """Print the impact of cards as a table, strongest first."""
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
    """Print what the impact of cards amounts to, and what it took."""
    tell("", *write_impact_sentences(effects))
    if alike := write_unchanged_cards(effects):
        tell(alike)
    games = effects["n_games"].sum()
    tell(f"{games:,} games with a card exchanged, in {seconds:,.1f} s.")

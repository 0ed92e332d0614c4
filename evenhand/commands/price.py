"""The command `price`: which number a card should have."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite, isnan
from pathlib import Path
from typing import Any

import pandas as pd

from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.prices import PriceCurve
from evenhand.decks.problems import UsageError
from evenhand.experiments.all_card_prices import choose_plan, plan_pool, price_pool
from evenhand.experiments.card_price import (
    Pricing,
    list_values_beyond,
    plan_pricing,
)
from evenhand.experiments.price_anchor import write_other_edits
from evenhand.experiments.price_bands import find_deck_bands, list_safe
from evenhand.experiments.price_opinions import price_by_request
from evenhand.experiments.price_sentences import (
    choose_to_print,
    describe_bands,
    describe_between,
    describe_second,
    describe_worth,
    hardly_matters,
)
from evenhand.experiments.reported_worth import write_reported_worth
from evenhand.flags import PriceFlags
from evenhand.gate.expected_bands import find_stated_bands
from evenhand.inputs.decks_and_bots import split_names
from evenhand.inputs.job import Job, check_workers, prepare
from evenhand.inputs.request import Request, ask_strong_player, request_from
from evenhand.inputs.run_length import read_precision
from evenhand.reports.bands import DISCOVERY_RATE, STAR
from evenhand.reports.left_out import write_left_out_of_plan
from evenhand.reports.next_step import repeat_bots
from evenhand.reports.report import write_report
from evenhand.reports.sections.prices import describe_range, write_fair, write_price_sentence
from evenhand.reports.sections.unchanged_cards import write_unchanged_cards
from evenhand.reports.wording import (
    count,
    interval,
    introduce_player,
    percent,
    points,
    signed_interval,
)
from evenhand.result_folders import list_runs
from evenhand.run_summary import repeat_with
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

__all__ = ["price_command"]

NO_FAIR = (
    "No fair number: it would be more than half the number away, or the number hardly matters. "
    "evenhand price CARD plays one card at more values."
)

MOST_DECKS = 4  # of a card, in the table of their win rates


def price_command(flags: PriceFlags) -> None:
    """Carry out `price`: price one card, or all cards of the decks."""
    request = replace(request_from(flags), cards=flags.cards)
    check_workers(request)
    refuse_flags(flags)
    if flags.every:
        price_cards(flags, request)
    else:
        price_card(prepare(ask_strong_player(request)), flags)


def refuse_flags(flags: PriceFlags) -> None:
    """Refuse flags of `price` that cannot be, or not together."""
    if flags.every and (flags.card or flags.values):
        found = "--values" if flags.values else f"'{flags.card}'"
        raise UsageError(f"--all prices every card: it does not go with {found}")
    if not flags.every and not flags.card:
        raise UsageError("name a card, or use --all")
    if flags.run and not flags.every:
        raise UsageError("--run: expected --all, whose table goes into the report")
    read_precision(flags.precision)
    if flags.games is not None and flags.games < 1:
        raise UsageError(f"--games: expected 1 or more, found {flags.games}")


def read_values(texts: Sequence[str]) -> list[int]:
    """Read the values given to `price`: whole numbers that are separated by commas."""
    values = []
    for text in split_names(texts):
        try:
            values.append(int(text))
        except ValueError:
            raise UsageError(f"--values: expected whole numbers, found '{text}'") from None
    if texts and not values:
        raise UsageError("--values: expected whole numbers, found none")
    return values


def price_card(job: Job, flags: PriceFlags) -> None:
    """Carry out `price CARD`: price one card, and print its curve."""
    pricing = plan_pricing(job.plan, flags.card, flags.column, read_values(flags.values))
    is_quiet = flags.quiet or flags.json
    job.report_notes(None if is_quiet else note)
    if not is_quiet:
        column, values = pricing.column.replace("_", " "), pricing.first
        note(f"Playing {pricing.card} with {column} {min(values):,} to {max(values):,} ..")
    bands = find_deck_bands(find_stated_bands(job), pricing.decks)
    is_panel = len(job.plan.bots) + len(job.panel) > 1 and not job.request.strong_bots

    shown: set[int] = set()

    def show(bot: str, curve: PriceCurve) -> None:
        shown.update(curve.table["value"])
        player = introduce_player(job.players[bot])
        tell(f"{player}:" if is_panel else f"As {player} plays:")
        print_curve(pricing, curve)

    started = time.perf_counter()
    on_curve, are_chosen = None if is_quiet else show, bool(flags.values)
    curves, second = price_by_request(
        pricing, job, flags.precision, flags.games, is_quiet, bands, on_curve, are_chosen
    )
    seconds = time.perf_counter() - started
    if flags.json:
        found = describe(pricing, {**curves, **second})
        print_json({**describe_job(job), **found, "seconds": seconds})
        return
    curves, second = (
        {job.players[bot]: curve for bot, curve in of_bots.items()} for of_bots in (curves, second)
    )
    if flags.quiet:
        for bot, curve in curves.items():
            tell(f"{bot}: " * is_panel + describe_worth(pricing, curve)[-1])
    else:
        for bot, curve in curves.items():
            tell(*describe_between(pricing, bot, curve, bands, shown))
        print_conclusions(pricing, job, flags, curves, second, bands)
        games = sum(int(curve.table["n_games"].sum()) for curve in curves.values())
        tell(f"As {' and '.join(curves)} {'plays' if len(curves) == 1 else 'play'} it; "
             f"{count(games)} games with {pricing.card}, in {seconds:,.1f} s.")  # fmt: skip
        print_next(pricing, job, flags, curves, second, bands)


def print_conclusions(
    pricing: Pricing,
    job: Job,
    flags: PriceFlags,
    curves: Mapping[str, PriceCurve],
    second: Mapping[str, PriceCurve],
    bands: Mapping[str, Band],
) -> None:
    """Print what to print, with each bot, and what that rests on."""
    left_out = write_left_out_of_plan(job.plan)
    others = [describe_second(pricing, name, other) for name, other in second.items()]
    place = Path(flags.game or "")
    edited = write_other_edits(job.plan, pricing.card, place) if job.folder else []
    for name, other in second.items() if bands else ():
        tell("", f"As {name}, a stronger player, plays:")
        print_deck_rates(pricing, other)
    tell("")
    for bot, curve in curves.items():
        if len(curves) > 1:
            tell(f"{bot}:")
        inside = describe_bands(pricing, {bot: curve, **second}, bands)
        is_first = bot == job.players[job.plan.bots[0].name]
        reported = describe_reported(job.plan, pricing, curve) if is_first else []
        told = edited if is_first else []
        further = [] if inside else suggest_next(pricing, curve, flags)
        worth = *describe_worth(pricing, curve, bool(bands)), *reported
        tell(*filter(None, [left_out]), *inside, *told, *worth, *others, *further, "")


def print_next(
    pricing: Pricing,
    job: Job,
    flags: PriceFlags,
    curves: Mapping[str, PriceCurve],
    second: Mapping[str, PriceCurve],
    bands: Mapping[str, Band],
) -> None:
    """Print what to type after `price`: what the value to print does, else more values or games."""
    every = {**curves, **second}
    value = choose_to_print(pricing, every, bands) if bands else None
    is_safe = bool(bands) and value in list_safe(every.values(), bands)
    found = () if is_safe else (choose_next(pricing, curve, flags) for curve in curves.values())
    column, file = pricing.column.replace("_", " "), Path(job.plan.pool.file).name
    place = ("--folder", flags.game) if flags.game else ()
    compare = command_line("compare", *place, *repeat_bots(flags.bots))
    if value is not None and value != pricing.now:
        tell(f"Next    {compare}  # once {column} {value:,} is saved in {file}")
    elif words := next(filter(None, found), ()):
        tell(f"Next    {command_line(*words)}")
    elif job.folder and pricing.was != pricing.now:
        command = "check" if is_safe else "tune"
        tell(f"Next    {command_line(command, *filter(None, [flags.game]))}")
    elif (
        job.folder
        and list_runs(Path(flags.game or ""))
        and not any(hardly_matters(pricing, curve) for curve in curves.values())
    ):
        tell(f"Next    {compare}  # once another {column} is saved in {file}")


def describe_reported(plan: Plan, pricing: Pricing, curve: PriceCurve) -> list[str]:
    """Say what the report of a run says of a card as it is, of other games than its price."""
    now = curve.table[curve.table["value"] == pricing.now]
    n_games = int(now["n_games"].sum())
    return write_reported_worth(plan, pricing.card, pricing.decks, n_games) if n_games else []


def describe_job(job: Job) -> dict[str, Any]:
    """Say what was played to price a card."""
    return {"game": job.plan.game.name, "seed": job.plan.seed}


def describe(pricing: Pricing, curves: Mapping[str, PriceCurve]) -> dict[str, Any]:
    """Return the price of one card as JSON."""
    return {
        "card": pricing.card,
        "column": pricing.column,
        "now": pricing.now,
        "decks": pricing.decks,
        "display_names": pricing.exchanged.plan.display_names,
        "prices": [
            {
                "bot": bot,
                "fair": finite(curve.fair.value),
                "fair_low": finite(curve.fair.low),
                "fair_high": finite(curve.fair.high),
                "values": list_rows(curve.table),
                "win_rates": list_rows(curve.decks),
            }
            for bot, curve in curves.items()
        ],
    }


def finite(value: float) -> float | None:
    """Return a number of a price as JSON knows it; None if it is not finite."""
    return value if isfinite(value) else None


def print_curve(pricing: Pricing, curve: PriceCurve) -> None:
    """Print for `price` what a card is worth at each value."""
    column = pricing.column.replace("_", " ")
    table = plain_table(
        column, "", "worth", "95 % interval", "deals changed", "games",
        right=(column, "worth", "deals changed", "games"),
    )  # fmt: skip
    for row in curve.table.itertuples():
        mark = mark_value(pricing, row.value)
        spread = signed_interval(row.worth_low, row.worth_high)
        games, changed = count(row.n_games), percent(row.changed)
        table.add_row(f"{row.value:,}", mark, points(row.worth), spread, changed, games)
    print_table(table)
    tell("")
    print_deck_rates(pricing, curve)


def print_deck_rates(pricing: Pricing, curve: PriceCurve) -> None:
    """Print for `price` how often the card's decks win at each value."""
    column, names = pricing.column.replace("_", " "), pricing.exchanged.plan.display_names
    told = [f"{names.get(deck, deck)} wins" for deck in pricing.decks[:MOST_DECKS]]
    table = plain_table(column, "", *told, right=(column,))
    for value, rows in curve.decks.groupby("value"):
        rates = [
            f"{percent(row.win_rate)} ({interval(row.win_rate_low, row.win_rate_high)})"
            for row in rows.itertuples()
        ]
        table.add_row(f"{value:,}", mark_value(pricing, value), *rates[:MOST_DECKS])
    print_table(table)


def mark_value(pricing: Pricing, value: int) -> str:
    """Return the word beside a value that the card has, or had before an edit."""
    return "now" if value == pricing.now else "was" if value == pricing.was else ""


def suggest_next(pricing: Pricing, curve: PriceCurve, flags: PriceFlags) -> list[str]:
    """Say which further values to `price` would tell more, if none played is the fair one."""
    column, fair = pricing.column.replace("_", " "), curve.fair
    if not isnan(fair.value) or hardly_matters(pricing, curve):
        return []
    if isfinite(fair.low) == isfinite(fair.high):  # it lies beyond neither end alone
        return [f"More games may tell: --precision {flags.precision / 2:g}."]
    if values := list_values_beyond(pricing, curve):
        return [f"To look there: --values {','.join(map(str, values))}."]
    way = "higher" if isfinite(fair.low) else "lower"
    others = ", ".join(pricing.others)
    rest = f"its other numbers are {others}" if others else "no other number of it can be priced"
    return [f"The card can have no {column} that is {way}; {rest}."]


def choose_next(pricing: Pricing, curve: PriceCurve, flags: PriceFlags) -> tuple[object, ...]:
    """Return the words of the `price` command that would tell more; () if none would.

    Where the number hardly matters, or can go no further, that is the price of the card's next
    number, with the same bots.
    """
    fair = curve.fair
    place = ("--game", flags.game) if flags.game else ()
    given = PriceFlags().precision
    closely = () if flags.precision == given else ("--precision", f"{flags.precision:g}")
    other = (
        "price", pricing.card, *pricing.untried[:1], *place, *repeat_bots(flags.bots), *closely,
    )  # fmt: skip
    if hardly_matters(pricing, curve):
        return other if pricing.untried else ()
    if not isnan(fair.value):
        return ()
    if isfinite(fair.low) == isfinite(fair.high):
        return repeat_with("--precision", f"{flags.precision / 2:g}")
    if values := list_values_beyond(pricing, curve):
        return repeat_with("--values", ",".join(map(str, values)))
    return other if pricing.untried else ()


def price_cards(flags: PriceFlags, request: Request) -> None:
    """Carry out `price --all`: price all cards of the decks, for the report of a run if named."""
    is_quiet = flags.quiet or flags.json
    plan = choose_plan(request, flags.run, None if is_quiet else note)
    started = time.perf_counter()
    pricing = plan_pool(plan)
    table = price_pool(pricing, request, flags.precision, flags.games, is_quiet, flags.run)
    report = write_report(flags.run) if flags.run else None
    seconds = time.perf_counter() - started
    if flags.json:
        said = {"game": plan.game.name, "seed": plan.seed, "bot": plan.bots[0].name}
        said |= {"seconds": round(seconds, 3), "report": str(report or "")}
        print_json({**said, "cards": list_rows(table)})
        return
    if flags.quiet:
        tell(report or write_price_sentence(table))
        return
    print_pool(table)
    alike = write_unchanged_cards(table)
    sentences = [
        *filter(None, [write_left_out_of_plan(plan)]),
        NO_FAIR,
        write_price_sentence(table),
        *([alike] if alike else []),
    ]
    tell("", *sentences, f"As {plan.bots[0].name} plays them; "
         f"{count(table['n_games'].sum())} games with the cards as they are, in "
         f"{seconds:,.1f} s.")  # fmt: skip
    if report:
        tell(f"Report  {report}")


def print_pool(table: pd.DataFrame) -> None:
    """Print the prices of all cards, the farthest from its cost first."""
    shown = plain_table(
        "card", "cost", "worth", "", "95 % interval", "number", "now", "fair", "95 %", "games",
        right=("cost", "worth", "now", "fair", "games"),
    )  # fmt: skip
    for row in table.itertuples():
        mark = STAR if row.worth_q < DISCOVERY_RATE else ""
        spread = signed_interval(row.worth_low, row.worth_high)
        fair = "" if isnan(row.fair) else write_fair(row.fair, row.fair_low, row.fair_high)
        ends = "" if isnan(row.fair) else describe_range(row.fair_low, row.fair_high)
        shown.add_row(
            row.card, "" if isnan(row.cost) else count(row.cost), points(row.worth), mark, spread,
            row.column.replace("_", " "), "" if isnan(row.now) else count(row.now), fair, ends,
            count(row.n_games),
        )  # fmt: skip
    print_table(shown)

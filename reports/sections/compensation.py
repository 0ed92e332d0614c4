"""Section on compensation: the advantage of going first under other rules."""

from collections.abc import Iterator
from math import isfinite, isinf, isnan
from typing import Any

import pandas as pd

from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.tables.compensation import FRESH, SEARCHED, Trend
from evenhand.reports.bands import DISCOVERY_RATE, STAR, compare_with_band
from evenhand.reports.blocks import (
    Block,
    Cell,
    Code,
    Column,
    Figure,
    Fold,
    Paragraph,
    Section,
    Table,
    change_cell,
    rate_cell,
)
from evenhand.reports.figures import Dot, draw_groups
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import (
    Name,
    Sentence,
    count,
    join_parts,
    make_sentence,
    number,
    percent,
    plural,
    points,
    points_with_interval,
    prepend_opening,
    signed_interval,
)

__all__ = [
    "make_compensation_section",
    "name_rules",
    "suggest_compensation",
    "write_band",
    "write_compensation_sentences",
    "write_verdict",
]  # fmt: skip

TITLE = "Making up for going first"
NOW = "now"
SMALLEST = 0.0005  # smallest change of a rate that is not rounded to zero
VERDICTS = {Verdict.PASS: "yes", Verdict.FAIL: "no", Verdict.INCONCLUSIVE: "open"}
NOWHERE = "no value makes going first worth nothing"
TRENDS = {
    Trend.FALLS: "With each value more it is worth less",
    Trend.RISES: "With each value more it is worth more",
    Trend.UNPROVEN: "Not every step is proven",
}


def make_compensation_section(evidence: Evidence) -> tuple[Section, ...]:
    """Return the section on compensation by each rule option; () if not measured."""
    frame = evidence.compensation
    if frame.empty:
        return ()
    tables = [table for _, table in frame.groupby("bot", sort=False)]
    blocks = (
        Paragraph(
            "Each value of a rule option played the same deals, everything else being equal. "
            "Then the best setting was played on fresh deals, which had no part in choosing it."
        ),
        *(Paragraph(_summarize_bot(table, len(tables) > 1)) for table in tables),
        *_make_figure(frame[frame["deals"] == SEARCHED]),
        *(_make_fold(number, table) for number, table in enumerate(tables)),
        Paragraph(
            "Within the band: yes and no are proved, each for all settings at once at 95 %; what "
            "is open takes more games. All of it holds for these bots: stronger players may "
            "make more or less of the first turn.",
            style="note",
        ),
    )
    return (Section("compensation", TITLE, blocks),)


def suggest_compensation(evidence: Evidence) -> Iterator[Block]:
    """Yield blocks on the command `compensate`, if there is a first-player advantage."""
    overall = evidence.first_player[evidence.first_player["scope"] == "all"]
    is_worth = (overall["advantage_low"] > 0) | (overall["advantage_high"] < 0)
    if evidence.compensation.empty and is_worth.any():
        yield Paragraph("To find the rules under which going first is worth nothing:", style="note")
        yield Code("evenhand compensate --run RUN_DIR")


def _summarize_bot(table: pd.DataFrame, is_one_of_many: bool) -> Sentence:
    """Summarise compensation with one bot, naming it if there are others."""
    summary = join_parts(write_compensation_sentences(table), " ")
    with_bot = make_sentence("With {bot}", bot=Name(table["bot"].iloc[0]))
    return prepend_opening(with_bot, summary) if is_one_of_many else summary


def _make_fold(number: int, table: pd.DataFrame) -> Fold:
    """Make the fold with all numbers on compensation of one bot."""
    searched, fresh = (table[table["deals"] == deals] for deals in (SEARCHED, FRESH))
    title = make_sentence("All settings, played by {bot}", bot=Name(table["bot"].iloc[0]))
    return Fold(
        title,
        (
            _make_table(f"table-compensation-{number}", "The same deals for all", searched),
            _make_table(f"table-compensation-fresh-{number}", "Fresh deals", fresh),
        ),
    )


def write_compensation_sentences(table: pd.DataFrame) -> list[Sentence]:
    """Summarise compensation with one bot: the best setting, its other effects, each curve."""
    searched, fresh = (table[table["deals"] == deals] for deals in (SEARCHED, FRESH))
    curves = [curve for _, curve in searched[searched["trend"] != ""].groupby("option", sort=False)]
    now = next(row for row in fresh.itertuples() if row.is_now)
    best = next(row for row in fresh.itertuples() if row.is_best)
    return [_write_best(now, best), *_write_price(now, best), *map(_write_curve, curves)]


def _write_curve(curve: pd.DataFrame) -> Sentence:
    """Write at which value an option compensates, where the advantage is 0, and its trend."""
    row = next(curve.itertuples())
    if row.trend == Trend.UNPROVEN and isinf(row.fair_low) and isinf(row.fair_high):
        pattern = "{option}: too few games to say where going first is worth nothing."
        return make_sentence(pattern, option=Name(row.option))
    nearest = curve.loc[curve["advantage"].abs().idxmin(), "value"]
    return make_sentence(
        "{option}: {where}; {nearest} comes nearest. {trend}.",
        option=Name(row.option),
        where=_write_place(row.n_crossings, row.fair_value, row.fair_low, row.fair_high),
        nearest=nearest,
        trend=TRENDS.get(row.trend) or _write_turn(curve),
    )


def _write_turn(curve: pd.DataFrame) -> str:
    """Write in which order a curve of compensation falls and rises."""
    lowest = int(curve["advantage"].to_numpy().argmin())
    ways = "falls, then rises" if 0 < lowest < len(curve) - 1 else "rises, then falls"
    return f"More does not always help: the advantage {ways}"


def _write_place(n_crossings: float, value: float, low: float, high: float) -> str:
    """Write the zero of a compensation curve with its interval."""
    if n_crossings > 1:
        return f"going first is worth nothing in {count(n_crossings)} places"
    if isnan(low):
        return NOWHERE
    ends = [number(end) if isfinite(end) else "" for end in (low, high)]
    span = {
        (True, True): f"{ends[0]} to {ends[1]}",
        (True, False): f"{ends[0]} or more",
        (False, True): f"{ends[1]} or less",
        (False, False): "any of these values",
    }[isfinite(low), isfinite(high)]
    if not n_crossings:
        return f"{NOWHERE} (perhaps {span})"
    perhaps = "" if isfinite(low) or isfinite(high) else "perhaps "
    return f"going first is worth nothing at {number(value)} ({perhaps}{span})"


def _write_best(now: Any, best: Any) -> Sentence:
    """Write the best compensation and its advantage on fresh deals."""
    band = write_band(best.within)
    verdict = {
        Verdict.PASS: "surely within {band}",
        Verdict.FAIL: "surely not within {band}",
        Verdict.INCONCLUSIVE: "too few games to tell whether within {band}",
    }[Verdict(best.verdict)].format(band=band)
    pattern = "Nearest to fair: {rules}. On {games} fresh games going first is worth {worth}: "
    pattern += "{verdict}"
    if not best.is_now:
        pattern += ", {nearer} nearer to fair than now, {now}"
    return make_sentence(
        f"{pattern}.",
        rules=name_rules(best.setting),
        games=count(best.n_games),
        worth=points_with_interval(best.advantage, best.advantage_low, best.advantage_high),
        verdict=verdict,
        nearer="and surely" if best.nearer_p <= DISCOVERY_RATE else "and not surely",
        now=points_with_interval(now.advantage, now.advantage_low, now.advantage_high),
    )


def _write_price(now: Any, best: Any) -> Iterator[Sentence]:
    """Yield a sentence on the other effects of the best setting, if it is not the present one."""
    if best.is_now:
        return
    ends = best.turns_change_low, best.turns_change_high
    turns = signed_interval(*(end / 100 for end in ends))
    parts: list[object] = [f"{points(best.turns_change / 100)} turns a game ({turns})"]
    if max(abs(best.draws_change_low), abs(best.draws_change_high)) >= SMALLEST:
        parts.append(make_sentence("draws {change}", change=_write_draws(best)))
    if best.deck:
        parts.append(
            make_sentence(
                "{change} for {deck}, the deck that it changes most; win rates of decks range from "
                "{low} to {high}, now from {now_low} to {now_high}",
                deck=Name(best.deck),
                change=points_with_interval(
                    best.deck_change, best.deck_change_low, best.deck_change_high
                ),
                low=percent(best.deck_lowest),
                high=percent(best.deck_highest),
                now_low=percent(now.deck_lowest),
                now_high=percent(now.deck_highest),
            )
        )
    yield make_sentence("Its price: {parts}.", parts=join_parts(parts, "; "))


def _write_draws(best: Any) -> str:
    """Write a setting's change of draws: "+0.4 points (..)", or "unchanged (..)"."""
    if abs(best.draws_change) >= SMALLEST:
        return points_with_interval(
            best.draws_change, best.draws_change_low, best.draws_change_high
        )
    return f"unchanged ({signed_interval(best.draws_change_low, best.draws_change_high)})"


def write_band(within: float) -> str:
    """Write the band of compensation: ±1 point."""
    return f"\u00b1{100 * within:g} point{'' if within == 0.01 else 's'}"


def write_verdict(verdict: str) -> str:
    """Write whether a setting compensates: "yes", "no" or "open"."""
    return VERDICTS[Verdict(verdict)]


def name_rules(setting: str) -> str:
    """Write a compensating setting; for the present one "the rules as they are"."""
    return setting or "the rules as they are"


def _make_figure(searched: pd.DataFrame) -> Iterator[Block]:
    """Yield the figure of all curves, by option and bot, with settings of two options."""
    several = searched["bot"].nunique() > 1
    groups = [
        (f"{option}, {bot}" if several else option, [_make_dot(row) for row in curve.itertuples()])
        for (option, bot), curve in searched.groupby(["option", "bot"], sort=False)
    ]
    within = 100 * searched["within"].iloc[0]
    title = "What going first is worth, by the values of rule options"
    drawn = draw_groups(
        "compensation", title, groups, Band(-within, within), "Advantage, percentage points"
    )
    shaded = f"{title}, with 95 % intervals. Shaded: {write_band(within / 100)}."
    yield Figure("figure-compensation", shaded, *drawn)


def _make_dot(row: Any) -> Dot:
    value, low, high = row.advantage, row.advantage_low, row.advantage_high
    standing = compare_with_band(low, high, Band(-row.within, row.within))
    label = f"{row.value} ({NOW})" if row.is_now else row.value
    return Dot(label, 100 * value, 100 * low, 100 * high, points(value), standing)


def _make_table(id: str, caption: str, frame: pd.DataFrame) -> Table:
    once = frame.drop_duplicates("setting")
    columns = (
        Column("Rules", numeric=False),
        Column("First wins, %", "The first player's win rate; 95 % interval below"),
        Column("Advantage, points", "Percentage points above a fair share"),
        Column(
            write_band(frame["within"].iloc[0]), "Whether it is within this band", numeric=False
        ),
        Column("Change, points", "Against the rules as they are, on the same deals"),
        Column("Turns", "Mean of a game"),
        Column("Draws, %"),
        Column("Largest deck change", "In points; 95 % interval, corrected for all decks"),
    )
    rows = [_make_cells(row) for row in once.itertuples()]
    games = plural(int(once["n_games"].iloc[0]), "game")
    return Table(id, f"{caption}, {games} each", columns, rows, style="wide rules")


def _make_cells(row: Any) -> list[Cell]:
    changed = [Name(text) for text in row.setting.split(", ")]
    rules = join_parts(changed, ", ") if row.setting else NOW
    deck = change_cell(row.deck_change, row.deck_change_low, row.deck_change_high)
    named = make_sentence("{deck} {change}", deck=Name(row.deck), change=deck.text)
    return [
        Cell(rules, mark=STAR if row.is_best else ""),
        rate_cell(row.first_win_rate, row.first_win_rate_low, row.first_win_rate_high),
        change_cell(row.advantage, row.advantage_low, row.advantage_high),
        Cell(write_verdict(row.verdict)),
        Cell("") if row.is_now else change_cell(row.change, row.change_low, row.change_high),
        Cell(number(row.turns)),
        rate_cell(row.draws),
        Cell(named, deck.spread) if row.deck else Cell(""),
    ]

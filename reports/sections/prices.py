"""Section "Cards and their cost": which cards are worth more or less than their cost."""

from collections.abc import Iterator
from math import inf, isfinite, isnan
from typing import Any

import pandas as pd

from evenhand.reports.bands import DISCOVERY_RATE, STAR, Standing
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Paragraph,
    Section,
    Table,
    card_cell,
    change_cell,
    count_cell,
)
from evenhand.reports.report_tables import Evidence
from evenhand.reports.scatter import Point, draw_scatter
from evenhand.reports.sections.unchanged_cards import write_unchanged_cards
from evenhand.reports.wording import MISSING, Sentence, count, make_sentence, number, plural

__all__ = ["describe_range", "make_price_sections", "write_fair", "write_price_sentence"]

SMALL_RANGE = 10
MOST_NAMED = 14  # cards named in the figure
COLUMNS = (
    Column("Card", numeric=False),
    Column("Cost", "What it takes to play the card"),
    Column("Worth, points", "Win rate with the card minus that with a plain card of its cost"),
    Column("Number", "A number that can be priced", numeric=False),
    Column("Now", "What it is"),
    Column("Fair", "At which the card would be worth its cost, and a 95 % interval"),
    Column("Games", "With the card as it is"),
)


def make_price_sections(evidence: Evidence) -> tuple[Section, ...]:
    """Return the section on cards' prices: worth beyond cost; () if not measured."""
    prices = evidence.card_prices
    if prices.empty:
        return ()
    return (Section("prices", "Cards and their cost", (*_make_blocks(prices),)),)


def write_price_sentence(prices: pd.DataFrame) -> Sentence:
    """Write from the prices how many cards are worth more, and less, than their cost."""
    sure = prices["worth_q"] < DISCOVERY_RATE
    return make_sentence(
        "Of {cards}, {more} are worth more than their cost and {less} less ({mark}: at a false "
        "discovery rate of 5 %).",
        cards=plural(len(prices), "card"),
        more=count(int((sure & (prices["worth"] > 0)).sum())),
        less=count(int((sure & (prices["worth"] < 0)).sum())),
        mark=STAR,
    )


def describe_range(low: float, high: float) -> str:
    """Write a price's interval, which may be open: "355 to 385", "less than 300"."""
    digits = count_digits(low, high)
    if isfinite(low) and isfinite(high):
        return f"{number(low, digits)} to {number(high, digits)}"
    if isfinite(low):
        return f"more than {number(low, digits)}"
    return f"less than {number(high, digits)}" if isfinite(high) else "not known"


def write_fair(value: float, low: float, high: float) -> str:
    """Write a fair price, with a decimal if its interval is short."""
    return number(value, count_digits(low, high))


def count_digits(low: float, high: float) -> int:
    """Return the decimals of a fair price: 1 if its interval is short and not of whole numbers."""
    known = [end for end in (low, high) if isfinite(end)]
    span = known[-1] - known[0] if len(known) > 1 else max(map(abs, known), default=inf)
    are_whole = all(end == round(end) for end in known)
    return int(span < SMALL_RANGE and not are_whole)


def _make_blocks(prices: pd.DataFrame) -> Iterator[Block]:
    yield Paragraph(
        "Each card against a plain card of its kind and cost, on the same deals, over all decks "
        "that hold it. At 0 it is worth its cost; what is above is worth more than it costs. It "
        "holds for these bots and these decks."
    )
    yield Paragraph(write_price_sentence(prices), style="note")
    if alike := write_unchanged_cards(prices):
        yield Paragraph(alike, style="note")
    yield from _make_figure(prices)
    yield Table(
        id="table-prices",
        caption=f"{plural(len(prices), 'card')}, the farthest from its cost first",
        columns=COLUMNS,
        rows=[_make_cells(row) for row in prices.itertuples()],
        tools=True,
        data="card_prices",
    )
    yield Paragraph(
        "Fair is the number at which the card would be worth its cost, along a straight line "
        "through the number that it has and another one. Nothing stands there if that is more "
        "than half the number away, or if the number does not matter enough to tell. Its "
        "interval is open beyond the numbers that were played: the line may bend there.",
        style="note",
    )


def _make_figure(prices: pd.DataFrame) -> Iterator[Block]:
    priced = prices[prices["cost"].notna()]
    if priced["cost"].nunique() < 2:
        return
    sure = priced[priced["worth_q"] < DISCOVERY_RATE].index[:MOST_NAMED]
    points = [
        Point(row.card, row.cost, 100 * row.worth, _find_standing(row), row.Index in sure, row.card)
        for row in priced.itertuples()
    ]
    cost = str(priced["cost_name"].iloc[0])
    labels = (f"{cost[:1].upper()}{cost[1:]}", "Worth, percentage points")
    title = "Worth of the cards against what they cost"
    caption = (
        f"{title}; cards of one cost stand side by side. Triangles stand out after correction for "
        "the number of cards."
    )
    yield Figure("figure-prices", caption, *draw_scatter("prices", title, points, labels))


def _find_standing(row: Any) -> Standing:
    looks = Standing.ABOVE if row.worth > 0 else Standing.BELOW
    return looks if row.worth_q < DISCOVERY_RATE else Standing.INSIDE


def _make_cells(row: Any) -> list[Cell]:
    mark = STAR if row.worth_q < DISCOVERY_RATE else ""
    return [
        card_cell(row.card),
        Cell("" if isnan(row.cost) else count(row.cost)),
        change_cell(row.worth, row.worth_low, row.worth_high, mark),
        Cell(row.column.replace("_", " ")),
        Cell("" if isnan(row.now) else count(row.now)),
        _make_fair_cell(row),
        count_cell(row.n_games),
    ]


def _make_fair_cell(row: Any) -> Cell:
    if isnan(row.fair):
        return Cell("" if isnan(row.now) else MISSING)
    return Cell(
        write_fair(row.fair, row.fair_low, row.fair_high),
        describe_range(row.fair_low, row.fair_high),
    )

"""Cards that lie dead in hand: what the section "Deck by deck" says of them."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Paragraph,
    Table,
    card_cell,
    change_cell,
    count_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.card_links import CardName
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.unplayable_cards import (
    SHARE_OF_TURNS,
    list_unplayable_cards,
    list_unplayable_cells,
    write_most_unplayable,
)
from evenhand.reports.wording import (
    Name,
    Sentence,
    count,
    enumerate_parts,
    interval,
    make_sentence,
    percent,
    plural,
    write_rate,
)

__all__ = ["list_dead_cards", "show_dead_cards", "write_dead_cards", "write_unplayable_cards"]

LEAST = 0.5  # share of the games with a card in hand above which it is called dead
MOST_ROWS = 8
NAMED = 3  # cards named of one deck
COLUMNS = (
    Column("Card", numeric=False),
    Column("Deck", numeric=False),
    Column(
        "Dead in hand, %",
        "Share of the games with a copy in hand in which none was played; 95 % interval below",
    ),
    Column("More than its deck, points", "Minus the same of all cards of the deck together"),
    Column("Games in hand"),
)
IMPACT = Column("Impact, points", "Win rate of the deck with the card minus without it")


def list_dead_cards(evidence: Evidence, deck: str = "") -> pd.DataFrame:
    """List the cards that surely lie dead in hand in most games, of one deck or of all.

    They do so in more than `LEAST` of the games by an interval that allows for all cards, and
    more often than all cards of their deck together, after correction for all cards.
    """
    frame = evidence.dead_cards
    if frame.empty:
        return frame
    stands_out = (frame["excess"] > 0) & (frame["excess_q"] < DISCOVERY_RATE)
    is_dead = (frame["dead_share_low_all"] > LEAST) & stands_out
    return frame[is_dead & (frame["deck"] == deck) if deck else is_dead]


def show_dead_cards(evidence: Evidence) -> Iterator[Block]:
    """Yield what is said of cards that lie dead or cannot be played, and the table of the worst."""
    yield from _show_dead(evidence)
    if len(unplayable := list_unplayable_cards(evidence)):
        yield Paragraph(write_most_unplayable(evidence, unplayable))


def _show_dead(evidence: Evidence) -> Iterator[Block]:
    frame, dead = evidence.dead_cards, list_dead_cards(evidence)
    if frame.empty:
        return
    if dead.empty:
        nothing = (
            "No card is surely left in hand in more than half of the games in which it is drawn, "
            "and more often than the other cards of its deck, after correction for {cards}."
        )
        yield Paragraph(make_sentence(nothing, cards=plural(len(frame), "card")), style="note")
        return
    yield Paragraph(_write_worst(evidence, dead))
    caption = "Cards that lie dead in hand, the worst first"
    if len(dead) > MOST_ROWS:
        caption = f"{MOST_ROWS} of {count(len(dead))} cards that lie dead in hand, the worst first"
    shown = list(dead.head(MOST_ROWS).itertuples())
    columns, rows = [*COLUMNS], [_make_cells(row) for row in shown]
    for column, cells in _list_more_columns(evidence, shown):
        columns.append(column)
        rows = [[*row, cell] for row, cell in zip(rows, cells, strict=True)]
    yield Table("table-dead-cards", caption, columns, rows, sorted_by=2)


def _list_more_columns(evidence: Evidence, shown: list[Any]) -> Iterator[tuple[Column, list[Cell]]]:
    """Yield columns for what was measured of the cards besides: when unplayable, and impact."""
    if len(evidence.unplayable_cards):
        yield SHARE_OF_TURNS, list_unplayable_cells(evidence, shown)
    if len(evidence.card_impact):
        effects = {(row.deck, row.card): row for row in evidence.card_impact.itertuples()}
        yield IMPACT, [_make_impact_cell(effects.get((row.deck, row.card))) for row in shown]


def _write_worst(evidence: Evidence, dead: pd.DataFrame) -> Sentence:
    """Write which card lies dead most often, how often its deck's cards do, and what to ask."""
    row: Any = next(dead.itertuples())
    return make_sentence(
        "{card} lies dead in hand in {share} of the games in which {deck} draws it: it is never "
        "played there. The cards of that deck do so in {usual} on the whole.{choice} Whether a "
        "card is played hangs on the bot, and a card that is spent for something else counts as "
        "not played. {command} names the cards that the bot cannot use.",
        card=CardName(row.card),
        deck=Name(row.deck),
        share=write_rate(row.dead_share, row.dead_share_low_all, row.dead_share_high_all),
        usual=percent(row.dead_share - row.excess),
        choice=f" The interval allows for {plural(len(evidence.dead_cards), 'card')}.",
        command=evidence.audit_command,
    )


def _make_cells(row: Any) -> list[Cell]:
    return [
        card_cell(row.card),
        name_cell(row.deck),
        rate_cell(row.dead_share, row.dead_share_low, row.dead_share_high),
        change_cell(row.excess, row.excess_low, row.excess_high),
        count_cell(row.n_games),
    ]


def _make_impact_cell(row: Any) -> Cell:
    """Return the cell of a card's impact: what lies dead often may still be worth its place."""
    return change_cell(row.effect, row.effect_low, row.effect_high) if row else Cell("")


def write_dead_cards(dead: pd.DataFrame) -> Sentence:
    """Write which of a deck's cards lie dead in hand, from rows of `list_dead_cards`."""
    return _write_shares(dead, "dead_share", "games")


def write_unplayable_cards(unplayable: pd.DataFrame) -> Sentence:
    """Write which of a deck's cards cannot be played, from rows of `list_unplayable_cards`."""
    return _write_shares(unplayable, "unplayable_share", "turns")


def _write_shares(rows: pd.DataFrame, share: str, of: str) -> Sentence:
    named = [
        make_sentence(
            "{card} in {share}",
            card=CardName(row["card"]),
            share=f"{percent(row[share], 0)} "
            f"({interval(row[f'{share}_low_all'], row[f'{share}_high_all'], 0)})",
        )
        for _, row in rows.iterrows()
    ]
    return make_sentence(
        "{cards}, of the {of} with {them} in hand",
        cards=enumerate_parts(named, NAMED),
        of=of,
        them="it" if len(named) == 1 else "them",
    )

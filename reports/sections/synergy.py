"""Section "Cards together": the synergy of pairs of cards."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from evenhand.reports.bands import DISCOVERY_RATE, STAR
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Paragraph,
    Section,
    Table,
    change_cell,
    count_cell,
)
from evenhand.reports.card_links import CardName
from evenhand.reports.network import Link, draw_network
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import (
    Name,
    Sentence,
    count,
    make_sentence,
    number,
    plural,
    points,
    signed_interval,
)

__all__ = ["make_synergy_sections", "name_pair", "rank_pairs", "write_synergy_sentences"]

MOST_NODES = 20
COLUMNS = (
    Column("Cards", numeric=False),
    Column("More together, points", "What both are worth, minus what each is worth alone"),
    Column("First alone", "What the first card is worth to the deck without the second"),
    Column("Second alone", "What the second card is worth to the deck without the first"),
    Column("Both", "What the two are worth to the deck"),
    Column("Games", "Of the deck with both cards, with each alone, and with neither"),
)


def make_synergy_sections(evidence: Evidence) -> tuple[Section, ...]:
    """Return the section on the synergy of pairs of cards; () if not measured."""
    synergy = evidence.card_synergy
    if synergy.empty:
        return ()
    blocks = [_write_introduction()]
    for number_of_deck, (deck, pairs) in enumerate(synergy.groupby("deck", sort=True)):
        blocks += _make_deck_blocks(evidence, str(deck), pairs, number_of_deck)
    return (Section("synergy", "Cards together", blocks),)


def rank_pairs(pairs: pd.DataFrame) -> pd.DataFrame:
    """Sort pairs by synergy, descending."""
    return pairs.sort_values(["synergy", "card", "other"], ascending=[False, True, True])


def name_pair(row: Any) -> Sentence:
    """Write the names of two cards with synergy: "A + B"."""
    return make_sentence("{card} + {other}", card=CardName(row.card), other=CardName(row.other))


def write_synergy_sentences(pairs: pd.DataFrame) -> list[Sentence]:
    """Summarise a deck's synergy: the strongest pair, how many stand out, and of how many."""
    standing_out = _select_standing_out(pairs)
    stars = "Standing out ({mark}) at a false discovery rate of 5 %: {n} of {pairs}."
    sentences = [
        _name_strongest(pairs, standing_out),
        make_sentence(
            stars, mark=STAR, n=count(len(standing_out)), pairs=plural(len(pairs), "pair")
        ),
    ]
    n_looked_at = int(pairs["n_looked_at"].iloc[0])
    if n_looked_at == len(pairs):
        return [
            *sentences,
            make_sentence("All {n} of the deck were measured.", n=plural(len(pairs), "pair")),
        ]
    chosen = (
        "{looked_at} were looked at, with random cards exchanged; the {n} that promised most, for "
        "better or for worse, were measured on fresh deals."
    )
    return [
        *sentences,
        make_sentence(chosen, looked_at=plural(n_looked_at, "pair"), n=count(len(pairs))),
    ]


def _select_standing_out(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the pairs whose synergy stands out, the strongest first."""
    sure = pairs[pairs["synergy_q"] < DISCOVERY_RATE]
    return sure.sort_values("synergy", key=lambda column: -column.abs(), kind="stable")


def _name_strongest(pairs: pd.DataFrame, standing_out: pd.DataFrame) -> Sentence:
    widths = (pairs["synergy_high"] - pairs["synergy_low"]) / 2
    if standing_out.empty:
        nothing = (
            "No two cards are surely worth more or less together than apart; "
            "95 % intervals are \u00b1{most} points at most."
        )
        return make_sentence(nothing, most=number(100 * widths.max()))
    row = next(standing_out.itertuples())
    strongest = (
        "Strongest: {pair}, together {size} points {more} than apart ({interval}, which holds "
        "for the strongest of {n})."
    )
    return make_sentence(
        strongest,
        pair=name_pair(row),
        size=number(100 * abs(row.synergy)),
        more="more" if row.synergy > 0 else "less",
        interval=signed_interval(row.sure_low, row.sure_high),
        n=count(len(pairs)),
    )


def _write_introduction() -> Block:
    return Paragraph(
        "Two cards of a deck, and the same deals played with both, with each alone, and with "
        "neither, a plain card in place of what is missing. Of cards that have nothing to do with "
        "each other, both together are worth what the two are worth alone. What is above that is "
        "shown here, in percentage points of the deck's win rate: with these bots, against these "
        "decks. Below zero, each does what the other does already."
    )


def _make_deck_blocks(
    evidence: Evidence, deck: str, pairs: pd.DataFrame, number_of_deck: int
) -> Iterator[Block]:
    first, *others = write_synergy_sentences(pairs)
    yield Paragraph(make_sentence("{deck}. {first}", deck=Name(deck), first=first))
    yield Paragraph(
        make_sentence("{stars} {chosen}", stars=others[0], chosen=others[1]), style="note"
    )
    yield from _draw_figure(deck, _select_standing_out(pairs), number_of_deck)
    yield _make_table(evidence, deck, rank_pairs(pairs), number_of_deck)


def _draw_figure(deck: str, standing_out: pd.DataFrame, number_of_deck: int) -> Iterator[Block]:
    """Yield the figure of synergies that stand out, of up to `MOST_NODES` cards."""
    links: list[Link] = []
    cards: set[str] = set()
    for row in standing_out.itertuples():
        if len(cards | {row.card, row.other}) <= MOST_NODES:
            cards |= {row.card, row.other}
            shown = points(row.synergy)
            links.append(Link(str(row.card), str(row.other), 100 * float(row.synergy), shown))
    if not links:
        return
    title = f"Cards of {deck} that are worth more, or less, together"
    drawn = draw_network(f"synergy-{number_of_deck}", title, links)
    caption = make_sentence(
        "Pairs of cards of {deck} that stand out after correction for the number of pairs; "
        "the wider a line, the more points.",
        deck=Name(deck),
    )
    yield Figure(f"figure-synergy-{number_of_deck}", caption, *drawn)


def _make_table(evidence: Evidence, deck: str, ranked: pd.DataFrame, number_of_deck: int) -> Block:
    by_bot = _select_other_bots(evidence, deck)
    columns = [*COLUMNS, *(Column(Name(bot), "More together, points") for bot in by_bot)]
    rows = [
        [
            *_make_cells(row),
            *(_make_bot_cell(of_bot, (row.card, row.other)) for of_bot in by_bot.values()),
        ]
        for row in ranked.itertuples()
    ]
    return Table(
        id=f"table-synergy-{number_of_deck}",
        caption=make_sentence("Pairs of cards of {deck}", deck=Name(deck)),
        columns=columns,
        rows=rows,
        sorted_by=1,
        style="wide",
        data="card_synergy",
    )


def _select_other_bots(evidence: Evidence, deck: str) -> dict[str, pd.DataFrame]:
    """Return a deck's synergy measured with the other bots of a panel, by bot."""
    if evidence.panel is None:
        return {}
    by_bot = {bot: table[table["deck"] == deck].set_index(["card", "other"])
              for bot, table in evidence.panel.synergy.items()}  # fmt: skip
    return {bot: rows for bot, rows in by_bot.items() if len(rows)}


def _make_cells(row: Any) -> list[Cell]:
    mark = STAR if row.synergy_q < DISCOVERY_RATE else ""
    return [
        Cell(name_pair(row)),
        change_cell(row.synergy, row.synergy_low, row.synergy_high, mark),
        change_cell(row.card_alone, row.card_alone_low, row.card_alone_high),
        change_cell(row.other_alone, row.other_alone_low, row.other_alone_high),
        change_cell(row.both, row.both_low, row.both_high),
        count_cell(row.n_games),
    ]


def _make_bot_cell(pairs: pd.DataFrame, pair: tuple[str, str]) -> Cell:
    if pair not in pairs.index:
        return Cell("")
    row = pairs.loc[pair]
    mark = STAR if row.synergy_q < DISCOVERY_RATE else ""
    return change_cell(row.synergy, row.synergy_low, row.synergy_high, mark)

"""Section "How games go": end reasons, games broken off, mulligans and swings."""

from collections.abc import Iterable
from typing import Any

from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Fold,
    Paragraph,
    Section,
    Table,
    card_cell,
    count_cell,
    mean_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.break_off_findings import write_break_offs
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import make_sentence

__all__ = ["make_endings_section"]

REASON_COLUMNS = (
    Column("Ending", numeric=False),
    Column("Share, %", "95 % interval below"),
    Column("First player wins, %", "Of the games that ended this way"),
    Column("Games"),
)
BREAK_OFF_COLUMNS = (
    Column("Card", numeric=False),
    Column("Deck", numeric=False),
    Column(
        "Played, %", "Share broken off of the games in which it was played; 95 % interval below"
    ),
    Column("Not played, %", "Share broken off of the deck's other games; 95 % interval below"),
    Column("Games", "In which it was played"),
    Column("Stands out", "Whether it surely goes with games that were broken off", numeric=False),
)
MOST_CARDS = 10  # in the table of cards of games that were broken off
MULLIGAN_COLUMNS = (
    Column("Deck", numeric=False),
    Column("Mulligans, %", "Share of openings with at least one; 95 % interval below"),
    Column("Mean number", "Mulligans per game"),
    Column("Wins after one, %", "Win rate of the games with at least one mulligan"),
    Column("Openings"),
)
SWING_COLUMNS = (
    Column("Matchup", numeric=False),
    Column("Lead changes", "How often the lead passes to another seat, mean per game"),
    Column("Steady, %", "Share of games in which the lead never changed"),
    Column("Comebacks, %", "Decided games whose winner was behind after half of the turns"),
    Column("Mean comeback", "The furthest that these winners were behind at any time"),
    Column("Largest", "The furthest that any winner was behind"),
    Column("Games"),
)


def make_endings_section(evidence: Evidence) -> Section:
    """Return the section on end reasons, games broken off, mulligans and swings."""
    blocks = (
        *_make_reasons(evidence),
        *_make_break_offs(evidence),
        *_make_mulligans(evidence),
        *_make_swings(evidence),
    )
    return Section("endings", "How games go", blocks)


def _make_reasons(evidence: Evidence) -> Iterable[Block]:
    reasons = evidence.end_reasons
    ranked = reasons[reasons["n_games"] > 0].sort_values(
        ["n_games", "text"], ascending=[False, True]
    )
    yield Table(
        id="table-endings",
        caption="How games end",
        columns=REASON_COLUMNS,
        rows=[_make_reason_cells(evidence, row) for row in ranked.itertuples()],
        sorted_by=1,
    )
    never = sorted(reasons[reasons["n_games"] == 0]["text"])
    if never:
        yield Paragraph(
            make_sentence("Endings that never occurred: {them}.", them="; ".join(never)),
            style="note",
        )
    if not evidence.end_reasons_by_deck.empty:
        yield Fold("How each deck wins", (_make_reasons_by_deck(evidence),))


def _make_reason_cells(evidence: Evidence, row: Any) -> list[Cell]:
    return [
        Cell(row.text, games=evidence.games.links("ending", row.text)),
        rate_cell(row.share, row.share_low, row.share_high),
        rate_cell(row.first_win_rate, row.first_win_rate_low, row.first_win_rate_high),
        count_cell(row.n_games),
    ]


def _make_reasons_by_deck(evidence: Evidence) -> Block:
    wins = evidence.end_reasons_by_deck.pivot_table(
        index="deck", columns="text", values="wins", aggfunc="sum", fill_value=0
    ).sort_index()
    wins = wins.loc[:, wins.sum() > 0]
    return Table(
        id="table-endings-decks",
        caption="Wins of each deck by ending",
        columns=(Column("Deck", numeric=False), *(Column(text) for text in wins.columns)),
        rows=[
            [name_cell(deck), *map(count_cell, counts)]
            for deck, counts in zip(wins.index, wins.to_numpy(), strict=True)
        ],
    )


def _make_break_offs(evidence: Evidence) -> Iterable[Block]:
    """Yield blocks on the cards associated with games broken off, named cards first."""
    sentence = write_break_offs(evidence)
    if sentence is None:
        return
    yield Paragraph(sentence)
    cards = evidence.break_offs
    order = cards.assign(unnamed=cards["rank"] == 0).sort_values(["unnamed", "rank", "p", "card"])
    yield Table(
        id="table-break-offs",
        caption="Cards and games that were broken off",
        columns=BREAK_OFF_COLUMNS,
        rows=[_make_break_off_cells(row) for row in order.head(MOST_CARDS).itertuples()],
    )
    yield Paragraph(
        "Long games show more of every card, and what is played beside a card that loops goes "
        "with such games, too: a card stands out if it does so more than its deck's cards on "
        "the whole, and among games with equally many of the cards named before it.",
        style="note",
    )


def _make_break_off_cells(row: Any) -> list[Cell]:
    return [
        card_cell(row.card),
        name_cell(row.deck),
        rate_cell(row.played_share, row.played_share_low, row.played_share_high),
        rate_cell(row.unplayed_share, row.unplayed_share_low, row.unplayed_share_high),
        count_cell(row.n_played),
        Cell("yes" if row.rank else ""),
    ]


def _make_mulligans(evidence: Evidence) -> Iterable[Block]:
    if evidence.mulligans["mean_mulligans"].sum() == 0:
        yield Paragraph("No player took a mulligan.", style="note")
        return
    ranked = evidence.mulligans.sort_values("deck")
    yield Table(
        id="table-mulligans",
        caption="Mulligans",
        columns=MULLIGAN_COLUMNS,
        rows=[_make_mulligan_cells(row) for row in ranked.itertuples()],
        sorted_by=0,
        ascending=True,
    )


def _make_mulligan_cells(row: Any) -> list[Cell]:
    return [
        name_cell(row.deck),
        rate_cell(row.mulligan_rate, row.mulligan_rate_low, row.mulligan_rate_high),
        mean_cell(row.mean_mulligans, row.mean_mulligans_low, row.mean_mulligans_high, 2),
        rate_cell(
            row.win_rate_after_mulligan,
            row.win_rate_after_mulligan_low,
            row.win_rate_after_mulligan_high,
        ),
        count_cell(row.n_games),
    ]


def _make_swings(evidence: Evidence) -> Iterable[Block]:
    unit = evidence.info["units"]["standing"]
    yield Paragraph(
        make_sentence(
            "Who is ahead is judged at the start of each turn. The unit of a lead: {unit}. A "
            "comeback is a game won by a player who was behind half-way, after half of its turns.",
            unit=unit,
        )
    )
    yield Table(
        id="table-swings",
        caption="Swings",
        columns=SWING_COLUMNS,
        rows=[_make_swing_cells(row) for row in evidence.swings.itertuples()],
    )


def _make_swing_cells(row: Any) -> list[Cell]:
    return [
        name_cell("All matchups" if row.scope == "all" else row.scope),
        mean_cell(row.mean_lead_changes, row.mean_lead_changes_low, row.mean_lead_changes_high, 2),
        rate_cell(row.steady_share, row.steady_share_low, row.steady_share_high),
        rate_cell(row.comeback_share, row.comeback_share_low, row.comeback_share_high),
        mean_cell(row.mean_comeback, row.mean_comeback_low, row.mean_comeback_high),
        count_cell(row.largest_comeback),
        count_cell(row.n_games),
    ]

"""Section "Matchups": the heat map of win rates and the list of matchups."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

import pandas as pd
from markupsafe import Markup

from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Fold,
    GameLink,
    Paragraph,
    Section,
    Table,
    count_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.verdict_columns import (
    make_verdict_cells,
    make_verdict_columns,
    write_shared_band,
)
from evenhand.reports.shades import choose_shade, make_shade_scale
from evenhand.reports.wording import (
    MISSING,
    Name,
    count,
    interval,
    make_sentence,
    number,
    write_fair_share,
)

__all__ = [
    "HEAT_TITLE",
    "UPRIGHT_COLUMNS",
    "list_matchups",
    "make_matchups_section",
    "order_matchups",
    "sort_by_win_rate",
]  # fmt: skip

Pair = tuple[str, str]

TITLE, HEAT_TITLE = "Matchups", "Win rate of row against column, %"
UPRIGHT_COLUMNS = 8  # with more decks the column headings are turned


@dataclass(frozen=True)
class RowLink(Name):
    """A number linked to its row in the list of matchups, which has links to games."""

    address: str

    def __html__(self) -> str:
        return Markup('<a href="#{}">{}</a>').format(self.address, self.text)


def address_matchup(deck: str, opponent: str) -> str:
    """Return the address of a matchup's row within a page."""
    names = (quote(name, safe="", errors="backslashreplace") for name in (deck, opponent))
    return f"matchup-{'/'.join(names)}"


def make_matchups_section(evidence: Evidence) -> Section:
    """Return the section with the heat map and the list of matchups."""
    if evidence.matchups.empty:
        return Section("matchups", TITLE, (Paragraph("No matchup was played."),))
    return Section(
        "matchups",
        TITLE,
        (
            _write_introduction(evidence),
            make_shade_scale(evidence.fair, "loses", "wins"),
            _make_heat_map(evidence),
            Fold("Verdicts, wins, draws and losses", (_make_list(evidence),)),
        ),
    )


def _write_introduction(evidence: Evidence) -> Block:
    return Paragraph(
        make_sentence(
            "Percentage of games that the deck in the row wins against the deck in the column, "
            "with its 95 % interval. Blue is good for the deck in the row: it wins more than "
            "{fair}; orange: less.",
            fair=write_fair_share(evidence.n_seats),
        )
    )


def order_matchups(evidence: Evidence) -> tuple[list[str], list[str], dict[Pair, Any]]:
    """Return the decks of the heat map's rows, those of its columns, and the rows by matchup."""
    cells = {(row.deck, row.opponent): row for row in evidence.matchups.itertuples()}
    decks, opponents = (
        sort_by_win_rate(evidence, set(evidence.matchups[side])) for side in ("deck", "opponent")
    )
    return decks, opponents, cells


def _make_heat_map(evidence: Evidence) -> Block:
    decks, opponents, cells = order_matchups(evidence)
    addresses = _list_addresses(evidence)
    rows = [
        [
            name_cell(deck),
            *(
                _make_heat_cell(
                    cells.get((deck, other)), evidence.fair, addresses.get((deck, other), "")
                )
                for other in opponents
            ),
        ]
        for deck in decks
    ]
    turned = " turned" if len(opponents) > UPRIGHT_COLUMNS else ""
    return Table(
        id="table-heat",
        caption=HEAT_TITLE,
        columns=[Column("Deck", numeric=False), *(Column(Name(other)) for other in opponents)],
        rows=rows,
        style=f"heat{turned}",
    )


def sort_by_win_rate(evidence: Evidence, names: set[str]) -> list[str]:
    """Sort the decks of matchups by win rate, descending; those without come last."""
    win_rates = dict(zip(evidence.win_rates["deck"], evidence.win_rates["win_rate"], strict=True))
    return sorted(names, key=lambda name: (-win_rates.get(name, -1.0), name))


def _list_addresses(evidence: Evidence) -> dict[tuple[str, str], str]:
    """Return the addresses of matchups that have games, keyed by both orders of decks."""
    listed = zip(evidence.matchups_once["deck"], evidence.matchups_once["opponent"], strict=True)
    return {
        names: address_matchup(deck, other)
        for deck, other in listed if _find_games(evidence, deck, other)
        for names in ((deck, other), (other, deck))
    }  # fmt: skip


def _make_heat_cell(row: Any, fair: float, address: str) -> Cell:
    if row is None:
        return Cell(MISSING, style="empty")
    hint = make_sentence(
        "{deck} against {opponent}: {wins} won, {draws} drawn, {losses} lost",
        deck=row.deck,
        opponent=row.opponent,
        wins=count(row.wins),
        draws=count(row.draws),
        losses=count(row.losses),
    )
    rate = number(100 * row.win_rate)
    return Cell(
        RowLink(rate, address) if address else rate,
        interval(row.win_rate_low, row.win_rate_high),
        style="mirror" if row.deck == row.opponent else choose_shade(row.win_rate, fair),
        hint=str(hint),
    )


def _make_list(evidence: Evidence) -> Block:
    table = list_matchups(evidence.matchups_once, "Every matchup", "Opponent", "pair")
    return replace(table, rows=[_link_games(evidence, *row) for row in table.rows])


def _link_games(evidence: Evidence, deck: Cell, other: Cell, *rest: Cell) -> list[Cell]:
    names = str(deck.text), str(other.text)
    games = _find_games(evidence, *names)
    return [replace(deck, anchor=address_matchup(*names)), replace(other, games=games), *rest]


def _find_games(evidence: Evidence, deck: str, other: str) -> Sequence[GameLink]:
    """Return the links to the games of a matchup, in either order of its decks."""
    games = evidence.games
    return games.links("matchup", deck, other) or games.links("matchup", other, deck)


def list_matchups(matchups: pd.DataFrame, caption: str, opponents: str, group: str) -> Table:
    """Return the table of matchups, by deck.

    Parameters
    ----------
    matchups : pandas.DataFrame
        Rows of `evenhand.analysis.matchups`, with their verdicts.
    opponents : str
        Heading of the column of opponents.
    group : str
        Name of the games of one deal, "pair" or "group".
    """
    ranked = matchups.sort_values(["deck", "opponent"])
    met = matchups[matchups["deck"] != matchups["opponent"]]
    judged, band = make_verdict_columns(met), write_shared_band(met)
    return Table(
        id="table-matchups",
        caption=f"{caption}; expected: {band}" if band else caption,
        columns=(
            Column("Deck", numeric=False),
            Column(opponents, numeric=False),
            Column("Win rate, %", "Of the deck named first; 95 % interval below"),
            *judged,
            Column("Wins"),
            Column("Draws"),
            Column("Losses"),
            Column("Games"),
            Column("Pair worth", f"Independent games that one game of a {group} is worth"),
        ),
        rows=[_make_list_cells(row, judged) for row in ranked.itertuples()],
        sorted_by=0,
        ascending=True,
    )


def _make_list_cells(row: Any, judged: tuple[Column, ...]) -> list[Cell]:
    return [
        name_cell(row.deck),
        name_cell(row.opponent),
        rate_cell(row.win_rate, row.win_rate_low, row.win_rate_high),
        *make_verdict_cells(row, row.win_rate, judged),
        count_cell(row.wins),
        count_cell(row.draws),
        count_cell(row.losses),
        count_cell(row.n_games),
        Cell(number(row.sample_factor, 2)),
    ]

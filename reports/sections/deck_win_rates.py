"""Section "Deck win rates"."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from evenhand.analysis.gate.measures import Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.tables.field_win_rates import METAGAME
from evenhand.reports.bands import find_standing, write_standing
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Paragraph,
    Section,
    Table,
    count_cell,
    rate_cell,
)
from evenhand.reports.figures import Dot, draw_dots
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.verdict_columns import (
    make_verdict_cells,
    make_verdict_columns,
    write_shared_band,
)
from evenhand.reports.wording import (
    Name,
    make_sentence,
    number,
    write_fair_share,
    write_rate,
)

__all__ = ["RATE_AXIS", "find_deck_band", "list_deck_dots", "make_decks_section"]

RATE_AXIS = "Win rate, %"
TITLE = "Deck win rates"
NAME = Column("Deck", numeric=False)
WIN_RATE = Column(
    "Win rate, %",
    "Every opponent weighs the same; below, 95 % intervals that hold for all decks at once",
)
FIELD_RATE = Column(
    "In the field, %",
    "Win rate against the shares of decks that balance.toml stated; 95 % interval below",
)
FIELD_SHARE = Column("Share of the field, %")
COUNTS = (
    Column("Wins"),
    Column("Draws"),
    Column("Losses"),
    Column("Games", "Mirror matches are left out"),
)


def make_decks_section(evidence: Evidence) -> Section:
    """Return the section on the win rates of decks, with their bands and verdicts."""
    if evidence.win_rates.empty:
        nothing = Paragraph("Only mirror matches were played, so there is nothing to compare.")
        return Section("decks", TITLE, (nothing,))
    drawn = (_make_figure(evidence), _make_table(evidence, _rank_decks(evidence)))
    introduction = (
        *_name_bot(evidence), _write_introduction(evidence), *_write_field(evidence)
    )  # fmt: skip
    return Section("decks", TITLE, (*introduction, *drawn, *_suggest_tune(evidence)))


def _name_bot(evidence: Evidence) -> Iterator[Block]:
    """Yield a paragraph on the bot whose win rates are shown, if a panel played."""
    panel = evidence.panel
    if panel:
        others = [games for bot, games in panel.bots.items() if bot != panel.lead]
        has_most = panel.bots[panel.lead] > max(others)
        text = "All chapters but By bot and Skill are about {lead}, {why}."
        why = "which played the most games" if has_most else "the first of the bots that played"
        yield Paragraph(make_sentence(text, lead=Name(panel.lead), why=why))


def _write_introduction(evidence: Evidence) -> Block:
    return Paragraph(
        make_sentence(
            "A deck as good as the others would win {fair}; {expected}. PASS: inside its band, "
            "looked at by itself; the intervals hold for all decks at once, and may reach beyond. "
            "FAIL: outside; in {sure} of 100 such reports no number at all fails by chance. "
            "INCONCLUSIVE: too few games to tell, even if the interval lies outside.",
            fair=write_fair_share(evidence.n_seats),
            expected=_write_expected(evidence),
            sure=number(100 * evidence.bands.level, 0),
        )
    )


def _write_field(evidence: Evidence) -> Iterator[Block]:
    """Yield a paragraph on the win rates against the stated field, if there is one."""
    if evidence.field_fault:
        text = "The field of balance.toml could not be counted: {fault}."
        yield Paragraph(make_sentence(text, fault=evidence.field_fault), style="note")
    if evidence.field_win_rates.empty:
        return
    rows = list(evidence.field_win_rates.itertuples())
    row = max(rows, key=lambda row: abs(row.field_win_rate - row.win_rate))
    stated = "the mix of the metagame" if evidence.bands.field == METAGAME else "balance.toml"
    yield Paragraph(
        make_sentence(
            "Against the shares of decks of {stated}, taken as they are, {deck} differs most from "
            "what it wins if all opponents are as frequent: {field} instead of {even}. A deck that "
            "meets itself wins half.",
            stated=stated,
            deck=Name(row.deck),
            field=write_rate(row.field_win_rate, row.field_win_rate_low, row.field_win_rate_high),
            even=write_rate(row.win_rate, row.win_rate_low, row.win_rate_high),
        )
    )


def _suggest_tune(evidence: Evidence) -> Iterator[Block]:
    """Yield a paragraph on the command `tune`, if a deck's win rate is outside its band."""
    if evidence.bands.is_stated and (evidence.win_rates["verdict"] == Verdict.FAIL.value).any():
        text = "The smallest edits of cards that bring these decks into their bands: {command}"
        yield Paragraph(make_sentence(text, command="evenhand tune"), style="note")


def _write_expected(evidence: Evidence) -> str:
    """Write the band of decks' win rates and its source."""
    decks = evidence.win_rates
    band = write_shared_band(decks)
    if not evidence.bands.is_stated:
        return f"{band} counts as balanced, as no balance.toml said otherwise"
    if (decks["verdict"] == "").all():
        return "balance.toml expected nothing of decks when this run was made"
    if not band:
        return "what balance.toml expected of each deck stands beside its win rate"
    return f"balance.toml expected {band} of each deck when this run was made"


def list_deck_dots(evidence: Evidence) -> list[Dot]:
    """Return a dot for each deck's win rate, in descending order."""
    return [_make_dot(row) for row in _rank_decks(evidence)]


def find_deck_band(evidence: Evidence) -> Band:
    """Return the band of decks' win rates in per cent, or the fair share."""
    low, high = evidence.bands.find(Measure(Topic.WIN_RATE)) or (evidence.fair, evidence.fair)
    return Band(100 * low, 100 * high)


def _rank_decks(evidence: Evidence) -> list[Any]:
    ranked = evidence.win_rates.sort_values(["win_rate", "deck"], ascending=[False, True])
    return list(ranked.itertuples())


def _make_figure(evidence: Evidence) -> Block:
    has_band = evidence.bands.find(Measure(Topic.WIN_RATE)) is not None
    dots = list_deck_dots(evidence)
    drawn = draw_dots("decks", TITLE, dots, find_deck_band(evidence), RATE_AXIS)
    shaded = " Shaded: the band of decks." if has_band else ""
    caption = (
        f"Dot: win rate. Line: 95 % interval; those of all decks hold at once.{shaded} "
        "Triangles mark decks outside their band; a diamond means too few games to tell."
    )
    return Figure("figure-decks", caption, *drawn)


def _make_dot(row: Any) -> Dot:
    rates = (100 * row.win_rate, 100 * row.win_rate_low, 100 * row.win_rate_high)
    return Dot(row.deck, *rates, number(rates[0]), find_standing(row, row.win_rate))


def _make_table(evidence: Evidence, rows: list[Any]) -> Block:
    judged = make_verdict_columns(evidence.win_rates)
    in_field = {row.deck: row for row in evidence.field_win_rates.itertuples()}
    field = (FIELD_RATE, FIELD_SHARE) if in_field else ()
    return Table(
        id="table-decks",
        caption="Decks, by win rate",
        columns=(NAME, WIN_RATE, *field, *judged, *COUNTS),
        rows=[_make_cells(evidence, row, judged, in_field.get(row.deck)) for row in rows],
        sorted_by=1,
    )


def _make_cells(
    evidence: Evidence, row: Any, judged: tuple[Column, ...], in_field: Any
) -> list[Cell]:
    return [
        Cell(Name(row.deck), games=evidence.games.links("deck", row.deck)),
        rate_cell(row.win_rate, row.win_rate_low, row.win_rate_high),
        *(_make_field_cells(in_field) if in_field else ()),
        *make_verdict_cells(row, row.win_rate, judged),
        count_cell(row.wins),
        count_cell(row.draws),
        count_cell(row.losses),
        count_cell(row.n_games),
    ]


def _make_field_cells(row: Any) -> list[Cell]:
    rates = (row.field_win_rate, row.field_win_rate_low, row.field_win_rate_high)
    verdict = write_standing(find_standing(row, row.field_win_rate)) if row.verdict else ""
    return [replace(rate_cell(*rates), note=verdict), rate_cell(row.share)]

"""Sections "By bot" and "Skill": results with bots of different strength side by side."""

from typing import Any

import pandas as pd

from evenhand.analysis.data.run import VERSUS
from evenhand.analysis.gate.measures import Measure, Topic
from evenhand.analysis.statistics.bands import Band
from evenhand.reports.bands import MARKS, Standing, find_standing
from evenhand.reports.best_hands import draw_best_hands, list_sentences
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Fold,
    Paragraph,
    Section,
    Table,
    card_cell,
    change_cell,
    count_cell,
    mean_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.figures import Dot, draw_groups
from evenhand.reports.panel_reach import Verdict, judge_rows, write_reach
from evenhand.reports.panel_tables import PanelEvidence
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.verdict_columns import explain_row
from evenhand.reports.wording import Name, interval, make_sentence, number, plural

__all__ = ["make_panel_sections"]

MOST_CARDS = 30
CAPTIONS = {
    "decks": "Win rates of decks, %; sorted by the bot that thinks most",
    "first": "Win rate of the first player, %",
    "matchups": "Win rates of matchups, %; the most lopsided first",
}
LADDER_COLUMNS = (
    Column("Bot", numeric=False),
    Column("Against", numeric=False),
    Column("Wins, %", "Of games between the two, with every deck; 95 % interval below"),
    Column("Elo", "Points that this is worth; 95 % interval below"),
    Column("Games"),
)


def make_panel_sections(evidence: Evidence) -> tuple[Section, ...]:
    """Return the sections by bot of a panel; () for a single bot."""
    panel = evidence.panel
    if panel is None:
        return ()
    return _make_by_bot_section(evidence, panel), _make_skill_section(panel)


def _make_by_bot_section(evidence: Evidence, panel: PanelEvidence) -> Section:
    blocks: list[Block] = [_write_introduction()]
    if len(panel.win_rates):
        verdicts = [(deck, verdict) for (deck,), verdict in judge_rows(panel.win_rates, ["deck"])]
        verdicts.sort(key=lambda row: -row[1].strongest.value)
        blocks += _draw_decks(evidence, panel, verdicts)
        blocks.append(_make_table(panel, "decks", "Deck", verdicts))
    fair = Band(evidence.fair, evidence.fair)
    overall = panel.first_player[panel.first_player["scope"] == "all"]
    first = [("Going first", verdict) for _, verdict in judge_rows(overall, ["scope"], fair)]
    blocks.append(_make_table(panel, "first", "", first, is_judged=False))
    once = panel.matchups
    if evidence.n_seats == 2:
        once = once[once["deck"] < once["opponent"]]
    if len(once) and not repeats_decks(evidence, once):
        judged = judge_rows(once, ["deck", "opponent"])
        rows = [(VERSUS.join(sides), verdict) for sides, verdict in judged]
        rows.sort(key=lambda row: -abs(row[1].strongest.value - evidence.fair))
        table = _make_table(panel, "matchups", "Matchup", rows)
        blocks.append(Fold("Each matchup", (table,)))
    if cards := _make_card_table(panel):
        blocks.append(Fold("Each card", (_introduce_cards(panel), cards)))
    return Section("by-bot", "By bot", blocks)


def repeats_decks(evidence: Evidence, matchups: pd.DataFrame) -> bool:
    """Return whether matchups by bot repeat the decks: all at one table without a band."""
    if evidence.n_seats == 2 or matchups.groupby("deck")["opponent"].nunique().max() > 1:
        return False
    return evidence.bands.find(Measure(Topic.MATCHUP)) is None


def _write_introduction() -> Block:
    return Paragraph(
        make_sentence(
            "The same decks and deals, played by bots of different strength, each against itself; "
            "those that think least come first. What all bots say is about the cards; what only "
            "some say is about the player, too. All bots: from the lowest to the highest end of "
            "the bots' intervals, which all hold together at 95 %. {above} is above what is "
            "expected, {below} below, {inside} inside, {unsure} not known; here the numbers of all "
            "bots are judged together.",
            **MARKS,
        )
    )


def _draw_decks(
    evidence: Evidence, panel: PanelEvidence, verdicts: list[tuple[str, Verdict]]
) -> list[Block]:
    """Draw the decks by bot: between the limits for their best hands, if these have a band."""
    if panel.best_hands.empty:
        return [_draw_figure(evidence, verdicts)]
    return [*list_sentences(panel.best_hands), draw_best_hands(panel.best_hands)]


def _draw_figure(evidence: Evidence, verdicts: list[tuple[str, Verdict]]) -> Block:
    groups = [(deck, [_make_dot(row) for row in verdict.rows]) for deck, verdict in verdicts]
    band = evidence.bands.find(Measure(Topic.WIN_RATE))
    low, high = band or (evidence.fair, evidence.fair)
    percent_band = Band(100 * low, 100 * high)
    drawn = draw_groups("by-bot", "Deck win rates by bot", groups, percent_band, "Win rate, %")
    caption = (
        "Win rate of each deck by bot, those that think least on top. Line: 95 % interval. "
        "Where the lower dots of a deck agree, more thinking no longer changes the verdict."
    )
    return Figure("figure-by-bot", caption, *drawn)


def _make_dot(row: Any) -> Dot:
    rates = (100 * row.value, 100 * row.low, 100 * row.high)
    return Dot(row.bot, *rates, number(rates[0]), find_standing(row, row.value))


def _make_table(
    panel: PanelEvidence,
    name: str,
    label: str,
    verdicts: list[tuple[str, Verdict]],
    is_judged: bool = True,
) -> Table:
    """Make a table with a column for each bot, and for the reach of the result."""
    columns = [
        Column(label, numeric=False),
        *(Column(Name(bot), f"Per cent, over {games:,} games; 95 % interval below")
          for bot, games in panel.bots.items()),
        Column("All bots", "What holds whichever of these bots plays"),
        Column("Holds for" if is_judged else "Depends on the bot", numeric=False),
    ]  # fmt: skip
    rows = [
        [
            name_cell(title),
            *(_make_bot_cell(row, is_judged) for row in verdict.rows),
            Cell(interval(verdict.strongest.band_low, verdict.strongest.band_high)),
            Cell(write_reach(verdict) if is_judged else _write_difference(verdict)),
        ]
        for title, verdict in verdicts
    ]
    return Table(f"table-by-bot-{name}", CAPTIONS[name], columns, rows, style="wide")


def _introduce_cards(panel: PanelEvidence) -> Block:
    """Return a paragraph on the numbers of cards by bot, and on their marks."""
    what = (
        "How much the deck loses without the card, on the same deals."
        if not panel.impact.empty
        else "By how much games with the card in the opening hand are won more often than games "
        "without it there. That is not what the card is worth to its deck: for that see Card "
        "impact, which \u201cevenhand impact --run\u201d measures with each of these bots."
    )
    marked = (
        "Cards are marked as in their own chapter: after correction for their number, at a false "
        "discovery rate of 5 %, bot by bot."
    )
    return Paragraph(make_sentence("{what} {marked}", what=what, marked=marked), style="note")


def _make_card_table(panel: PanelEvidence) -> Table | None:
    """Make the table of card impact by bot if measured, else of opening-hand lift; or None."""
    is_impact = not panel.impact.empty
    frame = panel.impact if is_impact else panel.lifts.dropna(subset=["value"])
    keys = ["deck", "card"] if is_impact else ["card"]
    verdicts = [
        (names, verdict)
        for names, verdict in judge_rows(frame, keys, Band(0, 0))
        if len(verdict.rows) == len(panel.bots)
    ]
    if not verdicts:
        return None
    verdicts.sort(key=lambda row: -row[1].strongest.value)
    columns = [
        Column("Card", numeric=False),
        *((Column("Deck", numeric=False),) if is_impact else ()),
        *(Column(Name(bot), "Percentage points; 95 % interval below") for bot in panel.bots),
        Column("Holds for", numeric=False),
    ]
    rows = [
        [
            card_cell(names[-1]),
            *map(name_cell, names[:-1]),
            *(change_cell(row.value, row.low, row.high) for row in verdict.rows),
            Cell(write_reach(verdict)),
        ]
        for names, verdict in verdicts
    ]
    caption = "Impact by bot, points" if is_impact else "Opening-hand lift by bot, points"
    return Table("table-by-bot-cards", caption, columns, rows, style="wide", tools=True)


def _make_bot_cell(row: Any, is_judged: bool) -> Cell:
    cell = rate_cell(row.value, row.low, row.high)
    standing = find_standing(row, row.value) if is_judged else Standing.INSIDE
    mark = f" {MARKS[standing]}" if standing in (Standing.ABOVE, Standing.BELOW) else ""
    if not is_judged:
        return Cell(cell.text, cell.spread)
    return Cell(cell.text, cell.spread, mark, standing.value, hint=explain_row(row))


def _write_difference(verdict: Verdict) -> str:
    return "yes" if any(row.differs for row in verdict.rows) else "not surely"


def _make_skill_section(panel: PanelEvidence) -> Section:
    """Return the section on the strength of bots, and on cards that strong bots play more."""
    blocks: list[Block] = []
    if len(panel.steps):
        blocks.append(
            Paragraph(
                "How often each bot beats the next weaker one. Every matchup is played with the "
                "bots both ways round, so that the decks cancel out."
            )
        )
        rows = [_make_step_cells(row) for row in panel.steps.itertuples()]
        blocks.append(Table("table-ladder", "Strength", LADDER_COLUMNS, rows))
    blocks += _make_played_blocks(panel)
    return Section("skill", "Skill", blocks)


def _make_step_cells(row: Any) -> list[Cell]:
    return [
        name_cell(row.stronger),
        name_cell(row.weaker),
        rate_cell(row.win_rate, row.win_rate_low, row.win_rate_high),
        mean_cell(row.elo, row.elo_low, row.elo_high, 0),
        count_cell(row.n_games),
    ]


def _make_played_blocks(panel: PanelEvidence) -> list[Block]:
    """Return the blocks on cards that the strongest bot plays more, or less, than the lead."""
    strong = panel.strongest if panel.strongest != panel.lead else next(iter(panel.bots))
    frame = panel.played[panel.played["bot"] == strong]
    sure = frame[frame["differs"]].copy()
    numbers = {"strong": Name(strong), "lead": Name(panel.lead)}
    if sure.empty:
        text = "No card is surely played more or less by {strong} than by {lead}."
        return [Paragraph(make_sentence(text, **numbers))]
    sure["size"] = sure["gap"].abs()
    shown = sure.sort_values(["size", "card"], ascending=[False, True]).head(MOST_CARDS)
    shown = shown.sort_values(["gap", "card"], ascending=[False, True])
    lead = panel.played[panel.played["bot"] == panel.lead].set_index("card")
    rows = [_make_played_cells(row, lead.loc[row.card]) for row in shown.itertuples()]
    text = (
        "{n} {are} surely played more or less often by {strong} than by {lead}, after "
        "correction for all of them: of the copies that were seen, so many were played."
    )
    columns = (
        Column("Card", numeric=False),
        Column(make_sentence("{lead}, %", **numbers)),
        Column(make_sentence("{strong}, %", **numbers)),
        Column("Difference, points", "95 % intervals below, which all hold together"),
    )
    n = plural(len(sure), "card")
    caption = "Played by the strong, and by the quick"
    if len(sure) > MOST_CARDS:
        caption = f"{caption}: the {MOST_CARDS} greatest differences"
    return [
        Paragraph(make_sentence(text, n=n, are="is" if len(sure) == 1 else "are", **numbers)),
        Table("table-played", caption, columns, rows, sorted_by=3, tools=True),
    ]


def _make_played_cells(row: Any, lead: pd.Series) -> list[Cell]:
    return [
        card_cell(row.card),
        rate_cell(lead["value"], lead["low"], lead["high"]),
        rate_cell(row.value, row.low, row.high),
        change_cell(row.gap, row.gap_low_all, row.gap_high_all),
    ]

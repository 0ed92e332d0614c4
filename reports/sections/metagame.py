"""Section "Metagame": the mix of decks, and cycles of decks that beat each other."""

from typing import Any

import pandas as pd

from evenhand.analysis.statistics.bands import Band
from evenhand.reports.bands import STAR, Standing
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Fold,
    Paragraph,
    Section,
    Table,
    count_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.figures import Dot, draw_dots, draw_groups
from evenhand.reports.metagame_wording import (
    is_conclusive,
    name_field,
    sort_by_share,
    write_best_to_bring,
    write_bot_differences,
    write_cycles,
    write_mix,
    write_polarity,
    write_uneven,
    write_viable,
)
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import Name, Sentence, count, join_parts, make_sentence, number

__all__ = ["make_metagame_sections"]

TITLE = "Metagame"
MOST_CIRCLES = 10
SHARE_COLUMNS = (
    Column("Deck", numeric=False),
    Column("Share of the mix, %", "95 % intervals below, which hold for all decks together"),
    Column("Against the mix, %", "The deck's win rate against the mix: 50 for what is played"),
    Column("Alpha-rank, %", "Share of the time for which all play the deck, if all copy what wins"),
    Column("Games"),
)
CIRCLE_COLUMNS = (
    Column("First", numeric=False),
    Column("Second", numeric=False),
    Column("Third", numeric=False),
    Column(
        "1 \u2192 2, %", "How often the first deck beats the second; all intervals hold at once"
    ),
    Column("2 \u2192 3, %", "How often the second deck beats the third"),
    Column("3 \u2192 1, %", "How often the third deck beats the first"),
)


def make_metagame_sections(evidence: Evidence) -> tuple[Section, ...]:
    """Return the section on the metagame; () with too few decks or games."""
    if evidence.n_seats > 2:
        return (
            Section("metagame", TITLE, (Paragraph(_explain_two_players_only(evidence.n_seats)),)),
        )
    if evidence.metagame.empty:
        return ()
    frame = evidence.metagame
    lead = evidence.panel.lead if evidence.panel else str(frame["bot"].iloc[0])
    of_lead = sort_by_share(frame[frame["bot"] == lead])
    tables = (evidence.cycles, evidence.transitivity)
    told = [*write_cycles(*tables), write_polarity(evidence.polarity)]
    told.append(write_uneven(evidence.polarity, _name_field(evidence)))
    mixed = [*write_mix(of_lead), write_viable(evidence.viable_decks)]
    by_bot = [*write_bot_differences(frame, lead), *write_best_to_bring(frame)]
    texts = (mixed, told, by_bot)
    blocks: list[Block] = [Paragraph(join_parts(text, " ")) for text in texts if text]
    mix: list[Block] = [_draw_figure(frame, of_lead), _make_share_table(of_lead)]
    blocks += mix if is_conclusive(of_lead, *tables) else [Fold("The mix that was measured", mix)]
    if evidence.cycles["proven"].any():
        blocks.append(_make_cycle_table(evidence.cycles))
    blocks.append(Paragraph(_explain_mix(lead, len(of_lead)), style="note"))
    return (Section("metagame", TITLE, blocks),)


def _explain_two_players_only(n_seats: int) -> str:
    """Write why there is no metagame for games with more than two players."""
    return (
        "What people who knew these numbers would bring is said of two-player games only. There, "
        "what a deck wins against a mix follows from its win rate against each deck; at a table of "
        f"{n_seats} it depends on all {n_seats} decks at once, and even if all could be played, no "
        "single mix need be what players settle on. Who finishes ahead of whom says what a deck is "
        "good against."
    )


def _name_field(evidence: Evidence) -> str:
    """Name the field that was stated; "" for none, or one that was not played."""
    return "" if evidence.field_win_rates.empty else name_field(evidence.bands.field)


def _draw_figure(frame: pd.DataFrame, of_lead: pd.DataFrame) -> Figure:
    equal = 100 / len(of_lead)
    band = Band(equal, equal)
    label = "Share of the mix, %"
    caption = (
        "Share of each deck in the mix; line: 95 % interval, all of which hold together; dashed: "
        "equal shares. Round: in every mix; triangle: in none; diamond: not known."
    )
    if frame["bot"].nunique() < 2:
        dots = [_make_dot(row.deck, row) for row in of_lead.itertuples()]
        drawn = draw_dots("metagame", "Share of the mix by deck", dots, band, label)
    else:
        groups = [
            (deck, [_make_dot(row.bot, row) for row in frame[frame["deck"] == deck].itertuples()])
            for deck in of_lead["deck"]
        ]
        drawn = draw_groups("metagame", "Share of the mix by deck and bot", groups, band, label)
        caption = f"{caption} Bots that think least on top."
    return Figure("figure-metagame", caption, *drawn)


def _make_dot(label: str, row: Any) -> Dot:
    standing = Standing.UNSURE
    if row.always or row.never:
        standing = Standing.INSIDE if row.always else Standing.BELOW
    shares = (100 * row.share, 100 * row.share_low, 100 * row.share_high)
    mark = f" {STAR}" if row.differs else ""
    return Dot(label, *shares, f"{number(shares[0])}{mark}", standing)


def _make_share_table(of_lead: pd.DataFrame) -> Table:
    rows = [
        [
            name_cell(row.deck),
            *(_make_rate_cell(row, name) for name in ("share", "against_mix", "alpha_rank")),
            count_cell(row.n_games),
        ]
        for row in of_lead.itertuples()
    ]
    return Table("table-metagame", "What would be played", SHARE_COLUMNS, rows, sorted_by=1)


def _make_cycle_table(cycles: pd.DataFrame) -> Table:
    proven = cycles[cycles["proven"]]
    rows = [
        [
            *(name_cell(getattr(row, deck)) for deck in "abc"),
            *(_make_rate_cell(row, name) for name in ("a_beats_b", "b_beats_c", "c_beats_a")),
        ]
        for row in proven.head(MOST_CIRCLES).itertuples()
    ]
    caption = "Proven circles, the most even first"
    if len(proven) > MOST_CIRCLES:
        caption = f"{MOST_CIRCLES} of {count(len(proven))} proven circles, the most even first"
    return Table("table-circles", caption, CIRCLE_COLUMNS, rows)


def _make_rate_cell(row: Any, name: str) -> Cell:
    return rate_cell(*(getattr(row, f"{name}{end}") for end in ("", "_low", "_high")))


def _explain_mix(lead: str, n_decks: int) -> Sentence:
    return make_sentence(
        "The mix is what can be brought so that nobody wins more than half against it: what people "
        "would come to who know these win rates and bring what wins. It hangs on the bot, {bot}, "
        "and on these {n} decks: another deck may change all of it. A deck that is never "
        "brought still has its win rate against the mix: what it lacks to 50 %. Alpha-rank asks "
        "the same of players who copy whatever beats them.",
        bot=Name(lead),
        n=count(n_decks),
    )

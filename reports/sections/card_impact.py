"""Section "Card impact": the effect of each card on its deck's win rate."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from shlex import quote
from typing import Any

import pandas as pd

from evenhand.analysis.statistics.bands import Band
from evenhand.decks.card_face import CardFace
from evenhand.reports.bands import DISCOVERY_RATE, STAR, Standing
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
    card_cell,
    change_cell,
    count_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.card_links import CardName
from evenhand.reports.figures import Dot, draw_dots, mark_left_out
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.card_win_rates import keep_ends
from evenhand.reports.sections.cost_line import draw_cost_line
from evenhand.reports.sections.opposite_signs import (
    UNLIKE,
    explain_disagreements,
    find_disagreements,
)
from evenhand.reports.sections.unchanged_cards import write_unchanged_cards
from evenhand.reports.wording import (
    Name,
    Sentence,
    count,
    enumerate_parts,
    make_sentence,
    number,
    plural,
    points,
)

__all__ = [
    "IMPACT_AXIS",
    "choose_impacts",
    "list_impact_dots",
    "make_impact_section",
    "write_impact_sentences",
]  # fmt: skip

IMPACT_AXIS = "Impact, percentage points"
TITLE = "Card impact"
DRAWN = 10  # cards drawn at either end of the figure
MOST_ROWS = 400  # of the table; limits the size of the page
COLUMNS = (
    Column("Card", numeric=False),
    Column("Deck", numeric=False),
    Column("Impact, points", "Win rate with the card minus without it, on the same deals"),
    Column("Deals changed, %", "Pairs of games that ended differently with the card exchanged"),
    Column("Lift, points", "Opening-hand lift: copies in the opening hand against the others"),
    Column("GIH WR, %", "Games in hand: win rate per copy that was ever in hand"),
    Column("IWD, points", "Improvement when drawn, minus the mean of the deck's cards"),
    Column("Copies", "In the deck; all were exchanged"),
    Column("Games", "Games played with the card exchanged"),
)
BASELINE_COLUMNS = (
    Column("Card", numeric=False),
    Column("Exchanged for", numeric=False),
)


def make_impact_section(evidence: Evidence) -> Section:
    """Return the section on card impact, with card win rates for comparison."""
    effects = evidence.card_impact
    if effects.empty:
        blocks = (*_explain_measuring(), _suggest_audit(evidence), *_suggest_synergy(evidence))
        return Section("impact", TITLE, blocks)
    ranked = choose_impacts(effects)
    return Section(
        "impact",
        TITLE,
        (
            *_write_introduction(effects),
            *_make_figures(effects),
            *draw_cost_line(effects, evidence.faces),
            _make_table(evidence, ranked, len(effects)),
            *explain_disagreements(effects, evidence.card_win_rates),
            _write_notes(),
            *_suggest_price(evidence, ranked),
            _suggest_audit(evidence),
            *_suggest_synergy(evidence),
            Fold(
                "What the cards were exchanged for",
                (_make_baseline_table(effects, evidence.faces),),
            ),
        ),
    )


def write_impact_sentences(effects: pd.DataFrame) -> list[Sentence]:
    """Summarise card impact: cards that stand out, precision, the gain of the same deals."""
    standing_out = effects["effect_q"] < DISCOVERY_RATE
    widths = (effects["effect_high"] - effects["effect_low"]) / 2
    return [
        make_sentence(
            "Standing out ({mark}) at a false discovery rate of 5 %: {n} of {cards}.",
            n=count(int(standing_out.sum())),
            cards=plural(len(effects), "exchange"),
            mark=STAR,
        ),
        make_sentence(
            "95 % intervals are \u00b1{middle} points (median) and \u00b1{most} at most.",
            middle=number(100 * widths.median(), 2),
            most=number(100 * widths.max(), 2),
        ),
        make_sentence(
            "On the same deals, one game was worth {factor} games on fresh deals (median).",
            factor=number(effects["sample_factor"].median()),
        ),
    ]


def choose_impacts(effects: pd.DataFrame, most: int = MOST_ROWS) -> pd.DataFrame:
    """Sort the cards by impact, descending, and keep at most `most` rows from both ends."""
    ranked = effects.sort_values(["effect", "deck", "card"], ascending=[False, True, True])
    return keep_ends(ranked, most // 2)


def _explain_measuring() -> Iterator[Block]:
    yield Paragraph("This run did not measure card impact. To measure it and rewrite this report:")
    yield Code("evenhand impact --run RUN_DIR")
    yield Paragraph(
        "A game without plain cards also needs --with CARD: the card to exchange each one for.",
        style="note",
    )


def _write_introduction(effects: pd.DataFrame) -> Iterator[Block]:
    yield Paragraph(
        "Each card was taken out of its deck, all copies at once, and replaced by a plain one; "
        "then the same deals were played again. Impact is the deck's win rate with the card "
        "minus its win rate without it, in percentage points: what the card itself does, "
        "in the hands of these bots and against these decks."
    )
    pattern = "{first} {second} {third}"
    first, second, third = write_impact_sentences(effects)
    yield Paragraph(make_sentence(pattern, first=first, second=second, third=third), style="note")
    if alike := write_unchanged_cards(effects):
        yield Paragraph(alike, style="note")


def list_impact_dots(effects: pd.DataFrame) -> list[Dot]:
    """Return a dot for each card's impact; of many, for the strongest and the weakest."""
    ranked = effects.sort_values(["effect", "deck", "card"], ascending=[False, True, True])
    ends = keep_ends(ranked, DRAWN)
    return mark_left_out([_make_dot(row) for row in ends.itertuples()], len(ranked))


def _make_figures(effects: pd.DataFrame) -> Iterable[Block]:
    if len(effects) < 2:
        return
    is_short = len(effects) <= 2 * DRAWN
    title = "Impact of the cards" if is_short else "Impact of the strongest and the weakest cards"
    drawn = draw_dots("impact", title, list_impact_dots(effects), Band(0, 0), IMPACT_AXIS)
    caption = f"{title}. Triangles stand out after correction for the number of cards."
    yield Figure("figure-impact", caption, *drawn)


def _make_dot(row: Any) -> Dot:
    looks = Standing.ABOVE if row.effect > 0 else Standing.BELOW
    standing = looks if row.effect_q < DISCOVERY_RATE else Standing.INSIDE
    values = (100 * row.effect, 100 * row.effect_low, 100 * row.effect_high)
    return Dot(f"{row.card} ({row.deck})", *values, points(row.effect), standing, row.card)


def _make_table(evidence: Evidence, ranked: pd.DataFrame, n_effects: int) -> Block:
    seen = evidence.card_win_rates.set_index(["deck", "card"])
    unlike = find_disagreements(evidence.card_impact, evidence.card_win_rates)
    caption = f"{plural(n_effects, 'card')} of {plural(ranked['deck'].nunique(), 'deck')}"
    if len(ranked) < n_effects:
        caption += f": the {len(ranked) // 2} best and the {len(ranked) // 2} worst"
    return Table(
        id="table-impact",
        caption=caption,
        columns=COLUMNS,
        rows=[_make_cells(row, seen, unlike) for row in ranked.itertuples()],
        sorted_by=2,
        tools=True,
        style="wide",
        data="card_impact",
    )


def _make_cells(row: Any, seen: pd.DataFrame, unlike: Mapping[tuple[str, str], str]) -> list[Cell]:
    mark = STAR if row.effect_q < DISCOVERY_RATE else ""
    return [
        card_cell(row.card),
        name_cell(row.deck),
        change_cell(row.effect, row.effect_low, row.effect_high, mark),
        rate_cell(row.changed),
        *_make_seen_cells(seen, (row.deck, row.card), unlike),
        count_cell(row.copies),
        count_cell(row.n_games),
    ]


def _make_seen_cells(
    seen: pd.DataFrame, key: tuple[str, str], unlike: Mapping[tuple[str, str], str]
) -> list[Cell]:
    """Return the cells beside an impact from the run's games: lift, GIH WR and IWD."""
    if key not in seen.index:
        return [Cell(""), Cell(""), Cell("")]
    row = seen.loc[key]
    lift = change_cell(row.oh_lift, row.oh_lift_low, row.oh_lift_high)
    return [
        replace(lift, note=f"{UNLIKE} {unlike[key]}") if key in unlike else lift,
        rate_cell(row.gih_wr, row.gih_wr_low, row.gih_wr_high),
        change_cell(row.iwd_centred, row.iwd_centred_low, row.iwd_centred_high),
    ]


def _write_notes() -> Block:
    return Paragraph(
        "Where the columns disagree, trust the one further left. The lift comes from the run's "
        "own games: it says what it is worth to start with a copy instead of another card of "
        "the deck, unless mulligans chose the hand. GIH WR follows the strength of the whole "
        "deck, and both it and IWD favour cards of long games, which show more cards; they are "
        "here for readers who know them from draft statistics.",
        style="note",
    )


def _suggest_audit(evidence: Evidence) -> Block:
    """Return a paragraph on the command that audits cards which bots play badly."""
    place = "with the --decks and --bots of this run"
    if evidence.has_own_cards:
        place = "in the folder of these cards"
    return Paragraph(
        make_sentence(
            "No number of a run tells a weak card from one that {bots} cannot play; {command}, "
            "{place}, makes each card better and names those that hurt the bot or change no game.",
            bots=enumerate_parts([Name(bot["name"]) for bot in evidence.info["bots"]]),
            command=evidence.audit_command,
            place=place,
        ),
        style="note",
    )


def _suggest_price(evidence: Evidence, ranked: pd.DataFrame) -> Iterator[Block]:
    """Yield a paragraph on the command that prices the card of the strongest impact."""
    standing_out = ranked.loc[ranked["effect_q"] < DISCOVERY_RATE, "card"]
    if len(standing_out):
        card = str(standing_out.iloc[0])
        text = (
            "With which number {card} would be worth its cost: {command}, in the folder of its "
            "cards; elsewhere with --game {game} and the --cards and --decks of this run."
        )
        command = f"evenhand price {quote(card)}"
        game = evidence.info["run"]["game"]
        yield Paragraph(
            make_sentence(text, card=CardName(card), command=command, game=game), style="note"
        )


def _suggest_synergy(evidence: Evidence) -> Iterator[Block]:
    """Yield a paragraph after the impacts on the command that measures synergy."""
    if evidence.card_synergy.empty:
        text = "Which two cards are worth more together than apart: {command}"
        command = "evenhand synergy DECK --run RUN_DIR"
        yield Paragraph(make_sentence(text, command=command), style="note")


def _make_baseline_table(effects: pd.DataFrame, faces: Sequence[CardFace]) -> Block:
    names = {face.name for face in faces}
    once = effects.drop_duplicates(["card", "baseline"]).sort_values(["card", "baseline"])
    return Table(
        id="table-baselines",
        caption="Baselines: a card of the pool, or the numbers or text of a plain card",
        columns=BASELINE_COLUMNS,
        rows=[
            [card_cell(row.card), (card_cell if row.baseline in names else name_cell)(row.baseline)]
            for row in once.itertuples()
        ],
        sorted_by=0,
        ascending=True,
    )

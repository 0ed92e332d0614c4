"""Section "Cards in hand": win rates of the owners of cards, by where copies were seen."""

from collections.abc import Iterable
from typing import Any

import pandas as pd

from evenhand.analysis.statistics.bands import Band
from evenhand.reports.bands import DISCOVERY_RATE, STAR, Standing
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
    rate_cell,
)
from evenhand.reports.figures import Dot, draw_dots, mark_left_out
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import Name, count, make_sentence, number, plural, points

__all__ = ["choose_rows", "keep_ends", "make_cards_section"]

TITLE = "Cards in hand"
FEW = 500  # number of copies in hand below which a row is greyed
DRAWN = 10  # cards drawn at either end of the figure
DECK_ROWS = 600  # total rows of the tables of decks; limits the size of the page
FEWEST_ROWS = 20  # of one deck's table

CARD = Column("Card", numeric=False)
LIFT = Column(
    "Lift, points",
    "Opening-hand lift: win rate of copies in the opening hand minus that of the other copies",
)
GIH = Column("GIH WR, %", "Games in hand: win rate per copy that was ever in hand")
IWD = Column("IWD, points", "Improvement when drawn, minus the mean of the deck's cards")
POOLED_COLUMNS = (
    CARD,
    LIFT,
    GIH,
    IWD,
    Column("GP, %", "Games played: win rate per copy in the deck"),
    Column("OH, %", "Opening hand: win rate per copy in the opening hand"),
    Column("GD, %", "Games drawn: win rate per copy drawn later"),
    Column("GNS, %", "Games not seen: win rate per copy never seen"),
    Column("Played, %", "Share of copies in hand that were played"),
    Column("In hand", "Copies that were ever in hand, over all games"),
)
DECK_COLUMNS = (CARD, Column("Copies"), LIFT, GIH, IWD, Column("In hand"))


def make_cards_section(evidence: Evidence) -> Section:
    """Return the section on card win rates pooled over decks, then deck by deck."""
    pooled = _rank_cards(evidence.card_win_rates[evidence.card_win_rates["deck"] == ""])
    if pooled.empty:
        return Section("cards", TITLE, (Paragraph("No cards were counted in this run."),))
    return Section(
        "cards",
        TITLE,
        (
            *_write_notes(pooled),
            *_make_figures(pooled),
            _make_pooled_table(pooled),
            *_make_deck_folds(evidence),
        ),
    )


def choose_rows(frame: pd.DataFrame, n_decks: int, most: int = DECK_ROWS) -> pd.DataFrame:
    """Choose a deck's cards of the best and worst win rates, within the page's limits.

    Parameters
    ----------
    frame : pandas.DataFrame
        One deck's rows, ranked.
    n_decks : int
        Number of decks that share the page.
    most : int
        Maximum number of rows of all decks.

    Returns
    -------
    pandas.DataFrame
        At most ``max(FEWEST_ROWS, most // n_decks)`` rows, in the same order.
    """
    return keep_ends(frame, max(FEWEST_ROWS, most // n_decks) // 2)


def keep_ends(ranked: pd.DataFrame, n: int) -> pd.DataFrame:
    """Return the first and last `n` of ranked cards; all if there are at most ``2 * n``."""
    return ranked if len(ranked) <= 2 * n else pd.concat([ranked.head(n), ranked.tail(n)])


def _rank_cards(frame: pd.DataFrame) -> pd.DataFrame:
    ranked = frame.assign(stands_out=frame["oh_lift_q"] < DISCOVERY_RATE)
    return ranked.sort_values(["oh_lift", "card"], ascending=[False, True], na_position="last")


def _write_notes(pooled: pd.DataFrame) -> Iterable[Block]:
    yield Paragraph(
        "Opening hands are dealt at random, so the lift says what starting with the card "
        "is worth, in percentage points of win rate. Of the numbers counted in the run's own "
        "games, it is the one to trust; the others are here for readers who know them from draft "
        "statistics."
    )
    yield Paragraph(
        make_sentence(
            "GIH and IWD favour cards of long games and cards that are played early, because "
            "both count a card more often the longer a game lasts; compare them only among "
            "cards that come down at a similar time. A lift measures a card as the bots play it. "
            "{n_out} of {cards} stand out ({mark}) at a false discovery rate of 5 %. Rows in "
            "grey rest on fewer than {few} copies in hand.",
            n_out=count(int(pooled["stands_out"].sum())),
            cards=plural(len(pooled), "card"),
            mark=STAR,
            few=count(FEW),
        ),
        style="note",
    )


def _make_figures(pooled: pd.DataFrame) -> Iterable[Block]:
    known = pooled[pooled["oh_lift"].notna() & (pooled["gih_n"] >= FEW)]
    if len(known) < 2:
        return
    ends = keep_ends(known, DRAWN)
    dots = mark_left_out([_make_dot(row) for row in ends.itertuples()], len(known))
    title = "Opening-hand lift of the strongest and the weakest cards"
    drawn = draw_dots("cards", title, dots, Band(0, 0), "Lift, percentage points")
    caption = f"{title}. Triangles stand out after correction for the number of cards."
    yield Figure("figure-cards", caption, *drawn)


def _make_dot(row: Any) -> Dot:
    looks = Standing.ABOVE if row.oh_lift > 0 else Standing.BELOW
    standing = looks if row.stands_out else Standing.INSIDE
    lifts = (100 * row.oh_lift, 100 * row.oh_lift_low, 100 * row.oh_lift_high)
    return Dot(row.card, *lifts, points(row.oh_lift), standing, row.card)


def _make_pooled_table(pooled: pd.DataFrame) -> Block:
    rows = list(pooled.itertuples())
    return Table(
        id="table-cards",
        caption=f"{plural(len(rows), 'card')}, pooled over decks",
        columns=POOLED_COLUMNS,
        rows=[_make_pooled_cells(row) for row in rows],
        sorted_by=1,
        tools=True,
        style="wide",
        faint=_list_faint_rows(rows),
        data="cards_pooled",
    )


def _list_faint_rows(rows: list[Any]) -> frozenset[int]:
    return frozenset(index for index, row in enumerate(rows) if not row.gih_n >= FEW)


def _make_pooled_cells(row: Any) -> list[Cell]:
    return [
        card_cell(row.card),
        _make_lift_cell(row),
        rate_cell(row.gih_wr, row.gih_wr_low, row.gih_wr_high),
        _make_iwd_cell(row),
        rate_cell(row.gp_wr),
        rate_cell(row.oh_wr),
        rate_cell(row.gd_wr),
        rate_cell(row.gns_wr),
        rate_cell(row.played_rate),
        count_cell(row.gih_n),
    ]


def _make_lift_cell(row: Any) -> Cell:
    mark = STAR if row.stands_out else ""
    return change_cell(row.oh_lift, row.oh_lift_low, row.oh_lift_high, mark)


def _make_iwd_cell(row: Any) -> Cell:
    return change_cell(row.iwd_centred, row.iwd_centred_low, row.iwd_centred_high)


def _make_deck_folds(evidence: Evidence) -> Iterable[Block]:
    frame = evidence.card_win_rates
    by_deck = dict(iter(frame[frame["deck"] != ""].groupby("deck", sort=False)))
    for index, (deck, cards) in enumerate(by_deck.items()):
        ranked = _rank_cards(cards)
        shown = choose_rows(ranked, len(by_deck))
        title = make_sentence("{deck}: {cards}", deck=Name(deck), cards=plural(len(ranked), "card"))
        yield Fold(title, (_make_deck_table(index, deck, shown, len(ranked)),))


def _make_deck_table(index: int, deck: str, shown: pd.DataFrame, n_cards: int) -> Block:
    rows = list(shown.itertuples())
    left_out = n_cards - len(rows)
    pattern = "Cards of {deck}"
    if left_out:
        pattern += ": the {half} best and the {half} worst of {n_cards}"
    caption = make_sentence(pattern, deck=Name(deck), half=len(rows) // 2, n_cards=n_cards)
    return Table(
        id=f"table-deck-{index}",
        caption=caption,
        columns=DECK_COLUMNS,
        rows=[_make_deck_cells(row) for row in rows],
        sorted_by=2,
        faint=_list_faint_rows(rows),
        data="cards_by_deck" if left_out else "",
    )


def _make_deck_cells(row: Any) -> list[Cell]:
    return [
        card_cell(row.card),
        Cell(number(row.copies, 0 if row.copies == int(row.copies) else 1)),
        _make_lift_cell(row),
        rate_cell(row.gih_wr, row.gih_wr_low, row.gih_wr_high),
        _make_iwd_cell(row),
        count_cell(row.gih_n),
    ]

"""Section "Deck by deck": contents, matchups, cards and endings of each deck."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from evenhand.analysis.tables.placements import has_placements
from evenhand.reports.bands import DISCOVERY_RATE, STAR, Standing, find_standing, write_standing
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Facts,
    Fold,
    Paragraph,
    Section,
    Table,
    Text,
    card_cell,
    change_cell,
    count_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.deck_links import MOST_PARTS, address_deck, list_entrants, rank_decks
from evenhand.reports.deck_lists import DeckListing
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.dead_cards import (
    list_dead_cards,
    show_dead_cards,
    write_dead_cards,
    write_unplayable_cards,
)
from evenhand.reports.sections.deck_contents import show_contents, summarize_deck
from evenhand.reports.sections.unplayable_cards import list_unplayable_cards
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    count,
    interval,
    join_parts,
    make_sentence,
    number,
    ordinal,
    percent,
    plural,
    points,
    signed_interval,
    write_mean_spread,
)

__all__ = ["make_each_deck_section"]

Entrants = Mapping[str, str]  # bots by name of the entrant in tables
Tables = Mapping[str, Sequence[Any]]  # rows, by the table's name

TITLE = "Deck by deck"
EXTREMES = 3  # cards shown at either end
PLAYER = Column("In the hands of", numeric=False)
OPPONENT = Column("Opponent", numeric=False)
GAMES = Column("Games")
CARD = Column("Card", numeric=False)
COPIES = Column("Copies")
ENDING_COLUMNS = (
    Column("Ending", numeric=False),
    Column("Of its wins, %", "Share of the games it won; 95 % interval below"),
    Column("Of its losses, %", "Share of the games it lost; 95 % interval below"),
    Column("Draws"),
    GAMES,
)
SEAT_COLUMNS = (
    Column("Seat", "In turn order from the player who goes first", numeric=False),
    Column("Win rate, %", "95 % interval below"),
    Column("Against other seats, points", "Its win rate here minus that from its other seats"),
    GAMES,
)


@dataclass(frozen=True)
class About:
    """The deck that a part of the section is about.

    Attributes
    ----------
    display_name : str
    entrants : mapping from str to str
        Bots by name of the entrant in tables.
    prefix : str
        Prefix of the ids of its tables.
    tables : mapping from str to sequence
        The rows of all decks, from `_read_tables`.
    """

    display_name: str
    entrants: Entrants
    listing: DeckListing
    prefix: str
    tables: Tables

    @property
    def players(self) -> tuple[Column, ...]:
        """The column of bots, if several play the deck."""
        return (PLAYER,) if len(self.entrants) > 1 else ()

    def rows(self, table: str, entrants: Collection[str] = ()) -> list[Any]:
        """Return the rows of a table for all entrants of the deck, or for the given ones."""
        chosen = entrants or self.entrants
        return [row for row in self.tables[table] if row.deck in chosen]

    def player_cells(self, row: Any) -> list[Cell]:
        """Return the cell of the column of bots, if there is one."""
        return [name_cell(self.entrants[row.deck])] if self.players else []

    def name(self, pattern: str) -> Sentence:
        """Fill the deck's name into a caption, so that captions of the page are unique."""
        return make_sentence(pattern, deck=Name(self.display_name))


def make_each_deck_section(evidence: Evidence) -> Section:
    """Return the section with a part for each deck, the strongest first."""
    decks = rank_decks(evidence)
    listed = {listing.name: listing for listing in evidence.deck_lists}
    tables = _read_tables(evidence)
    blocks: list[Block] = [Paragraph(_write_introduction(evidence, len(decks)))]
    blocks += show_dead_cards(evidence)
    for place, deck in enumerate(decks[:MOST_PARTS]):
        listing = listed.get(deck["name"], DeckListing(deck["name"]))
        blocks.append(_make_part(evidence, tables, deck, listing, f"deck-{place + 1}"))
    return Section("each-deck", TITLE, blocks)


def _write_introduction(evidence: Evidence, n_decks: int) -> str:
    parts = [
        "What is in each deck, whom it beats, which cards carry it, and how it wins and loses; the "
        "strongest deck first."
    ]
    if n_decks > MOST_PARTS:
        parts.append(
            f"The first {MOST_PARTS} of {count(n_decks)} decks are shown, which keeps the page "
            "light; evenhand deck FILE shows the list of any other."
        )
    return " ".join(parts)


def _read_tables(evidence: Evidence) -> Tables:
    """Read the rows of the tables of decks once for the parts of each deck."""
    names = ("win_rates", "matchups", "finishes", "placements", "seats_by_deck", "lengths_by_deck",
             "end_reasons_by_deck")  # fmt: skip
    return {name: list(getattr(evidence, name).itertuples()) for name in names}


def _make_part(
    evidence: Evidence, tables: Tables, deck: Mapping[str, str], listing: DeckListing, prefix: str
) -> Fold:
    """Make the part of each deck."""
    display_name = deck.get("display_name") or deck["name"]
    played = {row.deck for name in ("win_rates", "matchups") for row in tables[name]}
    listed = list_entrants(evidence, deck).items()
    entrants = {entrant: bot for entrant, bot in listed if entrant in played}
    about = About(display_name, entrants, listing, prefix, tables)
    blocks = (
        Facts(dict(_list_facts(evidence, about))),
        *show_contents(listing, display_name),
        *_make_matchups(evidence, about),
        *_make_cards(evidence, about),
        *_make_seats(evidence, about),
        *_make_endings(evidence, about),
    )
    return Fold(_write_title(about), blocks, address_deck(deck["name"]))


def _write_title(about: About) -> Text:
    rows = about.rows("win_rates")
    if len(rows) != 1:
        return Name(about.display_name)
    return make_sentence(
        "{deck}, {rate}", deck=Name(about.display_name), rate=Tied(percent(rows[0].win_rate))
    )


# Facts


def _list_facts(evidence: Evidence, about: About) -> Iterator[tuple[str, Text]]:
    """Yield the facts on a deck: win rate, places, going first, turns, cards in hand, cards, rules.

    If several bots play the deck, each has its own facts.
    """
    for entrant, bot in about.entrants.items():
        of = f" ({bot})" if about.players else ""
        for row in about.rows("win_rates", [entrant]):
            yield f"Win rate{of}", _write_win_rate(row)
        has_places = has_placements(evidence.placements)
        for row in about.rows("placements", [entrant]) if has_places else ():
            yield f"Places{of}", _write_places(row, evidence.n_seats)
        if evidence.n_seats == 2 and (seats := about.rows("seats_by_deck", [entrant])):
            yield f"Going first{of}", _write_going_first(*seats)
        for row in about.rows("lengths_by_deck", [entrant]):
            yield f"Turns per game{of}", _write_lengths(row)
    if len(dead := list_dead_cards(evidence, about.display_name)):
        yield "Dead in hand", write_dead_cards(dead)
    if len(unplayable := list_unplayable_cards(evidence, about.display_name)):
        yield "Not playable", write_unplayable_cards(unplayable)
    if picture := about.listing.picture:
        yield "Cards", summarize_deck(picture)
        if picture.rules:
            yield "Deck rules", "; ".join(picture.rules)


def _write_win_rate(row: Any) -> Sentence:
    standing = find_standing(row, row.win_rate)
    verdict = "" if standing is Standing.FREE else f"; {write_standing(standing)}"
    return make_sentence(
        "{rate} in {games}{verdict}",
        rate=Tied(f"{percent(row.win_rate)} ({interval(row.win_rate_low, row.win_rate_high)})"),
        games=plural(row.n_games, "game"),
        verdict=verdict,
    )


def _write_places(row: Any, n_places: int) -> Sentence:
    shares = [
        Tied(f"{ordinal(k)} {percent(getattr(row, f'share_{k}'))}") for k in range(1, n_places + 1)
    ]
    return make_sentence(
        "{shares}; mean place {mean} ({low} to {high})",
        shares=join_parts(shares, ", "),
        mean=number(row.mean_placement, 2),
        low=number(row.mean_placement_low, 2),
        high=number(row.mean_placement_high, 2),
    )


def _write_going_first(first: Any, second: Any) -> Sentence:
    return make_sentence(
        "{edge} points ({spread}): it wins {first} going first and {second} going second",
        edge=points(first.edge),
        spread=signed_interval(first.edge_low, first.edge_high),
        first=percent(first.win_rate),
        second=percent(second.win_rate),
    )


def _write_lengths(row: Any) -> Sentence:
    return make_sentence(
        "{mean} {spread} on average; {won} when it wins, {lost} when it loses",
        mean=number(row.mean_turns),
        spread=write_mean_spread(row.mean_turns_low, row.mean_turns_high),
        won=number(row.mean_turns_won),
        lost=number(row.mean_turns_lost),
    )


# Opponents and seats


def _make_matchups(evidence: Evidence, about: About) -> Iterator[Block]:
    """Yield the table of the deck's matchups, the best first."""
    is_duel = evidence.n_seats == 2
    table, rate = ("matchups", "win_rate") if is_duel else ("finishes", "ahead")
    rows = [row for row in about.rows(table) if row.opponent != row.deck]
    if not rows:
        return
    rows.sort(key=lambda row: (-getattr(row, rate), row.opponent))
    heading = "Win rate, %" if is_duel else "Finishes ahead, %"
    yield Table(
        id=f"table-{about.prefix}-matchups",
        caption=about.name("Matchups of {deck}" if is_duel else "Whom {deck} finishes ahead of"),
        columns=(OPPONENT, *about.players, Column(heading, "95 % interval below"), GAMES),
        rows=[
            [
                name_cell(row.opponent),
                *about.player_cells(row),
                rate_cell(*(getattr(row, f"{rate}{end}") for end in ("", "_low", "_high"))),
                count_cell(row.n_games),
            ]
            for row in rows
        ],
        sorted_by=1 + len(about.players),
    )


def _make_seats(evidence: Evidence, about: About) -> Iterator[Block]:
    """Yield the table of the deck's win rates by seat, for more than two players."""
    rows = about.rows("seats_by_deck")
    if evidence.n_seats == 2 or not rows:
        return
    yield Table(
        id=f"table-{about.prefix}-seats",
        caption=about.name("From which seat {deck} wins"),
        columns=(SEAT_COLUMNS[0], *about.players, *SEAT_COLUMNS[1:]),
        rows=[
            [
                Cell(ordinal(row.seat)),
                *about.player_cells(row),
                rate_cell(row.win_rate, row.win_rate_low, row.win_rate_high),
                change_cell(row.edge, row.edge_low, row.edge_high),
                count_cell(row.n_games),
            ]
            for row in rows
        ],
    )


# Cards


def _make_cards(evidence: Evidence, about: About) -> Iterator[Block]:
    """Yield the table of the best and the worst cards, by impact if measured, else by lift."""
    measures = (
        (evidence.card_impact, "effect", "Impact, points", "by impact"),
        (evidence.card_win_rates, "oh_lift", "Lift, points",
         "by opening-hand lift"),
    )  # fmt: skip
    copies = () if about.listing.packs else (COPIES,)
    for frame, measure, heading, by in measures:
        known = _select_known(frame, about.display_name, measure)
        if known.empty:
            continue
        n_together = _count_together(frame, measure)
        hint = (
            f"{STAR}: stands out at a false discovery rate of 5 %. 95 % interval below; it allows "
            f"for the choice among {plural(n_together, 'card')}"
        )
        rows = _choose_extremes(known.sort_values([measure, "card"], ascending=[False, True]))
        yield Table(
            id=f"table-{about.prefix}-cards",
            caption=about.name(f"Cards of {{deck}} {by}: {_name_choice(len(rows), len(known))}"),
            columns=(CARD, Column(heading, hint), *copies),
            rows=[_make_card_cells(row, measure)[: 2 + len(copies)] for row in rows.itertuples()],
            sorted_by=1,
        )
        return


def _select_known(frame: pd.DataFrame, display_name: str, measure: str) -> pd.DataFrame:
    """Return a deck's cards that have an estimate, which rare cards of packs may not."""
    if frame.empty:
        return frame
    cards = frame[(frame["deck"] == display_name) & frame[measure].notna()]
    return cards[(cards[f"{measure}_low_all"] > -1) | (cards[f"{measure}_high_all"] < 1)]


def _count_together(frame: pd.DataFrame, measure: str) -> int:
    """Count the cards that the simultaneous intervals of each deck's part account for."""
    pooled = frame[frame["deck"] == ""]
    return int((pooled if len(pooled) else frame)[measure].notna().sum())


def _choose_extremes(ranked: pd.DataFrame) -> pd.DataFrame:
    if len(ranked) <= 2 * EXTREMES:
        return ranked
    return pd.concat([ranked.head(EXTREMES), ranked.tail(EXTREMES)])


def _name_choice(n_shown: int, n_cards: int) -> str:
    return (
        f"{EXTREMES} best and {EXTREMES} worst of {count(n_cards)}"
        if n_shown < n_cards
        else f"all {count(n_cards)}"
    )


def _make_card_cells(row: Any, measure: str) -> list[Cell]:
    effect, low, high = (getattr(row, f"{measure}{end}") for end in ("", "_low_all", "_high_all"))
    mark = STAR if getattr(row, f"{measure}_q") < DISCOVERY_RATE else ""
    return [card_cell(row.card), change_cell(effect, low, high, mark), count_cell(row.copies)]


# Endings


def _make_endings(evidence: Evidence, about: About) -> Iterator[Block]:
    """Yield the table of wins and losses by ending; a sentence if all games ended alike."""
    rows = [row for row in about.rows("end_reasons_by_deck") if row.n_games]
    if not rows:
        return
    if len({row.text for row in rows}) == 1:
        yield Paragraph(make_sentence("All its games ended alike: {text}.", text=rows[0].text))
        return
    rows.sort(key=lambda row: (-row.wins, -row.losses, row.text))
    yield Table(
        id=f"table-{about.prefix}-endings",
        caption=about.name("How {deck} wins and loses"),
        columns=(ENDING_COLUMNS[0], *about.players, *ENDING_COLUMNS[1:]),
        rows=[
            [
                Cell(row.text),
                *about.player_cells(row),
                rate_cell(row.win_share, row.win_share_low, row.win_share_high),
                rate_cell(row.loss_share, row.loss_share_low, row.loss_share_high),
                count_cell(row.draws),
                count_cell(row.n_games),
            ]
            for row in rows
        ],
    )

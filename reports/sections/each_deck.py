"""Deck by deck: what is in it, whom it beats, which cards carry it, how it wins and loses."""

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from typing import Any

import pandas as pd

from evenhand.decks.deck_picture import DeckPicture, Listed
from evenhand.reports.bands import DISCOVERY_RATE, STAR, Standing, find_standing, write_standing
from evenhand.reports.blocks import (
    Block,
    CardList,
    Cell,
    Column,
    Drawing,
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
from evenhand.reports.curve import draw_curve
from evenhand.reports.deck_links import MOST_PARTS, address_deck, list_entrants, rank_decks
from evenhand.reports.deck_lists import DeckListing, PackSlots
from evenhand.reports.evidence import Evidence
from evenhand.reports.wording import (
    CardName,
    Name,
    Sentence,
    Tied,
    count,
    interval,
    join_parts,
    number,
    ordinal,
    percent,
    plural,
    points,
    say,
    signed_interval,
)

__all__ = ["each_deck_section"]

Entrants = Mapping[str, str]  # bots, by what tables call the deck in their hands

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


def each_deck_section(evidence: Evidence) -> Section:
    """Show a part for each deck, the strongest first."""
    decks = rank_decks(evidence)
    listed = {listing.name: listing for listing in evidence.deck_lists}
    blocks: list[Block] = [Paragraph(_introduction(evidence, len(decks)))]
    for place, deck in enumerate(decks[:MOST_PARTS]):
        listing = listed.get(deck["name"], DeckListing(deck["name"]))
        blocks.append(_part(evidence, deck, listing, f"deck-{place + 1}"))
    return Section("each-deck", TITLE, blocks)


def _introduction(evidence: Evidence, n_decks: int) -> str:
    parts = [
        "What is in each deck, whom it beats, which cards carry it, and how it wins and loses; the "
        "strongest deck first."
    ]
    if n_decks > MOST_PARTS:
        parts.append(
            f"The first {MOST_PARTS} of {count(n_decks)} decks are shown, which keeps the page "
            "light; `evenhand deck FILE` shows the list of any other."
        )
    return " ".join(parts)


def _part(evidence: Evidence, deck: Mapping[str, str], listing: DeckListing, prefix: str) -> Fold:
    """Put together the part of one deck.

    Parameters
    ----------
    prefix : str
        Of the ids of its tables.
    """
    told = deck.get("display_name") or deck["name"]
    played = set(evidence.win_rates["deck"]) | set(evidence.matchups["deck"])
    listed = list_entrants(evidence, deck).items()
    entrants = {entrant: bot for entrant, bot in listed if entrant in played}
    blocks = (
        Facts(dict(_facts(evidence, entrants, listing))),
        *_contents(listing, told),
        *_matchups(evidence, entrants, prefix),
        *_cards(evidence, told, listing, prefix),
        *_seats(evidence, entrants, prefix),
        *_endings(evidence, entrants, prefix),
    )
    return Fold(_title(evidence, told, entrants), blocks, address_deck(deck["name"]))


def _title(evidence: Evidence, told: str, entrants: Entrants) -> Text:
    rows = _rows(evidence.win_rates, entrants)
    if len(rows) != 1:
        return Name(told)
    return say("{deck}, {rate}", deck=Name(told), rate=Tied(percent(rows[0].win_rate)))


def _rows(frame: pd.DataFrame, entrants: Collection[str]) -> list[Any]:
    """Return the rows of a table that are about a deck."""
    if frame.empty:
        return []
    return list(frame[frame["deck"].isin(entrants)].itertuples())


# Facts


def _facts(
    evidence: Evidence, entrants: Entrants, listing: DeckListing
) -> Iterator[tuple[str, Text]]:
    """Say in a line each how often it wins, what going first is worth to it, and how long it takes.

    Where several bots play the deck, each has its own lines.
    """
    for entrant, bot in entrants.items():
        of = f" ({bot})" if len(entrants) > 1 else ""
        for row in _rows(evidence.win_rates, [entrant]):
            yield f"Win rate{of}", _win_rate(row)
        for row in _rows(evidence.placements, [entrant]):
            yield f"Places{of}", _places(row, evidence.n_seats)
        if evidence.n_seats == 2 and (seats := _rows(evidence.seats_by_deck, [entrant])):
            yield f"Going first{of}", _going_first(*seats)
        for row in _rows(evidence.lengths_by_deck, [entrant]):
            yield f"Turns per game{of}", _lengths(row)
    if listing.picture:
        yield "Cards", _sum_up(listing.picture)
        if listing.picture.rules:
            yield "Deck rules", "; ".join(listing.picture.rules)


def _win_rate(row: Any) -> Sentence:
    standing = find_standing(row, row.win_rate)
    verdict = "" if standing is Standing.FREE else f"; {write_standing(standing)}"
    return say(
        "{rate} in {games}{verdict}",
        rate=Tied(f"{percent(row.win_rate)} ({interval(row.win_rate_low, row.win_rate_high)})"),
        games=plural(row.n_games, "game"),
        verdict=verdict,
    )


def _places(row: Any, n_places: int) -> Sentence:
    shares = [
        Tied(f"{ordinal(k)} {percent(getattr(row, f'share_{k}'))}") for k in range(1, n_places + 1)
    ]
    return say(
        "{shares}; mean place {mean} ({low} to {high})",
        shares=join_parts(shares, ", "),
        mean=number(row.mean_placement, 2),
        low=number(row.mean_placement_low, 2),
        high=number(row.mean_placement_high, 2),
    )


def _going_first(first: Any, second: Any) -> Sentence:
    return say(
        "{edge} points ({spread}): it wins {first} going first and {second} going second",
        edge=points(first.edge),
        spread=signed_interval(first.edge_low, first.edge_high),
        first=percent(first.win_rate),
        second=percent(second.win_rate),
    )


def _lengths(row: Any) -> Sentence:
    return say(
        "{mean} ({low} to {high}) on average; {won} when it wins, {lost} when it loses",
        mean=number(row.mean_turns),
        low=number(row.mean_turns_low),
        high=number(row.mean_turns_high),
        won=number(row.mean_turns_won),
        lost=number(row.mean_turns_lost),
    )


def _sum_up(picture: DeckPicture) -> Text:
    """Say how many cards there are, and of what kinds."""
    n_cards = sum(one.copies for one in picture.cards)
    kinds = [f"{kind} {count(copies)}" for kind, copies in picture.kinds.items()]
    of_kinds = f": {', '.join(kinds)}" if len(kinds) > 1 else ""
    return f"{count(n_cards)}, {count(len(picture.cards))} different{of_kinds}"


# Contents


def _contents(listing: DeckListing, told: str) -> Iterator[Block]:
    """Show the curve and the list, or the packs that the deck is opened from."""
    if listing.picture:
        if listing.picture.curve:
            cost = listing.picture.cost_name
            yield Drawing(f"Cards by {cost}", draw_curve(listing.picture.curve, f"Cards by {cost}"))
        yield CardList(_group(listing.picture))
    elif listing.packs:
        yield Paragraph(_describe_packs(listing))
        yield Paragraph(
            "The cards are others in every game, so there is no list and no curve to show.",
            style="note",
        )
    else:
        yield Paragraph(
            say("The list of {deck} cannot be read any more.", deck=Name(told)), style="note"
        )


def _group(picture: DeckPicture) -> list[tuple[Text, list[tuple[int, Text]]]]:
    """List the cards kind by kind, kinds as they come up first."""
    kinds = list(picture.kinds)
    order = sorted(picture.cards, key=lambda one: kinds.index(one.kind) if one.kind else -1)
    return [
        (_head(kind, picture), [(one.copies, CardName(one.label)) for one in listed])
        for kind, listed in groupby(order, key=_kind)
    ]


def _kind(one: Listed) -> str:
    return one.kind


def _head(kind: str, picture: DeckPicture) -> str:
    return f"{kind} ({picture.kinds[kind]})" if kind else "Cards"


def _describe_packs(listing: DeckListing) -> Sentence:
    """Say what a player opens: packs, cards in each, and of what rarities."""
    n_cards = sum(one.copies for one in listing.slots)
    return say(
        "Opened from {packs} of {cards}{title}. In each: {slots}.",
        packs=plural(listing.packs, "pack"),
        cards=plural(n_cards, "card"),
        title=f", all of {listing.title}" if listing.title else "",
        slots=join_parts([_describe_slots(one) for one in listing.slots], "; "),
    )


def _describe_slots(slots: PackSlots) -> str:
    if len(slots.chances) == 1:
        return f"{slots.copies} of rarity {next(iter(slots.chances))}"
    *others, last = (f"{rarity} ({percent(by, 0)})" for rarity, by in slots.chances.items())
    return f"{slots.copies} of rarity {', '.join(others)} or {last}"


# Opponents and seats


def _matchups(evidence: Evidence, entrants: Entrants, prefix: str) -> Iterator[Block]:
    """Show how the deck does against each other one, the best matchup first."""
    is_duel = evidence.n_seats == 2
    frame, rate = (evidence.matchups, "win_rate") if is_duel else (evidence.finishes, "ahead")
    rows = [row for row in _rows(frame, entrants) if row.opponent != row.deck]
    if not rows:
        return
    rows.sort(key=lambda row: (-getattr(row, rate), row.opponent))
    heading = "Win rate, %" if is_duel else "Finishes ahead, %"
    players = (PLAYER,) if len(entrants) > 1 else ()
    yield Table(
        id=f"table-{prefix}-matchups",
        caption="Its matchups" if is_duel else "Whom it finishes ahead of",
        columns=(OPPONENT, *players, Column(heading, "95 % interval below"), GAMES),
        rows=[
            [
                name_cell(row.opponent),
                *([name_cell(entrants[row.deck])] if players else []),
                rate_cell(*(getattr(row, f"{rate}{end}") for end in ("", "_low", "_high"))),
                count_cell(row.n_games),
            ]
            for row in rows
        ],
        sorted_by=1 + len(players),
    )


def _seats(evidence: Evidence, entrants: Entrants, prefix: str) -> Iterator[Block]:
    """Show what each seat is worth to the deck, where more than two play."""
    rows = _rows(evidence.seats_by_deck, entrants)
    if evidence.n_seats == 2 or not rows:
        return
    players = (PLAYER,) if len(entrants) > 1 else ()
    yield Table(
        id=f"table-{prefix}-seats",
        caption="From which seat it wins",
        columns=(SEAT_COLUMNS[0], *players, *SEAT_COLUMNS[1:]),
        rows=[
            [
                Cell(ordinal(row.seat)),
                *([name_cell(entrants[row.deck])] if players else []),
                rate_cell(row.win_rate, row.win_rate_low, row.win_rate_high),
                change_cell(row.edge, row.edge_low, row.edge_high),
                count_cell(row.n_games),
            ]
            for row in rows
        ],
    )


# Cards


def _cards(evidence: Evidence, told: str, listing: DeckListing, prefix: str) -> Iterator[Block]:
    """Show the best and the worst cards: by what they cause, else by what opening hands suggest."""
    measures = (
        (evidence.card_impact, "effect", "Impact, points", "Best and worst cards, by impact"),
        (evidence.card_win_rates, "oh_lift", "Lift, points",
         "Best and worst cards, by opening-hand lift"),
    )  # fmt: skip
    copies = () if listing.packs else (COPIES,)
    for frame, measure, heading, caption in measures:
        own = _select_known(frame, told, measure)
        if own.empty:
            continue
        n_together = _count_together(frame, measure)
        hint = (
            f"{STAR}: stands out at a false discovery rate of 5 %. 95 % interval below; it allows "
            f"for the choice among {plural(n_together, 'card')}"
        )
        rows = _choose_extremes(own.sort_values([measure, "card"], ascending=[False, True]))
        yield Table(
            id=f"table-{prefix}-cards",
            caption=f"{caption}: {_name_choice(len(rows), len(own))}",
            columns=(CARD, Column(heading, hint), *copies),
            rows=[_card_cells(row, measure)[: 2 + len(copies)] for row in rows.itertuples()],
            sorted_by=1,
        )
        return


def _select_known(frame: pd.DataFrame, told: str, measure: str) -> pd.DataFrame:
    """Select a deck's cards of which anything is known: some are too rare in packs."""
    if frame.empty:
        return frame
    is_known = (frame[f"{measure}_low_all"] > -1) | (frame[f"{measure}_high_all"] < 1)
    return frame[(frame["deck"] == told) & frame[measure].notna() & is_known]


def _count_together(frame: pd.DataFrame, measure: str) -> int:
    """Count the cards that the wider intervals allow for."""
    pooled = frame[frame["deck"] == ""]
    return int((pooled if len(pooled) else frame)[measure].notna().sum())


def _choose_extremes(ranked: pd.DataFrame) -> pd.DataFrame:
    if len(ranked) <= 2 * EXTREMES:
        return ranked
    return pd.concat([ranked.head(EXTREMES), ranked.tail(EXTREMES)])


def _name_choice(n_shown: int, n_cards: int) -> str:
    return f"{n_shown} of {count(n_cards)}" if n_shown < n_cards else f"all {count(n_cards)}"


def _card_cells(row: Any, measure: str) -> list[Cell]:
    effect, low, high = (getattr(row, f"{measure}{end}") for end in ("", "_low_all", "_high_all"))
    mark = STAR if getattr(row, f"{measure}_q") < DISCOVERY_RATE else ""
    return [card_cell(row.card), change_cell(effect, low, high, mark), count_cell(row.copies)]


# Endings


def _endings(evidence: Evidence, entrants: Entrants, prefix: str) -> Iterator[Block]:
    """Show by what it wins and loses; a sentence is enough where all games end alike."""
    rows = [row for row in _rows(evidence.end_reasons_by_deck, entrants) if row.n_games]
    if not rows:
        return
    if len({row.text for row in rows}) == 1:
        yield Paragraph(say("All its games ended alike: {text}.", text=rows[0].text))
        return
    rows.sort(key=lambda row: (-row.wins, -row.losses, row.text))
    players = (PLAYER,) if len(entrants) > 1 else ()
    yield Table(
        id=f"table-{prefix}-endings",
        caption="How it wins and how it loses",
        columns=(ENDING_COLUMNS[0], *players, *ENDING_COLUMNS[1:]),
        rows=[
            [
                Cell(row.text),
                *([name_cell(entrants[row.deck])] if players else []),
                rate_cell(row.win_share, row.win_share_low, row.win_share_high),
                rate_cell(row.loss_share, row.loss_share_low, row.loss_share_high),
                count_cell(row.draws),
                count_cell(row.n_games),
            ]
            for row in rows
        ],
    )

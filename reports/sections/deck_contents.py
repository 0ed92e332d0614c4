"""Blocks on the contents of a deck: curve and list, or the packs that it is opened from."""

from collections.abc import Iterator
from itertools import groupby

from evenhand.decks.deck_summary import DeckSummary, ListedCard
from evenhand.reports.blocks import Block, CardList, Drawing, Paragraph, Text
from evenhand.reports.card_links import CardName
from evenhand.reports.cost_curve import draw_curve
from evenhand.reports.deck_lists import DeckListing, PackSlots
from evenhand.reports.wording import (
    Name,
    Sentence,
    count,
    join_parts,
    make_sentence,
    percent,
    plural,
)

__all__ = ["show_contents", "summarize_deck"]


def summarize_deck(picture: DeckSummary) -> Text:
    """Write a deck's number of cards, of different cards, and of each kind."""
    n_cards = sum(listed.copies for listed in picture.cards)
    kinds = [f"{kind} {count(copies)}" for kind, copies in picture.kinds.items()]
    of_kinds = f": {', '.join(kinds)}" if len(kinds) > 1 else ""
    return f"{count(n_cards)}, {count(len(picture.cards))} different{of_kinds}"


def show_contents(listing: DeckListing, name: str) -> Iterator[Block]:
    """Yield a deck's contents: the curve and the list, or the packs."""
    if listing.picture:
        if listing.picture.curve:
            cost = listing.picture.cost_name
            yield Drawing(f"Cards by {cost}", draw_curve(listing.picture.curve, f"Cards by {cost}"))
        yield CardList(_group_by_kind(listing.picture))
    elif listing.packs:
        yield Paragraph(_describe_packs(listing))
        yield Paragraph(
            "The cards are others in every game, so there is no list and no curve to show.",
            style="note",
        )
    else:
        yield Paragraph(
            make_sentence("The list of {deck} cannot be read any more.", deck=Name(name)),
            style="note",
        )


def _group_by_kind(picture: DeckSummary) -> list[tuple[Text, list[tuple[int, Text]]]]:
    """Group a deck's cards by kind, in order of `picture.kinds`."""
    kinds = list(picture.kinds)
    order = sorted(picture.cards, key=lambda card: kinds.index(card.kind) if card.kind else -1)
    return [
        (_write_group_title(kind, picture), [(card.copies, CardName(card.label)) for card in cards])
        for kind, cards in groupby(order, key=_get_kind)
    ]


def _get_kind(card: ListedCard) -> str:
    return card.kind


def _write_group_title(kind: str, picture: DeckSummary) -> str:
    return f"{kind} ({picture.kinds[kind]})" if kind else "Cards"


def _describe_packs(listing: DeckListing) -> Sentence:
    """Write what a player opens: packs, cards in each, and their rarities."""
    n_cards = sum(slots.copies for slots in listing.slots)
    return make_sentence(
        "Opened from {packs} of {cards}{title}. In each: {slots}.",
        packs=plural(listing.packs, "pack"),
        cards=plural(n_cards, "card"),
        title=f", all of {listing.title}" if listing.title else "",
        slots=join_parts([_describe_slots(slots) for slots in listing.slots], "; "),
    )


def _describe_slots(slots: PackSlots) -> str:
    if len(slots.chances) == 1:
        return f"{slots.copies} of rarity {next(iter(slots.chances))}"
    *others, last = (f"{rarity} ({percent(by, 0)})" for rarity, by in slots.chances.items())
    return f"{slots.copies} of rarity {', '.join(others)} or {last}"

"""What is in a deck: its curve and its list, or the packs that it is opened from."""

from collections.abc import Iterator
from itertools import groupby

from evenhand.decks.deck_summary import DeckSummary, ListedCard
from evenhand.reports.blocks import Block, CardList, Drawing, Paragraph, Text
from evenhand.reports.curve import draw_curve
from evenhand.reports.deck_lists import DeckListing, PackSlots
from evenhand.reports.wording import (
    CardName,
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
    """Say how many cards there are, and of what kinds."""
    n_cards = sum(one.copies for one in picture.cards)
    kinds = [f"{kind} {count(copies)}" for kind, copies in picture.kinds.items()]
    of_kinds = f": {', '.join(kinds)}" if len(kinds) > 1 else ""
    return f"{count(n_cards)}, {count(len(picture.cards))} different{of_kinds}"


def show_contents(listing: DeckListing, told: str) -> Iterator[Block]:
    """Show the curve and the list, or the packs that the deck is opened from."""
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
            make_sentence("The list of {deck} cannot be read any more.", deck=Name(told)),
            style="note",
        )


def _group_by_kind(picture: DeckSummary) -> list[tuple[Text, list[tuple[int, Text]]]]:
    """List the cards kind by kind, kinds as they come up first."""
    kinds = list(picture.kinds)
    order = sorted(picture.cards, key=lambda one: kinds.index(one.kind) if one.kind else -1)
    return [
        (_write_group_title(kind, picture), [(one.copies, CardName(one.label)) for one in listed])
        for kind, listed in groupby(order, key=_get_kind)
    ]


def _get_kind(one: ListedCard) -> str:
    return one.kind


def _write_group_title(kind: str, picture: DeckSummary) -> str:
    return f"{kind} ({picture.kinds[kind]})" if kind else "Cards"


def _describe_packs(listing: DeckListing) -> Sentence:
    """Say what a player opens: packs, cards in each, and of what rarities."""
    n_cards = sum(one.copies for one in listing.slots)
    return make_sentence(
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

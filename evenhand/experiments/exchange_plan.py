"""Plan exchanges: cards of decks, and the cards that replace them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from evenhand.analysis.tables.card_impact import Exchange
from evenhand.decks.card import Card
from evenhand.decks.deck_list import Deck
from evenhand.decks.plain import leave_out
from evenhand.decks.pool import CardPool, with_cards
from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.variants import Variant, VariantPlan, plan_variants

__all__ = ["Exchanged", "Swap", "exchange_cards", "list_decks", "make_plain", "swap_cards"]


@dataclass(frozen=True)
class Exchanged:
    """A plan of exchanges, with the baselines in its pool.

    Attributes
    ----------
    exchanges : list of Exchange
    variants : list of Variant
        For each exchange, the deck without the card.
    groups : sequence of sequence of int
        Exchanges that are also made together, so that their decks meet each other with them.
    """

    plan: Plan
    exchanges: list[Exchange]
    variants: list[Variant]
    groups: Sequence[Sequence[int]] = ()

    @cached_property
    def variant_plan(self) -> VariantPlan:
        """The plan with the variants of its exchanges laid out."""
        return plan_variants(self.plan, self.variants, self.groups)


def exchange_cards(plan: Plan, cards: Sequence[str] = (), baseline: str = "") -> Exchanged:
    """Plan the exchanges of cards for their baselines.

    Parameters
    ----------
    plan : Plan
    cards : sequence of str
        Names of the cards; every card of every deck if empty.
    baseline : str
        A card of the pool; "" for the plain card of each card.

    Raises
    ------
    UsageError
        If a card is unknown or in no deck, if its baseline belongs to another pile of the
        deck, or if the game has no plain cards.
    """
    pool = plan.pool
    decks = list_decks(plan)
    wanted = find_rows(pool, cards) or list(range(len(pool.cards)))
    in_decks = {row for deck in decks for row in deck.cards}
    for row in wanted if cards else ():
        if row not in in_decks:
            raise UsageError(f"none of the decks has the card '{pool.labels[row]}'")
    subjects = [row for row in wanted if row in in_decks]
    replacements, larger_pool = choose_baselines(plan, subjects, baseline)
    swaps = []
    for number, deck in enumerate(decks):
        for row in dict.fromkeys(deck.cards):
            if row not in replacements or replacements[row] == row:
                continue
            if not is_same_pile(larger_pool, row, replacements[row]):
                if cards:
                    message = f"'{baseline}' cannot take the place of '{pool.labels[row]}'"
                    raise UsageError(message, "they belong to other piles of a deck")
                continue
            name = describe_baseline(
                larger_pool.cards[replacements[row]], pool.cards[row], is_plain=not baseline
            )
            swaps.append(Swap(number, row, replacements[row], name))
    if not swaps:
        raise UsageError("there is nothing to exchange: the card is its own baseline")
    return swap_cards(plan, larger_pool, swaps)


def list_decks(plan: Plan) -> list[Deck]:
    """List the decks of a plan whose cards can be exchanged.

    Raises
    ------
    UsageError
        If the plan's mode has no fixed decks.
    """
    decks = [deck for deck in plan.entrants if isinstance(deck, Deck)]
    if len(decks) < len(plan.entrants):
        raise UsageError(f"cards cannot be exchanged in the mode {plan.mode}: its decks vary")
    return decks


class Swap(NamedTuple):
    """An exchange that is planned: a card of a deck, and the card that replaces it.

    Attributes
    ----------
    deck : int
        Row of the plan's entrants.
    row, place : int
        Rows of the pool: the card, and its replacement.
    name : str
        Name of the replacement.
    """

    deck: int
    row: int
    place: int
    name: str


def swap_cards(
    plan: Plan, pool: CardPool, swaps: Sequence[Swap], groups: Sequence[Sequence[int]] = ()
) -> Exchanged:
    """Plan the exchanges of swaps, each of all copies of one card in one deck.

    Parameters
    ----------
    plan : Plan
    pool : CardPool
        The plan's pool, with the replacements added.
    swaps : sequence of Swap
    groups : sequence of sequence of int
        Swaps that are also made together.
    """
    decks = list_decks(plan)
    exchanges, variants = [], []
    for number, row, place, name in swaps:
        deck = decks[number]
        exchanges.append(Exchange(deck.name, plan.pool.labels[row], name, deck.cards.count(row)))
        slots = tuple(place if slot == row else slot for slot in deck.cards)
        variants.append(Variant(number, slots))
    return Exchanged(replace(plan, pool=pool), exchanges, variants, groups)


def find_rows(pool: CardPool, names: Sequence[str]) -> list[int]:
    """Return the rows of the cards to exchange, by name, each once."""
    for name in names:
        pool.row_of(name)  # an unknown name is an error
    return list(dict.fromkeys(row for name in names for row in pool.rows_of(name)))


def choose_baselines(
    plan: Plan, rows: Sequence[int], baseline: str
) -> tuple[dict[int, int], CardPool]:
    """Return the row that each card is exchanged for, and the pool with the baselines."""
    pool = plan.pool
    if baseline:
        place = pool.row_of(baseline)
        return dict.fromkeys(rows, place), pool
    larger_pool = with_cards(pool, [make_plain(pool, pool.cards[row]) for row in rows], rows)
    return {row: len(pool.cards) + number for number, row in enumerate(rows)}, larger_pool


def make_plain(pool: CardPool, card: Card) -> Card:
    """Return the plain card that a card is exchanged for, from the curve of the other cards."""
    make = pool.schema.plain_card
    if make is None:
        message = f"{pool.schema.title} has no plain cards to hold others against"
        raise UsageError(message, "name a card: --with CARD")
    return make(leave_out((pool.curve or pool).cards, card), card)


def is_same_pile(pool: CardPool, row: int, other: int) -> bool:
    """Return whether two cards to exchange belong to the same pile of a deck."""
    one, two = pool.cards[row], pool.cards[other]
    return all(belongs(one) == belongs(two) for belongs in pool.schema.piles.values())


def describe_baseline(card: Card, replaced: Card, is_plain: bool) -> str:
    """Return the name of what is exchanged in; of a plain card, its text or its differences."""
    if not is_plain:
        return card.name
    different = [
        f"{name.replace('_', ' ')} {value} instead of {getattr(replaced, name)}"
        for name, value in card
        if type(value) is int and value != getattr(replaced, name) and name != "line"
    ]
    return card.text or ", ".join(different) or "a card of the same numbers"

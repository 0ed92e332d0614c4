"""Contents of a run's decks: their lists, or the products that they are opened from."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evenhand.analysis.data.run import Run
from evenhand.decks.deck_list import Deck
from evenhand.decks.deck_summary import DeckSummary, summarize_deck
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.product import Product, Slot, load_product
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import load_game

__all__ = ["DeckListing", "PackSlots", "list_deck_lists"]


@dataclass(frozen=True)
class PackSlots:
    """Slots of a pack with the same chances, for a deck's contents.

    Attributes
    ----------
    copies : int
        Number of slots.
    chances : mapping from str to float
        Chance of each rarity, in (0, 1].
    """

    copies: int
    chances: Mapping[str, float]


@dataclass(frozen=True)
class DeckListing:
    """The list of a deck, or the product that it is opened from.

    Attributes
    ----------
    name : str
        The name in files and flags.
    picture : DeckSummary, optional
        None for decks opened from packs, and if the cards are unreadable.
    packs : int
        Packs that each player opens; 0 for a deck with a list.
    title : str
        The title to which the cards in the packs belong; "" for all titles.
    slots : tuple of PackSlots
        Slots of one pack.
    """

    name: str
    picture: DeckSummary | None = None
    packs: int = 0
    title: str = ""
    slots: tuple[PackSlots, ...] = ()


def list_deck_lists(run: Run, pool: CardPool | None) -> tuple[DeckListing, ...]:
    """List the deck lists of a run, from the files stored with it.

    Parameters
    ----------
    pool : CardPool, optional
        The cards stored with the run; without them the listings have only names.
    """
    return tuple(_list_deck(run, pool, deck) for deck in run.info["decks"])


def _list_deck(run: Run, pool: CardPool | None, deck: Mapping[str, Any]) -> DeckListing:
    name, mode = deck["name"], run.info["run"]["mode"]
    if pool is None:
        return DeckListing(name)
    try:
        if mode in pool.schema.sealed_modes:
            file = Path(run.folder) / "inputs" / "decks" / deck["file"]
            return _list_product(name, load_product(pool.schema, pool, file))
        return DeckListing(name, _picture_list(run, pool, deck, mode))
    except (UsageError, InputError, KeyError):  # an old run
        return DeckListing(name)


def _picture_list(run: Run, pool: CardPool, deck: Mapping[str, Any], mode: str) -> DeckSummary:
    game = load_game(run.info["run"]["game"])
    options = option_values(game.options, {k: str(v) for k, v in run.info["options"].items()})
    rows = tuple(pool.row_of(label) for label in deck["cards"])
    return summarize_deck(Deck(deck["name"], rows, deck["file"], ""), pool, mode, options)


def _list_product(name: str, product: Product) -> DeckListing:
    alike: Counter[Slot] = Counter(product.slots)
    slots = tuple(PackSlots(copies, _compute_chances(slot)) for slot, copies in alike.items())
    return DeckListing(name, None, product.packs_per_player, product.title, slots)


def _compute_chances(slot: Slot) -> dict[str, float]:
    total = sum(weight for _, weight in slot.weights)
    return {rarity: weight / total for rarity, weight in slot.weights}

"""Write deck lists of decks found by a search."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from evenhand.decks.deck_list import Deck, sort_slots
from evenhand.decks.pool import CardPool
from evenhand.simulate.runs.atomic_files import write_in_folder

__all__ = ["format_deck", "write_deck"]


def format_deck(deck: Deck, pool: CardPool, comments: Sequence[str] = ()) -> str:
    """Return a deck list that `evenhand.decks.deck_list.load_deck` can read.

    Parameters
    ----------
    comments : sequence of str
        Lines above the list.
    """
    counts = Counter(sort_slots(pool.schema, pool, deck.cards))
    piles = {heading: [row for row in counts if belongs(pool.cards[row])]
             for heading, belongs in pool.schema.piles.items()}  # fmt: skip
    beside = {row for rows in piles.values() for row in rows}
    lines = [f"# {comment}" for comment in comments]
    lines += [f"{counts[row]} {pool.labels[row]}" for row in counts if row not in beside]
    for heading, rows in piles.items():
        if rows:
            lines += ["", f"{heading}:", *(f"{counts[row]} {pool.labels[row]}" for row in rows)]
    return "\n".join([*lines, ""])


def write_deck(folder: Path, deck: Deck, pool: CardPool, comments: Sequence[str] = ()) -> Path:
    """Write a deck into a folder, as a file with the deck's name."""
    return write_in_folder(folder, f"{deck.name}.txt", format_deck(deck, pool, comments))

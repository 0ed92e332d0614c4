"""What a game tells the loaders: its card columns, words, and deck rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from evenhand.decks.better import Better
from evenhand.decks.card import Card
from evenhand.decks.language.vocabulary import NO_ABILITIES, Vocabulary
from evenhand.decks.legality import DeckRules

__all__ = ["USUAL_HEADERS", "GameSchema"]

# Other headers for columns that many games have; see `GameSchema.aliases`.
USUAL_HEADERS = {"collector number": "number", "card type": "type", "kind": "type"}


@dataclass(frozen=True)
class GameSchema:
    """One game's content, declared once as ``SCHEMA`` in ``decks/<game>/schema.py``.

    Attributes
    ----------
    name : str
        The folder's name, as in ``decks/<game>``.
    title : str
        The game's name for people.
    card_model : subclass of Card
        Its fields are the columns of a card file.
    card_record : numpy dtype
        The numbers of a card that compiled rules read. Fields that all games share
        (see `evenhand.decks.pool`) are filled in by the loader, the rest by ``Card.numbers``.
    folder : Traversable
        Where the sample ``cards.csv``, ``decks/`` and ``products/`` are.
    modes : tuple of str
        Ways to play; the first is the default.
    sealed_modes : tuple of str
        Those in which decks are opened from packs.
    deck_rules : callable(cards, mode, options) -> list of Finding
        All that is wrong with, or worth saying about, a deck.
    deck_words : callable(mode, options) -> list of str, optional
        The deck rules that hold in a mode, each in a few words: "exactly 30 cards".
    sort_key : callable(card) -> sortable
        Canonical order of deck slots: by role and cost.
    vocabulary : Vocabulary
        The words of abilities; empty for a game whose cards have none.
    piles : mapping from str to callable(card) -> bool
        Headings of a deck list below which cards stand that do not go into the deck, and
        which cards those are: each belongs there and nowhere else.
    aliases : mapping from str to str
        Other headers for columns.
    plain_card : callable(peers, card) -> card, optional
        A card of the same kind and cost with nothing special about it, as the pool's other
        cards go, which a card is held against to see what it is worth.
    cost : callable(card) -> int or None, optional
        What it takes to play a card, for tables and pictures; None for one that costs nothing
        that could be compared.
    cost_name : str
        What that is, in the game's words.
    better : Better, optional
        What makes a card better, by which it is seen whether bots can play it.
    """

    name: str
    title: str
    card_model: type[Card]
    card_record: np.dtype
    folder: Traversable
    modes: tuple[str, ...]
    deck_rules: DeckRules
    sort_key: Callable[[Any], Any]
    vocabulary: Vocabulary = NO_ABILITIES
    deck_words: Callable[[str, Mapping[str, Any]], Sequence[str]] | None = None
    sealed_modes: tuple[str, ...] = ()
    piles: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    plain_card: Callable[[Sequence[Any], Any], Card] | None = None
    cost: Callable[[Any], int | None] | None = None
    cost_name: str = "cost"
    better: Better | None = None

    def sample_path(self, *names: str) -> Path:
        """Path of something that ships with the game."""
        return Path(str(self.folder.joinpath(*names)))

    def samples(self, kind: str, ending: str, mode: str = "") -> dict[str, Path]:
        """List the files that ship in a folder of the game, by stem.

        Files in a folder of its own, named like a mode, are for that mode only; all are
        listed if none is given.
        """
        folder = self.sample_path(kind)
        places = [folder, *(folder / name for name in self.modes if mode in ("", name))]
        paths = [path for place in places for path in place.glob(f"*{ending}")]
        return {path.stem: path for path in sorted(paths, key=lambda path: path.stem)}

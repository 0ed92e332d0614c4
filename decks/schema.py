"""The schema of a game's content: its card columns, vocabulary and deck rules."""

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

# Alternative headers of columns that many games have; see `GameSchema.aliases`.
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
        Folder of the sample ``cards.csv``, ``decks/`` and ``products/``.
    modes : tuple of str
        Modes of play; the first is the default.
    sealed_modes : tuple of str
        Modes in which decks are opened from packs.
    deck_rules : callable(cards, mode, options) -> list of Finding
        Returns all errors and remarks about a deck.
    deck_words : callable(mode, options) -> list of str, optional
        The deck rules that hold in a mode, each in a few words: "exactly 30 cards".
    sort_key : callable(card) -> sortable
        Sort key for the canonical order of deck slots: by role and cost.
    vocabulary : Vocabulary
        The words of abilities; empty for a game whose cards have no abilities.
    piles : mapping from str to callable(card) -> bool
        Headings of a deck list for cards outside the deck. The function tells whether a card
        belongs to the pile; such cards must stand below its heading, and no others.
    aliases : mapping from str to str
        Alternative headers, and the columns they mean.
    plain_card : callable(peers, card) -> card, optional
        Makes an average card of the same kind and cost, by the pool's other cards (peers).
        A card's value is measured against it.
    cost : callable(card) -> int or None, optional
        A card's cost, for tables and plots; None for a card without a comparable cost.
    cost_name : str
        The game's word for the cost.
    better : Better, optional
        Ways to improve a card, used to test whether bots can play it.
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
        """Return the path of a file or folder that ships with the game."""
        return Path(str(self.folder.joinpath(*names)))

    def samples(self, kind: str, ending: str, mode: str = "") -> dict[str, Path]:
        """Return the paths of the files that ship in a folder of the game, by stem.

        Files in a subfolder named like a mode are for that mode only; with mode "", all files
        are returned.
        """
        folder = self.sample_path(kind)
        places = [folder, *(folder / name for name in self.modes if mode in ("", name))]
        paths = [path for place in places for path in place.glob(f"*{ending}")]
        return {path.stem: path for path in sorted(paths, key=lambda path: path.stem)}

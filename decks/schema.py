"""What a game tells the loaders: its card columns, words, and deck rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from evenhand.decks.language.vocabulary import NO_ABILITIES, Vocabulary

if TYPE_CHECKING:
    from evenhand.decks.pool import Card, CardPool

__all__ = ["Finding", "GameSchema", "Limits", "wrong_size"]


@dataclass(frozen=True)
class Finding:
    """What a game's deck rules have to say about a deck.

    Attributes
    ----------
    message : str
        What was expected and what was found.
    name : str
        The card it is about, whose line in the deck file is then named; or "".
    is_note : bool
        The deck is legal all the same.
    """

    message: str
    name: str = ""
    is_note: bool = False


@dataclass(frozen=True)
class Limits:
    """Deck rules that a designer may change: a game's has fields, named as its rule options."""

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """Take the deck's own among a run's options; the rest are not read here."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in options.items() if name in known})


def wrong_size(cards: Sequence[Any], size: int) -> Iterator[Finding]:
    """Say it if a deck has not exactly the cards it must have."""
    if len(cards) != size:
        yield Finding(f"expected {size} cards, found {len(cards)}")


DeckRules = Callable[[Sequence[Any], str, Mapping[str, Any]], list[Finding]]


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
    sort_key : callable(card) -> sortable
        Canonical order of deck slots: by role and cost.
    vocabulary : Vocabulary
        The words of abilities; empty for a game whose cards have none.
    piles : mapping from str to callable(card) -> bool
        Headings of a deck list below which cards stand that do not go into the deck, and
        which cards those are: each belongs there and nowhere else.
    aliases : mapping from str to str
        Other headers for columns.
    plain_card : callable(pool, card) -> card, optional
        A card of the same kind and cost with nothing special about it, which a card is
        held against to see what it is worth.
    """

    name: str
    title: str
    card_model: "type[Card]"
    card_record: np.dtype
    folder: Traversable
    modes: tuple[str, ...]
    deck_rules: DeckRules
    sort_key: Callable[[Any], Any]
    vocabulary: Vocabulary = NO_ABILITIES
    sealed_modes: tuple[str, ...] = ()
    piles: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    plain_card: Callable[["CardPool", Any], "Card"] | None = None

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

"""Card: one line of a card file, with its game's columns as fields."""

import enum
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, SkipValidation

from evenhand.decks.cells import CellError, Wrong, cell_value
from evenhand.decks.invisible_characters import remove_joiners
from evenhand.decks.language.tree import Ability, Speaker

__all__ = ["ABILITY_FIELDS", "LONGEST_NAME", "Card", "kind_of", "name_key"]

LONGEST_NAME = 60
KIND_COLUMNS = ("type", "kind")

ABILITY_FIELDS = (  # record fields of a card with abilities; filled in by the loader
    ("first_ability", np.int16),
    ("n_abilities", np.int8),
    ("moments", np.int32),  # bit m: an ability of Moment m is among them
    ("name_id", np.int16),  # row of the first card of this name
)


def name_key(name: str) -> str:
    """Normalize a card's name for comparison."""
    return " ".join(remove_joiners(name).casefold().split())


def kind_of(card: "Card") -> str:
    """Return the kind of a card in its game's words; "" if the game has only one kind."""
    column = next((name for name in KIND_COLUMNS if hasattr(card, name)), "")
    return str(card.cell(column)) if column else ""


def _card_name(text: str) -> str:
    name = " ".join(text.split())
    if not name_key(name):
        raise CellError("expected a name, found nothing that can be seen")
    if len(name) > LONGEST_NAME:
        raise CellError(f"the name has {len(name)} letters; the most is {LONGEST_NAME}")
    return name


class Card(BaseModel):
    """A card: one line of a card file; games add their columns as fields.

    Attributes
    ----------
    name, title, rarity : str
        ``title`` is the series or set that the card belongs to.
    abilities : tuple of Ability
        Parsed abilities; the cell's text is in ``text``.
    line : int
        Line of the card in its file.
    needed : tuple of str
        Columns that the header must have.
    identity : tuple of str
        Columns whose values together must be unique for each card.
    """

    model_config = ConfigDict(frozen=True)
    needed: ClassVar[tuple[str, ...]] = ("name",)
    identity: ClassVar[tuple[str, ...]] = ("name",)

    name: Annotated[str, BeforeValidator(_card_name)]
    title: str = ""
    rarity: str = ""
    text: str = ""
    abilities: SkipValidation[tuple[Ability, ...]] = ()
    line: int = 0

    @property
    def variant(self) -> str:
        """Text that distinguishes cards of the same name, ``Name (variant)`` in a deck list."""
        return ""

    @property
    def also_called(self) -> tuple[str, ...]:
        """Other names that deck lists may use for the card."""
        return ()

    @classmethod
    def misplaced(cls, cells: Mapping[str, str]) -> Iterator[Wrong]:
        """Yield (column, message) for cells that this kind of card must have or must not have."""
        yield from ()

    @classmethod
    def allowed_moments(cls, cells: Mapping[str, str]) -> Collection[enum.IntEnum] | None:
        """Return the moments that abilities of this kind of card may have; None for any."""
        return None

    @classmethod
    def barred_nouns(cls, cells: Mapping[str, str]) -> Collection[enum.IntEnum]:
        """Return the nouns that abilities of this kind of card must not use."""
        return ()

    @classmethod
    def speaker(cls, cells: Mapping[str, str]) -> Speaker:
        """Return the facts about a card that resolve ambiguities in its text."""
        return Speaker(cls.own_words(cells), cls.allowed_moments(cells), cls.barred_nouns(cells))

    @classmethod
    def own_words(cls, cells: Mapping[str, str]) -> Mapping[str, str]:
        """Return the meaning of each word by which such a card refers to itself and its parts."""
        return {cells["name"]: "this"} if "name" in cells else {}

    def cell(self, column: str) -> Any:
        """Return the value of a cell as written in the file: a number or words."""
        return cell_value(getattr(self, column))

    def numbers(self) -> dict[str, int | tuple[int, ...]]:
        """Return the values of the game-specific fields of ``card_record``, by name."""
        return {}

"""The face of a card for people: its columns and its text, for any game."""

import enum
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, get_args

from evenhand.decks.card import Card
from evenhand.decks.cells import cell_value
from evenhand.decks.language import sentence
from evenhand.decks.pool import CardPool

__all__ = ["NOT_FACTS", "CardFace", "list_faces", "list_facts", "name_column"]

NOT_FACTS = ("name", "abilities", "text", "line")
CHOSEN_FROM_FEW = ("rarity", "title")  # columns whose words many cards share
MOST_INITIALS = 2  # letters of an initialism, such as HP or EX


@dataclass(frozen=True)
class CardFace:
    """The face of a card.

    Attributes
    ----------
    name : str
        Label that is unique in the pool.
    facts : mapping from str to int or str
        Values of its filled columns, numbers and words, in the order of the card file.
    text : str
        Its abilities as printed by the language; "" if it has none.
    cost : int, optional
        The cost to play it; None if it has no comparable cost.
    cost_name : str
        The game's word for the cost.
    choices : tuple of str
        Columns whose words many cards share: type, colour, rarity.
    printed_name : str
        The name used in its text and in the game's vocabulary.
    """

    name: str
    facts: Mapping[str, int | str] = field(default_factory=dict)
    text: str = ""
    cost: int | None = None
    cost_name: str = "cost"
    choices: tuple[str, ...] = ()
    printed_name: str = ""


def name_column(column: str) -> str:
    """Return a column's title on a card's face: "Skill 1 cost" for ``skill1_cost``."""
    words = re.sub(r"(?<=[^\W\d_])(?=\d)", " ", column.replace("_", " ")).split()
    if len(words) == 1 and len(words[0]) <= MOST_INITIALS:
        return words[0].upper()
    text = " ".join(words)
    return text[:1].upper() + text[1:]


@lru_cache(1)  # the game pages of a report show the cards of one pool
def list_faces(pool: CardPool) -> tuple[CardFace, ...]:
    """Return the faces of a pool's cards, in the order of the card file."""
    schema = pool.schema
    choices = tuple(_find_choices(schema.card_model))
    return tuple(
        CardFace(
            name=label,
            facts=list_facts(card),
            text=sentence(card.abilities, schema.vocabulary),
            cost=schema.cost(card) if schema.cost else None,
            cost_name=schema.cost_name,
            choices=choices,
            printed_name=card.name,
        )
        for label, card in zip(pool.labels, pool.cards, strict=True)
    )


def list_facts(card: Card) -> dict[str, Any]:
    """Return the facts on a card's face: its filled columns except name and text."""
    fields = type(card).model_fields
    filled = [name for name in fields if name in card.model_fields_set and name not in NOT_FACTS]
    return {name: _format_value(card.cell(name)) for name in filled}


def _format_value(value: Any) -> Any:
    """Join words on a card's face into one text; return other values unchanged."""
    return ", ".join(str(cell_value(one)) for one in value) if isinstance(value, tuple) else value


def _find_choices(model: type[Card]) -> Iterator[str]:
    for name, info in model.model_fields.items():
        types = (info.annotation, *get_args(info.annotation))
        is_word = any(isinstance(kind, type) and issubclass(kind, enum.Enum) for kind in types)
        if name not in NOT_FACTS and (is_word or name in CHOSEN_FROM_FEW):
            yield name

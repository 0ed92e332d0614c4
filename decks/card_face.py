"""What stands on a card, for people: its columns and its text, in any game's words."""

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
CHOSEN_FROM_FEW = ("rarity", "title")  # words that many cards share
MOST_INITIALS = 2  # letters of a word that is read letter by letter: HP, EX


@dataclass(frozen=True)
class CardFace:
    """What stands on a card.

    Attributes
    ----------
    name : str
        That tells it from the pool's other cards.
    facts : mapping from str to int or str
        Its filled columns, numbers and words, in the order of the card file.
    text : str
        Its abilities as the language prints them; "" if it has none.
    cost : int, optional
        What it takes to play it, if that can be compared.
    cost_name : str
        What that is, in the game's words.
    choices : tuple of str
        Columns whose words many cards share: type, colour, rarity.
    printed_name : str
        The name that its text and the words of the game know it by.
    """

    name: str
    facts: Mapping[str, int | str] = field(default_factory=dict)
    text: str = ""
    cost: int | None = None
    cost_name: str = "cost"
    choices: tuple[str, ...] = ()
    printed_name: str = ""


def name_column(column: str) -> str:
    """Name a column of a card file: "HP" of ``hp``, "Skill 1 cost" of ``skill1_cost``."""
    words = re.sub(r"(?<=[^\W\d_])(?=\d)", " ", column.replace("_", " ")).split()
    if len(words) == 1 and len(words[0]) <= MOST_INITIALS:
        return words[0].upper()
    text = " ".join(words)
    return text[:1].upper() + text[1:]


@lru_cache(1)  # the pages of games beside a report show cards of one pool
def list_faces(pool: CardPool) -> tuple[CardFace, ...]:
    """List what stands on the cards of a pool, in the order of the card file."""
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
    """Return a card's filled columns but for its name and text, by their names."""
    fields = type(card).model_fields
    filled = [name for name in fields if name in card.model_fields_set and name not in NOT_FACTS]
    return {name: _say_value(card.cell(name)) for name in filled}


def _say_value(value: Any) -> Any:
    """Write several words as one text; a number stays one."""
    return ", ".join(str(cell_value(one)) for one in value) if isinstance(value, tuple) else value


def _find_choices(model: type[Card]) -> Iterator[str]:
    for name, info in model.model_fields.items():
        is_word = any(isinstance(one, type) and issubclass(one, enum.Enum)
                      for one in (info.annotation, *get_args(info.annotation)))  # fmt: skip
        if name not in NOT_FACTS and (is_word or name in CHOSEN_FROM_FEW):
            yield name

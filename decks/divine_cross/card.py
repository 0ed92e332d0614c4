"""The cards of Divine Cross: the columns of its card file, and what the rules read of them."""

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import BeforeValidator

from evenhand.decks.card import ABILITY_FIELDS, Card
from evenhand.decks.cells import (
    CellError,
    Wrong,
    missing,
    one_of,
    read_words,
    unexpected,
    whole,
    with_article,
)
from evenhand.decks.divine_cross.words import Attribute, CardType, Moment
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.records import record

__all__ = ["CARD", "SKILLS", "DivineCrossCard"]

SKILLS = 2  # most skills on one unit

CARD = record(
    ("type", np.int8),  # CardType
    ("attribute", np.int8),  # set of Attribute, 0 for cards that are no units
    ("advantage", np.int8),  # set of Attribute that this unit's damage is doubled against
    ("hp", np.int16),
    ("retreat", np.int8),  # energy discarded to retreat
    ("n_skills", np.int8),
    ("skill_cost", np.int8, (SKILLS,)),  # energy that must be attached
    ("skill_damage", np.int16, (SKILLS,)),
    *ABILITY_FIELDS,
    ("title_id", np.int16),
)

PLAYED = (Moment.PLAY,)
ON_FIRST_SKILL = (Moment.SKILL_1, Moment.BEFORE_SKILL_1)
ON_SECOND_SKILL = (Moment.SKILL_2, Moment.BEFORE_SKILL_2)
IN_PLAY = (
    Moment.ALWAYS, Moment.ENTER, Moment.PROMOTE, Moment.KNOCKED_OUT, Moment.KNOCKS_OUT,
    Moment.DAMAGED, Moment.TURN_START, Moment.TURN_END, Moment.EACH_TURN_START,
)  # fmt: skip

UNIT_NEEDS = ("hp", "attribute", "retreat", "skill1", "skill1_cost", "skill1_damage")
SECOND_SKILL = ("skill2", "skill2_cost", "skill2_damage")
UNIT_ONLY = (*UNIT_NEEDS, *SECOND_SKILL, "advantage", "ex")

ATTRIBUTES = {
    "Red": Attribute.RED,
    "Green": Attribute.GREEN,
    "Blue": Attribute.BLUE,
    "RGB": Attribute.RED | Attribute.GREEN | Attribute.BLUE,
    "None": Attribute.NONE,
}


def attribute_set(text: Any) -> Attribute:
    """Read a set of attributes: "Red", "Green Blue", "RGB", "None", or nothing."""
    if isinstance(text, Attribute):
        return text
    found: Attribute = reduce(or_, read_words(ATTRIBUTES, str(text)), Attribute(0))
    if Attribute.NONE in found and found != Attribute.NONE:
        raise CellError(f"expected None to stand alone, found '{shorten(str(text))}'")
    return found


Attributes = Annotated[Attribute, BeforeValidator(attribute_set)]
Cost = Annotated[int, whole(0, 9)]
Damage = Annotated[int, whole(0, 999)]


class DivineCrossCard(Card):
    """One card of Divine Cross; the fields are the columns of the card file."""

    needed: ClassVar[tuple[str, ...]] = ("name", "type", *UNIT_NEEDS)
    identity: ClassVar[tuple[str, ...]] = ("name", "type")

    type: Annotated[CardType, one_of(CardType)]
    number: str = ""
    hp: Annotated[int, whole(10, 2000)] = 0
    attribute: Attributes = Attribute(0)
    advantage: Attributes = Attribute(0)
    retreat: Cost = 0
    skill1: str = ""
    skill1_cost: Cost = 0
    skill1_damage: Damage = 0
    skill2: str = ""
    skill2_cost: Cost = 0
    skill2_damage: Damage = 0
    ex: str = ""

    @property
    def variant(self) -> str:
        """The type's word."""
        return self.type.name.capitalize()

    @classmethod
    def misplaced(cls, cells: Mapping[str, str]) -> Iterator[Wrong]:
        """Hold the filled cells against the card's type."""
        kind = cells.get("type", "").upper()
        if kind == CardType.UNIT.name:
            yield from _missing_on_unit(cells)
        elif kind in CardType.__members__:
            yield from _misplaced_on_command(cells, CardType[kind])

    @classmethod
    def allowed_moments(cls, cells: Mapping[str, str]) -> tuple[Moment, ...] | None:
        """Play for commands; for units and Assists what can befall a unit."""
        match cells.get("type", "").upper():
            case CardType.EVENT.name | CardType.ACTION.name:
                return PLAYED
            case CardType.ASSIST.name:
                return IN_PLAY
            case CardType.UNIT.name:
                second = ON_SECOND_SKILL if "skill2" in cells else ()
                return (*ON_FIRST_SKILL, *second, Moment.ACTIVATE, *IN_PLAY)
        return None  # the type itself is wrong, and that is said already

    @classmethod
    def own_words(cls, cells: Mapping[str, str]) -> Mapping[str, str]:
        """Name a unit and its skills; an Assist does not speak of itself, but of its unit."""
        if cells.get("type", "").upper() == CardType.ASSIST.name:
            return {}
        skills = {"skill1": "skill 1", "skill2": "skill 2"}
        named = {cells[column]: words for column, words in skills.items() if column in cells}
        return {**super().own_words(cells), **named}

    def numbers(self) -> dict[str, int | tuple[int, ...]]:
        """Return what the rules read of the printed card."""
        is_unit = self.type == CardType.UNIT
        return {
            "type": int(self.type),
            "attribute": int(self.attribute),
            "advantage": int(self.advantage),
            "hp": self.hp,
            "retreat": self.retreat,
            "n_skills": is_unit + bool(self.skill2),
            "skill_cost": (self.skill1_cost, self.skill2_cost),
            "skill_damage": (self.skill1_damage, self.skill2_damage),
        }


def _missing_on_unit(cells: Mapping[str, str]) -> Iterator[Wrong]:
    yield from missing(cells, UNIT_NEEDS, "a Unit")
    if any(column in cells for column in SECOND_SKILL):
        yield from missing(cells, SECOND_SKILL, "a second skill")


def _misplaced_on_command(cells: Mapping[str, str], kind: CardType) -> Iterator[Wrong]:
    yield from unexpected(cells, UNIT_ONLY, with_article(kind))
    if "abilities" not in cells:
        yield "abilities", f"{with_article(kind)} needs abilities, found nothing"

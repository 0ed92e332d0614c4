"""The cards of Divinity: the columns of its card file, and what the rules read of them."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

import numpy as np

from evenhand.decks.card import ABILITY_FIELDS, Card
from evenhand.decks.cells import (
    Wrong,
    missing,
    one_of,
    some_of,
    unexpected,
    whole,
    with_article,
)
from evenhand.decks.divinity.words import (
    GEMSTONES,
    PANTHEONS,
    POSITIONS,
    RANKS,
    TYPES,
    Adjective,
    CardType,
    Moment,
    Noun,
    Subtype,
)
from evenhand.decks.records import NOTHING, record

__all__ = ["CARD", "MOMENTS", "DivinityCard"]

CARD = record(
    ("type", np.int8),  # CardType
    ("subtype", np.int8),  # Subtype, NOTHING unless an Attachment
    ("rank", np.int8),  # 0 minor .. 3 supreme, NOTHING unless a Deity
    ("position", np.int8),  # 0 left .. 2 right, NOTHING unless a Wall
    ("hp", np.int16),
    ("atk", np.int16),
    ("words", np.int64),  # set of Adjective: all that is printed of rank, pantheon, and so on
    *ABILITY_FIELDS,
    ("title_id", np.int16),
)

DEITY_NEEDS = ("rank", "pantheon", "gender", "hp", "atk")
DEITY_MAY = ("deity_types", "gemstones")
WALL_NEEDS = ("position", "hp")
OWN_COLUMNS = {
    CardType.DEITY: (*DEITY_NEEDS, *DEITY_MAY),
    CardType.WALL: WALL_NEEDS,
    CardType.ATTACHMENT: ("subtype",),
    CardType.ENVIRONMENT: (),
    CardType.MAGIC: (),
}
NEEDED = {
    CardType.DEITY: DEITY_NEEDS,
    CardType.WALL: WALL_NEEDS,
    CardType.ATTACHMENT: ("subtype", "abilities"),
    CardType.ENVIRONMENT: ("abilities",),
    CardType.MAGIC: ("abilities",),
}
ALL_OWN = tuple(dict.fromkeys(column for own in OWN_COLUMNS.values() for column in own))

ANYWHERE = (
    Moment.ALWAYS, Moment.PLAYED, Moment.TURN_START, Moment.TURN_END, Moment.WALL_PLAYED,
    Moment.DEITY_PLAYED, Moment.ENEMY_DEITY_PLAYED, Moment.OWN_DEFEATED, Moment.LEAVES,
)  # fmt: skip
FIGHTING = (Moment.DEFEATED, Moment.DAMAGED)
MOMENTS = {
    CardType.DEITY: (
        *ANYWHERE, *FIGHTING, Moment.USE, Moment.TO_PLAY, Moment.ATTACKS, Moment.ATTACHED,
        Moment.DEFEATS,
    ),
    CardType.WALL: (*ANYWHERE, *FIGHTING, Moment.TO_PLAY),
    CardType.ATTACHMENT: (*ANYWHERE, Moment.FLIPPED, Moment.TO_PLAY),
    CardType.ENVIRONMENT: (*ANYWHERE, Moment.TO_PLAY),
    CardType.MAGIC: (Moment.MAGIC, Moment.TO_PLAY),
}  # fmt: skip

GENDER_WORDS = {
    "Female": (Adjective.FEMALE,),
    "Male": (Adjective.MALE,),
    "Both": (Adjective.FEMALE, Adjective.MALE, Adjective.DUAL),
}


class DivinityCard(Card):
    """One card of Divinity; the fields are the columns of the card file."""

    needed: ClassVar[tuple[str, ...]] = ("name", "type")
    identity: ClassVar[tuple[str, ...]] = ("name", "title")

    type: Annotated[CardType, one_of(CardType)]
    number: str = ""
    subtype: Annotated[Subtype | None, one_of(Subtype)] = None
    rank: Annotated[Adjective | None, one_of(RANKS)] = None
    pantheon: Annotated[Adjective | None, one_of(PANTHEONS)] = None
    gender: Annotated[tuple[Adjective, ...], one_of(GENDER_WORDS)] = ()
    deity_types: Annotated[tuple[Adjective, ...], some_of(TYPES)] = ()
    gemstones: Annotated[tuple[Adjective, ...], some_of(GEMSTONES)] = ()
    position: Annotated[Adjective | None, one_of(POSITIONS)] = None
    hp: Annotated[int, whole(1, 99)] = 0
    atk: Annotated[int, whole(0, 99)] = 0

    @property
    def variant(self) -> str:
        """The set it is from."""
        return self.title

    @classmethod
    def misplaced(cls, cells: Mapping[str, str]) -> Iterator[Wrong]:
        """Hold the filled cells against the card's type."""
        kind = cells.get("type", "").upper()
        if kind not in CardType.__members__:
            return
        type_ = CardType[kind]
        noun, own = with_article(type_), OWN_COLUMNS[type_]
        yield from missing(cells, NEEDED[type_], noun)
        yield from unexpected(cells, [one for one in ALL_OWN if one not in own], noun)

    @classmethod
    def allowed_moments(cls, cells: Mapping[str, str]) -> tuple[Moment, ...] | None:
        """Return what can befall such a card."""
        kind = cells.get("type", "").upper()
        return MOMENTS[CardType[kind]] if kind in CardType.__members__ else None

    @classmethod
    def barred_nouns(cls, cells: Mapping[str, str]) -> tuple[Noun, ...]:
        """Only an Attachment has a host."""
        return () if cells.get("type", "").upper() == CardType.ATTACHMENT.name else (Noun.HOST,)

    def numbers(self) -> dict[str, int | tuple[int, ...]]:
        """Return what the rules read of the printed card."""
        words = [*self.gender, *self.deity_types, *self.gemstones]
        words += [word for word in (self.rank, self.pantheon, self.position) if word is not None]
        return {
            "type": int(self.type),
            "subtype": NOTHING if self.subtype is None else int(self.subtype),
            "rank": NOTHING if self.rank is None else RANKS.index(self.rank),
            "position": NOTHING if self.position is None else POSITIONS.index(self.position),
            "hp": self.hp,
            "atk": self.atk,
            "words": sum(1 << word for word in words),
        }

"""The cards of Starcrossed: the columns of its card file, and what the rules read of them."""

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
    yes_or_no,
)
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.records import NOTHING, record
from evenhand.decks.starcrossed.words import CardType, Keyword, Moment, Timing, Tribe

__all__ = ["CARD", "SUPER", "StarcrossedCard"]

SUPER = 0  # the uniqueness printed as S

CARD = record(
    ("type", np.int8),  # CardType
    ("cost", np.int8),  # energy
    ("special", np.int8),  # 1: may be played as the special action instead
    ("level", np.int8),  # of a diva, 1..4; 0 for skills
    ("strength", np.int8),  # of a diva
    ("tribe", np.int8),  # Tribe, or NOTHING
    ("timing", np.int8),  # Timing of a skill; NOTHING for divas
    ("crystalbound", np.int8),  # 0 or 1
    ("overkill", np.int8),  # 0 or 1
    *ABILITY_FIELDS,
)

DIVA_NEEDS = ("cost", "level", "strength", "uniqueness")
SKILL_NEEDS = ("cost", "timing", "uniqueness")
DIVA_ONLY = ("level", "strength", "keywords")
IN_PLAY = (
    Moment.ALWAYS, Moment.ACTION, Moment.SPECIAL, Moment.ATTACK, Moment.BLOCK, Moment.HIT,
    Moment.VANQUISHES, Moment.VANQUISHED, Moment.LEVEL_UP, Moment.OTHER_VANQUISHED,
    Moment.ENEMY_ATTACKS, Moment.TURN_START, Moment.TURN_END,
)  # fmt: skip
KEYWORDS = {word.name.capitalize(): word for word in Keyword if word.name}
OPENING = {Timing.ACTION: Moment.PLAY, Timing.COMBAT: Moment.ACTIVATE}


def keyword_set(text: Any) -> Keyword:
    """Read a card's set of keywords: "Icon", "Crystalbound Overkill", or nothing."""
    if isinstance(text, Keyword):
        return text
    return reduce(or_, read_words(KEYWORDS, str(text)), Keyword(0))


def copies_allowed(text: Any) -> int:
    """Read a card's uniqueness: a number of copies, or S for a super card."""
    if str(text).strip().upper() == "S" or text == SUPER:
        return SUPER
    if not str(text).strip().isdecimal() or not 1 <= int(text) <= 50:
        raise CellError(f"expected S or a whole number from 1 to 50, found '{shorten(str(text))}'")
    return int(text)


class StarcrossedCard(Card):
    """One card of Starcrossed; the fields are the columns of the card file."""

    needed: ClassVar[tuple[str, ...]] = ("name", "type", "cost", "uniqueness")

    type: Annotated[CardType, one_of(CardType)]
    number: str = ""
    tribe: Annotated[Tribe | None, one_of(Tribe)] = None
    cost: Annotated[int, whole(0, 20)] = 0
    special: Annotated[bool, yes_or_no] = False
    level: Annotated[int, whole(1, 4)] = 0
    strength: Annotated[int, whole(0, 30)] = 0
    timing: Annotated[Timing | None, one_of(Timing)] = None
    uniqueness: Annotated[int, BeforeValidator(copies_allowed)] = 3
    super_of: str = ""
    keywords: Annotated[Keyword, BeforeValidator(keyword_set)] = Keyword(0)

    @classmethod
    def misplaced(cls, cells: Mapping[str, str]) -> Iterator[Wrong]:
        """Hold the filled cells against the card's type."""
        kind = cells.get("type", "").upper()
        if kind == CardType.DIVA.name:
            yield from missing(cells, DIVA_NEEDS, "a Diva")
            yield from unexpected(cells, ("timing",), "a Diva")
        elif kind in CardType.__members__:
            yield from _misplaced_on_skill(cells, with_article(CardType[kind]))
        yield from _misplaced_super(cells)
        if "crystalbound" in cells.get("keywords", "").casefold() and "tribe" not in cells:
            yield "tribe", "a Crystalbound diva needs a tribe, found nothing"

    @classmethod
    def allowed_moments(cls, cells: Mapping[str, str]) -> tuple[Moment, ...] | None:
        """Play and what befalls a diva; for a skill its own opening, and none but it for a Move."""
        kind = cells.get("type", "").upper()
        if kind == CardType.DIVA.name:
            return (Moment.PLAY, *IN_PLAY)
        timing = cells.get("timing", "").upper()
        if kind not in CardType.__members__ or timing not in Timing.__members__:
            return None  # that is wrong itself, and said already
        opening = (OPENING[Timing[timing]],)
        return opening if kind == CardType.MOVE.name else (*opening, *IN_PLAY)

    def numbers(self) -> dict[str, int | tuple[int, ...]]:
        """Return what the rules read of the printed card."""
        return {
            "type": int(self.type),
            "cost": self.cost,
            "special": int(self.special),
            "level": self.level,
            "strength": self.strength,
            "tribe": NOTHING if self.tribe is None else int(self.tribe),
            "timing": NOTHING if self.timing is None else int(self.timing),
            "crystalbound": int(Keyword.CRYSTALBOUND in self.keywords),
            "overkill": int(Keyword.OVERKILL in self.keywords),
        }


def _misplaced_on_skill(cells: Mapping[str, str], skill: str) -> Iterator[Wrong]:
    yield from missing(cells, (*SKILL_NEEDS, "abilities"), skill)
    yield from unexpected(cells, DIVA_ONLY, skill)


def _misplaced_super(cells: Mapping[str, str]) -> Iterator[Wrong]:
    is_super = cells.get("uniqueness", "").strip().upper() == "S"
    if is_super and "super_of" not in cells:
        yield "super_of", "a card of uniqueness S needs the name of its base card, found nothing"
    if "super_of" in cells and not is_super and "uniqueness" in cells:
        yield "uniqueness", f"expected S on a super card, found '{shorten(cells['uniqueness'])}'"

"""Divine Cross's card columns, deck rules, and samples."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import BeforeValidator

from evenhand.decks.divine_cross.plain import plain_card
from evenhand.decks.divine_cross.words import VOCABULARY, Attribute, CardType, Moment
from evenhand.decks.pool import Card, CellError, name_key, one_of, whole
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.records import record
from evenhand.decks.schema import Finding, GameSchema, Limits, wrong_size
from evenhand.decks.text_file import shortened

__all__ = ["CARD", "MODES", "SCHEMA", "SKILLS", "DeckLimits", "DivineCrossCard"]

SKILLS = 2  # most skills on one unit
CONSTRUCTED, BLITZ = MODES = ("constructed", "blitz")
COPY_KEYS = ("name", "name_and_type")

CARD = record(
    ("type", np.int8),  # CardType
    ("attribute", np.int8),  # set of Attribute, 0 for cards that are no units
    ("advantage", np.int8),  # set of Attribute that this unit's damage is doubled against
    ("hp", np.int16),
    ("retreat", np.int8),  # energy discarded to retreat
    ("n_skills", np.int8),
    ("skill_cost", np.int8, (SKILLS,)),  # energy that must be attached
    ("skill_damage", np.int16, (SKILLS,)),
    ("first_ability", np.int16),
    ("n_abilities", np.int8),
    ("moments", np.int32),  # bit m: an ability of Moment m is among them
    ("name_id", np.int16),  # row of the first card of this name
    ("title_id", np.int16),
)

PLAYED = (Moment.PLAY,)
ON_FIRST_SKILL = (Moment.SKILL_1, Moment.BEFORE_SKILL_1)
ON_SECOND_SKILL = (Moment.SKILL_2, Moment.BEFORE_SKILL_2)
IN_PLAY = (
    Moment.ALWAYS, Moment.ENTER, Moment.PROMOTE, Moment.KNOCKED_OUT, Moment.KNOCKS_OUT,
    Moment.DAMAGED, Moment.TURN_START, Moment.TURN_END,
)  # fmt: skip

UNIT_NEEDS = ("hp", "attribute", "retreat", "skill1", "skill1_cost", "skill1_damage")
SECOND_SKILL = ("skill2", "skill2_cost", "skill2_damage")
UNIT_ONLY = (*UNIT_NEEDS, *SECOND_SKILL, "advantage", "ex")

ATTRIBUTES = {
    "Red": Attribute.RED,
    "Green": Attribute.GREEN,
    "Blue": Attribute.BLUE,
    "None": Attribute.NONE,
    "RGB": Attribute.RED | Attribute.GREEN | Attribute.BLUE,
}


def attribute_set(text: Any) -> Attribute:
    """Read a set of attributes: "Red", "Green Blue", "RGB", "None", or nothing."""
    if isinstance(text, Attribute):
        return text
    by_key = {word.casefold(): value for word, value in ATTRIBUTES.items()}
    found = Attribute(0)
    for word in str(text).replace(",", " ").replace("/", " ").split():
        value = by_key.get(word.casefold())
        if value is None:
            message = f"expected Red, Green, Blue, RGB or None, found '{shortened(word)}'"
            raise CellError(message, did_you_mean(word, ATTRIBUTES))
        found |= value
    if Attribute.NONE in found and found != Attribute.NONE:
        raise CellError(f"expected None to stand alone, found '{shortened(str(text))}'")
    return found


Attributes = Annotated[Attribute, BeforeValidator(attribute_set)]
Cost = Annotated[int, whole(0, 9)]
Damage = Annotated[int, whole(0, 999)]


class DivineCrossCard(Card):
    """One card; the fields are the columns of the card file."""

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
    def misplaced(cls, cells: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Hold the filled cells against the card's type."""
        kind = cells.get("type", "").upper()
        if kind == CardType.UNIT.name:
            yield from _missing_on_unit(cells)
        elif kind in CardType.__members__:
            yield from _misplaced_on_command(cells, kind.capitalize())

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


def _missing_on_unit(cells: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for column in UNIT_NEEDS:
        if column not in cells:
            yield column, "a Unit needs this, found nothing"
    if any(column in cells for column in SECOND_SKILL):
        for column in SECOND_SKILL:
            if column not in cells:
                yield column, "a second skill needs this, found nothing"


def _misplaced_on_command(cells: Mapping[str, str], kind: str) -> Iterator[tuple[str, str]]:
    # Event, Action and Assist all begin with a vowel, hence "an".
    for column in UNIT_ONLY:
        if column in cells:
            found = shortened(cells[column])
            yield column, f"expected nothing on an {kind}, found '{found}'"
    if "abilities" not in cells:
        yield "abilities", f"an {kind} needs abilities, found nothing"


@dataclass(frozen=True)
class DeckLimits(Limits):
    """Deck rules that a designer may change; named as in the rule options.

    Attributes
    ----------
    deck_size : int
        Cards in a deck, no more and no fewer.
    copy_limit : int
        Most copies of a card (Constructed only).
    copy_key : "name" or "name_and_type"
        What makes two cards the same one.
    one_title : bool
        All cards must be of one title.
    min_units : int
        Fewest Units.
    few_units : int
        With fewer Units than this, a note says that hands will often lack one.
    """

    deck_size: int = 30
    copy_limit: int = 2
    copy_key: str = "name"
    one_title: bool = True
    min_units: int = 1
    few_units: int = 6

    def __post_init__(self) -> None:
        """Refuse a copy_key that there is not."""
        if self.copy_key not in COPY_KEYS:
            message = f"the option copy_key is 'name' or 'name_and_type', not '{self.copy_key}'"
            raise UsageError(message, did_you_mean(str(self.copy_key), COPY_KEYS))


def deck_rules(
    cards: Sequence[DivineCrossCard], mode: str, options: Mapping[str, Any]
) -> list[Finding]:
    """Judge a deck by section (g): size, title, copies, and Units.

    Parameters
    ----------
    cards : sequence of DivineCrossCard
        One entry per copy.
    mode : str
        "constructed", or "blitz", which has no limit of copies.
    options : mapping
        May override fields of `DeckLimits`; other keys are not read.
    """
    limits = DeckLimits.of(options)
    findings = [
        *wrong_size(cards, limits.deck_size),
        *_titles(cards, limits),
        *_units(cards, limits),
    ]
    if mode == CONSTRUCTED:
        findings += _copies(cards, limits)
    return findings


def _titles(cards: Sequence[DivineCrossCard], limits: DeckLimits) -> Iterator[Finding]:
    counts = Counter(card.title for card in cards)
    if limits.one_title and len(counts) > 1:
        found = ", ".join(f"{count} of '{title}'" for title, count in counts.most_common())
        yield Finding(f"expected cards of one title, found {found}")


def _units(cards: Sequence[DivineCrossCard], limits: DeckLimits) -> Iterator[Finding]:
    n_units = sum(card.type == CardType.UNIT for card in cards)
    if n_units < limits.min_units:
        yield Finding(f"expected at least {limits.min_units} of type Unit, found {n_units}")
    elif n_units < limits.few_units:
        message = f"with {n_units} of type Unit, many opening hands have none and are redrawn"
        yield Finding(message, is_note=True)


def _copies(cards: Sequence[DivineCrossCard], limits: DeckLimits) -> Iterator[Finding]:
    def key(card: DivineCrossCard) -> tuple[str, str]:
        return name_key(card.name), card.variant if limits.copy_key == "name_and_type" else ""

    counts = Counter(key(card) for card in cards)
    for card in {key(card): card for card in cards}.values():
        count = counts[key(card)]
        if count > limits.copy_limit:
            message = f"expected at most {limits.copy_limit} copies of '{card.name}', found {count}"
            yield Finding(message, name=card.name)


def sort_key(card: DivineCrossCard) -> tuple[int, int, int, str]:
    """Order units by the cost of their first skill and HP, then Events, Actions, Assists."""
    return int(card.type), card.skill1_cost, card.hp, name_key(card.name)


SCHEMA = GameSchema(
    name="divine_cross",
    title="Divine Cross",
    card_model=DivineCrossCard,
    card_record=CARD,
    vocabulary=VOCABULARY,
    folder=files("evenhand.decks.divine_cross"),
    modes=MODES,
    sealed_modes=(BLITZ,),
    deck_rules=deck_rules,
    sort_key=sort_key,
    plain_card=plain_card,
    aliases={
        "series": "title",
        "collector number": "number",
        "card type": "type",
        "kind": "type",
        "color": "attribute",
        "colour": "attribute",
        "retreat cost": "retreat",
        "skill 1 name": "skill1",
        "skill 2 name": "skill2",
        "ex power": "ex",
    },
)

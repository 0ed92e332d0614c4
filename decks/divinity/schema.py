"""Divinity's card columns, deck rules, and samples."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import BeforeValidator

from evenhand.decks.divinity.plain import plain_card
from evenhand.decks.divinity.words import (
    GEMSTONES,
    PANTHEONS,
    POSITIONS,
    RANKS,
    TYPES,
    VOCABULARY,
    Adjective,
    CardType,
    Moment,
    Subtype,
)
from evenhand.decks.pool import Card, CellError, name_key, one_of, whole
from evenhand.decks.problems import did_you_mean
from evenhand.decks.records import NOTHING, record
from evenhand.decks.schema import Finding, GameSchema, Limits, wrong_size
from evenhand.decks.text_file import shortened

__all__ = ["CARD", "SCHEMA", "DeckLimits", "DivinityCard"]

CARD = record(
    ("type", np.int8),  # CardType
    ("subtype", np.int8),  # Subtype, NOTHING unless an Attachment
    ("rank", np.int8),  # 0 minor .. 3 supreme, NOTHING unless a Deity
    ("position", np.int8),  # 0 left .. 2 right, NOTHING unless a Wall
    ("hp", np.int16),
    ("atk", np.int16),
    ("words", np.int64),  # set of Adjective: all that is printed of rank, pantheon, and so on
    ("first_ability", np.int16),
    ("n_abilities", np.int8),
    ("moments", np.int32),  # bit m: an ability of Moment m is among them
    ("name_id", np.int16),  # row of the first card of this name
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


def one_word(words: Sequence[Adjective]) -> BeforeValidator:
    """Make a field take one of some adjectives: a pantheon, a rank, a position."""
    by_key = {word.name.casefold(): word for word in words}

    def found(text: Any) -> Adjective:
        return text if isinstance(text, Adjective) else looked_up(by_key, str(text), words)

    return BeforeValidator(found)


def some_words(words: Sequence[Adjective]) -> BeforeValidator:
    """Make a field take any number of some adjectives: "Celestial Death"."""
    by_key = {word.name.casefold(): word for word in words}

    def found(text: Any) -> tuple[Adjective, ...]:
        if isinstance(text, tuple):
            return text
        parts = str(text).replace(",", " ").replace("/", " ").split()
        return tuple(dict.fromkeys(looked_up(by_key, part, words) for part in parts))

    return BeforeValidator(found)


def looked_up(known: Mapping[str, Adjective], text: str, words: Sequence[Adjective]) -> Adjective:
    """Find a word, or say which there are."""
    word = known.get(text.casefold())
    if word is None:
        names = [one.name.capitalize() for one in words]
        listed = f"{', '.join(names[:-1])} or {names[-1]}"
        message = f"expected {listed}, found '{shortened(text)}'"
        raise CellError(message, did_you_mean(text, names))
    return word


def gender_words(text: Any) -> tuple[Adjective, ...]:
    """Read a gender: "Female", "Male", or "Both", which is each of them (E26)."""
    if isinstance(text, tuple):
        return text
    by_key = {word.casefold(): found for word, found in GENDER_WORDS.items()}
    found = by_key.get(str(text).casefold())
    if found is None:
        message = f"expected Female, Male or Both, found '{shortened(str(text))}'"
        raise CellError(message, did_you_mean(str(text), GENDER_WORDS))
    return found


class DivinityCard(Card):
    """One card; the fields are the columns of the card file."""

    needed: ClassVar[tuple[str, ...]] = ("name", "type")
    identity: ClassVar[tuple[str, ...]] = ("name", "title")

    type: Annotated[CardType, one_of(CardType)]
    number: str = ""
    subtype: Annotated[Subtype | None, one_of(Subtype)] = None
    rank: Annotated[Adjective | None, one_word(RANKS)] = None
    pantheon: Annotated[Adjective | None, one_word(PANTHEONS)] = None
    gender: Annotated[tuple[Adjective, ...], BeforeValidator(gender_words)] = ()
    deity_types: Annotated[tuple[Adjective, ...], some_words(TYPES)] = ()
    gemstones: Annotated[tuple[Adjective, ...], some_words(GEMSTONES)] = ()
    position: Annotated[Adjective | None, one_word(POSITIONS)] = None
    hp: Annotated[int, whole(1, 99)] = 0
    atk: Annotated[int, whole(0, 99)] = 0

    @property
    def variant(self) -> str:
        """The set it is from."""
        return self.title

    @classmethod
    def misplaced(cls, cells: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Hold the filled cells against the card's type."""
        kind = cells.get("type", "").upper()
        if kind not in CardType.__members__:
            return
        type_ = CardType[kind]
        noun = with_article(type_)
        for column in NEEDED[type_]:
            if column not in cells:
                yield column, f"{noun} needs this, found nothing"
        for column in ALL_OWN:
            if column in cells and column not in OWN_COLUMNS[type_]:
                found = shortened(cells[column])
                yield column, f"expected nothing on {noun}, found '{found}'"

    @classmethod
    def allowed_moments(cls, cells: Mapping[str, str]) -> tuple[Moment, ...] | None:
        """Return what can befall such a card."""
        kind = cells.get("type", "").upper()
        return MOMENTS[CardType[kind]] if kind in CardType.__members__ else None

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


def with_article(type_: CardType) -> str:
    """Name a type of card in a sentence."""
    name = type_.name.capitalize()
    return f"an {name}" if name[0] in "AE" else f"a {name}"


@dataclass(frozen=True)
class DeckLimits(Limits):
    """Deck rules that a designer may change; named as in the rule options.

    Attributes
    ----------
    deck_size : int
        Cards in a deck, no more and no fewer.
    max_copies : int
        Most copies of a card.
    max_rituals : int
        Most Rituals, of whatever names.
    min_deities : int
        Fewest Deities.
    few_deities : int
        With fewer Deities than this, a note says that opening hands will be redrawn.
    """

    deck_size: int = 55
    max_copies: int = 3
    max_rituals: int = 1
    min_deities: int = 1
    few_deities: int = 12


def deck_rules(
    cards: Sequence[DivinityCard], mode: str, options: Mapping[str, Any]
) -> list[Finding]:
    """Judge a deck by section (g): size, copies, Rituals, and Deities.

    Parameters
    ----------
    cards : sequence of DivinityCard
        One entry per copy.
    mode : str
        There is one mode.
    options : mapping
        May override fields of `DeckLimits`; other keys are not read.
    """
    limits = DeckLimits.of(options)
    return [
        *wrong_size(cards, limits.deck_size),
        *_copies(cards, limits),
        *_rituals(cards, limits),
        *_deities(cards, limits),
    ]


def _copies(cards: Sequence[DivinityCard], limits: DeckLimits) -> Iterator[Finding]:
    def key(card: DivinityCard) -> tuple[str, str]:
        return name_key(card.name), name_key(card.title)

    counts = Counter(key(card) for card in cards)
    for card in {key(card): card for card in cards}.values():
        count = counts[key(card)]
        if count > limits.max_copies:
            message = f"expected at most {limits.max_copies} copies of '{card.name}', found {count}"
            yield Finding(message, name=card.name)


def _rituals(cards: Sequence[DivinityCard], limits: DeckLimits) -> Iterator[Finding]:
    rituals = [card for card in cards if card.subtype == Subtype.RITUAL]
    if len(rituals) > limits.max_rituals:
        message = f"expected at most {limits.max_rituals} of subtype Ritual, found {len(rituals)}"
        yield Finding(message, name=rituals[-1].name)


def _deities(cards: Sequence[DivinityCard], limits: DeckLimits) -> Iterator[Finding]:
    n_deities = sum(card.type == CardType.DEITY for card in cards)
    if n_deities < limits.min_deities:
        yield Finding(f"expected at least {limits.min_deities} of type Deity, found {n_deities}")
    elif n_deities < limits.few_deities:
        message = f"with {n_deities} of type Deity, many opening hands have none and are redrawn"
        yield Finding(message, is_note=True)


def sort_key(card: DivinityCard) -> tuple[int, ...] | tuple[Any, ...]:
    """Order Deities by rank, ATK and HP, then Walls by position, then spells."""
    numbers = card.numbers()
    return (
        int(card.type), numbers["rank"], numbers["position"], numbers["subtype"], card.atk,
        card.hp, name_key(card.name), name_key(card.title),
    )  # fmt: skip


SCHEMA = GameSchema(
    name="divinity",
    title="Divinity",
    card_model=DivinityCard,
    card_record=CARD,
    vocabulary=VOCABULARY,
    folder=files("evenhand.decks.divinity"),
    modes=("constructed",),
    deck_rules=deck_rules,
    sort_key=sort_key,
    plain_card=plain_card,
    aliases={
        "set": "title",
        "collector number": "number",
        "card type": "type",
        "kind": "type",
        "sub type": "subtype",
        "attachment type": "subtype",
        "types": "deity_types",
        "deity type": "deity_types",
        "deity types": "deity_types",
        "gems": "gemstones",
        "gemstone": "gemstones",
        "health": "hp",
        "attack": "atk",
    },
)

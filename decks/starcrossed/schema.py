"""Starcrossed's card columns, deck rules, and samples."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from importlib.resources import files
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import BeforeValidator

from evenhand.decks.pool import Card, CellError, name_key, one_of, whole
from evenhand.decks.problems import did_you_mean
from evenhand.decks.records import NOTHING, record
from evenhand.decks.schema import Finding, GameSchema, Limits, wrong_size
from evenhand.decks.starcrossed.plain import plain_card
from evenhand.decks.starcrossed.words import VOCABULARY, CardType, Keyword, Moment, Timing, Tribe
from evenhand.decks.text_file import shortened

__all__ = ["CARD", "MODES", "SCHEMA", "SUPER", "DeckLimits", "StarcrossedCard"]

MODES = ("constructed",)
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
    ("first_ability", np.int16),
    ("n_abilities", np.int8),
    ("moments", np.int32),  # bit m: an ability of Moment m is among them
    ("name_id", np.int16),  # row of the first card of this name
)

DIVA_NEEDS = ("cost", "level", "strength", "uniqueness")
SKILL_NEEDS = ("cost", "timing", "uniqueness")
DIVA_ONLY = ("level", "strength", "keywords")
IN_PLAY = (
    Moment.ALWAYS, Moment.ACTION, Moment.SPECIAL, Moment.ATTACK, Moment.BLOCK, Moment.HIT,
    Moment.VANQUISHES, Moment.VANQUISHED, Moment.LEVEL_UP, Moment.OTHER_VANQUISHED,
    Moment.ENEMY_ATTACKS, Moment.TURN_START, Moment.TURN_END,
)  # fmt: skip
OPENING = {Timing.ACTION: Moment.PLAY, Timing.COMBAT: Moment.ACTIVATE}


def keyword_set(text: Any) -> Keyword:
    """Read a set of keywords: "Icon", "Crystalbound Overkill", or nothing."""
    if isinstance(text, Keyword):
        return text
    found = Keyword(0)
    for word in str(text).replace(",", " ").replace("/", " ").split():
        if word.upper() not in Keyword.__members__:
            message = f"expected Crystalbound, Icon or Overkill, found '{shortened(word)}'"
            raise CellError(
                message, did_you_mean(word, [str(one.name).capitalize() for one in Keyword])
            )
        found |= Keyword[word.upper()]
    return found


def copies_allowed(text: Any) -> int:
    """Read a uniqueness value: a number of copies, or S for a super card."""
    if str(text).strip().upper() == "S" or text == SUPER:
        return SUPER
    if not str(text).strip().isdecimal() or not 1 <= int(text) <= 50:
        raise CellError(
            f"expected S or a whole number from 1 to 50, found '{shortened(str(text))}'"
        )
    return int(text)


def one_or_none(words: type[IntEnum]) -> BeforeValidator:
    """Make a field take an enum's words, or None for nothing."""
    choice = one_of(words).func
    return BeforeValidator(lambda text: None if text is None else choice(text))  # type: ignore


def yes_or_no(text: Any) -> bool:
    """Read "yes" or "no"."""
    if isinstance(text, bool):
        return text
    word = str(text).casefold()
    if word not in ("yes", "no"):
        hint = did_you_mean(word, ("yes", "no"))
        raise CellError(f"expected yes or no, found '{shortened(str(text))}'", hint)
    return word == "yes"


class StarcrossedCard(Card):
    """One card; the fields are the columns of the card file."""

    needed: ClassVar[tuple[str, ...]] = ("name", "type", "cost", "uniqueness")

    type: Annotated[CardType, one_of(CardType)]
    number: str = ""
    tribe: Annotated[Tribe | None, one_or_none(Tribe)] = None
    cost: Annotated[int, whole(0, 20)] = 0
    special: Annotated[bool, BeforeValidator(yes_or_no)] = False
    level: Annotated[int, whole(1, 4)] = 0
    strength: Annotated[int, whole(0, 30)] = 0
    timing: Annotated[Timing | None, one_or_none(Timing)] = None
    uniqueness: Annotated[int, BeforeValidator(copies_allowed)] = 3
    super_of: str = ""
    keywords: Annotated[Keyword, BeforeValidator(keyword_set)] = Keyword(0)

    @classmethod
    def misplaced(cls, cells: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Hold the filled cells against the card's type."""
        kind = cells.get("type", "").upper()
        if kind == CardType.DIVA.name:
            yield from _missing(cells, DIVA_NEEDS, "a Diva")
            if "timing" in cells:
                yield "timing", f"expected nothing on a Diva, found '{shortened(cells['timing'])}'"
        elif kind in CardType.__members__:
            yield from _misplaced_on_skill(cells, kind.capitalize())
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


def _missing(
    cells: Mapping[str, str], columns: Sequence[str], what: str
) -> Iterator[tuple[str, str]]:
    for column in columns:
        if column not in cells:
            yield column, f"{what} needs this, found nothing"


def _misplaced_on_skill(cells: Mapping[str, str], kind: str) -> Iterator[tuple[str, str]]:
    article = "an" if kind == "Item" else "a"
    yield from _missing(cells, (*SKILL_NEEDS, "abilities"), f"{article} {kind}")
    for column in DIVA_ONLY:
        if column in cells:
            found = shortened(cells[column])
            yield column, f"expected nothing on {article} {kind}, found '{found}'"


def _misplaced_super(cells: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    is_super = cells.get("uniqueness", "").strip().upper() == "S"
    if is_super and "super_of" not in cells:
        yield "super_of", "a card of uniqueness S needs the name of its base card, found nothing"
    if "super_of" in cells and not is_super and "uniqueness" in cells:
        yield "uniqueness", f"expected S on a super card, found '{shortened(cells['uniqueness'])}'"


@dataclass(frozen=True)
class DeckLimits(Limits):
    """Deck rules that a designer may change; named as in the rule options.

    Attributes
    ----------
    deck_size : int
        Cards in a deck, no more and no fewer.
    icon_limit : int
        Most Icons.
    super_base : int
        Copies of its base that a super card needs.
    super_counts_in_limit : bool
        A super card is one of the copies that its base's uniqueness allows.
    few_divas, many_tribes : int
        With fewer divas, or with as many tribes as this, a note is made.
    """

    deck_size: int = 50
    icon_limit: int = 1
    super_base: int = 2
    super_counts_in_limit: bool = False
    few_divas: int = 15
    many_tribes: int = 3


def deck_rules(
    cards: Sequence[StarcrossedCard], mode: str, options: Mapping[str, Any]
) -> list[Finding]:
    """Judge a deck by section (g): size, uniqueness, super cards, Icons.

    Parameters
    ----------
    cards : sequence of StarcrossedCard
        One entry per copy.
    mode : str
        There is one only.
    options : mapping
        May override fields of `DeckLimits`; other keys are not read.
    """
    limits = DeckLimits.of(options)
    return [
        *wrong_size(cards, limits.deck_size),
        *_copies(cards, limits),
        *_supers(cards, limits),
        *_icons(cards, limits),
        *_hazards(cards, limits),
    ]


def _copies(cards: Sequence[StarcrossedCard], limits: DeckLimits) -> Iterator[Finding]:
    counts = Counter(name_key(card.name) for card in cards)
    supers = Counter(name_key(card.super_of) for card in cards if card.super_of)
    for card in {name_key(card.name): card for card in cards}.values():
        count, most = counts[name_key(card.name)], card.uniqueness or 1
        if limits.super_counts_in_limit and card.uniqueness != SUPER:
            count += supers[name_key(card.name)]
        if count > most:
            copies = "copy" if most == 1 else "copies"
            message = f"expected at most {most} {copies} of '{card.name}', found {count}"
            yield Finding(message, name=card.name)


def _supers(cards: Sequence[StarcrossedCard], limits: DeckLimits) -> Iterator[Finding]:
    counts = Counter(name_key(card.name) for card in cards)
    for card in {name_key(card.name): card for card in cards}.values():
        found = counts[name_key(card.super_of)]
        if card.super_of and found < limits.super_base:
            message = (
                f"'{card.name}' needs {limits.super_base} copies of '{card.super_of}', "
                f"found {found}"
            )
            yield Finding(message, name=card.name)


def _icons(cards: Sequence[StarcrossedCard], limits: DeckLimits) -> Iterator[Finding]:
    icons = [card.name for card in cards if Keyword.ICON in card.keywords]
    if len(icons) > limits.icon_limit:
        names = ", ".join(f"'{name}'" for name in icons)
        yield Finding(f"expected at most {limits.icon_limit} Icon, found {names}", name=icons[-1])


def _hazards(cards: Sequence[StarcrossedCard], limits: DeckLimits) -> Iterator[Finding]:
    n_divas = sum(card.type == CardType.DIVA for card in cards)
    if n_divas < limits.few_divas:
        message = f"with {n_divas} of type Diva, crystals will stand empty"
        yield Finding(message, is_note=True)
    tribes = sorted({card.tribe for card in cards if card.tribe is not None})
    if len(tribes) >= limits.many_tribes:
        names = ", ".join(tribe.name.capitalize() for tribe in tribes)
        yield Finding(f"with {len(tribes)} tribes ({names}), skills will wait", is_note=True)


def sort_key(card: StarcrossedCard) -> tuple[int, int, int, str]:
    """Order divas by level and cost, then moves, powers and items by cost."""
    return int(card.type), card.level, card.cost, name_key(card.name)


SCHEMA = GameSchema(
    name="starcrossed",
    title="Starcrossed",
    card_model=StarcrossedCard,
    card_record=CARD,
    vocabulary=VOCABULARY,
    folder=files("evenhand.decks.starcrossed"),
    modes=MODES,
    deck_rules=deck_rules,
    sort_key=sort_key,
    plain_card=plain_card,
    aliases={
        "collector number": "number",
        "card type": "type",
        "kind": "type",
        "energy": "cost",
        "energy cost": "cost",
        "unique": "uniqueness",
        "uniqueness value": "uniqueness",
        "super of": "super_of",
        "base": "super_of",
        "special action": "special",
        "keyword": "keywords",
    },
)

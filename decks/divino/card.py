"""The cards of DIVINO: the columns of its card file, and what the rules read of them."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import BeforeValidator

from evenhand.decks.card import ABILITY_FIELDS, Card
from evenhand.decks.cells import (
    CellError,
    Wrong,
    look_up,
    missing,
    one_of,
    some_of,
    unexpected,
    whole,
    with_article,
    yes_or_no,
)
from evenhand.decks.divino.cells import (
    ALIGNMENT_WORDS,
    KEYTERM_WORDS,
    MANA_WORDS,
    PLANE_WORDS,
    TRIBE_WORDS,
    TYPE_WORDS,
    cell_words,
    host_words,
    mana_cost,
    names,
)
from evenhand.decks.divino.words import COMBAT, GENERIC, Adjective, CardType, Keyterm, Moment, Noun
from evenhand.decks.language.rows import Side
from evenhand.decks.records import NOTHING, record

__all__ = ["CARD", "MOMENTS", "DivinoCard"]

ATTACHED = (CardType.EQUIPMENT, CardType.ORB, CardType.AURA)

CARD = record(
    ("type", np.int8),  # CardType
    ("words", np.int64),  # set of Adjective: planes, alignment and tribe
    ("energy", np.int16),  # casting cost and starting energy; NOTHING if it has none
    ("mana", np.int8, (GENERIC + 1,)),  # of each colour, then of any plane
    ("n_mana", np.int8),  # all mana together; 0: it has no mana cost
    ("atk", np.int16),
    ("defense", np.int16),
    ("energize", np.int8),  # rate; of an Orb: what it adds
    ("keyterms", np.int16),  # set of Keyterm
    ("is_basic", np.int8),  # 1: a basic land, which makes one mana of its plane
    ("equip", np.int8),  # energy to equip it; NOTHING if it is no Equipment
    ("host_side", np.int8),  # Side: whose things this Aura can enchant
    ("host_noun", np.int8),  # Noun that it can enchant, NOTHING if it is no Aura
    ("loyalty", np.int8),  # of a Deity when it is summoned
    ("summon", np.int16),  # energy to summon a Deity
    ("counts_as", np.int8),  # how many Demigods it counts as; 0 if it is none
    *ABILITY_FIELDS,
    ("title_id", np.int16),
)

# Columns by type

FIGHTER = ("plane", "energy", "atk", "alignment", "tribe")
CAST = ("plane", "energy")
NEEDED = {
    CardType.DEMIGOD: ("plane", "alignment", "energy", "energize", "atk"),
    CardType.CREATURE: FIGHTER,
    CardType.RELIC_CREATURE: FIGHTER,
    CardType.NAGUAL: (*FIGHTER, "energize"),
    CardType.WARRIOR: (*FIGHTER, "mana", "defense"),
    CardType.FORTRESS: ("plane", "mana", "energy", "atk", "defense"),
    CardType.SHRINE: ("plane", "mana", "energy", "deity", "abilities"),
    CardType.DEITY: ("plane", "summon", "loyalty", "abilities"),
    CardType.LAND: (),
    CardType.RELIC: (*CAST, "abilities"),
    CardType.EQUIPMENT: (*CAST, "equip", "abilities"),
    CardType.ORB: (*CAST, "energize"),
    CardType.SORCERY: ("plane", "abilities"),
    CardType.INSTANT: ("plane", "abilities"),
    CardType.ENCHANTMENT: ("plane", "abilities"),
    CardType.AURA: ("plane", "host", "abilities"),
}
ALLOWED = {
    CardType.DEMIGOD: ("keyterms", "starting", "counts_as"),
    CardType.CREATURE: ("keyterms", "energize"),
    CardType.RELIC_CREATURE: ("keyterms", "energize"),
    CardType.NAGUAL: ("keyterms", "starting"),
    CardType.WARRIOR: ("keyterms", "energize"),
    CardType.FORTRESS: ("starting",),
    CardType.LAND: ("plane", "basic", "abilities"),
    **{
        type_: ("energy", "mana")
        for type_ in (CardType.SORCERY, CardType.INSTANT, CardType.ENCHANTMENT, CardType.AURA)
    },
}
SPELLS = (CardType.SORCERY, CardType.INSTANT, CardType.ENCHANTMENT, CardType.AURA)
FREE = (CardType.RELIC, CardType.EQUIPMENT, CardType.ORB, *SPELLS)  # may cost 0 energy
OWN_COLUMNS = (
    "plane", "alignment", "tribe", "energy", "mana", "atk", "defense", "energize", "keyterms",
    "starting", "counts_as", "basic", "equip", "host", "deity", "loyalty", "summon",
)  # fmt: skip

IN_PLAY = (
    Moment.ALWAYS, Moment.ACTIVATE, Moment.MANA, Moment.ENTER, Moment.LEAVES, Moment.TURN_START,
    Moment.UPKEEP, Moment.TURN_END, Moment.OTHER_ENTERS, Moment.OTHER_ATTACKS, Moment.OTHER_DIES,
    Moment.ENEMY_DIES, Moment.YOU_CAST, Moment.ENEMY_CASTS, Moment.LAND_PLAYED,
    Moment.DEMIGOD_DAMAGED,
)  # fmt: skip
WITH_ENERGY = (*IN_PLAY, Moment.DAMAGED, Moment.DIES)
FIGHTING = (
    *WITH_ENERGY, Moment.ATTACKS, Moment.BLOCKS, Moment.IS_BLOCKED, Moment.HITS, Moment.ENERGIZES,
)  # fmt: skip
ON_A_HOST = (*IN_PLAY, Moment.HOST_ATTACKS, Moment.HOST_DIES)
MOMENTS = {
    **dict.fromkeys(COMBAT, FIGHTING),
    CardType.DEMIGOD: (
        *(moment for moment in IN_PLAY if moment not in (Moment.ENTER, Moment.LEAVES)),
        Moment.DAMAGED,
        Moment.ENERGIZES,
    ),
    CardType.FORTRESS: WITH_ENERGY,
    CardType.SHRINE: WITH_ENERGY,
    CardType.DEITY: (*IN_PLAY, Moment.LOYALTY),
    CardType.LAND: IN_PLAY,
    CardType.RELIC: IN_PLAY,
    CardType.ENCHANTMENT: IN_PLAY,
    CardType.EQUIPMENT: ON_A_HOST,
    CardType.ORB: ON_A_HOST,
    CardType.AURA: ON_A_HOST,
    CardType.SORCERY: (Moment.SPELL,),
    CardType.INSTANT: (Moment.SPELL,),
}


Number = Annotated[int, whole(0, 30)]


class DivinoCard(Card):
    """One card of DIVINO; the fields are the columns of the card file."""

    needed: ClassVar[tuple[str, ...]] = ("name", "type")

    type: Annotated[CardType, one_of(TYPE_WORDS, "a type")]
    number: str = ""
    plane: Annotated[tuple[Adjective, ...], some_of(PLANE_WORDS, "a plane")] = ()
    alignment: Annotated[Adjective | None, one_of(ALIGNMENT_WORDS, "an alignment")] = None
    tribe: Annotated[Adjective | None, one_of(TRIBE_WORDS, "a tribe")] = None
    energy: Annotated[int | None, whole(0, 60)] = None
    mana: Annotated[tuple[int, ...], BeforeValidator(mana_cost)] = ()
    atk: Number = 0
    defense: Number = 0
    energize: Number = 0
    keyterms: Annotated[tuple[Keyterm, ...], some_of(KEYTERM_WORDS, "a keyterm")] = ()
    starting: Annotated[tuple[str, ...], BeforeValidator(names)] = ()
    counts_as: Annotated[int, whole(1, 4)] = 1
    basic: Annotated[bool, yes_or_no] = False
    equip: Number = 0
    host: Annotated[tuple[Side, Noun] | None, BeforeValidator(host_words)] = None
    deity: str = ""
    loyalty: Annotated[int, whole(1, 30)] = 0
    summon: Number = 0

    @property
    def label(self) -> str:
        """The type in words: "Relic Creature"."""
        return self.type.name.replace("_", " ").title()

    @property
    def is_paid_with_mana_only(self) -> bool:
        """Warriors, Fortresses and Shrines have no cost in energy (R9)."""
        return self.type in (CardType.WARRIOR, CardType.FORTRESS, CardType.SHRINE)

    @classmethod
    def misplaced(cls, cells: Mapping[str, str]) -> Iterator[Wrong]:
        """Hold the filled cells against the card's type."""
        type_ = type_of(cells)
        if type_ is None:
            return
        noun = with_article(type_)
        own = (*NEEDED[type_], *ALLOWED.get(type_, ()))
        yield from missing(cells, NEEDED[type_], noun)
        yield from unexpected(cells, [one for one in OWN_COLUMNS if one not in own], noun)
        if type_ in SPELLS and "energy" not in cells and "mana" not in cells:
            yield "energy", f"{noun} needs a cost, here or in 'mana', found nothing"
        if type_ is CardType.LAND:
            yield from _misplaced_on_land(cells)
        if cells.get("energy") == "0" and type_ not in FREE:
            yield "energy", f"expected at least 1 on {noun}, found 0"

    @classmethod
    def allowed_moments(cls, cells: Mapping[str, str]) -> tuple[Moment, ...] | None:
        """Return what can befall such a card."""
        type_ = type_of(cells)
        return None if type_ is None else MOMENTS[type_]

    @classmethod
    def barred_nouns(cls, cells: Mapping[str, str]) -> tuple[Noun, ...]:
        """Only what is attached has a host."""
        return () if type_of(cells) in ATTACHED else (Noun.HOST,)

    def cell(self, column: str) -> Any:
        """Return what a cell of the card says; nothing, where it is empty."""
        if column not in self.model_fields_set:
            return ""
        words = cell_words(column, getattr(self, column))
        return super().cell(column) if words is None else words

    def numbers(self) -> dict[str, int | tuple[int, ...]]:
        """Return what the rules read of the printed card."""
        words = [*self.plane, *(word for word in (self.alignment, self.tribe) if word is not None)]
        side, noun = self.host or (Side.ANY, NOTHING)
        return {
            "type": int(self.type),
            "words": sum(1 << word for word in words),
            "energy": NOTHING if self.energy is None else self.energy,
            "mana": self.mana or (0,) * (GENERIC + 1),
            "n_mana": sum(self.mana),
            "atk": self.atk,
            "defense": self.defense,
            "energize": self.energize,
            "keyterms": sum(1 << word for word in self.keyterms),
            "is_basic": int(self.basic),
            "equip": self.equip if self.type == CardType.EQUIPMENT else NOTHING,
            "host_side": int(side),
            "host_noun": int(noun),
            "loyalty": self.loyalty,
            "summon": self.summon,
            "counts_as": self.counts_as if self.type == CardType.DEMIGOD else 0,
        }


def type_of(cells: Mapping[str, str]) -> CardType | None:
    """Read the type of DIVINO's card; None if it is wrong, and that is said already."""
    try:
        return look_up(TYPE_WORDS, cells.get("type", ""))
    except CellError:
        return None


def _misplaced_on_land(cells: Mapping[str, str]) -> Iterator[Wrong]:
    is_basic = cells.get("basic", "").casefold() == "yes"
    planes = [word for word in MANA_WORDS if word.casefold() == cells.get("plane", "").casefold()]
    if is_basic and not planes:
        yield "plane", f"a basic Land needs one plane of {', '.join(MANA_WORDS)}"
    if is_basic and "abilities" in cells:
        yield "abilities", "a basic Land makes its mana by itself, so nothing is expected here"
    if not is_basic and "abilities" not in cells:
        yield "abilities", "a nonbasic Land needs abilities, found nothing"

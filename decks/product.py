"""Sealed products: the cards of a pack, and their probabilities.

A product is a TOML file::

    name = "Cinder Vale Boosters"
    title = "Cinder Vale"          # only cards of this title; leave out for all
    packs = 5                      # packs that one player opens

    [pack]
    cards = 6

    [[pack.slot]]
    count = 5
    rarities = { N = 1 }

    [[pack.slot]]
    count = 1
    rarities = { R = 3, SR = 1 }   # weights: three times in four an R
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from evenhand.decks.card import name_key
from evenhand.decks.file_cache import cache_result
from evenhand.decks.invisible_characters import find_unseen, shorten
from evenhand.decks.language.errors import list_words
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, did_you_mean
from evenhand.decks.schema import GameSchema
from evenhand.decks.text_file import decode, read_bytes
from evenhand.decks.toml_file import (
    LARGEST_TOML,
    TomlFile,
    TomlValueError,
    parse_toml,
    validate_toml,
)

__all__ = ["Product", "Slot", "load_product", "sample_products"]

DRAWS = 2**32  # values of one random number


@dataclass(frozen=True)
class Slot:
    """A slot of a product's pack: a rarity drawn by weight, then a card of it."""

    weights: tuple[tuple[str, float], ...]


@dataclass(frozen=True, eq=False)
class Product:
    """A sealed product, as arrays for compiled code.

    The card of a slot is ``rows[slot, k]`` for the smallest ``k`` with
    ``draw <= cumulative[slot, k]``, where ``draw`` is a random 32-bit number.

    Attributes
    ----------
    name, title : str
        ``title`` is "" if the packs contain cards of all titles.
    packs_per_player : int
    slots : tuple of Slot
        One per card of a pack.
    rows : int16 array, shape (cards per pack, width)
        Rows of the pool; padded with the last one.
    cumulative : uint32 array, shape (cards per pack, width)
        Rising to ``2**32 - 1`` in each row, which is also the padding.
    file : str
        Path of the file.
    content_hash : str
        SHA-256 of the file's bytes, in hex.
    """

    name: str
    title: str
    packs_per_player: int
    slots: tuple[Slot, ...]
    rows: np.ndarray
    cumulative: np.ndarray
    file: str
    content_hash: str

    @property
    def n_cards(self) -> int:
        """Number of cards that one player opens."""
        return self.packs_per_player * len(self.slots)


def _refuse_unseen(text: str) -> str:
    if unseen := find_unseen(text):
        raise TomlValueError(f"expected text that can be seen, found {unseen}")
    return text


class _SlotTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    count: Annotated[int, Field(ge=1, le=60)]
    rarities: dict[str, Annotated[float, Field(gt=0, allow_inf_nan=False)]]


class _PackTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    cards: Annotated[int, Field(ge=1, le=60)]
    slot: Annotated[list[_SlotTable], Field(min_length=1)]


class _ProductTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_refuse_unseen)]
    title: str = ""
    packs: Annotated[int, Field(ge=1, le=60)]
    pack: _PackTable


@cache_result
def load_product(schema: GameSchema, pool: CardPool, path: str | Path) -> Product:
    """Read a product, and find the pool's cards for each slot of its packs.

    Raises
    ------
    UsageError
        If nothing is at the path.
    InputError
        With all problems of the file.
    """
    content = read_bytes(path, LARGEST_TOML)
    toml = parse_toml(decode(content, path), str(path))
    table, problems = validate_toml(_ProductTable, toml)
    if table is not None and not problems:
        problems = list(_find_problems(table, pool, toml))
    if table is None or problems:
        raise InputError(problems)
    slots = [Slot(tuple(s.rarities.items())) for s in table.pack.slot for _ in range(s.count)]
    by_rarity = _group_by_rarity(pool, table.title)
    rows, cumulative = _make_draw_tables(slots, by_rarity, toml)
    return Product(
        name=table.name,
        title=table.title,
        packs_per_player=table.packs,
        slots=tuple(slots),
        rows=rows,
        cumulative=cumulative,
        file=str(path),
        content_hash=hashlib.sha256(content).hexdigest(),
    )


def sample_products(schema: GameSchema) -> dict[str, Path]:
    """Return the paths of the products that ship with a game, by name."""
    return schema.samples("products", ".toml")


def _find_problems(table: _ProductTable, pool: CardPool, toml: TomlFile) -> Iterator[Problem]:
    n_cards = sum(slot.count for slot in table.pack.slot)
    if n_cards != table.pack.cards:
        message = f"expected slots for {table.pack.cards} cards, as in pack.cards, found {n_cards}"
        yield toml.problem(("pack", "slot"), message)
    titles = sorted({card.title for card in pool.cards})
    if table.title and name_key(table.title) not in map(name_key, titles):
        message = f"no card of {pool.file} has the title '{shorten(table.title)}'"
        yield toml.problem(("title",), message, did_you_mean(table.title, titles))
        return
    by_rarity = _group_by_rarity(pool, table.title)
    rarities = tuple(pool.cards[rows[0]].rarity or "none" for rows in by_rarity.values())
    for number, slot in enumerate(table.pack.slot):
        place = ("pack", "slot", number, "rarities")
        if not slot.rarities:
            yield toml.problem(place, "expected at least one rarity, found none")
        for rarity in slot.rarities:
            if name_key(rarity) not in by_rarity:
                message = f"no card of the product has the rarity '{shorten(rarity)}'"
                yield toml.problem(place, message, f"it has {list_words(rarities)}")


def _group_by_rarity(pool: CardPool, title: str) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for row, card in enumerate(pool.cards):
        if not title or name_key(card.title) == name_key(title):
            rows.setdefault(name_key(card.rarity), []).append(row)
    return rows


def _make_draw_tables(
    slots: list[Slot], by_rarity: dict[str, list[int]], toml: TomlFile
) -> tuple[np.ndarray, np.ndarray]:
    columns = [_make_slot_column(slot, by_rarity) for slot in slots]
    width = max(len(rows) for rows, _ in columns)
    rows = np.empty((len(slots), width), np.int16)
    cumulative = np.full((len(slots), width), DRAWS - 1, np.uint32)
    for place, (slot_rows, bounds) in enumerate(columns):
        if np.any(np.diff([-1, *bounds]) <= 0):
            message = "a weight is too small: some card would never come up"
            raise InputError([toml.problem(("pack", "slot"), message)])
        rows[place] = slot_rows[-1]
        rows[place, : len(slot_rows)] = slot_rows
        cumulative[place, : len(bounds)] = bounds
    return rows, cumulative


def _make_slot_column(slot: Slot, by_rarity: dict[str, list[int]]) -> tuple[list[int], list[int]]:
    """Return a pack slot's rows and the last draw that gives each, exactly rounded."""
    total = sum(Fraction(weight) for _, weight in slot.weights)
    rows: list[int] = []
    bounds: list[int] = []
    reached = Fraction(0)
    for rarity, weight in slot.weights:
        cards = by_rarity[name_key(rarity)]
        for row in cards:
            reached += Fraction(weight) / total / len(cards)
            rows.append(row)
            bounds.append(int(reached * DRAWS) - 1)
    return rows, bounds

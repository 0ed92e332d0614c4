"""Load and check card files, one card per line, and convert them to arrays for compiled rules.

Every card becomes one ``card_record`` row. These fields, if a game's record has
them, have the same meaning in all games and are filled in here:

===============  ============================================================
first_ability    row of the card's first ability
n_abilities      number of its ability rows
moments          bit set of its abilities' moments, bit ``m`` is ``1 << m``
name_id          row of the first card of that name
title_id         number of the card's title, in the order of first use
===============  ============================================================
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from evenhand.decks.card import Card, kind_of, name_key
from evenhand.decks.card_records import compile_cards, make_records
from evenhand.decks.card_rows import find_duplicates, parse_card
from evenhand.decks.cards_in_part import UnreadCard, leave_out_cards, list_unread, suggest_card
from evenhand.decks.columns import Columns, find_near, map_spellings
from evenhand.decks.file_cache import cache_result
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.language.errors import AbilityError
from evenhand.decks.language.vocabulary import NO_ABILITIES
from evenhand.decks.problems import (
    InputError,
    PartlyReadError,
    Problem,
    UsageError,
    did_you_mean,
    keep_rest,
)
from evenhand.decks.sample_sentences import SampleSentences
from evenhand.decks.schema import GameSchema
from evenhand.decks.sheet import Sheet, read_sheet, resolve_headers

__all__ = [
    "CardPool",
    "columns_of",
    "list_columns",
    "load_pool",
    "make_pool",
    "replace_card",
    "with_cards",
]

MOST_CARDS = 2_000

SLASHES = re.compile(r"\s*/+\s*")  # between the parts of a name
POOLS_KEPT = 8  # pools in the cache, so that copies of a file are parsed once


@dataclass(frozen=True, eq=False)
class CardPool:
    """A pool: a card file's cards, as objects for people and as arrays for compiled rules.

    Attributes
    ----------
    cards : tuple of Card
        In the order of the file; a card's row is its position here.
    file : str
        Path or address of the file, as the user gave it.
    content_hash : str
        SHA-256 of the file's bytes, in hex.
    records : array of card_record, shape (n_cards,)
    abilities : array of ABILITY, shape (n_abilities,)
    steps : array of STEP, shape (n_steps,)
        Steps of all abilities; the costs of an ability come first.
    notes : tuple of str
        Remarks that are not errors.
    curve : CardPool, optional
        The cards whose numbers and costs define plain cards; this pool if None.
    kept_as : str
        Name of the copy of the file in a run folder.
    unread : tuple of UnreadCard
        The file's cards that could not be read. No other attribute lists them.
    other_columns : mapping from str to mapping from int to str
        Text in the file's columns that the game does not know, by header, then by a card's line.
    """

    schema: GameSchema
    cards: tuple[Card, ...]
    file: str
    content_hash: str
    records: np.ndarray
    abilities: np.ndarray
    steps: np.ndarray
    notes: tuple[str, ...] = ()
    curve: "CardPool | None" = None
    kept_as: str = ""
    unread: tuple[UnreadCard, ...] = ()
    other_columns: Mapping[str, Mapping[int, str]] = field(default_factory=dict)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the cards, by row."""
        return tuple(card.name for card in self.cards)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Names of the kinds of the cards; empty if the game has only one kind."""
        return frozenset(map(kind_of, self.cards)) - {""}

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Unique names by row: cards that share a name also get their variant."""
        times = Counter(map(name_key, self.names))
        return tuple(
            f"{card.name} ({card.variant})"
            if times[name_key(card.name)] > 1 and card.variant
            else card.name
            for card in self.cards
        )

    @cached_property
    def _rows_by_name(self) -> dict[str, list[int]]:
        rows: dict[str, list[int]] = {}
        for row, card in enumerate(self.cards):
            rows.setdefault(name_key(card.name), []).append(row)
            if card.variant:
                rows.setdefault(name_key(f"{card.name} ({card.variant})"), []).append(row)
        for row, card in enumerate(self.cards):
            for name in card.also_called:
                rows.setdefault(name_key(name), [row])
        for row, unread in enumerate(self.unread, len(self.cards)):
            rows.setdefault(name_key(unread.name), []).append(row)
        return rows

    def rows_of(self, name: str) -> list[int]:
        """Return the rows of the cards of a name, ignoring case; empty if there are none.

        Rows below the last card's stand for cards that could not be read, see `find_unread`.
        """
        return self._rows_by_name.get(name_key(name), [])

    def find_unread(self, rows: Sequence[int]) -> UnreadCard | None:
        """Return the first card of some rows of a pool that could not be read; None if none."""
        n_cards = len(self.cards)
        return next((self.unread[row - n_cards] for row in rows if row >= n_cards), None)

    def suggest_name(self, name: str) -> str:
        """Return a hint with the card of the nearest name, also one that could not be read."""
        return suggest_card(name, self.names, self.unread, self.file)

    @cached_property
    def _rows_by_spelling(self) -> dict[str, list[int]]:
        """Rows by other spellings of names with several parts: ``Fire/Ice``, ``Fire``."""
        rows: dict[str, list[int]] = {}
        for row, name in enumerate([*self.names, *(unread.name for unread in self.unread)]):
            parts = SLASHES.split(name_key(name))
            for written in {"/".join(parts), parts[0]} if len(parts) > 1 else ():
                rows.setdefault(written, []).append(row)
        return rows

    @property
    def has_parts(self) -> bool:
        """Whether some card's name has several parts, such as ``Fire // Ice``."""
        return bool(self._rows_by_spelling)

    def rows_by_part(self, name: str) -> list[int]:
        """Return the rows of cards by a name with other slashes, or by the name's first part."""
        return self._rows_by_spelling.get("/".join(SLASHES.split(name_key(name))), [])

    def row_of(self, name: str) -> int:
        """Return the row of the first card of a name, ignoring case.

        Raises
        ------
        UsageError
            If no card has the name.
        InputError
            If a card of the name could not be read.
        """
        rows = self.rows_of(name)
        if unread := self.find_unread(rows):
            message = f"the card '{shorten(name)}' cannot be read"
            raise InputError([Problem(self.file, unread.line, None, message, hangs_on=name)])
        if not rows:
            message = f"{self.file} has no card '{shorten(name)}'"
            raise UsageError(message, self.suggest_name(name))
        return rows[0]


@cache_result
def load_pool(
    schema: GameSchema,
    path: str | Path | None = None,
    curve: str | Path | None = None,
    used: tuple[str, ...] = (),
) -> CardPool:
    """Load a pool of cards: read and check a card file.

    Parameters
    ----------
    schema : GameSchema
        The game's columns and words.
    path : str or Path, optional
        CSV, TSV, XLSX or ODS file, or its address; ``#`` and the name of a sheet may follow.
        The game's sample pool by default.
    curve : str or Path, optional
        A card file that defines plain cards; the pool itself by default.
    used : tuple of str
        Columns that the game does not know and that are used all the same, to group cards.

    Raises
    ------
    UsageError
        If nothing is at the path.
    PartlyReadError
        With all problems of the file, if they are of some cards; its `rest` is a pool of the
        others.
    InputError
        With all problems of the file, or of that of the curve.
    """
    named = schema.sample_path("cards.csv") if path is None else path
    table, wrong = keep_rest(lambda: read_sheet(named, columns_of(schema)))
    pool, problems = keep_rest(lambda: _make_pool(schema, table, wrong, used))
    if curve is not None:
        try:
            pool = replace(pool, curve=load_pool(schema, curve))
        except InputError as error:
            raise InputError([*problems, *error.problems]) from None
    if problems:
        raise PartlyReadError(problems, pool)
    return pool


def make_pool(schema: GameSchema, table: Sheet) -> CardPool:
    """Make a pool of a table of cards, and check it.

    Raises
    ------
    PartlyReadError
        With all problems of the table, if they are of some cards; its `rest` is a pool of the
        others.
    InputError
        With all problems of the table.
    """
    return _make_pool(schema, table)


def _make_pool(
    schema: GameSchema, table: Sheet, wrong: Sequence[Problem] = (), used: Sequence[str] = ()
) -> CardPool:
    """Make a pool of a table of cards, of which rows with known problems are not read."""
    sheet, faults = keep_rest(
        lambda: resolve_headers(table, list_columns(schema), schema.aliases, used)
    )
    key = _CardTable.of(schema, sheet, (*wrong, *faults))
    pool, problems = keep_rest(lambda: _build_pool(key))
    pool = replace(
        pool,
        file=sheet.file,
        content_hash=sheet.content_hash,
        notes=tuple(sheet.notes),
        kept_as=sheet.kept_as,
        other_columns=_list_other_columns(sheet),
    )
    if problems:
        raise PartlyReadError(problems, pool)
    return pool


def _list_other_columns(sheet: Sheet) -> dict[str, dict[int, str]]:
    """Return the text in a sheet's columns that its game does not know, by header and line."""
    return {
        header: {row.line: row.others.get(header, "") for row in sheet.rows}
        for header in _unused_headers(sheet)
    }


@dataclass(frozen=True)
class _CardTable:
    """The content of a pool's file, as a cache key: equal for files of equal content."""

    schema_id: int  # not reused by another schema, because `schema` keeps this one alive
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Any, ...], ...]
    wrong: tuple[Problem, ...]  # rows that cannot be read
    schema: GameSchema = field(compare=False)
    sheet: Sheet = field(compare=False)

    @classmethod
    def of(cls, schema: GameSchema, sheet: Sheet, wrong: tuple[Problem, ...]) -> "_CardTable":
        rows = tuple((row.line, *row.cells.items()) for row in sheet.rows)
        return cls(id(schema), tuple(sheet.written_as.items()), rows, wrong, schema, sheet)


@lru_cache(POOLS_KEPT)
def _build_pool(table: _CardTable) -> CardPool:
    """Parse and compile the cards of a pool; raise all problems of its table."""
    schema, sheet = table.schema, table.sheet
    cards, problems = _parse_cards(table)
    cards, more = leave_out_cards(schema, sheet, cards, problems) if problems else (cards, [])
    problems += more
    if problems and not cards:
        raise InputError(problems)
    try:
        compiled = compile_cards(schema, cards)
    except AbilityError as error:  # each card fits, but not all of them together
        problems.append(Problem(sheet.file, None, "abilities", error.message))
        raise InputError(problems) from None
    pool = CardPool(
        schema=schema,
        cards=tuple(cards),
        file=sheet.file,
        content_hash=sheet.content_hash,
        records=make_records(schema, cards, compiled),
        abilities=compiled.abilities,
        steps=compiled.steps,
        unread=list_unread(sheet, cards) if problems else (),
    )
    if problems:
        raise PartlyReadError(problems, pool)
    return pool


def with_cards(pool: CardPool, cards: Sequence[Card], rows: Sequence[int] = ()) -> CardPool:
    """Append cards to a pool; the rows of the pool's own cards do not change.

    Parameters
    ----------
    rows : sequence of int
        One row of the pool per card, whose ``name_id`` the card shares; own names if empty.
    """
    named_as = [*range(len(pool.cards)), *rows] if rows else []
    return _hold_cards(pool, [*pool.cards, *cards], named_as)


def replace_card(pool: CardPool, row: int, card: Card) -> CardPool:
    """Return a pool with a card in the place of another of the same name."""
    cards = [*pool.cards[:row], card, *pool.cards[row + 1 :]]
    return _hold_cards(pool, cards, range(len(cards)))


def _hold_cards(pool: CardPool, cards: Sequence[Card], named_as: Sequence[int]) -> CardPool:
    """Return a pool of other cards.

    Parameters
    ----------
    named_as : sequence of int
        For each card, the row of the pool whose ``name_id`` it shares; own names if empty.
    """
    compiled = compile_cards(pool.schema, cards)
    records = make_records(pool.schema, cards, compiled)
    if named_as and "name_id" in (pool.schema.card_record.names or ()):
        records["name_id"] = pool.records["name_id"][list(named_as)]
    return replace(
        pool,
        cards=tuple(cards),
        records=records,
        abilities=compiled.abilities,
        steps=compiled.steps,
    )


def list_columns(schema: GameSchema) -> list[str]:
    """List the columns of a game's card file, for its pool."""
    unwritten = ["text", "line"]
    if schema.vocabulary is NO_ABILITIES:
        unwritten.append("abilities")
    return [name for name in schema.card_model.model_fields if name not in unwritten]


def columns_of(schema: GameSchema) -> Columns:
    """Return the columns of a game's pool, as needed by `read_sheet`."""
    return Columns(list_columns(schema), schema.card_model.needed, schema.aliases)


def _parse_cards(table: _CardTable) -> tuple[list[Card], list[Problem]]:
    """Parse the rows of a pool's table; return the cards, and all problems of the rows.

    Raises
    ------
    InputError
        If it is the table that is wrong, or probably.
    """
    schema, sheet = table.schema, table.sheet
    of_table = list(_find_table_problems(schema, sheet))
    if of_table:
        raise InputError([*of_table, *table.wrong])
    names = list(dict.fromkeys(row.cells["name"] for row in sheet.rows if "name" in row.cells))
    cards: list[Card] = []
    problems = list(table.wrong)
    wrong_lines = {problem.line for problem in problems}
    samples = SampleSentences(schema, lambda: load_pool(schema).cards)
    for row in sheet.rows:
        if row.line in wrong_lines:
            continue
        card, card_problems = parse_card(schema, sheet, row, names, samples)
        problems += card_problems
        cards += [] if card is None else [card]
        if samples.is_limit_reached and row is not sheet.rows[-1]:
            problems.append(
                Problem(
                    sheet.file,
                    row.line,
                    None,
                    "the cards below are not looked at yet",
                    "mend those above first",
                )
            )
            break
    problems += find_duplicates(schema, sheet)
    if problems and (of_headers := list(_find_header_problems(schema, sheet))):
        raise InputError([*of_headers, *problems])
    return cards, problems


def _find_table_problems(schema: GameSchema, sheet: Sheet) -> Iterator[Problem]:
    """Yield problems of a pool's table as a whole."""
    for column in schema.card_model.needed:
        if column not in sheet.written_as:
            unused = _unused_headers(sheet)
            spelled = map_spellings([column], schema.aliases)
            near = next((header for header in unused if find_near(header, spelled)), None)
            hint = f"did you mean '{shorten(near)}'?" if near else did_you_mean(column, unused)
            yield Problem(sheet.file, sheet.header_line, column, "this column is missing", hint)
    if not sheet.rows:
        yield Problem(sheet.file, sheet.header_line, None, "no card follows the header")
    if len(sheet.rows) > MOST_CARDS:
        line = sheet.rows[MOST_CARDS].line
        message = f"expected at most {MOST_CARDS:,} cards, found {len(sheet.rows):,}"
        yield Problem(sheet.file, line, None, message)


def _find_header_problems(schema: GameSchema, sheet: Sheet) -> Iterator[Problem]:
    """Yield ignored headers of a pool's table that probably mean an absent column."""
    absent = [name for name in list_columns(schema) if name not in sheet.written_as]
    spelled = map_spellings(absent, schema.aliases)
    for header in _unused_headers(sheet):
        if near := find_near(header, spelled):
            message, hint = "no column has this name", f"did you mean '{near}'?"
            yield Problem(sheet.file, sheet.header_line, header, message, hint)


def _unused_headers(sheet: Sheet) -> list[str]:
    used = set(sheet.written_as.values())
    return [header for header in sheet.headers if header not in used]

"""Card files: one card per line, checked, and turned into arrays for compiled rules.

Every card becomes one ``card_record`` row. Where a game's record has these
fields, they mean the same for all games and are filled in here:

===============  ============================================================
first_ability    row of the card's first ability
n_abilities      how many ability rows it has
moments          bit set of its abilities' moments, bit ``m`` is ``1 << m``
name_id          row of the first card of that name
title_id         number of the card's title, in the order they come up
===============  ============================================================
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from evenhand.decks.card import Card, kind_of, name_key
from evenhand.decks.cells import CellError
from evenhand.decks.columns import Columns, find_near, spellings
from evenhand.decks.language.compile import CompiledAbilities, compile_abilities
from evenhand.decks.language.errors import AbilityError, TooMuchTextError, list_words
from evenhand.decks.language.lexicon import Said, Sentences
from evenhand.decks.language.parse import parse
from evenhand.decks.language.tree import Ability
from evenhand.decks.language.vocabulary import NO_ABILITIES
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.reading import keep_result
from evenhand.decks.schema import GameSchema
from evenhand.decks.sheet import Row, Sheet, read_sheet, resolve_headers
from evenhand.decks.text_file import shorten
from evenhand.decks.visible import find_unseen

__all__ = ["CardPool", "columns_of", "list_columns", "load_pool", "make_pool", "with_cards"]

MOST_CARDS = 2_000
MOST_ABILITIES = 8  # of one card
MOST_NEAREST = 3  # sentences that work, in a message
SLASHES = re.compile(r"\s*/+\s*")  # between the parts of a name
MOST_ADVISED = 60  # abilities that are not understood and get sentences that work; 50 are shown
MOST_REFUSED = 10_000  # characters of abilities that are not understood, in one file
LEAST_REFUSED = 100  # characters that each of them counts as
POOLS_KEPT = 8  # so that copies of a file are understood once


@dataclass(frozen=True, eq=False)
class CardPool:
    """A card file's cards, as objects for people and as arrays for compiled rules.

    Attributes
    ----------
    cards : tuple of Card
        In the order of the file; a card's row is its position here.
    file : str
        Path or address of the file, as the user named it.
    content_hash : str
        SHA-256 of the file's bytes, in hex.
    records : array of card_record, shape (n_cards,)
    abilities : array of ABILITY, shape (n_abilities,)
    steps : array of STEP, shape (n_steps,)
        All abilities' steps, costs first.
    notes : tuple of str
        Things worth knowing that are no errors.
    curve : CardPool, optional
        The cards whose numbers and costs say what a plain card is; those of this pool if
        none are frozen.
    kept_as : str
        The name by which a run keeps the file.
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

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the cards by row."""
        return tuple(card.name for card in self.cards)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """What the kinds of the cards are called, in the game's words; empty if it has but one."""
        return frozenset(map(kind_of, self.cards)) - {""}

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Names by row that tell cards apart: those of one name get their variant, too."""
        times = Counter(map(name_key, self.names))
        return tuple(
            f"{card.name} ({card.variant})"
            if times[name_key(card.name)] > 1 and card.variant
            else card.name
            for card in self.cards
        )

    @cached_property
    def _rows(self) -> dict[str, list[int]]:
        rows: dict[str, list[int]] = {}
        for row, card in enumerate(self.cards):
            rows.setdefault(name_key(card.name), []).append(row)
            if card.variant:
                rows.setdefault(name_key(f"{card.name} ({card.variant})"), []).append(row)
        for row, card in enumerate(self.cards):
            for name in card.also_called:
                rows.setdefault(name_key(name), [row])
        return rows

    def rows_of(self, name: str) -> list[int]:
        """List the rows of the cards of a name, in any case; empty if there is none."""
        return self._rows.get(name_key(name), [])

    @cached_property
    def _nearly(self) -> dict[str, list[int]]:
        """Rows by other ways to write names of several parts: ``Fire/Ice``, ``Fire``."""
        rows: dict[str, list[int]] = {}
        for row, name in enumerate(self.names):
            parts = SLASHES.split(name_key(name))
            for written in {"/".join(parts), parts[0]} if len(parts) > 1 else ():
                rows.setdefault(written, []).append(row)
        return rows

    @property
    def has_parts(self) -> bool:
        """Return whether a card's name has several parts, as ``Fire // Ice`` has."""
        return bool(self._nearly)

    def rows_nearly(self, name: str) -> list[int]:
        """List the rows of cards whose name has parts: by other slashes, or by its first part."""
        return self._nearly.get("/".join(SLASHES.split(name_key(name))), [])

    def row_of(self, name: str) -> int:
        """Return the row of the first card of a name, in any case.

        Raises
        ------
        UsageError
            If no card has the name.
        """
        rows = self.rows_of(name)
        if not rows:
            message = f"{self.file} has no card '{shorten(name)}'"
            raise UsageError(message, did_you_mean(name, self.names))
        return rows[0]


@keep_result
def load_pool(
    schema: GameSchema, path: str | Path | None = None, curve: str | Path | None = None
) -> CardPool:
    """Read and check a card file.

    Parameters
    ----------
    schema : GameSchema
        The game's columns and words.
    path : str or Path, optional
        CSV, TSV, XLSX or ODS, or its address; ``#`` and the name of a sheet may follow. The
        game's sample pool if not given.
    curve : str or Path, optional
        A card file that says what a plain card is; the pool itself does if not given.

    Raises
    ------
    UsageError
        If nothing is at the path.
    InputError
        With all problems of the file.
    """
    named = schema.sample_path("cards.csv") if path is None else path
    pool = make_pool(schema, read_sheet(named, columns_of(schema)))
    return pool if curve is None else replace(pool, curve=load_pool(schema, curve))


def make_pool(schema: GameSchema, table: Sheet) -> CardPool:
    """Check a table of cards, read from a file or written elsewhere.

    Raises
    ------
    InputError
        With all problems of the table.
    """
    sheet = resolve_headers(table, list_columns(schema), schema.aliases)
    return replace(
        _understand(_Written.of(schema, sheet)),
        file=sheet.file,
        content_hash=sheet.content_hash,
        notes=tuple(sheet.notes),
        kept_as=sheet.kept_as,
    )


@dataclass(frozen=True)
class _Written:
    """What a card file says; equal to what another one says that says the same."""

    schema_id: int  # kept from being another schema's by `schema`
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Any, ...], ...]
    schema: GameSchema = field(compare=False)
    sheet: Sheet = field(compare=False)

    @classmethod
    def of(cls, schema: GameSchema, sheet: Sheet) -> "_Written":
        rows = tuple((row.line, *row.cells.items()) for row in sheet.rows)
        return cls(id(schema), tuple(sheet.written_as.items()), rows, schema, sheet)


@lru_cache(POOLS_KEPT)
def _understand(written: _Written) -> CardPool:
    """Read the cards of a table, or raise all that is wrong with it."""
    schema, sheet = written.schema, written.sheet
    cards = _read_cards(schema, sheet)
    try:
        compiled = _compiled(schema, cards)
    except AbilityError as error:  # each card fits, but not all of them together
        raise InputError([Problem(sheet.file, None, "abilities", error.message)]) from None
    return CardPool(
        schema=schema,
        cards=tuple(cards),
        file=sheet.file,
        content_hash=sheet.content_hash,
        records=_records(schema, cards, compiled),
        abilities=compiled.abilities,
        steps=compiled.steps,
    )


def with_cards(pool: CardPool, cards: Sequence[Card], rows: Sequence[int] = ()) -> CardPool:
    """Add cards that no file holds after those of a pool, whose rows stay what they are.

    Parameters
    ----------
    rows : sequence of int
        Of the pool, one for each card: who names that row's card means this one, too.
    """
    every = [*pool.cards, *cards]
    compiled = _compiled(pool.schema, every)
    records = _records(pool.schema, every, compiled)
    if rows and "name_id" in (pool.schema.card_record.names or ()):
        records["name_id"][len(pool.cards) :] = pool.records["name_id"][list(rows)]
    return replace(
        pool,
        cards=tuple(every),
        records=records,
        abilities=compiled.abilities,
        steps=compiled.steps,
    )


def list_columns(schema: GameSchema) -> list[str]:
    """List the columns that a game's cards may have."""
    unwritten = ["text", "line"]
    if schema.vocabulary is NO_ABILITIES:
        unwritten.append("abilities")
    return [name for name in schema.card_model.model_fields if name not in unwritten]


def columns_of(schema: GameSchema) -> Columns:
    """Return the columns of a game's card file, as `read_sheet` takes them."""
    return Columns(list_columns(schema), schema.card_model.needed, schema.aliases)


def _read_cards(schema: GameSchema, sheet: Sheet) -> list[Card]:
    problems = list(_sheet_problems(schema, sheet))
    if problems:
        raise InputError(problems)
    names = list(dict.fromkeys(row.cells["name"] for row in sheet.rows if "name" in row.cells))
    cards: list[Card] = []
    nearest = NearestSentences(schema)
    for row in sheet.rows:
        card, found = _read_card(schema, sheet, row, names, nearest)
        problems += found
        cards += [] if card is None else [card]
        if nearest.n_refused > MOST_REFUSED and row is not sheet.rows[-1]:
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
    problems += _duplicates(schema, sheet)
    if problems:
        raise InputError([*_header_problems(schema, sheet), *problems])
    return cards


def _sheet_problems(schema: GameSchema, sheet: Sheet) -> Iterator[Problem]:
    """Find what is wrong with the table as a whole."""
    for column in schema.card_model.needed:
        if column not in sheet.written_as:
            unused = _unused_headers(sheet)
            spelled = spellings([column], schema.aliases)
            near = next((header for header in unused if find_near(header, spelled)), None)
            hint = f"did you mean '{shorten(near)}'?" if near else did_you_mean(column, unused)
            yield Problem(sheet.file, sheet.header_line, column, "this column is missing", hint)
    if not sheet.rows:
        yield Problem(sheet.file, sheet.header_line, None, "no card follows the header")
    if len(sheet.rows) > MOST_CARDS:
        line = sheet.rows[MOST_CARDS].line
        message = f"expected at most {MOST_CARDS:,} cards, found {len(sheet.rows):,}"
        yield Problem(sheet.file, line, None, message)


def _header_problems(schema: GameSchema, sheet: Sheet) -> Iterator[Problem]:
    """Find headers that were hardly meant to be ignored, since what they hold is missed."""
    absent = [name for name in list_columns(schema) if name not in sheet.written_as]
    spelled = spellings(absent, schema.aliases)
    for header in _unused_headers(sheet):
        if near := find_near(header, spelled):
            message, hint = "no column has this name", f"did you mean '{near}'?"
            yield Problem(sheet.file, sheet.header_line, header, message, hint)


def _unused_headers(sheet: Sheet) -> list[str]:
    used = set(sheet.written_as.values())
    return [header for header in sheet.headers if header not in used]


def _read_card(
    schema: GameSchema, sheet: Sheet, row: Row, names: Sequence[str], nearest: "NearestSentences"
) -> tuple[Card | None, list[Problem]]:
    """Read one row into a card, or into all that is wrong with it."""
    if hidden := list(_hidden_problems(sheet, row)):
        return None, hidden
    text = row.cells.get("abilities", "")
    abilities, problems = _parsed(schema, sheet, row, names, nearest)
    others = {column: cell for column, cell in row.cells.items() if column != "abilities"}
    try:
        card = schema.card_model(text=text, abilities=abilities, line=row.line, **others)
    except ValidationError as error:
        card = None
        problems += [_cell_problem(sheet, row, detail) for detail in error.errors()]
    for column, message in schema.card_model.misplaced(row.cells):
        problems.append(_at(sheet, row, column, message))
    problems += _moment_problems(schema, sheet, row, abilities)
    return card, problems


def _at(sheet: Sheet, row: Row, column: str, message: str, hint: str = "") -> Problem:
    return Problem(sheet.file, row.line, sheet.written_as.get(column, column), message, hint)


def _cell_problem(sheet: Sheet, row: Row, detail: Any) -> Problem:
    """Say one of pydantic's findings as a problem of the cell it is about."""
    column = str(detail["loc"][0])
    cause = detail.get("ctx", {}).get("error")
    if isinstance(cause, CellError):
        return _at(sheet, row, column, str(cause), cause.hint)
    if detail["type"] == "missing":
        return _at(sheet, row, column, "every card needs this, found nothing")
    return _at(sheet, row, column, detail["msg"])


def _hidden_problems(sheet: Sheet, row: Row) -> Iterator[Problem]:
    """Find what nobody can see in the cells that are read."""
    for column, text in row.cells.items():
        if hidden := find_unseen(" ".join(text.split())):
            message = f"expected text that can be seen, found {hidden} in '{shorten(text)}'"
            yield _at(sheet, row, column, message, "delete that character")


def _parsed(
    schema: GameSchema, sheet: Sheet, row: Row, names: Sequence[str], nearest: "NearestSentences"
) -> tuple[tuple[Ability, ...], list[Problem]]:
    text = row.cells.get("abilities", "")
    if not text:
        return (), []
    speaker = schema.card_model.speaker(row.cells)
    try:
        abilities = parse(text, schema.vocabulary, names, speaker)
        # For what does not fit its field; the rows themselves are made of all cards.
        compile_abilities([abilities], schema.vocabulary, names.index)
    except AbilityError as error:
        place = "" if error.position is None else f"character {error.position + 1}: "
        hint = "; ".join(filter(None, (error.hint, nearest.say(text, error, speaker.moments))))
        return (), [_at(sheet, row, "abilities", place + error.message, hint)]
    if len(abilities) > MOST_ABILITIES:
        message = f"expected at most {MOST_ABILITIES} abilities, found {len(abilities)}"
        return (), [_at(sheet, row, "abilities", message)]
    return abilities, []


class NearestSentences:
    """Sentences that work, for designers whose own do not; made when the first is asked for."""

    def __init__(self, schema: GameSchema) -> None:
        self.schema = schema
        self.n_said = self.n_refused = 0

    @cached_property
    def sentences(self) -> Sentences:
        """Those of the game's sample cards, and one for each word that they do not say."""
        try:
            cards = load_pool(self.schema).cards
        except (InputError, RecursionError):  # the sample itself is what is being read
            cards = ()
        said = [Said(card.name, card.abilities) for card in cards]
        return Sentences(self.schema.vocabulary, said)

    def say(self, text: str, error: AbilityError, moments: Collection[IntEnum] | None) -> str:
        """Name the sentences that work and are most like the one that does not."""
        self.n_said += 1
        self.n_refused += max(LEAST_REFUSED, len(text))
        if isinstance(error, TooMuchTextError) or self.n_said > MOST_ADVISED:
            return ""
        start = text.rfind(".", 0, error.position or 0) + 1
        end = text.find(".", error.position or 0)
        part = text[start : end if end > start else None]
        words = self.schema.vocabulary.moments
        begins = tuple(text for one, text in words.items() if moments is None or one in moments)
        found = [one.text for one in self.sentences.find(part) if one.text.startswith(begins)]
        texts = tuple(f"'{text}'" for text in found[:MOST_NEAREST])
        if not texts:
            return f"'evenhand words {self.schema.name}' lists all that can be said"
        return f"these work: {list_words(texts)}"


def _moment_problems(
    schema: GameSchema, sheet: Sheet, row: Row, abilities: Sequence[Ability]
) -> Iterator[Problem]:
    allowed = schema.card_model.allowed_moments(row.cells)
    if allowed is None:
        return
    words = tuple(f"'{schema.vocabulary.moments[moment]}'" for moment in allowed)
    for moment in dict.fromkeys(ability.moment for ability in abilities):
        if moment not in allowed:
            found = schema.vocabulary.moments[moment]
            message = f"expected {list_words(words)} on such a card, found '{found}'"
            yield _at(sheet, row, "abilities", message)


def _duplicates(schema: GameSchema, sheet: Sheet) -> Iterator[Problem]:
    first: dict[tuple[str, ...], int] = {}
    for row in sheet.rows:
        key = tuple(name_key(row.cells.get(column, "")) for column in schema.card_model.identity)
        if "name" not in row.cells:
            continue
        line = first.setdefault(key, row.line)
        if line != row.line:
            message = f"the card '{shorten(row.cells['name'])}' stands in line {line} already"
            yield _at(sheet, row, "name", message)


def _compiled(schema: GameSchema, cards: Sequence[Card]) -> CompiledAbilities:
    rows = {card.name: row for row, card in reversed(list(enumerate(cards)))}
    abilities = [card.abilities for card in cards]
    return compile_abilities(abilities, schema.vocabulary, rows.__getitem__)


def _records(schema: GameSchema, cards: Sequence[Card], compiled: CompiledAbilities) -> np.ndarray:
    """Fill the cards' rows: the game's own fields, then those of all games."""
    records = np.zeros(len(cards), schema.card_record)
    for row, card in enumerate(cards):
        for name, value in card.numbers().items():
            if name not in (schema.card_record.names or ()):
                raise UsageError(
                    f"'numbers' of a card gives '{name}', which is no field of the cards' record",
                    did_you_mean(name, schema.card_record.names or ()) or "add it to the record",
                )
            records[name][row] = value
    shared = {
        "first_ability": compiled.first_ability,
        "n_abilities": compiled.n_abilities,
        "moments": [_moment_bits(card) for card in cards],
        "name_id": _first_rows(name_key(card.name) for card in cards),
        "title_id": _numbered(name_key(card.title) for card in cards),
    }
    for name, values in shared.items():
        if name in (schema.card_record.names or ()):
            records[name] = values
    return records


def _moment_bits(card: Card) -> int:
    bits = 0
    for ability in card.abilities:
        bits |= 1 << ability.moment
    return bits


def _first_rows(keys: Iterable[str]) -> list[int]:
    first: dict[str, int] = {}
    return [first.setdefault(key, row) for row, key in enumerate(keys)]


def _numbered(keys: Iterable[str]) -> list[int]:
    numbers: dict[str, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]

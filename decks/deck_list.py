"""Load and check decks: lists such as ``3 Ember Lancer``, one card per line, and tables."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from evenhand.decks.card import name_key
from evenhand.decks.deck_blocks import Entry, describe_unknown_headings, resolve_blocks
from evenhand.decks.deck_lines import DeckLines
from evenhand.decks.deck_matching import match_line
from evenhand.decks.deck_reader import read_deck_lines
from evenhand.decks.deck_table import is_deck_table, is_deck_table_name, read_deck_table
from evenhand.decks.deck_unsupported import identify_unsupported
from evenhand.decks.file_cache import cache_result
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.legality import Finding
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.schema import GameSchema
from evenhand.decks.spreadsheets.spreadsheet import is_spreadsheet
from evenhand.decks.text_file import decode, list_visible, read_bytes

__all__ = [
    "LIST_ENDINGS",
    "Deck",
    "DeckList",
    "Entry",
    "align_slots",
    "find_shared_names",
    "list_deck_files",
    "load_deck",
    "parse_deck_list",
    "sample_decks",
    "sort_slots",
]  # fmt: skip

LARGEST_LIST = 20_000  # characters
LIST_ENDINGS = (".txt", ".dck", ".dec")
MOST_HINTS = 50  # unknown names that get a hint; searching the nearest name is slow


@dataclass(frozen=True)
class Deck:
    """A legal deck.

    Attributes
    ----------
    name : str
        The file's name without its ending, which identifies the deck in flags and results.
    cards : tuple of int
        Row in the pool of each deck slot, one per copy, in the order of `sort_slots`.
    file : str
        Path of the file.
    content_hash : str
        SHA-256 of the file's bytes, in hex.
    notes : tuple of str
        Remarks that are not errors.
    display_name : str
        The deck's name for people, as given in the file; "" if the file gives none.
    """

    name: str
    cards: tuple[int, ...]
    file: str
    content_hash: str
    notes: tuple[str, ...] = ()
    display_name: str = ""

    @property
    def shown_name(self) -> str:
        """The name shown to people: the display name, or else the file's name."""
        return self.display_name or self.name


class DeckList(NamedTuple):
    """A deck file whose lines have all been parsed.

    Attributes
    ----------
    entries : list of Entry
        The lines that are played.
    notes : list of str
        Remarks on the file that are not errors.
    name : str
        The deck's display name; "" if the file gives none.
    reading_notes : list of str
        The format of the file, and the lines that are not played.
    """

    entries: list[Entry]
    notes: list[str]
    name: str
    reading_notes: list[str]


@cache_result
def load_deck(
    schema: GameSchema,
    pool: CardPool,
    path: str | Path,
    mode: str = "",
    options: Mapping[str, Any] | None = None,
) -> Deck:
    """Read a deck list and check it against the game's deck rules.

    Parameters
    ----------
    mode : str
        One of the game's modes; "" for its first.
    options : mapping
        Rule options; the game's deck rules read those that concern decks.

    Raises
    ------
    UsageError
        If the file or the mode does not exist.
    InputError
        With every unmatched line or, if all match, every broken deck rule.
    """
    mode = mode or schema.modes[0]
    if mode not in schema.modes:
        message = f"{schema.title} has no mode '{shorten(mode)}'"
        raise UsageError(message, f"its modes are {', '.join(schema.modes)}")
    (entries, notes, display_name, reading), content_hash = read_deck_file(path, pool)
    rules = _DeckRules(schema, pool, str(path), mode, options or {}, "; ".join(reading))
    played, block_note = resolve_blocks(entries, str(path), rules.find_problems)
    reading = [*reading, block_note, describe_unknown_headings(played, rules.find_problems)]
    rows = rules.rows_of(played)
    texts = ["; ".join(filter(None, reading)), *rules.find_notes(played)]
    notes += [f"{path}: {text}" for text in texts if text]
    return Deck(
        Path(path).stem,
        sort_slots(schema, pool, rows),
        str(path),
        content_hash,
        tuple(notes),
        display_name,
    )


@dataclass(frozen=True)
class _DeckRules:
    """A game's deck rules in one mode, applied to the lines of one file."""

    schema: GameSchema
    pool: CardPool
    file: str
    mode: str
    options: Mapping[str, Any]
    reading_note: str

    @staticmethod
    def rows_of(entries: Sequence[Entry]) -> list[int]:
        """List the pool's rows of a deck list, one for each copy."""
        return [entry.row for entry in entries for _ in range(entry.copies)]

    def find_problems(self, entries: Sequence[Entry]) -> list[Problem]:
        """List the problems that deck rules have with a deck list."""
        problems = list(_find_misplaced(self.schema, self.pool, entries, self.file))
        for finding in self._findings(entries):
            if not finding.is_note:
                line = _find_last_line(finding.name, entries, self.pool)
                hint = self.reading_note if line is None else ""
                problems.append(Problem(self.file, line, None, finding.message, hint))
        return problems

    def find_notes(self, entries: Sequence[Entry]) -> list[str]:
        """List the remarks of the deck rules on a legal deck."""
        return [finding.message for finding in self._findings(entries) if finding.is_note]

    def _findings(self, entries: Sequence[Entry]) -> Sequence[Finding]:
        cards = [self.pool.cards[row] for row in self.rows_of(entries)]
        return self.schema.deck_rules(cards, self.mode, self.options)


def read_deck_file(path: str | Path, pool: CardPool) -> tuple[DeckList, str]:
    """Read a deck list or a deck table; return it and the SHA-256 of the file's bytes, in hex."""
    if is_spreadsheet(Path(path)) and Path(path).is_file():
        message = "expected a text file or a CSV table, found a spreadsheet"
        raise InputError([Problem(str(path), None, None, message, "save it as CSV")])
    if is_deck_table_name(path):
        lines, content_hash = read_deck_table(path, pool)
        return _match_lines(lines, pool, str(path)), content_hash
    content = read_bytes(path)
    digest = hashlib.sha256(content).hexdigest()
    return parse_deck_list(decode(content, path), pool, str(path)), digest


def find_shared_names(decks: Sequence[Deck]) -> list[Problem]:
    """List a problem for each deck list with the same display name as an earlier one."""
    problems: list[Problem] = []
    first: dict[str, Deck] = {}
    for deck in decks:
        other = first.setdefault(name_key(deck.shown_name), deck)
        if other.file != deck.file and (deck.display_name or other.display_name):
            message = f"the deck is called '{deck.shown_name}', as that of {other.file} is"
            problems.append(Problem(deck.file, None, None, message, "give one another name"))
    return problems


def sort_slots(schema: GameSchema, pool: CardPool, rows: Sequence[int]) -> tuple[int, ...]:
    """Sort a deck list's rows into the order of slots: role, cost, then the pool's order.

    Deals follow slots. So a card that is in the pool's frozen curve is sorted as it was then: an
    edit of its numbers moves no card to another slot.
    """
    curve = pool.curve
    frozen = dict(zip(curve.labels, curve.cards, strict=True)) if curve else {}

    def sort_key(row: int) -> tuple[Any, int]:
        return schema.sort_key(frozen.get(pool.labels[row], pool.cards[row])), row

    return tuple(sorted(rows, key=sort_key))


def align_slots(deck: Deck, pool: CardPool, original: Deck, original_pool: CardPool) -> Deck:
    """Reorder a variant of a deck list so that its cards keep the original's slots.

    Deals follow slots. So a card in both lists, even with other numbers, is drawn at the same
    moments as before; a new card takes the slot of a removed one. If the new list is shorter,
    slots are left out; if it is longer, the last cards get additional slots.

    Parameters
    ----------
    deck, pool : Deck and CardPool
        The variant and its pool.
    original, original_pool : Deck and CardPool
        The original deck and its pool.

    Returns
    -------
    Deck
        The variant with its cards reordered.
    """
    left: dict[str, list[int]] = {}
    for row in deck.cards:
        left.setdefault(pool.labels[row], []).append(row)
    slots: list[int | None] = []
    for row in original.cards:
        copies = left.get(original_pool.labels[row])
        slots.append(copies.pop() if copies else None)
    kept = Counter(row for row in slots if row is not None)
    new: list[int] = []
    for row in deck.cards:  # in canonical order, as are the free slots
        if kept[row]:
            kept[row] -= 1
        else:
            new.append(row)
    filled = [row if row is not None else new.pop(0) if new else None for row in slots]
    return replace(deck, cards=(*(row for row in filled if row is not None), *new))


def sample_decks(schema: GameSchema, mode: str = "") -> dict[str, Path]:
    """Return the paths of a game's sample deck lists, by name: all, or those of a mode."""
    return schema.samples("decks", ".txt", mode)


def list_deck_files(folder: Path) -> list[Path]:
    """List the deck lists of a folder, also tables that are not card files."""
    files = list_visible(folder, "*.*")
    return [path for path in files if path.suffix.lower() in LIST_ENDINGS or is_deck_table(path)]


def parse_deck_list(text: str, pool: CardPool, file: str) -> DeckList:
    """Match every line of a deck list with a card; see `docs/decks.md` for the syntax.

    Raises
    ------
    InputError
        With every line that matches no card, and all other problems.
    """
    if unsupported := identify_unsupported(text):
        what, hint = unsupported
        raise InputError([Problem(file, None, None, f"expected a deck list, found {what}", hint)])
    if len(text) > LARGEST_LIST:
        message = f"a deck list has at most {LARGEST_LIST:,} characters, found {len(text):,}"
        raise InputError([Problem(file, None, None, message)])
    return _match_lines(read_deck_lines(text, pool, file), pool, file)


def _match_lines(lines: DeckLines, pool: CardPool, file: str) -> DeckList:
    """Match the lines of a deck list with cards."""
    entries: list[Entry] = []
    problems = list(lines.problems)
    for card in lines.cards:
        wants_hint = len(problems) < MOST_HINTS
        match, problem = match_line(card, pool, file, lines.deck_format, wants_hint)
        if problem:
            problems.append(problem)
        elif match:
            place = card.section, card.block, card.unknown
            entries.append(Entry(card.line, match.copies, match.rows[0], *place))
    reading_notes = list(lines.describe())
    if not entries and not problems:
        problems = [Problem(file, None, None, "the file lists no cards", "; ".join(reading_notes))]
    if problems:
        raise InputError(problems)
    return DeckList(entries, lines.notes, lines.name, reading_notes)


def _find_misplaced(
    schema: GameSchema, pool: CardPool, entries: Sequence[Entry], file: str
) -> Iterator[Problem]:
    """Yield a deck list's cards that stand outside their pile, or in a wrong pile."""
    in_table = is_deck_table_name(file)
    for entry in entries:
        name = pool.names[entry.row]
        for heading, belongs in schema.piles.items():
            is_there = entry.section == heading.casefold()
            where = f"in the section '{heading}'" if in_table else f"below '{heading}:'"
            if belongs(pool.cards[entry.row]) and not is_there:
                message = f"'{name}' does not go into the deck: expected it {where}"
                yield Problem(file, entry.line, None, message)
            elif is_there and not belongs(pool.cards[entry.row]):
                message = f"'{name}' does not belong {where}"
                yield Problem(file, entry.line, None, message)


def _find_last_line(name: str, entries: Sequence[Entry], pool: CardPool) -> int | None:
    """Return a deck list's last line of a card, where a limit of copies is exceeded, or None."""
    lines = [e.line for e in entries if name_key(pool.names[e.row]) == name_key(name)]
    return max(lines, default=None)

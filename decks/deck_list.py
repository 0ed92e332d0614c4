"""Deck lists as players write them: ``3 Ember Lancer``, one card per line."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from evenhand.decks.card import name_key
from evenhand.decks.deck_blocks import Entry, settle_blocks, tell_own_headings
from evenhand.decks.deck_foreign import find_foreign
from evenhand.decks.deck_lines import DeckLines
from evenhand.decks.deck_matching import match_line
from evenhand.decks.deck_reader import read_deck_lines
from evenhand.decks.deck_table import is_deck_table, is_deck_table_name, read_deck_table
from evenhand.decks.legality import Finding
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.reading import keep_result
from evenhand.decks.schema import GameSchema
from evenhand.decks.spreadsheets.spreadsheet import is_spreadsheet
from evenhand.decks.text_file import decode, list_visible, read_bytes, shorten

__all__ = [
    "LIST_ENDINGS", "Deck", "DeckList", "Entry", "canonical", "find_shared_names", "keep_slots",
    "list_deck_files", "load_deck", "parse_deck_list", "sample_decks",
]  # fmt: skip

LARGEST_LIST = 20_000  # characters
LIST_ENDINGS = (".txt", ".dck", ".dec")
MOST_HINTS = 50  # finding the nearest name takes a while


@dataclass(frozen=True)
class Deck:
    """A legal deck.

    Attributes
    ----------
    name : str
        The file's name without its ending, by which flags, files and results know the deck.
    cards : tuple of int
        Row in the pool of each deck slot, one per copy, in canonical order.
    file : str
        Path of the file.
    content_hash : str
        SHA-256 of the file's bytes, in hex.
    notes : tuple of str
        Things worth knowing that are no errors.
    display_name : str
        What the file says that people call the deck; "" if they call it by its name.
    """

    name: str
    cards: tuple[int, ...]
    file: str
    content_hash: str
    notes: tuple[str, ...] = ()
    display_name: str = ""

    @property
    def told_name(self) -> str:
        """What people call the deck."""
        return self.display_name or self.name


class DeckList(NamedTuple):
    """A deck file, every line of which was understood.

    Attributes
    ----------
    entries : list of Entry
        The lines that are played.
    notes : list of str
        What is worth knowing of the file.
    name : str
        What people call the deck; "" if the file does not say.
    told : list of str
        In which form the file was read, and which of its lines are not played.
    """

    entries: list[Entry]
    notes: list[str]
    name: str
    told: list[str]


@keep_result
def load_deck(
    schema: GameSchema,
    pool: CardPool,
    path: str | Path,
    mode: str = "",
    options: Mapping[str, Any] | None = None,
) -> Deck:
    """Read a deck list and hold it against the game's deck rules.

    Parameters
    ----------
    mode : str
        One of the game's modes; "" for its first.
    options : mapping
        Rule options, of which the game's deck rules read their own.

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
    (entries, notes, display_name, told), content_hash = read_deck_file(path, pool)
    rules = _DeckRules(schema, pool, str(path), mode, options or {}, "; ".join(told))
    played, of_blocks = settle_blocks(entries, str(path), rules.find_problems)
    told = [*told, of_blocks, tell_own_headings(played, rules.find_problems)]
    rows = rules.rows_of(played)
    said = ["; ".join(filter(None, told)), *rules.find_notes(played)]
    notes += [f"{path}: {text}" for text in said if text]
    return Deck(
        Path(path).stem,
        canonical(schema, pool, rows),
        str(path),
        content_hash,
        tuple(notes),
        display_name,
    )


@dataclass(frozen=True)
class _DeckRules:
    """What a game asks of a deck in a mode, to hold the lines of a file against."""

    schema: GameSchema
    pool: CardPool
    file: str
    mode: str
    options: Mapping[str, Any]
    told: str

    @staticmethod
    def rows_of(entries: Sequence[Entry]) -> list[int]:
        """List the rows of the pool, one for each copy."""
        return [entry.row for entry in entries for _ in range(entry.copies)]

    def find_problems(self, entries: Sequence[Entry]) -> list[Problem]:
        """List the rules that the lines break."""
        problems = list(_misfiled(self.schema, self.pool, entries, self.file))
        for one in self._findings(entries):
            if not one.is_note:
                line = _line_of(one.name, entries, self.pool)
                hint = self.told if line is None else ""
                problems.append(Problem(self.file, line, None, one.message, hint))
        return problems

    def find_notes(self, entries: Sequence[Entry]) -> list[str]:
        """List what is worth saying of a legal deck."""
        return [one.message for one in self._findings(entries) if one.is_note]

    def _findings(self, entries: Sequence[Entry]) -> Sequence[Finding]:
        cards = [self.pool.cards[row] for row in self.rows_of(entries)]
        return self.schema.deck_rules(cards, self.mode, self.options)


def read_deck_file(path: str | Path, pool: CardPool) -> tuple[DeckList, str]:
    """Read a deck list or a table of a deck; return it and the SHA-256 of the file's bytes."""
    if is_spreadsheet(Path(path)) and Path(path).is_file():
        message = "expected a text file or a CSV table, found a spreadsheet"
        raise InputError([Problem(str(path), None, None, message, "save it as CSV")])
    if is_deck_table_name(path):
        said, content_hash = read_deck_table(path, pool)
        return _match_all(said, pool, str(path)), content_hash
    content = read_bytes(path)
    digest = hashlib.sha256(content).hexdigest()
    return parse_deck_list(decode(content, path), pool, str(path)), digest


def find_shared_names(decks: Sequence[Deck]) -> list[Problem]:
    """Find decks that people could not tell apart, because another one is called the same."""
    problems: list[Problem] = []
    first: dict[str, Deck] = {}
    for deck in decks:
        other = first.setdefault(name_key(deck.told_name), deck)
        if other.file != deck.file and (deck.display_name or other.display_name):
            message = f"the deck is called '{deck.told_name}', as that of {other.file} is"
            problems.append(Problem(deck.file, None, None, message, "give one another name"))
    return problems


def canonical(schema: GameSchema, pool: CardPool, rows: Sequence[int]) -> tuple[int, ...]:
    """Put a deck's rows in the order of its slots: role and cost, then the pool's order."""
    return tuple(sorted(rows, key=lambda row: (schema.sort_key(pool.cards[row]), row)))


def keep_slots(deck: Deck, pool: CardPool, original: Deck, original_pool: CardPool) -> Deck:
    """Put a variant of a deck into the slots of the deck it was made from.

    Deals follow slots. So a card that both lists have, whatever its numbers are now, is
    drawn at the same moments as before; a card that is new takes the slot of one that is
    gone. Where the new list is shorter, slots are left out; where it is longer, the last
    cards get slots of their own.

    Parameters
    ----------
    deck, pool : Deck and CardPool
        The variant and the pool that its rows are of.
    original, original_pool : Deck and CardPool
        What it was made from.

    Returns
    -------
    Deck
        The variant, its cards in another order.
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
    for row in deck.cards:  # in canonical order, as are the slots that are free
        if kept[row]:
            kept[row] -= 1
        else:
            new.append(row)
    filled = [row if row is not None else new.pop(0) if new else None for row in slots]
    return replace(deck, cards=(*(row for row in filled if row is not None), *new))


def sample_decks(schema: GameSchema, mode: str = "") -> dict[str, Path]:
    """List the deck lists that ship with a game, by name: all, or those for a mode."""
    return schema.samples("decks", ".txt", mode)


def list_deck_files(folder: Path) -> list[Path]:
    """List the deck files of a folder: lists, and tables that are no card files."""
    files = list_visible(folder, "*.*")
    return [path for path in files if path.suffix.lower() in LIST_ENDINGS or is_deck_table(path)]


def parse_deck_list(text: str, pool: CardPool, file: str) -> DeckList:
    """Match every line of a deck list with a card; what lines may be, `docs/decks.md` says.

    Raises
    ------
    InputError
        With every line that matches no card, and whatever else is wrong.
    """
    if foreign := find_foreign(text):
        what, hint = foreign
        raise InputError([Problem(file, None, None, f"expected a deck list, found {what}", hint)])
    if len(text) > LARGEST_LIST:
        message = f"a deck list has at most {LARGEST_LIST:,} characters, found {len(text):,}"
        raise InputError([Problem(file, None, None, message)])
    return _match_all(read_deck_lines(text, pool, file), pool, file)


def _match_all(said: DeckLines, pool: CardPool, file: str) -> DeckList:
    """Match the lines of the deck with cards."""
    entries: list[Entry] = []
    problems = list(said.problems)
    for card in said.cards:
        wants_hint = len(problems) < MOST_HINTS
        found, wrong = match_line(card, pool, file, said.form, wants_hint)
        if wrong:
            problems.append(wrong)
        elif found:
            place = card.section, card.block, card.own
            entries.append(Entry(card.line, found.copies, found.rows[0], *place))
    if not entries and not problems:
        problems = [Problem(file, None, None, "the file lists no cards", "; ".join(said.tell()))]
    if problems:
        raise InputError(problems)
    return DeckList(entries, said.notes, said.name, list(said.tell()))


def _misfiled(
    schema: GameSchema, pool: CardPool, entries: Sequence[Entry], file: str
) -> Iterator[Problem]:
    """Find cards of a pile beside the deck that stand elsewhere, and others that stand there."""
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


def _line_of(name: str, entries: Sequence[Entry], pool: CardPool) -> int | None:
    """Return the last line that lists a card, for that is where there are too many."""
    lines = [e.line for e in entries if name_key(pool.names[e.row]) == name_key(name)]
    return max(lines, default=None)

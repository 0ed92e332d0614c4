"""Deck lists as players write them: ``3 Ember Lancer``, one card per line."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evenhand.decks.card import name_key
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.schema import GameSchema
from evenhand.decks.text_file import decode, read_bytes, shorten, tidy

__all__ = [
    "Deck", "Entry", "canonical", "keep_slots", "load_deck", "parse_deck_list", "sample_decks",
]  # fmt: skip

LARGEST_LIST = 20_000  # characters
MOST_COPIES = 250
MOST_HINTS = 50  # finding the nearest name takes a while
COUNTED = re.compile(r"([0-9]{1,9})(?:\s*[xX])?\s+(.+)")
PLAYED_SECTIONS = ("deck", "main", "main deck", "mainboard")
# What follows these headings in the lists that deck builders export.
UNPLAYED_SECTIONS = ("sideboard", "maybeboard", "about")


@dataclass(frozen=True)
class Deck:
    """A legal deck.

    Attributes
    ----------
    name : str
        The file's name without its ending.
    cards : tuple of int
        Row in the pool of each deck slot, one per copy, in canonical order.
    file : str
        Path of the file.
    content_hash : str
        SHA-256 of the file's bytes, in hex.
    notes : tuple of str
        Things worth knowing that are no errors.
    """

    name: str
    cards: tuple[int, ...]
    file: str
    content_hash: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """One line of a deck list: so many copies of a row of the pool, below a heading."""

    line: int
    copies: int
    row: int
    section: str = ""


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
    content = read_bytes(path)
    entries, notes = parse_deck_list(decode(content, path), pool, str(path))
    rows = [entry.row for entry in entries for _ in range(entry.copies)]
    findings = schema.deck_rules([pool.cards[row] for row in rows], mode, options or {})
    problems = list(_misfiled(schema, pool, entries, str(path)))
    problems += [
        Problem(str(path), _line_of(finding.name, entries, pool), None, finding.message)
        for finding in findings
        if not finding.is_note
    ]
    if problems:
        raise InputError(problems)
    notes += [f"{path}: {finding.message}" for finding in findings if finding.is_note]
    content_hash = hashlib.sha256(content).hexdigest()
    return Deck(
        Path(path).stem, canonical(schema, pool, rows), str(path), content_hash, tuple(notes)
    )


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


def parse_deck_list(text: str, pool: CardPool, file: str) -> tuple[list[Entry], list[str]]:
    """Match every line of a deck list with a card.

    Blank lines and lines that begin with ``#`` or ``//`` are skipped. A heading
    (``Deck``, ``Sideboard``, ``[Events]`` or ``Units:``) begins a section; a
    sideboard is not played.

    Returns
    -------
    entries : list of Entry
        The lines that are played.
    notes : list of str
        Which lines are not.

    Raises
    ------
    InputError
        With every line that matches no card.
    """
    if len(text) > LARGEST_LIST:
        message = f"a deck list has at most {LARGEST_LIST:,} characters, found {len(text):,}"
        raise InputError([Problem(file, None, None, message)])
    entries: list[Entry] = []
    problems: list[Problem] = []
    unplayed: dict[str, list[int]] = {}
    for line, section, words in _lines(text, pool):
        if section in UNPLAYED_SECTIONS:
            unplayed.setdefault(section, []).append(line)
            continue
        copies, rows = _match(words, pool)
        if len(rows) == 1 and 1 <= copies <= MOST_COPIES:
            entries.append(Entry(line, copies, rows[0], section))
        else:
            wants_hint = len(problems) < MOST_HINTS
            problems.append(_line_problem(file, line, words, pool, wants_hint))
    if not entries and not problems:
        problems = [Problem(file, None, None, "the file lists no cards")]
    if problems:
        raise InputError(problems)
    return entries, [_unplayed_note(file, *section) for section in unplayed.items()]


def _lines(text: str, pool: CardPool) -> Iterator[tuple[int, str, str]]:
    """Yield line, section and words of the lines that are neither blank nor comments."""
    section = ""
    for line, raw in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        words = tidy(raw)
        if pool.rows_of(words):
            yield line, section, words
        elif not words or words.startswith(("#", "//")):
            continue
        elif words[:3].casefold() == "sb:":
            yield line, "sideboard", words[3:].strip()
        elif heading := _heading(words):
            section = heading
        else:
            yield line, section, words


def _heading(words: str) -> str:
    """Name the section that a line begins, or "" if it begins none."""
    bare = re.sub(r"\s*\([0-9]+\)$", "", words.rstrip(":").rstrip())
    is_marked = words.endswith(":") or (bare.startswith("[") and bare.endswith("]"))
    name = bare.strip("[] ").casefold()
    return name if is_marked or name in (*PLAYED_SECTIONS, *UNPLAYED_SECTIONS) else ""


def _match(words: str, pool: CardPool) -> tuple[int, list[int]]:
    """Find a line's number of copies and the rows of its name, [] if no card has it."""
    copies, name = _counted(words)
    # A name may begin with a number, and have a mark of comments in it.
    uncommented = [(copies, name[: mark.start()]) for mark in re.finditer(" (#|//)", name)]
    for count, reading in [(copies, name), (1, words), *reversed(uncommented)]:
        if rows := pool.rows_of(reading):
            return count, rows
    return copies, []


def _counted(words: str) -> tuple[int, str]:
    counted = COUNTED.fullmatch(words)
    return (int(counted[1]), counted[2]) if counted else (1, words)


def _line_problem(file: str, line: int, words: str, pool: CardPool, wants_hint: bool) -> Problem:
    copies, rows = _match(words, pool)
    name = _counted(words)[1]
    if not rows:
        hint = did_you_mean(name, pool.names) if wants_hint else ""
        return Problem(file, line, None, f"no card is called '{shorten(name)}'", hint)
    if len(rows) > 1:
        cards = [pool.cards[row] for row in rows]
        ways = " or ".join(f"'{card.name} ({card.variant})'" for card in cards)
        return Problem(file, line, None, f"expected {ways}, found '{shorten(name)}'")
    return Problem(file, line, None, f"expected 1 to {MOST_COPIES} copies, found {copies}")


def _misfiled(
    schema: GameSchema, pool: CardPool, entries: Sequence[Entry], file: str
) -> Iterator[Problem]:
    """Find cards of a pile beside the deck that stand elsewhere, and others that stand there."""
    for entry in entries:
        name = pool.names[entry.row]
        for heading, belongs in schema.piles.items():
            is_there = entry.section == heading.casefold()
            if belongs(pool.cards[entry.row]) and not is_there:
                message = f"'{name}' does not go into the deck: expected it below '{heading}:'"
                yield Problem(file, entry.line, None, message)
            elif is_there and not belongs(pool.cards[entry.row]):
                message = f"'{name}' does not belong below '{heading}:'"
                yield Problem(file, entry.line, None, message)


def _unplayed_note(file: str, section: str, lines: Sequence[int]) -> str:
    word = "line" if len(lines) == 1 else "lines"
    return f"{file}:{lines[0]}: '{section}' is not played ({len(lines)} {word})"


def _line_of(name: str, entries: Sequence[Entry], pool: CardPool) -> int | None:
    """Return the last line that lists a card, for that is where there are too many."""
    lines = [e.line for e in entries if name_key(pool.names[e.row]) == name_key(name)]
    return max(lines, default=None)

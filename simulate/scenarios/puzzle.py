"""Puzzles: a table laid out by hand, a question, and which answers are right.

A puzzle file is TOML::

    game = "my_game"
    title = "Retreat to win"
    do = ["end main phase"]
    accept = ["retreat: Ace"]

    [given.player_1]
    main = "Wall"
    standby = ["Ace"]

``docs/puzzles.md`` describes it in full.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.game import Game
from evenhand.simulate.replay.replay import InteractiveGame
from evenhand.simulate.scenarios.answers import check_words, find_meant, no_such_answer
from evenhand.simulate.scenarios.play import give_answer, sit_down
from evenhand.simulate.scenarios.table import (
    Heading,
    OtherKind,
    Table,
    TableFile,
    TableForm,
    list_forms,
    make_table,
    read_tables,
)

__all__ = ["Puzzle", "PuzzleTable", "Question", "load_puzzle", "pose"]

SCENARIO = OtherKind(("expect", "then"), "a scenario, no puzzle", "evenhand scenario")


class PuzzleForm(TableForm):
    """A table, and which answers are right there."""

    own = ("accept", "refuse")

    accept: list[str] = Field(default_factory=list)
    refuse: list[str] = Field(default_factory=list)


class PuzzleFile(PuzzleForm, Heading):
    """The form of a puzzle file."""

    blunder: Annotated[int, Field(ge=1, le=1_000)] | None = None
    variant: list[PuzzleForm] = Field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class PuzzleTable(Table):
    """One table of a puzzle.

    Attributes
    ----------
    do : tuple of str
        Answers that lead to the question.
    accept : tuple of str
        What the answer must be one of; any if there are none.
    refuse : tuple of str
        What the answer may not be.
    """

    do: tuple[str, ...]
    accept: tuple[str, ...]
    refuse: tuple[str, ...]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle that has been read.

    Attributes
    ----------
    blunder : int or None
        The number of a known blunder that it shows.
    tables : tuple of PuzzleTable
        Its own, then those of its variants: it is solved if all of them are.
    """

    file: str
    game: Game
    title: str
    blunder: int | None
    tables: tuple[PuzzleTable, ...]


@dataclass(frozen=True)
class Question:
    """What a puzzle asks at one of its tables.

    Attributes
    ----------
    sitting : Sitting
        The table, at the question.
    offers : tuple of str
        The options in words.
    right : frozenset of int
        Those that solve it.
    """

    table: PuzzleTable
    sitting: InteractiveGame
    offers: tuple[str, ...]
    right: frozenset[int]


def load_puzzle(path: str | Path) -> Puzzle:
    """Read a puzzle file.

    Raises
    ------
    UsageError
        If there is no such file.
    InputError
        With all that is wrong with it.
    """
    read = read_tables(path, PuzzleFile, SCENARIO)
    said = read.said
    tables = tuple(
        make_puzzle_table(read, form, place) for form, place in list_forms(said, said.variant)
    )
    return Puzzle(read.file, read.game, said.title, said.blunder, tables)


def make_puzzle_table(read: TableFile[PuzzleFile], form: PuzzleForm, place: str) -> PuzzleTable:
    """Make the table of a puzzle, or of one of its variants."""
    table = make_table(read, form, place)
    if not (form.accept or form.refuse):
        message = "nothing is accepted or refused, so no answer could be wrong"
        raise InputError([Problem(read.file, None, f"{place}accept", message)])
    said: dict[str, Any] = {name: tuple(getattr(form, name)) for name in ("do", "accept", "refuse")}
    return PuzzleTable(**vars(table), **said)


def pose(table: PuzzleTable) -> Question:
    """Lay a table out and go on to its question.

    Questions that leave no choice answer themselves.

    Raises
    ------
    InputError
        If the table is impossible, an answer is not among the options, or all answers, or
        none, would be right.
    """
    sitting = sit_down(table)
    for number, answer in enumerate(table.do, start=1):
        give_answer(table, sitting, answer, f"{table.place}do[{number}]")
    while len(offers := sitting.offers()) == 1:
        sitting.take(0)
    if not offers:
        message = "the game is over before anything is asked that leaves a choice"
        raise InputError([Problem(table.file, None, f"{table.place}do", message)])
    return Question(table, sitting, tuple(offers), find_right(table, sitting, offers))


def find_right(
    table: PuzzleTable, sitting: InteractiveGame, offers: Sequence[str]
) -> frozenset[int]:
    """Find the options that are accepted and not refused."""
    right = set(range(len(offers)))
    if table.accept:
        right = set()
        for number, text in enumerate(table.accept, start=1):
            found = find_meant(offers, text)
            if not found:
                place = f"{table.place}accept[{number}]"
                raise InputError([no_such_answer(table, sitting, text, place, offers, found, [])])
            right.update(found)
    check_words(table.refuse, table, f"{table.place}refuse")
    for text in table.refuse:
        right -= set(find_meant(offers, text))
    if len(right) in (0, len(offers)):
        which = "every answer solves it" if right else "no answer solves it"
        listed = "; ".join(f"'{offer}'" for offer in offers)
        place = f"{table.place}{'accept' if table.accept else 'refuse'}"
        message = f"{which}. {sitting.question}: {listed}"
        raise InputError([Problem(table.file, None, place, message)])
    return frozenset(right)

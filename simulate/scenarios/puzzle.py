"""Puzzles: a table laid out by hand, a question, and the right answers.

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
from evenhand.simulate.scenarios.play import begin_table, give_answer
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

__all__ = ["Puzzle", "PuzzleTable", "Question", "lay_out_puzzle", "load_puzzle"]

SCENARIO = OtherKind(("expect", "then"), "a scenario, no puzzle", "evenhand scenario")


class PuzzleForm(TableForm):
    """A table, and the answers that are right there."""

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
        Accepted answers; any answer if empty.
    refuse : tuple of str
        Refused answers.
    """

    do: tuple[str, ...]
    accept: tuple[str, ...]
    refuse: tuple[str, ...]


@dataclass(frozen=True)
class Puzzle:
    """A loaded puzzle.

    Attributes
    ----------
    blunder : int or None
        The number of the known blunder that it demonstrates.
    tables : tuple of PuzzleTable
        Its own table, then those of its variants; it is solved if all of them are.
    """

    file: str
    game: Game
    title: str
    blunder: int | None
    tables: tuple[PuzzleTable, ...]


@dataclass(frozen=True)
class Question:
    """The question of a puzzle at one of its tables.

    Attributes
    ----------
    session : InteractiveGame
        The game, at the question.
    offers : tuple of str
        The options in words.
    right : frozenset of int
        Indexes of the options that solve it.
    """

    table: PuzzleTable
    session: InteractiveGame
    offers: tuple[str, ...]
    right: frozenset[int]


def load_puzzle(path: str | Path) -> Puzzle:
    """Read a puzzle file.

    Raises
    ------
    UsageError
        If there is no such file.
    InputError
        With all problems of the file.
    """
    read = read_tables(path, PuzzleFile, SCENARIO)
    content = read.content
    tables = tuple(
        make_puzzle_table(read, form, place) for form, place in list_forms(content, content.variant)
    )
    return Puzzle(read.file, read.game, content.title, content.blunder, tables)


def make_puzzle_table(read: TableFile[PuzzleFile], form: PuzzleForm, place: str) -> PuzzleTable:
    """Make the table of a puzzle, or of one of its variants."""
    table = make_table(read, form, place)
    if not (form.accept or form.refuse):
        message = "nothing is accepted or refused, so no answer could be wrong"
        raise InputError([Problem(read.file, None, f"{place}accept", message)])
    content: dict[str, Any] = {
        name: tuple(getattr(form, name)) for name in ("do", "accept", "refuse")
    }
    return PuzzleTable(**vars(table), **content)


def lay_out_puzzle(table: PuzzleTable) -> Question:
    """Lay out a table, and continue to its question.

    Questions with one option are answered automatically.

    Raises
    ------
    InputError
        If the table is impossible, an answer is not among the options, or all answers, or
        none, would be right.
    """
    session = begin_table(table)
    for number, answer in enumerate(table.do, start=1):
        give_answer(table, session, answer, f"{table.place}do[{number}]")
    while len(offers := session.offers()) == 1:
        session.take(0)
    if not offers:
        message = "the game is over before anything is asked that leaves a choice"
        raise InputError([Problem(table.file, None, f"{table.place}do", message)])
    return Question(table, session, tuple(offers), find_right_options(table, session, offers))


def find_right_options(
    table: PuzzleTable, session: InteractiveGame, offers: Sequence[str]
) -> frozenset[int]:
    """Return the indexes of the options that are accepted and not refused."""
    right = set(range(len(offers)))
    if table.accept:
        right = set()
        for number, text in enumerate(table.accept, start=1):
            matches = find_meant(offers, text)
            if not matches:
                place = f"{table.place}accept[{number}]"
                raise InputError([no_such_answer(table, session, text, place, offers, matches, [])])
            right.update(matches)
    check_words(table.refuse, table, f"{table.place}refuse")
    for text in table.refuse:
        right -= set(find_meant(offers, text))
    if len(right) in (0, len(offers)):
        which = "every answer solves it" if right else "no answer solves it"
        listed = "; ".join(f"'{offer}'" for offer in offers)
        place = f"{table.place}{'accept' if table.accept else 'refuse'}"
        message = f"{which}. {session.question}: {listed}"
        raise InputError([Problem(table.file, None, place, message)])
    return frozenset(right)

"""Scenarios: a table laid out by hand, answers to give, and the expected result.

A scenario file is TOML::

    game = "my_game"
    title = "A skill deals its damage"
    clauses = ["R9"]
    do = ["end main phase", "skill 1"]

    [given.player_1]
    main = { unit = "Ace", energy = 2 }
    [given.player_2]
    main = "Wall"

    [expect.player_2.main]
    damage = 150

``docs/scenarios.md`` describes it in full.
"""

import re
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.game import Game
from evenhand.simulate.scenarios.table import (
    Heading,
    OtherKind,
    Table,
    TableFile,
    TableForm,
    list_forms,
    make_table,
    read_tables,
    unknown_name,
)

__all__ = ["Scenario", "ThenPart", "clauses_of", "load_scenario"]

PUZZLE = OtherKind(("accept", "refuse"), "a puzzle, no scenario", "evenhand bots --puzzles")


class ThenPart(BaseModel):
    """Further answers to give, and the expected result."""

    model_config = ConfigDict(extra="forbid", strict=True)

    do: list[str] = []
    expect: dict[str, Any] = {}


class Setting(TableForm):
    """A table or a deck list, and the expected result."""

    own = ("expect", "then")

    mode: str = ""
    deck: str = ""
    expect: dict[str, Any] = Field(default_factory=dict)
    then: list[ThenPart] = Field(default_factory=list)


class ScenarioFile(Setting, Heading):
    """The form of a scenario file."""

    clauses: list[str] = Field(default_factory=list)
    variant: list[Setting] = Field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Scenario(Table):
    """A loaded scenario.

    Attributes
    ----------
    clauses : tuple of str
        Clauses of the game's rules that it proves.
    deck : str
        A deck list to be checked, if the scenario is about one; "" for a table.
    acts : tuple of ThenPart
        Answers and expectations, in order.
    variants : tuple of Scenario
        The scenario with changes, each with a table of its own.
    """

    title: str
    clauses: tuple[str, ...]
    mode: str
    deck: str
    acts: tuple[ThenPart, ...]
    variants: tuple["Scenario", ...] = ()


def load_scenario(path: str | Path) -> Scenario:
    """Read a scenario file.

    Raises
    ------
    UsageError
        If there is no such file.
    InputError
        With all problems of the file.
    """
    read = read_tables(path, ScenarioFile, PUZZLE)
    content = read.content
    known = clauses_of(read.game)
    unknown_clauses = [clause for clause in content.clauses if clause not in known]
    if unknown_clauses:
        message = f"the rules have no clause {', '.join(unknown_clauses)}"
        raise InputError([read.toml.problem(("clauses",), message)])
    first, *variants = [
        make_scenario(read, setting, place)
        for setting, place in list_forms(content, content.variant)
    ]
    return replace(first, variants=tuple(variants))


def make_scenario(read: TableFile[ScenarioFile], setting: Setting, place: str) -> Scenario:
    """Make the scenario of a file, or of one of its variants."""
    table, file = make_table(read, setting, place), read.file
    modes = read.game.schema.modes
    if setting.mode and setting.mode not in modes:
        raise InputError([unknown_name(file, f"{place}mode", setting.mode, modes)])
    acts = (ThenPart(do=setting.do, expect=setting.expect), *setting.then)
    if not any(act.expect for act in acts):
        message = "nothing is expected, so nothing could fail"
        raise InputError([Problem(file, None, f"{place}expect", message)])
    return Scenario(
        **vars(table),
        title=read.content.title,
        clauses=tuple(read.content.clauses),
        mode=setting.mode or modes[0],
        deck=setting.deck,
        acts=acts,
    )


CLAUSE = re.compile(r"^\|\s*\*{0,2}([A-Z]{1,3}\d+)\*{0,2}\s*\|", re.MULTILINE)


def clauses_of(game: Game) -> tuple[str, ...]:
    """List the numbered clauses and rulings of a game's ``RULES.md``, in order."""
    text = (files(game.package) / "RULES.md").read_text(encoding="utf-8")
    return tuple(dict.fromkeys(CLAUSE.findall(text)))

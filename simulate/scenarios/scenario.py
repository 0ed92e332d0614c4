"""Scenarios: a table laid out by hand, what is done there, and what must come of it.

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
    """More to do, and what to expect of it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    do: list[str] = []
    expect: dict[str, Any] = {}


class Setting(TableForm):
    """A table, or a deck list, and what is to come of it."""

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
    """A scenario that has been read.

    Attributes
    ----------
    clauses : tuple of str
        Of the game's rules, that it proves.
    deck : str
        A deck list to be judged, if the scenario is about that and not about a table.
    acts : tuple of ThenPart
        What is done and expected, in order.
    variants : tuple of Scenario
        The same with something changed, each laid out anew.
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
        With all that is wrong with it.
    """
    read = read_tables(path, ScenarioFile, PUZZLE)
    said = read.said
    unknown_clauses = [one for one in said.clauses if one not in clauses_of(read.game)]
    if unknown_clauses:
        message = f"the rules have no clause {', '.join(unknown_clauses)}"
        raise InputError([read.toml.problem(("clauses",), message)])
    first, *variants = [
        make_scenario(read, setting, place) for setting, place in list_forms(said, said.variant)
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
        title=read.said.title,
        clauses=tuple(read.said.clauses),
        mode=setting.mode or modes[0],
        deck=setting.deck,
        acts=acts,
    )


CLAUSE = re.compile(r"^\|\s*\*{0,2}([A-Z]{1,3}\d+)\*{0,2}\s*\|", re.MULTILINE)


def clauses_of(game: Game) -> tuple[str, ...]:
    """List the numbered clauses and rulings of a game's ``RULES.md``, in its order."""
    text = (files(game.package) / "RULES.md").read_text(encoding="utf-8")
    return tuple(dict.fromkeys(CLAUSE.findall(text)))

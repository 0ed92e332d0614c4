"""The flags of commands for authors of games."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from evenhand.flags.shared import Json, Names

__all__ = ["NewGameFlags", "ScenarioFlags", "TestGameFlags"]


@dataclass(frozen=True, kw_only=True)
class TestGameFlags:
    """Flags of `test-game`, for authors of games."""

    game: Annotated[
        str,
        Argument(
            metavar="GAME",
            help="A game listed by `evenhand games`; may be left out if only one of them is of "
            "another package.",
        ),
    ] = ""
    quick: Annotated[
        bool,
        Option("--quick", help="A sixth of the games, one number of players, fewer bots."),
    ] = False
    only: Annotated[
        Names,
        Option(
            "--only",
            metavar="CHECK",
            help="Only these checks, as bounds,scenarios; may be repeated.",
        ),
    ] = ()
    seed: Annotated[int, Option("--seed", metavar="N", help="Of the games that are played.")] = 1
    record: Annotated[
        bool,
        Option("--record", help="Check nothing; write the recorded games (tests/golden) anew."),
    ] = False
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class NewGameFlags:
    """Flags of `new-game`, for authors of games."""

    name: Annotated[
        str,
        Argument(metavar="NAME", help="Small letters, digits and _, as my_game: its package."),
    ]
    folder: Annotated[
        Path | None,
        Option(
            "--in", metavar="DIR", help="Where the package's folder is made; here, if not given."
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class ScenarioFlags:
    """Flags of `scenario`, for authors of games."""

    paths: Annotated[
        Names, Argument(metavar="PATH", help="Scenario files or folders of them.")
    ] = ()
    coverage: Annotated[
        str,
        Option("--coverage", metavar="GAME", help="List clauses of GAME that no scenario proves."),
    ] = ""
    trace: Annotated[bool, Option("--trace", help="Print every step.")] = False
    json: Json = False

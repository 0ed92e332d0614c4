"""The flags of commands that play: games, checks, puzzles, and how fast it all is."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from evenhand.flags.shared import (
    Cards,
    Game,
    Jobs,
    Json,
    Names,
    Players,
    PlayFlags,
    Quiet,
    RunOut,
)

__all__ = ["BenchFlags", "CheckFlags", "CompareFlags", "LessonsFlags", "PuzzlesFlags", "RunFlags"]


@dataclass(frozen=True, kw_only=True)
class RunFlags(PlayFlags):
    """`run` and `simulate`."""

    game: Game = ""
    games: Annotated[
        int | None, Option("--games", metavar="N", help="Games in all; 20,000 if not given.")
    ] = None
    precision: Annotated[
        float | None,
        Option(
            "--precision",
            metavar="P",
            help="Instead of --games: play until every win-rate interval is within ±P points.",
        ),
    ] = None
    time_budget: Annotated[
        str | None,
        Option(
            "--time-budget",
            metavar="TIME",
            help="Instead of --games: play for about 60s, 2m or 1h.",
        ),
    ] = None
    cards: Cards = None
    mirrors: Annotated[
        bool | None, Option("--mirrors/--no-mirrors", help="Also play each deck against itself.")
    ] = None
    out: RunOut = None


@dataclass(frozen=True, kw_only=True)
class CompareFlags(PlayFlags):
    """`compare`."""

    before: Annotated[
        str,
        Argument(
            metavar="A",
            help="A run, a folder, a card file or a git ref; the folder's last run if not given.",
        ),
    ] = ""
    after: Annotated[
        str,
        Argument(metavar="B", help="The same, with a change; the folder now if not given."),
    ] = ""
    folder: Annotated[
        Path | None,
        Option("--folder", metavar="DIR", help="A and B may be git refs of this folder."),
    ] = None
    games: Annotated[
        int | None,
        Option("--games", metavar="N", help="Games of each side; 20,000 if not given."),
    ] = None
    out: Annotated[
        Path | None,
        Option("--out", metavar="DIR", help="A new folder; runs/compare-1, -2, .. if not given."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class CheckFlags:
    """`check`."""

    place: Annotated[
        str,
        Argument(
            metavar="FOLDER",
            help="A balance.toml or the folder that holds it; the current folder if not given.",
        ),
    ] = ""
    games: Annotated[
        int | None,
        Option("--games", metavar="N", help="Games in all; `games` of [check] if not given."),
    ] = None
    sequential: Annotated[
        bool | None,
        Option(
            "--sequential/--no-sequential",
            help="Look at the results while playing; stop when every verdict is sure.",
        ),
    ] = None
    baseline: Annotated[
        Path | None,
        Option("--baseline", metavar="FILE", help="Measure changes from the numbers in FILE."),
    ] = None
    update_baseline: Annotated[
        bool, Option("--update-baseline", help="Rewrite the baseline; check nothing.")
    ] = False
    against: Annotated[
        str,
        Option(
            "--against",
            metavar="GIT_REF",
            help="Measure changes from the folder as it was at GIT_REF, on the same deals.",
        ),
    ] = ""
    junit: Annotated[
        Path | None,
        Option("--junit", metavar="FILE", help="Also write the result as JUnit XML."),
    ] = None
    markdown: Annotated[
        Path | None,
        Option("--markdown", metavar="FILE", help="Also write it as a short Markdown table."),
    ] = None
    out: RunOut = None
    jobs: Jobs = None
    json: Json = False
    quiet: Quiet = False


@dataclass(frozen=True, kw_only=True)
class LessonsFlags(PlayFlags):
    """`lessons`."""

    game: Game = ""
    games: Annotated[
        int, Option("--games", metavar="N", help="Games that the first bot plays.")
    ] = 60
    cards: Cards = None
    top: Annotated[int, Option("--top", metavar="N", help="Print so many lines of each table.")] = (
        20
    )
    tables: Annotated[
        bool, Option("--tables", help="Print the table of each single question, too.")
    ] = False


@dataclass(frozen=True, kw_only=True)
class PuzzlesFlags:
    """`puzzles`."""

    paths: Annotated[
        Names,
        Argument(
            metavar="GAME|PATH",
            help="Games, whose puzzles are in tests/puzzles/GAME, or puzzle files and folders "
            "of them; the current folder's game if not given.",
        ),
    ] = ()
    bots: Annotated[
        Names,
        Option(
            "--bots",
            metavar="A,B,..",
            help="Bots, by name or file, or `panel`; heuristic and search if not given.",
        ),
    ] = ()
    times: Annotated[
        int,
        Option(
            "--times",
            metavar="N",
            help="How often a bot that leaves something to luck is asked; nine answers of ten "
            "must be right.",
        ),
    ] = 10
    jobs: Jobs = None
    json: Json = False
    quiet: Annotated[bool, Option("--quiet", help="Print only how many each bot solves.")] = False


@dataclass(frozen=True, kw_only=True)
class BenchFlags:
    """`bench`."""

    game: Game = ""
    games: Annotated[
        int,
        Option("--games", metavar="N", help="Games of each quick bot; fewer for search."),
    ] = 20_000
    players: Players = None
    json: Json = False

"""The flags of `run`, `compare`, `history`, `check` and `watch`, which play games."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from typer import Argument, Option

from evenhand.flags.shared import (
    Cards,
    Game,
    Jobs,
    Json,
    Names,
    Place,
    PlayFlags,
    Quiet,
    RunOut,
    Uses,
)

__all__ = ["CheckFlags", "CompareFlags", "HistoryFlags", "RunFlags", "WatchFlags"]


@dataclass(frozen=True, kw_only=True)
class RunFlags(PlayFlags):
    """Flags of `run`, for playing games."""

    game: Game = ""
    no_report: Annotated[
        bool, Option("--no-report", help="Play games and keep them; write no report.")
    ] = False
    repair: Annotated[
        Path | None,
        Option(
            "--repair",
            metavar="RUN_DIR",
            help="Play again this run's missing or damaged games.",
        ),
    ] = None
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

    uses: ClassVar[Uses] = {"repair": {"jobs", "quiet"}}


@dataclass(frozen=True, kw_only=True)
class CompareFlags(PlayFlags):
    """Flags of `compare`, for playing both sides."""

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
class HistoryFlags:
    """Flags of `history`, for playing the states of a folder in git."""

    place: Place = ""
    last: Annotated[
        int | None,
        Option("--last", metavar="N", help="States, the folder now among them; 10 if not given."),
    ] = None
    since: Annotated[
        str,
        Option("--since", metavar="GIT_REF", help="Begin with the folder as it was at GIT_REF."),
    ] = ""
    tags: Annotated[bool, Option("--tags", help="The states of tags, not of all commits.")] = False
    games: Annotated[
        int | None,
        Option(
            "--games",
            metavar="N",
            help="Games of each state; as many as the folder says if not given.",
        ),
    ] = None
    bots: Annotated[
        Names,
        Option(
            "--bots",
            metavar="X",
            help="A bot, by name or file, for all states; those of each state if not given.",
        ),
    ] = ()
    seed: Annotated[
        int | None,
        Option("--seed", metavar="S", help="Of all states; the folder's if not given."),
    ] = None
    out: Annotated[
        Path | None,
        Option("--out", metavar="FILE", help="Also write the table: .csv or .parquet."),
    ] = None
    jobs: Jobs = None
    json: Json = False
    quiet: Quiet = False


@dataclass(frozen=True, kw_only=True)
class CheckFlags:
    """Flags of `check`, for playing a folder."""

    place: Place = ""
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
class WatchFlags:
    """Flags of `watch`, for playing a folder at each save."""

    place: Annotated[
        str,
        Argument(metavar="DIR", help="A folder with a balance.toml; the current one if not given."),
    ] = ""
    port: Annotated[
        int, Option("--port", metavar="N", help="The page's port; one that is free if not given.")
    ] = 0
    open_: Annotated[bool, Option("--open/--no-open", help="Show the page in the browser.")] = True
    jobs: Jobs = None

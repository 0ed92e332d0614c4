"""The flags of commands that read a finished run: `replay`, `report` and `export`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Option

from evenhand.flags.shared import (
    RunFolder,
)

__all__ = ["ExportFlags", "ReplayFlags", "ReportFlags"]


@dataclass(frozen=True, kw_only=True)
class ReplayFlags:
    """Flags of `replay`, of a finished run."""

    run_dir: RunFolder
    game: Annotated[
        int | None,
        Option("--game", metavar="N", help="Number of the game in the run; the first is 1."),
    ] = None
    find: Annotated[
        str,
        Option(
            "--find",
            metavar="KIND",
            help="Find a game: typical, closest, telling, longest, shortest, comeback, upset, "
            "draw or error.",
        ),
    ] = ""
    card: Annotated[
        str, Option("--card", metavar="NAME", help="Among those in which this card was in hand.")
    ] = ""
    deck: Annotated[str, Option("--deck", metavar="NAME", help="Among those of this deck.")] = ""
    matchup: Annotated[
        str, Option("--matchup", metavar="MATCHUP", help='Among those of "A vs B".')
    ] = ""
    ending: Annotated[
        str, Option("--ending", metavar="NAME", help="Among those that ended so.")
    ] = ""
    first: Annotated[
        bool, Option("--first", help="Among all, by whether the player who goes first wins.")
    ] = False
    step: Annotated[
        int | None,
        Option("--step", metavar="K", help="With --format scenario: the position at this step."),
    ] = None
    format_: Annotated[
        str, Option("--format", metavar="FORMAT", help="text, json, html or scenario.")
    ] = "text"
    out: Annotated[
        Path | None,
        Option("--out", metavar="FILE", help="For html RUN_DIR/game-N.html if not given."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class ReportFlags:
    """Flags of `report`, of a finished run."""

    run_dir: RunFolder
    out: Annotated[
        Path | None, Option("--out", metavar="FILE", help="RUN_DIR/report.html if not given.")
    ] = None
    figures: Annotated[
        Path | None,
        Option("--figures", metavar="DIR", help="Also write its figures there, as SVG and PNG."),
    ] = None
    open_: Annotated[bool, Option("--open", help="Show it in the browser.")] = False


@dataclass(frozen=True, kw_only=True)
class ExportFlags:
    """Flags of `export`, of a finished run."""

    run_dir: RunFolder
    out: Annotated[
        Path | None,
        Option(
            "--out",
            metavar="FILE",
            help="RUN_DIR/export.FORMAT if not given; for spells a folder, RUN_DIR/spells.",
        ),
    ] = None
    format_: Annotated[
        str,
        Option(
            "--format",
            metavar="FORMAT",
            help="csv, parquet or, as the package of this name reads it, spells; if not given, "
            "by the ending of --out, else csv.",
        ),
    ] = ""

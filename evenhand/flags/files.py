"""The flags of commands that show, make or mend what is in files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from evenhand.flags.shared import (
    GAME,
    Cards,
    Game,
    Jobs,
    Json,
    Mode,
    Names,
    PlayFlags,
    Quiet,
    RunFolder,
    Settings,
)

__all__ = [
    "BotsFlags", "CardsFlags", "DeckFlags", "ExportFlags", "GamesFlags", "InitFlags",
    "OptionsFlags", "RepairFlags", "ReplayFlags", "ReportFlags", "ScenarioFlags", "WatchFlags",
    "WordsFlags",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class InitFlags:
    """`init`."""

    folder: Annotated[Path, Argument(metavar="DIR", help="A new or empty folder.")]
    game: Annotated[
        str, Option("--game", metavar="GAME", help="May be left out if there is only one.")
    ] = ""
    git: Annotated[
        bool | None,
        Option(
            "--git/--no-git",
            help="Make it a git repository with a first commit; on a terminal you are asked.",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class GamesFlags:
    """`games`."""

    json: Json = False


@dataclass(frozen=True, kw_only=True)
class CardsFlags:
    """`cards`."""

    words: Annotated[
        Names,
        Argument(
            metavar="GAME|CARD",
            help="A game or a folder, as elsewhere; then a card's name, or part of one. A name "
            "alone is looked for in the current folder.",
        ),
    ] = ()
    cards: Annotated[
        str | None,
        Option("--cards", metavar="FILE", help="Check this card file, or what is at this address."),
    ] = None
    file: Annotated[
        str | None, Option("--file", metavar="FILE", help="As --cards.", hidden=True)
    ] = None
    find: Annotated[
        str, Option("--find", metavar="TEXT", help="Only cards that contain this text.")
    ] = ""
    watch: Annotated[
        bool,
        Option("--watch", help="Check the card file each time it is saved, until Ctrl-C."),
    ] = False
    coverage: Annotated[
        Path | None,
        Option(
            "--coverage",
            metavar="RUN_DIR",
            help="Show how often each ability was used in the games of this run.",
        ),
    ] = None
    games: Annotated[
        int, Option("--games", metavar="N", help="With --coverage: games to play again.")
    ] = 20_000
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class WordsFlags:
    """`words`."""

    game: Game = ""
    find: Annotated[
        str,
        Option("--find", metavar="TEXT", help="Show what can be said that is most like TEXT."),
    ] = ""
    markdown: Annotated[bool, Option("--markdown", help="Print a page of documentation.")] = False
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class DeckFlags:
    """`deck`."""

    files: Annotated[
        Names,
        Argument(
            metavar="FILE",
            help="Deck files or folders of them; those of balance.toml if not given.",
        ),
    ] = ()
    game: Annotated[str, Option("--game", metavar="GAME", help=GAME)] = ""
    cards: Cards = None
    mode: Mode = ""
    settings: Settings = ()
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class BotsFlags(PlayFlags):
    """`bots`."""

    game: Game = ""
    audit: Annotated[
        bool,
        Option("--audit", help="Make each card better, and name those that bots are hurt by."),
    ] = False
    games: Annotated[
        int | None,
        Option("--games", metavar="N", help="Games of an audit; 200,000 or more if not given."),
    ] = None
    cards: Cards = None


@dataclass(frozen=True, kw_only=True)
class OptionsFlags:
    """`options`."""

    game: Game = ""
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class ScenarioFlags:
    """`scenario`."""

    paths: Annotated[
        Names, Argument(metavar="PATH", help="Scenario files or folders of them.")
    ] = ()
    coverage: Annotated[
        str,
        Option("--coverage", metavar="GAME", help="List clauses of GAME that no scenario proves."),
    ] = ""
    trace: Annotated[bool, Option("--trace", help="Print every step.")] = False
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class ReplayFlags:
    """`replay`."""

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
    """`report`."""

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
class WatchFlags:
    """`watch`."""

    place: Annotated[
        str,
        Argument(metavar="DIR", help="A folder with a balance.toml; the current one if not given."),
    ] = ""
    port: Annotated[
        int, Option("--port", metavar="N", help="The page's port; one that is free if not given.")
    ] = 0
    open_: Annotated[bool, Option("--open/--no-open", help="Show the page in the browser.")] = True
    jobs: Jobs = None


@dataclass(frozen=True, kw_only=True)
class ExportFlags:
    """`export`."""

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


@dataclass(frozen=True, kw_only=True)
class RepairFlags:
    """`repair`."""

    run_dir: RunFolder
    jobs: Jobs = None
    quiet: Quiet = False

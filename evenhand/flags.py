"""The flags of every command, each declared once: its type, its default, its line of help.

A command's flags are a frozen dataclass. `evenhand.cli` gives its fields to Typer as the
parameters of the command, and the command gets the dataclass. A flag that is not given
keeps the field's default.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

__all__ = [
    "BenchFlags", "BotsFlags", "BreakFlags", "CardsFlags", "CheckFlags", "CompareFlags",
    "CompensateFlags", "DeckFlags", "ExportFlags", "GamesFlags", "ImpactFlags", "InitFlags",
    "LessonsFlags", "MetagameFlags", "OptionsFlags", "PlayFlags", "PriceFlags", "PuzzlesFlags",
    "RepairFlags", "ReplayFlags", "ReportFlags", "RunFlags", "ScenarioFlags", "SynergyFlags",
    "TuneFlags",
]  # fmt: skip

GAME = (
    "A game listed by `evenhand games`, or a folder with a balance.toml; the current folder "
    "if not given."
)
Names = tuple[str, ...]
Game = Annotated[str, Argument(metavar="GAME", help=GAME)]
Cards = Annotated[
    str | None,
    Option("--cards", metavar="FILE", help="A card file; the sample cards if not given."),
]
Mode = Annotated[
    str, Option("--mode", metavar="NAME", help="A mode of the game; its first if not given.")
]
Settings = Annotated[
    Names, Option("--set", metavar="OPTION=VALUE", help="Change a rule option; may be repeated.")
]
Players = Annotated[
    int | None,
    Option("--players", metavar="N", help="Players in a game; the fewest it allows if not given."),
]
Jobs = Annotated[
    int | None, Option("--jobs", metavar="J", help="Workers; one per processor if not given.")
]
Json = Annotated[bool, Option("--json", help="Print one JSON object instead.")]
Quiet = Annotated[bool, Option("--quiet", help="Print only where the result is.")]
RunFolder = Annotated[Path, Argument(metavar="RUN_DIR", help="A run's folder.")]
Baseline = Annotated[
    str, Option("--with", metavar="CARD", help="Exchange for this card, not for a plain one.")
]
Precision = Annotated[
    float,
    Option("--precision", metavar="POINTS", help="Play until every interval is within ±POINTS."),
]
MostGames = Annotated[
    int | None,
    Option("--games", metavar="N", help="At most so many; as many as it takes if not given."),
]
RunOut = Annotated[
    Path | None,
    Option(
        "--out",
        metavar="DIR",
        help="A new folder for the run; runs/GAME-1, -2, .. if not given.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class PlayFlags:
    """What every command understands that plays games of the user's choice."""

    game: Annotated[str, Option("--game", metavar="GAME", help=GAME)] = ""
    seed: Annotated[
        int | None,
        Option("--seed", metavar="S", help="The same seed gives the same games; 1 if not given."),
    ] = None
    decks: Annotated[
        Names,
        Option(
            "--decks",
            metavar="A,B,..",
            help="Sample decks, deck files or folders of them; in sealed modes products. "
            "All samples if not given.",
        ),
    ] = ()
    bots: Annotated[
        Names,
        Option(
            "--bots",
            metavar="X[,Y]",
            help="One or two bots, by name or file, or `panel`; heuristic if not given.",
        ),
    ] = ()
    panel_games: Annotated[
        int | None,
        Option(
            "--panel-games",
            metavar="N",
            help="Games of each bot of a panel that thinks ahead; about half a minute of them "
            "if not given.",
        ),
    ] = None
    mode: Mode = ""
    settings: Settings = ()
    players: Players = None
    jobs: Jobs = None
    backend: Annotated[
        str, Option("--backend", metavar="NAME", help="threading, loky (processes) or dask.")
    ] = "threading"
    scheduler: Annotated[
        str | None,
        Option("--scheduler", metavar="ADDRESS", help="Address of a running Dask scheduler."),
    ] = None
    shared_disk: Annotated[
        bool,
        Option("--shared-disk", help="The scheduler's workers can write into the run's folder."),
    ] = False
    json: Json = False
    quiet: Quiet = False


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

    before: Annotated[str, Argument(metavar="A", help="A run, a folder or a card file.")]
    after: Annotated[str, Argument(metavar="B", help="The same, with a change.")]
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
class ImpactFlags(PlayFlags):
    """`impact`."""

    names: Annotated[
        Names,
        Argument(metavar="CARD", help="Cards; all cards of the decks if not given."),
    ] = ()
    run: Annotated[
        Path | None,
        Option("--run", metavar="RUN_DIR", help="Measure the cards of this run, for its report."),
    ] = None
    baseline: Baseline = ""
    precision: Precision = 1.0
    games: MostGames = None
    cards: Cards = None


@dataclass(frozen=True, kw_only=True)
class SynergyFlags(PlayFlags):
    """`synergy`."""

    deck: Annotated[
        str, Argument(metavar="DECK", help="A deck, by name or file; it meets all others.")
    ]
    run: Annotated[
        Path | None,
        Option("--run", metavar="RUN_DIR", help="Measure a deck of this run, for its report."),
    ] = None
    baseline: Baseline = ""
    precision: Precision = 1.0
    games: MostGames = None
    cards: Cards = None


@dataclass(frozen=True, kw_only=True)
class BreakFlags(PlayFlags):
    """`break`."""

    game: Game = ""
    against: Annotated[
        str,
        Option(
            "--against",
            metavar="even|mix",
            help="Decks of the field count alike, or as often as people would play them who knew "
            "what they win.",
        ),
    ] = "even"
    rounds: Annotated[
        int,
        Option(
            "--rounds",
            metavar="N",
            help="At most so many searches; what each finds joins the field of the next.",
        ),
    ] = 3
    games: Annotated[
        int, Option("--games", metavar="N", help="At most so many; 3,000,000 if not given.")
    ] = 3_000_000
    out: Annotated[
        Path | None,
        Option("--out", metavar="DIR", help="Write the decks that are stronger into this folder."),
    ] = None
    cards: Cards = None


@dataclass(frozen=True, kw_only=True)
class CompensateFlags(PlayFlags):
    """`compensate`."""

    game: Game = ""
    choices: Annotated[
        Names,
        Option(
            "--option",
            metavar="NAME[=VALUES]",
            help="A rule option to change, with values such as 0,1,2 or 0..2; may be repeated. "
            "All options that treat the first player unlike the others if not given.",
        ),
    ] = ()
    within: Annotated[
        float,
        Option("--within", metavar="POINTS", help="What going first may be worth, either way."),
    ] = 1.0
    games: Annotated[
        int | None,
        Option(
            "--games", metavar="N", help="At most so many; as many as --within takes if not given."
        ),
    ] = None
    run: Annotated[
        Path | None,
        Option("--run", metavar="RUN_DIR", help="Play as in this run, for its report."),
    ] = None
    cards: Cards = None


@dataclass(frozen=True, kw_only=True)
class PriceFlags(PlayFlags):
    """`price`."""

    card: Annotated[str, Argument(metavar="CARD", help="A card; with --all none.")] = ""
    column: Annotated[
        str,
        Argument(metavar="COLUMN", help="A number of the card; its first if not given."),
    ] = ""
    every: Annotated[
        bool, Option("--all", help="All cards of the decks, those out of line first.")
    ] = False
    run: Annotated[
        Path | None,
        Option("--run", metavar="RUN_DIR", help="With --all: of this run, for its report."),
    ] = None
    values: Annotated[
        Names,
        Option(
            "--values",
            metavar="A,B,..",
            help="Values of the number; seven around the one it has if not given.",
        ),
    ] = ()
    precision: Precision = 0.5
    games: MostGames = None
    cards: Cards = None


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
    out: RunOut = None
    jobs: Jobs = None
    json: Json = False
    quiet: Quiet = False


@dataclass(frozen=True, kw_only=True)
class MetagameFlags:
    """`metagame`."""

    run_dir: Annotated[
        Path | None,
        Argument(metavar="RUN_DIR", help="A run's folder; the newest in runs/ if not given."),
    ] = None
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class TuneFlags:
    """`tune`."""

    place: Annotated[
        str,
        Argument(
            metavar="FOLDER",
            help="A balance.toml or the folder that holds it; the current folder if not given.",
        ),
    ] = ""
    apply: Annotated[bool, Option("--apply", help="Write the edits into the card file.")] = False
    games: Annotated[
        int | None,
        Option(
            "--games", metavar="N", help="Games of each round; `games` of [check] if not given."
        ),
    ] = None
    precision: Annotated[
        float,
        Option("--precision", metavar="POINTS", help="Know what each number does to ±POINTS."),
    ] = 1.0
    seed: Annotated[
        int | None,
        Option("--seed", metavar="S", help="Of the first round; `seed` of the file if not given."),
    ] = None
    jobs: Jobs = None
    json: Json = False
    quiet: Quiet = False


@dataclass(frozen=True, kw_only=True)
class RepairFlags:
    """`repair`."""

    run_dir: RunFolder
    jobs: Jobs = None
    quiet: Quiet = False


@dataclass(frozen=True, kw_only=True)
class ReportFlags:
    """`report`."""

    run_dir: RunFolder
    out: Annotated[
        Path | None, Option("--out", metavar="FILE", help="RUN_DIR/report.html if not given.")
    ] = None
    open_: Annotated[bool, Option("--open", help="Show it in the browser.")] = False


@dataclass(frozen=True, kw_only=True)
class ExportFlags:
    """`export`."""

    run_dir: RunFolder
    out: Annotated[
        Path | None, Option("--out", metavar="FILE", help="RUN_DIR/export.FORMAT if not given.")
    ] = None
    format_: Annotated[
        str,
        Option(
            "--format",
            metavar="FORMAT",
            help="csv or parquet; if not given, by the ending of --out, else csv.",
        ),
    ] = ""


@dataclass(frozen=True, kw_only=True)
class InitFlags:
    """`init`."""

    folder: Annotated[Path, Argument(metavar="DIR", help="A new or empty folder.")]
    game: Annotated[
        str, Option("--game", metavar="GAME", help="May be left out if there is only one.")
    ] = ""


@dataclass(frozen=True, kw_only=True)
class GamesFlags:
    """`games`."""

    json: Json = False


@dataclass(frozen=True, kw_only=True)
class CardsFlags:
    """`cards`."""

    game: Game = ""
    file: Annotated[str | None, Option("--file", metavar="FILE", help="Check this card file.")] = (
        None
    )
    find: Annotated[
        str, Option("--find", metavar="TEXT", help="Only cards that contain this text.")
    ] = ""
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
class BenchFlags:
    """`bench`."""

    game: Game = ""
    games: Annotated[
        int,
        Option("--games", metavar="N", help="Games of each quick bot; a fifth for lookahead."),
    ] = 20_000
    players: Players = None
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
            help="Find a game: longest, shortest, comeback, upset, draw or error.",
        ),
    ] = ""
    format_: Annotated[str, Option("--format", metavar="FORMAT", help="text, json or html.")] = (
        "text"
    )
    out: Annotated[
        Path | None,
        Option("--out", metavar="FILE", help="For html RUN_DIR/game-N.html if not given."),
    ] = None

"""The flags of the questions: impact, synergy, price, tune, metagame, real, break, compensate."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from evenhand.flags.shared import (
    Baseline,
    Cards,
    Game,
    Jobs,
    Json,
    MostGames,
    Names,
    Place,
    PlayFlags,
    Precision,
    Quiet,
)

__all__ = [
    "PRECISION",
    "BreakFlags", "CompensateFlags", "ImpactFlags", "MetagameFlags", "PriceFlags",
    "RealFlags", "SynergyFlags", "TuneFlags",
]  # fmt: skip

PRECISION = 1.0  # default of `tune`, in percentage points


@dataclass(frozen=True, kw_only=True)
class ImpactFlags(PlayFlags):
    """Flags of `impact`."""

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
    """Flags of `synergy`."""

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
class PriceFlags(PlayFlags):
    """Flags of `price`."""

    card: Annotated[str, Argument(metavar="CARD", help="A card (leave out with --all).")] = ""
    column: Annotated[
        str,
        Argument(
            metavar="COLUMN",
            help="A number of the card; if not given, one that you edited, or its first.",
        ),
    ] = ""
    every: Annotated[
        bool,
        Option("--all", help="Price every card in the decks, the most out of line first."),
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
    precision: Precision = 1.0
    games: MostGames = None
    cards: Cards = None


@dataclass(frozen=True, kw_only=True)
class TuneFlags:
    """Flags of `tune`."""

    place: Place = ""
    apply: Annotated[
        bool, Option("--apply", help="Write the edits into your files if all is met.")
    ] = False
    games: Annotated[
        int | None,
        Option(
            "--games", metavar="N", help="Games of each round; `games` of [check] if not given."
        ),
    ] = None
    precision: Annotated[
        float,
        Option("--precision", metavar="POINTS", help="Know what each number does to ±POINTS."),
    ] = PRECISION
    seed: Annotated[
        int | None,
        Option("--seed", metavar="S", help="Of the first round; `seed` of the file if not given."),
    ] = None
    jobs: Jobs = None
    json: Json = False
    quiet: Quiet = False


@dataclass(frozen=True, kw_only=True)
class MetagameFlags:
    """Flags of `metagame`."""

    run_dir: Annotated[
        Path | None,
        Argument(metavar="RUN_DIR", help="A run's folder; the newest in runs/ if not given."),
    ] = None
    bots: Annotated[
        Names,
        Option(
            "--bots",
            metavar="X[,Y]",
            help="Which of the run's bots, or groups of players, by whose games it is said; the "
            "first leads. All of them if not given.",
        ),
    ] = ()
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class RealFlags:
    """Flags of `real`."""

    file: Annotated[
        str,
        Argument(
            metavar="FILE",
            help="A CSV, TSV, XLSX or ODS file with a row for each result that people played, or "
            "with games and wins of each deck or matchup.",
        ),
    ]
    runs: Annotated[
        Names,
        Argument(
            metavar="RUN_DIR",
            help="A run's folder, or one with runs/, of which the newest of several bots is taken, "
            "or else the newest; that of runs/ here if not given. More runs add their bots.",
        ),
    ] = ()
    columns: Annotated[
        Names,
        Option(
            "--columns",
            metavar="COLUMN=HEADER,..",
            help="Unusual headers: of deck, opponent, winner, first, rating, opponent_rating, "
            "player or opponent_player; of sums games, wins, losses, draws or win_rate.",
        ),
    ] = ()
    out: Annotated[
        Path | None,
        Option("--out", metavar="FILE", help="Also write decks and matchups: .csv or .parquet."),
    ] = None
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class BreakFlags(PlayFlags):
    """Flags of `break`."""

    game: Game = ""
    against: Annotated[
        str,
        Option(
            "--against",
            metavar="even|mix",
            help="Decks of the field count equally, or as often as people would play them who knew "
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
        int, Option("--games", metavar="N", help="The most games to play; 3,000,000 if not given.")
    ] = 3_000_000
    out: Annotated[
        Path | None,
        Option("--out", metavar="DIR", help="Write the decks that are stronger into this folder."),
    ] = None
    cards: Cards = None


@dataclass(frozen=True, kw_only=True)
class CompensateFlags(PlayFlags):
    """Flags of `compensate`."""

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
            "--games",
            metavar="N",
            help="The most games to play; as many as --within takes if not given.",
        ),
    ] = None
    run: Annotated[
        Path | None,
        Option("--run", metavar="RUN_DIR", help="Play as in this run, for its report."),
    ] = None
    cards: Cards = None

"""What several commands' flags have in common, each declared once."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

__all__ = [
    "GAME", "Baseline", "Cards", "Game", "Jobs", "Json", "Mode", "MostGames", "Names",
    "PlayFlags", "Players", "Precision", "Quiet", "RunFolder", "RunOut", "Settings",
]  # fmt: skip

GAME = (
    "A game listed by `evenhand games`, or a folder with a balance.toml; the current folder "
    "if not given."
)
Names = tuple[str, ...]
Game = Annotated[str, Argument(metavar="GAME", help=GAME)]
Cards = Annotated[
    str | None,
    Option(
        "--cards",
        metavar="FILE",
        help="A card file, or its address; the sample cards if not given.",
    ),
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
Quiet = Annotated[
    bool,
    Option("--quiet", help="No progress; only the verdict or, where files are written, the path."),
]
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
    Option(
        "--games", metavar="N", help="The most games to play; as many as it takes if not given."
    ),
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

"""Flags shared by several commands, each declared once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import Annotated, Any, get_args

from typer import Argument, Option

from evenhand.decks.problems import UsageError

__all__ = [
    "GAME", "Backend", "Baseline", "Cards", "Game", "Jobs", "Json", "Mode", "MostGames", "Names",
    "Place", "PlayFlags", "PlaySettings", "Players", "Precision", "Quiet", "RunFolder", "RunOut",
    "Scheduler", "Settings", "Uses", "find_use", "name_flag",
]  # fmt: skip

GAME = (
    "A game listed by `evenhand games`, or a folder with a balance.toml; the current folder "
    "if not given."
)
Names = Sequence[str]
Uses = Mapping[str, Collection[str]]  # field that selects a use ("" by default) -> fields allowed
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
Backend = Annotated[
    str, Option("--backend", metavar="NAME", help="threading, loky (processes) or dask.")
]
Scheduler = Annotated[
    str | None,
    Option("--scheduler", metavar="ADDRESS", help="Address of a running Dask scheduler."),
]
Place = Annotated[
    str,
    Argument(
        metavar="FOLDER",
        help="A balance.toml or the folder that holds it; the current folder if not given.",
    ),
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


@dataclass(frozen=True)
class PlaySettings:
    """Settings of games and players that flags, requests and Python calls share."""

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
    backend: Backend = "threading"
    scheduler: Scheduler = None
    shared_disk: Annotated[
        bool,
        Option("--shared-disk", help="The scheduler's workers can write into the run's folder."),
    ] = False


@dataclass(frozen=True, kw_only=True)
class PlayFlags(PlaySettings):
    """Flags shared by all commands that play games chosen by the user."""

    json: Json = False
    quiet: Quiet = False


def find_use(flags: Any) -> str:
    """Return the flag's field that selects a use, shared by commands; "" for the default use.

    Raises
    ------
    UsageError
        If two uses are selected, or a flag is given that the use does not take.
    """
    given = {
        field.name: name_flag(field)
        for field in fields(flags)
        if getattr(flags, field.name) != field.default
    }
    uses: Uses = flags.uses
    selected = [use for use in uses if use in given]
    if len(selected) > 1:
        first, second = (given[use] for use in selected[:2])
        raise UsageError(f"{first} and {second} do not go together", f"leave out {second}")
    use = selected[0] if selected else ""
    for name in given:
        if name != use and name not in uses.get(use, given):
            where = f"with {given[use]}" if use else "here"
            raise UsageError(f"{given[name]} has no meaning {where}", suggest_use(name, uses))
    return use


def suggest_use(name: str, uses: Uses) -> str:
    """Return a hint with the uses of a command that take a flag."""
    others = [f"--{other}" for other, taken in uses.items() if other and name in taken]
    return f"it goes with {' or '.join(others)}" if others else "leave it out"


def name_flag(field: Field[Any]) -> str:
    """Return the name of a flag as the user types it, or the placeholder of an argument."""
    flag = get_args(field.type)[1]
    declared = (flag.default, *(flag.param_decls or ()))
    return next((name for name in declared if str(name).startswith("--")), flag.metavar)

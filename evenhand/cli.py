"""The commands and their flags; what they do stands in the modules they call.

Nothing but Typer is imported here, so that help and completion are instant: every
command imports its own module when it is called.
"""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: quick, and no colours where there should be none
    context_settings={"help_option_names": ["-h", "--help"]},
)

Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game that `evenhand games` lists, or a folder with a balance.toml; "
        "the folder you are in if not given.",
    ),
]
GameFlag = Annotated[
    str, typer.Option("--game", metavar="GAME", help="May be left out if there is only one.")
]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN_DIR", help="A run's folder.")]
Games = Annotated[
    int | None, typer.Option("--games", metavar="N", help="Games in all; 20,000 if not given.")
]
Precision = Annotated[
    float | None,
    typer.Option(
        "--precision",
        metavar="P",
        help="Instead of --games: until no win rate is less sure than +-P points.",
    ),
]
TimeBudget = Annotated[
    str | None,
    typer.Option(
        "--time-budget", metavar="TIME", help="Instead of --games: for 60s, 2m or 1h or so."
    ),
]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="S", help="Same seed, same games; 1 if not given.")
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="J", help="Workers; one per processor if not given."),
]
Backend = Annotated[
    str, typer.Option("--backend", metavar="NAME", help="threading, loky (processes) or dask.")
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler that is running."),
]
RunOut = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="A new folder; runs/GAME-1, -2, .. if not given."),
]
Decks = Annotated[
    list[str] | None,
    typer.Option(
        "--decks",
        metavar="A,B,..",
        help="Sample decks, deck files, folders of them; in sealed modes products. "
        "All samples if not given.",
    ),
]
Bots = Annotated[
    list[str] | None,
    typer.Option("--bots", metavar="X[,Y]", help="One or two bots or bot files. [heuristic]"),
]
Cards = Annotated[
    str | None,
    typer.Option("--cards", metavar="FILE", help="A card file; the sample pool if not given."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change a rule option; repeatable."),
]
Mode = Annotated[
    str, typer.Option("--mode", metavar="NAME", help="A mode; the game's first if not given.")
]
Mirrors = Annotated[
    bool | None,
    typer.Option("--mirrors/--no-mirrors", help="Also play each deck against itself."),
]
Players = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help="Players in a game; the fewest if not given."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print nothing but where the result is.")]


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        import evenhand

        typer.echo(f"evenhand {evenhand.__version__}")
        raise typer.Exit


@app.callback()
def evenhand(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=show_version, is_eager=True),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of an error; after any command.")
    ] = False,
) -> None:
    """Monte Carlo balance analysis for trading card games.

    Begin with `evenhand games`, then `evenhand run GAME`, or `evenhand init DIR`.
    """


def play(
    context: typer.Context,
    game: Game = "",
    games: Games = None,
    precision: Precision = None,
    time_budget: TimeBudget = None,
    seed: Seed = None,
    decks: Decks = None,
    bots: Bots = None,
    cards: Cards = None,
    mode: Mode = "",
    settings: Settings = None,
    mirrors: Mirrors = None,
    players: Players = None,
    out: RunOut = None,
    jobs: Jobs = None,
    backend: Backend = "threading",
    scheduler: Scheduler = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Carry out `run` or `simulate`: the two have the same flags."""
    from evenhand.commands.run import COMMANDS

    COMMANDS[str(context.command.name)](context.params)


FLAGS = "A flag goes before what balance.toml says, where there is one."
app.command("run", help=f"Play games, write the report, and sum it up.\n\n{FLAGS}")(play)
app.command("simulate", help=f"Play games and keep them; no report.\n\n{FLAGS}")(play)


@app.command()
def compare(
    context: typer.Context,
    before: Annotated[str, typer.Argument(metavar="A", help="A run, folder or card file.")],
    after: Annotated[str, typer.Argument(metavar="B", help="The same with a change.")],
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="A and B may be git refs of this folder."),
    ] = None,
    game: GameFlag = "",
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", help="Games of either side. [20000]")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="Same seed, same games. [1]")
    ] = None,
    decks: Decks = None,
    bots: Bots = None,
    mode: Mode = "",
    settings: Settings = None,
    players: Players = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="A new folder; runs/compare-1, .. if not given."),
    ] = None,
    jobs: Jobs = None,
    backend: Backend = "threading",
    scheduler: Scheduler = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell what a change did: both sides play the same deals."""
    from evenhand.commands.compare import compare_command

    compare_command(context.params)


@app.command()
def impact(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CARD...]", help="Cards; all cards of the decks if not given."),
    ] = None,
    game: GameFlag = "",
    run: Annotated[
        Path | None,
        typer.Option("--run", metavar="RUN_DIR", help="Measure for this run's report."),
    ] = None,
    baseline: Annotated[
        str,
        typer.Option("--with", metavar="CARD", help="Exchange for this card, not a plain one."),
    ] = "",
    precision: Annotated[
        float,
        typer.Option("--precision", metavar="POINTS", help="Half the width of the intervals."),
    ] = 1.0,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", help="At most so many; as many as it takes if not."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="Same seed, same games. [1]")
    ] = None,
    decks: Decks = None,
    bots: Bots = None,
    cards: Cards = None,
    mode: Mode = "",
    settings: Settings = None,
    players: Players = None,
    jobs: Jobs = None,
    backend: Backend = "threading",
    scheduler: Scheduler = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure what each card is worth: its deck with and without it, on the same deals."""
    from evenhand.commands.impact import impact_command

    impact_command(context.params)


@app.command()
def check(
    context: typer.Context,
    place: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER",
            help="A balance.toml, or the folder that it is in; the one you are in if not given.",
        ),
    ] = "",
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", help="Games in all; `games` of [check] if not."),
    ] = None,
    sequential: Annotated[
        bool | None,
        typer.Option(
            "--sequential/--no-sequential", help="Look while playing, and stop when it is sure."
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="Compare with these numbers."),
    ] = None,
    update_baseline: Annotated[
        bool,
        typer.Option("--update-baseline", help="Write the baseline anew, and judge nothing."),
    ] = False,
    against: Annotated[
        str,
        typer.Option(
            "--against", metavar="GIT_REF", help="Compare with the folder as it was, same deals."
        ),
    ] = "",
    junit: Annotated[
        Path | None,
        typer.Option("--junit", metavar="FILE", help="Write the result as JUnit XML, too."),
    ] = None,
    out: RunOut = None,
    jobs: Jobs = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Hold a folder's numbers against what its balance.toml expects of them.

    Ends with 0 if all expectations are met, 1 if one is not, 4 if there are too few games to
    tell, and 5 if nothing is expected.
    """
    from evenhand.commands.check import check_command

    check_command(context.params)


@app.command()
def report(
    run_dir: RunFolder,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="RUN_DIR/report.html if not given."),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Show it in the browser.")] = False,
) -> None:
    """Write the report of a run: one HTML file."""
    from evenhand.commands.report import report_command

    report_command(run_dir, out, open_)


@app.command()
def export(
    run_dir: RunFolder,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="RUN_DIR/export.FORMAT if not given."),
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help="csv or parquet; by --out, else csv."),
    ] = None,
) -> None:
    """Write a run as one wide table, in the layout of 17Lands."""
    from evenhand.commands.report import export_command

    export_command(run_dir, out, format_)


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is new, or empty.")],
    game: GameFlag = "",
) -> None:
    """Begin a folder of your own with a game's samples."""
    from evenhand.commands.init import init_command

    init_command(folder, game)


@app.command()
def games(json: Json = False) -> None:
    """List the games."""
    from evenhand.commands.games import games_command

    games_command(json)


@app.command()
def cards(
    game: Game = "",
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE", help="Check this card file.")
    ] = None,
    find: Annotated[
        str, typer.Option("--find", metavar="TEXT", help="Only cards that hold this text.")
    ] = "",
    coverage: Annotated[
        Path | None,
        typer.Option(
            "--coverage", metavar="RUN_DIR", help="How often a run's games used each ability."
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="With --coverage: games to play again.")
    ] = 20_000,
    json: Json = False,
) -> None:
    """List a game's cards with their abilities, or check a card file."""
    if coverage:
        from evenhand.commands.coverage import coverage_command

        coverage_command(game, coverage, games, find, json)
        return
    from evenhand.commands.cards import cards_command

    cards_command(game, file, find, json)


@app.command()
def deck(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE",
            help="Deck files, or folders of them; those of balance.toml if not given.",
        ),
    ] = None,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="May be left out if it is clear.")
    ] = "",
    cards: Cards = None,
    mode: Mode = "",
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Check deck files; all problems at once."""
    from evenhand.commands.cards import deck_command

    deck_command(game, files or [], cards, mode, settings or [], json)


@app.command()
def bots(game: Game = "", json: Json = False) -> None:
    """List a game's bots and the weights that a bot file may change."""
    from evenhand.commands.games import bots_command

    bots_command(game, json)


@app.command()
def options(game: Game = "", json: Json = False) -> None:
    """List a game's rule options."""
    from evenhand.commands.games import options_command

    options_command(game, json)


@app.command()
def bench(
    game: Game = "",
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games of the quicker bots.")
    ] = 20_000,
    players: Players = None,
    json: Json = False,
) -> None:
    """Measure how fast games are played, with one worker and with two."""
    from evenhand.commands.bench import bench_command

    bench_command(game, games, players, json)


@app.command()
def scenario(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH...", help="Scenario files, or folders of them."),
    ] = None,
    coverage: Annotated[
        str,
        typer.Option("--coverage", metavar="GAME", help="List clauses that no scenario proves."),
    ] = "",
    trace: Annotated[bool, typer.Option("--trace", help="Print every step.")] = False,
    json: Json = False,
) -> None:
    """Play scenarios: tables laid out by hand, and what must come of them."""
    from evenhand.commands.scenario import scenario_command

    scenario_command(paths or [], coverage, trace, json)


@app.command()
def replay(
    run_dir: RunFolder,
    game: Annotated[
        int | None, typer.Option("--game", metavar="N", help="Its number in the run; 1 is first.")
    ] = None,
    find: Annotated[
        str,
        typer.Option(
            "--find",
            metavar="KIND",
            help="Choose the longest, shortest, comeback, upset, draw or error.",
        ),
    ] = "",
    format_: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="text, json or html.")
    ] = "text",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="For html RUN_DIR/game-N.html if not given."),
    ] = None,
) -> None:
    """Tell a game of a run, step by step."""
    from evenhand.commands.replay import replay_command

    replay_command(run_dir, game, find, format_, out)

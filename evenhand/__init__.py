"""evenhand: how even are the hands? Monte Carlo balance analysis for trading card games.

The front door for notebooks::

    import evenhand

    run = evenhand.play("my_game", games=20_000, decks=["aggro", "control.txt"])
    evenhand.report(run)

`evenhand.analysis` has the tables: ``win_rates(run)``, ``card_win_rates(run)``.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evenhand.analysis.data.run import Run
    from evenhand.stepping import Stepping

__all__ = [
    "compensate", "deal", "find_broken", "load_run", "metagame", "play", "price", "price_all",
    "report", "synergy",
]  # fmt: skip

if not Path(__file__).with_name("simulate").is_dir():
    raise ImportError(
        "evenhand/simulate is not the link to ../simulate that git keeps; "
        "CONTRIBUTING.md says how to get it on Windows"
    )

from evenhand.decks.file_cache import cache_files
from evenhand.questions import (
    compensate,
    find_broken,
    metagame,
    price,
    price_all,
    synergy,
)

MODULES = ("analysis", "game", "pettingzoo", "plots", "stepping")  # for everybody


def __getattr__(name: str) -> Any:
    """Load a module, or look the version up, when it is asked for, to keep the start short."""
    if name == "__version__":
        from importlib.metadata import version

        return version("evenhand")
    if name in MODULES:
        return import_module(f"evenhand.{name}")
    raise AttributeError(f"module 'evenhand' has no attribute '{name}'")


def __dir__() -> list[str]:
    """List what `__getattr__` knows besides."""
    return sorted({*globals(), *MODULES})


@cache_files()
def play(
    game: str | Path = "",
    *,
    games: int | None = None,
    precision: float | None = None,
    time_budget: str | None = None,
    seed: int | None = None,
    decks: Sequence[str | Path] = (),
    bots: Sequence[str | Path | Callable[..., Any]] = (),
    cards: str | Path | None = None,
    mode: str = "",
    options: Mapping[str, int | str] | None = None,
    mirrors: bool | None = None,
    players: int | None = None,
    out: str | Path | None = None,
    jobs: int | None = None,
    backend: str = "threading",
    scheduler: str | None = None,
    shared_disk: bool = False,
) -> "Run":
    """Play games and keep them in a folder.

    Parameters
    ----------
    game : str or Path
        A game's name, as ``evenhand games`` lists them, or the path of a designer's
        folder or its ``balance.toml``; "" for the folder that this is run in. What the
        file says holds where nothing is given here.
    games : int, optional
        In all, shared evenly by the matchups; 20,000 if nothing says how many.
    precision : float, optional
        Instead of `games`: as many as it takes to have all intervals of win rates this
        narrow, in percentage points to either side.
    time_budget : str, optional
        Instead of `games`: as many as "60s", "2m" or "1h" seem enough for.
    seed : int, optional
        The same seed gives the same games; 1 if not given.
    decks : sequence of str or Path
        Names of sample decks, deck files or folders of them; in sealed modes products.
        All samples if empty.
    bots : sequence of str, Path or callable
        One or two names or bot files, or a panel: "panel" and its bots, of which the first
        one plays all games; the heuristic bot if empty. A function ``bot(seen, options)``
        gets what its seat may see, an `evenhand.stepping.Seen`, and the legal options, each
        an `evenhand.stepping.Choice`, and returns one of them or its index. Results go by
        its name. One worker plays then, and far slower; a line on standard error says so.
    cards : str or Path, optional
        A card file; the sample pool if not given.
    mode : str
        One of the game's modes; "" for its first.
    options : mapping
        Rule options to change.
    mirrors : bool, optional
        Also play each deck against itself.
    players : int, optional
        Players in one game; the fewest that the game is for if not given.
    out : str or Path, optional
        The run's folder; the first free ``runs/<game>-<n>`` if not given.
    jobs : int, optional
        Workers; as many as there are processors if not given.
    backend : str
        "threading", "loky" (processes) or "dask".
    scheduler : str, optional
        Address of a Dask scheduler whose workers play; with the backend "dask", workers are
        started on this machine if not given.
    shared_disk : bool
        Whether the scheduler's workers can write into the run's folder themselves.

    Returns
    -------
    Run

    Raises
    ------
    UsageError
        If a name, number or folder is wrong; nothing is written then. If a function answers
        with what is no option; what a function raises is passed on, with the game noted.
    InputError
        If a file's content is wrong; nothing is written then.
    """
    from evenhand.analysis.data.run import load_run
    from evenhand.analysis.gate.bands import save_bands
    from evenhand.experiments.panel import play_panel
    from evenhand.experiments.play import claim_run
    from evenhand.experiments.play import play as play_job
    from evenhand.gate.stated_bands import find_stated_bands
    from evenhand.inputs.functions import separate_functions
    from evenhand.inputs.job import prepare
    from evenhand.inputs.request import Request
    from evenhand.terminal import note

    bot_names, functions = separate_functions(bots)
    request = Request(
        game=str(game),
        games=games,
        precision=precision,
        time_budget=time_budget,
        seed=seed,
        decks=[str(deck) for deck in decks],
        bots=bot_names,
        functions=functions,
        cards=None if cards is None else str(cards),
        mode=mode,
        settings=[f"{name}={value}" for name, value in (options or {}).items()],
        mirrors=mirrors,
        players=players,
        out=None if out is None else Path(out),
        jobs=jobs,
        backend=backend,
        scheduler=scheduler,
        shared_disk=shared_disk,
    )
    job = prepare(request)
    for bot in job.plan.bots:
        if bot.function:
            note(*bot.notes)
    bands = find_stated_bands(job)
    with claim_run(job, "evenhand.play") as held:
        result = play_job(job, held)
        if bands:
            save_bands(result.out, bands)
        play_panel(job, result.out)
        return load_run(result.out)


@cache_files()
def deal(
    game: str | Path,
    decks: Sequence[str | Path] = (),
    *,
    seed: int = 1,
    on_top: Sequence[Sequence[str]] = (),
    mode: str = "",
    options: Mapping[str, int | str] | None = None,
    cards: str | Path | None = None,
    players: int | None = None,
) -> "Stepping":
    """Deal a game to be stepped, option by option.

    Parameters
    ----------
    game : str or Path
        A game's name, or a designer's folder, as in `play`.
    decks : sequence of str or Path
        One for each seat, names or deck files; the first of the folder or of the samples if empty.
    seed : int
        The same seed and answers give the same game, 0 to 2**63 - 1.
    on_top : sequence of sequences of str
        Names of cards for each seat, the top card first, that lie on its deck when that was
        shuffled for the first time, before anything is drawn; all else falls by the seed.
        By the seed alone if empty.
    mode, options, cards, players
        As in `play`.

    Raises
    ------
    UsageError
        If a name or number is wrong, or a deck has not the cards given.
    InputError
        If a file's content is wrong.
    """
    from evenhand.stepping import deal as begin

    table = {"mode": mode, "options": options, "cards": cards, "players": players}
    return begin(game, decks, seed=seed, on_top=on_top, **table)


@cache_files()
def report(run: "Run | str | Path", out: str | Path | None = None) -> Path:
    """Write the report of a run, or of a run's folder, and give the file's path."""
    from evenhand.reports.report import write_report

    return write_report(run, out)


@cache_files()
def load_run(path: str | Path) -> "Run":
    """Open a run's folder."""
    from evenhand.analysis.data.run import load_run as load

    return load(path)

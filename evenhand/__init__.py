"""evenhand: how even are the hands? Monte Carlo balance analysis for trading card games.

The front door for notebooks and scripts::

    import evenhand

    run = evenhand.play("my_cards", games=20_000, decks=["aggro", "control.txt"])
    evenhand.report(run)
    evenhand.compare(run, "my_cards").summary  # what was changed since then, and what it did

Each question is a function, and a command as well: `compare`, `history`, `check` and `tune` judge
changes; `impact`, `price`, `price_all`, `synergy`, `compensate`, `break_` and `metagame` ask what
cards, decks and rules are worth; `real` holds what people played against a run. All return an
`Answer`.
`evenhand.analysis` has the tables of a run: ``win_rates(run)``, ``card_win_rates(run)``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

if TYPE_CHECKING:
    from evenhand.analysis.data.run import Run
    from evenhand.answer import Answer
    from evenhand.stepping import Stepping

__all__ = [
    "Answer", "break_", "check", "compare", "compensate", "deal", "history", "impact", "load_run",
    "metagame", "play", "price", "price_all", "real", "report", "synergy", "tune",
]  # fmt: skip

if not Path(__file__).with_name("simulate").is_dir():
    raise ImportError(
        "evenhand/simulate is not the link to ../simulate that git keeps; "
        "CONTRIBUTING.md says how to get it on Windows"
    )

from evenhand.inputs.front_door_choices import Choices
from evenhand.judging import check, compare, history, tune
from evenhand.questions import (
    break_,
    compensate,
    impact,
    metagame,
    price,
    price_all,
    real,
    synergy,
)
from evenhand.signatures import front_door

MODULES = ("abilities", "analysis", "game", "pettingzoo", "plots", "stepping")  # for everybody
OLD_NAMES = {"find_broken": "break_", "simulate": "play"}


def __getattr__(name: str) -> Any:
    """Load what is asked for, to keep the start short; an old name says what it is called now."""
    if name == "__version__":
        from importlib.metadata import version

        return version("evenhand")
    if name == "Answer":
        return import_module("evenhand.answer").Answer
    if name in MODULES:
        return import_module(f"evenhand.{name}")
    hint = f": it is called '{OLD_NAMES[name]}' now" if name in OLD_NAMES else ""
    raise AttributeError(f"module 'evenhand' has no attribute '{name}'{hint}")


def __dir__() -> list[str]:
    """List what `__getattr__` knows besides."""
    return sorted({*globals(), "Answer", *MODULES})


@front_door
def play(
    game: str | Path = "",
    *,
    games: int | None = None,
    precision: float | None = None,
    time_budget: str | None = None,
    cards: str | Path | None = None,
    bots: str | Path | Callable[..., Any] | Sequence[str | Path | Callable[..., Any]] = (),
    mirrors: bool | None = None,
    out: str | Path | None = None,
    **given: Unpack[Choices],
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
    cards : str or Path, optional
        A card file, or its address; the folder's or the sample cards if not given.
    bots : str, Path, callable or sequence of them
        One or two names or bot files, or a panel: "panel" and its bots, of which the first
        one plays all games; the folder's or the heuristic bot if empty. A function
        ``bot(seen, options)`` is called with what its seat may see, an
        `evenhand.stepping.Seen`, and the legal options, each an `evenhand.stepping.Choice`,
        and returns one of them or its index. Results go by its name. One worker plays then,
        and far slower; a line on standard error says so.
    mirrors : bool, optional
        Also play each deck against itself.
    out : str or Path, optional
        The run's folder; the first free ``runs/<game>-<n>`` if not given.
    **given
        The choices of `evenhand.inputs.front_door_choices.Choices`.

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
    from evenhand.analysis.gate.run_bands import save_bands
    from evenhand.experiments.play_job import claim_run
    from evenhand.experiments.play_job import play as play_job
    from evenhand.experiments.play_panel import play_panel
    from evenhand.gate.expected_bands import find_stated_bands
    from evenhand.inputs.front_door_choices import ask, list_alone
    from evenhand.inputs.function_bots import separate_functions
    from evenhand.inputs.job import prepare
    from evenhand.terminal import note

    names, functions = separate_functions(list_alone(bots))
    request = replace(
        ask(games, game=game, cards=cards, **given),
        bots=tuple(names),
        functions=functions,
        precision=precision,
        time_budget=time_budget,
        mirrors=mirrors,
        out=None if out is None else Path(out),
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


@front_door
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

    return begin(
        game, decks, seed=seed, on_top=on_top, mode=mode, options=options, cards=cards,
        players=players,
    )  # fmt: skip


@front_door
def report(run: "Run | str | Path", out: str | Path | None = None) -> Path:
    """Write the report of a run: one HTML file.

    Parameters
    ----------
    run : Run, str or Path
        A run or its folder.
    out : str or Path, optional
        The file; ``report.html`` in the run's folder if not given.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    UsageError
        If the folder holds no finished run, or the file cannot be written.
    InputError
        If the run is damaged.
    """
    from evenhand.reports.report import write_report

    return write_report(run, out)


@front_door
def load_run(path: str | Path) -> "Run":
    """Open a run, once all its files are proven to be what was written.

    Parameters
    ----------
    path : str or Path
        The run's folder.

    Returns
    -------
    Run

    Raises
    ------
    UsageError
        If the folder holds no finished run.
    InputError
        If the run is damaged.
    """
    from evenhand.analysis.data.run import load_run as load

    return load(path)

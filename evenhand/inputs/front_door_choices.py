"""The choices that the functions of the front door share, each declared once.

`evenhand.questions` shows them in the signature and the docstring of every function that takes
them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack, cast, get_type_hints

if TYPE_CHECKING:
    from evenhand.inputs.request import Request

__all__ = ["Choices", "Given", "Names", "ask", "list_alone", "list_defaults"]

Names = str | Path | Sequence[str | Path]


class Choices(TypedDict, total=False):
    """Choices of the front door: what is played, and by which workers.

    Attributes
    ----------
    seed : int, optional
        The same seed gives the same games, 0 to 2**63 - 1; the folder's or 1 if not given.
    decks : str, Path or sequence of them
        Names of sample decks or of the folder's, deck files or folders of them; in sealed modes
        products. All of the folder, or all samples, if empty.
    panel_games : int, optional
        Games of each bot of a panel that thinks ahead; about half a minute of them if not
        given.
    mode : str
        One of the game's modes; "" for its first.
    options : mapping from str to int or str, optional
        Rule options to change.
    players : int, optional
        Players in one game; the fewest that the game is for if not given.
    jobs : int, optional
        Workers; as many as there are processors if not given.
    backend : str
        "threading", "loky" (processes) or "dask".
    scheduler : str, optional
        Address of a Dask scheduler whose workers play; with the backend "dask", workers are
        started on this machine if not given.
    shared_disk : bool
        Whether the scheduler's workers can write into the run's folder themselves.
    """

    seed: Annotated[int | None, None]
    decks: Annotated[Names, ()]
    panel_games: Annotated[int | None, None]
    mode: Annotated[str, ""]
    options: Annotated[Mapping[str, int | str] | None, None]
    players: Annotated[int | None, None]
    jobs: Annotated[int | None, None]
    backend: Annotated[str, "threading"]
    scheduler: Annotated[str | None, None]
    shared_disk: Annotated[bool, False]


class Given(Choices, total=False):
    """Choices of every question of the front door about cards and decks.

    Attributes
    ----------
    game : str or Path
        A game's name, as ``evenhand games`` lists them, or a designer's folder or its
        ``balance.toml``; "" for the folder that this is run in. What the file says holds where
        nothing is given here.
    bots : str, Path or sequence of them
        One or two bots, by name or file, or a panel: "panel" and its bots; the folder's or the
        heuristic bot if empty. A Python function can be a bot of `evenhand.play` alone.
    cards : str or Path, optional
        A card file, or its address; the folder's or the sample cards if not given.
    """

    game: Annotated[str | Path, ""]
    bots: Annotated[Names, ()]
    cards: Annotated[str | Path | None, None]


@cache
def list_defaults(choices: type) -> dict[str, Any]:
    """Return the front door's choices, `Choices` or `Given`, with their defaults."""
    hints = get_type_hints(choices, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def list_alone(values: Any) -> list[Any]:
    """Return a choice of the front door as a list, of one if it stands alone."""
    is_alone = isinstance(values, str | Path) or callable(values)
    return [values] if is_alone else list(values or ())


def ask(games: int | None = None, **given: Unpack[Given]) -> "Request":
    """Return the request that the choices of the front door make.

    Parameters
    ----------
    games : int, optional
        In all.

    Raises
    ------
    UsageError
        If a bot is a Python function.
    """
    from evenhand.decks.addresses import forget_addresses
    from evenhand.decks.problems import UsageError
    from evenhand.inputs.function_bots import separate_functions
    from evenhand.inputs.request import Request

    forget_addresses()
    chosen = cast(Given, {**list_defaults(Given), **given})
    bots, functions = separate_functions(list_alone(chosen["bots"]))
    if functions:
        message = f"the bot '{next(iter(functions))}' is a Python function"
        raise UsageError(message, "only evenhand.play takes one: give a bot's name or file")
    cards = chosen["cards"]
    return Request(
        game=str(chosen["game"]),
        games=games,
        seed=chosen["seed"],
        decks=tuple(str(deck) for deck in list_alone(chosen["decks"])),
        bots=tuple(bots),
        panel_games=chosen["panel_games"],
        cards=None if cards is None else str(cards),
        mode=chosen["mode"],
        settings=tuple(f"{name}={value}" for name, value in (chosen["options"] or {}).items()),
        players=chosen["players"],
        jobs=chosen["jobs"],
        backend=chosen["backend"],
        scheduler=chosen["scheduler"],
        shared_disk=chosen["shared_disk"],
    )

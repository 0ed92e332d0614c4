"""What the functions of the front door take to say which games are meant."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

if TYPE_CHECKING:
    from evenhand.inputs.request import Request

__all__ = ["Given", "ask"]


class Given(TypedDict, total=False):
    """Which games are played, and where; all of it may be left out.

    Attributes
    ----------
    game : str or Path
        A game's name, as ``evenhand games`` lists them, or the path of a designer's
        folder or its ``balance.toml``; "" for the folder that this is run in. What the
        file says holds where nothing is given here.
    seed : int, optional
        The same seed gives the same games; 1 if not given.
    decks : sequence of str or Path
        Names of sample decks, deck files or folders of them; all samples if empty.
    bots : sequence of str or Path
        One name or bot file, or a panel: "panel" and its bots; the heuristic bot if empty.
    panel_games : int, optional
        Games of each bot of a panel that thinks ahead.
    cards : str or Path, optional
        A card file, or its address; the sample pool if not given.
    mode : str
        One of the game's modes; "" for its first.
    options : mapping, optional
        Rule options to change.
    players : int, optional
        Players in one game; the fewest that the game is for if not given.
    jobs : int, optional
        Workers; as many as there are processors if not given.
    backend : str
        "threading", "loky" (processes) or "dask".
    scheduler : str, optional
        Address of a Dask scheduler whose workers play.
    """

    game: str | Path
    seed: int | None
    decks: Sequence[str | Path]
    bots: Sequence[str | Path]
    panel_games: int | None
    cards: str | Path | None
    mode: str
    options: Mapping[str, int | str] | None
    players: int | None
    jobs: int | None
    backend: str
    scheduler: str | None


def ask(games: int | None = None, **given: Unpack[Given]) -> "Request":
    """Return what is asked for.

    Parameters
    ----------
    games : int, optional
        In all.
    """
    from evenhand.decks.addresses import forget_addresses
    from evenhand.inputs.request import Request

    forget_addresses()
    cards = given.get("cards")
    return Request(
        game=str(given.get("game", "")),
        games=games,
        seed=given.get("seed"),
        decks=[str(deck) for deck in given.get("decks") or ()],
        bots=[str(bot) for bot in given.get("bots") or ()],
        panel_games=given.get("panel_games"),
        cards=None if cards is None else str(cards),
        mode=given.get("mode", ""),
        settings=[f"{name}={value}" for name, value in (given.get("options") or {}).items()],
        players=given.get("players"),
        jobs=given.get("jobs"),
        backend=given.get("backend", "threading"),
        scheduler=given.get("scheduler"),
    )

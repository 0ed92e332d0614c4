"""A user's request for games, as flags, a Python call or another command give it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from evenhand.flags.shared import PlaySettings
from evenhand.inputs.panel import STRONG_BOTS

__all__ = ["DEFAULT_GAMES", "Request", "ask_strong_player", "request_from"]

DEFAULT_GAMES = 20_000


@dataclass(frozen=True)
class Request(PlaySettings):
    """A request for games, with names as the user wrote them.

    Each setting means the same as the flag with its name. A setting that is not given is
    taken from the ``balance.toml``, or else is the default.

    Attributes
    ----------
    games : int, optional
        Total number. Only one of `games`, `precision` and `time_budget` may be given;
        20,000 games if none is.
    precision : float, optional
        Percentage points: the largest half-width of an interval of a win rate.
    time_budget : str, optional
        Time to play, such as "60s", "2m" or "1h".
    functions : mapping from str to callable
        Bots that are Python functions, keyed by their names in `bots`.
    strong_bots : sequence of str
        The first of them that the game has gives a second opinion, where a single quick bot
        would play 10,000 games or more.
    cards, curve : str, optional
        The card file, and the one that sets the curve of plain cards, by default `cards`.
    mirrors : bool, optional
    out : Path, optional
        The first free ``runs/<game>-<n>`` if not given.
    """

    games: int | None = None
    precision: float | None = None
    time_budget: str | None = None
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    strong_bots: Sequence[str] = ()
    cards: str | None = None
    curve: str | None = None
    mirrors: bool | None = None
    out: Path | None = None

    def list_given_flags(self) -> list[str]:
        """Return the names of a request's flags that select the games."""
        flags = {
            "games": self.games,
            "seed": self.seed,
            "decks": self.decks,
            "bots": self.bots,
            "panel-games": self.panel_games,
            "cards": self.cards,
            "mode": self.mode,
            "set": self.settings,
            "players": self.players,
            "game": self.game,
        }
        return [name for name, value in flags.items() if value not in (None, "", ())]


def ask_strong_player(request: Request) -> Request:
    """Return a request whose bots, where it names none, are joined by the learned player."""
    return replace(request, strong_bots=() if request.bots else STRONG_BOTS[:1])


def request_from(flags: PlaySettings, *more: str) -> Request:
    """Make a request of a command's flags: the settings of `PlaySettings`, and those named."""
    names = (*(setting.name for setting in fields(PlaySettings)), *more)
    return Request(**{name: getattr(flags, name) for name in names})

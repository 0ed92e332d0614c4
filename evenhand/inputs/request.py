"""A user's request for games, and its completion from ``balance.toml`` and defaults."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.flags.shared import PlaySettings
from evenhand.inputs.entrants import find_by_stated_name, is_path, split_names
from evenhand.inputs.folder import Folder
from evenhand.inputs.length import check_length
from evenhand.inputs.panel import PANEL, is_panel, list_bots
from evenhand.inputs.source import Source
from evenhand.simulate.engine.options import current_name
from evenhand.simulate.game import Game

__all__ = [
    "DEFAULT_BOT", "DEFAULT_GAMES", "Request", "choose_mode", "fill_request", "read_settings",
    "request_from",
]  # fmt: skip

DEFAULT_GAMES = 20_000
DEFAULT_BOT, STRONG_BOT = "heuristic", "search"
FEWEST_FOR_SAMPLE = 10_000  # games; a sample of strong play prolongs such a run only slightly


@dataclass(frozen=True)
class Request(PlaySettings):
    """Games requested by a user, with names as the user wrote them.

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
    has_sample : bool
        Whether a run of 10,000 games or more without named bots gets a sample of strong play.
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
    has_sample: bool = False
    cards: str | None = None
    curve: str | None = None
    mirrors: bool | None = None
    out: Path | None = None

    def list_given_flags(self) -> list[str]:
        """Return the names of the flags given that select the games."""
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


def request_from(flags: PlaySettings, *more: str) -> Request:
    """Make a request of a command's flags: the settings of `PlaySettings`, and those named."""
    names = (*(setting.name for setting in fields(PlaySettings)), *more)
    return Request(**{name: getattr(flags, name) for name in names})


def fill_request(request: Request, source: Source) -> Request:
    """Fill settings that were not given: from the ``balance.toml`` if any, then defaults.

    Raises
    ------
    UsageError
        If a deck is not in the folder, or lengths conflict.
    """
    check_length(request.games, request.precision, request.time_budget)
    request = replace(request, game=source.game.name)
    if source.folder:
        request = fill_from_folder(source.folder, request)
    if request.games is None and request.precision is None and request.time_budget is None:
        request = replace(request, games=DEFAULT_GAMES)
    if request.has_sample:
        request = replace(request, bots=add_strong_bot(request))
    return replace(request, seed=1 if request.seed is None else request.seed)


def add_strong_bot(request: Request) -> Sequence[str]:
    """Return the bots of a request; a single bot in a long run gets a strong one as a panel."""
    bots = list_bots(request.bots) or [DEFAULT_BOT]
    is_short = request.games is not None and request.games < FEWEST_FOR_SAMPLE
    if is_short or len(bots) > 1 or bots == [STRONG_BOT]:
        return request.bots
    return [PANEL, *bots, STRONG_BOT]


def fill_from_folder(folder: Folder, request: Request) -> Request:
    """Fill settings from a folder, and replace names of its decks and bots by paths."""
    content = folder.content
    mode = request.mode or content.mode
    has_length = any(
        length is not None for length in (request.games, request.precision, request.time_budget)
    )
    changed = {current_name(folder.game.options, name) for name in read_settings(request.settings)}
    kept = [text for text in folder.settings if text.partition("=")[0] not in changed]
    bots = find_own_bots(folder, request.bots) or folder.panel or folder.bots
    panel_games = content.panel_games if is_panel(bots) else None
    return replace(
        request,
        games=request.games if has_length else content.games,
        precision=request.precision if has_length else content.precision,
        seed=content.seed if request.seed is None else request.seed,
        decks=find_own_decks(folder, mode, request.decks) or folder.list_entrants(mode),
        bots=bots,
        panel_games=panel_games if request.panel_games is None else request.panel_games,
        cards=request.cards or folder.cards,
        curve=request.curve or folder.curve,
        mode=mode,
        settings=[*kept, *request.settings],
        mirrors=content.mirrors if request.mirrors is None else request.mirrors,
        players=content.players if request.players is None else request.players,
    )


def find_own_decks(folder: Folder, mode: str, texts: Sequence[str]) -> list[str]:
    """Return decks or products as given, with names of the folder's own replaced by paths."""
    own, listed = folder.find_own_entrants(mode), folder.list_entrants(mode)
    decks = []
    for name in split_names(texts, lambda text: find_by_stated_name(text, own) is not None):
        if name in own:
            decks.append(str(own[name]))
        elif (file := find_by_stated_name(name, own)) is not None:
            decks.append(str(file))
        elif name in listed or is_path(name) or Path(name).suffix or len(Path(name).parts) > 1:
            decks.append(name)
        else:
            hint = did_you_mean(name, own) or f"it has {', '.join(own) or 'none'}"
            raise UsageError(f"{folder.path} knows no deck '{name}'", hint)
    return decks


def find_own_bots(folder: Folder, texts: Sequence[str]) -> list[str]:
    """Return bots as given, with names of the folder's own replaced by paths."""
    own = folder.own_bots
    if is_panel(texts) and folder.panel and len(split_names(texts)) == 1:
        return folder.panel
    return [str(own.get(name, name)) for name in split_names(texts)]


def choose_mode(game: Game, name: str) -> str:
    """Return the name of a mode of the game, the first for ""; raise UsageError if unknown."""
    modes = game.schema.modes
    if name and name not in modes:
        hint = did_you_mean(name, modes) or f"its modes are {', '.join(modes)}"
        raise UsageError(f"{game.title} has no mode '{name}'", hint)
    return name or modes[0]


def read_settings(settings: Sequence[str]) -> dict[str, str]:
    """Parse ``option=value`` texts into a mapping."""
    values: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not (name and equals and value):
            raise UsageError(f"--set: expected option=value, found '{setting}'")
        if name in values:
            raise UsageError(f"--set: the option '{name}' is given twice")
        values[name] = value
    return values

"""What a user asked to be played, and what a ``balance.toml`` and defaults add to it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.flags.shared import PlaySettings
from evenhand.inputs.folder import Folder
from evenhand.inputs.length import check_length
from evenhand.inputs.names import find_called, is_path, split_names
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
FEWEST_FOR_SAMPLE = 10_000  # games of a run that a sample of strong play does not prolong much


@dataclass(frozen=True)
class Request(PlaySettings):
    """What a user asked to be played, in the user's words; what is not given is left open.

    A setting means what the flag of its name does. What a ``balance.toml`` says holds where
    nothing is given here.

    Attributes
    ----------
    games : int, optional
        In all. Only one of `games`, `precision` and `time_budget` may be given; 20,000
        games if none is.
    precision : float, optional
        Percentage points: the largest half-width of an interval of a win rate.
    time_budget : str, optional
        Time to play for, such as "60s", "2m" or "1h".
    functions : mapping from str to callable
        The bots that are Python functions, by the names under which they stand in `bots`.
    has_sample : bool
        Whether strong play is added where nobody names bots, if the games are many.
    cards, curve : str, optional
        A card file, and one that says what plain cards are; `cards` does if not given.
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

    def chosen(self) -> list[str]:
        """Return the names of the flags that say what is played, those that are given."""
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
    """Return what flags ask for: the settings that all commands have, and more of the command."""
    names = (*(setting.name for setting in fields(PlaySettings)), *more)
    return Request(**{name: getattr(flags, name) for name in names})


def fill_request(request: Request, source: Source) -> Request:
    """Add what the user left open: from the ``balance.toml`` if there is one, then defaults.

    Raises
    ------
    UsageError
        If a name is not one of the folder's.
    """
    check_length(request.games, request.precision, request.time_budget)
    request = replace(request, game=source.game.name)
    if source.folder:
        request = fill_from_folder(source.folder, request)
    if request.games is None and request.precision is None and request.time_budget is None:
        request = replace(request, games=DEFAULT_GAMES)
    if request.has_sample:
        request = replace(request, bots=add_sample(request))
    return replace(request, seed=1 if request.seed is None else request.seed)


def add_sample(request: Request) -> Sequence[str]:
    """Return the bots of a request, with a small sample of strong play beside a lone one."""
    bots = list_bots(request.bots) or [DEFAULT_BOT]
    is_short = request.games is not None and request.games < FEWEST_FOR_SAMPLE
    if is_short or len(bots) > 1 or bots == [STRONG_BOT]:
        return request.bots
    return [PANEL, *bots, STRONG_BOT]


def fill_from_folder(folder: Folder, request: Request) -> Request:
    """Let a folder answer what a request leaves open, and say what its names mean."""
    said = folder.said
    mode = request.mode or said.mode
    has_length = any(
        length is not None for length in (request.games, request.precision, request.time_budget)
    )
    changed = {current_name(folder.game.options, name) for name in read_settings(request.settings)}
    kept = [text for text in folder.settings if text.partition("=")[0] not in changed]
    bots = find_own_bots(folder, request.bots) or folder.panel or folder.bots
    panel_games = said.panel_games if is_panel(bots) else None
    return replace(
        request,
        games=request.games if has_length else said.games,
        precision=request.precision if has_length else said.precision,
        seed=said.seed if request.seed is None else request.seed,
        decks=find_own_decks(folder, mode, request.decks) or folder.entrants(mode),
        bots=bots,
        panel_games=panel_games if request.panel_games is None else request.panel_games,
        cards=request.cards or folder.cards,
        curve=request.curve or folder.curve,
        mode=mode,
        settings=[*kept, *request.settings],
        mirrors=said.mirrors if request.mirrors is None else request.mirrors,
        players=said.players if request.players is None else request.players,
    )


def find_own_decks(folder: Folder, mode: str, texts: Sequence[str]) -> list[str]:
    """Find the files of decks or products that go by their names in a folder."""
    own, listed = folder.own_entrants(mode), folder.entrants(mode)
    found = []
    for name in split_names(texts, lambda text: find_called(text, own) is not None):
        if name in own:
            found.append(str(own[name]))
        elif (called := find_called(name, own)) is not None:
            found.append(str(called))
        elif name in listed or is_path(name) or Path(name).suffix or len(Path(name).parts) > 1:
            found.append(name)
        else:
            hint = did_you_mean(name, own) or f"it has {', '.join(own) or 'none'}"
            raise UsageError(f"{folder.path} knows no deck '{name}'", hint)
    return found


def find_own_bots(folder: Folder, texts: Sequence[str]) -> list[str]:
    """Find the files of bots that go by their names in a folder; the game's bots have none."""
    own = folder.own_bots
    if is_panel(texts) and folder.panel and len(split_names(texts)) == 1:
        return folder.panel
    return [str(own.get(name, name)) for name in split_names(texts)]


def choose_mode(game: Game, name: str) -> str:
    """Return a mode of a game by its name; "" is the first."""
    modes = game.schema.modes
    if name and name not in modes:
        hint = did_you_mean(name, modes) or f"its modes are {', '.join(modes)}"
        raise UsageError(f"{game.title} has no mode '{name}'", hint)
    return name or modes[0]


def read_settings(settings: Sequence[str]) -> dict[str, str]:
    """Read ``option=value`` texts."""
    found: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not (name and equals and value):
            raise UsageError(f"--set: expected option=value, found '{setting}'")
        if name in found:
            raise UsageError(f"--set: the option '{name}' is given twice")
        found[name] = value
    return found

"""What a request comes to: its settings from ``balance.toml`` and defaults, its names resolved.

All callers that need a request's game, mode, options, decks or bots take them from here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.product import Product
from evenhand.inputs.decks_and_bots import (
    find_by_stated_name,
    find_entrant_files,
    is_path,
    load_entrant,
    note_ignored_files,
    split_names,
)
from evenhand.inputs.folder import Folder
from evenhand.inputs.panel import (
    DEFAULT_BOT,
    PANEL,
    STRONG_BOTS,
    is_panel,
    list_bots,
    list_usual_panel,
)
from evenhand.inputs.request import DEFAULT_GAMES, Request
from evenhand.inputs.run_length import check_length
from evenhand.inputs.source import Source, find_source
from evenhand.simulate.bots.bot_files import bot_names
from evenhand.simulate.engine.options import current_name, note_old_options, option_values
from evenhand.simulate.game import Game

__all__ = ["ResolvedRequest", "choose_mode", "find_own_bots", "resolve_request"]

FEWEST_FOR_STRONG = 10_000  # games; fewer are played to look at something else


@dataclass(frozen=True)
class ResolvedRequest:
    """A request with every setting known and every name resolved; no deck or bot is loaded.

    Attributes
    ----------
    request : Request
        The request, with the settings that it left open filled in. Its texts name everything
        themselves, so that a command made of them repeats the games.
    source : Source
        The game's samples, or the designer's folder.
    mode : str
    options : mapping from str to int
        Values of all rule options.
    files : list of Path
        Files of the decks or, in sealed modes, of the products.
    bots : list of str
        Names or paths; of a panel, the one that plays all games comes first.
    is_panel : bool
        Whether each bot plays against itself, instead of one or two that play together.
    notes : tuple of str
        Remarks for the user on the game and the files.
    """

    request: Request
    source: Source
    mode: str
    options: Mapping[str, Any]
    files: list[Path]
    bots: list[str]
    is_panel: bool
    notes: tuple[str, ...]

    @property
    def game(self) -> Game:
        """The game of a resolved request."""
        return self.source.game

    @property
    def is_sealed(self) -> bool:
        """Whether a request's mode opens products instead of playing fixed decks."""
        return self.mode in self.game.schema.sealed_modes

    def load_pool(self) -> CardPool:
        """Load the cards that a resolved request names."""
        used = self.source.folder.grouping_columns if self.source.folder else ()
        return load_pool(self.game.schema, self.request.cards, self.request.curve, used)

    def load_entrant(self, pool: CardPool, file: Path) -> Deck | Product:
        """Load one of a resolved request's `files` as a deck or product."""
        return load_entrant(self.game, pool, file, self.mode, self.options)


def resolve_request(request: Request) -> ResolvedRequest:
    """Resolve a request: fill the settings that it leaves open, and find what it names.

    Raises
    ------
    UsageError
        If a name is unknown, an option's value is wrong, or lengths conflict.
    InputError
        If a ``balance.toml`` has problems.
    """
    source = find_source(request.game)
    request = fill_request(request, source)
    game, settings = source.game, read_settings(request.settings)
    mode = choose_mode(game, request.mode)
    current = [f"{current_name(game.options, name)}={text}" for name, text in settings.items()]
    notes = (
        *source.notes,
        *(f"--set: {text}" for text in note_old_options(game.options, settings)),
        *note_ignored_files(game, mode, request.decks),
    )
    return ResolvedRequest(
        replace(request, settings=current),
        source,
        mode,
        option_values(game.options, settings),
        find_entrant_files(game, mode, request.decks),
        list_bots(request.bots, list_usual_panel(game)) or [DEFAULT_BOT],
        is_panel(request.bots),
        notes,
    )


def fill_request(request: Request, source: Source) -> Request:
    """Fill a request's open settings: from the ``balance.toml`` if any, then defaults."""
    check_length(request.games, request.precision, request.time_budget)
    request = replace(request, game=source.game.name)
    if source.folder:
        request = fill_from_folder(source.folder, request)
    if request.games is None and request.precision is None and request.time_budget is None:
        request = replace(request, games=DEFAULT_GAMES)
    if request.strong_bots:
        request = replace(request, bots=add_strong_bot(request, source))
    return replace(request, seed=1 if request.seed is None else request.seed)


def add_strong_bot(request: Request, source: Source) -> Sequence[str]:
    """Return the bots of a request; a single quick one is joined by a strong one, as a panel.

    A folder's own bot goes before the game's of the same name.
    """
    bots = list_bots(request.bots) or [DEFAULT_BOT]
    is_short = request.games is not None and request.games < FEWEST_FOR_STRONG
    own = source.folder.own_bots if source.folder else {}
    known = {*own, *bot_names(source.game)}
    strong = next((name for name in request.strong_bots if name in known), None)
    is_strong = Path(bots[0]).stem in (*STRONG_BOTS, strong)  # by name, or the file of that name
    if strong is None or is_short or len(bots) > 1 or is_strong:
        return request.bots
    return [PANEL, *bots, str(own.get(strong, strong))]


def fill_from_folder(folder: Folder, request: Request) -> Request:
    """Fill a request from a folder, and replace names of its decks and bots by paths."""
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
    """Resolve a request's decks or products: names of the folder's own become paths."""
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
    """Resolve a request's bots: names of the folder's own become paths."""
    if is_panel(texts) and folder.panel and len(split_names(texts)) == 1:
        return folder.panel
    return [folder.find_bot(name) for name in split_names(texts)]


def choose_mode(game: Game, name: str) -> str:
    """Resolve a request's mode: the game's first for ""; raise UsageError if unknown."""
    modes = game.schema.modes
    if name and name not in modes:
        hint = did_you_mean(name, modes) or f"its modes are {', '.join(modes)}"
        raise UsageError(f"{game.title} has no mode '{name}'", hint)
    return name or modes[0]


def read_settings(settings: Sequence[str]) -> dict[str, str]:
    """Parse a request's ``option=value`` texts into a mapping."""
    values: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not (name and equals and value):
            raise UsageError(f"--set: expected option=value, found '{setting}'")
        if name in values:
            raise UsageError(f"--set: the option '{name}' is given twice")
        values[name] = value
    return values

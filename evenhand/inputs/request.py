"""From what a user asked for to a plan that can be played, or to an error.

Everything is checked here, before anything is written: names, numbers and folders
raise `UsageError`; the contents of files `InputError`, with the problems of all files.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from pathlib import Path

import numpy as np

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.experiments.precision import first_games, read_budget
from evenhand.inputs.folder import BALANCE_FILE, Folder, read_folder, wrong_precision
from evenhand.inputs.names import check_names, entrant_files, is_path, load_all, load_entrant, split
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import current_name, note_old_options, option_values
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.plan import BACKENDS, Plan
from evenhand.simulate.runs.table_schedule import meetings, tables_of

__all__ = [
    "DEFAULT_GAMES", "RUNS", "Job", "Place", "Request", "check_folder", "check_workers", "filled",
    "find_place", "mode_of", "prepare", "read_settings",
]  # fmt: skip

DEFAULT_BOT = "heuristic"
DEFAULT_GAMES = 20_000
RUNS = Path("runs")


@dataclass(frozen=True)
class Request:
    """What a user asked to be played, in the user's words.

    Attributes
    ----------
    game : str
        A game's name, or the path of a ``balance.toml`` or of the folder that holds it;
        "" for the folder that the user is in. What a ``balance.toml`` says holds where
        nothing is given here.
    games : int, optional
        In all. Only one of `games`, `precision` and `time_budget` may be given; 20,000
        games if none is.
    precision : float, optional
        Percentage points: no interval of a win rate is to be wider to either side.
    time_budget : str, optional
        Time to play for, such as "60s", "2m" or "1h".
    seed : int, optional
        1 if not given.
    decks, bots : sequence of str
        Names and paths; an entry may hold several, separated by commas.
    settings : sequence of str
        ``option=value``.
    players : int, optional
        In one game; the fewest that the game is for if not given.
    out : Path, optional
        The first free ``runs/<game>-<n>`` if not given.
    jobs : int, optional
        Workers; one per processor if not given.
    """

    game: str = ""
    games: int | None = None
    seed: int | None = None
    decks: Sequence[str] = ()
    bots: Sequence[str] = ()
    cards: str | None = None
    mode: str = ""
    settings: Sequence[str] = ()
    mirrors: bool | None = None
    players: int | None = None
    out: Path | None = None
    jobs: int | None = None
    backend: str = "threading"
    scheduler: str | None = None
    precision: float | None = None
    time_budget: str | None = None


@dataclass(frozen=True)
class Job:
    """A request that can be carried out.

    Attributes
    ----------
    out : Path
        Folder of the run.
    notes : tuple of str
        What the user should know before it begins.
    """

    request: Request
    plan: Plan
    out: Path
    notes: tuple[str, ...]

    def command(
        self, name: str = "run", games: int | None = None, with_folder: bool = False
    ) -> str:
        """Write the shell command that plays the same games again.

        Workers do not change the games and are left out. The folder is, too, so that
        the command can be given again; with it, the command goes on with a run that
        was stopped. Neither does it lean on a ``balance.toml``, which may change. With
        `games`, it plays that many, however their number was found.
        """
        asked = self.request
        words = ["evenhand", name, asked.game]
        if asked.precision is not None and games is None:
            words += ["--precision", f"{asked.precision:g}"]
        else:
            words += ["--games", str(self.plan.games if games is None else games)]
        words += ["--seed", str(asked.seed)]
        for flag, texts in (("--decks", asked.decks), ("--bots", asked.bots)):
            words += [word for text in texts for word in (flag, text)]
        words += ["--cards", asked.cards] if asked.cards else []
        words += ["--mode", asked.mode] if asked.mode else []
        words += [word for setting in asked.settings for word in ("--set", setting)]
        words += ["--mirrors"] if asked.mirrors else []
        words += ["--players", str(asked.players)] if asked.players else []
        words += ["--out", str(self.out)] if with_folder else []
        return shlex.join(words)


def prepare(request: Request) -> Job:
    """Check a request and load its files; nothing is written.

    Raises
    ------
    UsageError
        If a name, number or folder is wrong.
    InputError
        With the problems of all files.
    """
    place = find_place(request.game)
    request = filled(request, place)
    game = place.game
    mode = mode_of(game, request.mode)
    settings = read_settings(request.settings)
    options = option_values(game.options, settings)
    by_name = [f"{current_name(game.options, name)}={text}" for name, text in settings.items()]
    request = replace(request, settings=by_name)
    check_workers(request)
    files = entrant_files(game, mode, request.decks)
    pool = load_pool(game.schema, request.cards)
    problems: list[Problem] = []
    bot_names = split(request.bots) or [DEFAULT_BOT]
    bots = load_all(bot_names, lambda name: load_bot(game, name), problems)
    entrants = load_all(files, lambda file: load_entrant(game, pool, file, mode, options), problems)
    if problems:
        raise InputError(problems)
    check_names("decks", [entrant.name for entrant in entrants])
    check_names("bots", [bot.name for bot in bots])
    notes = [
        *place.notes,
        *(f"--set: {text}" for text in note_old_options(game.options, settings)),
        *(text for bot in bots for text in bot.notes),
        *pool.notes,
        *(n for e in entrants if isinstance(e, Deck) for n in e.notes),
    ]
    mirrors = bool(request.mirrors)
    if len(entrants) == 1 and not mirrors:
        mirrors = True
        notes.append("One deck: it is played against itself.")
    plan = Plan(
        game=game,
        mode=mode,
        pool=pool,
        entrants=entrants,
        bots=bots,
        options=options,
        games=1 if request.games is None else request.games,
        seed=1 if request.seed is None else request.seed,
        mirrors=mirrors,
        n_seats=game.seats[0] if request.players is None else request.players,
    )
    if request.games is None:
        plan = replace(plan, games=first_games(plan, request.precision))
    notes += [*chosen_tables(plan), *few_games(plan)]
    out = request.out or free_folder(game.name)
    check_folder(out)
    return Job(request, plan, out, tuple(notes))


def chosen_tables(plan: Plan) -> list[str]:
    """Say so if not all tables of the decks are played."""
    n_decks, n_seats = len(plan.entrants), plan.n_seats
    tables = tables_of(n_decks, n_seats, plan.seed)
    every = comb(n_decks, n_seats)
    if len(tables) == every:
        return []
    met = meetings(n_decks, tables)
    times = met[~np.eye(n_decks, dtype=bool)]
    return [
        f"{n_seats} of {n_decks} decks make {every:,} tables; {len(tables)} of them are played, in "
        f"which each deck sits {met[0, 0]} times and meets each other {times.min()} to "
        f"{times.max()} times."
    ]


def few_games(plan: Plan) -> list[str]:
    """Say so if a plan must play more games than were asked for."""
    matchups = plan.matchups()
    games = sum(matchup.pairs for matchup in matchups) * plan.n_seats
    if games <= plan.games:
        return []
    needs = f"{len(matchups)} matchups need" if len(matchups) > 1 else "One matchup needs"
    return [f"{needs} at least {games} games; playing {games}."]


@dataclass(frozen=True)
class Place:
    """Where a request is played: a game's samples, or a designer's folder.

    Attributes
    ----------
    folder : Folder, optional
        None if a game was named.
    notes : tuple of str
        What the user should know about the choice.
    """

    game: Game
    folder: Folder | None
    notes: tuple[str, ...] = ()


def find_place(name: str = "") -> Place:
    """Find what a user means by a game's name, a path, or nothing.

    Raises
    ------
    UsageError
        If it is neither a game nor a folder.
    InputError
        If it is a folder whose ``balance.toml`` is wrong.
    """
    if name in game_names():
        return Place(load_game(name), None, overlooked(name))
    path = Path(name)
    if is_path(name) and path.is_dir() and (path / BALANCE_FILE).is_file():
        path /= BALANCE_FILE
    if path.suffix == Path(BALANCE_FILE).suffix:
        folder = read_folder(path)
        return Place(folder.game, folder, folder.notes)
    if name and is_path(name):
        message = f"'{name}' is no game, and holds no {BALANCE_FILE}"
        raise UsageError(message, did_you_mean(name, game_names()))
    if not name and len(game_names()) != 1:
        hint = f"one of {', '.join(game_names())}, or a folder made by evenhand init"
        raise UsageError("which game?", hint)
    return Place(load_game(name or game_names()[0]), None)


def overlooked(game: str) -> tuple[str, ...]:
    """Say so if there is a folder that may have been meant by the name of a game."""
    for path, name in ((Path(BALANCE_FILE), ""), (Path(game, BALANCE_FILE), f" {game}/")):
        if path.is_file():
            return (f"{path} is not used, because a game is named; to use it: evenhand run{name}",)
    return ()


def filled(request: Request, place: Place) -> Request:
    """Add what the user left open: from the ``balance.toml`` if there is one, then defaults.

    Raises
    ------
    UsageError
        If a name is not one of the folder's.
    """
    check_length(request)
    request = replace(request, game=place.game.name)
    if place.folder:
        request = filled_from(place.folder, request)
    if request.games is None and request.precision is None and request.time_budget is None:
        request = replace(request, games=DEFAULT_GAMES)
    return replace(request, seed=1 if request.seed is None else request.seed)


def filled_from(folder: Folder, request: Request) -> Request:
    """Let a folder answer what a request leaves open, and say what its names mean."""
    said = folder.said
    mode = request.mode or said.mode
    has_length = any(
        length is not None for length in (request.games, request.precision, request.time_budget)
    )
    changed = {current_name(folder.game.options, name) for name in read_settings(request.settings)}
    kept = [text for text in folder.settings if text.partition("=")[0] not in changed]
    return replace(
        request,
        games=request.games if has_length else said.games,
        precision=request.precision if has_length else said.precision,
        seed=said.seed if request.seed is None else request.seed,
        decks=own_decks(folder, mode, request.decks) or folder.entrants(mode),
        bots=own_bots(folder, request.bots) or folder.bots,
        cards=request.cards or folder.cards,
        mode=mode,
        settings=[*kept, *request.settings],
        mirrors=said.mirrors if request.mirrors is None else request.mirrors,
        players=said.players if request.players is None else request.players,
    )


def own_decks(folder: Folder, mode: str, texts: Sequence[str]) -> list[str]:
    """Find the files of decks or products that go by their names in a folder."""
    own, listed = folder.own_entrants(mode), folder.entrants(mode)
    found = []
    for name in split(texts):
        if name in own:
            found.append(str(own[name]))
        elif name in listed or is_path(name) or Path(name).suffix or len(Path(name).parts) > 1:
            found.append(name)
        else:
            hint = did_you_mean(name, own) or f"it has {', '.join(own) or 'none'}"
            raise UsageError(f"{folder.path} knows no deck '{name}'", hint)
    return found


def own_bots(folder: Folder, texts: Sequence[str]) -> list[str]:
    """Find the files of bots that go by their names in a folder; the game's bots have none."""
    own = folder.own_bots
    return [str(own.get(name, name)) for name in split(texts)]


def mode_of(game: Game, name: str) -> str:
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


def check_length(request: Request) -> None:
    """Refuse more than one way to say how many games are wanted."""
    ways = {
        "--games": request.games,
        "--precision": request.precision,
        "--time-budget": request.time_budget,
    }
    given = [flag for flag, value in ways.items() if value is not None]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)}: give only one of them")
    if request.precision is not None and (wrong := wrong_precision(request.precision)):
        raise UsageError(f"--precision: {wrong}")
    if request.time_budget is not None:
        read_budget(request.time_budget)


def check_workers(request: Request) -> None:
    """Refuse workers that cannot be had."""
    if request.backend not in BACKENDS:
        hint = did_you_mean(request.backend, BACKENDS) or f"one of {', '.join(BACKENDS)}"
        raise UsageError(f"there is no backend '{request.backend}'", hint)
    if request.jobs is not None and request.jobs < 1:
        raise UsageError(f"--jobs: expected 1 or more, found {request.jobs}")
    if request.scheduler and request.backend != "dask":
        raise UsageError("--scheduler needs --backend dask")


def free_folder(game: str) -> Path:
    """Find the first of runs/<game>-1, -2, .. that does not exist."""
    number = 1
    while (folder := RUNS / f"{game}-{number}").exists():
        number += 1
    return folder


def check_folder(out: Path) -> None:
    """Refuse a path below something that is no folder."""
    above = next((folder for folder in out.parents if folder.exists()), None)
    if above is not None and not above.is_dir():
        raise UsageError(f"cannot write to {out}: {above} is no folder")

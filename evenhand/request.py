"""From what a user asked for to a plan that can be played, or to an error.

Everything is checked here, before anything is written: names, numbers and folders
raise `UsageError`; the contents of files `InputError`, with the problems of all files.
"""

import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from decks.deck_list import Deck, load_deck, sample_decks
from decks.pool import CardPool, load_pool
from decks.problems import InputError, Problem, UsageError, did_you_mean
from decks.product import Product, load_product, sample_products
from simulate.engine.bot_files import load_bot
from simulate.engine.game import Game
from simulate.engine.options import option_values
from simulate.engine.plan import BACKENDS, Plan
from simulate.registry import game_names, load_game

__all__ = [
    "RUNS", "Job", "Request", "check_folder", "check_workers", "chosen_game", "entrant_files",
    "load_all", "load_entrant", "mode_of", "prepare", "read_settings", "split",
]  # fmt: skip

DEFAULT_BOT = "heuristic"
RUNS = Path("runs")
Named = TypeVar("Named")
Loaded = TypeVar("Loaded")


@dataclass(frozen=True)
class Request:
    """What a user asked to be played, in the user's words.

    Attributes
    ----------
    decks, bots : sequence of str
        Names and paths; an entry may hold several, separated by commas.
    settings : sequence of str
        ``option=value``.
    seats : int, optional
        Players in one game; the fewest that the game is for if not given.
    out : Path, optional
        The first free ``runs/<game>-<n>`` if not given.
    jobs : int, optional
        Workers; one per processor if not given.
    """

    game: str
    games: int = 20_000
    seed: int = 1
    decks: Sequence[str] = ()
    bots: Sequence[str] = ()
    cards: str | None = None
    mode: str = ""
    settings: Sequence[str] = ()
    mirrors: bool = False
    seats: int | None = None
    out: Path | None = None
    jobs: int | None = None
    backend: str = "threading"
    scheduler: str | None = None


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

    def command(self, name: str = "run", with_folder: bool = False) -> str:
        """Write the shell command that plays the same games again.

        Workers do not change the games and are left out. The folder is, too, so that
        the command can be given again; with it, the command goes on with a run that
        was stopped.
        """
        asked = self.request
        words = ["evenhand", name, asked.game, "--games", str(asked.games)]
        words += ["--seed", str(asked.seed)]
        for flag, texts in (("--decks", asked.decks), ("--bots", asked.bots)):
            words += [word for text in texts for word in (flag, text)]
        words += ["--cards", asked.cards] if asked.cards else []
        words += ["--mode", asked.mode] if asked.mode else []
        words += [word for setting in asked.settings for word in ("--set", setting)]
        words += ["--mirrors"] if asked.mirrors else []
        words += ["--seats", str(asked.seats)] if asked.seats else []
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
    game = load_game(request.game)
    mode = mode_of(game, request.mode)
    options = option_values(game.options, read_settings(request.settings))
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
    notes = [*pool.notes, *(n for e in entrants if isinstance(e, Deck) for n in e.notes)]
    mirrors = request.mirrors
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
        games=request.games,
        seed=request.seed,
        mirrors=mirrors,
        n_seats=game.seats[0] if request.seats is None else request.seats,
    )
    notes += few_games(plan)
    out = request.out or free_folder(game.name)
    check_folder(out)
    return Job(request, plan, out, tuple(notes))


def few_games(plan: Plan) -> list[str]:
    """Say so if a plan must play more games than were asked for."""
    matchups = plan.matchups()
    games = sum(matchup.pairs for matchup in matchups) * plan.n_seats
    if games <= plan.games:
        return []
    needs = f"{len(matchups)} matchups need" if len(matchups) > 1 else "One matchup needs"
    return [f"{needs} at least {games} games; playing {games}."]


def load_all(
    names: Sequence[Named], load: Callable[[Named], Loaded], problems: list[Problem]
) -> list[Loaded]:
    """Load what can be loaded, and add the problems of the rest to `problems`."""
    loaded = []
    for name in names:
        try:
            loaded.append(load(name))
        except InputError as error:
            problems += error.problems
    return loaded


def chosen_game(name: str) -> Game:
    """Give the game of a name, or the only one there is."""
    names = game_names()
    if not name and len(names) != 1:
        raise UsageError("which game?", f"one of {', '.join(names)}")
    return load_game(name or names[0])


def mode_of(game: Game, name: str) -> str:
    """Give a mode of a game by its name; "" is the first."""
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


def check_workers(request: Request) -> None:
    """Refuse workers that cannot be had."""
    if request.backend not in BACKENDS:
        hint = did_you_mean(request.backend, BACKENDS) or f"one of {', '.join(BACKENDS)}"
        raise UsageError(f"there is no backend '{request.backend}'", hint)
    if request.jobs is not None and request.jobs < 1:
        raise UsageError(f"--jobs: expected 1 or more, found {request.jobs}")
    if request.scheduler and request.backend != "dask":
        raise UsageError("--scheduler needs --backend dask")


def split(texts: Sequence[str]) -> list[str]:
    """List names that commas or repeated flags separate."""
    return [name.strip() for text in texts for name in text.split(",") if name.strip()]


def entrant_files(game: Game, mode: str, texts: Sequence[str]) -> list[Path]:
    """List the deck files, or in sealed modes the products, that a user named.

    A name is a sample's; a path is a file, or a folder of which all files are taken.
    """
    is_sealed = mode in game.schema.sealed_modes
    samples = sample_products(game.schema) if is_sealed else sample_decks(game.schema)
    if not texts:
        return list(samples.values())
    ending = ".toml" if is_sealed else ".txt"
    kind = "product" if is_sealed else "deck"
    files: list[Path] = []
    for name in split(texts):
        path = Path(name)
        if name in samples:
            files.append(samples[name])
        elif path.is_dir():
            found = sorted(path.glob(f"*{ending}"))
            if not found:
                raise UsageError(f"the folder {path} holds no {kind} files (*{ending})")
            files += found
        elif path.exists() or path.suffix or len(path.parts) > 1:
            files.append(path)
        else:
            hint = did_you_mean(name, samples) or f"samples: {', '.join(samples)}"
            raise UsageError(f"there is no {kind} '{name}'", hint)
    return files


def load_entrant(
    game: Game, pool: CardPool, file: Path, mode: str, options: Mapping[str, int | str]
) -> Deck | Product:
    """Read a deck, or in sealed modes a product."""
    if mode in game.schema.sealed_modes:
        return load_product(game.schema, pool, file)
    return load_deck(game.schema, pool, file, mode, options)


def check_names(kind: str, names: Sequence[str]) -> None:
    """Refuse two decks or bots of one name: results go by names."""
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise UsageError(f"two {kind} are called '{twice[0]}'", "rename one of the files")


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

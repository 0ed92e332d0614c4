"""Turn a request into a job, which holds a plan that can be played, or raise an error.

All checks happen here, before any file is written: wrong names, numbers and folders raise
`UsageError`; wrong contents raise `InputError`, with the problems of all files.
"""

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from evenhand.decks.deck_list import Deck
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.inputs.decks_and_bots import check_bots, check_names
from evenhand.inputs.folder import Folder
from evenhand.inputs.function_bots import check_functions, make_bot
from evenhand.inputs.loaded_files import load_files
from evenhand.inputs.panel import PANEL, load_named_bot
from evenhand.inputs.request import Request
from evenhand.inputs.resolved_request import ResolvedRequest, resolve_request
from evenhand.inputs.run_length import count_first_games
from evenhand.inputs.unusual_cards import note_unusual_cards
from evenhand.reports.left_out import write_left_out_of_plan
from evenhand.result_folders import check_place
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.plan import MOST_GAMES, Plan
from evenhand.simulate.runs.table_schedule import count_meetings, list_tables
from evenhand.simulate.runs.workers import BACKENDS

__all__ = ["Job", "check_workers", "prepare"]

ADDRESS = re.compile(r"((tcp|tls|wss?)://)?(\[[0-9a-fA-F:]+\]|[\w.-]+):(?P<port>\d{1,5})", re.ASCII)
MOST_JOBS = 10_000
DEFAULTS: tuple[Any, ...] = (None, "", [], {}, False)  # values of arguments left out of a call


@dataclass(frozen=True)
class Job:
    """A job: a request that was checked, with its inputs loaded.

    Attributes
    ----------
    notes : tuple of str
        Remarks for the user before the games begin.
    panel : tuple of Bot
        Further bots that play the same games as the plan's own bot, each against itself.
    folder : Folder, optional
        The designer's folder; None if a game was named.
    """

    request: Request
    plan: Plan
    notes: tuple[str, ...]
    panel: tuple[Bot, ...] = ()
    folder: Folder | None = None

    @property
    def players(self) -> dict[str, str]:
        """What the bots of a job are called, keyed by name: groups of players, or as bots."""
        from evenhand.analysis.data.panel import name_players  # takes a while to import

        groups = self.folder.groups if self.folder else {}
        return name_players(groups, [bot.name for bot in (*self.plan.bots, *self.panel)])

    def report_notes(self, report: Callable[[str], None] | None) -> None:
        """Call a function with each note of a job, if one is given."""
        if report:
            for text in self.notes:
                report(text)

    def command(self, name: str = "run", games: int | None = None) -> str:
        """Return the shell command that repeats a job; the Python call for function bots.

        Workers do not affect the games and are left out; so is the results folder, so that
        the command can be repeated. The command names all inputs itself, because a
        ``balance.toml`` may change.

        Parameters
        ----------
        name : str
            The command, with flags or without, such as "run --no-report".
        games : int, optional
            Number of games; as the request determines it if not given.
        """
        asked = self.request
        if asked.functions:
            return self._call(games)
        command, *flags = name.split()
        words = ["evenhand", command, asked.game]
        if asked.precision is not None and games is None:
            words += ["--precision", f"{asked.precision:g}"]
        else:
            words += ["--games", str(self.plan.games if games is None else games)]
        words += ["--seed", str(asked.seed)]
        for flag, texts in (("--decks", asked.decks), ("--bots", asked.bots)):
            words += [word for text in texts for word in (flag, text)]
        words += ["--panel-games", str(asked.panel_games)] if asked.panel_games else []
        words += ["--cards", asked.cards] if asked.cards else []
        words += ["--mode", asked.mode] if asked.mode else []
        words += [word for setting in asked.settings for word in ("--set", setting)]
        words += ["--mirrors"] if asked.mirrors else []
        words += ["--players", str(asked.players)] if asked.players else []
        return shlex.join([*words, *flags])

    def _call(self, games: int | None) -> str:
        """Return the Python call that repeats a job; functions are written as their names."""
        asked = self.request
        bots = [name if name in asked.functions else repr(name) for name in asked.bots]
        by_precision = asked.precision is not None and games is None
        words: dict[str, Any] = {
            "precision" if by_precision else "games": (
                asked.precision if by_precision else self.plan.games if games is None else games
            ),
            "seed": asked.seed,
            "decks": list(asked.decks),
            "cards": asked.cards,
            "mode": asked.mode,
            "options": dict(text.split("=", 1) for text in asked.settings),
            "mirrors": asked.mirrors,
            "players": asked.players,
        }
        given = [f"{word}={value!r}" for word, value in words.items() if value not in DEFAULTS]
        arguments = [repr(asked.game), *given, f"bots=[{', '.join(bots)}]"]
        return f"evenhand.play({', '.join(arguments)})"


def prepare(request: Request) -> Job:
    """Turn a request into a job: check it and load its files; write nothing.

    Raises
    ------
    UsageError
        If a name, number or folder is wrong.
    InputError
        With the problems of all files.
    """
    check_workers(request)
    resolved = resolve_request(request)
    request = resolved.request
    plan, panel = make_plan(resolved)
    if request.out:
        check_place(request.out)
    notes = (
        *map(str, filter(None, [write_left_out_of_plan(plan)])),
        *resolved.notes,
        *note_inputs(plan, panel, request),
        *note_chosen_tables(plan),
        *note_added_games(plan),
    )
    return Job(request, plan, notes, panel, resolved.source.folder)


def make_plan(resolved: ResolvedRequest) -> tuple[Plan, tuple[Bot, ...]]:
    """Load the inputs of a request into a job's plan.

    Returns
    -------
    plan : Plan
        With a mirror matchup if the request names one deck.
    panel : tuple of Bot
        The further bots of a panel.
    """
    request, game = resolved.request, resolved.game
    check_panel_games(resolved)
    check_functions(resolved)
    folder = resolved.source.folder
    own, groups = (folder.own_bots, folder.content.skill) if folder else ({}, {})

    def load_bot(name: str) -> Bot:
        function = request.functions.get(name)
        return make_bot(name, function) if function else load_named_bot(game, name, own, groups)

    n_seats = game.seats[0] if request.players is None else request.players
    files = load_files(resolved, load_bot, n_seats)
    check_names("decks", [entrant.name for entrant in files.entrants])
    check_bots(files.bots)
    n_own = 1 if resolved.is_panel else len(files.bots)
    plan = Plan(
        game=game,
        mode=resolved.mode,
        pool=files.pool,
        entrants=files.entrants,
        bots=files.bots[:n_own],
        options=resolved.options,
        games=1 if request.games is None else request.games,
        seed=1 if request.seed is None else request.seed,
        mirrors=bool(request.mirrors) or len(files.entrants) == 1,
        n_seats=n_seats,
        left_out=files.left_out,
    )
    if request.games is None:
        plan = plan.with_games(count_first_games(plan, request.precision))
    return plan, tuple(files.bots[n_own:])


def check_panel_games(resolved: ResolvedRequest) -> None:
    """Refuse a job's `panel_games` without a panel, or out of range."""
    games = resolved.request.panel_games
    if games is None:
        return
    if not resolved.is_panel:
        message = "--panel-games: there is no panel to play them"
        raise UsageError(message, f"--bots {PANEL}")
    if not 1 <= games <= MOST_GAMES:
        raise UsageError(f"--panel-games: expected 1 to {MOST_GAMES:,}, found {games}")


def note_inputs(plan: Plan, panel: Sequence[Bot], request: Request) -> Iterator[str]:
    """Yield the notes of a job on bots, cards and decks."""
    for bot in (*plan.bots, *panel):
        yield from bot.notes
        yield from note_unusual_cards(plan, bot)
    yield from plan.pool.notes
    for entrant in plan.entrants:
        if isinstance(entrant, Deck):
            yield from entrant.notes
    if plan.mirrors and not request.mirrors:
        yield "Only one deck: it plays against itself."


def note_chosen_tables(plan: Plan) -> list[str]:
    """Return a job's note if it plays only a selection of all possible tables of decks."""
    n_decks, n_seats = len(plan.entrants), plan.n_seats
    tables = list_tables(n_decks, n_seats, plan.seed)
    every = comb(n_decks, n_seats)
    if len(tables) == every:
        return []
    met = count_meetings(n_decks, tables)
    times = met[~np.eye(n_decks, dtype=bool)]
    return [
        f"{n_seats} of {n_decks} decks make {every:,} tables; {len(tables)} of them are played, in "
        f"which each deck sits {met[0, 0]} times and meets each other {times.min()} to "
        f"{times.max()} times."
    ]


def note_added_games(plan: Plan) -> list[str]:
    """Return a job's note if it must play more games than requested."""
    matchups = plan.matchups
    games = sum(matchup.pairs for matchup in matchups) * plan.n_seats
    if games <= plan.games:
        return []
    needs = f"{len(matchups)} matchups need" if len(matchups) > 1 else "One matchup needs"
    return [f"{needs} at least {games} games; playing {games}."]


def is_address(text: str) -> bool:
    """Return whether a job's scheduler is given by the form of an address."""
    match = ADDRESS.fullmatch(text)
    return match is not None and 0 < int(match["port"]) < 2**16


def check_workers(request: Request) -> None:
    """Refuse a job's unknown backend, invalid number of workers, and conflicting flags."""
    if request.backend not in BACKENDS:
        hint = did_you_mean(request.backend, BACKENDS) or f"one of {', '.join(BACKENDS)}"
        raise UsageError(f"there is no backend '{request.backend}'", hint)
    if request.jobs is not None and request.jobs < 1:
        raise UsageError(f"--jobs: expected 1 or more, found {request.jobs}")
    if request.jobs is not None and request.jobs > MOST_JOBS:
        raise UsageError(f"--jobs: expected at most {MOST_JOBS:,}, found {request.jobs}")
    if request.scheduler is None:
        if request.shared_disk:
            raise UsageError("--shared-disk needs --scheduler")
    elif request.backend != "dask":
        raise UsageError("--scheduler needs --backend dask")
    elif not is_address(request.scheduler):
        address = shorten(request.scheduler)
        message = f"--scheduler: expected an address such as tcp://10.0.0.1:8786, found '{address}'"
        raise UsageError(message)
    elif request.jobs is not None:
        message = "--jobs and --scheduler do not go together"
        raise UsageError(message, "a cluster has the workers that it has")

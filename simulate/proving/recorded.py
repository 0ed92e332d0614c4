"""Recorded games as text (golden games), and their comparison with the current rules.

One game of each mode is recorded, and one with four players if the game allows them. If one
changes, behaviour has changed: that requires a new ``rules_version`` and a line in the history of
``RULES.md``, or a reason (a bot or a wording has changed).
"""

import re
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evenhand.decks.pool import load_pool
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.game import Game
from evenhand.simulate.proving.sample_plan import MANY, sample_entrants
from evenhand.simulate.replay.replay import Replay, format_steps, replay
from evenhand.simulate.runs.atomic_files import write_in_folder
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.plan import Plan

__all__ = [
    "DEAL",
    "Kind",
    "find_changes",
    "find_short_game",
    "format_golden_game",
    "golden_plan",
    "list_kinds",
    "record_game",
    "remove_outdated",
]  # fmt: skip

LONGEST = 2_500  # lines
GAMES = 32_000  # games from which a short one is chosen
BOT = "heuristic"
WINNER = "Winner: "
SHOWN = 6  # lines of a difference that are shown
MANY_PLAYERS = re.compile(r"_\d+_players$")  # suffix of a file's stem
DEAL = re.compile(r"pair (\d+), rotation (\d+)$", re.MULTILINE)


class Kind(NamedTuple):
    """A mode and a number of players of which a game is recorded."""

    game: Game
    mode: str
    n_seats: int

    @property
    def file(self) -> str:
        """The name of the file."""
        beyond = "" if self.n_seats == self.game.seats[0] else f"_{self.n_seats}_players"
        return f"{self.mode}{beyond}.txt"


def list_kinds(game: Game) -> list[Kind]:
    """List the kinds of games that are recorded."""
    fewest, most = game.seats
    kinds = [Kind(game, mode, fewest) for mode in game.schema.modes]
    if fewest < MANY <= most:
        kinds.append(Kind(game, game.schema.modes[0], MANY))
    return kinds


def golden_plan(kind: Kind) -> Plan:
    """Plan the games from which one is recorded; with mirrors if there are few decks."""
    game, mode, n_seats = kind
    options, pool = option_values(game.options, {}), load_pool(game.schema)
    entrants, bots = sample_entrants(game, pool, mode)[:n_seats], [load_bot(game, BOT)]
    mirrors = len(entrants) < n_seats
    return Plan(
        game, mode, pool, entrants, bots, options, 2, seed=1, mirrors=mirrors, n_seats=n_seats
    )


def find_short_game(plan: Plan, games: int = GAMES) -> tuple[int, int]:
    """Return (pair, rotation) of the game with the fewest decisions, without very short games."""
    rows = play(plan_arrays(plan), Chunk(0, 0, 0, max(games // plan.n_seats**2, 1)))
    rows = rows[rows["turns"] >= np.median(rows["turns"]) / 3]
    row = rows[rows["decisions"].argmin()]
    return int(row["pair"]), int(row["rotation"])


def format_golden_game(plan: Plan, pair: int, rotation: int) -> str:
    """Replay a game, and format it as text."""
    lines = format_game(plan, pair, rotation, replay(plan, 0, pair, rotation))
    if len(lines) > LONGEST:
        raise ValueError(f"{plan.game.name} takes {len(lines)} lines to tell")
    return "\n".join(lines) + "\n"


def format_game(plan: Plan, pair: int, rotation: int, game: Replay) -> list[str]:
    """Return the lines of a replayed game."""
    row = game.row[0]
    reason = next(r for r in plan.game.end_reasons if r == row["end_reason"])
    winner = "nobody" if row["winner"] < 0 else f"Player {row['winner'] + 1}"
    names = [plan.entrants[row["deck"][seat]].name for seat in range(plan.n_seats)]
    return [
        f"{plan.game.title}, {plan.mode}, rules version {plan.game.rules_version}, "
        f"pair {pair}, rotation {rotation}",
        *(f"Player {seat}: {name} ({BOT})" for seat, name in enumerate(names, 1)),
        *format_steps(game.steps),
        "",
        f"{WINNER}{winner} ({plan.game.end_reasons[reason]})",
    ]


def record_game(kind: Kind, folder: Path) -> Path:
    """Record a short game, and return the file."""
    plan = golden_plan(kind)
    text = format_golden_game(plan, *find_short_game(plan))
    return write_in_folder(folder, kind.file, text)


def remove_outdated(game: Game, files: Iterable[Path]) -> Iterator[Path]:
    """Remove recorded games of modes and numbers of players that the game no longer has."""
    names = {kind.file for kind in list_kinds(game)}
    for file in files:
        if file.name not in names and is_recorded(file):
            file.unlink()
            yield file


def is_recorded(file: Path) -> bool:
    """Return whether a file was written by `record_game`, under its current name."""
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    if len(lines) < 3 or not DEAL.search(lines[0]):
        return False
    mode = MANY_PLAYERS.sub("", file.stem)
    has_our_bot = lines[1].startswith("Player 1: ") and lines[1].endswith(f" ({BOT})")
    return f", {mode}, rules version " in lines[0] and has_our_bot and lines[-1].startswith(WINNER)


def find_changes(kind: Kind, file: Path) -> Iterator[str]:
    """Yield the differences between a recorded game and its replay under the current rules."""
    recorded = file.read_text(encoding="utf-8")
    deal = DEAL.search(recorded)
    if deal is None:
        yield f"{file}: its first line names no pair and rotation; record it anew"
        return
    text = format_golden_game(golden_plan(kind), int(deal[1]), int(deal[2]))
    if text != recorded:
        lines = unified_diff(recorded.splitlines(), text.splitlines(), "recorded", "now", n=0)
        shown = "\n    ".join(line for line in islice(lines, 2, 2 + SHOWN))
        yield f"{file} is not played as it was:\n    {shown}"

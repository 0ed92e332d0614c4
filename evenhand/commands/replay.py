"""The command `replay`: a game of a run, told step by step."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from evenhand.analysis.data.display_names import list_display_names, show_entrant
from evenhand.analysis.data.run import Entrant
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.visible import show_unseen
from evenhand.flags import ReplayFlags
from evenhand.reports.replay import render_replay
from evenhand.simulate.replay.game_numbers import game_at
from evenhand.simulate.replay.notable import find_game
from evenhand.simulate.replay.replay import lines_of, replay
from evenhand.simulate.runs.stored import load_plan, open_stored
from evenhand.simulate.runs.whole_files import write_whole
from evenhand.simulate.view.names import NOBODY, player_key
from evenhand.terminal import note, print_json, tell, write_json
from evenhand.writing import name_place, print_place

__all__ = ["replay_command"]

FORMATS = ("text", "json", "html")


@dataclass(frozen=True)
class ToldGame:
    """A game that was played again.

    Attributes
    ----------
    number : int
        In the run, counted from 1.
    players : tuple of str
        Deck and bot of each seat.
    told_players : tuple of str
        The same as people call them.
    """

    number: int
    title: str
    players: tuple[str, ...]
    told_players: tuple[str, ...]
    winner: str
    end_reason: str
    ending: str
    replay: Any


def replay_command(flags: ReplayFlags) -> None:
    """Play a game of a run again and tell it."""
    if flags.format_ not in FORMATS:
        hint = did_you_mean(flags.format_, FORMATS) or f"the formats are {', '.join(FORMATS)}"
        raise UsageError(f"there is no format '{flags.format_}'", hint)
    if flags.game is not None and flags.find:
        raise UsageError("--game and --find both choose a game; give one of them")
    told = replay_game(flags.run_dir, flags.game, flags.find)
    out = flags.out
    if flags.format_ == "html":
        out = out or flags.run_dir / f"game-{told.number}.html"
    if out is None:
        print_as(flags.format_, told)
        return
    with name_place(out):
        write_whole(out, write_as(flags.format_, told))
    print_place("Replay", out)


def print_as(format_: str, told: ToldGame) -> None:
    """Print a game in one of the formats."""
    if format_ == "json":
        print_json(describe_game(told))
    else:
        tell(*write_lines(told))


def write_as(format_: str, told: ToldGame) -> str:
    """Write a file that holds a game in one of the formats."""
    match format_:
        case "html":
            return render_replay({**describe_game(told), "players": list(told.told_players)})
        case "json":
            return write_json(describe_game(told)) + "\n"
    return "".join(f"{show_unseen(line)}\n" for line in write_lines(told))


def replay_game(folder: Path, number: int | None, kind: str) -> ToldGame:
    """Find the game, play it again, and see that it came out as it did in the run."""
    plan = load_plan(folder)
    run = open_stored(folder)
    if number is None:
        number = find_game(run, kind) if kind else 1
    place = game_at(run, number)
    played = replay(plan, place.matchup, place.pair, place.rotation)
    row = played.row[0]
    if not is_same(row, read_row(run, place)):
        note(
            "warning: this game does not come out as it did in the run: "
            "the program has changed since, though its rules_version has not"
        )
    reasons = {number: name for name, number in run.info["end_reasons"].items()}
    reason = reasons[int(row["end_reason"])]
    sides = [
        Entrant(plan.entrants[deck].name, plan.bots[bot].name)
        for deck, bot in zip(row["deck"], row["bot"], strict=True)
    ]
    players = tuple(side.name for side in sides)
    names = list_display_names(run.info)
    told_players = tuple(show_entrant(side, names).name for side in sides)
    winner = NOBODY if row["winner"] < 0 else player_key(int(row["winner"]))
    ending = run.info["end_reasons_text"][reason]
    return ToldGame(number, plan.game.title, players, told_players, winner, reason, ending, played)


def read_row(run: Any, place: Any) -> dict[str, Any]:
    """Read a game's row of the run."""
    columns = ("matchup", "pair", "rotation")
    wanted = [pl.col(name) == getattr(place, name) for name in columns]
    row: dict[str, Any] = run.games.filter(*wanted).collect().row(0, named=True)
    return row


def is_same(row: Any, stored: dict[str, Any]) -> bool:
    """Compare a game played again with the row of its run."""
    again: dict[str, Any] = {}
    for name in row.dtype.names:
        if name in stored:
            again[name] = row[name]
        else:
            again |= {f"{name}_{seat}": value for seat, value in enumerate(row[name])}
    return all(np.array_equal(again[name], value) for name, value in stored.items())


def describe_game(told: ToldGame) -> dict[str, Any]:
    """Return the game as plain data."""
    return {
        "game": told.title,
        "number": told.number,
        "players": list(told.players),
        "display_players": list(told.told_players),
        "winner": told.winner,
        "end_reason": told.end_reason,
        "ending": told.ending,
        "steps": [describe_step(step) for step in told.replay.steps],
        "final": told.replay.final,
    }


def describe_step(step: Any) -> dict[str, Any]:
    """Return one step as plain data."""
    return {
        "turn": step.turn,
        "seat": step.seat,
        "question": step.question,
        "options": list(step.options),
        "scores": list(step.scores),
        "choice": step.choice,
        "changes": list(step.changes),
        "state": step.state,
    }


def write_lines(told: ToldGame) -> Iterator[str]:
    """Write heading, steps and result."""
    yield f"{told.title}, game {told.number}"
    for seat, player in enumerate(told.told_players, 1):
        yield f"Player {seat}: {player}"
    yield from lines_of(told.replay.steps)
    yield ""
    if told.winner == NOBODY:
        yield f"Nobody wins: {told.ending}."
    else:
        seat = int(told.winner.rpartition("_")[2])
        yield f"Player {seat} wins with {told.told_players[seat - 1]}: {told.ending}."

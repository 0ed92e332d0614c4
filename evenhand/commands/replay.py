"""The command that tells a game of a run: `replay`."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.simulate.view.names import NOBODY, player_key
from evenhand.terminal import SCHEMA_VERSION, note, writing

__all__ = ["replay_command"]

FORMATS = ("text", "json", "html")


@dataclass(frozen=True)
class Told:
    """A game that was played again.

    Attributes
    ----------
    number : int
        In the run, counted from 1.
    players : tuple of str
        Deck and bot of each seat.
    """

    number: int
    title: str
    players: tuple[str, ...]
    winner: str
    end_reason: str
    ending: str
    replay: Any


def replay_command(
    folder: Path, number: int | None, kind: str, format_: str, out: Path | None
) -> None:
    """Play a game of a run again and tell it."""
    if format_ not in FORMATS:
        hint = did_you_mean(format_, FORMATS) or f"the formats are {', '.join(FORMATS)}"
        raise UsageError(f"there is no format '{format_}'", hint)
    if number is not None and kind:
        raise UsageError("--game and --find both choose a game; give one of them")
    told = tell(folder, number, kind)
    if format_ == "html":
        from evenhand.reports.replay import render_replay

        path = out or folder / f"game-{told.number}.html"
        with writing(path):
            path.write_text(render_replay(facts(told)), encoding="utf-8")
        print(f"Replay  {path}")
        return
    text = json.dumps(facts(told), ensure_ascii=False) if format_ == "json" else as_text(told)
    if out is None:
        print(text)
    else:
        with writing(out):
            out.write_text(text + "\n", encoding="utf-8")
        print(f"Replay  {out}")


def tell(folder: Path, number: int | None, kind: str) -> Told:
    """Find the game, play it again, and see that it came out as it did in the run."""
    from evenhand.simulate.replay.notable import find_game, game_at
    from evenhand.simulate.replay.replay import replay
    from evenhand.simulate.runs.stored import load_plan, open_stored

    run = open_stored(folder)
    plan = load_plan(folder)
    if number is None:
        number = find_game(run, kind) if kind else 1
    place = game_at(run, number)
    played = replay(plan, place.matchup, place.pair, place.rotation)
    row = played.row[0]
    if not is_same(row, stored_row(run, place)):
        note(
            "warning: this game does not come out as it did in the run: "
            "the program has changed since, though its rules_version has not"
        )
    reasons = {number: name for name, number in run.info["end_reasons"].items()}
    reason = reasons[int(row["end_reason"])]
    players = tuple(
        f"{plan.entrants[row['deck'][seat]].name} ({plan.bots[row['bot'][seat]].name})"
        for seat in range(plan.n_seats)
    )
    winner = NOBODY if row["winner"] < 0 else player_key(int(row["winner"]))
    ending = run.info["end_reasons_text"][reason]
    return Told(number, plan.game.title, players, winner, reason, ending, played)


def stored_row(run: Any, place: Any) -> dict[str, Any]:
    """Read a game's row of the run."""
    import polars as pl

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


def facts(told: Told) -> dict[str, Any]:
    """Return the game as plain data."""
    return {
        "schema_version": SCHEMA_VERSION,
        "game": told.title,
        "number": told.number,
        "players": list(told.players),
        "winner": told.winner,
        "end_reason": told.end_reason,
        "ending": told.ending,
        "steps": [step_facts(step) for step in told.replay.steps],
        "final": told.replay.final,
    }


def step_facts(step: Any) -> dict[str, Any]:
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


def as_text(told: Told) -> str:
    """Write the game as a match report."""
    return "\n".join(report_lines(told))


def report_lines(told: Told) -> Iterator[str]:
    """Write heading, steps and result."""
    from evenhand.simulate.replay.replay import lines_of

    yield f"{told.title}, game {told.number}"
    for seat, player in enumerate(told.players, 1):
        yield f"Player {seat}: {player}"
    yield from lines_of(told.replay.steps)
    yield ""
    if told.winner == NOBODY:
        yield f"Nobody wins: {told.ending}."
    else:
        seat = int(told.winner.rpartition("_")[2])
        yield f"Player {seat} wins with {told.players[seat - 1]}: {told.ending}."

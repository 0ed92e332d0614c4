"""The command `replay`: a game of a run, told step by step."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from evenhand import analysis
from evenhand.analysis.data.run import load_run
from evenhand.decks.invisible_characters import show_unseen
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.flags import ReplayFlags
from evenhand.reports.card_findings import list_harmful_cards
from evenhand.reports.page import refuse_other
from evenhand.reports.replayed_game import (
    ReplayedGame,
    describe_game,
    describe_saving,
    name_card_file,
    replay_run_game,
    write_page,
)
from evenhand.result_folders import print_place, report_write_errors
from evenhand.simulate.replay.game_numbers import find_game_key
from evenhand.simulate.replay.games_behind import Cell
from evenhand.simulate.replay.notable import find_game
from evenhand.simulate.replay.replay import format_steps
from evenhand.simulate.replay.story import describe_value, format_cards
from evenhand.simulate.runs.atomic_files import write_atomic
from evenhand.simulate.runs.stored import load_plan, open_stored
from evenhand.simulate.scenarios.position import write_position
from evenhand.simulate.view.fields import Plain
from evenhand.simulate.view.names import NOBODY, player_key, player_title
from evenhand.simulate.view.zones import CardSet, Marked
from evenhand.terminal import note, print_json, tell, write_json

__all__ = ["replay_command"]

FORMATS = ("text", "json", "html", "scenario")


def replay_command(flags: ReplayFlags) -> None:
    """Carry out `replay`: play a game of a run again and tell it."""
    if flags.format_ not in FORMATS:
        hint = did_you_mean(flags.format_, FORMATS) or f"the formats are {', '.join(FORMATS)}"
        raise UsageError(f"there is no format '{flags.format_}'", hint)
    if (flags.format_ == "scenario") != (flags.step is not None):
        raise UsageError("--step and --format scenario go together: they write one position down")
    cell = cell_of(flags)
    if flags.game is not None and (flags.find or cell):
        raise UsageError("--game and --find both choose a game; give one of them"
                         if flags.find else f"--game and --{cell.what if cell else ''} both "
                         "choose a game; give one of them")  # fmt: skip
    told = replay_game(flags.run_dir, flags.game, flags.find, cell)
    out = flags.out
    if flags.format_ == "html" and out is None:
        out = flags.run_dir / f"game-{told.number}.html"
        refuse_other(out)
    text = write_as(flags, told)
    if out is None:
        print_as(flags.format_, told, text)
        return
    with report_write_errors(out):
        write_atomic(out, text)
    print_place("Saved" if flags.format_ == "scenario" else "Replay", out)


def cell_of(flags: ReplayFlags) -> Cell | None:
    """Return which games the flags of `replay` are about, if they say so."""
    said = [
        *([Cell("matchup", split_matchup(flags.matchup))] if flags.matchup else []),
        *([Cell("ending", (flags.ending,))] if flags.ending else []),
        *([Cell("first")] if flags.first else []),
    ]
    if flags.card:
        held = (flags.card, *([flags.deck] if flags.deck else []))
        said.append(Cell("card", held, does_harm(flags.run_dir, flags.card)))
    elif flags.deck:
        said.append(Cell("deck", (flags.deck,)))
    if len(said) > 1:
        names = " and ".join(f"--{one.what}" for one in said)
        raise UsageError(f"{names} each choose games; give one of them", "--card may have a --deck")
    return said[0] if said else None


def does_harm(folder: Path, card: str) -> bool:
    """Return for `replay` whether a run's decks seem to win less with a card, by its report."""
    run = load_run(folder)
    harmful = list_harmful_cards(analysis.card_impact(run), analysis.card_win_rates(run))
    return card.casefold() in map(str.casefold, harmful)


def split_matchup(text: str) -> tuple[str, ...]:
    """Read "A vs B", the matchup given to `replay`."""
    names = tuple(name.strip() for name in text.split(" vs "))
    if len(names) < 2:
        raise UsageError(f"--matchup: expected two decks or more, found '{text}'",
                         "write \"A vs B\"")  # fmt: skip
    return names


def print_as(format_: str, told: ReplayedGame, text: str) -> None:
    """Print a replay in one of the formats."""
    match format_:
        case "json":
            print_json(describe_game(told))
        case "scenario":
            tell(*text.splitlines())
        case _:
            tell(*write_lines(told))


def write_as(flags: ReplayFlags, told: ReplayedGame) -> str:
    """Write a replay into a file in one of the formats."""
    match flags.format_:
        case "html":
            return write_page(told, describe_saving(told, name_card_file(told.plan, flags.run_dir)))
        case "json":
            return write_json(describe_game(told)) + "\n"
        case "scenario":
            return save_position(told, flags)
    return "".join(f"{show_unseen(line)}\n" for line in write_lines(told))


def save_position(told: ReplayedGame, flags: ReplayFlags) -> str:
    """Save a position of a replay as a scenario; say which one could be, if this cannot."""
    steps, step = len(told.replay.steps), flags.step or 0
    if not 1 <= step <= steps:
        raise UsageError(f"--step: expected 1 to {steps}, found {step}")
    positions = told.positions
    phase = positions.find_phase(step - 1)
    if phase is None:
        nearest = positions.nearest(step - 1)
        message = (
            f"the position at step {step} cannot be laid out: an effect is under way there, or "
            "something lasts that a scenario has no word for"
        )
        hint = "no earlier one can be either" if nearest is None else (
            f"the nearest before it: --step {nearest + 1}")  # fmt: skip
        raise UsageError(message, hint)
    cards = name_card_file(told.plan, flags.run_dir)
    if cards != "sample":
        file = (flags.run_dir / "inputs" / cards).resolve()
        here = flags.out.resolve().parent if flags.out else Path.cwd()
        cards = Path(os.path.relpath(file, here)).as_posix()
    title = f"Game {told.number}, step {step}"
    return write_position(positions, step - 1, phase, title, cards)


def replay_game(folder: Path, number: int | None, kind: str, cell: Cell | None) -> ReplayedGame:
    """Find the game to replay, play it again, and see that it came out as in the run."""
    run = open_stored(folder, load_plan(folder))
    if number is None:
        number = find_game(run, kind or "typical", cell) if kind or cell else 1
    told = replay_run_game(run, number)
    if not is_same(told.replay.row[0], read_row(run, find_game_key(run, number))):
        note(
            "warning: this game does not come out as it did in the run: "
            "the program has changed since, though its rules_version has not"
        )
    return told


def read_row(run: Any, place: Any) -> dict[str, Any]:
    """Read the run's row of the game to replay."""
    columns = ("matchup", "pair", "rotation")
    wanted = [pl.col(name) == getattr(place, name) for name in columns]
    row: dict[str, Any] = run.games.filter(*wanted).collect().row(0, named=True)
    return row


def is_same(row: Any, stored: dict[str, Any]) -> bool:
    """Return whether a replay came out as the row of its run says."""
    again: dict[str, Any] = {}
    for name in row.dtype.names:
        if name in stored:
            again[name] = row[name]
        else:
            again |= {f"{name}_{seat}": value for seat, value in enumerate(row[name])}
    return all(np.array_equal(again[name], value) for name, value in stored.items())


def write_start(told: ReplayedGame) -> Iterator[str]:
    """Write the start of a replay: the table as far as changes of it are told, and the hands."""
    view, table = told.plan.game.view, told.replay.steps[0].state if told.replay.steps else {}
    told_fields = [one for one in view.table if isinstance(one, Plain) and not one.silent]
    lines = [
        f"  {one.words}: {describe_value(table[one.name])}"
        for one in told_fields
        if table.get(one.name) not in (None, "", 0, False, [], "none", NOBODY)
    ]
    for seat in range(len(told.players)):
        for one in view.player:
            cards = table.get(player_key(seat), {}).get(one.name)
            if isinstance(one, CardSet) and not isinstance(one, Marked) and cards:
                lines.append(f"  {player_title(seat)}, {one.words}: {format_cards(cards)}")
    if lines:
        yield from ("", "The table", *lines)


def write_lines(told: ReplayedGame) -> Iterator[str]:
    """Write a replay in lines: heading, steps and result."""
    yield f"{told.title}, game {told.number}"
    for seat, player in enumerate(told.display_players, 1):
        yield f"Player {seat}: {player}"
    yield from write_start(told)
    yield from format_steps(told.replay.steps)
    yield ""
    if told.winner == NOBODY:
        yield f"Nobody wins: {told.ending}."
    else:
        seat = int(told.winner.rpartition("_")[2])
        yield f"Player {seat} wins with {told.display_players[seat - 1]}: {told.ending}."

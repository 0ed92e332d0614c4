"""The puzzles of `bots`: which bots solve which puzzles."""

from collections.abc import Collection, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import typer

from evenhand.decks.problems import InputError, UsageError, did_you_mean
from evenhand.experiments.puzzles import Answers, Attempt, solve_puzzles
from evenhand.flags import BotsFlags
from evenhand.inputs.decks_and_bots import check_bots, check_names, find_toml_files, is_path
from evenhand.inputs.folder import BALANCE_FILE, Folder
from evenhand.inputs.job import MOST_JOBS
from evenhand.inputs.panel import USUAL_PANEL, list_bots, load_named_bot
from evenhand.inputs.source import find_source
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names
from evenhand.simulate.runs.workers import Workers
from evenhand.simulate.scenarios.puzzle import Puzzle, Question, lay_out_puzzle, load_puzzle
from evenhand.terminal import note, note_errors, plain_table, print_json, print_table

__all__ = ["puzzles_command"]

BOTS = ("heuristic", "search")
USUAL = Path("tests") / "puzzles"  # where a project keeps them, by game
TIMES, MOST_TIMES = 10, 1_000
BAD_INPUT = 3  # exit code, as in `evenhand.__main__`

Posed = tuple[Puzzle, list[Question]]


def puzzles_command(flags: BotsFlags) -> None:
    """Carry out the puzzles of `bots`: ask bots puzzles, and say which they solve."""
    check_numbers(flags)
    paths = [text for text in (flags.game, *flags.more) if text]
    folder = find_own_folder(paths)
    names = list_bots(flags.bots, list_usual_panel(folder)) or list(BOTS)
    check_names("bots", names)
    posed, problems = read_puzzles(find_puzzles(paths))
    note_errors(problems)
    by_game = [
        solve_game(list(some), names, folder, flags)
        for _, some in groupby(posed, key=lambda one: one[0].game.name)
    ]
    attempts = [attempts for some in by_game for attempts in some]
    if flags.json:
        print_json(describe(attempts, problems))
    elif attempts:
        print_attempts(attempts, is_brief=flags.quiet)
    if problems:
        raise typer.Exit(BAD_INPUT)


def check_numbers(flags: BotsFlags) -> None:
    """Refuse numbers of puzzle flags that make no sense."""
    if flags.times is not None and not 1 <= flags.times <= MOST_TIMES:
        raise UsageError(f"--times: expected 1 to {MOST_TIMES:,}, found {flags.times}")
    if flags.jobs is not None and not 1 <= flags.jobs <= MOST_JOBS:
        raise UsageError(f"--jobs: expected 1 to {MOST_JOBS:,}, found {flags.jobs}")


# Files


def find_own_folder(paths: Sequence[str]) -> Folder | None:
    """Find the folder whose bots puzzles may name, unless a game is named."""
    if any(text in game_names() for text in paths):
        return None
    return find_source(BALANCE_FILE).folder if Path(BALANCE_FILE).is_file() else None


def list_usual_panel(folder: Folder | None) -> Sequence[str]:
    """List the bots that "panel" means for puzzles: the folder's own, if it has any."""
    return folder.panel[1:] if folder and folder.panel else USUAL_PANEL


def find_puzzles(paths: Sequence[str]) -> list[Path]:
    """List the puzzle files of games and paths; beside paths a game needs no folder here."""
    wanted = list(paths) or [find_source().game.name]
    games = [text for text in wanted if text in game_names()]
    if len(games) < len(wanted):
        wanted = [text for text in wanted if text not in games or (USUAL / text).is_dir()]
    return [file for text in wanted for file in find_in(text)]


def find_in(text: str) -> list[Path]:
    """List the puzzle files of one game, or of one path, for `bots --puzzles`."""
    if text in game_names():
        folder = USUAL / text
        if not folder.is_dir():
            message = (
                f"there is no folder {folder} here; the puzzles that the project wrote come with "
                "evenhand's source, not with the installed package"
            )
            raise UsageError(message, "name puzzle files or folders of your own")
        return find_toml_files([str(folder)], "puzzles")
    if not is_path(text):
        raise UsageError(f"'{text}' is no game, file or folder", did_you_mean(text, game_names()))
    return find_toml_files([text], "puzzles")


def read_puzzles(files: Sequence[Path]) -> tuple[list[Posed], list[str]]:
    """Read puzzles and lay out their tables; return all that is wrong with them besides."""
    posed: list[Posed] = []
    problems: list[str] = []
    for file in dict.fromkeys(files):
        try:
            puzzle = load_puzzle(file)
            posed.append((puzzle, [lay_out_puzzle(table) for table in puzzle.tables]))
        except InputError as error:
            problems += map(str, error.problems)
    return sorted(posed, key=lambda one: one[0].game.name), problems


# Answers


def solve_game(
    posed: Sequence[Posed], names: Sequence[str], folder: Folder | None, flags: BotsFlags
) -> list[list[Attempt]]:
    """Ask bots the puzzles of one game."""
    bots = load_bots(posed[0][0].game, names, folder)
    is_quiet = flags.quiet or flags.json
    for text in (text for bot in bots for text in bot.notes if not is_quiet):
        note(text)
    workers = Workers(flags.jobs or -1)
    return list(
        solve_puzzles(posed, bots, flags.times or TIMES, workers, None if is_quiet else note)
    )


def load_bots(game: Game, names: Sequence[str], folder: Folder | None) -> list[Bot]:
    """Load the bots that are asked puzzles by name, a folder's own before the game's."""
    groups: Collection[str] = ()
    if folder and folder.game == game:
        names, groups = [folder.find_bot(name) for name in names], folder.content.skill
    bots = [load_named_bot(game, name, groups=groups) for name in names]
    check_bots(bots)
    return bots


def print_attempts(attempts: Sequence[Sequence[Attempt]], is_brief: bool) -> None:
    """Print what each bot answers to each puzzle, and how many it solves."""
    table = plain_table("puzzle", *(attempt.bot.name for attempt in attempts[0]))
    for some in () if is_brief else attempts:
        table.add_row(some[0].puzzle.title, *(mark(attempt) for attempt in some))
    solved = count_solved(attempts)
    table.add_row(f"solved of {len(attempts)}", *(f"{n}" for n in solved))
    print_table(table)


def count_solved(attempts: Sequence[Sequence[Attempt]]) -> list[int]:
    """Count how many puzzles each bot solves."""
    return [sum(one.is_solved for one in of_bot) for of_bot in zip(*attempts, strict=True)]


def mark(attempt: Attempt) -> str:
    """Write that a bot solved a puzzle, or what it answered at the first table it did not."""
    failed = [(i, one) for i, one in enumerate(attempt.tables) if not one.is_solved]
    if not failed:
        return "✓"
    number, table = failed[0]
    times = f" ({table.right} of {table.asked} right)" if table.right else ""
    where = f"variant {number}: " if number else ""
    return f"✗ {where}{table.wrong}{times}"


def describe(attempts: Sequence[Sequence[Attempt]], problems: Sequence[str]) -> dict[str, Any]:
    """Return the answers to puzzles as JSON."""
    names = [attempt.bot.name for attempt in attempts[0]] if attempts else []
    return {
        "puzzles": [describe_puzzle(some) for some in attempts],
        "solved": dict(zip(names, count_solved(attempts), strict=True)),
        "problems": list(problems),
    }


def describe_puzzle(attempts: Sequence[Attempt]) -> dict[str, Any]:
    """Return the answers to one puzzle as JSON."""
    puzzle = attempts[0].puzzle
    return {
        "file": puzzle.file,
        "game": puzzle.game.name,
        "title": puzzle.title,
        "blunder": puzzle.blunder,
        "solved": {attempt.bot.name: attempt.is_solved for attempt in attempts},
        "tables": [
            describe_table([attempt.tables[number] for attempt in attempts], attempts)
            for number in range(len(puzzle.tables))
        ],
    }


def describe_table(answers: Sequence[Answers], attempts: Sequence[Attempt]) -> dict[str, Any]:
    """Return the answers at one table of a puzzle as JSON: by bot, how often."""
    question = answers[0].question
    offers = question.offers
    return {
        "question": question.session.question,
        "options": list(offers),
        "right": [offers[option] for option in sorted(question.right)],
        "answers": {
            attempt.bot.name: {offers[option]: n for option, n in one.given.most_common()}
            for attempt, one in zip(attempts, answers, strict=True)
        },
    }

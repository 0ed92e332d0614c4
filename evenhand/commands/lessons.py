"""The lessons of `bots`: where a bot that thinks further overrules one that does not."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from evenhand.decks.problems import UsageError
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.lessons import Lesson, Lessons, list_lessons, summarize_lessons
from evenhand.flags import BotsFlags
from evenhand.inputs.decks_and_bots import split_names
from evenhand.inputs.job import prepare
from evenhand.inputs.panel import PANEL
from evenhand.inputs.request import request_from
from evenhand.progress import progress_bar
from evenhand.reports.wording import count, percent, points, signed_interval
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.plan import Plan
from evenhand.terminal import (
    describe_value,
    list_rows,
    note,
    plain_table,
    print_json,
    print_table,
    tell,
)

__all__ = ["lessons_command"]

BOTS = ("heuristic", "search:256")
GAMES, TOP = 60, 20


def lessons_command(flags: BotsFlags) -> None:
    """Carry out the lessons of `bots`: play with one, ask another, list where they differ."""
    top = TOP if flags.top is None else flags.top
    if top < 0:
        raise UsageError(f"--top: expected 0 or more, found {top}")
    request = replace(request_from(flags, "cards"), games=None)
    names = split_names(request.bots) or BOTS
    check_two(names)
    job = prepare(replace(request, bots=(PANEL, *names)))
    plan = job.plan.with_games(GAMES if flags.games is None else flags.games)
    teacher = job.panel[0]
    check_teacher(plan.bots[0], teacher)
    is_quiet = flags.quiet or flags.json
    job.report_notes(None if is_quiet else note)
    started = time.perf_counter()
    with start_workers(request) as workers, progress_bar(disabled=is_quiet) as progress:
        found = list_lessons(plan, teacher, workers, progress, None if is_quiet else note)
    seconds = time.perf_counter() - started
    if flags.json:
        print_json(describe(plan, teacher, found, seconds))
        return
    print_summary(plan, teacher, found, seconds)
    if found.lessons:
        print_tables(found, top)
    for lesson in choose_one_a_game(found)[:top]:
        print_lesson(lesson, flags.tables, plan.display_names)


def check_two(names: Sequence[str]) -> None:
    """Refuse bots for lessons other than a pupil, who plays every seat, and a teacher."""
    if len(names) != 2:
        message = f"--bots: expected two, the pupil and the teacher; found {len(names)}"
        raise UsageError(message, f"such as --bots {','.join(BOTS)}")


def check_teacher(pupil: Bot, teacher: Bot) -> None:
    """Refuse a teacher that has no lessons to give."""
    if not teacher.thinks_ahead:
        message = f"'{teacher.name}' does not think ahead, and has nothing to teach"
        raise UsageError(message, f"such as --bots {pupil.name},{BOTS[1]}")


def choose_greatest(found: Lessons) -> list[Lesson]:
    """Sort lessons by what is surely gained: two standard errors below the estimate."""
    return sorted(found.lessons, key=lambda one: (2 * one.error - one.gain, one.game))


def choose_one_a_game(found: Lessons) -> list[Lesson]:
    """Choose the greatest lesson of each game, so that no game tells the same one many times."""
    greatest: dict[int, Lesson] = {}
    for lesson in choose_greatest(found):
        greatest.setdefault(lesson.game, lesson)
    return list(greatest.values())


def print_summary(plan: Plan, teacher: Bot, found: Lessons, seconds: float) -> None:
    """Print what was done to find lessons, and how much there is to learn."""
    pupil = plan.bots[0].name
    asked, differ = found.asked.total(), len(found.lessons)
    played = f"{plan.game.title}: {count(found.n_games)} games of {pupil} in {seconds:.1f} s."
    if not asked:
        tell(f"{played} No question left a choice.")
        return
    share = percent(differ / asked)
    tell(
        f"{played} Of {count(asked)} questions with a choice, {teacher.name} answers {share} "
        "differently.",
        "A gain is what its answer wins more than the other, in percentage points, if both play "
        f"on as {pupil} does, in worlds that it was not chosen by. The sum in a game adds up the "
        "gains at all its questions: it shows where most is missed, not how much more would be "
        "won. A chance that is missed several times counts each time, so that it may exceed 100.",
    )


def print_tables(found: Lessons, top: int) -> None:
    """Print what there is to gain by lessons, by question and by answers."""
    table = plain_table(
        "question", "asked", "overruled", "gain of one", "sum in a game", "95 % interval",
        right=("asked", "overruled", "gain of one", "sum in a game"),
    )  # fmt: skip
    for row in summarize_lessons(found).head(top).itertuples():
        table.add_row(
            row.question, count(row.asked), percent(row.overruled / row.asked), points(row.gain),
            points(row.per_game), write_spread(row),
        )  # fmt: skip
    tell("")
    print_table(table)
    answers = plain_table(
        "question", "instead of", "better", "times", "gain of one", "sum in a game",
        "95 % interval",
        right=("times", "gain of one", "sum in a game"),
    )  # fmt: skip
    for row in summarize_lessons(found, by_answer=True).head(top).itertuples():
        answers.add_row(
            row.question, row.first, row.second, count(row.overruled), points(row.gain),
            points(row.per_game), write_spread(row),
        )  # fmt: skip
    tell("")
    print_table(answers)


def write_spread(row: Any) -> str:
    """Write the interval of what lessons gain in a game, if the games are enough for one."""
    is_known = isfinite(row.per_game_low) and isfinite(row.per_game_high)
    return signed_interval(row.per_game_low, row.per_game_high) if is_known else "too few games"


def print_lesson(lesson: Lesson, with_table: bool, names: Mapping[str, str]) -> None:
    """Print one lesson: a question that was answered better."""
    step = lesson.step
    decks = " v ".join(names.get(deck, deck) for deck in lesson.decks)
    low, high = lesson.gain - 2 * lesson.error, lesson.gain + 2 * lesson.error
    tell(
        "",
        f"{points(lesson.gain)} ({signed_interval(low, high)}): game {lesson.game + 1}, "
        f"{decks}, turn {step.turn}, player {step.seat + 1}",
        f"  {step.question}: not {lesson.first}, but {lesson.second}",
    )
    if with_table:
        tell(*write_table(step.state))


def write_table(table: Mapping[str, Any]) -> Iterator[str]:
    """Write the table at a lesson in lines, what each player has in lines of its own."""
    for name, value in leave_out_empty(table).items():
        if isinstance(value, dict):
            yield f"    {name}"
            yield from (f"      {key}: {describe_value(inner)}" for key, inner in value.items())
        else:
            yield f"    {name}: {describe_value(value)}"


def leave_out_empty(value: Any) -> Any:
    """Return a value of the table at a lesson without what is empty, 0 or no."""
    if isinstance(value, list):
        return [leave_out_empty(one) for one in value]
    if isinstance(value, dict):
        left = {key: leave_out_empty(inner) for key, inner in value.items()}
        return {key: inner for key, inner in left.items() if inner}
    return value


def describe(plan: Plan, teacher: Bot, found: Lessons, seconds: float) -> dict[str, Any]:
    """Return the lessons of a bot as JSON."""
    return {
        "game": plan.game.name,
        "bots": [plan.bots[0].name, teacher.name],
        "games": found.n_games,
        "seed": plan.seed,
        "display_names": plan.display_names,
        "seconds": round(seconds, 3),
        "questions": list_rows(summarize_lessons(found)),
        "answers": list_rows(summarize_lessons(found, by_answer=True)),
        "lessons": [describe_lesson(lesson) for lesson in choose_greatest(found)],
    }


def describe_lesson(lesson: Lesson) -> dict[str, Any]:
    """Return one lesson as JSON."""
    step = lesson.step
    return {
        "game": lesson.game + 1,
        "decks": list(lesson.decks),
        "turn": step.turn,
        "player": step.seat + 1,
        "question": step.question,
        "options": list(step.options),
        "first": lesson.first,
        "second": lesson.second,
        "gain": lesson.gain,
        "gain_error": lesson.error,
        "table": step.state,
    }

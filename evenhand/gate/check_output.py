"""Output of `check`: a table in the terminal, a page, or JSON."""

import re
from collections.abc import Iterator, Mapping
from math import isfinite, nan
from pathlib import Path
from typing import Any

from rich.text import Text

from evenhand.analysis.data.input_changes import WHOLE_NUMBER, group_by_input
from evenhand.analysis.data.pairs import STALL
from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import CardGroupSubject, CardSubject, Topic, name_topic
from evenhand.gate.tune_wording import describe_bots
from evenhand.inputs.last_run import is_of_check
from evenhand.reports.check.check_wording import (
    MARKS,
    describe_acceptance,
    describe_causes,
    describe_doubt,
    describe_method,
    explain_verdicts,
    name_measure,
    name_subject,
    write_band,
    write_check_headline,
    write_estimate,
    write_failure,
    write_interval,
    write_sentence,
)
from evenhand.reports.check.edit_wording import (
    describe_split,
    list_edits,
    name_edit,
    write_edited,
)
from evenhand.reports.check.result import CheckResult, EditPart
from evenhand.reports.left_out import write_mistakes
from evenhand.reports.undecided import MOST_GAMES
from evenhand.reports.wording import MISSING, count, enumerate_parts, plural
from evenhand.result_folders import list_runs
from evenhand.simulate.runs.stored import read_run_file
from evenhand.terminal import (
    command_line,
    mend_and_repeat,
    plain_table,
    print_json,
    print_table,
    tell,
)

__all__ = ["print_next", "print_result", "print_result_as_json", "save_page"]

STYLES = {
    Outcome.FAIL: "bold dark_orange",
    Outcome.INCONCLUSIVE: "bold",
    Outcome.ACCEPTED: "dim",
    Outcome.PASS: "blue",
}
MOST_PASSES = 10  # in the table; --json lists all


def print_result(result: CheckResult) -> None:
    """Print a check's output: verdicts, the worst of them in a sentence, and what they mean."""
    print_edits(result.with_display_names)
    print_judgements(result.with_display_names)
    tell(write_check_headline(result.with_display_names), style=STYLES[result.outcome])
    bots = result.players
    if result.bot_games:
        bots = f"{bots}, and by {enumerate_parts(list(result.bot_games))}"
    played = f"Played by {bots}: {plural(result.games, 'game')}, seed {result.seed}."
    tell(*result.notes, played, explain_verdicts(result))


def print_next(result: CheckResult, run: Run, page: Path, report: Path | None, place: str) -> None:
    """Print the files that a check has written, and the next command.

    Parameters
    ----------
    place : str
        The folder as the user named it.
    """
    tell(f"Check   {page}")
    if report:
        tell(f"Report  {report}")
    if result.mistakes:
        tell(write_mistakes(result.mistakes))
    openings = ("Next    ", "        ")
    for opening, command in zip(openings, suggest_commands(result, run, place), strict=False):
        tell(f"{opening}{command}")


def save_page(result: CheckResult, run: Run, page: Path, report: Path | None, place: str) -> None:
    """Write a check's output as a page into the folder of its run."""
    # Imported after the verdict is printed, because it is slow.
    from evenhand.reports.check.page import write_check
    from evenhand.reports.page import refuse_other

    refuse_other(page)
    is_met = result.outcome is Outcome.PASS
    next_step = "" if is_met else suggest_commands(result, run, place)[0]
    cells = [make_cell(result, judgement) for judgement in result.judgements]
    data = {"verdict": result.outcome.value, "cells": cells}
    write_check(result, run.info, next_step, data, page, report)


def print_edits(result: CheckResult) -> None:
    """Print what was edited since what a check compares with, before its table."""
    if edits := list_edits(result):
        tell(f"Edited since {result.since}:", *(f"  {edit}" for edit in edits), "")
    elif result.since:
        tell(write_edited(result), "")


def print_judgements(result: CheckResult) -> None:
    """Print the table of a check's output, worst first, with causes, doubts and reasons."""
    needs = ["needs"] if result.counts[Outcome.INCONCLUSIVE] else []
    columns = ("", "what", "measured", "interval", "expected", "games", *needs)
    table = plain_table(*columns, right=("measured", "games", "needs"))
    passed = result.with_outcome(Outcome.PASS)
    others = [judgement for judgement in result.judgements if judgement.outcome is not Outcome.PASS]
    for judgement in [*others, *passed[:MOST_PASSES]]:
        mark = Text(MARKS[judgement.outcome], style=STYLES[judgement.outcome])
        name = name_measure(judgement.measure)
        values = (name, write_estimate(judgement), write_interval(judgement), write_band(judgement))
        games = count(judgement.n_pairs * result.n_seats)
        table.add_row(
            mark, *values, games, *([write_games_needed(result, judgement)] if needs else [])
        )
    print_table(table)
    if len(passed) > MOST_PASSES:
        tell(f".. and {len(passed) - MOST_PASSES} more that pass; --json lists them")
    tell("")
    for judgement in result.with_outcome(Outcome.FAIL)[1:]:  # the headline is about the first
        if judgement.groups or is_of_group(judgement):
            tell(f"{write_failure(result, judgement)}.")
        elif split := describe_split(result, judgement):
            tell(f"{name_measure(judgement.measure)}: {split}")
    is_headline = result.outcome is Outcome.INCONCLUSIVE
    for judgement in result.with_outcome(Outcome.INCONCLUSIVE)[is_headline:]:
        if doubt := describe_doubt(judgement):
            tell(f"{name_measure(judgement.measure)}: {doubt}")
    for judgement in result.with_outcome(Outcome.ACCEPTED):
        tell(f"{name_measure(judgement.measure)}: {describe_acceptance(judgement.acceptance)}")


def is_of_group(judgement: Judgement) -> bool:
    """Return whether a check's number is of a further group of players, or of a group of cards."""
    return bool(judgement.measure.bot) or isinstance(judgement.measure.subject, CardGroupSubject)


def write_games_needed(result: CheckResult, judgement: Judgement) -> str:
    """Write for a check's output the games of a whole check that decide a verdict, or ""."""
    if judgement.outcome is not Outcome.INCONCLUSIVE:
        return ""
    games = result.games_needed(judgement)
    if games <= MOST_GAMES:
        return count(games)
    return f"over {count(MOST_GAMES)}" if isfinite(games) else MISSING


def find_guilty_number(result: CheckResult) -> tuple[str, str] | None:
    """Return the card and column of the edit that did most of a check's worst failure, if sure."""
    splits = (result.splits.get(one.measure) for one in result.with_outcome(Outcome.FAIL))
    guilty = (change for split in splits if split for change in split.culprit)
    for change in guilty:
        if change.kind == "card" and re.fullmatch(WHOLE_NUMBER, change.after):
            return change.name, change.field
    return None


def suggest_price(result: CheckResult, place: str) -> Iterator[str]:
    """Yield what finds a number that a check passes with, if only one was edited, and not enough.

    Verdicts are open then because that number is at the edge of what is expected.
    """
    edits = group_by_input(result.changes)
    is_open = result.outcome is Outcome.INCONCLUSIVE and not result.mistakes
    if not is_open or len(edits) != 1 or len(edits[0]) != 1:
        return
    (change,) = edits[0]
    if change.kind == "card" and re.fullmatch(WHOLE_NUMBER, change.after):
        words = ("price", change.name, change.field, *(["--game", place] if place else []))
        yield f"{command_line(*words)}  # which number of it is surely inside"


def suggest_commands(result: CheckResult, run: Run, place: str) -> list[str]:
    """Return the next commands that a check's output suggests, the most useful first."""
    return [*suggest_price(result, place), suggest_command(result, run, place)]


def suggest_command(result: CheckResult, run: Run, place: str) -> str:
    """Return the next command that a check's output suggests, or what to change in a file."""
    if result.mistakes:
        return mend_and_repeat(result.mistakes)
    if result.outcome is Outcome.FAIL and (guilty := find_guilty_number(result)):
        return command_line("price", *guilty, *(["--game", place] if place else []))
    if result.outcome is Outcome.INCONCLUSIVE:
        if own := find_most_needed(result, is_own=True):
            return command_line("check", *([place] if place else []), "--games", f"{own:.0f}")
        if panel := find_most_needed(result, is_own=False):
            return f"panel_games = {panel:_.0f} in balance.toml"
    if bot := find_failing_bot(result):
        tune = command_line("tune", *([place] if place else []))
        return f"{tune}  # for strong hands, after {describe_bots(bot)}"
    is_wrong = result.outcome is not Outcome.PASS or result.has_newly_outside
    is_told = any(split.culprit for split in result.splits.values())  # what `compare` would tell
    if is_wrong and not is_told and has_other_run(run, place):
        return command_line("compare", *(["--folder", place] if place else []))
    if result.outcome is Outcome.FAIL and (words := suggest_mending(result, run, place)):
        return command_line(*words)
    return command_line("report", run.folder, "--open")


def find_failing_bot(result: CheckResult) -> str:
    """Return the further bot of a panel with which a check's worst failure is; "" if it is none.

    Such decks are tuned for its hands; only those of the first bot are tuned otherwise.
    """
    if result.outcome is not Outcome.FAIL:
        return ""
    worst = result.with_outcome(Outcome.FAIL)[0].measure
    is_of_deck = worst.topic in (Topic.WIN_RATE, Topic.MATCHUP) and not worst.is_change
    return worst.bot if is_of_deck else ""


def suggest_mending(result: CheckResult, run: Run, place: str) -> tuple[object, ...]:
    """Return the words of the command that mends a check's worst failure; () for none."""
    worst = result.with_outcome(Outcome.FAIL)[0].measure
    folder = [place] if place else []
    if worst.is_change or worst.bot:
        return ()
    match worst.topic, worst.subject:
        case ((Topic.WIN_RATE | Topic.MATCHUP), _):
            return ("tune", *folder)
        case ((Topic.FIRST_PLAYER | Topic.SEAT | Topic.DRAWS), _) if result.tuned_options:
            return ("tune", *folder)
        case Topic.FIRST_PLAYER, _:
            return ("compensate", "--run", run.folder)
        case Topic.CARD_IMPACT, CardSubject(card):
            return ("price", card, *(["--game", place] if place else []))
        case Topic.STALLS, _:
            return ("replay", run.folder, "--ending", STALL)
    return ()


def has_other_run(run: Run, place: str) -> bool:
    """Return whether a folder has a run by `run` of other cards, decks or rules than a check's."""
    runs = list_runs(Path(place)) if Path(place).is_dir() else []
    return any(
        not is_of_check(one) and identify_inputs(read_run_file(one)) != identify_inputs(run.info)
        for one in runs
    )


def identify_inputs(info: Mapping[str, Any]) -> tuple[object, ...]:
    """Return what tells a check's cards, decks and rules from those of another run."""
    decks = sorted((deck["name"], deck["sha256"]) for deck in info["decks"])
    return info["cards"]["sha256"], decks, info["changed_options"]


def find_most_needed(result: CheckResult, is_own: bool) -> float:
    """Return for a check's output the most games that open verdicts need; 0 if none.

    Verdicts that need more than `MOST_GAMES` do not count.

    Parameters
    ----------
    result : CheckResult
    is_own : bool
        Whether verdicts are meant that more games of the check settle, or those that take more
        of a bot of the panel that plays fewer.
    """
    unsure = result.with_outcome(Outcome.INCONCLUSIVE)
    needed = [
        result.games_needed(judgement)
        for judgement in unsure
        if (not result.find_limited(judgement)) is is_own
    ]
    return max((games for games in needed if games <= MOST_GAMES), default=0)


def print_result_as_json(result: CheckResult, run: Run, page: Path, report: Path | None) -> None:
    """Print a check's output as JSON, for ``--json``."""
    print_json(
        {
            "game": run.info["run"]["game"],
            "verdict": result.outcome.value,
            "left_out": result.left_out,
            "faults": list(result.faults),
            "games": result.games,
            "seed": result.seed,
            "level": result.level,
            "counts": {outcome.value: result.counts[outcome] for outcome in Outcome},
            "cells": [make_cell(result, judgement) for judgement in result.judgements],
            "since": result.since,
            "edited": [
                {**change._asdict(), "place": result.places.get((change.kind, change.name), "")}
                for change in result.changes
            ],
            "notes": list(result.notes),
            "display_names": dict(result.display_names),
            "out": str(run.folder),
            "page": str(page),
            "report": str(report or ""),
        }
    )


def make_cell(result: CheckResult, judgement: Judgement) -> dict[str, Any]:
    """Return a judgement in a check's output as JSON; unknown numbers are None."""
    measure, subject = judgement.measure, judgement.measure.subject
    is_unsure = judgement.outcome is Outcome.INCONCLUSIVE
    numbers = {
        "estimate": judgement.estimate,
        "low": judgement.low,
        "high": judgement.high,
        "band_low": judgement.band.low,
        "band_high": judgement.band.high,
        "p_inside": judgement.p_inside,
        "p_outside": judgement.p_outside,
        "games_needed": result.games_needed(judgement) if is_unsure else nan,
    }
    known = {name: value if isfinite(value) else None for name, value in numbers.items()}
    return {
        "topic": name_topic(measure.topic, measure.is_change),
        "subject": name_subject(subject),
        "deck": subject.deck if isinstance(subject, CardSubject) else "",
        "bot": measure.bot,
        "verdict": judgement.outcome.value,
        **known,
        "n_pairs": judgement.n_pairs,
        "n_games": judgement.n_pairs * result.n_seats,
        "level": judgement.level,
        "method": judgement.method.value,
        "accepted": describe_acceptance(judgement.acceptance),
        "doubt": describe_doubt(judgement),
        "changed": str(describe_causes(result, judgement) or ""),
        "edits": list_parts(result, judgement),
        "groups": list_groups(result, judgement),
        "text": f"{write_sentence(result, judgement)} ({describe_method(judgement)})",
    }


def list_groups(result: CheckResult, judgement: Judgement) -> list[dict[str, Any]]:
    """List the win rates of a deck in the hands of each group as JSON; else empty."""
    return [
        {
            "group": group.bot,
            "win_rate": group.value,
            "win_rate_low": group.low,
            "win_rate_high": group.high,
            "is_too_strong": group.is_above,
            "is_below": group.is_below,
            "n_games": group.n_pairs * result.n_seats,
        }
        for group in judgement.groups
    ]


def list_parts(result: CheckResult, judgement: Judgement) -> list[dict[str, Any]]:
    """List what each edit did of a failure as JSON, the worst first; "" for all together."""
    split = result.splits.get(judgement.measure)
    return [describe_part(result, part) for part in split.parts] if split else []


def describe_part(result: CheckResult, part: EditPart) -> dict[str, Any]:
    """Return what one edit did of a failure as JSON."""
    return {
        "name": part.changes[0].name if part.changes else "",
        "edit": str(name_edit(part.changes, result.places)) if part.changes else "",
        "change": part.change,
        "low": part.low,
        "high": part.high,
        "n_pairs": part.n_pairs,
    }

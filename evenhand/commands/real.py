"""The command `real`: what people played, beside a run."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl

from evenhand.analysis.data.run import VERSUS, Run
from evenhand.analysis.tables.export import TABLE_FORMATS, write_csv, write_parquet
from evenhand.analysis.tables.real_results import DECK, MATCHUP, RealResults
from evenhand.analysis.tables.real_sums import compare_with_people
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.flags import RealFlags
from evenhand.inputs.real_games import RealGames, load_runs, name_other_cards, read_real_games
from evenhand.reports.bands import STAR
from evenhand.reports.real_wording import (
    count_bot_games,
    is_vague,
    list_different,
    present_real_results,
    write_real_results,
)
from evenhand.reports.wording import count, interval, percent, plural, points, signed_interval
from evenhand.result_folders import check_can_write, print_place
from evenhand.run_summary import replace_flag
from evenhand.simulate.runs.atomic_files import atomic_file, report_write_errors
from evenhand.simulate.runs.given_command import PROGRAM
from evenhand.terminal import (
    command_line,
    list_rows,
    note,
    plain_table,
    print_json,
    print_table,
    tell,
)

__all__ = ["real_command"]


def real_command(flags: RealFlags) -> None:
    """Carry out `real`: read what people played, and print how far a run agrees with it."""
    kind = choose_format(flags.out) if flags.out else ""
    runs, passed = load_runs(flags.runs)
    games = read_real_games(flags.file, runs[0], read_columns(flags.columns))
    games = replace(games, notes=(*games.notes, *passed))
    results = compare_with_people(games.table, runs)
    if flags.out:
        write_table(results.table, flags.out, kind)
    if flags.json:
        print_json(describe(runs[0], games, results))
        return
    note(*games.notes)
    show(runs[0], results)
    if flags.out:
        print_place("Table", flags.out)
    tell(f"Next    {command_line(*choose_next(runs[0], results, flags))}")


def read_columns(choices: Sequence[str]) -> dict[str, str]:
    """Parse ``--columns deck=..,winner=..``; raise UsageError for what has no ``=``."""
    parts = [part.strip() for text in choices for part in text.split(",")]
    if wrong := [part for part in parts if not all(part.partition("="))]:
        message = f"--columns: expected COLUMN=HEADER, found '{wrong[0]}'"
        raise UsageError(message, "for example deck=Hero,winner=Outcome")
    pairs = (part.split("=", 1) for part in parts)
    return {name.strip(): header.strip() for name, header in pairs}


def choose_format(out: Path) -> str:
    """Return the format of --out by its ending, after proving that it can be written."""
    kind = out.suffix.removeprefix(".").lower()
    if kind not in TABLE_FORMATS:
        hint = did_you_mean(kind, TABLE_FORMATS) or f"its ending is .{' or .'.join(TABLE_FORMATS)}"
        raise UsageError(f"cannot write to {out}: there is no format '{kind}'", hint)
    check_can_write(out)
    return kind


def write_table(table: pd.DataFrame, out: Path, kind: str) -> None:
    """Write the table of decks and matchups into a file."""
    write = {"csv": write_csv, "parquet": write_parquet}[kind]
    with report_write_errors(out), atomic_file(out) as unfinished:
        write(iter([pl.from_pandas(table)]), unfinished)


def describe(run: Run, games: RealGames, results: RealResults) -> dict[str, Any]:
    """Return what people played beside a run as JSON."""
    return {
        "run": str(run.folder), "game": run.info["run"]["game"], "bot": results.lead,
        **list_rows(results.agreement)[0],
        "rows": list_rows(results.table),
        "bots": list_rows(results.bots),
        "summary": [str(sentence) for sentence in write_real_results(results)],
        "notes": [*games.notes, *filter(None, [name_other_cards(run)])],
        "unusable": [{"line": one.line, "problem": str(one)} for one in games.unusable],
    }  # fmt: skip


def show(run: Run, results: RealResults) -> None:
    """Print the tables of decks and of matchups, and what they amount to."""
    told, whole = present_real_results(results, run), results.agreement
    other = name_other_cards(run)
    each = ", each counted for its deck," if results.is_of_decks else ""
    tell(
        f"{run.info['run']['title']}: {plural(whole['n_games'].item(), 'game')} of people{each} "
        f"beside {count(run.info['run']['games'])} with {told.lead}, {run.folder}"
        + (f", {other}" if other else ""),
        "",
    )
    print_rows(told.table, DECK)
    tell("")
    explained = f"Intervals are of 95 %; {STAR} differs, all rows considered. A deck's simulated "
    if results.is_of_decks:
        tell(f"{explained}rate is against the other decks, each as often as it was played.")
    else:
        print_rows(told.table, MATCHUP)
        tell(
            "",
            f"{explained}rate is against the opponents that people met.",
            "Estimate: people's rate drawn towards the simulated one where games are few; people's "
            "weight in it.",
        )
    tell("", *write_real_results(told), "")


def print_rows(table: pd.DataFrame, kind: str) -> None:
    """Print the rows of decks, or of matchups with their estimates."""
    is_matchup = kind == MATCHUP
    more = ("estimate", "95 %   ", "people's weight") if is_matchup else ()
    names = ("people", "simulated", "points apart", "games", *more)
    shown = plain_table(
        kind, "people", "95 %", "simulated", "95 % ", "points apart", "95 %  ", "games", *more,
        right=names,
    )  # fmt: skip
    for row in table[table["kind"] == kind].itertuples():
        star = f"{STAR} " if row.differs else ""
        shown.add_row(
            f"{row.deck}{VERSUS}{row.opponent}" if is_matchup else row.deck,
            percent(row.real), interval(row.real_low, row.real_high),
            percent(row.simulated), interval(row.simulated_low, row.simulated_high),
            star + points(row.difference),
            signed_interval(row.difference_low, row.difference_high),
            count(row.n_games),
            *((percent(row.estimate), interval(row.estimate_low, row.estimate_high),
               percent(row.weight, 0)) if is_matchup else ()),
        )  # fmt: skip
    print_table(shown)


def find_nearer(results: RealResults) -> str:
    """Return the run of the bot that is proven to play more like people; "" if none is."""
    if results.is_of_decks:
        return ""
    near, *others = results.bots.itertuples()
    is_nearer = near.bot != results.lead and all(row.is_farther for row in others)
    return str(near.run) if is_nearer else ""


def choose_next(run: Run, results: RealResults, flags: RealFlags) -> tuple[object, ...]:
    """Choose what to type next: the nearer bot, what differs, more games, or the metagame."""
    different = list_different(results.table)
    near = find_nearer(results)
    if near:
        return repeat_file(flags, near)
    matchups = different[different["kind"] == MATCHUP]
    if len(matchups):
        row = next(matchups.itertuples())
        return ("replay", run.folder, "--matchup", f"{row.deck}{VERSUS}{row.opponent}")
    if len(different):
        return ("replay", run.folder, "--deck", different["deck"].iloc[0])
    if games := count_bot_games(results):
        return play_more(run, games)
    return repeat_file(flags, *flags.runs) if is_vague(results) else ("metagame", run.folder)


def repeat_file(flags: RealFlags, *runs: str) -> tuple[object, ...]:
    """Return the words of the command that reads the same file as now, beside some runs."""
    columns = [word for header in flags.columns for word in ("--columns", header)]
    return ("real", flags.file, *runs, *columns)


def play_more(run: Run, games: int) -> tuple[object, ...]:
    """Return the words of the command that played a run, with more games."""
    program, *words = shlex.split(run.info["run"]["command"])
    if program != PROGRAM:  # played from Python
        return ("run", run.info["run"]["game"], "--games", games)
    return replace_flag(words, "--games", games)

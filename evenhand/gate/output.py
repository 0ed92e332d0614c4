"""What `check` says: to the user, and to the services that a CI job runs on."""

import os
import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from rich.text import Text

from evenhand.analysis.data.pair_scores import Key, Scores
from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.judge import Cell, Number, Outcome, numbers_of
from evenhand.analysis.statistics.differences import Estimate, Moments
from evenhand.decks.deck_list import Deck
from evenhand.decks.problems import UsageError
from evenhand.decks.toml_file import read_toml
from evenhand.flags import CheckFlags
from evenhand.gate.baseline import Baseline
from evenhand.gate.project import CHANGE, Project
from evenhand.gate.subjects import BESIDE, VERSUS, turned
from evenhand.reports.check.annotations import Remark, annotations
from evenhand.reports.check.junit import junit_xml
from evenhand.reports.check.markdown import markdown_summary
from evenhand.reports.check.sentences import (
    MARKS,
    Checked,
    band_text,
    estimate_text,
    headline,
    interval_text,
    method_text,
    sentence,
    title,
)
from evenhand.reports.words import MISSING, count, number, percent, plural, points
from evenhand.simulate.runs.plan import Plan
from evenhand.terminal import console, note, plain_table, print_json, print_table
from evenhand.writing import check_place, name_place

__all__ = ["Places", "check_files", "print_baseline_change", "tell_services", "tell_user"]

STYLES = {
    Outcome.FAIL: "bold dark_orange",
    Outcome.INCONCLUSIVE: "bold",
    Outcome.ACCEPTED: "dim",
    Outcome.PASS: "blue",
}
MOST_PASSES = 10  # in the table; --json has all


def check_files(junit: Path | None) -> None:
    """Refuse a file that cannot be written, before anything is played."""
    if junit is None:
        return
    check_place(junit)
    if junit.is_dir():
        raise UsageError(f"--junit: {junit} is a folder")


def tell_services(checked: Checked, places: "Places", junit: Path | None) -> None:
    """Write what CI services read, as far as they are there."""
    if junit is not None:
        with name_place(junit):
            junit.parent.mkdir(parents=True, exist_ok=True)
            junit.write_text(junit_xml(checked), encoding="utf-8", newline="\n")
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with name_place(Path(summary)), open(summary, "a", encoding="utf-8") as file:
            file.write(markdown_summary(checked))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        failed = (cell for cell in checked.cells if cell.outcome == Outcome.FAIL)
        for line in annotations(remark(checked, cell, places) for cell in failed):
            note(line)


def remark(checked: Checked, cell: Cell, places: "Places") -> Remark:
    """Return what failed at the line that it is to be shown at, as the repository names it."""
    file, line = places.of(cell)
    root = os.environ.get("GITHUB_WORKSPACE") or os.curdir
    return Remark(os.path.relpath(file, root).replace(os.sep, "/"), line, sentence(checked, cell))


@dataclass(frozen=True)
class Places:
    """Where in the folder's files failures come from.

    Attributes
    ----------
    changed : collection of str
        Labels of the cards that are other than they were, if that is known.
    """

    project: Project
    plan: Plan
    changed: Collection[str] = ()

    def of(self, cell: Cell) -> tuple[str, int]:
        """Return a file and a line: of the card, else of the deck, else of the band."""
        topic = cell.topic.removeprefix(CHANGE)
        if topic == "card_impact":
            return self.of_card(cell.subject)
        if topic in ("win_rate", "matchup"):
            return self.of_decks(cell.subject)
        toml = read_toml(self.project.folder.path)
        return toml.file, toml.line_of(("expect", *cell.topic.split("."))) or 1

    def of_card(self, label: str) -> tuple[str, int]:
        """Return the line of a card."""
        pool = self.plan.pool
        return pool.file, pool.cards[pool.row_of(label)].line

    def of_decks(self, subject: str) -> tuple[str, int]:
        """Return the line of a card of the decks that was changed, else the first deck's file."""
        sides = [side for text in subject.split(VERSUS) for side in text.split(BESIDE)]
        held = [one for side in sides for one in self.plan.entrants if is_of(side, one.name)]
        labels = self.plan.pool.labels
        cards = [labels[row] for one in held if isinstance(one, Deck) for row in one.cards]
        changed = next((label for label in cards if label in self.changed), None)
        return (held[0].file, 1) if changed is None else self.of_card(changed)


def is_of(side: str, deck: str) -> bool:
    """Return whether a side is a deck, in whoever's hands."""
    return side == deck or side.startswith(f"{deck} (")


def tell_user(checked: Checked, run: Run, report: Path, flags: CheckFlags) -> None:
    """Say how it ended, the way the flags ask for."""
    if flags.json:
        print_json(facts(checked, run, report))
        return
    if flags.quiet:
        print(report)
        return
    print_cells(checked)
    console().print(Text(headline(checked), style=STYLES[checked.outcome]))
    for text in checked.notes:
        print(text)
    print(method_line(checked))
    print(f"Report  {report}")
    print(f"Next    {next_step(checked, run, flags.place)}")


def print_cells(checked: Checked) -> None:
    """Print the table, worst first; who is put up with is told below it."""
    needs = ["needs"] if unsure(checked) else []
    columns = ("", "what", "measured", "interval", "expected", "games", *needs)
    table = plain_table(*columns, right=("measured", "games", "needs"))
    passed = [cell for cell in checked.cells if cell.outcome == Outcome.PASS]
    shown = [cell for cell in checked.cells if cell.outcome != Outcome.PASS] + passed[:MOST_PASSES]
    for cell in shown:
        mark = Text(MARKS[cell.outcome], style=STYLES[cell.outcome])
        values = (title(cell), estimate_text(cell), interval_text(cell), band_text(cell))
        games = count(cell.n_pairs * checked.n_seats)
        table.add_row(mark, *values, games, *([needed_games(checked, cell)] if needs else []))
    print_table(table)
    if len(passed) > MOST_PASSES:
        print(f".. and {len(passed) - MOST_PASSES} more that pass; --json lists them")
    print()
    for cell in checked.cells:
        if cell.outcome == Outcome.ACCEPTED:
            print(f"{title(cell)}: {cell.excuse}")


def needed_games(checked: Checked, cell: Cell) -> str:
    """Return the games that the whole check needs for a verdict, if more are needed."""
    if cell.outcome != Outcome.INCONCLUSIVE:
        return ""
    games = checked.needed(cell)
    return count(games) if isfinite(games) else MISSING


def method_line(checked: Checked) -> str:
    """Return how verdicts are come by."""
    inner = percent(2 * checked.level - 1, 0)
    ways = sorted({cell.method for cell in checked.cells if cell.method != "count"})
    return (
        f"{plural(checked.games, 'game')}, seed {checked.seed}; level {percent(checked.level, 0)}: "
        f"the {inner} interval inside the band passes, outside fails (Holm); {'; '.join(ways)}."
    )


def next_step(checked: Checked, run: Run, place: str) -> str:
    """Name the command that helps most."""
    needed = [checked.needed(cell) for cell in unsure(checked)]
    games = max((n for n in needed if isfinite(n)), default=0)
    if checked.outcome == Outcome.INCONCLUSIVE and games:
        where = f" {shlex.quote(place)}" if place else ""
        return f"evenhand check{where} --games {games:.0f}"
    return f"evenhand report {run.folder} --open"


def unsure(checked: Checked) -> list[Cell]:
    """List the cells that need more games."""
    return [cell for cell in checked.cells if cell.outcome == Outcome.INCONCLUSIVE]


def facts(checked: Checked, run: Run, report: Path) -> dict[str, Any]:
    """Return what --json says."""
    return {
        "game": run.info["run"]["game"],
        "verdict": checked.outcome.value,
        "games": checked.games,
        "seed": checked.seed,
        "level": checked.level,
        "counts": {outcome.value: checked.counts[outcome] for outcome in Outcome},
        "cells": [cell_facts(checked, cell) for cell in checked.cells],
        "notes": list(checked.notes),
        "out": str(run.folder),
        "report": str(report),
    }


def cell_facts(checked: Checked, cell: Cell) -> dict[str, Any]:
    """Return one expectation; what is not known is null."""
    is_unsure = cell.outcome == Outcome.INCONCLUSIVE
    numbers = {
        "estimate": cell.estimate,
        "low": cell.low,
        "high": cell.high,
        "band_low": cell.band.low,
        "band_high": cell.band.high,
        "p_inside": cell.p_inside,
        "p_outside": cell.p_outside,
        "games_needed": checked.needed(cell) if is_unsure else float("nan"),
    }
    known = {name: value if isfinite(value) else None for name, value in numbers.items()}
    return {
        "topic": cell.topic,
        "subject": cell.subject,
        "deck": cell.within,
        "verdict": cell.outcome.value,
        **known,
        "n_pairs": cell.n_pairs,
        "n_games": cell.n_pairs * checked.n_seats,
        "level": cell.level,
        "method": cell.method,
        "accepted": cell.excuse,
        "text": f"{sentence(checked, cell)} ({method_text(cell)})",
    }


def print_baseline_change(
    before: Baseline | None, now: Baseline, scores: Mapping[Key, Scores]
) -> None:
    """Print what a new baseline says that the old one did not."""
    if before is None:
        print(f"A new baseline of {plural(len(now.cells), 'number')}.")
        return
    if changed := before.changed_inputs(now.inputs):
        print(f"Changed since the old baseline: {', '.join(changed)}")
    if before.cells == now.cells:
        print("All numbers are the same.")
        return
    table = plain_table("what", "before", "after", "change", right=("before", "after", "change"))
    shown = set()
    for one in numbers_of(scores):
        old, new = mean_of(before, one), mean_of(now, one)
        if old != new and turned(one.subject) not in shown:
            shown.add(one.subject)
            table.add_row(*row(one, old, new))
    print_table(table)


def mean_of(baseline: Baseline, one: Number) -> float:
    """Return a number of a baseline; NaN if it lacks a matchup."""
    found = [baseline.moments.get((key, one.kind), Moments(0, 0, 0)) for key in one.keys]
    return Estimate.of(found).value


def row(one: Number, old: float, new: float) -> tuple[str, str, str, str]:
    """Write what became of a number."""
    name = f"{one.topic} {one.subject}".replace("_", " ", one.topic.count("_")).strip()
    if one.topic == "turns":
        return name, number(old, 2), number(new, 2), number(new - old, 2)
    return name, percent(old), percent(new), points(new - old)

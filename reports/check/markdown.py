"""Markdown of a balance check, for the summary page of a CI job: short, worst first.

Names are shown unchanged: marks of Markdown are escaped, and texts that GitHub would turn into
links, mentions, emoji or formulas are split by an empty comment.
"""

import re
from collections.abc import Sequence

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import Measure
from evenhand.decks.invisible_characters import show_unseen
from evenhand.reports.check.check_wording import (
    MARKS,
    explain_verdicts,
    list_remarks,
    name_measure,
    write_band,
    write_check_headline,
    write_estimate,
    write_interval,
)
from evenhand.reports.check.edit_wording import list_edits, write_edited
from evenhand.reports.check.result import CheckResult
from evenhand.reports.wording import plural

__all__ = ["write_markdown", "write_refused_markdown"]

MOST_ROWS = 30
HEADING = "| verdict | what | measured | interval | expected | remarks |"
SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#&!])")
CUT = "<!-- -->"
AT_START = re.compile(r"^(?:(\d+)([.)])(?=\s|$)|([-+=]))")
# @name, #123, GH-123, name#123; https://.., www..; :emoji:; $formula$
LINKED = re.compile(r"[@#$](?=\S)|(?i:\bGH-)(?=\d)|:(?=//|[\w+-]+:)|(?i:\bwww)(?=\.)")


def write_markdown(result: CheckResult) -> str:
    """Write a check as Markdown: a headline and a table of what did not pass."""
    judged = [each for each in result.judgements if each.outcome is not Outcome.PASS]
    rows = [write_row(result, judgement) for judgement in judged]
    rows += [write_skipped_row(measure) for measure in result.unchecked]
    lines = [
        f"### Balance of {escape_markdown(result.title)}",
        "",
        escape_markdown(write_check_headline(result)),
        "",
        *list_faults(result),
        *write_edits(result),
    ]
    if rows:
        lines += [HEADING, "|---|---|---:|---|---|---|", *rows[:MOST_ROWS], ""]
    if len(rows) > MOST_ROWS:
        lines += [f".. and {len(rows) - MOST_ROWS} more.", ""]
    lines += [escape_markdown(note) + "  " for note in result.notes]
    played = f"{plural(result.games, 'game')}, seed {result.seed}"
    lines.append(f"{played}. {explain_verdicts(result)}")
    return "\n".join(lines) + "\n"


def list_faults(result: CheckResult) -> list[str]:
    """List in Markdown the problems of what a check left out."""
    lines = [f"- {escape_markdown(fault)}" for fault in result.faults[:MOST_ROWS]]
    if (more := len(result.faults) - MOST_ROWS) > 0:
        lines.append(f"- .. and {more:,} more")
    return [*lines, ""] if lines else []


def write_edits(result: CheckResult) -> list[str]:
    """Write the Markdown lines on what was edited since what a check compares with."""
    if edits := list_edits(result):
        named = [f"- {escape_markdown(str(edit))}" for edit in edits]
        return [f"Edited since {escape_markdown(result.since)}:", "", *named, ""]
    return [escape_markdown(write_edited(result)), ""] if result.since else []


def write_refused_markdown(reasons: Sequence[str]) -> str:
    """Write the reasons why a check has no verdict, as Markdown."""
    lines = [f"- {escape_markdown(reason)}" for reason in reasons[:MOST_ROWS]]
    if (more := len(reasons) - MOST_ROWS) > 0:
        lines.append(f"- .. and {more:,} more")
    return "\n".join(["### Balance: no verdict", "", *lines]) + "\n"


def write_row(result: CheckResult, judgement: Judgement) -> str:
    """Write the Markdown table row of one expectation."""
    cells = [
        MARKS[judgement.outcome],
        name_measure(judgement.measure),
        write_estimate(judgement),
        write_interval(judgement),
        write_band(judgement),
        "; ".join(map(str, list_remarks(result, judgement))),
    ]
    return join_cells(cells)


def write_skipped_row(measure: Measure) -> str:
    """Write the Markdown row of a measure that was not checked; the notes have the reason."""
    return join_cells(["NOT CHECKED", name_measure(measure), "", "", "", ""])


def join_cells(cells: Sequence[str]) -> str:
    """Write the cells of a Markdown table row."""
    return "| " + " | ".join(map(escape_markdown, cells)) + " |"


def escape_markdown(text: str) -> str:
    """Escape text so that Markdown shows it unchanged, in one line and without links.

    References
    ----------
    https://github.github.com/gfm/ : sections 2.4 and 6.9.
    https://docs.github.com/en/get-started/writing-on-github : mentions, issues, emoji, formulas.
    """
    cut = LINKED.sub(r"\g<0>\n", show_unseen(text))  # `show_unseen` leaves no line breaks
    return AT_START.sub(r"\1\\\2\3", SPECIAL.sub(r"\\\1", cut)).replace("\n", CUT)

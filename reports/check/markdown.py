"""The balance check as Markdown, for the summary page of a CI job: short, worst first."""

import re

from evenhand.analysis.gate.judge import Cell, Outcome
from evenhand.reports.check.sentences import (
    MARKS,
    Checked,
    band_text,
    estimate_text,
    headline,
    interval_text,
    needed_text,
    title,
)
from evenhand.reports.words import percent, plural

__all__ = ["markdown_summary"]

MOST_ROWS = 30
SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#&!])")


def markdown_summary(checked: Checked) -> str:
    """Write a check as a headline and a table of what did not simply pass."""
    shown = [cell for cell in checked.cells if cell.outcome != Outcome.PASS]
    lines = [f"### Balance of {escaped(checked.title)}", "", escaped(headline(checked)), ""]
    if shown:
        lines += ["| | what | measured | interval | expected | |", "|---|---|---:|---|---|---|"]
        lines += [row(checked, cell) for cell in shown[:MOST_ROWS]]
        lines.append("")
    if len(shown) > MOST_ROWS:
        lines += [f".. and {len(shown) - MOST_ROWS} more.", ""]
    lines += [escaped(note) + "  " for note in checked.notes]
    played = f"{plural(checked.games, 'game')}, seed {checked.seed}"
    inner = percent(2 * checked.level - 1, 0)
    lines.append(
        f"{played}. Level {percent(checked.level, 0)}: passed if the {inner} interval is inside "
        "the band, failed if outside after Holm's correction."
    )
    return "\n".join(lines) + "\n"


def row(checked: Checked, cell: Cell) -> str:
    """Write one expectation."""
    remark = {
        Outcome.INCONCLUSIVE: needed_text(checked, cell),
        Outcome.ACCEPTED: cell.excuse,
    }.get(cell.outcome, "")
    cells = [
        MARKS[cell.outcome],
        title(cell),
        estimate_text(cell),
        interval_text(cell),
        band_text(cell),
        remark,
    ]
    return "| " + " | ".join(map(escaped, cells)) + " |"


def escaped(text: str) -> str:
    """Make names say in Markdown what they say, on one line."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))

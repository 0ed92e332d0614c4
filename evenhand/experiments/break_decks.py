"""The decks that a search found, as deck lists."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evenhand.decks.problems import UsageError
from evenhand.experiments.break_field import Breaking, Round
from evenhand.experiments.break_sentences import write_exchanged
from evenhand.experiments.deck_files import write_deck
from evenhand.reports.wording import interval, percent
from evenhand.writing import check_can_write, report_write_errors

__all__ = ["refuse_found", "write_decks"]

FOUND = "found_"  # how the names of decks begin that were found


def refuse_found(out: Path) -> None:
    """Refuse a folder that cannot be written to, or that holds decks of another search.

    The decks of both would have the same names.
    """
    check_can_write(out / "deck.txt")
    if older := sorted(out.glob(f"{FOUND}*.txt")):
        raise UsageError(
            f"--out: {out} holds {older[0].name} of another search", "name a new folder"
        )


def write_decks(out: Path, breaking: Breaking, rounds: Sequence[Round]) -> list[Path]:
    """Write the decks that are stronger than the field as deck lists."""
    files = []
    with report_write_errors(out):
        for one in rounds:
            table = next(iter(one.tables.values())).set_index("deck")
            for found in one.stronger:
                row: Any = table.loc[found.deck.name]
                comments = [
                    f"{found.origin.shown_name}: {write_exchanged(breaking.plan, found)}",
                    f"Wins {percent(row.win_rate)} "
                    f"({interval(row.win_rate_low, row.win_rate_high)}) against "
                    f"{', '.join(deck.shown_name for deck in one.field)}.",
                ]
                files.append(write_deck(out, found.deck, breaking.plan.pool, comments))
    return files

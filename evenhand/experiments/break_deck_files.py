"""Deck lists of the decks that a search found: their text, and their files."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evenhand.decks.deck_list import Deck, sort_slots
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import UsageError
from evenhand.experiments.break_field import Breaking, Round
from evenhand.experiments.break_sentences import write_exchanged
from evenhand.reports.wording import interval, percent
from evenhand.result_folders import check_can_write, report_write_errors
from evenhand.simulate.runs.atomic_files import write_in_folder

__all__ = ["format_deck", "refuse_found", "write_deck", "write_decks"]

FOUND = "found_"  # how the names of decks begin that were found


def refuse_found(out: Path) -> None:
    """Refuse a folder for files of found decks that cannot be written to, or has another search's.

    The decks of both would have the same names.
    """
    check_can_write(out / "deck.txt")
    if older := sorted(out.glob(f"{FOUND}*.txt")):
        raise UsageError(
            f"--out: {out} holds {older[0].name} of another search", "name a new folder"
        )


def write_decks(out: Path, breaking: Breaking, rounds: Sequence[Round]) -> list[Path]:
    """Write the files of found decks that are stronger than the field, as deck lists."""
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


def format_deck(deck: Deck, pool: CardPool, comments: Sequence[str] = ()) -> str:
    """Return the file of a found deck: a list that `evenhand.decks.deck_list.load_deck` can read.

    Parameters
    ----------
    comments : sequence of str
        Lines above the list.
    """
    counts = Counter(sort_slots(pool.schema, pool, deck.cards))
    piles = {heading: [row for row in counts if belongs(pool.cards[row])]
             for heading, belongs in pool.schema.piles.items()}  # fmt: skip
    beside = {row for rows in piles.values() for row in rows}
    lines = [f"# {comment}" for comment in comments]
    lines += [f"{counts[row]} {pool.labels[row]}" for row in counts if row not in beside]
    for heading, rows in piles.items():
        if rows:
            lines += ["", f"{heading}:", *(f"{counts[row]} {pool.labels[row]}" for row in rows)]
    return "\n".join([*lines, ""])


def write_deck(folder: Path, deck: Deck, pool: CardPool, comments: Sequence[str] = ()) -> Path:
    """Write a found deck into a folder, as a file with the deck's name."""
    return write_in_folder(folder, f"{deck.name}.txt", format_deck(deck, pool, comments))

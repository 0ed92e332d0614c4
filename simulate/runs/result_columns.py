"""The columns of a result file: one row per game. Version 6.

Names, types and meanings are defined only here; `analysis` reads them by name. The seats of the
sides are defined by `evenhand.simulate.runs.seating`. Seat 0 takes the first turn unless the cards
decide that in a game: hence the column `first`.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from evenhand.decks.records import record

__all__ = [
    "CARDS", "COLUMNS", "PLACEMENT", "SCHEMA_VERSION", "SEAT_COLUMNS", "from_frame",
    "list_row_columns", "row_record", "seat_columns", "to_frame",
]  # fmt: skip

SCHEMA_VERSION = 6


@dataclass(frozen=True)
class Column:
    """One column: name (without the seat), type, meaning."""

    name: str
    dtype: type[np.integer]
    meaning: str


COLUMNS = (
    Column("matchup", np.int32, "row of the run's matchup list"),
    Column("pair", np.int32, "which group of seat-rotated games within the matchup, from 0"),
    Column("rotation", np.int8, "how far the sides are rotated through the seats"),
    Column("first", np.int8, "seat that took the first turn"),
    Column("winner", np.int8, "seat that won, -1 for a draw"),
    Column("end_reason", np.int8, "the game's EndReason; 0 an engine error, 100 an endless turn"),
    Column("turns", np.int16, "player turns begun"),
    Column("decisions", np.int32, "questions with two or more options that were answered"),
    Column("lead_changes", np.int16, "times the seat ahead changed between turns"),
    Column("comeback", np.int32, "furthest the winner was behind, in standing units; 0 for draws"),
)
SEAT_COLUMNS = (
    Column("deck", np.int16, "row of the run's deck list"),
    Column("bot", np.int16, "row of the run's bot list"),
    Column("mulligans", np.int8, "mulligans taken"),
    Column("ahead", np.int64, "set of turns after which the seat alone was ahead, the first as 0"),
    Column("opening", np.int64, "set of deck slots in the opening hand kept"),
    Column("drawn", np.int64, "set of deck slots drawn later"),
    Column("tutored", np.int64, "set of deck slots fetched from the deck by effects"),
    Column("played", np.int64, "set of deck slots played"),
)
PLACEMENT = "placement"
# Only in games of more than two players; with two it follows from the winner.
PLACEMENTS = Column(PLACEMENT, np.int8, "place at the end, 1 for the winner; ties share the better")
CARDS = "cards"  # sealed play only: pool rows of the deck slots


def seat_columns(n_seats: int) -> tuple[Column, ...]:
    """List the columns that every seat has."""
    return SEAT_COLUMNS if n_seats == 2 else (*SEAT_COLUMNS, PLACEMENTS)


def row_record(n_seats: int, deck_slots: int) -> np.dtype:
    """Make the record of one row; its ``cards`` stay 0 where decks are lists."""
    return record(
        *((column.name, column.dtype) for column in COLUMNS),
        *((column.name, column.dtype, (n_seats,)) for column in seat_columns(n_seats)),
        (CARDS, np.int16, (n_seats, deck_slots)),
    )


def to_frame(rows: np.ndarray, is_sealed: bool) -> pl.DataFrame:
    """Convert an array of row records to the frame that is written."""
    columns = [pl.Series(c.name, np.ascontiguousarray(rows[c.name])) for c in COLUMNS]
    n_seats, deck_slots = rows.dtype[CARDS].shape
    for seat in range(n_seats):
        for column in seat_columns(n_seats):
            values = np.ascontiguousarray(rows[column.name][:, seat])
            columns.append(pl.Series(f"{column.name}_{seat}", values))
        if is_sealed:
            cards = np.ascontiguousarray(rows[CARDS][:, seat])
            columns.append(
                pl.Series(f"{CARDS}_{seat}", cards, dtype=pl.Array(pl.Int16, deck_slots))
            )
    return pl.DataFrame(columns)


def list_row_columns(kinds: pl.Schema, row: np.dtype) -> list[str]:
    """List the columns of a frame that belong to a row record; others are ignored.

    Raises
    ------
    ValueError
        If one has another type than was written.
    """
    written = to_frame(np.zeros(0, row), f"{CARDS}_0" in kinds).schema
    if any(kinds.get(name) != dtype for name, dtype in written.items()):
        raise ValueError("a column has another type")
    return list(written)


def from_frame(frame: pl.DataFrame, row: np.dtype) -> np.ndarray:
    """Convert a frame back to an array of row records.

    Raises
    ------
    ValueError
        If a column has another type than was written.
    """
    rows = np.zeros(len(frame), row)
    list_row_columns(frame.schema, row)
    for column in COLUMNS:
        rows[column.name] = frame[column.name].to_numpy()
    n_seats = row[CARDS].shape[0]
    for seat in range(n_seats):
        for column in seat_columns(n_seats):
            rows[column.name][:, seat] = frame[f"{column.name}_{seat}"].to_numpy()
        if f"{CARDS}_{seat}" in frame.columns:
            rows[CARDS][:, seat] = frame[f"{CARDS}_{seat}"].to_numpy()
    return rows

"""The columns of a result file: one row per game. Version 1.

Names, types and meanings stand here once; `analysis` reads them by name. Seat 0 takes
the first turn. In rotation r of a group, seat s holds side (s + r) % n_seats of the
matchup; for two seats rotation 1 is the swapped game of a pair.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from decks.records import record

__all__ = ["COLUMNS", "SCHEMA_VERSION", "SEAT_COLUMNS", "row_record", "to_frame"]

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Column:
    """One column: name (of seat columns without the seat), type, meaning."""

    name: str
    dtype: type[np.integer]
    meaning: str


COLUMNS = (
    Column("matchup", np.int32, "row of the run's matchup list"),
    Column("pair", np.int32, "which group of seat-rotated games within the matchup, from 0"),
    Column("rotation", np.int8, "how far the sides are rotated through the seats"),
    Column("winner", np.int8, "seat that won, -1 for a draw"),
    Column("end_reason", np.int8, "the game's EndReason; 0 is an engine error"),
    Column("turns", np.int16, "player turns begun"),
    Column("decisions", np.int32, "questions with two or more options that were answered"),
    Column("lead_changes", np.int16, "times the seat ahead changed between turns"),
    Column("comeback", np.int32, "furthest the winner was behind, in standing units; 0 for draws"),
)
SEAT_COLUMNS = (
    Column("deck", np.int16, "row of the run's deck list"),
    Column("bot", np.int16, "row of the run's bot list"),
    Column("mulligans", np.int8, "mulligans taken"),
    Column("opening", np.int64, "set of deck slots in the opening hand kept"),
    Column("drawn", np.int64, "set of deck slots drawn later"),
    Column("tutored", np.int64, "set of deck slots fetched from the deck by effects"),
    Column("played", np.int64, "set of deck slots played"),
)
CARDS = "cards"  # sealed play only: pool rows of the deck slots


def row_record(n_seats: int, deck_slots: int) -> np.dtype:
    """Make the record of one row; ``deck_slots`` is 0 unless decks differ per game."""
    fields = [(column.name, column.dtype) for column in COLUMNS]
    for column in SEAT_COLUMNS:
        fields.append((column.name, column.dtype, (n_seats,)))
    if deck_slots:
        fields.append((CARDS, np.int16, (n_seats, deck_slots)))
    return record(*fields)


def to_frame(rows: np.ndarray) -> pl.DataFrame:
    """Turn an array of row records into the frame that is written."""
    columns: dict[str, np.ndarray | pl.Series] = {c.name: rows[c.name] for c in COLUMNS}
    n_seats = rows["deck"].shape[1]
    for seat in range(n_seats):
        for column in SEAT_COLUMNS:
            columns[f"{column.name}_{seat}"] = rows[column.name][:, seat]
    if CARDS in (rows.dtype.names or ()):
        for seat in range(n_seats):
            name, cards = f"{CARDS}_{seat}", np.ascontiguousarray(rows[CARDS][:, seat])
            columns[name] = pl.Series(name, cards, dtype=pl.Array(pl.Int16, cards.shape[1]))
    return pl.DataFrame({name: np.ascontiguousarray(v) if isinstance(v, np.ndarray) else v
                         for name, v in columns.items()})


def from_frame(frame: pl.DataFrame) -> np.ndarray:
    """Turn a frame that was written back into row records."""
    n_seats = sum(name.startswith("deck_") for name in frame.columns)
    cards = frame[f"{CARDS}_0"].to_numpy() if f"{CARDS}_0" in frame.columns else None
    rows = np.zeros(len(frame), row_record(n_seats, 0 if cards is None else cards.shape[1]))
    for column in COLUMNS:
        rows[column.name] = frame[column.name].to_numpy()
    for seat in range(n_seats):
        for column in SEAT_COLUMNS:
            rows[column.name][:, seat] = frame[f"{column.name}_{seat}"].to_numpy()
        if cards is not None:
            rows[CARDS][:, seat] = frame[f"{CARDS}_{seat}"].to_numpy()
    return rows

"""A run as one wide table: one row per game and seat, in the layout of 17Lands.

==================  ==========================================================
column              meaning
==================  ==========================================================
matchup, pair       rows that share both were dealt alike: they are one unit
deck, opponent      who sat in this seat, and who in the others
on_play             whether this seat took the first turn
num_turns           player turns of the game
won                 whether this seat won
draw                whether nobody did; engine errors are draws
placement           place at the end, of games for more than two only
deck_X              copies of card X in the deck
opening_hand_X      copies in the opening hand as first dealt
drawn_X             copies drawn later
tutored_X           copies fetched from the deck by effects
==================  ==========================================================

In CSV, a name of a deck that begins with one of ``= + - @`` has an apostrophe before it: a
spreadsheet would calculate it. Parquet has all names as they are.
"""

from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet as pq

from evenhand.analysis.data.card_counts import ALL_SLOTS, WORDS, CardCounter, card_counters
from evenhand.analysis.data.pairs import DRAW, PairBlock, pair_blocks_by_matchup, placement_columns
from evenhand.analysis.data.run import Run
from evenhand.simulate.runs.result_columns import PLACEMENT
from evenhand.simulate.runs.whole_files import whole_file

__all__ = ["FORMATS", "wide_games", "write_wide_games"]

FORMATS = ("csv", "parquet")
FORMULA = r"^[=+\-@\t\r]"
BLOCK_PAIRS = 2_000  # wide rows are large: so many pairs are held at once


def write_wide_games(run: Run, path: str | Path, kind: str = "csv") -> int:
    """Write a run's games as one wide table, some rows at a time.

    Parameters
    ----------
    run : Run
    path : str or Path
        The file to write; a file that is there is replaced once the new one is whole,
        a device or a pipe is written to.
    kind : str
        One of `FORMATS`.

    Returns
    -------
    int
        How many rows were written.
    """
    write = {"csv": write_csv, "parquet": write_parquet}[kind]
    with whole_file(Path(path)) as unfinished:
        return write(wide_games(run), unfinished)


def write_csv(frames: Iterator[pl.DataFrame], path: Path) -> int:
    """Write frames under one header; gives the number of rows."""
    rows = 0
    with path.open("wb") as file:
        for frame in frames:
            text = keep_from_calculating(frame).write_csv(include_header=rows == 0)
            file.write(text.encode())  # polars itself would not tell that a disk is full
            rows += frame.height
    return rows


def keep_from_calculating(frame: pl.DataFrame) -> pl.DataFrame:
    """Put an apostrophe before names that a spreadsheet would take for a formula.

    References
    ----------
    https://owasp.org/www-community/attacks/CSV_Injection
    """
    return frame.with_columns(pl.col("deck", "opponent").str.replace(FORMULA, "'$0"))


def write_parquet(frames: Iterator[pl.DataFrame], path: Path) -> int:
    """Write frames as the row groups of one file; gives the number of rows."""
    tables = (frame.to_arrow() for frame in frames)
    first = next(tables)
    with pq.ParquetWriter(path, first.schema, compression="zstd") as writer:
        rows = 0
        for table in chain([first], tables):
            writer.write_table(table)
            rows += table.num_rows
    return rows


def wide_games(run: Run) -> Iterator[pl.DataFrame]:
    """Go through a run's games as wide tables.

    Parameters
    ----------
    run : Run

    Yields
    ------
    polars.DataFrame
        Some rows, ordered by matchup, pair, rotation and seat, with the columns that
        the module's text lists; cards in the order of the pool.
    """
    columns = [f"{name}_{seat}" for seat in range(run.n_seats) for name in WORDS]
    columns += [f"cards_{seat}" for seat in range(run.n_seats)] if run.is_sealed else []
    columns += placement_columns(run.n_seats)
    counters = card_counters(run)
    for _, blocks in pair_blocks_by_matchup(run, ["turns", *columns]):
        first_pair = 0
        for block in blocks:
            for part in block.split(BLOCK_PAIRS):
                yield wide_block(run, part, counters, first_pair)
                first_pair += part.n_pairs


def wide_block(
    run: Run, block: PairBlock, counters: dict[int, CardCounter], first_pair: int
) -> pl.DataFrame:
    """Widen the games of some pairs."""
    seats = range(block.n_seats)
    frames = [
        wide_seat(run, block, counters[block.matchup.decks[side]], side, seat)
        for side, seat in product(seats, seats)
    ]
    order = ["pair", "rotation", "seat"]
    rows = pl.concat(frames).sort(order).drop("rotation", "seat")
    return rows.with_columns(pl.col("pair") + first_pair)


def wide_seat(
    run: Run, block: PairBlock, counter: CardCounter, side: int, seat: int
) -> pl.DataFrame:
    """Widen the games in which a side sits in a seat."""
    matchup, entrant = block.matchup, block.matchup.entrants[side]
    winner = block.at("winner", side, seat)
    facts = {
        "matchup": np.full(block.n_pairs, matchup.index, np.int32),
        "pair": np.arange(block.n_pairs, dtype=np.int32),
        "rotation": block.rotation(side, seat).astype(np.int8),
        "seat": np.full(block.n_pairs, seat, np.int8),
        "deck": [entrant] * block.n_pairs,
        "opponent": [matchup.opponents_of(entrant)] * block.n_pairs,
        "on_play": block.at("first", side, seat) == seat,
        "num_turns": block.at("turns", side, seat),
        "won": winner == seat,
        "draw": winner == DRAW,
    }
    if block.n_seats > 2:
        facts["placement"] = block.of_side(PLACEMENT, side, seat).astype(np.int8)
    return pl.DataFrame({**facts, **wide_cards(run, block, counter, side, seat)})


def wide_cards(
    run: Run, block: PairBlock, counter: CardCounter, side: int, seat: int
) -> dict[str, np.ndarray]:
    """Count the copies of every card of the run, one column per place and card."""
    opening, drawn, tutored = (
        block.of_side(word, side, seat).view(np.uint64) for word in WORDS[:3]
    )
    places = {
        "deck": np.full_like(opening, ALL_SLOTS),
        "opening_hand": opening,
        "drawn": drawn & ~opening,
        "tutored": tutored,
    }
    columns: dict[str, np.ndarray] = {}
    for place, words in places.items():
        counts = np.zeros((len(run.card_names), block.n_pairs), np.uint8)
        counts[counter.cards] = counter.count(words, block, side, seat)
        columns |= {f"{place}_{name}": counts[row] for row, name in enumerate(run.card_names)}
    return columns

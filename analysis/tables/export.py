"""Export of a run as one wide table: one row per game and seat, in the layout of 17Lands.

Columns of evenhand, then those of the layout, in its order; X is a card:

=====================  =======================================================
column                 meaning
=====================  =======================================================
matchup, pair          rows that share both have the same deal: they are one unit
deck, opponent         the entrant in this seat, and those in the others
draw                   whether the game was drawn; engine errors are draws
placement              final placement, only in games for more than two
expansion, event_type  the game and its mode
draft_id               the unit as one word, unique across runs
draft_time, game_time  empty: games depend on the seed, not on the time
build_index            0: no deck is rebuilt
match_number           1: the games of a side within a unit are one match ..
game_number            .. and this is the game, 1 to the number of players
rank, opp_rank         the bots, as levels of skill
main_colors            the deck's name: readers of the layout group decks by it
splash_colors          empty
on_play                whether this seat took the first turn
num_mulligans          mulligans of this seat
opp_num_mulligans      mulligans of the others together
opp_colors             the other decks' names
num_turns              player turns of the game
won                    whether this seat won
deck_X                 copies of card X in the deck
opening_hand_X         copies in the opening hand as first dealt
drawn_X                copies drawn later
tutored_X              copies fetched from the deck by effects, not counted above
sideboard_X            0: no deck has a sideboard
user_n_games_bucket    empty, as is user_game_win_rate_bucket: a bot has no
                       history of games
=====================  =======================================================

In CSV, a name that begins with one of ``= + - @`` is preceded by an apostrophe, because a
spreadsheet would evaluate it. In Parquet names are unchanged.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow.parquet as pq

from evenhand.analysis.data.card_counts import ALL_SLOTS, WORDS, CardCounter, make_card_counters
from evenhand.analysis.data.pairs import (
    DRAW,
    PairBlock,
    list_placement_columns,
    pair_blocks_by_matchup,
)
from evenhand.analysis.data.run import BESIDE, PlayedMatchup, Run
from evenhand.simulate.runs.atomic_files import atomic_file
from evenhand.simulate.runs.places import is_link, refuse_in_the_way
from evenhand.simulate.runs.result_columns import PLACEMENT

__all__ = ["TABLE_FORMATS", "wide_games", "write_wide_games"]

TABLE_FORMATS = ("csv", "parquet")
FORMULA = r"^[=+\-@\t\r]"
BLOCK_PAIRS = 2_000  # pairs held in memory at once; wide rows are large
OWN = ("matchup", "pair", "deck", "opponent", "draw")  # columns of evenhand
LAYOUT = (  # of 17Lands, before the cards
    "expansion", "event_type", "draft_id", "draft_time", "game_time", "build_index",
    "match_number", "game_number", "rank", "opp_rank", "main_colors", "splash_colors", "on_play",
    "num_mulligans", "opp_num_mulligans", "opp_colors", "num_turns", "won",
)  # fmt: skip
FIRST = (*OWN, *LAYOUT)  # the first columns
UNKNOWN = {  # columns of 17Lands that are empty
    "draft_time": pl.String, "game_time": pl.String,
    "user_n_games_bucket": pl.Int16, "user_game_win_rate_bucket": pl.Float64,
}  # fmt: skip
BEGINNING = 4_096  # bytes of a CSV file that contain the names of its first columns
USERS = ("user_n_games_bucket", "user_game_win_rate_bucket")


def write_wide_games(run: Run, path: str | Path, kind: str = "csv") -> int:
    """Export a run's games as one wide table, a block of rows at a time.

    Parameters
    ----------
    run : Run
    path : str or Path
        The file to write. An existing file is replaced once the new one is complete; a device
        or a pipe is written to directly.
    kind : str
        One of `TABLE_FORMATS`.

    Returns
    -------
    int
        Number of rows written.
    """
    write = {"csv": write_csv, "parquet": write_parquet}[kind]
    with atomic_file(Path(path)) as unfinished:
        return write(wide_games(run), unfinished)


def is_table(path: Path, columns: Sequence[str] = FIRST) -> bool:
    """Return whether a file is an exported table whose first columns are `columns`."""
    if is_link(path) or not path.is_file():
        return False
    with path.open("rb") as file:
        beginning = file.read(BEGINNING)
    names = beginning.split(b"\n")[0].decode("utf-8", "replace").split(",")
    with suppress(pl.exceptions.PolarsError, OSError):
        if beginning.startswith(b"PAR1"):
            names = list(pl.read_parquet_schema(path))
    return tuple(names[: len(columns)]) == tuple(columns)


def refuse_other_table(path: Path, columns: Sequence[str] = FIRST) -> Path:
    """Return the path to export to, unless another file than such a table exists there.

    For tables whose path is chosen by the program, not by the user.

    Raises
    ------
    UsageError
        If another file or a link exists at the path.
    """
    if os.path.lexists(path) and not is_table(path, columns):
        refuse_in_the_way(path)
    return path


def write_csv(frames: Iterator[pl.DataFrame], path: Path) -> int:
    """Export frames as CSV under one header; return the number of rows."""
    rows = 0
    with path.open("wb") as file:
        for frame in frames:
            text = escape_formulas(frame).write_csv(include_header=rows == 0)
            file.write(text.encode())  # polars itself does not report a full disk
            rows += frame.height
    return rows


def escape_formulas(frame: pl.DataFrame) -> pl.DataFrame:
    """Put an apostrophe before exported texts that a spreadsheet would take for a formula.

    References
    ----------
    https://owasp.org/www-community/attacks/CSV_Injection
    """
    return frame.with_columns(pl.col(pl.String).str.replace(FORMULA, "'$0"))


def write_parquet(frames: Iterator[pl.DataFrame], path: Path) -> int:
    """Export frames as row groups of a Parquet file; return the number of rows."""
    tables = (frame.to_arrow() for frame in frames)
    first = next(tables)
    with pq.ParquetWriter(path, first.schema, compression="zstd") as writer:
        rows = 0
        for table in chain([first], tables):
            writer.write_table(table)
            rows += table.num_rows
    return rows


def wide_games(run: Run) -> Iterator[pl.DataFrame]:
    """Iterate over a run's games as wide tables to export.

    Parameters
    ----------
    run : Run

    Yields
    ------
    polars.DataFrame
        A block of rows, ordered by matchup, pair, rotation and seat, with the columns listed
        in the module docstring; cards in the order of the pool.
    """
    of_seat = (*WORDS, "mulligans", *(["cards"] if run.is_sealed else []))
    columns = [f"{name}_{seat}" for seat in range(run.n_seats) for name in of_seat]
    columns += list_placement_columns(run.n_seats)
    counters = make_card_counters(run)
    for _, blocks in pair_blocks_by_matchup(run, ["turns", *columns]):
        first_pair = 0
        for block in blocks:
            for part in block.split(BLOCK_PAIRS):
                yield make_block_rows(run, part, counters, first_pair)
                first_pair += part.n_pairs


def make_block_rows(
    run: Run, block: PairBlock, counters: dict[int, CardCounter], first_pair: int
) -> pl.DataFrame:
    """Return the exported rows of a block of pairs."""
    seats = range(block.n_seats)
    frames = [
        make_seat_rows(run, block, counters[block.matchup.decks[side]], side, seat)
        for side, seat in product(seats, seats)
    ]
    rows = pl.concat(frames).sort("pair", "game_number", "seat").drop("seat")
    rows = rows.with_columns(pl.col("pair") + first_pair).with_columns(make_draft_id(run))
    cards = [name for name in rows.columns if name not in (*OWN, PLACEMENT, *LAYOUT, *USERS)]
    placement = [PLACEMENT] if block.n_seats > 2 else []
    return rows.select(*OWN, *placement, *LAYOUT, *cards, *USERS)


def make_draft_id(run: Run) -> pl.Expr:
    """Return the exported column draft_id: the unit of a row, unique across runs."""
    of_run = run.info["run"]["results_hash"][:8]
    return pl.format(f"{of_run}-{{}}-{{}}", "matchup", "pair").alias("draft_id")


def make_seat_rows(
    run: Run, block: PairBlock, counter: CardCounter, side: int, seat: int
) -> pl.DataFrame:
    """Return the exported rows of the games in which a side sits in a seat."""
    matchup, winner = block.matchup, block.at("winner", side, seat)
    facts = {
        "matchup": np.full(block.n_pairs, matchup.index, np.int32),
        "pair": np.arange(block.n_pairs, dtype=np.int32),
        "seat": np.full(block.n_pairs, seat, np.int8),
        "game_number": (block.rotation(side, seat) + 1).astype(np.int8),
        "on_play": block.at("first", side, seat) == seat,
        "num_turns": block.at("turns", side, seat),
        "won": winner == seat,
        "draw": winner == DRAW,
        **count_mulligans(block, side, seat),
    }
    if block.n_seats > 2:
        facts[PLACEMENT] = block.of_side(PLACEMENT, side, seat).astype(np.int8)
    same = {**make_run_columns(run), **make_side_columns(run, matchup, side)}
    unknown = [pl.lit(None, kind).alias(name) for name, kind in UNKNOWN.items()]
    frame = pl.DataFrame({**facts, **make_card_columns(run, block, counter, side, seat)})
    return frame.with_columns(*unknown, **{name: pl.lit(value) for name, value in same.items()})


def make_run_columns(run: Run) -> dict[str, Any]:
    """Return the exported columns that are the same for all rows of a run."""
    return {
        "expansion": run.info["run"]["game"],
        "event_type": run.info["run"]["mode"],
        "build_index": np.int8(0),
        "match_number": np.int8(1),
        "splash_colors": "",
    }


def make_side_columns(run: Run, matchup: PlayedMatchup, side: int) -> dict[str, str]:
    """Return the exported columns on a side and its opponents: entrants, decks, bots."""
    others = [other for other in range(len(matchup.decks)) if other != side]
    decks = [run.deck_names[deck] for deck in matchup.decks]
    bots = [run.info["bots"][bot]["name"] for bot in run.info["matchups"][matchup.index]["bots"]]
    return {
        "deck": matchup.entrants[side],
        "opponent": matchup.opponents_of(matchup.entrants[side]),
        "main_colors": decks[side],
        "opp_colors": BESIDE.join(decks[other] for other in others),
        "rank": bots[side],
        "opp_rank": BESIDE.join(bots[other] for other in others),
    }


def count_mulligans(block: PairBlock, side: int, seat: int) -> dict[str, np.ndarray]:
    """Count for export the mulligans of a side's seat, and those of all other seats."""
    by_seat = np.stack([block.at(f"mulligans_{each}", side, seat) for each in range(block.n_seats)])
    others: np.ndarray = by_seat.sum(axis=0, dtype=np.int8) - by_seat[seat]
    return {"num_mulligans": by_seat[seat], "opp_num_mulligans": others}


def make_card_columns(
    run: Run, block: PairBlock, counter: CardCounter, side: int, seat: int
) -> dict[str, np.ndarray]:
    """Count for export the copies of every card, one column per place and card.

    Apart from the deck a copy is counted in at most one place, so that the copies of the deck
    minus those of the other places are the copies never seen.
    """
    opening, drawn, tutored = (
        block.of_side(word, side, seat).view(np.uint64) for word in WORDS[:3]
    )
    places = {
        "deck": np.full_like(opening, ALL_SLOTS),
        "opening_hand": opening,
        "drawn": drawn & ~opening,
        "tutored": tutored & ~(opening | drawn),
        "sideboard": np.zeros_like(opening),
    }
    columns: dict[str, np.ndarray] = {}
    for place, words in places.items():
        counts = np.zeros((len(run.card_names), block.n_pairs), np.int8)
        counts[counter.cards] = counter.count(words, block, side, seat)
        columns |= {f"{place}_{name}": counts[row] for row, name in enumerate(run.card_names)}
    return columns

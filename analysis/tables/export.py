"""A run as one wide table: one row per game and seat, in the public layout of 17Lands.

Our own columns, then those of the layout, in its order; X is a card:

=====================  =======================================================
column                 meaning
=====================  =======================================================
matchup, pair          rows that share both were dealt alike: they are one unit
deck, opponent         who sat in this seat, and who in the others
draw                   whether nobody won; engine errors are draws
placement              place at the end, of games for more than two only
expansion, event_type  the game and its mode
draft_id               the unit again, as one word that no other run has
draft_time, game_time  empty: the same seed plays the same games at any time
build_index            0: no deck is rebuilt
match_number           1: what a side plays within a unit is one match ..
game_number            .. and this its game, 1 to the number of players
rank, opp_rank         the bots, which are what skill there is
main_colors            the deck's name, since readers of the layout sort decks by it
splash_colors          none
on_play                whether this seat took the first turn
num_mulligans          mulligans that this seat took
opp_num_mulligans      .. and the others together
opp_colors             the other decks' names
num_turns              player turns of the game
won                    whether this seat won
deck_X                 copies of card X in the deck
opening_hand_X         copies in the opening hand as first dealt
drawn_X                copies drawn later
tutored_X              copies fetched from the deck by effects, seen in neither way
sideboard_X            0: no deck has a sideboard
user_n_games_bucket    empty, as is user_game_win_rate_bucket: a bot is no user,
                       who has played before and grows better
=====================  =======================================================

In CSV, a name that begins with one of ``= + - @`` has an apostrophe before it: a spreadsheet
would calculate it. Parquet has all names as they are.
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
from evenhand.analysis.data.pairs import DRAW, PairBlock, pair_blocks_by_matchup, placement_columns
from evenhand.analysis.data.run import BESIDE, PlayedMatchup, Run
from evenhand.simulate.runs.places import is_link, refuse_in_the_way
from evenhand.simulate.runs.result_columns import PLACEMENT
from evenhand.simulate.runs.whole_files import whole_file

__all__ = ["TABLE_FORMATS", "wide_games", "write_wide_games"]

TABLE_FORMATS = ("csv", "parquet")
FORMULA = r"^[=+\-@\t\r]"
BLOCK_PAIRS = 2_000  # wide rows are large: so many pairs are held at once
OWN = ("matchup", "pair", "deck", "opponent", "draw")
LAYOUT = (  # of 17Lands, before the cards
    "expansion", "event_type", "draft_id", "draft_time", "game_time", "build_index",
    "match_number", "game_number", "rank", "opp_rank", "main_colors", "splash_colors", "on_play",
    "num_mulligans", "opp_num_mulligans", "opp_colors", "num_turns", "won",
)  # fmt: skip
FIRST = (*OWN, *LAYOUT)  # columns
UNKNOWN = {  # of 17Lands, where a run has nothing to say
    "draft_time": pl.String, "game_time": pl.String,
    "user_n_games_bucket": pl.Int16, "user_game_win_rate_bucket": pl.Float64,
}  # fmt: skip
BEGINNING = 4_096  # bytes of a file that hold the names of its first columns
USERS = ("user_n_games_bucket", "user_game_win_rate_bucket")


def write_wide_games(run: Run, path: str | Path, kind: str = "csv") -> int:
    """Write a run's games as one wide table, some rows at a time.

    Parameters
    ----------
    run : Run
    path : str or Path
        The file to write; a file that is there is replaced once the new one is whole,
        a device or a pipe is written to.
    kind : str
        One of `TABLE_FORMATS`.

    Returns
    -------
    int
        How many rows were written.
    """
    write = {"csv": write_csv, "parquet": write_parquet}[kind]
    with whole_file(Path(path)) as unfinished:
        return write(wide_games(run), unfinished)


def is_table(path: Path, columns: Sequence[str] = FIRST) -> bool:
    """Return whether a file holds a table that begins with some columns, as those written here."""
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
    """Refuse to write a table, whose place we chose, over what is none of ours.

    Raises
    ------
    UsageError
        If that is there, or a link.
    """
    if os.path.lexists(path) and not is_table(path, columns):
        refuse_in_the_way(path)
    return path


def write_csv(frames: Iterator[pl.DataFrame], path: Path) -> int:
    """Write frames under one header; gives the number of rows."""
    rows = 0
    with path.open("wb") as file:
        for frame in frames:
            text = escape_formulas(frame).write_csv(include_header=rows == 0)
            file.write(text.encode())  # polars itself would not tell that a disk is full
            rows += frame.height
    return rows


def escape_formulas(frame: pl.DataFrame) -> pl.DataFrame:
    """Put an apostrophe before names that a spreadsheet would take for a formula.

    References
    ----------
    https://owasp.org/www-community/attacks/CSV_Injection
    """
    return frame.with_columns(pl.col(pl.String).str.replace(FORMULA, "'$0"))


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
    of_seat = (*WORDS, "mulligans", *(["cards"] if run.is_sealed else []))
    columns = [f"{name}_{seat}" for seat in range(run.n_seats) for name in of_seat]
    columns += placement_columns(run.n_seats)
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
    """Widen the games of some pairs."""
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
    """Name the unit that a row belongs to, in a word that no other run has."""
    of_run = run.info["run"]["results_hash"][:8]
    return pl.format(f"{of_run}-{{}}-{{}}", "matchup", "pair").alias("draft_id")


def make_seat_rows(
    run: Run, block: PairBlock, counter: CardCounter, side: int, seat: int
) -> pl.DataFrame:
    """Widen the games in which a side sits in a seat."""
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
    """Return what all rows of a run say."""
    return {
        "expansion": run.info["run"]["game"],
        "event_type": run.info["run"]["mode"],
        "build_index": np.int8(0),
        "match_number": np.int8(1),
        "splash_colors": "",
    }


def make_side_columns(run: Run, matchup: PlayedMatchup, side: int) -> dict[str, str]:
    """Return who plays and against whom: in words, by deck and by bot."""
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
    """Count the mulligans of the seat in which a side sits, and those of all others."""
    taken = np.stack([block.at(f"mulligans_{one}", side, seat) for one in range(block.n_seats)])
    own = taken[seat]
    others: np.ndarray = taken.sum(axis=0, dtype=np.int8) - own
    return {"num_mulligans": own, "opp_num_mulligans": others}


def make_card_columns(
    run: Run, block: PairBlock, counter: CardCounter, side: int, seat: int
) -> dict[str, np.ndarray]:
    """Count the copies of every card of the run, one column per place and card.

    A copy stands in one place at most beside the deck, so that those never seen are what
    the others leave of it.
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

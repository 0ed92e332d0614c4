"""Pairs of games, read in blocks, and the sums over pairs that estimates are computed from.

A pair is a group of games with the same deals in which the decks change seats: two
games for two seats, n for n. The games of a pair are dependent, so the pair is the unit:
every statistic is a sum over pairs, and its variance is estimated between pairs.

Games are read a block at a time and only sums are kept, so that memory use does not grow
with the run. A run's files hold its games in order of matchup, pair and rotation; the sums
do not depend on how the games are divided among the files.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.analysis.data.run import PlayedMatchup, Run
from evenhand.simulate.runs.forks import check_polars_threads
from evenhand.simulate.runs.result_columns import PLACEMENT
from evenhand.simulate.runs.seating import places_of

__all__ = [
    "BREAK_OFFS",
    "DRAW",
    "ENDLESS",
    "ENGINE_ERROR",
    "STALL",
    "PairBlock",
    "PairSums",
    "list_placement_columns",
    "pair_blocks_by_matchup",
    "pair_blocks_of",
    "score",
]  # fmt: skip

Floats = NDArray[np.float64]
BLOCK_GAMES = 1 << 15  # maximum number of games read at once
ENGINE_ERROR = 0  # this end reason's number in every game
STALL = "turn_cap"  # the name of the end reason of games stopped for their length
ENDLESS = "endless"  # .. of games with a turn that did not end
BREAK_OFFS = ("engine_error", STALL, ENDLESS)  # .. of all games that a limit ended
DRAW = -1  # "winner" of a drawn game


@dataclass(frozen=True)
class PairBlock:
    """Pairs of one matchup.

    Attributes
    ----------
    matchup : PlayedMatchup
    columns : dict of str to array, shape (n_seats, n_pairs) or (n_seats, n_pairs, n_slots)
        Columns of the game table; first axis: rotation.
    places : int array, shape (n_seats, n_pairs)
        Position of each side in the order round the table; see `evenhand.simulate.runs.seating`.
    """

    matchup: PlayedMatchup
    columns: dict[str, np.ndarray]
    places: np.ndarray

    @property
    def n_seats(self) -> int:
        """Players in a game; also games in a pair."""
        return len(self.columns["winner"])

    @property
    def n_pairs(self) -> int:
        """Pairs in this block."""
        return int(self.columns["winner"].shape[1])

    def rotation(self, side: int, seat: int) -> np.ndarray:
        """Return the rotation of each pair in which a side sits in a seat; shape (n_pairs,)."""
        rotations: np.ndarray = (self.places[side] - seat) % self.n_seats
        return rotations

    def seats_of(self, side: int) -> np.ndarray:
        """Return the seat of a side in each rotation; shape (n_seats, n_pairs)."""
        seats: np.ndarray = (self.places[side] - np.arange(self.n_seats)[:, None]) % self.n_seats
        return seats

    def at(self, column: str, side: int, seat: int) -> np.ndarray:
        """Return a column's values in the games in which a side sits in a seat, one per pair."""
        return self.columns[column][self.rotation(side, seat), np.arange(self.n_pairs)]

    def of_side(self, column: str, side: int, seat: int) -> np.ndarray:
        """Return a seat's column in the games in which a side sits in it, one per pair."""
        return self.at(f"{column}_{seat}", side, seat)

    def score_of_side(self, side: int, seat: int) -> Floats:
        """Return a side's scores in the games in which it sits in a seat; shape (n_pairs,)."""
        return score(self.at("winner", side, seat), seat, self.n_seats)

    def scores_of_side(self, side: int) -> Floats:
        """Return a side's scores by rotation, over all seats; shape (n_seats, n_pairs)."""
        return score(self.columns["winner"], self.seats_of(side), self.n_seats)

    def scores_in(self, seats: np.ndarray) -> Floats:
        """Return the scores of one seat per game; argument and result (n_seats, n_pairs)."""
        return score(self.columns["winner"], seats, self.n_seats)

    def seat_after_first(self, turns: int) -> np.ndarray:
        """Return the seat `turns` places after the first player; shape (n_seats, n_pairs)."""
        seats: np.ndarray = (self.columns["first"].astype(np.intp) + turns) % self.n_seats
        return seats

    def side_in(self, seats: np.ndarray) -> np.ndarray:
        """Return the side in one seat per game; argument and result (n_seats, n_pairs)."""
        places = (seats + np.arange(self.n_seats)[:, None]) % self.n_seats
        return np.take_along_axis(np.argsort(self.places, axis=0), places, axis=0)

    def placements_of(self, side: int) -> np.ndarray:
        """Return a side's final placements by rotation, 1 for the winner; (n_seats, n_pairs).

        All sides of a drawn duel, or of a game that ended in an engine error, are placed 1.
        """
        seats = self.seats_of(side)
        winner = self.columns["winner"]
        if self.n_seats == 2:
            return np.where((winner == seats) | (winner == DRAW), 1, 2)
        every = np.stack([self.columns[name] for name in list_placement_columns(self.n_seats)])
        placements = np.take_along_axis(every, seats[None], axis=0)[0]
        return np.where(self.columns["end_reason"] == ENGINE_ERROR, 1, placements)

    def split(self, n_pairs: int) -> Iterator["PairBlock"]:
        """Split into blocks of at most `n_pairs` pairs."""
        for start in range(0, self.n_pairs, n_pairs):
            part = slice(start, start + n_pairs)
            columns = {name: column[:, part] for name, column in self.columns.items()}
            yield PairBlock(self.matchup, columns, self.places[:, part])


def list_placement_columns(n_seats: int) -> list[str]:
    """List the columns that `PairBlock.placements_of` reads; none for two seats."""
    return [f"{PLACEMENT}_{seat}" for seat in range(n_seats)] if n_seats > 2 else []


def score(winner: np.ndarray, seat: int | np.ndarray, n_seats: int) -> Floats:
    """Return a seat's score in each game of pairs: 1 if won, 0 if lost, 1/n_seats if drawn.

    `seat` may be one seat for all games or an array with one seat per game.
    """
    return np.where(winner == seat, 1.0, np.where(winner == DRAW, 1 / n_seats, 0.0))


def pair_blocks_by_matchup(
    run: Run, columns: Sequence[str] = ()
) -> Iterator[tuple[PlayedMatchup, Iterator[PairBlock]]]:
    """Read a run's games in pairs, one matchup after the other.

    Parameters
    ----------
    run : Run
    columns : sequence of str
        Columns to read in addition to `first`, `winner` and `end_reason`.

    Yields
    ------
    matchup : PlayedMatchup
        Matchups that have games, in order of the matchup list.
    blocks : iterator of PairBlock
        Its pairs, in order. Exhaust it before taking the next matchup.

    Raises
    ------
    ValueError
        If a pair is incomplete, or games are not in order.
    """
    yield from groupby(pair_blocks_of(run, columns), key=lambda block: block.matchup)


def pair_blocks_of(run: Run, columns: Sequence[str]) -> Iterator[PairBlock]:
    """Read games in pairs in file order, a block at a time."""
    wanted = ["matchup", "pair", "rotation", "first", "winner", "end_reason", *columns]
    check_polars_threads()
    games = run.games.select(list(dict.fromkeys(wanted)))
    reached = 0
    for frame in read_frames(games, BLOCK_GAMES // run.n_seats * run.n_seats):
        for part in frame.partition_by("matchup", maintain_order=True):
            block = make_block(run, part)
            if block.matchup.index < reached:
                raise ValueError(f"{block.matchup.name}: its games do not stand together")
            reached = block.matchup.index
            yield block


def read_frames(games: pl.LazyFrame, n_games: int) -> Iterator[pl.DataFrame]:
    """Read `n_games` games of pairs at a time, however they are divided among files."""
    waiting = games.collect_schema().to_frame()
    for batch in games.collect_batches(chunk_size=n_games, maintain_order=True):
        waiting = pl.concat([waiting, batch])
        while waiting.height >= n_games:
            yield waiting[:n_games]
            waiting = waiting[n_games:]
    if waiting.height:
        yield waiting


def make_block(run: Run, games: pl.DataFrame) -> PairBlock:
    """Group games of one matchup into pairs; an engine error counts as a draw."""
    matchup = run.matchups[games.item(0, "matchup")]
    n_seats = run.n_seats
    rotations = games["rotation"].to_numpy()
    pairs = games["pair"].to_numpy()
    n_pairs = games.height // n_seats
    whole = games.height == n_pairs * n_seats
    if not (
        whole
        and np.array_equal(rotations, np.tile(np.arange(n_seats), n_pairs))
        and np.array_equal(pairs, np.repeat(pairs[::n_seats], n_seats))
    ):
        message = "a pair is not complete, or its games do not stand together"
        raise ValueError(f"{matchup.name}: {message}")
    columns = {
        name: group_by_rotation(games[name].to_numpy(), n_seats)
        for name in games.columns
        if name not in ("matchup", "pair", "rotation")
    }
    errors = columns["end_reason"] == ENGINE_ERROR
    columns["winner"] = np.where(errors, DRAW, columns["winner"])
    return PairBlock(matchup, columns, places_of(n_seats, pairs[::n_seats]).T)


def group_by_rotation(values: np.ndarray, n_seats: int) -> np.ndarray:
    """Reshape one value per game to pairs (n_seats, n_pairs, ..): one row per rotation."""
    grouped = values.reshape(-1, n_seats, *values.shape[1:])
    return np.ascontiguousarray(np.moveaxis(grouped, 1, 0))


class PairSums:
    """Sums over the pairs of one matchup, for several rows of quantities at once.

    Parameters
    ----------
    n_rows : int
        One row per item of one kind: card, deck or end reason.
    quantities : sequence of str
        The quantities summed for every row, for example a count and the wins in it.

    Attributes
    ----------
    n_pairs : int
    sums : float array, shape (n_rows, n_quantities)
    products : float array, shape (n_rows, n_quantities, n_quantities)
        Sums over pairs of the products of a row's quantities.
    occupied : int array, shape (n_rows, n_quantities)
        Pairs in which the quantity was not zero.
    """

    def __init__(self, n_rows: int, quantities: Sequence[str]) -> None:
        self.quantities = tuple(quantities)
        self.n_pairs = 0
        self.sums = np.zeros((n_rows, len(self.quantities)))
        self.products = np.zeros((n_rows, len(self.quantities), len(self.quantities)))
        self.occupied = np.zeros((n_rows, len(self.quantities)), np.int64)

    def add(self, values: Mapping[str, np.ndarray]) -> None:
        """Add pairs; every quantity of shape (n_rows, n_pairs) or (n_pairs,)."""
        n_rows, n_quantities = self.sums.shape
        n_pairs = values[self.quantities[0]].shape[-1]
        stacked = np.empty((n_rows, n_quantities, n_pairs))
        for index, name in enumerate(self.quantities):
            stacked[:, index] = values[name]
        self.add_stacked(stacked)

    def add_stacked(self, stacked: Floats) -> None:
        """Add pairs; shape (n_rows, n_quantities, n_pairs)."""
        self.n_pairs += stacked.shape[2]
        self.sums += stacked.sum(axis=2)
        self.products += stacked @ stacked.transpose(0, 2, 1)
        self.occupied += np.count_nonzero(stacked, axis=2)

    @classmethod
    def of(cls, values: Mapping[str, np.ndarray]) -> "PairSums":
        """Sum over pairs; every quantity as for `add`."""
        shape = np.broadcast_shapes(*(quantity.shape for quantity in values.values()))
        sums = cls(shape[0] if len(shape) > 1 else 1, list(values))
        sums.add(values)
        return sums

    def merge(self, other: "PairSums") -> None:
        """Add other sums of the same quantities, in place."""
        self.n_pairs += other.n_pairs
        self.sums += other.sums
        self.products += other.products
        self.occupied += other.occupied

    @property
    def covariance(self) -> Floats:
        """Estimated covariance of the sums; NaN for fewer than two pairs."""
        if self.n_pairs < 2:
            return np.full_like(self.products, np.nan)
        means = self.sums[:, :, None] * self.sums[:, None, :] / self.n_pairs
        return (self.products - means) * (self.n_pairs / (self.n_pairs - 1))

"""The store of played pairs: returns pairs of a matchup, and plays those that are missing.

A block of pairs is stored under a hash of all that determines its games, so the same pairs are
played once, whichever plan requests them. The store is a file of blocks, each with its
checksum; an incomplete block is dropped and played again.
"""

import hashlib
import json
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from evenhand.simulate.compiling import sources_hash
from evenhand.simulate.runs.batch import CHUNK_PAIRS, Chunk, PlanArrays, play
from evenhand.simulate.runs.first_call import OnMessage
from evenhand.simulate.runs.places import make_folder
from evenhand.simulate.runs.plan import Plan, once_per_plan
from evenhand.simulate.runs.run import Progress, warm_up
from evenhand.simulate.runs.seating import places_of
from evenhand.simulate.runs.workers import ONE_WORKER, Workers

__all__ = [
    "Block", "PairRange", "PairStore", "name_block", "pair_ranges", "score_pairs",
    "seats_of_sides",
]  # fmt: skip

MAGIC = b"evenhand pairs 1\n"  # first bytes of the file
HEAD = struct.Struct("<32s3q")  # key, first pair, pairs, rows of the result
CHECKSUM_SIZE = hashlib.sha256().digest_size


class PairRange(NamedTuple):
    """Consecutive pairs of one matchup.

    Attributes
    ----------
    matchup : int
        Row of `PlanArrays.matchups`.
    first_pair, n_pairs : int
    """

    matchup: int
    first_pair: int
    n_pairs: int


Task = tuple[PlanArrays, PairRange]
Measure = Callable[[PlanArrays, PairRange], np.ndarray]
Block = tuple[bytes, int, int]  # key, first pair, pairs


def pair_ranges(
    matchup: int, first_pair: int, end: int, most: int = CHUNK_PAIRS
) -> list[PairRange]:
    """Split the pairs from `first_pair` to `end` into ranges of at most `most`."""
    starts = range(first_pair, end, most)
    return [PairRange(matchup, start, min(most, end - start)) for start in starts]


def seats_of_sides(n_seats: int, first_pair: int, n_pairs: int) -> np.ndarray:
    """Return the seat of each side in each game of some pairs.

    Returns
    -------
    int array, shape (n_seats, n_pairs, n_seats)
        By side, pair and rotation.
    """
    places = places_of(n_seats, np.arange(first_pair, first_pair + n_pairs)).T
    # In rotation r, the side at place p sits in seat p - r.
    return (places[..., None] - np.arange(n_seats)) % n_seats


def score_pairs(arrays: PlanArrays, pairs: PairRange) -> np.ndarray:
    """Play pairs, and return their scores.

    Returns
    -------
    float array, shape (n_seats, n_pairs)
        Score of each side in each pair: the mean over its games, with 1 for a win and
        1 / n_seats for a draw.
    """
    rows = play(arrays, Chunk(0, pairs.matchup, pairs.first_pair, pairs.n_pairs))
    n_seats = arrays.plan.n_seats
    winner = rows["winner"].reshape(pairs.n_pairs, n_seats)
    won = seats_of_sides(n_seats, pairs.first_pair, pairs.n_pairs) == winner
    return (won + (winner < 0) / n_seats).mean(axis=2)


class PairStore:
    """A store of played pairs, in a file or in memory.

    Parameters
    ----------
    path : Path, optional
        The file; blocks are kept in memory only if not given.
    workers : Workers
        Workers that play missing pairs.
    progress : callable(games done, games in total), optional
    on_message : callable(text), optional
        Called with a message before long operations.

    Attributes
    ----------
    n_games : int
        Number of games requested so far, each block counted once.
    expected : int
        Estimated total number of games that will be requested.
    """

    def __init__(
        self,
        path: Path | None = None,
        workers: Workers = ONE_WORKER,
        progress: Progress | None = None,
        on_message: OnMessage | None = None,
    ) -> None:
        self.path, self.workers, self.progress, self.on_message = (
            path,
            workers,
            progress,
            on_message,
        )
        self.n_games = self.expected = self.n_before = 0
        self.blocks: dict[Block, np.ndarray] = {}
        self.requested: set[Block] = set()
        self.warm: set[bytes] = set()
        self.file = None if path is None else self._open(path)

    def play(self, tasks: Sequence[Task], measure: Measure = score_pairs) -> Iterator[np.ndarray]:
        """Yield the result of `measure` for each range of pairs, in order; play missing pairs.

        Parameters
        ----------
        tasks : sequence of (PlanArrays, PairRange)
        measure : callable(arrays, pairs) -> float array, shape (n, n_pairs)
            A module-level function, because its name is part of the key.
        """
        names = [name_block(arrays, pairs, measure) for arrays, pairs in tasks]
        missing = {name: task for name, task in zip(names, tasks, strict=True)
                   if name not in self.blocks}  # fmt: skip
        self._warm_up(arrays for arrays, _ in missing.values())
        new = {name: task for name, task in zip(names, tasks, strict=True)
               if name not in self.requested}  # fmt: skip
        self.expected = max(self.expected, self.n_games + sum(map(count_games, new.values())))
        played = zip(missing, self.workers.work(measure, missing.values()), strict=True)
        for name, task in zip(names, tasks, strict=True):
            while name not in self.blocks:
                self._add(*next(played))
            self._count(name, task)
            yield self.blocks[name]

    def begin_step(self) -> None:
        """Begin a step of the work, whose games are counted for progress by themselves."""
        self.n_before = self.expected = self.n_games

    def close(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()

    def _warm_up(self, plans: Iterable[PlanArrays]) -> None:
        """Compile before workers start, so that rules are compiled once."""
        for arrays in plans if self.workers.are_here else ():
            kind = arrays.bots.tobytes()
            if kind not in self.warm:
                self.warm.add(kind)
                warm_up(arrays, self.on_message)

    def _count(self, name: Block, task: Task) -> None:
        if name in self.requested:
            return
        self.requested.add(name)
        self.n_games += count_games(task)
        if self.progress:
            self.progress(self.n_games - self.n_before, self.expected - self.n_before)

    def _add(self, name: Block, values: np.ndarray) -> None:
        """Store a block in memory and in the file."""
        self.blocks[name] = values = np.ascontiguousarray(values, np.float64)
        if self.file is None:
            return
        entry = HEAD.pack(*name, len(values)) + values.tobytes()
        try:
            self.file.write(entry + hashlib.sha256(entry).digest())
            self.file.flush()
        except OSError as error:
            with suppress(OSError):  # closing tries to write the rest again
                self.file.close()
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def _open(self, path: Path) -> BinaryIO:
        """Open the file, read its blocks, and truncate it after the last complete one."""
        make_folder(path.parent)
        if not path.exists():
            path.touch()
        file, end = path.open("r+b"), 0
        if file.read(len(MAGIC)) == MAGIC:
            end = len(MAGIC) + self._read(file, path.stat().st_size - len(MAGIC))
        file.seek(end)
        file.truncate()
        if not end:
            file.write(MAGIC)
        return file

    def _read(self, file: BinaryIO, left: int) -> int:
        """Read the complete blocks, and return their size in bytes."""
        size = 0
        while left - size >= HEAD.size:
            head = file.read(HEAD.size)
            *name, n_rows = HEAD.unpack(head)
            n_bytes = 8 * n_rows * name[2]
            if min(n_bytes, n_rows) <= 0 or HEAD.size + n_bytes + CHECKSUM_SIZE > left - size:
                break
            content = file.read(n_bytes)
            if file.read(CHECKSUM_SIZE) != hashlib.sha256(head + content).digest():
                break
            values = np.frombuffer(content, np.float64).reshape(n_rows, -1)
            self.blocks[name[0], name[1], name[2]] = values
            size += HEAD.size + n_bytes + CHECKSUM_SIZE
        return size


def count_games(task: Task) -> int:
    """Return the number of games of a range of pairs."""
    arrays, pairs = task
    return pairs.n_pairs * arrays.plan.n_seats


def name_block(arrays: PlanArrays, pairs: PairRange, measure: Measure) -> Block:
    """Return the key of a block: the hash of all that determines its games, and its pairs."""
    matchup, plan = arrays.matchups[pairs.matchup], arrays.plan
    decks, bots = list(matchup.decks), list(matchup.bots)
    digest = hashlib.sha256(hash_rules(plan))
    digest.update(f"{measure.__module__}.{measure.__qualname__} {matchup.stream}".encode())
    parts = [arrays.options, arrays.bots[bots], arrays.cards[decks], arrays.sizes[decks]]
    if plan.is_sealed:
        parts.append(arrays.products[decks])
    for part in parts:
        digest.update(part.tobytes())
    return digest.digest(), pairs.first_pair, pairs.n_pairs


@once_per_plan
def hash_rules(plan: Plan) -> bytes:
    """Return the hash of what determines all games of a plan: program, mode, seed, cards."""
    settings = [sources_hash(), plan.game.name, plan.mode, plan.n_seats, plan.seed]
    digest = hashlib.sha256(json.dumps(settings).encode())
    for part in (plan.pool.records, plan.pool.abilities, plan.pool.steps):
        digest.update(part.tobytes())
    return digest.digest()

"""Scores as they are played, kept in a file, so that who was stopped need not play them again."""

import hashlib
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from evenhand.simulate.runs.places import make_folder

__all__ = ["PairRange", "ScoreLog"]

HEAD = struct.Struct("<4q")  # matchup, first pair, pairs, seats
CHECKSUM_SIZE = hashlib.sha256().digest_size


class PairRange(NamedTuple):
    """Some pairs of one matchup.

    Attributes
    ----------
    matchup : int
        Row of the variant plan's matchups.
    first_pair, n_pairs : int
    """

    matchup: int
    first_pair: int
    n_pairs: int


class ScoreLog:
    """A file of scores, each entry with its checksum; what was not written whole is dropped.

    Parameters
    ----------
    path : Path, optional
        Nothing is kept if there is none.
    fingerprint : str
        Of what is played, in hex; scores of anything else are dropped.

    Attributes
    ----------
    scores : dict of PairRange to float array, shape (n_seats, n_pairs)
    """

    def __init__(self, path: Path | None, fingerprint: str) -> None:
        self.path = path
        self.scores: dict[PairRange, np.ndarray] = {}
        self.file: BinaryIO | None = None
        if path is None:
            return
        make_folder(path.parent)
        first, end = bytes.fromhex(fingerprint), 0
        if path.exists():
            self.file = path.open("r+b")
            end = self._read(first)
            self.file.seek(end)
            self.file.truncate()
        else:
            self.file = path.open("wb")
        if not end:
            self.file.write(first)

    def add(self, pairs: PairRange, scores: np.ndarray) -> None:
        """Keep the scores of some pairs."""
        if self.file is None:
            return
        whole = np.ascontiguousarray(scores, np.float64)
        entry = HEAD.pack(*pairs, len(whole)) + whole.tobytes()
        try:
            self.file.write(entry + hashlib.sha256(entry).digest())
            self.file.flush()
        except OSError as error:
            with suppress(OSError):  # it would try to write the rest once more
                self.file.close()
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def close(self) -> None:
        """Close the file; it stays as long as what it is kept for is not done."""
        if self.file is not None:
            self.file.close()

    def _read(self, first: bytes) -> int:
        """Read the entries that are whole; give the place where they end."""
        assert self.file is not None
        if self.file.read(len(first)) != first:
            return 0
        end = len(first)
        for pairs, scores, size in self._entries():
            self.scores[pairs] = scores
            end += size
        return end

    def _entries(self) -> Iterator[tuple[PairRange, np.ndarray, int]]:
        assert self.file is not None and self.path is not None
        left = self.path.stat().st_size - self.file.tell()
        while left >= HEAD.size:
            head = self.file.read(HEAD.size)
            *pairs, n_seats = HEAD.unpack(head)
            pairs_range = PairRange(*pairs)
            size = 8 * n_seats * pairs_range.n_pairs
            if min(size, n_seats) <= 0 or size + CHECKSUM_SIZE > left:
                return
            content = self.file.read(size)
            if self.file.read(CHECKSUM_SIZE) != hashlib.sha256(head + content).digest():
                return
            scores = np.frombuffer(content, np.float64).reshape(n_seats, pairs_range.n_pairs)
            entry = HEAD.size + size + CHECKSUM_SIZE
            left -= entry
            yield pairs_range, scores, entry

"""Part files: the games of a chunk, with a label that identifies them.

The label is stored as metadata of the file: the fingerprint of the run, the pairs, and the
hash of the rows.
"""

import hashlib
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl

from evenhand.simulate.engine.sets import MOST
from evenhand.simulate.game import MOST_SEATS
from evenhand.simulate.runs.atomic_files import write_in_folder
from evenhand.simulate.runs.batch import CHUNK_PAIRS, Chunk, PlanArrays
from evenhand.simulate.runs.python_bots import play_compiled_or_stepped
from evenhand.simulate.runs.result_columns import (
    CARDS,
    SCHEMA_VERSION,
    from_frame,
    list_row_columns,
    row_record,
    to_frame,
)

__all__ = [
    "PART_FILES",
    "UNREADABLE",
    "Part",
    "PartLabel",
    "hash_parts",
    "hash_rows",
    "part_file",
    "play_part",
    "read_label",
    "read_limited",
    "read_part",
    "write_part",
]  # fmt: skip

PART_FILES = "part-*.parquet"
MOST_ROWS = CHUNK_PAIRS * MOST_SEATS
PREFIX = "evenhand_"  # of the names of the metadata
UNREADABLE = (
    pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError, OverflowError,
)  # fmt: skip


@dataclass(frozen=True)
class PartLabel:
    """The label of a part file.

    Attributes
    ----------
    fingerprint : str
        Fingerprint of the run's plan.
    seed, matchup, first_pair, n_pairs : int
    rows_sha256 : str
        Hash of the rows, in order.
    deck_slots : int
        Deck slots of a row, so that rows can be hashed without knowing the game.
    """

    fingerprint: str
    seed: int
    matchup: int
    first_pair: int
    n_pairs: int
    rows_sha256: str = ""
    deck_slots: int = 0

    @classmethod
    def of(cls, chunk: Chunk, fingerprint: str, seed: int) -> "PartLabel":
        """Return the label of a chunk before it is played, without the hash of the rows."""
        return cls(fingerprint, seed, chunk.matchup, chunk.first_pair, chunk.n_pairs)

    def is_of(self, other: "PartLabel") -> bool:
        """Return whether two labels are of the same run, matchup and first pair."""
        blank = {"n_pairs": 0, "rows_sha256": "", "deck_slots": 0}
        return replace(self, **blank) == replace(other, **blank)  # type: ignore[arg-type]

    def as_metadata(self) -> dict[str, str]:
        """Return the label as metadata of a file."""
        fields = {"schema_version": SCHEMA_VERSION, **vars(self)}
        return {PREFIX + name: str(value) for name, value in fields.items()}

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str]) -> "PartLabel | None":
        """Parse the metadata of a file; None if it has no label."""
        fields = {name.removeprefix(PREFIX): text for name, text in metadata.items()}
        if fields.get("schema_version") != str(SCHEMA_VERSION):
            return None
        try:
            return cls(
                fingerprint=fields["fingerprint"],
                seed=int(fields["seed"]),
                matchup=int(fields["matchup"]),
                first_pair=int(fields["first_pair"]),
                n_pairs=int(fields["n_pairs"]),
                rows_sha256=fields["rows_sha256"],
                deck_slots=int(fields["deck_slots"]),
            )
        except (KeyError, ValueError):
            return None


@dataclass(frozen=True)
class Part:
    """A part that was played.

    Attributes
    ----------
    games, decisions : int
    rows_sha256 : str
    content : bytes
        Content of its file; b"" if the file is written.
    """

    games: int
    decisions: int
    rows_sha256: str
    content: bytes = b""

    @classmethod
    def of(cls, rows: np.ndarray, content: bytes = b"") -> "Part":
        """Return the part of some rows."""
        digest = hashlib.sha256(rows.view(np.uint8).data).hexdigest()
        return cls(len(rows), int(rows["decisions"].sum()), digest, content)


def part_file(out: Path, chunk: Chunk) -> Path:
    """Return the path of a chunk's file; paths sort in the order of chunks."""
    return out / "games" / f"part-{chunk.matchup:05}-{chunk.number:05}.parquet"


def play_part(
    arrays: PlanArrays, chunk: Chunk, fingerprint: str, played: np.ndarray, out: Path | None
) -> Part:
    """Play the missing games of a chunk, and write its file if `out` is given.

    Parameters
    ----------
    played : array of row records
        Rows of the chunk's first pairs, which were played before.
    out : Path, optional
        The run's folder; without it, the content of the file is returned.
    """
    done = len(played) // arrays.plan.n_seats
    rest = replace(chunk, first_pair=chunk.first_pair + done, n_pairs=chunk.n_pairs - done)
    rows = np.concatenate([played, play_compiled_or_stepped(arrays, rest)])
    label = PartLabel.of(chunk, fingerprint, arrays.plan.seed)
    part = encode_part(rows, label, arrays.plan.is_sealed)
    if out is None:
        return part
    write_in_folder(out, part_file(Path(), chunk), part.content)
    return replace(part, content=b"")


def write_part(path: Path, rows: np.ndarray, label: PartLabel, is_sealed: bool = False) -> None:
    """Write rows as a part file."""
    write_in_folder(path.parent, path.name, encode_part(rows, label, is_sealed).content)


def encode_part(rows: np.ndarray, label: PartLabel, is_sealed: bool) -> Part:
    """Return rows as a part with the content of its file."""
    part, deck_slots = Part.of(rows), rows.dtype[CARDS].shape[1]
    metadata = replace(label, rows_sha256=part.rows_sha256, deck_slots=deck_slots).as_metadata()
    content = io.BytesIO()
    to_frame(rows, is_sealed).write_parquet(content, compression="zstd", metadata=metadata)
    return replace(part, content=content.getvalue())


def read_label(path: Path) -> PartLabel | None:
    """Read a part file's label; None if the file is missing or its metadata are damaged."""
    try:  # reading a pipe would block
        return PartLabel.from_metadata(pl.read_parquet_metadata(path)) if path.is_file() else None
    except UNREADABLE:
        return None


def read_part(path: Path, label: PartLabel, row: np.dtype) -> np.ndarray:
    """Read the rows of a part file.

    Returns
    -------
    array of row records
        Rows of the label's first pairs; empty if the file is missing, damaged, or of other
        pairs.
    """
    empty = np.zeros(0, row)
    own_label = read_label(path)
    if own_label is None or not own_label.is_of(label) or own_label.n_pairs > label.n_pairs:
        return empty
    rows = read_rows(path, row)
    return empty if rows is None or Part.of(rows).rows_sha256 != own_label.rows_sha256 else rows


def read_rows(path: Path, row: np.dtype) -> np.ndarray | None:
    """Read the rows of a part file without checking their hash; None if unreadable."""
    try:
        with path.open("rb") as file:
            columns = list_row_columns(pl.Schema(pl.read_parquet_schema(file)), row)
        return from_frame(read_limited(path, MOST_ROWS, columns), row)
    except UNREADABLE:
        return None


def read_limited(path: Path, most_rows: int, columns: list[str] | None = None) -> pl.DataFrame:
    """Read a table of at most `most_rows` rows.

    Raises
    ------
    ValueError
        If the table has more rows, which a small forged file may, or the path is no file.
    """
    if not path.is_file():
        raise ValueError("it is no file")
    frame = pl.read_parquet(
        path, columns=columns, n_rows=most_rows + 1, use_statistics=False, glob=False
    )
    if len(frame) > most_rows:
        raise ValueError("too many rows")
    return frame


def hash_rows(path: Path, label: PartLabel, n_seats: int) -> str:
    """Return the hash of the rows in a part file; "" if unreadable."""
    if not 0 < label.deck_slots <= MOST:
        return ""
    rows = read_rows(path, row_record(n_seats, label.deck_slots))
    return "" if rows is None else Part.of(rows).rows_sha256


def hash_parts(rows_sha256: Iterable[str]) -> str:
    """Return the hash of a run's results: the hash of its parts' hashes, in order."""
    return hashlib.sha256(b"".join(map(bytes.fromhex, rows_sha256))).hexdigest()

"""Files of learned weights: written by ``evenhand train``, read for the bots that use them.

A file is an npz archive. Its header says which game it is for, how the features were read
(ranges of numbers, columns of cards), and how the player was trained; so weights fit any pool of
the game. Rows that no game ever used are left out.
"""

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from evenhand.decks.file_cache import cache_result
from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.bots.learned.cards import describe_cards
from evenhand.simulate.bots.learned.layout import lay_out
from evenhand.simulate.bots.learned.shape import OPTION_ROWS, Shape, Weights

if TYPE_CHECKING:
    from evenhand.decks.pool import CardPool
    from evenhand.simulate.game import Game

__all__ = ["ENDING", "Learned", "fit_weights", "make_shape", "read_weights", "write_weights"]

ENDING = ".npz"
FORMAT = 1
LARGEST = 64 << 20  # bytes of a file, and of each array in it
ARRAYS = ("header", "index", "plain", "cards", "bias", "out")
TRAIN = "evenhand train makes new ones"
DAMAGED = "is damaged, or holds no learned weights"
UNREADABLE = (
    ValueError, KeyError, TypeError, IndexError, AttributeError, zipfile.BadZipFile, RecursionError,
    zlib.error, EOFError, OverflowError,
)  # fmt: skip


@dataclass(frozen=True)
class Learned:
    """The content of a file of weights.

    Attributes
    ----------
    game : str
    ranges : mapping from str to (int, int)
        Lowest and highest value of each number of the state, by the name of its rows.
    constant : tuple of str
        Numbers that never change in a game, and are not read.
    crowded : tuple of str
        Numbers of long arrays that are read only where an option changes them.
    columns : mapping from str to float
        The numbers of cards, with their usual sizes.
    kinds : tuple of int
        Kinds of options with a card.
    weights : Weights
    training : mapping
        How it was trained, for people.
    n_seats : int
        Number of players in the games that it learned from.
    """

    game: str
    ranges: Mapping[str, tuple[int, int]]
    constant: tuple[str, ...]
    crowded: tuple[str, ...]
    columns: Mapping[str, float]
    kinds: tuple[int, ...]
    weights: Weights
    training: Mapping[str, Any]
    n_seats: int = 2


def make_shape(learned: Learned, game: "Game", pool: "CardPool", n_seats: int) -> Shape:
    """Make the numbering of rows for the cards of a pool and a number of players."""
    layout = lay_out(game, n_seats, learned.ranges, learned.constant, learned.crowded)
    described = describe_cards(pool, game.pack_pool(pool))
    nothing = np.zeros(len(pool.cards), np.float32)
    columns = [described.get(name, nothing) / size for name, size in learned.columns.items()]
    return Shape(layout, np.stack(columns, 1).astype(np.float32), learned.kinds)


def fit_weights(learned: Learned, game: "Game", n_seats: int) -> Weights:
    """Return the weights for games of another number of players.

    Rows and zones go by their names. What such games have besides counts for nothing.
    """
    old, new = (
        lay_out(game, n, learned.ranges, learned.constant, learned.crowded)
        for n in (learned.n_seats, n_seats)
    )
    weights, n = learned.weights, old.n_rows
    if old.names == new.names and old.zones == new.zones:
        return weights
    rows = find_rows(old.names, new.names, n, new.n_rows)
    zones = np.array([old.zones.get(name, -1) for name in new.zones], np.int64)
    plain, cards = weights.plain, weights.cards
    return replace(
        weights,
        plain=np.concatenate([take(plain[:n], rows), take(plain[n : 2 * n], rows), plain[2 * n :]]),
        cards=np.concatenate(
            [
                take(cards[: old.n_zones], zones),
                take(cards[old.n_zones : 2 * old.n_zones], zones),
                cards[2 * old.n_zones :],
            ]
        ),
    )


def find_rows(old: Mapping[str, int], new: Mapping[str, int], n_old: int, n_new: int) -> np.ndarray:
    """Return the old row of each new one by the names of first rows; -1 where there is none."""
    ends = dict(zip(old, [*list(old.values())[1:], n_old], strict=True))
    rows = np.full(n_new, -1)
    for (name, first), end in zip(new.items(), [*list(new.values())[1:], n_new], strict=True):
        if name in old and ends[name] - old[name] == end - first:
            rows[first:end] = np.arange(old[name], ends[name])
    return rows


def take(array: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return some rows of an array, zeros for those below 0."""
    taken = array[rows]
    taken[rows < 0] = 0
    return taken


@cache_result
def read_weights(game: "Game", file: str) -> Learned:
    """Read a file of weights.

    Raises
    ------
    InputError
        If it is damaged, of a later version, of another game or of other rules of this one.
    """

    def wrong(message: str, hint: str = TRAIN) -> InputError:
        return InputError([Problem(file, None, None, message, hint)])

    try:
        arrays = read_arrays(Path(file).read_bytes())
        header = json.loads(bytes(arrays["header"]))
        version, name = int(header["format"]), str(header["game"])
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}") from None
    except UNREADABLE:
        raise wrong(DAMAGED) from None
    if version > FORMAT:
        raise wrong("was written by a later evenhand", "install that one")
    if name != game.name:
        raise wrong(f"was learned for {name}, not for {game.name}")
    try:
        learned = parse(header, arrays)
        layout = lay_out(game, learned.n_seats, learned.ranges, learned.constant, learned.crowded)
    except UNREADABLE:
        raise wrong(DAMAGED) from None
    n_plain = 2 * layout.n_rows + OPTION_ROWS
    rows = [tuple(row) for row in header["rows"]]
    if rows != list(layout.names.items()) or len(learned.weights.plain) != n_plain:
        raise wrong(f"was learned for other rules of {game.title}")
    return learned


def read_arrays(content: bytes) -> dict[str, np.ndarray]:
    """Return the arrays in a file of weights; ValueError if they are others or too large."""
    if len(content) > LARGEST:
        raise ValueError("too large")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
        if sorted(sizes) != sorted(f"{name}.npy" for name in ARRAYS):
            raise ValueError("other arrays")
        if max(sizes.values()) > LARGEST or archive.testzip():
            raise ValueError("damaged")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in ARRAYS}


def parse(header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> Learned:
    """Make the content of a file from its header and arrays; ValueError if they do not fit."""
    plain = np.zeros((int(header["n_plain"]), arrays["plain"].shape[1]), np.float32)
    plain[arrays["index"]] = arrays["plain"]
    weights = Weights(
        plain,
        arrays["cards"].astype(np.float32),
        arrays["bias"].astype(np.float32),
        arrays["out"].astype(np.float32),
        int(header["tau"]),
    )
    if not all(np.isfinite(array).all() for array in vars(weights).values()):
        raise ValueError("not finite")
    ranges = {str(name): (int(low), int(high)) for name, (low, high) in header["ranges"].items()}
    columns = {str(name): float(size) for name, size in header["columns"].items()}
    if weights.cards.shape[1:] != (len(columns), plain.shape[1]):
        raise ValueError("columns")
    return Learned(
        str(header["game"]), ranges, tuple(map(str, header["constant"])),
        tuple(map(str, header["crowded"])), columns, tuple(map(int, header["kinds"])), weights,
        dict(header["training"]), int(header["n_seats"]),
    )  # fmt: skip


def write_weights(learned: Learned, game: "Game") -> bytes:
    """Return the content of a file of weights."""
    layout = lay_out(game, learned.n_seats, learned.ranges, learned.constant, learned.crowded)
    weights = learned.weights
    index = np.flatnonzero(weights.plain.any(1))
    header = {
        "format": FORMAT,
        "game": learned.game,
        "tau": weights.tau,
        "n_plain": len(weights.plain),
        "ranges": learned.ranges,
        "constant": learned.constant,
        "crowded": learned.crowded,
        "columns": learned.columns,
        "kinds": learned.kinds,
        "n_seats": learned.n_seats,
        "rows": list(layout.names.items()),
        "training": learned.training,
    }
    file = io.BytesIO()
    np.savez_compressed(
        file,
        header=np.frombuffer(json.dumps(header).encode(), np.uint8),
        index=index.astype(np.int32),
        plain=weights.plain[index].astype(np.float16),
        cards=weights.cards.astype(np.float16),
        bias=weights.bias,
        out=weights.out,
    )
    return file.getvalue()

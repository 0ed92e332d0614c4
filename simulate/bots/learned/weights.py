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
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.bots.learned.cards import describe_cards
from evenhand.simulate.bots.learned.layout import lay_out
from evenhand.simulate.bots.learned.shape import OPTION_ROWS, Shape, Weights

if TYPE_CHECKING:
    from evenhand.decks.pool import CardPool
    from evenhand.simulate.game import Game

__all__ = ["ENDING", "Learned", "make_shape", "read_weights", "write_weights"]

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
    """

    game: str
    ranges: Mapping[str, tuple[int, int]]
    constant: tuple[str, ...]
    crowded: tuple[str, ...]
    columns: Mapping[str, float]
    kinds: tuple[int, ...]
    weights: Weights
    training: Mapping[str, Any]


def make_shape(learned: Learned, game: "Game", pool: "CardPool", n_seats: int) -> Shape:
    """Make the numbering of rows for the cards of a pool and a number of players."""
    layout = lay_out(game, n_seats, learned.ranges, learned.constant, learned.crowded)
    described = describe_cards(pool, game.pack_pool(pool))
    nothing = np.zeros(len(pool.cards), np.float32)
    columns = [described.get(name, nothing) / size for name, size in learned.columns.items()]
    return Shape(layout, np.stack(columns, 1).astype(np.float32), learned.kinds)


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
        layout = lay_out(game, game.seats[0], learned.ranges, learned.constant, learned.crowded)
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
        dict(header["training"]),
    )  # fmt: skip


def write_weights(learned: Learned, game: "Game") -> bytes:
    """Return the content of a file of weights."""
    layout = lay_out(game, game.seats[0], learned.ranges, learned.constant, learned.crowded)
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

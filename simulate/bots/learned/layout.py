"""What a learned player reads of a game's state, worked out from the game's record and view.

Every whole number, card and set of cards of the players' records is a *slot*: its place in the
state's memory, and the first of its *rows*, which are what weights are learnt for. A number
has one row, counted as often as the number says; a number of few values has a row for each
value; a card has a row made of its own numbers (`evenhand.simulate.bots.learned.cards`), one
for each *zone* that cards are seen in. Rows say whether the slot is the reader's own, and
exist twice: for the table as it is, and for what an option changes. Long arrays that are
*crowded*, as with a number for each card of a deck, are read only where an option changes them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.bots.learned.slots import SLOT, TOP, WORD, Kind
from evenhand.simulate.game import Game
from evenhand.simulate.view.fields import Seat
from evenhand.simulate.view.zones import CardPlace, CardSet, Holder, Pile, Row

__all__ = [
    "EACH", "Found", "Layout", "lay_out", "list_fields",
]  # fmt: skip

MOST_VALUES = 12  # of a number that has a row for each value
SHARED_FROM = 9  # arrays as long as this have the same rows for all elements ..
EACH = "each"  # .. which are called so
ENGINE_FIELDS = frozenset(
    {
        "seat", "question", "end_reason", "winner", "first", "decisions", "tasks_done",
        "tasks_in_turn", "turn_of_tasks", "leader", "lead_changes", "rng", "tally", "card_of",
        "players", "n_marks", "found", "named", "it", "former", "objects",
    }
)  # fmt: skip
REFERENCES = frozenset({"ability", "step", "mark", "target_mark", "it", "it_copy", "turn", "to"})
TOPS = (("n_tasks", "agenda"), ("n_stack", "stack"))  # lists of which the last entry is read
WORDS = 64  # rows of a field of an entry that holds a word


@dataclass(frozen=True)
class Found:
    """A field of the state record."""

    path: tuple[str | int, ...]
    offset: int
    dtype: np.dtype[Any]
    owner: int
    seat_at: int = NOTHING  # offset of the field that says whose it is
    is_entry: bool = False

    @property
    def group(self) -> str:
        """Name of the rows that it shares with the same field of other players."""
        return ".".join(map(str, self.path))


@dataclass
class Layout:
    """Where everything is that a learned player reads.

    Attributes
    ----------
    slots : array of `SLOT`
        In order of ``word``.
    first : int32 array, shape (n_words + 1,)
        First slot that begins in each word of the state.
    n_words : int
        Words of one state.
    n_rows : int
        Rows for the table as it is; there are as many for what changes.
    n_zones : int
    scale : float32 array, shape (n_rows,)
        The usual size of what is counted in a row.
    names, zones : dict from str to int
        First row of each number, and the zones; in order of rows and zones.
    """

    slots: np.ndarray
    first: np.ndarray
    n_words: int
    n_rows: int
    n_zones: int
    scale: np.ndarray
    tops: np.ndarray
    names: dict[str, int] = field(default_factory=dict)
    zones: dict[str, int] = field(default_factory=dict)


def lay_out(
    game: Game, n_seats: int, ranges: Mapping[str, tuple[int, int]], constant: Collection[str],
    crowded: Collection[str],
) -> Layout:  # fmt: skip
    """Work out what is read.

    Parameters
    ----------
    ranges : mapping from str to (int, int)
        The lowest and highest value of each number, by its rows' name, in a sample of games.
    constant : collection of str
        Names of rows that never change within a game, and are not read.
    crowded : collection of str
        Names of rows that are read only where an option changes them.
    """
    dtype = game.state_record(n_seats)
    names: dict[str, int] = {}
    zones: dict[str, int] = {}
    scale: list[float] = []
    rows = []

    def claim(name: str, sizes: Iterable[float]) -> int:
        if name not in names:
            names[name] = len(scale)
            scale.extend(sizes)
        return names[name]

    fields = [found for found in list_fields(game, dtype) if found.group not in constant]
    fields.sort(key=lambda found: found.offset)
    at = {found.offset: number for number, found in enumerate(fields)}
    for found in fields:
        kind = kind_of(game, found)
        low, high = ranges.get(found.group, (0, 1))
        few = kind == Kind.NUMBER and low >= 0 and high < MOST_VALUES
        is_word = kind == Kind.NUMBER and found.is_entry and found.dtype.itemsize == 1
        n_values = WORDS if is_word else MOST_VALUES
        if few or is_word:
            kind = Kind.CATEGORY
        sizes = {
            Kind.NUMBER: [float(max(abs(low), abs(high), 1))],
            Kind.CATEGORY: [1.0] * n_values,
            Kind.SEAT: [1.0, 1.0],
            Kind.CARD: [1.0],
            Kind.CARDS: [1.0],
            Kind.COUNT: [4.0],
        }[kind]
        owned = found.owner != NOTHING or found.seat_at != NOTHING
        own = claim(f"own {found.group}", sizes)
        other = claim(f"other {found.group}", sizes) if owned else own
        zone = other_zone = NOTHING
        if kind in (Kind.CARD, Kind.CARDS):
            zone = zones.setdefault(f"own {found.group}", len(zones))
            other_zone = zones.setdefault(f"other {found.group}", len(zones)) if owned else zone
        word, byte = divmod(found.offset, WORD)
        bits = 8 * found.dtype.itemsize
        rows.append(
            (word, 8 * byte, 64 - bits, 8 * byte + bits > 64, found.group in crowded, kind,
             found.owner, own, other, n_values - 1, zone, other_zone,
             at.get(found.seat_at, NOTHING))
        )  # fmt: skip
    slots = np.array(rows, SLOT)
    tops = list_tops(dtype)
    n_words = -(-dtype.itemsize // WORD) + 1 + sum(-(-top["n_bytes"] // WORD) + 1 for top in tops)
    first = np.searchsorted(slots["word"], np.arange(n_words + 1)).astype(np.int32)
    return Layout(
        slots, first, n_words, len(scale), len(zones), np.array(scale, np.float32), tops, names,
        zones,
    )  # fmt: skip


def list_tops(dtype: np.dtype[Any]) -> np.ndarray:
    """List where the last entries of the agenda and the stack are, and are copied to."""
    word = -(-dtype.itemsize // WORD) + 1
    tops = []
    for count, entries in TOPS:
        if entries in (dtype.names or ()):
            kind, offset = locate(dtype, entries)
            size = element_of(kind)[0].itemsize
            tops.append((locate(dtype, count)[1], offset, size, word))
            word += -(-size // WORD) + 1
    return np.array(tops, TOP)


def locate(dtype: np.dtype[Any], name: str) -> tuple[np.dtype[Any], int]:
    """Return the type and the offset of a field of a record."""
    assert dtype.fields
    kind, offset, *_ = dtype.fields[name]
    return kind, offset


def element_of(kind: np.dtype[Any]) -> tuple[np.dtype[Any], tuple[int, ...]]:
    """Return the type of an array's elements, and its shape; () for what is no array."""
    return kind.subdtype or (kind, ())


def list_fields(game: Game, dtype: np.dtype[Any]) -> Iterator[Found]:
    """Yield the fields that are read: those of the players, and the numbers of the table."""
    kind, offset = locate(dtype, "players")
    player, (n_seats,) = element_of(kind)
    places = name_places(game)
    for seat in range(n_seats):
        for found in walk(player, offset + seat * player.itemsize, (), seat, places):
            if not is_pile(game, found):
                yield found
    names = dtype.names or ()
    for name in names:
        if name not in ENGINE_FIELDS:
            yield from list_table_field(name, *locate(dtype, name), n_seats)
    tops = [entries for _, entries in TOPS if entries in names]
    for name, top in zip(tops, list_tops(dtype), strict=True):
        entry, _ = element_of(locate(dtype, name)[0])
        yield from list_entry(entry, WORD * int(top["word"]), name)


def list_table_field(name: str, kind: np.dtype[Any], offset: int, n_seats: int) -> Iterator[Found]:
    """Yield the whole numbers of a field of the table: one, one for each seat, or of a record."""
    base, shape = element_of(kind)
    if shape in ((), (1,)):
        if base.names:
            yield from list_entry(base, offset, name)
        else:
            yield Found((name,), offset, base, NOTHING)
    elif shape == (n_seats,) and not base.names:
        for seat in range(n_seats):
            yield Found((name,), offset + seat * base.itemsize, base, seat)


def list_entry(dtype: np.dtype[Any], offset: int, name: str) -> Iterator[Found]:
    """Yield the fields of a record of the table, such as what is on top of the stack."""
    names = dtype.names or ()
    seat_at = offset + locate(dtype, "seat")[1] if "seat" in names else NOTHING
    for inner in names:
        kind, at = locate(dtype, inner)
        if inner not in REFERENCES and kind.names is None and kind.subdtype is None:
            yield Found((name, inner), offset + at, kind, NOTHING, seat_at, True)


def walk(
    dtype: np.dtype[Any], offset: int, path: tuple[str | int, ...], owner: int,
    places: Mapping[tuple[str, int], str],
) -> Iterator[Found]:  # fmt: skip
    """Yield the whole numbers in a record type, with the elements of arrays one by one."""
    if dtype.subdtype:
        base, shape = dtype.subdtype
        n = int(np.prod(shape))
        for index in range(n):
            label = places.get((str(path[-1]), index), index if n < SHARED_FROM else EACH)
            yield from walk(base, offset + index * base.itemsize, (*path, label), owner, places)
    elif dtype.names:
        for name in dtype.names:
            kind, inner = locate(dtype, name)
            yield from walk(kind, offset + inner, (*path, name), owner, places)
    else:
        yield Found(path, offset, dtype, owner)


def name_places(game: Game) -> dict[tuple[str, int], str]:
    """Return the name of each place on the table that the game's view shows as one of a row."""
    named = {}
    for shown in game.view.player:
        if type(shown) is CardPlace:
            named[shown.source, shown.index] = shown.name
        elif type(shown) is Row:
            named.update({(shown.source, index): shown.name for index in shown.indexes})
    return named


def list_holders(shown: Iterable[Any]) -> Iterator[Holder]:
    """Yield the fields of a view that hold cards, those within places included."""
    for one in shown:
        if isinstance(one, Holder):
            yield one
        yield from list_holders(getattr(one, "fields", ()))


def kind_of(game: Game, found: Found) -> Kind:
    """Return what kind of slot a field is."""
    name = next(part for part in reversed(found.path) if isinstance(part, str) and part != EACH)
    names = [part for part in found.path if isinstance(part, str)]
    if found.dtype.itemsize == WORD:
        is_owned = found.owner != NOTHING or found.seat_at != NOTHING
        return Kind.CARDS if is_owned else Kind.COUNT
    if name in ("seat", "target_seat", "priority", "active"):
        return Kind.SEAT
    if name == "copy_id" and found.seat_at != NOTHING:
        return Kind.CARD
    holders = list(list_holders(game.view.player))
    if any(one.at == name for one in holders if not isinstance(one, CardSet | Pile)):
        return Kind.CARD
    if found.owner == NOTHING and any(
        isinstance(one, Seat) and one.at in names for one in game.view.table
    ):
        return Kind.SEAT
    return Kind.NUMBER


def is_pile(game: Game, found: Found) -> bool:
    """Return whether a field is an element of an ordered zone."""
    return any(isinstance(one, Pile) and one.at == found.path[0] for one in game.view.player)

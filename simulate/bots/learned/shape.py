"""The rows of weights of one game's learned players, and the records that rules read them from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.bots.learned.layout import Layout
from evenhand.simulate.bots.learned.slots import (
    COMPARED,
    KINDS,
    MOST_FEATURES,
    NEXT,
    ONE,
    OUT_ONE,
    OVER,
    PLACES,
    SLOT,
    TOP,
    UNITS,
    WORD,
)  # fmt: skip
from evenhand.simulate.engine.menu import MENU_SLOTS
from evenhand.simulate.engine.pool_record import CARD_SLOTS

__all__ = ["OPTION_ROWS", "LearnedPlayers", "Shape", "Weights", "mind_record", "net_record"]

OPTION_ROWS = KINDS * KINDS + KINDS * 2 * PLACES + OVER + NEXT * KINDS + 1
SPARE_SLOTS, SPARE_ZONES = 64, 16  # records grow by so many, so that few need compiling


@dataclass(frozen=True)
class Shape:
    """The numbering of the rows of a pool's games.

    The rows of the table come first, then those of changes, of the kind and target of an option,
    and of cards: one for each card in each zone of the table, of changes, and of options.

    Attributes
    ----------
    layout : Layout
    cards : float32 array, shape (n_cards, n_columns)
        Each card as numbers, divided by their usual size.
    kinds : tuple of int
        Kinds of options with a card; all others share the last zone.
    """

    layout: Layout
    cards: np.ndarray
    kinds: tuple[int, ...]

    @property
    def n_plain(self) -> int:
        """Number of rows that are not of cards."""
        return 2 * self.layout.n_rows + OPTION_ROWS

    @property
    def favourite_row(self) -> int:
        """Row of the answer that the rules of thumb give."""
        return self.n_plain - 1

    @property
    def n_zones(self) -> int:
        """Number of zones in which cards are seen."""
        return 2 * self.layout.n_zones + len(self.kinds) + 1

    @property
    def n_rows(self) -> int:
        """Number of all rows."""
        return self.n_plain + self.n_zones * len(self.cards)

    @cached_property
    def scale(self) -> np.ndarray:
        """The usual size of what is counted in each row, float32."""
        scale = np.ones(self.n_rows, np.float32)
        n = self.layout.n_rows
        scale[:n] = scale[n : 2 * n] = self.layout.scale
        return scale


@dataclass
class Weights:
    """Weights of plain rows and, for each zone, of the numbers of cards; all are float32.

    Attributes
    ----------
    plain : array, shape (n_plain, UNITS)
    cards : array, shape (n_zones, n_columns, UNITS)
    bias, out : arrays, shape (UNITS,)
    tau : int
        Points of score by rules of thumb that count as a logit of 1; 0 to ignore the scores.
    """

    plain: np.ndarray
    cards: np.ndarray
    bias: np.ndarray
    out: np.ndarray
    tau: int

    def list_rows(self, cards: np.ndarray) -> np.ndarray:
        """Return the weights of all rows for some cards, shape (n_rows, UNITS)."""
        return np.concatenate([self.plain, np.matmul(cards, self.cards).reshape(-1, UNITS)])


def net_record(shapes: Sequence[Shape]) -> np.dtype[Any]:
    """Make the record of one player's weights, with room for the largest pool."""
    n_rows = max(
        shape.n_plain + round_up(shape.n_zones, SPARE_ZONES) * CARD_SLOTS for shape in shapes
    )
    return record(
        ("tau", np.int64),
        ("bias", np.float32, (UNITS,)),
        ("out", np.int64, (UNITS,)),
        ("rows", np.float32, (n_rows, UNITS)),
    )


def mind_record(layouts: Sequence[Layout]) -> np.dtype[Any]:
    """Make the record of what a learned player reads and writes while it thinks."""
    n_words = max(layout.n_words for layout in layouts) + COMPARED
    n_slots = max(len(layout.slots) for layout in layouts)
    return record(
        ("belief_words", np.uint64, (n_words,)),  # the re-dealt state before an option
        ("future_words", np.uint64, (n_words,)),  # .. and after it
        ("logits", np.int64, (MENU_SLOTS,)),
        ("table_sums", np.float32, (UNITS,)),
        ("option_sums", np.float32, (UNITS,)),
        ("rows", np.int32, (MOST_FEATURES,)),  # of the features of the table and an option
        ("counts", np.float32, (MOST_FEATURES,)),
        ("n_groups", np.int32),
        ("groups", np.int32, (n_words,)),  # first words of groups that slots lie in
        ("changed", np.int32, (n_words,)),  # words that an option changes
        ("n_used_by_table", np.int32),
        ("used_by_table", np.int32, (n_words,)),  # words that are read where nothing changes, too
        ("first", np.int32, (n_words + 1,)),  # first slot of each word
        ("goes_on", np.int32, (n_words,)),  # 1: the last slot of the word before goes on in it
        ("n_table_rows", np.int32),
        ("n_table_zones", np.int32),
        ("n_cards", np.int32),
        ("first_card_row", np.int32),
        ("first_option_row", np.int32),
        ("kind_zone", np.int32, (KINDS,)),
        ("n_tops", np.int32),
        ("tops", TOP, (2,)),
        ("slots", SLOT, (round_up(n_slots, SPARE_SLOTS),)),
    )


def round_up(n: int, unit: int) -> int:
    """Round a number up to a multiple of a unit."""
    return -(-n // unit) * unit


@dataclass(frozen=True)
class LearnedPlayers:
    """The learned players of a plan, packed for the rules.

    Attributes
    ----------
    shapes : tuple of Shape
        One for each player: what each reads hangs on the games that it learned from.
    nets : array of `net_record`, shape (n_players,)
    """

    shapes: tuple[Shape, ...]
    nets: np.ndarray

    @classmethod
    def pack(cls, shapes: Sequence[Shape], weights: Sequence[Weights]) -> "LearnedPlayers":
        """Round the weights of some players to the whole numbers that rules count with."""
        nets = np.zeros(len(weights), net_record(shapes))
        for net, shape, learned in zip(nets, shapes, weights, strict=True):
            net["tau"] = learned.tau
            net["bias"] = np.rint(learned.bias * ONE)
            net["out"] = np.rint(learned.out * OUT_ONE)
            rows = learned.list_rows(shape.cards) / shape.scale[:, None]
            net["rows"][: shape.n_rows] = np.rint(rows * ONE)
        return cls(tuple(shapes), nets)

    def make_minds(self, state_record: np.dtype[Any]) -> tuple[np.ndarray, np.ndarray]:
        """Make the memory that a worker's players think in.

        Returns
        -------
        minds : array of `mind_record`, shape (n_players,)
        imagined : array of state records, shape (n_players, 2)
            The re-dealt state before and after an option, in the memory of the minds' words.
        """
        minds = np.zeros(len(self.shapes), mind_record([shape.layout for shape in self.shapes]))
        n_words = minds.dtype["belief_words"].shape[0]
        imagined = np.ndarray(
            (len(minds), 2), state_record, minds.data, strides=(minds.itemsize, WORD * n_words)
        )
        for mind, shape in zip(minds, self.shapes, strict=True):
            describe_layout(mind, shape)
        return minds, imagined


def describe_layout(mind: Any, shape: Shape) -> None:
    """Write into a mind what its player reads."""
    layout = shape.layout
    groups = list_groups(layout)
    mind["n_groups"] = len(groups)
    mind["groups"][: len(groups)] = groups
    by_table = np.unique(layout.slots["word"][layout.slots["is_crowded"] == 0])
    mind["n_used_by_table"] = len(by_table)
    mind["used_by_table"][: len(by_table)] = by_table
    mind["first"][:] = len(layout.slots)
    mind["first"][: len(layout.first)] = layout.first
    mind["goes_on"][layout.slots["word"][layout.slots["straddles"] > 0] + 1] = 1
    mind["n_table_rows"] = layout.n_rows
    mind["n_table_zones"] = layout.n_zones
    mind["n_cards"] = len(shape.cards)
    mind["first_card_row"] = shape.n_plain
    mind["first_option_row"] = 2 * layout.n_rows
    mind["kind_zone"][:] = len(shape.kinds)
    mind["kind_zone"][list(shape.kinds)] = np.arange(len(shape.kinds))
    mind["n_tops"] = len(layout.tops)
    mind["tops"][: len(layout.tops)] = layout.tops
    mind["slots"][: len(layout.slots)] = layout.slots


def list_groups(layout: Layout) -> list[int]:
    """List the first words of as few groups of `COMPARED` words as hold all slots."""
    words = layout.slots["word"]
    groups = [-COMPARED]
    for word in np.union1d(words, words + layout.slots["straddles"]).tolist():
        if word >= groups[-1] + COMPARED:
            groups.append(word)
    return groups[1:]

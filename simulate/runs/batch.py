"""A plan as arrays, and the games of a chunk of it."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import UsageError
from evenhand.decks.product import Product
from evenhand.decks.records import NOTHING
from evenhand.simulate.bots.bot_files import load_players, pack_bots
from evenhand.simulate.bots.learned.shape import LearnedPlayers
from evenhand.simulate.bots.policies import QUESTION
from evenhand.simulate.bots.thinking import prepare_thinking
from evenhand.simulate.compiling import watch_record, watched
from evenhand.simulate.engine.options import pack_options
from evenhand.simulate.engine.state import TALLY
from evenhand.simulate.runs.chunk_loop import CHUNK, play_chunk
from evenhand.simulate.runs.deck_dealing import PACK_SLOTS, PACK_WIDTH, PRODUCT
from evenhand.simulate.runs.loop import QUESTIONS_PER_GAME, TRACE_STEP
from evenhand.simulate.runs.plan import Matchup, Plan, once_per_plan
from evenhand.simulate.runs.result_columns import PLACEMENT, row_record
from evenhand.simulate.runs.seating import seating

__all__ = [
    "Chunk", "PlanArrays", "Trace", "chunks_of", "pack_entrants", "plan_arrays", "play",
    "rank_cards", "write_sides",
]  # fmt: skip

CHUNK_PAIRS = 2_500  # pairs in one part file


@dataclass(frozen=True)
class Chunk:
    """Consecutive pairs of one matchup: the unit of work and of writing."""

    number: int  # within its matchup
    matchup: int
    first_pair: int
    n_pairs: int


@dataclass(frozen=True)
class Trace:
    """The record of one game of a chunk, question by question.

    Attributes
    ----------
    game : int
        Index of the game in the chunk.
    states : array of state records, shape (n + 1,)
        Before the first answer, and after each.
    steps : array of `evenhand.simulate.runs.loop.TRACE_STEP`, shape (n,)
    """

    game: int
    states: np.ndarray
    steps: np.ndarray

    @classmethod
    def blank(cls, state_record: np.dtype, game: int = 0, n: int = QUESTIONS_PER_GAME) -> "Trace":
        """Allocate the trace of one game; memory is used only where it is written to."""
        return cls(game, np.zeros(n + 1, state_record), np.zeros(n, TRACE_STEP))

    @property
    def n(self) -> int:
        """Number of questions recorded."""
        return bisect_left(self.steps["n"], True, key=lambda n: n == 0)


@dataclass(frozen=True)
class PlanArrays:
    """A plan as arrays, shared by all workers and never modified."""

    plan: Plan
    matchups: list[Matchup]
    pool: np.ndarray  # as packed for the rules, shape (1,)
    options: np.ndarray  # shape (1,)
    bots: np.ndarray  # bot records, shape (n_bots,)
    cards: np.ndarray  # int16 deck lists, shape (n_entrants, deck_slots)
    sizes: np.ndarray  # int16 cards in each deck, shape (n_entrants,)
    products: np.ndarray  # PRODUCT, shape (n_entrants,)
    players: LearnedPlayers | None  # weights of the learned players among the bots
    rank_of: np.ndarray  # int32 rank of each pool row in the canonical order
    row: np.dtype  # record type of a result row

    @property
    def chunks(self) -> list[Chunk]:
        """All games as chunks."""
        return chunks_of(matchup.pairs for matchup in self.matchups)


def chunks_of(n_pairs: Iterable[int]) -> list[Chunk]:
    """Divide matchups into chunks; the boundaries do not depend on the number of pairs."""
    return [
        Chunk(number, row, first, min(CHUNK_PAIRS, n - first))
        for row, n in enumerate(n_pairs)
        for number, first in enumerate(range(0, n, CHUNK_PAIRS))
    ]


@once_per_plan
def plan_arrays(plan: Plan) -> PlanArrays:
    """Convert a plan to arrays."""
    game = plan.game
    deck_slots = game.state_record(plan.n_seats)["card_of"].shape[1]
    cards, sizes, products = pack_entrants(plan.entrants, deck_slots)
    return PlanArrays(
        plan=plan,
        matchups=plan.matchups,
        pool=game.pack_pool(plan.pool),
        options=pack_options(game.options, plan.options),
        bots=pack_bots(game, list(plan.bots)),
        players=load_players(game, plan.pool, plan.n_seats, plan.bots),
        cards=cards,
        sizes=sizes,
        products=products,
        rank_of=rank_cards(plan.pool),
        row=row_record(plan.n_seats, deck_slots),
    )


def pack_entrants(
    entrants: Sequence[Deck | Product], deck_slots: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Convert decks or products to arrays.

    Returns
    -------
    cards : int16 array, shape (n_entrants, deck_slots)
    sizes : int16 array, shape (n_entrants,)
    products : array of `evenhand.simulate.runs.deck_dealing.PRODUCT`, shape (n_entrants,)
    """
    cards = np.zeros((len(entrants), deck_slots), np.int16)
    sizes = np.zeros(len(entrants), np.int16)
    for i, entrant in enumerate(entrants):
        if isinstance(entrant, Deck):
            cards[i, : len(entrant.cards)] = entrant.cards
            sizes[i] = len(entrant.cards)
    products = [entrant for entrant in entrants if isinstance(entrant, Product)]
    return cards, sizes, pack_products(products) if products else np.zeros(len(entrants), PRODUCT)


def pack_products(products: Sequence[Product]) -> np.ndarray:
    """Make the array of product records for kernels, shape (len(products),).

    Raises
    ------
    UsageError
        If a product's packs exceed the capacity of the record.
    """
    packed = np.zeros(len(products), PRODUCT)
    for row, product in zip(packed, products, strict=True):
        n_slots, width = product.rows.shape
        if n_slots > PACK_SLOTS or width > PACK_WIDTH:
            raise UsageError(f"a pack has at most {PACK_SLOTS} cards, one of {PACK_WIDTH} each")
        row["packs"] = product.packs_per_player
        row["n_slots"] = n_slots
        row["rows"][:n_slots] = np.pad(product.rows, ((0, 0), (0, PACK_WIDTH - width)), "edge")
        row["cumulative"][:n_slots] = np.pad(
            product.cumulative, ((0, 0), (0, PACK_WIDTH - width)), "edge"
        )
    return packed


def rank_cards(pool: CardPool) -> np.ndarray:
    """Return the rank of each pool row in the canonical order of deck slots, int32."""
    order = sorted(range(len(pool.cards)), key=lambda i: pool.schema.sort_key(pool.cards[i]))
    ranks = np.zeros(len(order), np.int32)
    ranks[order] = np.arange(len(order))
    return ranks


def play(
    arrays: PlanArrays,
    chunk: Chunk,
    interpreted: bool = False,
    trace: Trace | None = None,
    tallies: np.ndarray | None = None,
    watch: bool = False,
    bots: np.ndarray | None = None,
    lessons: Any = None,
) -> np.ndarray:
    """Play the games of a chunk.

    Parameters
    ----------
    interpreted : bool
        Run the plain Python rules, the reference: about ten thousand times slower.
    trace : Trace, optional
        Filled with one of the games.
    tallies : array of `evenhand.simulate.engine.state.TALLY`, shape (n_pairs * n_seats, n_seats)
        If given, filled with the statistics of each seat of each game.
    watch : bool
        Run the plain Python rules on watched records, which raise a `RuleError` where compiled
        rules would fail silently.

    Returns
    -------
    rows : structured array, shape (n_pairs * n_seats,)
        One `evenhand.simulate.runs.result_columns.row_record` per game, in order.
    """
    matchup = arrays.matchups[chunk.matchup]
    n_seats = arrays.plan.n_seats
    sides = np.array(matchup.decks)
    rows = np.zeros(chunk.n_pairs * n_seats, arrays.row)
    state_record = arrays.plan.game.state_record(n_seats)
    order = seating(n_seats, np.arange(chunk.first_pair, chunk.first_pair + chunk.n_pairs))
    has_placement = PLACEMENT in (arrays.row.names or ())
    placements = np.zeros((len(rows) if has_placement else 0, n_seats), np.int8)
    trace = trace or Trace.blank(state_record, NOTHING, 0)
    bots = arrays.bots[list(matchup.bots)] if bots is None else bots
    job = np.zeros(1, CHUNK)
    job[0] = (
        arrays.plan.seed, matchup.stream, chunk.matchup, chunk.first_pair, chunk.n_pairs, trace.game
    )  # fmt: skip
    run = play_chunk.py_func if interpreted or watch else play_chunk
    wrap = watched if watch else return_unchanged
    if watch:
        arrays.plan.game.hooks.serve(watch_record(state_record))
    run(
        job,
        wrap(np.zeros(2, state_record)),
        wrap(make_writeable(arrays.pool)),
        wrap(make_writeable(arrays.options)),
        wrap(bots),
        wrap(np.zeros(n_seats, bots.dtype)),
        wrap(np.zeros(1, QUESTION))[0],
        prepare_thinking(state_record, bots, arrays.players, lessons),
        arrays.cards[sides],
        arrays.sizes[sides],
        arrays.products[sides],
        make_writeable(arrays.rank_of),
        rows,
        trace.states,
        trace.steps,
        np.zeros((0, n_seats), TALLY) if tallies is None else tallies,
        order,
        placements,
    )
    write_sides(rows, matchup, order)
    if has_placement:
        rows[PLACEMENT] = placements
    return rows


def write_sides(rows: np.ndarray, matchup: Matchup, order: np.ndarray) -> None:
    """Write the deck and the bot of each seat into the rows of some pairs."""
    decks, bots, n_seats = np.array(matchup.decks), np.array(matchup.bots), order.shape[1]
    for rotation in range(n_seats):
        sides = np.roll(order, -rotation, axis=1)
        rows["deck"][rotation::n_seats] = decks[sides]
        rows["bot"][rotation::n_seats] = bots[sides]


def return_unchanged(array: np.ndarray) -> np.ndarray:
    """Return an array unchanged."""
    return array


def make_writeable(array: np.ndarray) -> np.ndarray:
    """Return an array marked as writeable: itself or a copy. Nothing writes to it.

    Worker processes receive large arrays read-only; numba treats those as another type and
    would compile all rules again for it.
    """
    return np.require(array, requirements="W")

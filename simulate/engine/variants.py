"""Variants of decks: the same deals with some cards exchanged, and nothing written.

A variant takes the place of the deck it was made from in all its matchups, slot for
slot, so that every card that both have is drawn at the same moment. The games of the
deck itself are played once and serve all its variants.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import joblib
import numpy as np

from decks.problems import UsageError
from simulate.engine.batch import CHUNK_PAIRS, Chunk, Table, lay_table, play
from simulate.engine.plan import Matchup, Plan
from simulate.engine.seating import places_of

__all__ = ["Arm", "Field", "Place", "Variant", "arms_of", "lay_field", "play_arms"]


@dataclass(frozen=True)
class Variant:
    """A deck with other cards in some of its slots.

    Attributes
    ----------
    deck : int
        Row of the plan's entrants.
    cards : tuple of int
        Rows of the plan's pool, one for each slot of the deck.
    """

    deck: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Arm:
    """Some pairs of one matchup.

    Attributes
    ----------
    matchup : int
        Row of the field's matchups.
    first_pair, n_pairs : int
    """

    matchup: int
    first_pair: int
    n_pairs: int


class Place(NamedTuple):
    """A matchup of a variant.

    Attributes
    ----------
    own, exchanged : int
        Rows of the field's matchups: that of the deck itself, and the variant's.
    sides : tuple of int
        Those that the deck, or the variant, holds.
    """

    own: int
    exchanged: int
    sides: tuple[int, ...]


@dataclass(frozen=True)
class Field:
    """A plan's matchups, and after them those of its variants.

    Attributes
    ----------
    table : Table
    places : list of list of Place
        By variant.
    """

    table: Table
    places: list[list[Place]]


def lay_field(plan: Plan, variants: Sequence[Variant]) -> Field:
    """Put variants in the place of their decks.

    A deck that only meets itself keeps one side, and the variant gets the other.

    Raises
    ------
    UsageError
        If decks are opened from packs: they have no slots to put a card in.
    """
    if plan.is_sealed:
        raise UsageError(f"cards cannot be exchanged in the mode {plan.mode}: its decks vary")
    table = lay_table(plan)
    cards = np.zeros((len(variants), table.cards.shape[1]), np.int16)
    for slots, variant in zip(cards, variants, strict=True):
        slots[: len(variant.cards)] = variant.cards
    n_decks = len(plan.entrants)
    matchups = list(table.matchups)
    places: list[list[Place]] = []
    for number, variant in enumerate(variants):
        places.append([])
        for row, sides in played_by(table.matchups, variant.deck):
            places[-1].append(Place(row, len(matchups), sides))
            matchups.append(exchanged(table.matchups[row], sides, n_decks + number))
    decks = [variant.deck for variant in variants]
    laid = replace(
        table,
        matchups=matchups,
        cards=np.concatenate([table.cards, cards]),
        sizes=np.concatenate([table.sizes, table.sizes[decks]]),
        products=np.concatenate([table.products, table.products[decks]]),
    )
    return Field(laid, places)


def played_by(matchups: Sequence[Matchup], deck: int) -> list[tuple[int, tuple[int, ...]]]:
    """List the matchups of a deck, as rows and the sides it holds; mirrors if all are."""
    held = [
        (row, tuple(side for side, name in enumerate(matchup.decks) if name == deck))
        for row, matchup in enumerate(matchups)
        if deck in matchup.decks
    ]
    others = [(row, sides) for row, sides in held if len(sides) < len(matchups[row].decks)]
    return others or [(row, sides[:1]) for row, sides in held]


def exchanged(matchup: Matchup, sides: tuple[int, ...], entrant: int) -> Matchup:
    """Seat another entrant at some sides; the deals stay those of the matchup."""
    decks = tuple(entrant if side in sides else deck for side, deck in enumerate(matchup.decks))
    return replace(matchup, decks=decks)


def arms_of(matchup: int, first_pair: int, end: int) -> list[Arm]:
    """Cut the pairs up to `end` into arms that are no larger than a chunk of a run."""
    starts = range(first_pair, end, CHUNK_PAIRS)
    return [Arm(matchup, start, min(CHUNK_PAIRS, end - start)) for start in starts]


def play_arms(
    field: Field, arms: Sequence[Arm], jobs: int = 1, backend: str = "threading"
) -> Iterator[np.ndarray]:
    """Play arms with workers.

    Parameters
    ----------
    jobs : int
        Workers; -1 for one per processor.

    Yields
    ------
    float array, shape (n_seats, n_pairs)
        What each side scored in each pair, in order of the arms: the mean of its games,
        of which a win counts 1 and a draw its share.
    """
    work = joblib.Parallel(
        n_jobs=jobs, backend=backend, return_as="generator", pre_dispatch="2*n_jobs"
    )
    yield from work(joblib.delayed(play_arm)(field.table, arm) for arm in arms)


def play_arm(table: Table, arm: Arm) -> np.ndarray:
    """Play some pairs and score them."""
    rows = play(table, Chunk(0, arm.matchup, arm.first_pair, arm.n_pairs))
    n_seats = table.plan.n_seats
    winner = rows["winner"].reshape(arm.n_pairs, n_seats)
    places = places_of(n_seats, np.arange(arm.first_pair, arm.first_pair + arm.n_pairs)).T
    # In rotation r, the side at place p sits in seat p - r.
    seats = (places[..., None] - np.arange(n_seats)) % n_seats
    won = seats == winner
    return (won + (winner < 0) / n_seats).mean(axis=2)

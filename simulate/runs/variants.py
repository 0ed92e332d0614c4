"""Variants of decks: the same deals with some cards exchanged, without writing files.

A variant replaces its deck in all matchups, slot for slot, so that every card that both have is
drawn at the same time. The games of the deck are played once and shared by all its variants.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from evenhand.decks.pool import CardPool
from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.batch import PlanArrays, plan_arrays
from evenhand.simulate.runs.plan import Matchup, Plan
from evenhand.simulate.runs.run_folder import fingerprint_of, hash_json, identify

__all__ = [
    "Variant",
    "VariantMatchup",
    "VariantPlan",
    "plan_variants",
]


@dataclass(frozen=True)
class Variant:
    """A deck with other cards in some slots.

    Attributes
    ----------
    deck : int
        Row of the plan's entrants.
    cards : tuple of int
        Rows of the plan's pool, one for each slot of the deck.
    """

    deck: int
    cards: tuple[int, ...]


class VariantMatchup(NamedTuple):
    """A matchup of a variant.

    Attributes
    ----------
    own, exchanged : int
        Rows of the variant plan's matchups: the deck's, and the variant's.
    sides : tuple of int
        The sides of the deck, or of the variant.
    """

    own: int
    exchanged: int
    sides: tuple[int, ...]


@dataclass(frozen=True)
class VariantPlan:
    """A plan's matchups, followed by those of its variants.

    Attributes
    ----------
    arrays : PlanArrays
    matchups : list of list of VariantMatchup
        By variant.
    variants : sequence of Variant
    together : list of dict of int to int
        By group of variants: rows of the plan's matchups with its decks, and those in which all of
        them are exchanged.
    """

    arrays: PlanArrays
    matchups: list[list[VariantMatchup]]
    variants: Sequence[Variant]
    together: list[dict[int, int]]

    @cached_property
    def fingerprint(self) -> str:
        """Hash of everything that determines the games."""
        plan = self.arrays.plan
        plan_hashes = [fingerprint_of(identify(plan)), hash_pool(plan.pool)]
        return hash_json(
            [*plan_hashes, [[variant.deck, variant.cards] for variant in self.variants]]
        )


def plan_variants(
    plan: Plan, variants: Sequence[Variant], groups: Sequence[Sequence[int]] = ()
) -> VariantPlan:
    """Add the matchups of variants to those of a plan.

    A deck that only meets itself keeps one side, and the variant gets the other.

    Parameters
    ----------
    plan : Plan
    variants : sequence of Variant
    groups : sequence of sequence of int
        Variants of different decks that also meet each other, as if one card were changed in all.

    Raises
    ------
    UsageError
        If decks are opened from packs, which have no fixed slots.
    """
    if plan.is_sealed:
        raise UsageError(f"cards cannot be exchanged in the mode {plan.mode}: its decks vary")
    arrays = plan_arrays(plan)
    cards = np.zeros((len(variants), arrays.cards.shape[1]), np.int16)
    for slots, variant in zip(cards, variants, strict=True):
        slots[: len(variant.cards)] = variant.cards
    n_decks = len(plan.entrants)
    matchups = list(arrays.matchups)
    variant_matchups: list[list[VariantMatchup]] = []
    for number, variant in enumerate(variants):
        variant_matchups.append([])
        for row, sides in find_matchups(arrays.matchups, variant.deck):
            variant_matchups[-1].append(VariantMatchup(row, len(matchups), sides))
            matchups.append(replace_deck(arrays.matchups[row], sides, n_decks + number))
    together = []
    for group in groups:
        entrants = {variants[number].deck: n_decks + number for number in group}
        together.append(exchange_all(arrays.matchups, entrants, matchups))
    decks = [variant.deck for variant in variants]
    variant_arrays = replace(
        arrays,
        matchups=matchups,
        cards=np.concatenate([arrays.cards, cards]),
        sizes=np.concatenate([arrays.sizes, arrays.sizes[decks]]),
        products=np.concatenate([arrays.products, arrays.products[decks]]),
    )
    return VariantPlan(variant_arrays, variant_matchups, variants, together)


def hash_pool(pool: CardPool) -> str:
    """Return the hash of all that rules read of the cards, including those not in a file."""
    parts = (pool.records, pool.abilities, pool.steps)
    return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()


def find_matchups(matchups: Sequence[Matchup], deck: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return (row, sides of the deck) of its matchups; mirror matchups only if all are."""
    matches = [
        (row, tuple(side for side, name in enumerate(matchup.decks) if name == deck))
        for row, matchup in enumerate(matchups)
        if deck in matchup.decks
    ]
    others = [(row, sides) for row, sides in matches if len(sides) < len(matchups[row].decks)]
    return others or [(row, sides[:1]) for row, sides in matches]


def exchange_all(
    own: Sequence[Matchup], entrants: Mapping[int, int], matchups: list[Matchup]
) -> dict[int, int]:
    """Return the rows of matchups with all of some decks exchanged, by row; append those missing.

    Parameters
    ----------
    own : sequence of Matchup
        The plan's.
    entrants : mapping of int to int
        What takes the place of each of the decks.
    matchups : list of Matchup
        All there are so far.
    """
    known = {matchup: row for row, matchup in enumerate(matchups)}
    rows = {}
    for row, matchup in enumerate(own):
        if entrants.keys().isdisjoint(matchup.decks):
            continue
        decks = tuple(entrants.get(deck, deck) for deck in matchup.decks)
        exchanged = replace(matchup, decks=decks)
        rows[row] = known.get(exchanged, len(matchups))
        if rows[row] == len(matchups):
            matchups.append(exchanged)
    return rows


def replace_deck(matchup: Matchup, sides: tuple[int, ...], entrant: int) -> Matchup:
    """Return a matchup with another entrant at some sides, and the same deals."""
    decks = tuple(entrant if side in sides else deck for side, deck in enumerate(matchup.decks))
    return replace(matchup, decks=decks)

"""Decks next to a deck: some copies of a card exchanged for another card of the pool."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from evenhand.decks.pool import CardPool
from evenhand.experiments.arena import Cards
from evenhand.experiments.swaps import stand_together

__all__ = ["Candidate", "Moves", "exchanged", "merge"]

MOST_AT_ONCE = 4  # exchanges of a far jump
PATIENCE = 20  # tries for each deck that is wanted, since most of them may be illegal


class Candidate(NamedTuple):
    """A deck that is tried.

    Attributes
    ----------
    origin : int
        Row of the field: the deck that it was made from.
    cards : tuple of int
        Slot for slot; what is not exchanged stays where it was.
    """

    origin: int
    cards: Cards

    @property
    def key(self) -> Cards:
        """What makes two decks the same."""
        return tuple(sorted(self.cards))


@dataclass(frozen=True)
class Moves:
    """Exchanges of cards that keep a deck legal.

    Attributes
    ----------
    pool : CardPool
    mode : str
    options : mapping
        Of which deck rules read their own.
    """

    pool: CardPool
    mode: str
    options: Mapping[str, Any]

    def is_legal(self, cards: Cards) -> bool:
        """Return whether the game's deck rules find nothing wrong."""
        held = [self.pool.cards[row] for row in cards]
        findings = self.pool.schema.deck_rules(held, self.mode, self.options)
        return all(finding.is_note for finding in findings)

    def exchange(self, cards: Cards, out: int, into: int, n_copies: int) -> Cards:
        """Put a card in the place of the first copies of another one."""
        places = [slot for slot, row in enumerate(cards) if row == out][:n_copies]
        return tuple(into if slot in places else row for slot, row in enumerate(cards))

    def list_single(self, base: Candidate) -> list[tuple[Candidate, int, int, int]]:
        """List what could be exchanged in a deck: it, a card, what replaces it, and how often."""
        held = Counter(base.cards)
        return [
            (base, out, into, n_copies)
            for out, copies in held.items()
            for into in range(len(self.pool.cards))
            if into != out and stand_together(self.pool, out, into)
            for n_copies in sorted({1, copies})
        ]

    def draw(
        self, bases: Sequence[Candidate], n: int, tried: set[Cards], rng: np.random.Generator
    ) -> list[Candidate]:
        """Draw decks at random: two of three one exchange away from a base, the rest farther.

        Far jumps find cards that are strong together and weak apart.

        Parameters
        ----------
        tried : set of tuple of int
            Keys of decks that are not wanted again; those that are drawn are added.
        """
        single = [move for base in bases for move in self.list_single(base)]
        near = [single[place] for place in rng.permutation(len(single))]
        n_near = min(len(near), n - n // 3)
        found = self._keep_legal((self._make(*move) for move in near), n_near, tried)
        jumps = (self._jump(bases, rng) for _ in range(PATIENCE * n))
        return found + self._keep_legal(jumps, n - len(found), tried)

    def _make(self, base: Candidate, out: int, into: int, n_copies: int) -> Candidate:
        return Candidate(base.origin, self.exchange(base.cards, out, into, n_copies))

    def _jump(self, bases: Sequence[Candidate], rng: np.random.Generator) -> Candidate:
        """Make several exchanges, whose last one has to be legal alone."""
        deck = bases[int(rng.integers(len(bases)))]
        for _ in range(rng.integers(2, MOST_AT_ONCE + 1)):
            out, into = int(rng.choice(deck.cards)), int(rng.integers(len(self.pool.cards)))
            if stand_together(self.pool, out, into):
                copies = deck.cards.count(out) if rng.random() < 0.5 else 1
                deck = self._make(deck, out, into, copies)
        return deck

    def _keep_legal(self, decks: Iterable[Candidate], n: int, tried: set[Cards]) -> list[Candidate]:
        """Keep the first decks that are legal and new, until there are enough."""
        kept: list[Candidate] = []
        for deck in decks:
            if len(kept) == n:
                break
            if deck.key not in tried and self.is_legal(deck.cards):
                tried.add(deck.key)
                kept.append(deck)
        return kept

    def cross(
        self, decks: Sequence[Candidate], field: Sequence[Cards], tried: set[Cards]
    ) -> list[Candidate]:
        """Join what was exchanged in several decks of the same origin: any two, then all of them.

        Parameters
        ----------
        decks : sequence of Candidate
            The best first, whose exchanges go before.
        field : sequence of tuple of int
            Cards of the decks that they were made from.
        """
        return self._keep_legal(list_crossed(decks, field), len(decks) ** 2, tried)


def list_crossed(decks: Sequence[Candidate], field: Sequence[Cards]) -> Iterator[Candidate]:
    """List decks that have the exchanges of several others."""
    for first in decks:
        whole = first
        for other in decks:
            if other.origin == first.origin:
                yield merge(first, other, field[first.origin])
                whole = merge(whole, other, field[first.origin])
                yield whole


def merge(first: Candidate, other: Candidate, origin: Cards) -> Candidate:
    """Make both decks' exchanges; those of the first where they differ."""
    slots = zip(first.cards, other.cards, origin, strict=True)
    return Candidate(first.origin, tuple(b if a == was else a for a, b, was in slots))


def exchanged(origin: Cards, cards: Cards) -> tuple[Counter[int], Counter[int]]:
    """Return which rows of the pool a deck lacks against another one, and which it has more."""
    before, after = Counter(origin), Counter(cards)
    return before - after, after - before

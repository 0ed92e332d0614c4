"""Moves of a deck: copies of a card exchanged for another card of the pool, kept legal."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from evenhand.decks.pool import CardPool
from evenhand.experiments.arena import Cards
from evenhand.experiments.exchange_plan import is_same_pile

__all__ = ["Candidate", "Moves", "count_exchanged", "merge_exchanges"]

MOST_AT_ONCE = 4  # exchanges in one jump
PATIENCE = 20  # attempts per deck, because most may be illegal


class Candidate(NamedTuple):
    """A deck to try, and the moves that made it.

    Attributes
    ----------
    origin : int
        Index in the field of the deck that it was made from.
    cards : tuple of int
        Cards by slot; cards that are not exchanged keep their slots.
    """

    origin: int
    cards: Cards

    @property
    def key(self) -> Cards:
        """Key that is equal for decks with the same cards."""
        return tuple(sorted(self.cards))


@dataclass(frozen=True)
class Moves:
    """Moves of a deck: exchanges of cards that keep it legal.

    Attributes
    ----------
    pool : CardPool
    mode : str
    options : mapping
        Rule options, for the deck rules.
    """

    pool: CardPool
    mode: str
    options: Mapping[str, Any]

    def is_legal(self, cards: Cards) -> bool:
        """Return whether a deck after a move has no problem by the game's deck rules."""
        deck = [self.pool.cards[row] for row in cards]
        findings = self.pool.schema.deck_rules(deck, self.mode, self.options)
        return all(finding.is_note for finding in findings)

    def exchange(self, cards: Cards, out: int, into: int, n_copies: int) -> Cards:
        """Return a deck after a move: the first copies of `out` replaced by `into`."""
        places = [slot for slot, row in enumerate(cards) if row == out][:n_copies]
        return tuple(into if slot in places else row for slot, row in enumerate(cards))

    def list_exchanges(self, base: Candidate) -> list[tuple[Candidate, int, int, int]]:
        """List the moves of a deck: (deck, card, its replacement, number of copies)."""
        counts = Counter(base.cards)
        return [
            (base, out, into, n_copies)
            for out, copies in counts.items()
            for into in range(len(self.pool.cards))
            if into != out and is_same_pile(self.pool, out, into)
            for n_copies in sorted({1, copies})
        ]

    def draw_decks(
        self, bases: Sequence[Candidate], n: int, tried: set[Cards], rng: np.random.Generator
    ) -> list[Candidate]:
        """Draw random moves: two thirds with one exchange from a base, the rest with several.

        Several exchanges find cards that are strong together and weak alone.

        Parameters
        ----------
        tried : set of tuple of int
            Keys of decks that are not drawn again; the keys drawn are added.
        """
        single = [move for base in bases for move in self.list_exchanges(base)]
        near = [single[place] for place in rng.permutation(len(single))]
        n_near = min(len(near), n - n // 3)
        decks = self._keep_legal((self._make(*move) for move in near), n_near, tried)
        jumps = (self._jump(bases, rng) for _ in range(PATIENCE * n))
        return decks + self._keep_legal(jumps, n - len(decks), tried)

    def _make(self, base: Candidate, out: int, into: int, n_copies: int) -> Candidate:
        return Candidate(base.origin, self.exchange(base.cards, out, into, n_copies))

    def _jump(self, bases: Sequence[Candidate], rng: np.random.Generator) -> Candidate:
        """Make 2 to `MOST_AT_ONCE` moves; decks in between may be illegal."""
        deck = bases[int(rng.integers(len(bases)))]
        for _ in range(rng.integers(2, MOST_AT_ONCE + 1)):
            out, into = int(rng.choice(deck.cards)), int(rng.integers(len(self.pool.cards)))
            if is_same_pile(self.pool, out, into):
                copies = deck.cards.count(out) if rng.random() < 0.5 else 1
                deck = self._make(deck, out, into, copies)
        return deck

    def _keep_legal(self, decks: Iterable[Candidate], n: int, tried: set[Cards]) -> list[Candidate]:
        """Return the first `n` decks after moves that are legal and new."""
        kept: list[Candidate] = []
        for deck in decks:
            if len(kept) == n:
                break
            if deck.key not in tried and self.is_legal(deck.cards):
                tried.add(deck.key)
                kept.append(deck)
        return kept

    def combine_decks(
        self, decks: Sequence[Candidate], field: Sequence[Cards], tried: set[Cards]
    ) -> list[Candidate]:
        """Combine the moves of decks with the same origin: of any two, and of all.

        Parameters
        ----------
        decks : sequence of Candidate
            Best first; exchanges of earlier decks have precedence.
        field : sequence of tuple of int
            Cards of the decks of the field.
        """
        return self._keep_legal(list_combined(decks, field), len(decks) ** 2, tried)


def list_combined(decks: Sequence[Candidate], field: Sequence[Cards]) -> Iterator[Candidate]:
    """Yield decks with the moves of several others."""
    for first in decks:
        combined = first
        for other in decks:
            if other.origin == first.origin:
                yield merge_exchanges(first, other, field[first.origin])
                combined = merge_exchanges(combined, other, field[first.origin])
                yield combined


def merge_exchanges(first: Candidate, other: Candidate, origin: Cards) -> Candidate:
    """Return a deck with both decks' moves; in slots that both exchanged, the first's."""
    slots = zip(first.cards, other.cards, origin, strict=True)
    return Candidate(first.origin, tuple(b if a == was else a for a, b, was in slots))


def count_exchanged(origin: Cards, cards: Cards) -> tuple[Counter[int], Counter[int]]:
    """Return the cards that moves removed from a deck and added to it, with numbers of copies."""
    before, after = Counter(origin), Counter(cards)
    return before - after, after - before

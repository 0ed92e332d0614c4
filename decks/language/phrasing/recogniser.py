"""All that a text can mean by a phrasebook: a parser that keeps every reading.

It goes down from a kind of phrase to its parts and remembers what it found at each place,
so that a text of n words takes about n times the work of one (Frost and Hafiz, 2006).
No phrase may begin with a part of its own kind.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from evenhand.decks.language.phrasing.entries import fill_in
from evenhand.decks.language.phrasing.listening import NAME, NUMBER, SIGNED, Heard
from evenhand.decks.language.phrasing.phrasebook import Node, Phrasebook

__all__ = ["Reading", "Recogniser", "TooLongError"]

LEAF_KINDS = {
    "number": NUMBER, "signed": SIGNED, "name": NAME, "raised": SIGNED, "lowered": SIGNED,
}  # fmt: skip
SIGN = {"raised": "+", "lowered": "-"}  # of a number that stands for itself without it
MOST_READINGS = 24  # of one kind at one place, up to one end: the cheapest are kept
MOST_STEPS = 15_000  # a long card of a hundred words takes some 2,000


class TooLongError(Exception):
    """A text has more readings than there is time to look at."""


class Reading(NamedTuple):
    """What some words mean.

    Attributes
    ----------
    end : int
        The first word behind them.
    meaning : str
        In the language's own words.
    cost : int
        How many phrases come before those that were taken.
    """

    end: int
    meaning: str
    cost: int


class Recogniser:
    """Reads one text.

    Attributes
    ----------
    furthest : int
        The first word that nothing led beyond.
    missed : list of Node or str
        Where phrases stood there, or the kinds of words that they asked for.
    """

    def __init__(
        self,
        book: Phrasebook,
        heard: Sequence[Heard],
        settle: Callable[[str, str, int], str | None],
    ) -> None:
        self.book = book
        self.heard = heard
        self.settle = settle
        self.known: dict[tuple[str, int], list[Reading]] = {}
        self.furthest = 0
        self.missed: list[Node | str] = []
        self.steps = 0

    def read(self, kind: str, start: int) -> list[Reading]:
        """List what the words from a place on can mean as a phrase of a kind."""
        if kind in LEAF_KINDS:
            return self.read_leaf(kind, start)
        key = kind, start
        if key not in self.known:
            self.known[key] = []  # a phrase that begins with its own kind would go on for ever
            root = self.book.kinds.get(kind)
            found: dict[tuple[int, str], int] = {}
            if root is not None:
                for end, meaning, cost in self.walk(root, start, (), 0):
                    settled = self.settle(kind, meaning, end)
                    if settled is not None:
                        least = found.get((end, settled), cost)
                        found[end, settled] = min(least, cost)
            self.known[key] = self.cheapest(found)
        return self.known[key]

    def read_leaf(self, kind: str, start: int) -> list[Reading]:
        """Read a number or a name."""
        word = self.heard[start] if start < len(self.heard) else None
        sign = SIGN.get(kind, "")
        if word and word.kind == LEAF_KINDS[kind] and word.text.startswith(sign):
            return [Reading(start + 1, word.text.removeprefix(sign), 0)]
        self.miss(start, kind)
        return []

    def walk(
        self, node: Node, place: int, parts: tuple[tuple[str, str], ...], cost: int
    ) -> Iterator[Reading]:
        """Follow a trie along the words."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLongError
        for meaning, more in node.meanings:
            yield Reading(place, fill_in(meaning, parts), cost + more)
        word = self.heard[place].word if place < len(self.heard) else ""
        if word in node.words:
            yield from self.walk(node.words[word], place + 1, parts, cost)
        elif node.words:
            self.miss(place, node)
        for part, after in node.parts.items():
            for reading in self.read(part.kind, place):
                filled = (*parts, (part.name, reading.meaning))
                yield from self.walk(after, reading.end, filled, cost + reading.cost)

    def miss(self, place: int, expected: Node | str) -> None:
        """Remember what could have stood at the furthest place."""
        if place > self.furthest:
            self.furthest, self.missed = place, []
        if place == self.furthest:
            self.missed.append(expected)

    def list_expected(self) -> list[str]:
        """List how phrases could have gone on at the furthest place."""
        found: dict[str, None] = {}
        for one in self.missed:
            if isinstance(one, str):
                found[f"a {one}"] = None
            else:
                for word, after in one.words.items():
                    found[f"{word} {after.rest()}".strip()] = None
        return list(found)

    def cheapest(self, found: dict[tuple[int, str], int]) -> list[Reading]:
        """Keep the cheapest readings up to each end."""
        readings = sorted(
            (Reading(end, meaning, cost) for (end, meaning), cost in found.items()),
            key=lambda reading: (reading.end, reading.cost),
        )
        kept: dict[int, list[Reading]] = {}
        for reading in readings:
            if len(own := kept.setdefault(reading.end, [])) < MOST_READINGS:
                own.append(reading)
        return [reading for own in kept.values() for reading in own]

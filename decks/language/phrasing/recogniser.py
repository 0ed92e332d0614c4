"""Parse a text by a phrasebook, keeping all readings of ambiguous text.

A memoizing top-down parser: the readings of each kind at each position are computed once, so
that the time for a text of n words is about n times that for one word (Frost and Hafiz,
2006). No phrase may begin with a part of its own kind.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from evenhand.decks.language.phrasing.entries import fill_in
from evenhand.decks.language.phrasing.phrasebook import Node, Phrasebook
from evenhand.decks.language.phrasing.slots import SLOTS
from evenhand.decks.language.phrasing.tokenizer import NAME, NUMBER, SIGNED, TextWord

__all__ = ["Reading", "Recogniser", "TooLongError"]

LEAF_KINDS = {
    "number": NUMBER, "signed": SIGNED, "name": NAME, "raised": SIGNED, "lowered": SIGNED,
}  # fmt: skip
CHANGE = "a number with its sign"
LEAVES = {  # what one word is called in messages
    "number": "a number", "signed": CHANGE, "raised": CHANGE, "lowered": CHANGE,
    "name": "a card's name",
}  # fmt: skip
PARTS = {  # what stands for a part in messages
    **{kind: slot.title for kind, slot in SLOTS.items()},
    "the enemy": "the enemy", "equal": SLOTS["count"].title, "amount": "3", "number": "3",
    "change": "+3", "signed": "+3",
}  # fmt: skip
SIGN = {"raised": "+", "lowered": "-"}  # required sign, which is removed from the meaning
MOST_READINGS = 24  # readings that are kept of one kind, start and end: the cheapest
MOST_STEPS = 15_000  # steps of a search; a long card of a hundred words takes about 2,000


class TooLongError(Exception):
    """A text has too many readings to recognise."""


class Reading(NamedTuple):
    """One reading: a meaning of some words.

    Attributes
    ----------
    end : int
        Position after the last word.
    meaning : str
        The meaning in the language's words.
    cost : int
        Sum of the costs of the phrases used.
    """

    end: int
    meaning: str
    cost: int


class Recogniser:
    """Recogniser of the readings of one text.

    Attributes
    ----------
    furthest : int
        The furthest position at which parsing stopped.
    missed : list of Node or str
        The nodes of the trie reached there, or the kinds of words expected.
    """

    def __init__(
        self,
        book: Phrasebook,
        text_words: Sequence[TextWord],
        normalize: Callable[[str, str, int], str | None],
    ) -> None:
        self.book = book
        self.text_words = text_words
        self.normalize = normalize
        self.known: dict[tuple[str, int], list[Reading]] = {}
        self.furthest = 0
        self.missed: list[Node | str] = []
        self.steps = 0

    def read(self, kind: str, start: int) -> list[Reading]:
        """List the readings of the words from a position on as a phrase of a kind."""
        if kind in LEAF_KINDS:
            return self.read_leaf(kind, start)
        key = kind, start
        if key not in self.known:
            self.known[key] = []  # ends the recursion of a phrase that begins with its own kind
            root = self.book.kinds.get(kind)
            costs: dict[tuple[int, str], int] = {}
            if root is not None:
                for end, meaning, cost in self.walk(root, start, (), 0):
                    normalized = self.normalize(kind, meaning, end)
                    if normalized is not None:
                        least = costs.get((end, normalized), cost)
                        costs[end, normalized] = min(least, cost)
            self.known[key] = self.select_cheapest(costs)
        return self.known[key]

    def read_leaf(self, kind: str, start: int) -> list[Reading]:
        """Parse a number or a name."""
        word = self.text_words[start] if start < len(self.text_words) else None
        sign = SIGN.get(kind, "")
        if word and word.kind == LEAF_KINDS[kind] and word.text.startswith(sign):
            return [Reading(start + 1, word.text.removeprefix(sign), 0)]
        self.miss(start, kind)
        return []

    def walk(
        self, node: Node, place: int, parts: tuple[tuple[str, str], ...], cost: int
    ) -> Iterator[Reading]:
        """Follow a trie along the words, and yield the readings of the phrases that end."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLongError
        for meaning, more in node.meanings:
            yield Reading(place, fill_in(meaning, parts), cost + more)
        word = self.text_words[place].word if place < len(self.text_words) else ""
        if word in node.words:
            yield from self.walk(node.words[word], place + 1, parts, cost)
        elif node.words:
            self.miss(place, node)
        for part, after in node.parts.items():
            for reading in self.read(part.kind, place):
                filled = (*parts, (part.name, reading.meaning))
                yield from self.walk(after, reading.end, filled, cost + reading.cost)

    def miss(self, place: int, expected: Node | str) -> None:
        """Record what was expected, if no parse has got further."""
        if place > self.furthest:
            self.furthest, self.missed = place, []
        if place == self.furthest:
            self.missed.append(expected)

    def list_expected(self) -> list[str]:
        """List the possible continuations at the furthest position."""
        expected: dict[str, None] = {}
        for missed in self.missed:
            if isinstance(missed, str):
                expected[LEAVES[missed]] = None
            else:
                for word, after in missed.words.items():
                    expected[f"{word} {after.rest(PARTS)}".strip()] = None
        return list(expected)

    def select_cheapest(self, costs: dict[tuple[int, str], int]) -> list[Reading]:
        """Return the cheapest readings up to each end, at most `MOST_READINGS`."""
        readings = sorted(
            (Reading(end, meaning, cost) for (end, meaning), cost in costs.items()),
            key=lambda reading: (reading.end, reading.cost),
        )
        kept: dict[int, list[Reading]] = {}
        for reading in readings:
            if len(group := kept.setdefault(reading.end, [])) < MOST_READINGS:
                group.append(reading)
        return [reading for group in kept.values() for reading in group]

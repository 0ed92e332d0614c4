"""The phrasebook of a game: one trie of all phrases for each kind of part."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from evenhand.decks.language.phrasing.entries import (
    Element,
    Entry,
    Part,
    holes,
    read_entries,
    spell_out,
)
from evenhand.decks.language.phrasing.game_entries import list_game_entries
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["LEAVES", "Node", "Phrasebook", "phrasebook_of"]

SHARED, USUAL = "phrases.txt", "usual_phrases.txt"
LEAVES = {"number", "signed", "name", "raised", "lowered"}  # parts that are one word of a text
ONLY = ", only"  # after a kind of a game's file: instead of what is shared
# Kinds of parts that some games lack.
MAYBE = {
    "moment", "place", "duration", "adjective", "noun", "nouns", "the one", "verb", "predicate",
    "tally", "yes or no", "trait", "measure", "unsaid", "activated", "rival", "several steps",
}  # fmt: skip


@dataclass(slots=True)
class Node:
    """A node of the phrasebook's trie of phrases of one kind.

    Attributes
    ----------
    words : dict from str to Node
    parts : dict from Part to Node
    meanings : list of (str, int)
        Meanings of the phrases that end here, with their costs.
    """

    words: dict[str, "Node"] = field(default_factory=dict)
    parts: dict[Part, "Node"] = field(default_factory=dict)
    meanings: list[tuple[str, int]] = field(default_factory=list)

    def rest(self, titles: Mapping[str, str]) -> str:
        """Return the shortest continuation from here, for messages.

        Parameters
        ----------
        titles : mapping from str to str
            What parts are called, by kind; ".." for others.
        """
        if self.meanings:
            return ""
        rests = [f"{word} {after.rest(titles)}" for word, after in self.words.items()]
        rests += [
            f"{titles.get(part.kind, '..')} {after.rest(titles)}"
            for part, after in self.parts.items()
        ]
        return min(rests, key=lambda text: (len(text.split()), len(text))).strip()


@dataclass(frozen=True, eq=False)
class Phrasebook:
    """The phrases of one game by kind, and all their words."""

    kinds: Mapping[str, Node]
    words: frozenset[str]


@cache
def phrasebook_of(vocabulary: Vocabulary) -> Phrasebook:
    """Build the phrasebook of a game: shared phrases, the game's words and the game's phrases.

    Raises
    ------
    ValueError
        If an entry has an unknown part, or names a word that the game lacks.
    """
    folder = files(__package__)
    shared, usual = (folder.joinpath(name).read_text(encoding="utf-8") for name in (SHARED, USUAL))
    kinds: dict[str, Node] = {}
    words: set[str] = set()
    for entry in choose_entries(read_entries(shared), list(list_game_entries(vocabulary, usual))):
        entry = entry._replace(meaning=entry.meaning.replace("{this}", vocabulary.this))
        root = kinds.setdefault(entry.kind, Node())
        for elements in spell_out(entry.phrase):
            words |= {element for element in elements if isinstance(element, str)}
            _insert(root, elements, entry)
    _check_parts(kinds)
    return Phrasebook(kinds, frozenset(words))


def choose_entries(shared: Iterable[Entry], own: list[Entry]) -> Iterator[Entry]:
    """Yield the phrasebook's shared entries that a game does not replace, then its own."""
    replaced = {entry.kind.removesuffix(ONLY) for entry in own if entry.kind.endswith(ONLY)}
    yield from (entry for entry in shared if entry.kind not in replaced)
    yield from (entry._replace(kind=entry.kind.removesuffix(ONLY)) for entry in own)


def _insert(root: Node, elements: tuple[Element, ...], entry: Entry) -> None:
    """Insert a sequence of words and parts into a phrasebook's trie."""
    given = {element.name for element in elements if isinstance(element, Part)}
    if lacking := holes(entry.meaning) - given:
        raise ValueError(f"'{entry.phrase}' does not say {lacking.pop()} of '{entry.meaning}'")
    node = root
    for element in elements:
        if isinstance(element, Part):
            node = node.parts.setdefault(element, Node())
        else:
            node = node.words.setdefault(element, Node())
    if (entry.meaning, entry.cost) not in node.meanings:
        node.meanings.append((entry.meaning, entry.cost))


def _check_parts(kinds: Mapping[str, Node]) -> None:
    """Raise if a part of the phrasebook is of a kind without entries."""
    parts = {kind for root in kinds.values() for kind in _list_parts(root)}
    unknown = parts - kinds.keys() - LEAVES - MAYBE
    if unknown:
        raise ValueError(f"there are no phrases of the kind {', '.join(sorted(unknown))}")


def _list_parts(node: Node) -> Iterator[str]:
    """Yield the kinds of all parts below a node of a phrasebook's trie."""
    for part, after in node.parts.items():
        yield part.kind
        yield from _list_parts(after)
    for after in node.words.values():
        yield from _list_parts(after)

"""The columns of a game's card file: which headers mean them, and which row is the header."""

import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

__all__ = [
    "ALIASES", "DEEPEST_HEADER", "Columns", "find_header", "find_name", "find_near",
    "header_key", "spellings",
]  # fmt: skip

DEEPEST_HEADER = 50  # rows with text that are looked at for the header

# Names designers give to columns that most games have.
ALIASES = {
    "card": "name",
    "card name": "name",
    "ability": "abilities",
    "effect": "abilities",
    "effects": "abilities",
    "rules text": "abilities",
    "text": "abilities",
    "mana": "cost",
    "mana cost": "cost",
    "hit points": "hp",
    "health": "hp",
    "qty": "copies",
    "count": "copies",
    "quantity": "copies",
}
REMARK = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]?")  # beside a header's words: HP (current)
NEAR = 0.75  # likeness of a misspelled header, from 0 to 1
LONGEST_HEADER = 80  # characters; a longer one is no name with a remark


@dataclass(frozen=True)
class Columns:
    """The columns that a table may have, and those that it must have.

    Attributes
    ----------
    known, needed : collection of str
        By the names that the game has for them.
    aliases : mapping from str to str
        The game's other names for columns, beside the general ones.
    """

    known: Collection[str]
    needed: Collection[str]
    aliases: Mapping[str, str] = field(default_factory=dict)

    def named_in(self, cells: Sequence[str]) -> set[str]:
        """Return the columns that the cells of a row are headers of."""
        return {self._meanings.get(header_key(cell), "") for cell in cells if cell} - {""}

    @cached_property
    def _meanings(self) -> dict[str, str]:
        """The columns by all headers that mean them."""
        spelled = spellings(self.known, self.aliases)
        meanings = {header_key(alias): name for alias, name in spelled.items()}
        return meanings | {header_key(name): name for name in self.known}

    def missing_in(self, cells: Sequence[str]) -> list[str]:
        """List the needed columns that a row has no header for."""
        named = self.named_in(cells)
        return [name for name in self.needed if name not in named]


def find_header(rows: Sequence[Sequence[str]], columns: Columns | None) -> int:
    """Return which of the first rows with text is the header.

    That is the first that names all needed columns; else the one that names the most columns,
    so that what it lacks can be said; else the first.
    """
    if columns is None:
        return 0
    for number, cells in enumerate(rows):
        if not columns.missing_in(cells):
            return number
    named = [len(columns.named_in(cells)) for cells in rows]
    return named.index(max(named, default=0)) if named else 0


def find_name(headers: Sequence[str], columns: Columns | None) -> int:
    """Return which column holds the names of the cards, the first if no header says so."""
    means_name = [columns is not None and "name" in columns.named_in([one]) for one in headers]
    return means_name.index(True) if True in means_name else 0


def spellings(columns: Collection[str], aliases: Mapping[str, str]) -> dict[str, str]:
    """Return columns by their own names and by all others that designers give them.

    Parameters
    ----------
    aliases : mapping from str to str
        A game's other names for columns, beside the general ones.
    """
    others = {**ALIASES, **aliases}.items()
    return {name: name for name in columns} | {
        alias: name for alias, name in others if name in columns
    }


def find_near(header: str, spelled: Mapping[str, str]) -> str | None:
    """Find the column that a header was meant for: misspelled, or with a remark or words beside.

    Parameters
    ----------
    spelled : mapping from str to str
        Columns by their names.
    """
    key = header_key(_without_remark(header))
    for name in spelled:
        if key and header_key(name) == key:
            return spelled[name]
    by_key = {name.casefold(): name for name in spelled}
    like = difflib.get_close_matches(_without_remark(header).casefold(), by_key, n=1, cutoff=NEAR)
    if like:
        return spelled[by_key[like[0]]]
    within = {column for name, column in spelled.items() if _share_words(header, name)}
    return within.pop() if len(within) == 1 else None


def _without_remark(header: str) -> str:
    return " ".join(REMARK.sub(" ", header[:LONGEST_HEADER]).split())


def _share_words(header: str, name: str) -> bool:
    """Return whether all words of one are among those of the other."""
    said, known = set(_words(header)), set(_words(name))
    return bool(said) and (said <= known or known <= said)


def _words(header: str) -> list[str]:
    return re.findall(r"\w+", header[:LONGEST_HEADER].casefold().replace("_", " "))


def header_key(header: str) -> str:
    """Bring a header to the form in which headers are compared."""
    return "".join(header.casefold().replace("_", " ").replace("-", " ").split())

"""Match the headers of a card file with a game's columns, and find the header row."""

import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

__all__ = [
    "ALIASES", "DEEPEST_HEADER", "Columns", "find_header", "find_name", "find_near",
    "header_key", "map_spellings",
]  # fmt: skip

DEEPEST_HEADER = 50  # rows with text that are searched for the header

# Other common headers for columns that most games have.
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
REMARK = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]?")  # after a header's words: HP (current)
NEAR = 0.75  # `difflib` similarity of a misspelled header, from 0 to 1
LONGEST_HEADER = 80  # characters of a header that are compared


@dataclass(frozen=True)
class Columns:
    """The optional and the required columns of a table.

    Attributes
    ----------
    known, needed : collection of str
        All columns, and the required ones, by the game's names.
    aliases : mapping from str to str
        The game's further names for columns, in addition to `ALIASES`.
    """

    known: Collection[str]
    needed: Collection[str]
    aliases: Mapping[str, str] = field(default_factory=dict)

    def named_in(self, cells: Sequence[str]) -> set[str]:
        """Return the columns that the cells of a row name."""
        return {self._meanings.get(header_key(cell), "") for cell in cells if cell} - {""}

    @cached_property
    def _meanings(self) -> dict[str, str]:
        """Columns by the key of every header that means them."""
        spelled = map_spellings(self.known, self.aliases)
        meanings = {header_key(alias): name for alias, name in spelled.items()}
        return meanings | {header_key(name): name for name in self.known}

    def missing_in(self, cells: Sequence[str]) -> list[str]:
        """List the required columns that no cell of a row names."""
        named = self.named_in(cells)
        return [name for name in self.needed if name not in named]


def find_header(rows: Sequence[Sequence[str]], columns: Columns | None) -> int:
    """Return the position of the row of column headers among the first rows with text.

    The header is the first row that names all required columns; if none does, the row that names
    the most columns, so that an error can list the missing ones; otherwise the first row.
    """
    if columns is None:
        return 0
    for number, cells in enumerate(rows):
        if not columns.missing_in(cells):
            return number
    named = [len(columns.named_in(cells)) for cells in rows]
    return named.index(max(named, default=0)) if named else 0


def find_name(headers: Sequence[str], columns: Columns | None) -> int:
    """Return the position of the column of card names; 0 if no header is named so."""
    if columns is None:
        return 0
    matches = (n for n, header in enumerate(headers) if "name" in columns.named_in([header]))
    return next(matches, 0)


def map_spellings(columns: Collection[str], aliases: Mapping[str, str]) -> dict[str, str]:
    """Return columns by their own names and by all aliases.

    Parameters
    ----------
    aliases : mapping from str to str
        The game's further names for columns, in addition to `ALIASES`.
    """
    others = {**ALIASES, **aliases}.items()
    return {name: name for name in columns} | {
        alias: name for alias, name in others if name in columns
    }


def find_near(header: str, spelled: Mapping[str, str]) -> str | None:
    """Return the column that a misspelled header, or one with more words, was meant for, or None.

    Parameters
    ----------
    spelled : mapping from str to str
        Columns by name, as from `map_spellings`.
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
    """Return whether the words of one header are a subset of the other's."""
    in_header, in_name = set(_split_words(header)), set(_split_words(name))
    return bool(in_header) and (in_header <= in_name or in_name <= in_header)


def _split_words(header: str) -> list[str]:
    return re.findall(r"\w+", header[:LONGEST_HEADER].casefold().replace("_", " "))


def header_key(header: str) -> str:
    """Normalize a column's header for comparison."""
    return "".join(header.casefold().replace("_", " ").replace("-", " ").split())

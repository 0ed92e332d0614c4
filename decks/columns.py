"""The columns of a game's card file: which headers mean them, and which row is the header."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

__all__ = ["ALIASES", "DEEPEST_HEADER", "Columns", "find_header", "header_key"]

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
        others = {**ALIASES, **self.aliases}.items()
        meanings = {header_key(alias): name for alias, name in others if name in self.known}
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


def header_key(header: str) -> str:
    """Bring a header to the form in which headers are compared."""
    return "".join(header.casefold().replace("_", " ").replace("-", " ").split())

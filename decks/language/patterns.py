"""The patterns of a vocabulary, cut into pieces: words, slots and pairs of forms."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

__all__ = ["Forms", "Slot", "pieces", "printed", "slots"]

PIECE = re.compile(
    r"\{(?P<slot>\w+)\}|\[(?P<one>[^\]|]+)\|(?P<many>[^\]|]+)\]|(?P<word>[^\s{}\[\]]+)"
)


@dataclass(frozen=True, slots=True)
class Slot:
    """A part filled in per card."""

    name: str


@dataclass(frozen=True, slots=True)
class Forms:
    """Two forms of a word."""

    one: str
    many: str


@cache
def pieces(pattern: str) -> tuple[str | Slot | Forms, ...]:
    """Cut a pattern into its words, slots and pairs of forms."""
    found: list[str | Slot | Forms] = []
    for piece in PIECE.finditer(pattern):
        if piece["slot"]:
            found.append(Slot(piece["slot"]))
        elif piece["one"]:
            found.append(Forms(piece["one"], piece["many"]))
        else:
            found.append(piece["word"])
    return tuple(found)


def slots(pattern: str) -> tuple[str, ...]:
    """Name a pattern's slots, in their order."""
    return tuple(piece.name for piece in pieces(pattern) if isinstance(piece, Slot))


def printed(
    pattern: str, many: bool = False, filled: Mapping[str, tuple[str, bool]] | None = None
) -> str:
    """Fill a pattern in.

    Parameters
    ----------
    pattern : str
        Of a verb, noun or quantity.
    many : bool
        Which form a pair before any slot takes.
    filled : mapping from str to (str, bool)
        For each slot its words, and whether forms after it are of several things.
    """
    words: list[str] = []
    for piece in pieces(pattern):
        if isinstance(piece, Slot):
            text, plural = (filled or {})[piece.name]
            words.append(text)
            many = plural if piece.name != "word" else many
        elif isinstance(piece, Forms):
            words.append(piece.many if many else piece.one)
        else:
            words.append(piece)
    return " ".join(words)

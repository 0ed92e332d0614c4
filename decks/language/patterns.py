"""Split the patterns of a vocabulary into pieces: words, slots and pairs of forms."""

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
    """A slot of a pattern, which each card fills in."""

    name: str


@dataclass(frozen=True, slots=True)
class Forms:
    """The singular and the plural of a word in a pattern."""

    one: str
    many: str


@cache
def pieces(pattern: str) -> tuple[str | Slot | Forms, ...]:
    """Split a pattern into its words, slots and pairs of forms."""
    parts: list[str | Slot | Forms] = []
    for match in PIECE.finditer(pattern):
        if match["slot"]:
            parts.append(Slot(match["slot"]))
        elif match["one"]:
            parts.append(Forms(match["one"], match["many"]))
        else:
            parts.append(match["word"])
    return tuple(parts)


def slots(pattern: str) -> tuple[str, ...]:
    """Return the names of a pattern's slots, in order."""
    return tuple(piece.name for piece in pieces(pattern) if isinstance(piece, Slot))


def printed(
    pattern: str, many: bool = False, filled: Mapping[str, tuple[str, bool]] | None = None
) -> str:
    """Fill in a pattern.

    Parameters
    ----------
    pattern : str
        The pattern of a verb, noun or quantity.
    many : bool
        Whether a pair of forms before any slot takes the plural.
    filled : mapping from str to (str, bool)
        For each slot its text, and whether forms after it take the plural.
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

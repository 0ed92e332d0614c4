"""Short hand for sketching a vocabulary: lists instead of enums written out."""

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeVar

from evenhand.decks.language.vocabulary import VerbWords

__all__ = ["lasting", "member", "numbered"]

Entry = TypeVar("Entry")


def numbered(kind: str, entries: Iterable[Entry]) -> dict[IntEnum, Entry]:
    """Make an enum member for each entry, numbered from 0."""
    entries = tuple(entries)
    members = IntEnum(kind, {f"{kind}_{i}": i for i in range(len(entries))})  # type: ignore[misc]
    return dict(zip(members, entries, strict=True))


def lasting(pattern: str) -> VerbWords:
    return VerbWords(pattern, lasting=True)


def member(words: dict[IntEnum, Entry], text: str) -> IntEnum:
    """Find the member of a plain text."""
    return next(key for key, entry in words.items() if entry == text)

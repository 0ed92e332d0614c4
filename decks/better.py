"""Make cards one step better, in ways that can only help a good player."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from evenhand.decks.card import LONGEST_NAME, Card
from evenhand.decks.language.parse import parse
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["Better", "list_better"]

# Phrases of which a larger number is better for the card's owner. Group 1 is the number.
DRAWING = (r"\bdraw (\d+) cards?\b", r"\byou draw \+(\d+) cards?\b")
PHRASES = (
    r"\bdeal (\d+) damage to (?!this|your|each Deity|each own|a chosen own)[^;.]*\benem(?:y|ies)\b",
    r"\bheal (\d+) damage from (?![^;.]*\benemy\b)",
    r"(?<!the enemy) deals \+(\d+) damage\b(?! until the end of the enemy)",
    r"\b(?:own|your|this|it)\b[^;.:]* takes -(\d+) damage\b",
    r"\b(?:own|your|this|it)\b[^;.:]* gets \+(\d+) (?:HP|ATK|strength|DEF)\b",
    r"\bthe enemy (?:discards|loses) (\d+)\b",
    r"\bgain (\d+) (?:life|energy)\b",
)
DAMAGE = re.compile(r"damage|HP")


@dataclass(frozen=True)
class Better:
    """The ways to improve a game's cards, for `evenhand bots --audit`.

    The audit improves each card by one step and tests whether bots win more with it. So
    name only columns in which a larger value is never worse; leave out costs.

    Attributes
    ----------
    columns : mapping from str to int
        Step by numeric column, in the direction that is better for the card's owner.
    damage : int
        Step for damage and health in abilities.
    drawing : bool
        Whether drawing one more card is better; False for a game in which decks often run out.
    """

    columns: Mapping[str, int]
    damage: int = 1
    drawing: bool = True


def list_better(
    card: Card, better: Better, vocabulary: Vocabulary, names: Collection[str] = ()
) -> Iterator[tuple[str, Card]]:
    """Yield every improved copy of a card, each with one step applied.

    Parameters
    ----------
    names : collection of str
        Names of all cards, which abilities may mention.

    Yields
    ------
    what, card
        The change in words, such as "hp 320 -> 340", and the improved card.
    """
    for column, step in better.columns.items():
        value = getattr(card, column)
        if type(value) is int and value > 0 and value + step >= 0:
            what = f"{column.replace('_', ' ')} {value} \N{RIGHTWARDS ARROW} {value + step}"
            yield what, copy_with_changes(card, {column: value + step})
    for pattern in (*(DRAWING if better.drawing else ()), *PHRASES):
        for match in re.finditer(pattern, card.text):
            text, what = raise_number(card.text, match, better.damage)
            changes = {"text": text, "abilities": parse(text, vocabulary, names)}
            yield what, copy_with_changes(card, changes)


def raise_number(text: str, match: re.Match[str], damage: int) -> tuple[str, str]:
    """Make a number in a card's text better; return the new text and the change in words."""
    start, end = match.span(1)
    number = int(match[1]) + (damage if DAMAGE.search(match[0]) else 1)
    before, after = text[:start], text[end:]
    if match[1] == "1":
        after = re.sub(r"^ card\b", " cards", after)
    words = text[match.start() : end].strip()
    return f"{before}{number}{after}", f"{words} \N{RIGHTWARDS ARROW} {number}"


def copy_with_changes(card: Card, changes: Mapping[str, object]) -> Card:
    """Return a copy of a card with some fields changed, named "Better ..."."""
    return card.model_copy(update={"name": f"Better {card.name}"[:LONGEST_NAME], **changes})

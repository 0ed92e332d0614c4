"""Cards made one step better: what no good player would be hurt by."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from evenhand.decks.card import LONGEST_NAME, Card
from evenhand.decks.language.parse import parse
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["Better", "list_better"]

# Texts that are good for the card's owner, the more the better. The number is the group.
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
    """What makes a game's cards better, for `evenhand bots --audit`.

    The audit makes each card better by a step and looks whether bots win more with it. So
    name only columns of which more is never worse: a cost that nobody pays has no place here.

    Attributes
    ----------
    columns : mapping from str to int
        Columns of numbers, and a step that is good for the card's owner.
    damage : int
        A step of damage and health in abilities.
    drawing : bool
        Whether one more card drawn is better: it need not be where decks often run out.
    """

    columns: Mapping[str, int]
    damage: int = 1
    drawing: bool = True


def list_better(
    card: Card, better: Better, vocabulary: Vocabulary, names: Collection[str] = ()
) -> Iterator[tuple[str, Card]]:
    """Make a card better in every way that there is, one step at a time.

    Parameters
    ----------
    names : collection of str
        Of all cards, which abilities may name.

    Yields
    ------
    what, card
        What was changed in words, such as "hp 320 -> 340", and the card.
    """
    for column, step in better.columns.items():
        value = getattr(card, column)
        if type(value) is int and value > 0 and value + step >= 0:
            what = f"{column.replace('_', ' ')} {value} \N{RIGHTWARDS ARROW} {value + step}"
            yield what, rename(card, {column: value + step})
    for pattern in (*(DRAWING if better.drawing else ()), *PHRASES):
        for found in re.finditer(pattern, card.text):
            text, what = raise_number(card.text, found, better.damage)
            yield what, rename(card, {"text": text, "abilities": parse(text, vocabulary, names)})


def raise_number(text: str, found: re.Match[str], damage: int) -> tuple[str, str]:
    """Raise the number that was found in a text; gives the text, and what was changed in words."""
    start, end = found.span(1)
    number = int(found[1]) + (damage if DAMAGE.search(found[0]) else 1)
    before, after = text[:start], text[end:]
    if found[1] == "1":
        after = re.sub(r"^ card\b", " cards", after)
    words = text[found.start() : end].strip()
    return f"{before}{number}{after}", f"{words} \N{RIGHTWARDS ARROW} {number}"


def rename(card: Card, changes: Mapping[str, object]) -> Card:
    """Make another card with some fields changed."""
    return card.model_copy(update={"name": f"Better {card.name}"[:LONGEST_NAME], **changes})

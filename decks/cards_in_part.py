"""Keep the cards of a file that can be read, while others cannot.

A card that names one of these in its abilities cannot be read either.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from evenhand.decks.card import Card, name_key
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.language.compile import compile_abilities
from evenhand.decks.problems import Problem, nearest
from evenhand.decks.schema import GameSchema
from evenhand.decks.sheet import Sheet

__all__ = ["UnreadCard", "leave_out_cards", "list_unread", "suggest_card"]


class UnreadCard(NamedTuple):
    """A card of a file that could not be read: its name, and the line of its row."""

    name: str
    line: int


def leave_out_cards(
    schema: GameSchema, sheet: Sheet, cards: Sequence[Card], problems: Sequence[Problem]
) -> tuple[list[Card], list[Problem]]:
    """Leave out the cards in part of whose rows there is a problem, and those that name them.

    Returns
    -------
    cards : list of Card
    problems : list of Problem
        One for each card that names another that cannot be read.
    """
    wrong = {problem.line for problem in problems} | set(_find_doubled(schema, sheet))
    left = [card for card in cards if card.line not in wrong]
    found: list[Problem] = []
    while hanging := list(_find_hanging(schema, sheet, left)):
        found += hanging
        lines = {problem.line for problem in hanging}
        left = [card for card in left if card.line not in lines]
    return left, found


def _find_doubled(schema: GameSchema, sheet: Sheet) -> Iterator[int]:
    """Yield the lines of cards that stand in several rows: in part, either may be meant."""
    lines: dict[tuple[str, ...], list[int]] = {}
    for row in sheet.rows:
        key = tuple(name_key(row.cells.get(column, "")) for column in schema.card_model.identity)
        lines.setdefault(key, []).append(row.line)
    for doubled in lines.values():
        if len(doubled) > 1:
            yield from doubled


def list_unread(sheet: Sheet, cards: Sequence[Card]) -> tuple[UnreadCard, ...]:
    """List the named rows of a file that are in no card, if it could be read in part."""
    read = {card.line for card in cards}
    return tuple(
        UnreadCard(row.cells["name"], row.line)
        for row in sheet.rows
        if row.line not in read and "name" in row.cells
    )


def suggest_card(name: str, names: Iterable[str], unread: Sequence[UnreadCard], file: str) -> str:
    """Return a hint with the card of the nearest name, also one that could not be read; "" if none.

    Parameters
    ----------
    names : iterable of str
        Names of the cards of the file that could be read.
    """
    lines = {card.name: card.line for card in unread}
    near = nearest(name, [*names, *lines])
    if near is None:
        return ""
    mistake = f" Its row has a mistake, see {file}:{lines[near]}" if near in lines else ""
    return f"did you mean '{shorten(near)}'?{mistake}"


def _find_hanging(schema: GameSchema, sheet: Sheet, cards: Sequence[Card]) -> Iterator[Problem]:
    """Yield a problem for each card in part of a file that names a card which is not there."""
    unread = {card.name for card in list_unread(sheet, cards)}
    known = {card.name for card in cards} - unread
    for card in cards:
        named: list[str] = []

        def find(name: str, named: list[str] = named) -> int:
            named.append(name)
            return 0

        compile_abilities([card.abilities], schema.vocabulary, find)
        for name in dict.fromkeys(named):
            if name not in known:
                column = sheet.written_as.get("abilities", "abilities")
                message = f"'{shorten(card.name)}' names '{shorten(name)}', which cannot be read"
                yield Problem(sheet.file, card.line, column, message, hangs_on=name)
                break

"""Decide whether ambiguous cards of a list are in the deck, by what makes the deck legal.

A block after a blank line, without a heading, is a sideboard to some programs and a group to
people; a block below a heading "Units" that follows the sideboard is ambiguous, too. If the deck
is legal only with the block or only without it, that decides; otherwise the list is refused.
Cards below an unknown heading are played. The heading is reported if the deck would be legal
without the cards of all unknown headings, or without those of that one comment or category.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from evenhand.decks.deck_lines import format_line_references
from evenhand.decks.problems import InputError, Problem

__all__ = ["Entry", "describe_unknown_headings", "resolve_blocks"]

MOST_HEADINGS = 50  # comments and categories that are tested one by one


@dataclass(frozen=True)
class Entry:
    """One line of a deck list: a number of copies of a card, below a heading.

    Attributes
    ----------
    block : int
        Number of blank lines without a heading between the first card and this one.
    unknown : str
        The unknown heading or comment that it stands below; "" if there is none.
    """

    line: int
    copies: int
    row: int
    section: str = ""
    block: int = 0
    unknown: str = ""


FindProblems = Callable[[Sequence[Entry]], list[Problem]]


def resolve_blocks(
    lines: Sequence[Entry], file: str, find_problems: FindProblems
) -> tuple[Sequence[Entry], str]:
    """Return the lines of the blocks played, and a note about the last block; "" if only one.

    Raises
    ------
    InputError
        If the lines make no legal deck, or both readings are legal.
    """
    problems, last = find_problems(lines), lines[-1].block
    if not last:
        return _require_legal(lines, problems), ""
    above = [entry for entry in lines if entry.block < last]
    first = next(entry.line for entry in lines if entry.block == last)
    is_legal_above = not find_problems(above)
    if problems and is_legal_above and last == 1:
        return above, (
            f"not played: what stands from line {first} on, which nothing says is the deck's; only "
            "without it the deck is legal"
        )
    if is_legal_above and not problems:
        message = "are these cards the deck's? It is legal with and without them"
        hint = "write 'Sideboard' above them, or 'Deck' above all that is played"
        problems = [Problem(file, first, None, message, hint)]
    return _require_legal(lines, problems), f"played: what stands from line {first} on, too"


def describe_unknown_headings(lines: Sequence[Entry], find_problems: FindProblems) -> str:
    """Describe the unknown headings whose blocks may not belong to the deck; "" if none."""
    lines_of: dict[str, list[int]] = {}
    for entry in lines:
        if entry.unknown:
            lines_of.setdefault(entry.unknown, []).append(entry.line)

    def is_legal_without(headings: Collection[str]) -> bool:
        remaining = [entry for entry in lines if entry.unknown not in headings]
        return bool(remaining) and not find_problems(remaining)

    if lines_of and not is_legal_without(lines_of):
        tested = [name for name in lines_of if not name[0].isalnum()][:MOST_HEADINGS]
        lines_of = {name: lines_of[name] for name in tested if is_legal_without((name,))}
    return f"played: what stands below {format_line_references(lines_of)}" if lines_of else ""


def _require_legal(lines: Sequence[Entry], problems: list[Problem]) -> Sequence[Entry]:
    """Return the lines of the blocks, or raise their problems if there are any."""
    if problems:
        raise InputError(problems)
    return lines

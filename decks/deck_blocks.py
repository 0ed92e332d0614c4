"""Cards of which a list does not say outright that they are the deck's: what a legal deck is may.

A block below a blank line, without a heading, is a sideboard to some programs and a group to
people; one below a heading "Units" that follows on the sideboard may be either, too. If the deck
is legal only with it or only without it, that is what its author means; else the list is refused.
Cards below a heading that nobody knows are played, and named if the deck would be legal without
those of all such headings, or of that one comment or category.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from evenhand.decks.deck_lines import list_lines
from evenhand.decks.problems import InputError, Problem

__all__ = ["Entry", "settle_blocks", "tell_own_headings"]

MOST_HEADINGS = 50  # comments and categories, that are looked at one by one


@dataclass(frozen=True)
class Entry:
    """One line of a deck list: so many copies of a row of the pool, below a heading.

    Attributes
    ----------
    block : int
        How many blank lines without a heading part it from the first card.
    own : str
        What it stands below, if that is a heading that nobody knows or a comment.
    """

    line: int
    copies: int
    row: int
    section: str = ""
    block: int = 0
    own: str = ""


FindProblems = Callable[[Sequence[Entry]], list[Problem]]


def settle_blocks(
    lines: Sequence[Entry], file: str, find_problems: FindProblems
) -> tuple[Sequence[Entry], str]:
    """Return the lines that are played, and what should be said of the others.

    Raises
    ------
    InputError
        If they make no legal deck, or more than one.
    """
    problems, last = find_problems(lines), lines[-1].block
    if not last:
        return _checked(lines, problems), ""
    above = [one for one in lines if one.block < last]
    first = next(one.line for one in lines if one.block == last)
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
    return _checked(lines, problems), f"played: what stands from line {first} on, too"


def tell_own_headings(lines: Sequence[Entry], find_problems: FindProblems) -> str:
    """Name the headings that nobody knows, if their cards could be none of the deck's."""
    own: dict[str, list[int]] = {}
    for one in lines:
        if one.own:
            own.setdefault(one.own, []).append(one.line)

    def is_legal_without(names: Collection[str]) -> bool:
        left = [one for one in lines if one.own not in names]
        return bool(left) and not find_problems(left)

    if own and not is_legal_without(own):
        looked_at = [name for name in own if not name[0].isalnum()][:MOST_HEADINGS]
        own = {name: own[name] for name in looked_at if is_legal_without((name,))}
    return f"played: what stands below {list_lines(own)}" if own else ""


def _checked(lines: Sequence[Entry], problems: list[Problem]) -> Sequence[Entry]:
    if problems:
        raise InputError(problems)
    return lines

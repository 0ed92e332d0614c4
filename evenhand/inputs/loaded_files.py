"""Load the cards, bots and decks of a request: all of them, or those that can be read.

A deck that cannot be read is left out if enough others can. Bots cannot be left out, and nor can
cards that packs are made of.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evenhand.decks.deck_list import Deck, find_shared_names
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, keep_rest
from evenhand.decks.product import Product
from evenhand.inputs.decks_and_bots import load_all
from evenhand.inputs.faults import add_faults
from evenhand.inputs.resolved_request import ResolvedRequest
from evenhand.simulate.bots.bot_files import Bot, find_unknown_cards
from evenhand.simulate.runs.plan import LeftOut

__all__ = ["LoadedFiles", "load_files"]


@dataclass(frozen=True)
class LoadedFiles:
    """The files of a request, loaded.

    Attributes
    ----------
    left_out : tuple of LeftOut
        The decks that cannot be read.
    """

    pool: CardPool
    bots: list[Bot]
    entrants: list[Deck | Product]
    left_out: tuple[LeftOut, ...]


def load_files(
    resolved: ResolvedRequest, load_bot: Callable[[str], Bot], n_seats: int
) -> LoadedFiles:
    """Load the files of a request; set their problems aside if enough decks can be read.

    Raises
    ------
    UsageError
        If a file does not exist.
    InputError
        With the problems of all files, in the order in which to mend them.
    """
    of_cards: Sequence[Problem] = ()
    of_bots: list[Problem] = []
    of_decks: list[Problem] = []
    pool: CardPool | None = None
    entrants: list[Deck | Product] = []
    left_out: tuple[LeftOut, ...] = ()
    try:
        pool, of_cards = keep_rest(resolved.load_pool)
    except InputError as error:
        of_cards = error.problems
    bots = load_all(resolved.bots, load_bot, of_bots)
    if pool is not None:
        entrants, left_out = load_entrants(resolved, pool, of_decks)
        of_bots += [problem for bot in bots for problem in find_unknown_cards(bot, pool)]
    of_decks += find_shared_names([entry for entry in entrants if isinstance(entry, Deck)])
    problems = [*of_cards, *of_decks, *of_bots]
    is_enough = len(entrants) >= min(len(resolved.files), max(2, n_seats))
    if problems and (pool is None or of_bots or resolved.is_sealed or not is_enough):
        raise InputError(problems)
    assert pool is not None
    add_faults(problems)
    return LoadedFiles(pool, bots, entrants, left_out)


def load_entrants(
    resolved: ResolvedRequest, pool: CardPool, problems: list[Problem]
) -> tuple[list[Deck | Product], tuple[LeftOut, ...]]:
    """Load the decks of a request; return those that can be read, and what is left out."""
    entrants, left_out = [], []
    for file in resolved.files:
        try:
            entrants.append(resolved.load_entrant(pool, file))
        except InputError as error:
            problems += error.problems
            left_out.append(describe_left_out(file, error.problems))
    return entrants, tuple(left_out)


def describe_left_out(file: Path, problems: Sequence[Problem]) -> LeftOut:
    """Return the name of a deck that is left out, and its cards that cannot be read."""
    unread = dict.fromkeys(problem.hangs_on for problem in problems if problem.hangs_on)
    return LeftOut(file.stem, tuple(unread))

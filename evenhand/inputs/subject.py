"""The one deck that a question is about, among the decks that it meets."""

from dataclasses import replace
from pathlib import Path

from evenhand.decks.problems import UsageError
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.names import find_entrant_files
from evenhand.inputs.request import Request, choose_mode, fill_request
from evenhand.inputs.source import find_source

__all__ = ["prepare_deck"]


def prepare_deck(request: Request, deck: str) -> tuple[Job, str]:
    """Prepare what a request asks for, with one deck more if that is not among them.

    Parameters
    ----------
    deck : str
        A deck's name, or its file.

    Returns
    -------
    job : Job
    name : str
        Of the deck.

    Raises
    ------
    UsageError
        If there is no such deck, or decks vary in the mode.
    """
    files = find_decks(request)
    found = find_decks(replace(request, decks=[deck]))
    if not deck or len(found) != 1:
        raise UsageError(f"expected one deck, found {len(found) if deck else 'none'}: '{deck}'")
    if found[0].resolve() not in [file.resolve() for file in files]:
        request = replace(request, decks=[str(file) for file in (*files, *found)])
    return prepare(request), found[0].stem


def find_decks(request: Request) -> list[Path]:
    """Find the files of the decks of a request."""
    source = find_source(request.game)
    filled = fill_request(request, source)
    mode = choose_mode(source.game, filled.mode)
    if mode in source.game.schema.sealed_modes:
        raise UsageError(f"there are no decks to take cards out of in the mode {mode}: they vary")
    return find_entrant_files(source.game, mode, filled.decks)

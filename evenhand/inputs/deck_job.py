"""Prepare a job for a question about one deck, which plays the request's decks."""

from dataclasses import replace
from pathlib import Path

from evenhand.decks.problems import UsageError
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import Request
from evenhand.inputs.resolved_request import resolve_request

__all__ = ["prepare_with_deck"]


def prepare_with_deck(request: Request, deck: str) -> tuple[Job, str]:
    """Prepare a job for one deck, which is added if not among the request's decks.

    Parameters
    ----------
    request : Request
    deck : str
        A deck's name or file.

    Returns
    -------
    job : Job
    name : str
        The deck's name.

    Raises
    ------
    UsageError
        If `deck` is not exactly one deck, or the mode has no fixed decks.
    """
    files = find_deck_files(request)
    named = find_deck_files(replace(request, decks=[deck]))
    if not deck or len(named) != 1:
        raise UsageError(f"expected one deck, found {len(named) if deck else 'none'}: '{deck}'")
    if named[0].resolve() not in [file.resolve() for file in files]:
        request = replace(request, decks=[str(file) for file in (*files, *named)])
    return prepare(request), named[0].stem


def find_deck_files(request: Request) -> list[Path]:
    """Return the files of a request's decks, for a job about one of them."""
    resolved = resolve_request(request)
    if resolved.is_sealed:
        mode = resolved.mode
        raise UsageError(f"there are no decks to take cards out of in the mode {mode}: they vary")
    return resolved.files

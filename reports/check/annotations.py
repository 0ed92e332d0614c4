"""The balance check as GitHub annotations: remarks beside the lines that caused them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from evenhand.decks.invisible_characters import show_unseen

__all__ = ["MOST_ANNOTATIONS", "Remark", "write_annotations"]

MOST_ANNOTATIONS = 10  # GitHub shows no more of one step
IN_TEXT = {"%": "%25"}
IN_VALUE = {**IN_TEXT, ":": "%3A", ",": "%2C"}


class Remark(NamedTuple):
    """Something to say about a place in a file.

    Attributes
    ----------
    file : str
        As the repository names it; "" if it is about none.
    line : int
        Counted from 1.
    """

    file: str
    line: int
    text: str


def write_annotations(remarks: Iterable[Remark]) -> list[str]:
    """Write remarks as lines that GitHub reads, the first ones only if there are many.

    References
    ----------
    https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
    """
    return [
        f"::error{write_place(file, line)}::{escape_text(text, IN_TEXT)}"
        for file, line, text in list(remarks)[:MOST_ANNOTATIONS]
    ]


def write_place(file: str, line: int) -> str:
    """Write where a remark belongs, if it belongs anywhere."""
    return f" file={escape_text(file, IN_VALUE)},line={line}" if file else ""


def escape_text(text: str, characters: Mapping[str, str]) -> str:
    """Write characters that would end the text early in GitHub's way; it has one line."""
    return show_unseen(text).translate({ord(key): value for key, value in characters.items()})

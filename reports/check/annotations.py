"""GitHub annotations of a balance check: remarks beside the lines that caused them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from evenhand.decks.invisible_characters import show_unseen

__all__ = ["MOST_ANNOTATIONS", "Remark", "write_annotations"]

MOST_ANNOTATIONS = 10  # GitHub's limit per step
IN_TEXT = {"%": "%25"}
IN_VALUE = {**IN_TEXT, ":": "%3A", ",": "%2C"}


class Remark(NamedTuple):
    """A remark on a line of a file, for an annotation.

    Attributes
    ----------
    file : str
        Path in the repository; "" for a remark without a file.
    line : int
        Counted from 1.
    """

    file: str
    line: int
    text: str


def write_annotations(remarks: Iterable[Remark]) -> list[str]:
    """Write remarks as GitHub annotations, at most `MOST_ANNOTATIONS`.

    References
    ----------
    https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
    """
    return [
        f"::error{write_place(file, line)}::{escape_text(text, IN_TEXT)}"
        for file, line, text in list(remarks)[:MOST_ANNOTATIONS]
    ]


def write_place(file: str, line: int) -> str:
    """Write the file and line of an annotation; "" without a file."""
    return f" file={escape_text(file, IN_VALUE)},line={line}" if file else ""


def escape_text(text: str, characters: Mapping[str, str]) -> str:
    """Escape characters that would end an annotation; the text has one line."""
    return show_unseen(text).translate({ord(key): value for key, value in characters.items()})

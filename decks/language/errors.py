"""Errors in abilities, each described in one sentence for the card's designer."""

import difflib
from collections.abc import Sequence

__all__ = [
    "AbilityError", "AmbiguousError", "TooMuchTextError", "UnexpectedWordError",
    "UnknownPartError", "UnknownWordError", "list_like", "list_words", "quote",
    "sort_by_likeness",
]  # fmt: skip

MOST_LISTED = 6
LONGEST_QUOTE = 40


class AbilityError(ValueError):
    """Error: an ability is not in the language, or is impossible.

    Attributes
    ----------
    message : str
        The error, without a full stop.
    position : int or None
        Position in the text, counted from 0; None for a tree that was not parsed from a text.
    expected : tuple of str
        Words that are possible there, the likeliest first; empty if another error.
    hint : str
        A way to fix it, or "".
    """

    def __init__(
        self,
        message: str,
        position: int | None = None,
        expected: tuple[str, ...] = (),
        hint: str = "",
    ) -> None:
        self.message = message
        self.position = position
        self.expected = expected
        self.hint = hint
        super().__init__(message, position, expected, hint)

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class UnexpectedWordError(AbilityError):
    """Error: a known word stands where the language does not allow it."""


class UnknownWordError(AbilityError):
    """Error: a word is neither in the language nor in the phrases of the game."""


class UnknownPartError(AbilityError):
    """Error: one part of a sentence is not understood; ``expected`` lists what can stand there.

    The hint is the sentence with the nearest of these.
    """


class AmbiguousError(AbilityError):
    """Error: a text has several meanings; ``expected`` lists them."""


class TooMuchTextError(AbilityError):
    """Error: a text exceeds the maximum length."""


def list_words(words: tuple[str, ...], most: int = MOST_LISTED) -> str:
    """Join an error's words with commas and "or"; the first few if there are many."""
    if len(words) > most:
        return ", ".join(words[:most]) + ", .."
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def quote(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Quote a part of a text in an error, shortened if long, with "?" for the unprintable."""
    shown = text if len(text) <= longest else text[: longest - 2] + ".."
    return "'" + "".join(sign if sign.isprintable() else "?" for sign in shown) + "'"


def sort_by_likeness(found: str, words: list[str]) -> tuple[str, ...]:
    """Sort an error's expected words: those similar to the one found first."""
    like = list_like(found, words)
    return tuple(sorted(words, key=lambda word: word not in like))


def list_like(found: str, words: Sequence[str]) -> tuple[str, ...]:
    """List an error's expected words that are similar to the one found."""
    close = difflib.get_close_matches(found.lower(), [word.lower() for word in words], n=3)
    return tuple(word for word in words if word.lower() in close)

"""What is wrong with an ability, in one sentence for the card's designer."""

__all__ = [
    "AbilityError", "AmbiguousError", "TooMuchTextError", "UnexpectedWordError",
    "UnknownWordError", "list_words", "quote",
]  # fmt: skip

MOST_LISTED = 6
LONGEST_QUOTE = 40


class AbilityError(ValueError):
    """An ability is not in the language, or says what cannot be.

    Attributes
    ----------
    message : str
        What is wrong, without a full stop.
    position : int or None
        Where in the text, counted from 0; None for a tree that never was a text.
    expected : tuple of str
        Words that could stand there, the likeliest first; empty if that is not it.
    hint : str
        A way to put it right, or "".
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
    """A word stands where no sentence of the language has one."""


class UnknownWordError(AbilityError):
    """A word is in no sentence of the language and in no phrase that means one."""


class AmbiguousError(AbilityError):
    """A text can mean several things, which are what is expected."""


class TooMuchTextError(AbilityError):
    """A text is longer than any card's."""


def list_words(words: tuple[str, ...], most: int = MOST_LISTED) -> str:
    """List the first few of the words that could stand somewhere."""
    if len(words) > most:
        return ", ".join(words[:most]) + ", .."
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def quote(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Repeat a part of the text, cut if it is long, without what cannot be printed."""
    shown = text if len(text) <= longest else text[: longest - 2] + ".."
    return "'" + "".join(sign if sign.isprintable() else "?" for sign in shown) + "'"

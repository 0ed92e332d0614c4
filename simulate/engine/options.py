"""Rule options: the numbers and words of a rulebook that a designer may change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.records import check_field_name, record

__all__ = [
    "DeckOut", "Option", "SimultaneousLoss", "choice", "current_name", "note_old_options", "number",
    "option_values", "options_record", "pack_options", "switch",
]  # fmt: skip

MOST_DIGITS = 10  # digits of a user's value; values must fit into 32 bits


class DeckOut(IntEnum):
    """What a draw from an empty deck does: an option of several games."""

    NOTHING = 0
    LOSE = 1


class SimultaneousLoss(IntEnum):
    """Who wins when both players of a game for two lose at once: an option of several games."""

    DRAW = 0
    ACTIVE_LOSES = 1
    ACTIVE_WINS = 2


@dataclass(frozen=True)
class Option:
    """One rule option.

    Attributes
    ----------
    default : int or str
        The value by the rulebook, or by our ruling.
    words : tuple of str
        The possible values of an option that is a word; rules get the position in this tuple.
    lowest, highest : int
        Range of options that are numbers.
    meaning : str
        One line for people.
    formerly : tuple of str
        Former names of the option; they are accepted with a note.
    by_seat : bool
        Whether it treats the first player differently, and so may compensate for going first.
    """

    name: str
    default: int | str
    meaning: str
    words: tuple[str, ...] = ()
    lowest: int = 0
    highest: int = 1
    formerly: tuple[str, ...] = ()
    by_seat: bool = False

    def __post_init__(self) -> None:
        """Raise if rules could not read the option by its name."""
        check_field_name("an option or weight", self.name)

    def read(self, text: str) -> int | str:
        """Parse a user's value.

        Raises
        ------
        UsageError
            If it is not a word or number of this option.
        """
        word = text.strip().lower()
        if self.words:
            if word in self.words:
                return word
            raise UsageError(
                f"option {self.name}: expected {', '.join(self.words)}; found '{shorten(text)}'",
                hint=did_you_mean(word, self.words),
            )
        word = {"true": "1", "yes": "1", "false": "0", "no": "0", "none": "0"}.get(word, word)
        value = int(word) if word.isdecimal() and len(word) <= MOST_DIGITS else None
        if value is None or not self.lowest <= value <= self.highest:
            expected = f"{self.lowest} to {self.highest}"
            raise UsageError(f"option {self.name}: expected {expected}, found '{shorten(text)}'")
        return value

    def number(self, value: int | str) -> int:
        """Return a value as the number that rules read."""
        return self.words.index(value) if isinstance(value, str) else int(value)


def number(
    name: str,
    default: int,
    lowest: int,
    highest: int,
    meaning: str,
    formerly: tuple[str, ...] = (),
    by_seat: bool = False,
) -> Option:
    """Make an option that is a whole number."""
    return Option(name, default, meaning, (), lowest, highest, formerly, by_seat)


def switch(
    name: str, default: bool, meaning: str, formerly: tuple[str, ...] = (), by_seat: bool = False
) -> Option:
    """Make an option that is on (1) or off (0)."""
    return Option(name, int(default), meaning, formerly=formerly, by_seat=by_seat)


def choice(
    name: str,
    words: type[IntEnum],
    meaning: str,
    formerly: tuple[str, ...] = (),
    by_seat: bool = False,
) -> Option:
    """Make an option that is a word of an enum counted from 0; the first is the default."""
    names = tuple(word.name.lower() for word in words)
    return Option(name, names[0], meaning, words=names, formerly=formerly, by_seat=by_seat)


def options_record(options: Sequence[Option]) -> np.dtype:
    """Make the record type of the options for rules."""
    return record(*((option.name, np.int32) for option in options))


def current_name(options: Sequence[Option], name: str) -> str:
    """Return the current name of an option; unknown names are unchanged."""
    return next((option.name for option in options if name in option.formerly), name)


def note_old_options(options: Sequence[Option], names: Iterable[str]) -> list[str]:
    """Return a note for each former name of an option."""
    current = {name: current_name(options, name) for name in names}
    return [
        f"the option '{old}' is now called '{new}'" for old, new in current.items() if old != new
    ]


def option_values(options: Sequence[Option], changed: Mapping[str, str]) -> dict[str, int | str]:
    """Return the value of every option; ``changed`` has a user's values as text.

    Raises
    ------
    UsageError
        If an option does not exist, a value is out of range, or an option is given by its
        name and a former one.
    """
    by_name = {option.name: option for option in options}
    texts: dict[str, str] = {}
    for given, text in changed.items():
        name = current_name(options, given)
        if name not in by_name:
            hint = did_you_mean(name, by_name) or "evenhand games GAME --options lists them"
            raise UsageError(f"there is no option '{name}'", hint)
        if name in texts:
            old = next(
                other for other in changed if other != name and other in by_name[name].formerly
            )
            raise UsageError(f"the option '{name}' is given twice: '{old}' is its old name")
        texts[name] = text
    return {
        name: option.read(texts[name]) if name in texts else option.default
        for name, option in by_name.items()
    }


def pack_options(options: Sequence[Option], values: Mapping[str, int | str]) -> np.ndarray:
    """Make the array of option values for kernels, shape (1,)."""
    packed = np.zeros(1, options_record(options))
    for option in options:
        packed[0][option.name] = option.number(values[option.name])
    return packed

"""The words of one game's ability language.

A game lists its words as enums and gives each an English pattern; the grammar,
the printed sentences and the nearest-word hints are all made from these
patterns, so that a card's text cannot disagree with what it does.

Patterns are plain words with two extras:

``{slot}``
    a part filled in per card: ``{amount}`` (a number, 0 or more, and perhaps
    "for each .."), ``{change}`` (a number with its sign), ``{target}``,
    ``{object}`` (selectors), ``{word}`` (one of the verb's own words), ``{of}``
    (the selector a quantity is taken of).
``[one|many]``
    two forms of a word; the slot before it says which is printed (a selector
    of several things or an amount other than 1 takes the second), both parse.

Words are letters, perhaps with an apostrophe or a hyphen inside, or a number. After
``{target}``, ``{object}`` or ``{of}`` a pattern cannot go on with "with", "named" or
"of the enemy's choice", which belong to selectors; a vocabulary in which a text could
be read in two ways is refused when its grammar is made.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from importlib.resources.abc import Traversable
from typing import Any

__all__ = [
    "NO_ABILITIES", "NounWords", "QuantityWords", "VerbWords", "Vocabulary", "bare_quantity",
    "lasting",
]  # fmt: skip


@dataclass(frozen=True)
class VerbWords:
    """How a verb reads and where it may stand.

    Attributes
    ----------
    pattern : str
        Plain words, ``{slots}`` and ``[one|many]``, as told above.
    targets, objects : tuple of IntEnum
        Nouns allowed in ``{target}`` and ``{object}``; empty for any.
    words : mapping from str to int
        What ``{word}`` may be and the number it compiles to.
    lasting : bool
        The verb sets a state of things ("takes 20 less damage") and is legal only
        under a continuous moment or with a duration; other verbs never take one.
    moments : tuple of IntEnum
        The only moments it may stand under; empty for any but continuous ones.
    """

    pattern: str
    targets: tuple[IntEnum, ...] = ()
    objects: tuple[IntEnum, ...] = ()
    words: Mapping[str, int] = field(default_factory=dict)
    lasting: bool = False
    moments: tuple[IntEnum, ...] = ()


def lasting(pattern: str, **details: Any) -> VerbWords:
    """Make the words of a verb that changes things for a while."""
    return VerbWords(pattern, lasting=True, **details)


@dataclass(frozen=True)
class NounWords:
    """A kind of thing selectors speak of; ``unique`` if each side has just one."""

    pattern: str
    unique: bool = False


@dataclass(frozen=True)
class QuantityWords:
    """A number the table shows, for "for each .." and "if there are at least 2 ..".

    A ``yes_or_no`` quantity is its own condition ("if a coin flip is heads") and
    counts 1 where it holds. A pattern that begins with ``{of}`` counts things
    ("own units"); elsewhere ``{of}`` is what the number is read from ("energy on
    the enemy main unit"). The pattern "{of}" alone is the one that "this unit is
    stunned" compiles to.

    Attributes
    ----------
    chance : bool
        It is found out by chance each time, as a coin flip is, so that nothing that
        holds all the time can depend on it.
    trait : str
        The quantity's pattern where it narrows a selector: "a chosen unit with at
        least 2 energy"; empty if the game's rules do not read it there.
    """

    pattern: str
    yes_or_no: bool = False
    trait: str = ""
    chance: bool = False


# Compared by identity, so that what is made from a vocabulary can be kept for it.
@dataclass(frozen=True, eq=False)
class Vocabulary:
    """All words of a game's abilities; keys are the game's enums.

    Attributes
    ----------
    moments, places, durations, adjectives : mapping from IntEnum to str
        Plain words: "When this enters", "while standby", "this turn", "red".
    continuous : tuple of IntEnum
        Moments at which an ability simply holds, instead of happening.
    placeless : tuple of IntEnum
        Moments of cards that stand in no place, so that none can be asked for.
    subjects : tuple of IntEnum
        Moments about something other than the source ("When an own unit is KO'd"),
        which "it" then means.
    in_play : tuple of IntEnum
        Durations that end when the thing changed leaves play, so not for players.
    this : str
        How a card speaks of itself.
    phrases : Traversable, optional
        A file of what else players say for these words; see
        `evenhand.decks.language.phrasing.entries`.
    """

    moments: Mapping[IntEnum, str]
    places: Mapping[IntEnum, str]
    verbs: Mapping[IntEnum, VerbWords]
    nouns: Mapping[IntEnum, NounWords]
    adjectives: Mapping[IntEnum, str]
    quantities: Mapping[IntEnum, QuantityWords]
    durations: Mapping[IntEnum, str]
    continuous: tuple[IntEnum, ...] = ()
    placeless: tuple[IntEnum, ...] = ()
    subjects: tuple[IntEnum, ...] = ()
    in_play: tuple[IntEnum, ...] = ()
    this: str = "this unit"
    phrases: Traversable | None = None


NO_ABILITIES = Vocabulary({}, {}, {}, {}, {}, {}, {})


def bare_quantity(vocabulary: Vocabulary) -> IntEnum | None:
    """Find the quantity that is the number of things itself: its pattern is "{of}"."""
    quantities = vocabulary.quantities.items()
    return next((quantity for quantity, words in quantities if words.pattern == "{of}"), None)

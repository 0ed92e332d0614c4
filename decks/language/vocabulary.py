"""The words of one game's ability language.

A game lists its words as enums and gives each an English pattern. The grammar,
the printed sentences and the nearest-word hints are all made from these
patterns, so that a card's text cannot disagree with its effect.

Patterns are plain words with two extras:

``{slot}``
    a part that each card fills in: ``{amount}`` (a number, 0 or more, optionally
    with "for each .."), ``{change}`` (a number with its sign), ``{target}``,
    ``{object}`` (selectors), ``{word}`` (one of the verb's words), ``{of}``
    (the selector of the objects of a quantity).
``[one|many]``
    two forms of a word. The slot before it determines which is printed (a selector
    of several things or an amount other than 1 takes the second); both can be parsed.

Words are letters, optionally with an apostrophe or a hyphen inside, or a number. After
``{target}``, ``{object}`` or ``{of}`` a pattern must not continue with "with", "named" or
"of the enemy's choice", which belong to selectors. An ambiguous vocabulary is refused when
its grammar is built.
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
    """A verb of the vocabulary: its pattern, and where it is allowed.

    Attributes
    ----------
    pattern : str
        Plain words, ``{slots}`` and ``[one|many]``, as described above.
    targets, objects : tuple of IntEnum
        Nouns allowed in ``{target}`` and ``{object}``; empty for any.
    words : mapping from str to int
        The words allowed in ``{word}``, and the numbers they compile to.
    lasting : bool
        Whether the verb sets a state of things ("takes 20 less damage"). It then requires
        a continuous moment or a duration; other verbs never take a duration.
    moments : tuple of IntEnum
        The only allowed moments; empty for any but continuous ones.
    """

    pattern: str
    targets: tuple[IntEnum, ...] = ()
    objects: tuple[IntEnum, ...] = ()
    words: Mapping[str, int] = field(default_factory=dict)
    lasting: bool = False
    moments: tuple[IntEnum, ...] = ()


def lasting(pattern: str, **details: Any) -> VerbWords:
    """Make the vocabulary's words of a lasting verb."""
    return VerbWords(pattern, lasting=True, **details)


@dataclass(frozen=True)
class NounWords:
    """A noun of the vocabulary: its pattern; ``unique`` if each side has exactly one."""

    pattern: str
    unique: bool = False


@dataclass(frozen=True)
class QuantityWords:
    """A number read from the table, for "for each .." and "if there are at least 2 ..".

    A ``yes_or_no`` quantity is a condition by itself ("if a coin flip is heads") and
    is 1 if it holds. A pattern that begins with ``{of}`` counts things ("own units");
    elsewhere the number is read from ``{of}`` ("energy on the enemy main unit").
    "this unit is stunned" compiles to the quantity whose pattern is "{of}" alone.

    Attributes
    ----------
    chance : bool
        Whether it is determined by chance each time, such as a coin flip, so that
        continuous abilities cannot depend on it.
    trait : str
        The quantity's pattern as a trait of a selector: "a chosen unit with at
        least 2 energy"; empty if it cannot be a trait.
    """

    pattern: str
    yes_or_no: bool = False
    trait: str = ""
    chance: bool = False


# Compared by identity, so that grammars and phrasebooks can be cached by vocabulary.
@dataclass(frozen=True, eq=False)
class Vocabulary:
    """All words of a game's abilities; keys are the game's enums.

    Attributes
    ----------
    moments, places, durations, adjectives : mapping from IntEnum to str
        Plain words: "When this enters", "while standby", "this turn", "red".
    continuous : tuple of IntEnum
        Moments of abilities that hold continuously.
    placeless : tuple of IntEnum
        Moments of cards that stand in no place, so that no place can be required.
    subjects : tuple of IntEnum
        Moments about something other than the source ("When an own unit is KO'd"),
        to which "it" then refers.
    in_play : tuple of IntEnum
        Durations that end when the changed thing leaves play, so not for players.
    this : str
        The words by which a card refers to itself.
    phrases : Traversable, optional
        A file of players' phrases for these words; see
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
    """Return a vocabulary's quantity that counts things, of pattern "{of}", or None."""
    quantities = vocabulary.quantities.items()
    return next((quantity for quantity, words in quantities if words.pattern == "{of}"), None)

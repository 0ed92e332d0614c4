"""What an ability says, as a tree; the sentence and the compiled rows come from it.

Enum members are those of the game's vocabulary; a named card and a verb's own
word are plain strings. Defaults mean "not said".
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import IntEnum
from typing import Any

from evenhand.decks.language.rows import Comparison, How, Side

__all__ = [
    "ANYBODY", "Ability", "Amount", "Condition", "Count", "Quality", "Selector", "Speaker", "Step",
    "Trait", "find_members",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Speaker:
    """The card that says something, as far as that tells readings of its text apart.

    Attributes
    ----------
    words : mapping from str to str
        What it calls itself and its parts, and what is meant: ``{"Ember Lancer": "this"}``.
    moments : collection of IntEnum, optional
        Those that its abilities may have; all if not given.
    barred : collection of IntEnum
        Nouns that it cannot speak of, such as the host of a card that is never attached.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    moments: Collection[IntEnum] | None = None
    barred: Collection[IntEnum] = ()


ANYBODY = Speaker()


@dataclass(frozen=True, slots=True)
class Trait:
    """A number that each thing selected must have: "with at least 2 energy"."""

    quantity: IntEnum
    comparison: Comparison
    value: int


@dataclass(frozen=True, slots=True)
class Selector:
    """Some things on the table: "this unit", "each own unit", "2 chosen enemy units".

    Attributes
    ----------
    how : How
        ``FORMER`` ("the former") is what the nearest earlier step with a target
        acted on (costs count), and before any such step the subject of the moment.
        ``IT`` ("it", "those") is the same, except in the amount and the conditions
        of a step with a target: there it is each thing that this step acts on. A
        verb with an object but no target counts its object as target.
    noun : IntEnum or None
        None for ``THIS``, ``IT`` and ``FORMER``.
    number : int
        For ``CHOSEN`` and ``RANDOM``; ``IT``: 2 where the text says "those".
    named : str
        The only card name that fits, as the card file spells it.
    """

    how: How
    noun: IntEnum | None = None
    side: Side = Side.ANY
    number: int = 1
    up_to: bool = False
    other: bool = False
    chooser: Side = Side.OWN
    adjectives: tuple[IntEnum, ...] = ()
    named: str = ""
    trait: Trait | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A number read from the table; ``of`` where its pattern has that slot."""

    quantity: IntEnum
    of: Selector | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """How much: ``base``, or ``base`` for every ``every`` of a count, capped.

    A verb's change is an amount too, and may be negative.
    """

    base: int
    up_to: bool = False
    per: Count | None = None
    every: int = 1
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """A count held against a number, or, with ``than``, against another count.

    The second count is taken off the first: "more .. than" is at least 1, "fewer
    .. than" at most -1, "as many .. as" exactly 0. A yes-or-no quantity is at
    least 1.
    """

    comparison: Comparison
    value: int
    count: Count
    than: Count | None = None


@dataclass(frozen=True, slots=True)
class Quality:
    """What something is like: "this unit is stunned", "it is not red"."""

    of: Selector
    adjectives: tuple[IntEnum, ...]
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that an ability does.

    Attributes
    ----------
    optional : Side
        Who may decline it: ``OWN`` ("you may"), ``ENEMY`` or ``ANY`` for nobody.
    otherwise : bool
        Done only if the step before did not happen.
    mode : int
        0, or the option of "choose one" it belongs to, counted from 1.
    word : str
        The verb's own word, a key of its ``words``.
    """

    verb: IntEnum
    amount: Amount | None = None
    target: Selector | None = None
    object: Selector | None = None
    word: str = ""
    optional: Side = Side.ANY
    otherwise: bool = False
    mode: int = 0
    duration: IntEnum | None = None
    conditions: tuple[Condition | Quality, ...] = ()


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a card: when it happens, at what price, and what it does.

    Attributes
    ----------
    uses : int
        How often per turn (``per_game``: in all), 0 for as often as it happens.
    optional : bool
        "You may" stands before the costs.
    chooser : Side
        Who chooses, if a step has a mode.
    """

    moment: IntEnum
    steps: tuple[Step, ...]
    costs: tuple[Step, ...] = ()
    place: IntEnum | None = None
    uses: int = 0
    per_game: bool = False
    optional: bool = False
    chooser: Side = Side.OWN
    conditions: tuple[Condition | Quality, ...] = ()

    @property
    def n_modes(self) -> int:
        """Options of "choose one", 0 if there is no such choice."""
        return max(step.mode for step in self.steps)


def find_members(part: Any) -> Iterator[IntEnum]:
    """Find the members of enums in a tree."""
    if isinstance(part, IntEnum):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from find_members(one)
    elif is_dataclass(part):
        for field in fields(part):
            yield from find_members(getattr(part, field.name))

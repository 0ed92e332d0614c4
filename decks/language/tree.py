"""The syntax tree of an ability, from which sentences and compiled rows are made.

Enum members are those of the game's vocabulary; a named card and a verb's word are plain
strings. Defaults mean "not given".
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
    """The card of a tree's text, with the facts that resolve ambiguities in it.

    Attributes
    ----------
    words : mapping from str to str
        Its words for itself and its parts, and their meanings: ``{"Ember Lancer": "this"}``.
    moments : collection of IntEnum, optional
        Moments that its abilities may have; all if not given.
    barred : collection of IntEnum
        Nouns that its text must not use, such as the host of a card that is never attached.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    moments: Collection[IntEnum] | None = None
    barred: Collection[IntEnum] = ()


ANYBODY = Speaker()


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait: a number that each selected thing must have: "with at least 2 energy"."""

    quantity: IntEnum
    comparison: Comparison
    value: int


@dataclass(frozen=True, slots=True)
class Selector:
    """Some things on the table: "this unit", "each own unit", "2 chosen enemy units".

    Attributes
    ----------
    how : How
        ``FORMER`` ("the former") refers to the target of the nearest earlier step that
        has one (costs count as steps), and before any such step to the subject of the
        moment. ``IT`` ("it", "those") is the same, except in the amount and the
        conditions of a step with a target, where it refers to each target of this step.
        For a verb with an object but no target, the object counts as the target.
    noun : IntEnum or None
        None for ``THIS``, ``IT`` and ``FORMER``.
    number : int
        For ``CHOSEN`` and ``RANDOM``; for ``IT``, 2 if the text has "those".
    named : str
        The required card name, as spelled in the card file; "" for any.
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
    """A node of the tree: a number read from the table; ``of`` if its pattern has that slot."""

    quantity: IntEnum
    of: Selector | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount: ``base``, or ``base`` for every ``every`` of a count, capped.

    A verb's change is an amount, too, and may be negative.
    """

    base: int
    up_to: bool = False
    per: Count | None = None
    every: int = 1
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """A node of the tree: a count compared with a number or, with ``than``, another count.

    The second count is subtracted from the first: "more .. than" is at least 1, "fewer
    .. than" at most -1, "as many .. as" exactly 0. A yes-or-no quantity must be at
    least 1.
    """

    comparison: Comparison
    value: int
    count: Count
    than: Count | None = None


@dataclass(frozen=True, slots=True)
class Quality:
    """A quality of a thing: "this unit is stunned", "it is not red"."""

    of: Selector
    adjectives: tuple[IntEnum, ...]
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an ability's tree.

    Attributes
    ----------
    optional : Side
        Who may decline it: ``OWN`` ("you may") or ``ENEMY``; ``ANY`` if it is mandatory.
    otherwise : bool
        Whether it is done only if the step before did not happen.
    mode : int
        The option of "choose one" to which it belongs, counted from 1; 0 if none.
    word : str
        The word of a verb's slot, a key of its ``words``.
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
    """The tree of one ability of a card: its moment, costs and steps.

    Attributes
    ----------
    uses : int
        Maximum number of uses per turn (``per_game``: per game); 0 for no limit.
    optional : bool
        Whether "you may" precedes the costs.
    chooser : Side
        Who chooses between options, if a step has a mode.
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
        """Number of options of "choose one"; 0 if there is no choice."""
        return max(step.mode for step in self.steps)


def find_members(part: Any) -> Iterator[IntEnum]:
    """Yield all enum members in a tree."""
    if isinstance(part, IntEnum):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from find_members(item)
    elif is_dataclass(part):
        for field in fields(part):
            yield from find_members(getattr(part, field.name))

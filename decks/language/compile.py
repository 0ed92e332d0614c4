"""Compile abilities to the fixed-size rows that compiled rules read."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np

from evenhand.decks.language.errors import AbilityError
from evenhand.decks.language.rows import (  # fmt: skip
    ABILITY,
    ADJECTIVES,
    AMOUNT,
    CONDITION,
    CONDITIONS,
    COUNT,
    NOTHING,
    SELECTOR,
    STEP,
    Comparison,
    How,
)
from evenhand.decks.language.tree import Ability, Amount, Condition, Count, Quality, Selector, Step
from evenhand.decks.language.vocabulary import Vocabulary, bare_quantity

__all__ = ["CompiledAbilities", "compile_abilities"]

Row = tuple[Any, ...]


class CompiledAbilities(NamedTuple):
    """The compiled abilities of a pool: all rows, and the position of each card's.

    Attributes
    ----------
    abilities : array of ABILITY, shape (n_abilities,)
        All cards' abilities, card after card.
    steps : array of STEP, shape (n_steps,)
        Steps of all abilities; the costs of an ability come first.
    first_ability : int array, shape (n_cards,)
        Row of each card's first ability.
    n_abilities : int array, shape (n_cards,)
        Number of ability rows of each card.
    """

    abilities: np.ndarray
    steps: np.ndarray
    first_ability: np.ndarray
    n_abilities: np.ndarray


def compile_abilities(
    abilities_of_each_card: Iterable[Sequence[Ability]],
    vocabulary: Vocabulary,
    row_of_name: Callable[[str], int],
) -> CompiledAbilities:
    """Compile the abilities of all cards to rows.

    Parameters
    ----------
    abilities_of_each_card : iterable of sequence of Ability
        In the order of the cards' rows.
    vocabulary : Vocabulary
        The vocabulary by which the abilities were parsed.
    row_of_name : callable
        Returns the row of a card by its name.

    Returns
    -------
    CompiledAbilities

    Raises
    ------
    AbilityError
        If a number does not fit its field.
    """
    rows = _Rows(vocabulary, row_of_name)
    first, lengths = [], []
    for abilities in abilities_of_each_card:
        first.append(len(rows.abilities))
        lengths.append(len(abilities))
        for ability in abilities:
            rows.add(ability)
    return CompiledAbilities(
        np.array(rows.abilities, dtype=ABILITY),
        np.array(rows.steps, dtype=STEP),
        np.array(first, dtype=np.int64),
        np.array(lengths, dtype=np.int64),
    )


class _Rows:
    """Compiler of abilities; collects the rows."""

    def __init__(self, vocabulary: Vocabulary, row_of_name: Callable[[str], int]) -> None:
        self.vocabulary = vocabulary
        self.row_of_name = row_of_name
        self.abilities: list[Row] = []
        self.steps: list[Row] = []

    def add(self, ability: Ability) -> None:
        """Compile an ability: append its rows and those of its steps."""
        steps = [*ability.costs, *ability.steps]
        self.abilities.append(
            _row(
                ABILITY,
                moment=ability.moment,
                continuous=ability.moment in self.vocabulary.continuous,
                place=_or_nothing(ability.place),
                uses=ability.uses,
                per_game=ability.per_game,
                optional=ability.optional,
                n_modes=ability.n_modes,
                chooser=ability.chooser,
                first_step=len(self.steps),
                n_costs=len(ability.costs),
                n_steps=len(steps),
                conditions=self.conditions(ability.conditions),
            )
        )
        self.steps += map(self.step, steps)

    def step(self, step: Step) -> Row:
        words = self.vocabulary.verbs[step.verb].words
        return _row(
            STEP,
            verb=step.verb,
            optional=step.optional,
            otherwise=step.otherwise,
            mode=step.mode,
            duration=_or_nothing(step.duration),
            word=words[step.word] if step.word else NOTHING,
            amount=self.amount(step.amount or Amount(0)),
            target=self.selector(step.target),
            object=self.selector(step.object),
            conditions=self.conditions(step.conditions),
        )

    def amount(self, amount: Amount) -> Row:
        return _row(
            AMOUNT,
            printed=amount.base,
            up_to=amount.up_to,
            per=self.count(amount.per),
            every=amount.every,
            at_most=_or_nothing(amount.at_most),
        )

    def conditions(self, conditions: Sequence[Condition | Quality]) -> list[Row]:
        """Compile all conditions; unused rows have no quantity."""
        unused = CONDITIONS - len(conditions)
        if unused < 0:
            raise AbilityError(f"expected at most {CONDITIONS} conditions, found {len(conditions)}")
        return [*map(self.condition, conditions), *[self.no_condition] * unused]

    @cached_property
    def no_condition(self) -> Row:
        return _row(
            CONDITION,
            comparison=Comparison.AT_LEAST,
            value=0,
            chance=0,
            count=self.count(None),
            than=self.count(None),
        )

    def condition(self, condition: Condition | Quality) -> Row:
        if isinstance(condition, Quality):
            condition = self.counted(condition)
        return _row(
            CONDITION,
            comparison=condition.comparison,
            value=condition.value,
            chance=self.is_chance(condition.count) or self.is_chance(condition.than),
            count=self.count(condition.count),
            than=self.count(condition.than),
        )

    def is_chance(self, count: Count | None) -> bool:
        return count is not None and self.vocabulary.quantities[count.quantity].chance

    def counted(self, quality: Quality) -> Condition:
        """Compile "it is stunned" as "at least 1 of it with that adjective"."""
        quantity = bare_quantity(self.vocabulary)
        if quantity is None:
            raise AbilityError("the vocabulary has no quantity that counts things themselves")
        adjectives = quality.of.adjectives + quality.adjectives
        count = Count(quantity, replace(quality.of, adjectives=adjectives))
        if quality.holds:
            return Condition(Comparison.AT_LEAST, 1, count)
        return Condition(Comparison.AT_MOST, 0, count)

    def count(self, count: Count | None) -> Row:
        if count is None:
            return self.no_count
        return _row(COUNT, quantity=count.quantity, of=self.selector(count.of))

    @cached_property
    def no_count(self) -> Row:
        return _row(COUNT, quantity=NOTHING, of=self.no_selector)

    @cached_property
    def no_selector(self) -> Row:
        return self.selector(Selector(How.NONE))

    def selector(self, selector: Selector | None) -> Row:
        if selector is None:
            return self.no_selector
        trait = selector.trait
        return _row(
            SELECTOR,
            how=selector.how,
            side=selector.side,
            noun=_or_nothing(selector.noun),
            number=selector.number,
            up_to=selector.up_to,
            other=selector.other,
            chooser=selector.chooser,
            adjectives=_padded(selector.adjectives),
            named=self.row_of_name(selector.named) if selector.named else NOTHING,
            trait=_or_nothing(trait.quantity if trait else None),
            trait_comparison=trait.comparison if trait else Comparison.AT_LEAST,
            trait_value=trait.value if trait else 0,
        )


def _row(record: np.dtype[Any], **values: Any) -> Row:
    """Compile values to a row in the order of a record's fields; raise if one does not fit."""
    limits = _limits_of(record)
    for name, value in values.items():
        if isinstance(value, int):
            least, most = limits[name]
            if not least <= value <= most:
                message = f"{value:,} does not fit '{name}', which goes up to {most:,}"
                raise AbilityError(message)
    return tuple(values[name] for name in limits)


@cache
def _limits_of(record: np.dtype[Any]) -> dict[str, tuple[int, int]]:
    """Return the least and the greatest number that each field of a compiled row holds."""
    fields = {name: record[name].base for name in record.names or ()}
    return {name: (np.iinfo(kind).min, np.iinfo(kind).max) if kind.kind in "iu" else (0, 0)
            for name, kind in fields.items()}  # fmt: skip


def _or_nothing(value: int | None) -> int:
    return NOTHING if value is None else value


def _padded(adjectives: Sequence[int]) -> list[int]:
    unused = ADJECTIVES - len(adjectives)
    if unused < 0:
        raise AbilityError(f"expected at most {ADJECTIVES} adjectives, found {len(adjectives)}")
    return [*adjectives, *[NOTHING] * unused]

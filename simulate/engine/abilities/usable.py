"""Whether an ability can be used now: place, uses, costs, conditions and candidates."""

import numpy as np

from evenhand.decks.language.rows import How
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import (
    Asked,
)
from evenhand.simulate.engine.abilities.hooks import (
    can_pay,
    in_place,
    zone_for,
)
from evenhand.simulate.engine.abilities.selecting import (
    amount_of,
    hold,
    n_candidates,
)
from evenhand.simulate.engine.abilities.triggers import has_use_left

__all__ = ["can_use", "could_happen", "has_candidates", "is_payable", "price"]


@rule
def is_payable(state, pool, seat, copy, ability):
    """Return whether the cost of an ability can be paid in full."""
    for number in range(ability.n_costs):
        if not can_pay(state, pool, seat, copy, pool.steps[ability.first_step + number]):
            return False
    return True


@rule
def price(state, pool, seat, copy, step):
    """Return the least amount of a step of a cost: 0 if it is "up to" some number."""
    if step.amount.up_to:
        return np.int64(0)
    return amount_of(state, pool, seat, copy, step.amount)


@rule
def has_candidates(state, pool, seat, copy, step, in_full):
    """Return whether all selectors of a step have a candidate, or ``in_full`` enough for a cost."""
    for is_object in range(2):
        selector = step.object if is_object else step.target
        if selector.how in (How.NONE, How.IT, How.FORMER):
            continue
        least = 1
        if in_full:
            least = 0 if selector.up_to else selector.number
        zone = zone_for(state, step.verb, is_object)
        if n_candidates(state, pool, seat, copy, selector, zone) < least:
            return False
    return True


@rule
def can_use(state, pool, seat, copy, row):
    """Return whether an activated ability can be used now."""
    return (
        in_place(state, pool, pool.abilities[row], seat, copy)
        and has_use_left(state, pool, seat, copy, row)
        and could_happen(state, pool, seat, copy, row)
    )


@rule
def could_happen(state, pool, seat, copy, row):
    """Return whether the cost of an ability can be paid and any step could have an effect."""
    ability = pool.abilities[row]
    if not hold(state, pool, seat, copy, ability.conditions, Asked.POSSIBLY):
        return False
    if not is_payable(state, pool, seat, copy, ability):
        return False
    for number in range(ability.n_costs, ability.n_steps):
        step = pool.steps[ability.first_step + number]
        if not hold(state, pool, seat, copy, step.conditions, Asked.POSSIBLY):
            continue
        if has_candidates(state, pool, seat, copy, step, False):
            return True
    return False

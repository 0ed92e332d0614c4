"""What abilities cost: whether it can be paid, and by what (B30)."""

from evenhand.decks.starcrossed.words import Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.abilities.selecting import places
from evenhand.simulate.engine.abilities.usable import has_candidates, price
from evenhand.simulate.engine.sets import EMPTY, add, each, size
from evenhand.simulate.games.starcrossed.effects import can_rearm
from evenhand.simulate.games.starcrossed.moving_cards import energy_of

__all__ = ["able_to_pay", "can_pay"]


@rule
def can_pay(state, pool, seat, copy, step):
    """Return whether one step of a cost can be paid (B30)."""
    player = state.players[seat]
    n = price(state, pool, seat, copy, step)
    match step.verb:
        case Verb.PAY:
            return energy_of(player) >= n
        case Verb.KEEP_ENERGY:
            return player.energy >= n
        case Verb.LOSE_LIFE | Verb.EACH_LOSES_LIFE:
            return player.life > n
        case Verb.DISCARD:
            return size(player.hand) >= n
        case Verb.MILL:
            return player.n_deck >= n
        case Verb.REARM | Verb.VANQUISH:
            found = places(state, pool, seat, copy, step.target)
            least = 0 if step.target.up_to else step.target.number
            return size(able_to_pay(state, pool, step, False, found, n)) >= least
        case _:
            return has_candidates(state, pool, seat, copy, step, True)


@rule
def able_to_pay(state, pool, step, is_object, found, n):
    """Return those of a set of spots that can bear a step of a cost (B30)."""
    if is_object:
        return found
    able = EMPTY
    for place in each(found):
        if can_bear(state, pool, step.verb, place):
            able = add(able, place)
    return able


@rule
def can_bear(state, pool, verb, place):
    """Return whether what is at a spot can be turned down, or vanquished, for a cost."""
    match verb:
        case Verb.REARM:
            return can_rearm(state, pool, place)
        case Verb.VANQUISH:
            return not is_changed(state, pool, Verb.CANNOT_BE_VANQUISHED, place)
        case _:
            return True

"""What the words of DIVINO mean to the shared rules of abilities."""

from evenhand.decks.divino.words import Noun, Place, Verb
from evenhand.decks.language.rows import How, Side
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import Joining
from evenhand.simulate.engine.sets import add, each, has, is_empty, load, nothing_in
from evenhand.simulate.games.divino.in_play.numbers import energy_at
from evenhand.simulate.games.divino.in_play.places import (
    all_in_play,
    in_play,
    is_on_stack,
    place,
    stack_place,
    together,
)
from evenhand.simulate.games.divino.in_play.varying import variance_of_all

__all__ = [
    "area_of", "changed", "comes_first", "has_effect", "in_place", "is_at", "is_exact", "joining",
    "who_discards",
]  # fmt: skip


# Places


@rule
def is_at(state, seat, copy, where):
    """Return whether a card is at a place."""
    return where == place(seat, copy)


@rule
def in_place(state, pool, ability, seat, copy):
    """Return whether the ability's card stands as it must for it to work."""
    player = state.players[seat]
    match ability.place:
        case Place.ATTACK_MODE:
            return has(player.kind[Noun.COMBAT_CARD] & ~player.defense, copy)
        case Place.DEFENSE_MODE:
            return has(player.kind[Noun.COMBAT_CARD] & player.defense, copy)
        case Place.UNTAPPED:
            return not has(player.tapped, copy)
        case Place.TAPPED:
            return has(player.tapped, copy)
        case _:
            return True


@rule
def changed(state, pool):
    """Have numbers worked out anew, and note what else they vary with."""
    state.unsettled = 1
    state.stale = 1
    state.hanging = variance_of_all(state, pool)


# Selectors


@rule
def area_of(state, seat, copy, selector):
    """Return the set of places where what a selector speaks of can be at all."""
    match selector.how:
        case How.NONE:
            return nothing_in(state.it)
        case How.THIS:
            return add(nothing_in(state.it), place(seat, copy))
        case How.IT | How.FORMER:
            return all_in_play(state)
    match selector.noun:
        case Noun.HOST:
            return host_of(state, seat, copy)
        case Noun.SPELL | Noun.PLAYED_CARD | Noun.ABILITY:
            return items(state)
    found = nothing_in(state.it)
    for owner in range(len(state.players)):
        is_meant = selector.side == Side.ANY or (selector.side == Side.OWN) == (owner == seat)
        if is_meant and state.out[owner] == 0:
            found = together(found, owner, area_of_noun(state, owner, selector.noun))
    return found


@rule
def is_exact(state, selector):
    """Return whether a selector's area needs no second look; stack and bearers do."""
    match selector.how:
        case How.THIS | How.IT | How.FORMER:
            return True
    return selector.noun not in (Noun.HOST, Noun.SPELL, Noun.PLAYED_CARD, Noun.ABILITY)


@rule
def area_of_noun(state, owner, noun):
    """Return the set of a player's copies that a noun can mean in play."""
    if noun == Noun.PLAYER:
        noun = Noun.DEMIGOD
    return state.players[owner].kind[noun] & in_play(state, owner)


@rule
def host_of(state, seat, copy):
    """Return the set of the place a thing is attached to."""
    player = state.players[seat]
    if not has(player.attached, copy):
        return nothing_in(state.it)
    return add(nothing_in(state.it), player.host[copy])


@rule
def items(state):
    """Return the set of the places of what is on the stack."""
    found = nothing_in(state.it)
    for number in range(state.n_stack):
        found = add(found, stack_place(state, state.stack[number].spot))
    return found


# Verbs


@rule
def who_discards(state, seat, verb):
    """Return the player who chooses cards of their hand to discard."""
    return seat if verb == Verb.DISCARD else NOTHING


@rule
def joining(state, verb):
    """Numbers are added up, costs stand apart, the rest is said once."""
    match verb:
        case Verb.GETS_ATK | Verb.GETS_DEF | Verb.GETS_ENERGIZE | Verb.PREVENT:
            return Joining.SUM
        case Verb.LANDS_EACH_TURN:
            return Joining.SUM
        case Verb.YOU_PAY | Verb.ENEMIES_PAY:
            return Joining.APART
        case _:
            return Joining.SAME


@rule
def has_effect(state, pool, verb, where):
    """Return whether there is anything for a verb to act on, for "otherwise"."""
    match verb:
        case Verb.MOVE_ENERGY:
            for source in each(load(state.objects)):
                if not is_on_stack(state, source) and energy_at(state, source) > 0:
                    return True
            return False
        case Verb.ATTACH:
            return not is_empty(load(state.objects))
        case _:
            return True


@rule
def comes_first(state, pool, ability, number):
    """Return whether a step is done as the ability is played: its costs are."""
    return number < ability.n_costs

"""Cards that die together, and what is told of it."""

from evenhand.decks.divino.words import Moment, Noun
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.triggers import trigger, trigger_about
from evenhand.simulate.engine.sets import (
    MOST,
    each,
    has,
    is_empty,
    keep,
    load,
    nothing_in,
)
from evenhand.simulate.games.divino.enums import Remains
from evenhand.simulate.games.divino.in_play.moving_cards import leave_play, tell_others
from evenhand.simulate.games.divino.in_play.places import in_play, place

__all__ = ["bury", "die_together", "tell_of_death"]


@rule
def die_together(state, pool, dying):
    """Put cards into discard piles from play, all at once, then triggers (R44)."""
    for where in each(dying):
        tell_of_death(state, pool, where // MOST, where % MOST)
    for where in each(dying):
        leave_play(state, pool, where // MOST, where % MOST, Remains.DISCARD)


@rule
def bury(state, pool):
    """Let die together what one step destroys or gives up."""
    dying = load(state.dying)
    if not is_empty(dying):
        keep(nothing_in(state.dying), state.dying)
        die_together(state, pool, dying)


@rule
def tell_of_death(state, pool, seat, copy):
    """Let all know who care that a card dies."""
    where = place(seat, copy)
    trigger(state, pool, seat, copy, Moment.DIES)
    is_combat_card = has(state.players[seat].kind[Noun.COMBAT_CARD], copy)
    if is_combat_card:
        tell_others(state, pool, seat, copy, Moment.OTHER_DIES)
    for other in range(len(state.players)):
        if is_combat_card and other != seat:
            for card in each(in_play(state, other)):
                trigger_about(state, pool, other, card, Moment.ENEMY_DIES, where)
        player = state.players[other]
        for card in each(player.attached):
            if player.host[card] == where:
                trigger_about(state, pool, other, card, Moment.HOST_DIES, where)

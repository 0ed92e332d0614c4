"""What leaves play by itself before anybody has priority (R44)."""

from evenhand.decks.divino.words import Noun
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.sets import EMPTY, add, each, is_empty, nothing_in
from evenhand.simulate.games.divino.enums import Remains
from evenhand.simulate.games.divino.in_play.dying import die_together
from evenhand.simulate.games.divino.in_play.moving_cards import leave_play
from evenhand.simulate.games.divino.in_play.places import kind_of, together

__all__ = ["settle"]


@rule
def settle(state, pool):
    """Let go what has no energy, no host or no loyalty, all together (R12, R22, R24, R44)."""
    state.unsettled = 0
    dying = nothing_in(state.it)
    for seat in range(len(state.players)):
        if state.out[seat] == 0:
            dying = together(dying, seat, doomed_of(state, seat))
    if not is_empty(dying):
        die_together(state, pool, dying)
    for seat in range(len(state.players)):
        for deity in each(kind_of(state, seat, Noun.DEITY)):
            if state.players[seat].counters[deity] == 0:
                leave_play(state, pool, seat, deity, Remains.ASIDE)


@rule
def doomed_of(state, seat):
    """Return the set of a player's cards that must leave play."""
    player = state.players[seat]
    found = EMPTY
    for copy in each(player.field & player.bearers):
        if player.energy[copy] == 0:
            found = add(found, copy)
    loose = kind_of(state, seat, Noun.AURA) | kind_of(state, seat, Noun.ORB)
    return found | (loose & ~player.attached)

"""Moments: telling the cards in play what has happened (R19).

Whoever raises a moment calls `announce`; abilities that wait for it join the list of
waiting triggers, which the step machine works off before anything else goes on.
"""

from evenhand.decks.starcrossed.words import Moment
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import abilities_of
from evenhand.simulate.engine.abilities.triggers import trigger, trigger_about
from evenhand.simulate.engine.abilities.usable import could_happen
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import add, each, remove
from evenhand.simulate.games.starcrossed.enums import LANES, SEATS
from evenhand.simulate.games.starcrossed.places import DIVA, copies_at, lane_of, seat_of, spot

__all__ = [
    "announce", "announce_all", "announce_attack", "announce_fall", "play_could_happen",
    "play_could_happen_in",
]  # fmt: skip


@rule
def announce(state, pool, seat, lane, moment):
    """Tell a diva and the face-up skills on her crystal of a moment."""
    for copy in each(copies_at(state, seat, lane)):
        trigger(state, pool, seat, copy, moment)


@rule
def announce_all(state, pool, moment):
    """Tell all cards in play of a moment, whoever is on their crystals."""
    for seat in range(SEATS):
        for lane in range(LANES):
            announce(state, pool, seat, lane, moment)


@rule
def announce_attack(state, pool, seat, lane):
    """Tell the attacker's crystal, and all cards of the enemy, of an attack (R13)."""
    announce(state, pool, seat, lane, Moment.ATTACK)
    attacker, enemy = spot(DIVA, seat, lane), enemy_of(seat)
    for other in range(LANES):
        for copy in each(copies_at(state, enemy, other)):
            trigger_about(state, pool, enemy, copy, Moment.ENEMY_ATTACKS, attacker)


@rule
def announce_fall(state, pool, place):
    """Tell that a diva is being vanquished: her crystal, and those on her side elsewhere."""
    seat, lane = seat_of(place), lane_of(place)
    announce(state, pool, seat, lane, Moment.VANQUISHED)
    for other in range(LANES):
        if other == lane:
            continue
        for copy in each(copies_at(state, seat, other)):
            trigger_about(state, pool, seat, copy, Moment.OTHER_VANQUISHED, place)


@rule
def play_could_happen_in(state, pool, seat, lane, copy):
    """Return whether a move could do anything if it were played in a lane (B32, B35)."""
    player = state.players[seat]
    before = player.lane[copy]
    player.lane[copy] = lane
    could = play_could_happen(state, pool, seat, copy)
    player.lane[copy] = before
    return could


@rule
def play_could_happen(state, pool, seat, copy):
    """Return whether a move in the hand could do anything now, out of the Void (R9, B35)."""
    player = state.players[seat]
    player.hand, player.void = remove(player.hand, copy), add(player.void, copy)
    could = False
    for row in abilities_of(pool, state.card_of[seat, copy]):
        could = could or could_happen(state, pool, seat, copy, row)
    player.hand, player.void = add(player.hand, copy), remove(player.void, copy)
    return could

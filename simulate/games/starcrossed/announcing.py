"""Moments: telling the cards in play what has happened (R19).

Whoever raises a moment calls `announce`; abilities that wait for it join the list of
waiting triggers, which the step machine works off before anything else goes on.
"""

from decks.starcrossed.words import Moment
from simulate.engine.abilities.steps import could_happen
from simulate.engine.abilities.triggers import trigger, trigger_about
from simulate.engine.compile import rule
from simulate.engine.seats import enemy_of
from simulate.engine.sets import each
from simulate.games.starcrossed.places import (
    DIVA,
    copies_at,
    lane_of,
    seat_of,
    spot,
)
from simulate.games.starcrossed.words import LANES, SEATS

__all__ = [
    "announce", "announce_all", "announce_attack", "announce_fall", "play_could_happen",
    "play_could_happen_in",
]  # fmt: skip


@rule
def announce(state, table, seat, lane, moment):
    """Tell a diva and the face-up skills on her crystal of a moment."""
    for copy in each(copies_at(state, seat, lane)):
        trigger(state, table, seat, copy, moment)


@rule
def announce_all(state, table, moment):
    """Tell all cards in play of a moment, whoever is on their crystals."""
    for seat in range(SEATS):
        for lane in range(LANES):
            announce(state, table, seat, lane, moment)


@rule
def announce_attack(state, table, seat, lane):
    """Tell the attacker's crystal, and all cards of the enemy, of an attack (R13)."""
    announce(state, table, seat, lane, Moment.ATTACK)
    attacker, enemy = spot(DIVA, seat, lane), enemy_of(seat)
    for other in range(LANES):
        for copy in each(copies_at(state, enemy, other)):
            trigger_about(state, table, enemy, copy, Moment.ENEMY_ATTACKS, attacker)


@rule
def announce_fall(state, table, place):
    """Tell that a diva is being vanquished: her crystal, and those on her side elsewhere."""
    seat, lane = seat_of(place), lane_of(place)
    announce(state, table, seat, lane, Moment.VANQUISHED)
    for other in range(LANES):
        if other == lane:
            continue
        for copy in each(copies_at(state, seat, other)):
            trigger_about(state, table, seat, copy, Moment.OTHER_VANQUISHED, place)


@rule
def play_could_happen_in(state, table, seat, lane, copy):
    """Say whether a move could do anything if it were played in a lane (B32, B35)."""
    player = state.players[seat]
    before = player.lane[copy]
    player.lane[copy] = lane
    could = play_could_happen(state, table, seat, copy)
    player.lane[copy] = before
    return could


@rule
def play_could_happen(state, table, seat, copy):
    """Say whether a move of the Action Phase could do anything now (B35)."""
    card = table.cards[state.card_of[seat, copy]]
    for row in range(card.first_ability, card.first_ability + card.n_abilities):
        if could_happen(state, table, seat, copy, row):
            return True
    return False

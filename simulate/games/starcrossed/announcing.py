"""Moments: telling the cards in play what has happened (R19).

Whoever raises a moment calls `announce`; abilities that wait for it join the list of
waiting triggers, which the step machine works off before anything else goes on.
"""

from simulate.engine.compile import rule

@rule
def announce(state, table, seat, lane, moment):
    pass
@rule
def announce_attack(state, table, seat, lane):
    pass
@rule
def announce_fall(state, table, place):
    pass
@rule
def announce_all(state, table, moment):
    pass
@rule
def forget(state, table, seat, copy):
    pass
@rule
def note_coming(state, table, seat, copy):
    pass
@rule
def plan_all(state, table, seat, copy, moment):
    pass
@rule
def play_could_happen(state, table, seat, copy):
    return True
@rule
def renew_uses(state, table):
    pass
@rule
def rename(state, seat, place, old, copy):
    pass

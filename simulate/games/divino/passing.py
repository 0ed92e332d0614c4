"""Passing for longer than this once: who is left alone, and what rouses them (R47)."""

from simulate.engine.compile import rule
from simulate.engine.sets import EMPTY, has, with_, without
from simulate.engine.stage import pass_chance

__all__ = ["is_left_alone", "pass_on", "rouse", "rouse_all", "rouse_enemies"]


@rule
def pass_on(state, seat):
    """Pass, and go on passing until an enemy acts (R47)."""
    state.passing_on = with_(state.passing_on, seat)
    pass_chance(state)


@rule
def is_left_alone(state, seat):
    """Say whether a player goes on passing (R47)."""
    return has(state.passing_on, seat)


@rule
def rouse(state, seat):
    """Let a player who is asked be asked from now on."""
    state.passing_on = without(state.passing_on, seat)


@rule
def rouse_enemies(state, seat):
    """Let all others be asked again: a player does something (R47)."""
    state.passing_on &= with_(EMPTY, seat)


@rule
def rouse_all(state):
    """Let everybody be asked again: it is known who blocks (R47)."""
    state.passing_on = EMPTY

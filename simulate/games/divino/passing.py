"""Passing for longer than this once: who is left alone, and what rouses them (R47)."""

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.sets import EMPTY, add, has, remove
from evenhand.simulate.engine.stack import pass_priority

__all__ = ["is_left_alone", "pass_on", "rouse", "rouse_all", "rouse_enemies"]


@rule
def pass_on(state, seat):
    """Pass, and go on passing until an enemy acts (R47)."""
    state.passing_on = add(state.passing_on, seat)
    pass_priority(state)


@rule
def is_left_alone(state, seat):
    """Return whether a player goes on passing (R47)."""
    return has(state.passing_on, seat)


@rule
def rouse(state, seat):
    """Let a player who is asked be asked from now on."""
    state.passing_on = remove(state.passing_on, seat)


@rule
def rouse_enemies(state, seat):
    """Let all others be asked again: a player does something (R47)."""
    state.passing_on &= add(EMPTY, seat)


@rule
def rouse_all(state):
    """Let everybody be asked again: it is known who blocks (R47)."""
    state.passing_on = EMPTY

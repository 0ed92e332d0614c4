"""The stage: requests on a pile, the newest on top, and the chance to act going round.

A game puts requests on the stage and takes them off; whoever has the chance may add
another or pass, and when all have passed in a row the top one is carried out. What a
request is, who gets the chance when, and what triggers, is the game's own.
"""

import numpy as np

from decks.records import NOTHING, record
from simulate.engine.compile import rule
from simulate.engine.seats import next_seat, seats_in
from simulate.engine.sets import size
from simulate.engine.state import fail

__all__ = [
    "all_passed", "give_chance", "pass_chance", "place_of", "put_on_stage", "request_record",
    "stage_fields", "take_off_stage",
]  # fmt: skip


def request_record(*fields: tuple) -> np.dtype:
    """Make a request: the mark by which others find it, and what the game needs to know."""
    return record(("mark", np.int16), *fields)


def stage_fields(request: np.dtype, slots: int) -> tuple[tuple, ...]:
    """Give the state fields of a stage with room for so many requests."""
    return (
        ("chance", np.int8),  # seat that may act
        ("passes", np.int8),  # in a row
        ("n_marks", np.int16),  # requests of the game so far
        ("n_requests", np.int16),
        ("requests", request, (slots,)),  # the top one last
    )


@rule
def put_on_stage(state, request):
    """Put a copy of a request on top."""
    if state.n_requests == len(state.requests):
        fail(state)
        return
    state.n_marks += 1
    state.requests[state.n_requests] = request
    state.requests[state.n_requests].mark = state.n_marks
    state.n_requests += 1


@rule
def take_off_stage(state, place):
    """Take a request away and close the gap."""
    for above in range(place + 1, state.n_requests):
        state.requests[above - 1] = state.requests[above]
    state.n_requests -= 1


@rule
def place_of(state, mark):
    """Find a request by its mark; NOTHING if it has left."""
    for place in range(state.n_requests):
        if state.requests[place].mark == mark:
            return np.int64(place)
    return np.int64(NOTHING)


@rule
def give_chance(state, seat):
    """Let a seat act; passes are counted anew."""
    state.chance = seat
    state.passes = 0


@rule
def pass_chance(state):
    """Hand the chance on round the table, past those who are out."""
    state.passes += 1
    state.chance = next_seat(state, state.chance)


@rule
def all_passed(state):
    """Say whether everyone still in has passed in a row."""
    return state.passes >= size(seats_in(state))

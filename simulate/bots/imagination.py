"""What bots that think ahead imagine: hidden cards dealt anew, and how a game goes on from there.

A copy of the state is dealt anew for the seat that is asked, coming luck included, and an option
taken in a copy of that; from there on both sides play by rules of thumb. Options are tried in the
same re-deals, so that they can be compared pair by pair.
"""

from evenhand.simulate.bots.rules_of_thumb import best_by_score
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.hooks import apply, resample_hidden
from evenhand.simulate.engine.menu import open_menu
from evenhand.simulate.engine.state import is_over

__all__ = ["imagine", "is_exhausted", "play_on"]

# Tasks and questions that bots imagine in one game, for each seat and each time that they try an
# option. Then they answer by rules of thumb: only cards that go on for ever, looked at again and
# again, take so much; eight players of the largest game take a seventh of it.
MOST_EFFORT = 2_000_000


@rule
def is_exhausted(state, room, n_trials):
    """Return whether so much was imagined in this game that it must be one without end."""
    return room.effort > MOST_EFFORT * len(state.tally) * n_trials


@rule
def imagine(state, pool, options, room, n_worlds, world):
    """Copy the state into the room and deal anew what the seat asked cannot see.

    A question has ``n_worlds`` worlds of its own, numbered from 0; no other question of the
    game has the same ones.
    """
    room.states[0] = state
    belief = room.states[0]
    belief.rng.world = 1 + state.decisions * n_worlds + world
    resample_hidden(belief, pool, options, state.seat)


@rule
def play_on(state, pool, options, bot, room, action, most_questions):
    """Take an option of the imagined state and play on to the end, or as many questions.

    Returns
    -------
    State
        What comes of it; in the room, until the next one.
    """
    room.states[1] = room.states[0]
    future = room.states[1]
    menu = room.menu
    apply(future, pool, options, action)
    for _ in range(most_questions):
        room.effort += 1
        open_menu(future, pool, options, menu)
        if is_over(future):
            break
        best = best_by_score(future, pool, options, bot, menu, room.scores) if menu.n > 1 else 0
        apply(future, pool, options, menu.actions[best])
    room.effort += future.tasks_done - state.tasks_done
    return future

"""Playouts for bots that search: re-deal hidden cards, and play a game to the end from there.

In a copy of the state, everything hidden from the asked seat is re-dealt, including future luck.
An option is taken in a copy of that, and all sides continue by rules of thumb. All options are
tried in the same re-deals, so that their results can be compared pair by pair.
"""

from evenhand.simulate.bots.restrictions import keep_off, list_allowed
from evenhand.simulate.bots.rules_of_thumb import best_by_score
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.hooks import apply, resample_hidden
from evenhand.simulate.engine.menu import open_menu
from evenhand.simulate.engine.state import is_over

__all__ = ["forget_effort", "imagine", "is_exhausted", "play_on"]

# Limit of simulated tasks and questions in one game, for each seat and each playout of a question.
# Beyond it, bots answer by rules of thumb. Only cards with endless effects reach it; eight players
# of the largest game use a seventh of it.
MOST_EFFORT = 2_000_000


@rule
def forget_effort(memory):
    """Begin to count the effort of a game, if any bot searches."""
    if memory is not None:
        memory.effort = 0


@rule
def is_exhausted(state, memory, n_trials):
    """Return whether the limit of simulated tasks and questions in this game is exceeded."""
    return memory.effort > MOST_EFFORT * len(state.tally) * n_trials


@rule
def imagine(state, pool, options, memory, n_worlds, world):
    """Copy the state into ``memory``, and re-deal everything hidden from the asked seat.

    Each question has ``n_worlds`` worlds, numbered from 0, which no other question of the game
    shares.
    """
    memory.states[0] = state
    belief = memory.states[0]
    belief.rng.world = 1 + state.decisions * n_worlds + world
    resample_hidden(belief, pool, options, state.seat)


@rule
def play_on(state, pool, options, bot, memory, action, most_questions):
    """Take an option in the re-dealt state, and play to the end or up to ``most_questions``.

    Returns
    -------
    State
        The resulting state; stored in ``memory`` and overwritten by the next call.
    """
    memory.states[1] = memory.states[0]
    future = memory.states[1]
    menu = memory.menu
    apply(future, pool, options, action)
    for _ in range(most_questions):
        memory.effort += 1
        open_menu(future, pool, options, menu)
        if is_over(future):
            break
        if bot.n_bans > 0 and future.seat == state.seat:
            keep_off(menu, memory.kept, list_allowed(future, bot, menu, memory.kept))
        best = best_by_score(future, pool, options, bot, menu, memory.scores) if menu.n > 1 else 0
        apply(future, pool, options, menu.actions[best])
    memory.effort += future.tasks_done - state.tasks_done
    return future

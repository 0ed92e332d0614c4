"""Search: play out each option many times, and choose the one that wins most.

This is policy rollout (Tesauro and Galperin 1996) over the rules of thumb. All options are tried
in the same re-dealt worlds and compared pair by pair; decided options get no more playouts
(successive rejects, after Audibert, Bubeck and Munos 2010). If there are few playouts for many
options, only those with the best scores are tried. The answer of the rules of thumb, or of a
learned player, is kept unless another is significantly better.
"""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.bots.imagination import imagine, is_exhausted, play_on
from evenhand.simulate.compiling import rule

__all__ = ["MOST_WORLDS", "best_by_search", "play_out"]

MOST_WORLDS = 512  # maximum number of re-deals for one question
BATCH = 4  # re-deals between two evaluations of the results
WORLDS_EACH = 16  # intended playouts for each option tried; at least two options are tried
PATIENCE = 16  # playouts for each world in which an option may be no better than the favourite
FIRST_LOOK = 8  # re-deals before options with equal results are dropped
PLAYOUT_QUESTIONS = 4_000  # limit of a playout; longer games count as draws
SETTLED = 4  # square of the standard errors by which an option must be behind to be dropped
DOUBT = 2  # squared wins added to the error, because few worlds may agree by chance
SURE = 1  # square of the standard errors by which the rule-of-thumb answer must be beaten


@rule
def best_by_search(state, pool, options, bot, question, favourite, memory):
    """Return the option that wins most playouts, if significantly more than the favourite.

    The favourite is the answer without search.
    """
    menu = question.menu
    left = np.int64(bot.playouts)
    if is_exhausted(state, memory, left):
        return favourite
    n_contenders = min(max(left // WORLDS_EACH, 2), menu.n)
    let_contend(memory, question, favourite, n_contenders)
    world = 0
    while n_contenders > 1 and left >= n_contenders and world < MOST_WORLDS:
        imagine(state, pool, options, memory, MOST_WORLDS, world)
        for i in range(menu.n):
            if memory.contends[i]:
                result = play_out(state, pool, options, bot, memory, menu.actions[i])
                memory.results[world, i] = result
                memory.values[i] += result
        left -= n_contenders
        world += 1
        if world % BATCH == 0:
            drop_settled(memory, menu.n, world, favourite, len(state.tally))
            if world >= bot.playouts // PATIENCE:
                drop_vain(memory, menu.n, favourite)
            n_contenders = memory.contends[: menu.n].sum()
    leader = find_leader(memory, menu.n, favourite)
    if not memory.contends[favourite] or is_behind(memory, favourite, leader, world, SURE, 0):
        return leader
    return favourite


@rule
def let_contend(memory, question, favourite, n_contenders):
    """Mark the favourite and the options with the best scores as contenders; reset results."""
    for i in range(question.menu.n):
        memory.contends[i] = 0
        memory.values[i] = 0
    entrant = np.int64(favourite)
    for _ in range(n_contenders):
        memory.contends[entrant] = 1
        entrant = find_best_left_out(memory, question)


@rule
def find_best_left_out(memory, question):
    """Return the option with the best score that is not a contender; NOTHING if none."""
    found = NOTHING
    for i in range(question.menu.n):
        if not memory.contends[i] and (
            found == NOTHING or question.scores[i] > question.scores[found]
        ):
            found = i
    return found


@rule
def play_out(state, pool, options, bot, memory, action):
    """Play out an option; return the number of seats for a win, 1 for a draw, 0 for a loss."""
    future = play_on(state, pool, options, bot, memory, action, PLAYOUT_QUESTIONS)
    if future.winner == state.seat:
        return len(state.tally)
    return 1 if future.winner == NOTHING else 0


@rule
def find_leader(memory, n, favourite):
    """Return the contender that won most; at a tie, the favourite if it is among them."""
    wins, contends = memory.values, memory.contends
    leader = favourite
    for i in range(n):
        if contends[i] and (not contends[leader] or wins[i] > wins[leader]):
            leader = i
    return leader


@rule
def drop_settled(memory, n, n_worlds, favourite, win):
    """Drop the options that are significantly behind, or have the same results as the leader."""
    leader = find_leader(memory, n, favourite)
    for i in range(n):
        if i != leader and (
            is_behind(memory, i, leader, n_worlds, SETTLED, DOUBT * win * win)
            or (n_worlds >= FIRST_LOOK and come_to_same(memory, i, leader, n_worlds))
        ):
            memory.contends[i] = 0


@rule
def drop_vain(memory, n, favourite):
    """Drop the options that won no more than the favourite, if it is a contender.

    Most questions are answered by the favourite, so that this saves most playouts.
    """
    if not memory.contends[favourite]:
        return
    for i in range(n):
        if i != favourite and memory.values[i] <= memory.values[favourite]:
            memory.contends[i] = 0


@rule
def is_behind(memory, option, leader, n_worlds, sure, doubt):
    """Return whether an option is behind by more than ``sure`` squared standard errors.

    The standard error is that of the mean of paired differences, with ``doubt`` added to the
    sum of their squares.
    """
    total, squares = 0, doubt
    for world in range(n_worlds):
        ahead = np.int64(memory.results[world, leader])
        ahead -= memory.results[world, option]
        total += ahead
        squares += ahead * ahead
    if total <= 0:
        return False
    # mean > k standard errors, where the error is sqrt((squares - total^2 / n) / (n (n - 1)))
    return total * total * (n_worlds - 1) > sure * (n_worlds * squares - total * total)


@rule
def come_to_same(memory, option, leader, n_worlds):
    """Return whether two options had the same result in every world."""
    for world in range(n_worlds):
        if memory.results[world, option] != memory.results[world, leader]:
            return False
    return True

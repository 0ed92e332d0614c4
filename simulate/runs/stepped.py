"""The kernels for stepping games from Python: answering questions, and observing states."""

import numpy as np

from evenhand.decks.records import NOTHING, record
from evenhand.simulate.compiling import kernel, rule
from evenhand.simulate.engine.hooks import apply, resample_hidden, set_up
from evenhand.simulate.engine.menu import open_menu
from evenhand.simulate.engine.rng import World
from evenhand.simulate.engine.sets import EMPTY, MOST, add, each
from evenhand.simulate.engine.state import is_over, stop_endless
from evenhand.simulate.runs.deck_dealing import deal_deck
from evenhand.simulate.runs.loop import QUESTIONS_PER_GAME, QUESTIONS_PER_TURN, update_lead

__all__ = [
    "BEGIN", "DECK", "PROGRESS", "SET", "UNSEEN", "WAIT", "advance", "observe_states",
    "resample_for",
]  # fmt: skip

BEGIN = -1  # as an answer: deal the decks and set up the game
WAIT = -2  # as an answer: leave the game alone
UNSEEN = -2  # replaces a number, or a member of a set, that a seat cannot know
LOWEST, HIGHEST = -(2**15), 2**15 - 1  # range of an observed number

PROGRESS = record(  # of a game
    ("seat", np.int8),  # the seat asked
    ("n", np.int16),  # options on offer; 0 when the game is over
    ("is_over", np.int8),
    ("turn", np.int16),  # the current turn
    ("number", np.int32),  # of the current question
    ("turn_began", np.int32),  # number of the first question of the turn
)
SET = record(  # position of a set in a state
    ("at", np.int32),  # first byte
    ("owner", np.int8),  # player, or NOTHING
)
DECK = record(("at", np.int32), ("slots", np.int16))  # position of a player's deck


@kernel
def advance(
    states, menus, progress, blank, pool, options, cards, sizes, products, rank_of, sides, seeds,
    answers, skips_forced,
):  # fmt: skip
    """Apply the answer of each game, and open the menu of its next question.

    Games that begin are copies of ``blank``, with their seeds and decks. With ``skips_forced``,
    questions with one option are answered automatically.
    """
    for i in range(len(answers)):
        if answers[i] == WAIT:
            continue
        state, menu, status = states[i], menus[i], progress[i]
        if answers[i] == BEGIN:
            states[i] = blank[0]
            state.rng.seed = seeds[i]
            for seat in range(len(state.tally)):
                side = sides[i, seat]
                deal_deck(state, seat, side, cards[side], sizes[side], products[side], rank_of)
            status.turn, status.number, status.turn_began = 0, 0, 0
        choice = answers[i]
        while True:
            if choice == BEGIN:
                set_up(state, pool[0], options[0])
                status.turn = state.turn
            else:
                state.decisions += menu.n > 1
                apply(state, pool[0], options[0], menu.actions[choice])
                status.number += 1
                update_turn(state, pool[0], options[0], status)
            open_question(state, pool[0], options[0], menu, status)
            if status.n != 1 or not skips_forced:
                break
            choice = np.int64(0)


@rule
def open_question(state, pool, options, menu, status):
    """Open the menu of the current question, and record who is asked."""
    menu.n = 0
    if not is_over(state):
        open_menu(state, pool, options, menu)
    status.is_over = is_over(state)
    status.seat = state.seat
    status.n = 0 if status.is_over else menu.n


@rule
def update_turn(state, pool, options, status):
    """Record who is ahead when a turn begins, and stop endless turns and games."""
    if is_over(state):
        return
    if status.number == QUESTIONS_PER_GAME:
        stop_endless(state)
    elif state.turn != status.turn:
        status.turn, status.turn_began = state.turn, status.number
        update_lead(state, pool, options)
    elif status.number - status.turn_began == QUESTIONS_PER_TURN:
        stop_endless(state)


@kernel
def observe_states(states, pool, options, seats, worlds, views, columns, seen):
    """Write what a seat of each game sees: numbers of 1, 2 and 4 bytes, then members of sets.

    Hidden cards are re-dealt in two copies of the state, ``worlds``; ``views`` are these as
    numbers of 1, 2, 4 and 8 bytes starting at each byte. What differs between them is hidden.
    """
    bytes_, shorts, ints, words = views
    at_bytes, at_shorts, at_ints, sets, decks = columns
    n_bytes, n_shorts = len(at_bytes), len(at_bytes) + len(at_shorts)
    n_numbers = n_shorts + len(at_ints)
    for i in range(len(seats)):
        worlds[0] = states[i]
        resample_for(worlds[0], pool[0], options[0], seats[i], World.SORTED)
        worlds[1] = worlds[0]
        resample_for(worlds[1], pool[0], options[0], seats[i], World.REVERSED)
        # Not rules: a call with arrays takes longer than these loops.
        for j in range(n_bytes):
            value = bytes_[0, at_bytes[j]]
            seen[i, j] = value if value == bytes_[1, at_bytes[j]] else UNSEEN
        for j in range(len(at_shorts)):
            short = shorts[0, at_shorts[j]]
            seen[i, n_bytes + j] = short if short == shorts[1, at_shorts[j]] else UNSEEN
        for j in range(len(at_ints)):
            long = ints[0, at_ints[j]]
            cut = min(max(long, LOWEST), HIGHEST)
            seen[i, n_shorts + j] = cut if long == ints[1, at_ints[j]] else UNSEEN
        write_sets(words, sets, bytes_, decks, n_numbers, seen, i)


@rule
def write_sets(words, sets, bytes_, decks, first_column, seen, i):
    """Write 1 for each certain member of a set, UNSEEN for each possible one, 0 for others.

    A set that differs between the worlds may contain any of its owner's hidden cards.
    """
    for column in range(first_column, seen.shape[1]):
        seen[i, column] = 0
    hidden_of, hidden = np.int64(NOTHING), np.int64(EMPTY)
    for j in range(len(sets)):
        place, owner, column = sets[j].at, sets[j].owner, first_column + j * MOST
        members = words[0, place]
        unsure = members ^ words[1, place]
        if unsure != EMPTY and owner != NOTHING and len(decks):
            if owner != hidden_of:
                hidden_of, hidden = np.int64(owner), hidden_cards(bytes_, decks[owner])
            unsure |= hidden
        for member in each(unsure):
            seen[i, column + member] = UNSEEN
        for member in each(members & ~unsure):
            seen[i, column + member] = 1


@rule
def hidden_cards(bytes_, deck):
    """Return the set of the cards at positions of a deck that differ between the worlds.

    No position has the same hidden card in both worlds, unless only one card is hidden.
    """
    hidden = np.int64(EMPTY)
    for at in range(deck.at, deck.at + deck.slots):
        if bytes_[0, at] != bytes_[1, at]:
            hidden = add(add(hidden, bytes_[0, at]), bytes_[1, at])
    return hidden


@rule
def resample_for(state, pool, options, seat, world):
    """Re-deal what a seat cannot see, with random numbers independent of the game's."""
    state.rng.seed = 0
    state.rng.matchup = 0
    state.rng.pair = 0
    state.rng.used[:] = 0
    state.rng.world = world
    resample_hidden(state, pool, options, seat)

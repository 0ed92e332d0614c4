"""The kernels of games that are stepped from outside: answering, and what a seat sees."""

import numpy as np

from evenhand.decks.records import NOTHING, record
from evenhand.simulate.compiling import kernel, rule
from evenhand.simulate.engine.hooks import apply, resample_hidden, set_up
from evenhand.simulate.engine.menu import open_menu
from evenhand.simulate.engine.rng import World
from evenhand.simulate.engine.sets import EMPTY, MOST, add, each
from evenhand.simulate.engine.state import is_over, stop_endless
from evenhand.simulate.runs.deck_dealing import hand_out
from evenhand.simulate.runs.loop import QUESTIONS_PER_GAME, QUESTIONS_PER_TURN, look_at_the_lead

__all__ = [
    "ASKED", "BEGIN", "DECK", "SET", "UNSEEN", "WAIT", "advance", "imagine", "see",
]  # fmt: skip

BEGIN = -1  # as an answer: hand out the decks and set the game up
WAIT = -2  # as an answer: leave the game alone
UNSEEN = -2  # in place of a number, or of a member of a set, that a seat cannot know
LOWEST, HIGHEST = -(2**15), 2**15 - 1  # of a number that is seen

ASKED = record(  # how far a game has got
    ("seat", np.int8),  # who is asked
    ("n", np.int16),  # options on offer; 0 when the game is over
    ("is_over", np.int8),
    ("turn", np.int16),  # the turn under way
    ("number", np.int32),  # of the question
    ("turn_began", np.int32),  # .. of the first one of the turn
)
SET = record(  # where in a state a set is
    ("at", np.int32),  # its first byte
    ("owner", np.int8),  # the player who has it, or NOTHING
)
DECK = record(("at", np.int32), ("slots", np.int16))  # where in a state a player's deck is


@kernel
def advance(
    states, menus, asked, blank, pool, options, cards, sizes, products, rank_of, sides, seeds,
    answers, skips_forced,
):  # fmt: skip
    """Give each game its answer, and open the menu of its next question.

    Games that begin are ``blank`` at first, each with its seed and its decks. Questions that
    leave no choice may answer themselves.
    """
    for i in range(len(answers)):
        if answers[i] == WAIT:
            continue
        state, menu, now = states[i], menus[i], asked[i]
        if answers[i] == BEGIN:
            states[i] = blank[0]
            state.rng.seed = seeds[i]
            for seat in range(len(state.tally)):
                side = sides[i, seat]
                hand_out(state, seat, side, cards[side], sizes[side], products[side], rank_of)
            now.turn, now.number, now.turn_began = 0, 0, 0
        choice = answers[i]
        while True:
            if choice == BEGIN:
                set_up(state, pool[0], options[0])
                now.turn = state.turn
            else:
                state.decisions += menu.n > 1
                apply(state, pool[0], options[0], menu.actions[choice])
                now.number += 1
                look_at_the_turn(state, pool[0], options[0], now)
            open_question(state, pool[0], options[0], menu, now)
            if now.n != 1 or not skips_forced:
                break
            choice = np.int64(0)


@rule
def open_question(state, pool, options, menu, now):
    """Open the menu of the question asked, and note whose it is."""
    menu.n = 0
    if not is_over(state):
        open_menu(state, pool, options, menu)
    now.is_over = is_over(state)
    now.seat = state.seat
    now.n = 0 if now.is_over else menu.n


@rule
def look_at_the_turn(state, pool, options, now):
    """Note who is ahead as a turn begins, and break off what comes to no end."""
    if is_over(state):
        return
    if now.number == QUESTIONS_PER_GAME:
        stop_endless(state)
    elif state.turn != now.turn:
        now.turn, now.turn_began = state.turn, now.number
        look_at_the_lead(state, pool, options)
    elif now.number - now.turn_began == QUESTIONS_PER_TURN:
        stop_endless(state)


@kernel
def see(states, pool, options, seats, worlds, views, columns, seen):
    """Write what a seat of each game sees: numbers of 1, 2 and 4 bytes, then members of sets.

    Each state is dealt anew in two worlds, which lie in ``worlds``; ``views`` are these as
    numbers of 1, 2, 4 and 8 bytes that begin at each byte. What differs is hidden.
    """
    bytes_, shorts, ints, words = views
    at_bytes, at_shorts, at_ints, sets, decks = columns
    n_bytes, n_shorts = len(at_bytes), len(at_bytes) + len(at_shorts)
    n_numbers = n_shorts + len(at_ints)
    for i in range(len(seats)):
        worlds[0] = states[i]
        imagine(worlds[0], pool[0], options[0], seats[i], World.SORTED)
        worlds[1] = worlds[0]
        imagine(worlds[1], pool[0], options[0], seats[i], World.REVERSED)
        # No rules of their own: a call with arrays takes longer than these loops.
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
    """Write 1 for each sure member of a set, and what may be one; the rest is 0.

    A set that differs between the worlds may hold any of its owner's hidden cards.
    """
    for column in range(first_column, seen.shape[1]):
        seen[i, column] = 0
    whose, hidden = np.int64(NOTHING), np.int64(EMPTY)
    for j in range(len(sets)):
        place, owner, column = sets[j].at, sets[j].owner, first_column + j * MOST
        members = words[0, place]
        unsure = members ^ words[1, place]
        if unsure != EMPTY and owner != NOTHING and len(decks):
            if owner != whose:
                whose, hidden = np.int64(owner), hidden_cards(bytes_, decks[owner])
            unsure |= hidden
        for one in each(unsure):
            seen[i, column + one] = UNSEEN
        for one in each(members & ~unsure):
            seen[i, column + one] = 1


@rule
def hidden_cards(bytes_, deck):
    """Return the set of the cards that lie elsewhere in a deck in the other world.

    In no place of it do both worlds have the same hidden card, unless there is but one.
    """
    found = np.int64(EMPTY)
    for at in range(deck.at, deck.at + deck.slots):
        if bytes_[0, at] != bytes_[1, at]:
            found = add(add(found, bytes_[0, at]), bytes_[1, at])
    return found


@rule
def imagine(state, pool, options, seat, world):
    """Deal anew what a seat cannot see, by luck that owes nothing to the game's own."""
    state.rng.seed = 0
    state.rng.matchup = 0
    state.rng.pair = 0
    state.rng.used[:] = 0
    state.rng.world = world
    resample_hidden(state, pool, options, seat)

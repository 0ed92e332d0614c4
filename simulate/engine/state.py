"""The engine's fields at the beginning of every game's state record.

The engine reads and writes only these fields; a game adds its own behind them.
Argument order in all rules: ``state, pool, options``, then who, then what.
"""

import numpy as np

from evenhand.decks.language.rows import MOST_ABILITIES
from evenhand.decks.records import NOTHING, record
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine import sets
from evenhand.simulate.engine.rng import rng_record
from evenhand.simulate.engine.sets import add

__all__ = [
    "ENDLESS", "ENGINE_ERROR", "NO_QUESTION", "TALLY", "ask", "end_game", "fail", "is_over",
    "note_could", "note_did", "note_hand", "note_played", "note_worked", "state_record",
    "stop_endless",
]  # fmt: skip

NO_QUESTION = 0  # in every game's Question
ENGINE_ERROR = 0  # in every game's EndReason: a capacity was exceeded
ENDLESS = 100  # in every game's EndReason: a turn or the game was endless
TALLY = record(
    ("opening", np.int64),  # set of deck slots in the opening hand that was kept
    ("drawn", np.int64),  # .. drawn later
    ("tutored", np.int64),  # .. fetched from the deck by an effect
    ("played", np.int64),  # .. played
    ("mulligans", np.int8),
    ("ahead", np.int64),  # set of turns at whose end this seat alone was ahead, the first as 0
    ("standing", np.int32),  # at the last measurement, in the game's standing units
    ("deficit", np.int32),  # furthest this seat was behind, in the game's standing units
    # Sets of numbers of restrictions of the bot (`evenhand.simulate.bots.restrictions`):
    ("withheld", np.int64),  # kept an option off a menu
    ("unavoidable", np.int64),  # did not, since no other option was on offer
    # Sets of deck slots, for each ability of a card by its number on the card:
    ("could", np.int64, (MOST_ABILITIES,)),  # could be used, or its moment came
    ("did", np.int64, (MOST_ABILITIES,)),  # was used, or happened
    ("worked", np.int64, (MOST_ABILITIES,)),  # did something at least once
)


def state_record(n_seats: int, deck_slots: int, *fields: tuple) -> np.dtype:
    """Make a game's state record: the fields the engine needs, then its own.

    Parameters
    ----------
    n_seats : int
        2 to 8.
    deck_slots : int
        Most cards in a deck, at most `evenhand.simulate.engine.sets.MOST`.
    *fields : (name, type) or (name, type, shape)
        The game's own.
    """
    if deck_slots > sets.MOST:
        raise ValueError(f"a deck has at most {sets.MOST} slots, not {deck_slots}")
    return record(
        ("seat", np.int8),  # who is asked
        ("question", np.int8),  # the question; NO_QUESTION while rules run
        ("end_reason", np.int8),  # NOTHING while the game is running
        ("winner", np.int8),  # seat, or NOTHING for a draw
        ("turn", np.int16),  # player turns begun
        ("first", np.int8),  # seat that takes the first turn
        ("decisions", np.int32),  # questions with two or more options answered
        ("tasks_done", np.int32),  # see `evenhand.simulate.engine.agenda`
        ("tasks_in_turn", np.int32),  # .. in the turn below
        ("turn_of_tasks", np.int16),
        ("leader", np.int8),  # seat ahead at the last measurement, or NOTHING
        ("lead_changes", np.int16),
        ("rng", rng_record(n_seats)),
        ("tally", TALLY, (n_seats,)),
        ("out", np.int8, (n_seats,)),  # see `evenhand.simulate.engine.seats`
        ("deck_size", np.int8, (n_seats,)),
        ("card_of", np.int16, (n_seats, deck_slots)),  # table row of each deck slot
        *fields,
    )


@rule
def is_over(state):
    """Return whether the game has ended."""
    return state.end_reason != NOTHING


@rule
def end_game(state, winner, reason):
    """End the game; only the first reason is kept."""
    if not is_over(state):
        state.winner = winner
        state.end_reason = reason
        state.question = NO_QUESTION


@rule
def fail(state):
    """End a game that the engine cannot continue; it is counted and reported as an error."""
    end_game(state, NOTHING, ENGINE_ERROR)


@rule
def stop_endless(state):
    """End an endless game as a draw; it is counted and reported as endless."""
    end_game(state, NOTHING, ENDLESS)


@rule
def ask(state, seat, question):
    """Ask a seat a question."""
    state.seat = seat
    state.question = question


@rule
def note_could(state, seat, copy, number):
    """Record that an ability of a card could be used, or that its moment came."""
    could = state.tally[seat].could
    could[number] = add(could[number], copy)


@rule
def note_did(state, seat, copy, number):
    """Record that an ability of a card was used, or happened."""
    note_could(state, seat, copy, number)
    did = state.tally[seat].did
    did[number] = add(did[number], copy)


@rule
def note_worked(state, seat, copy, number):
    """Record that an ability of a card did something."""
    note_did(state, seat, copy, number)
    worked = state.tally[seat].worked
    worked[number] = add(worked[number], copy)


@rule
def note_played(state, seat, copy):
    """Record that a card was played."""
    state.tally[seat].played = add(state.tally[seat].played, copy)


@rule
def note_hand(state, seat, hand):
    """Record an opening hand as it is dealt.

    The first is dealt at random, whatever a player then does with it; a hand that comes
    after it counts as drawn.
    """
    tally = state.tally[seat]
    if tally.mulligans == 0:
        tally.opening = hand & ~tally.tutored
    tally.drawn = hand & ~(tally.opening | tally.tutored)

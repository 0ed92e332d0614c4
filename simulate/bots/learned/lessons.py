"""Decisions of a learned player, written down while it plays, to be learned from."""

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.compiling import rule

__all__ = [
    "LESSONS", "MOST_OPTION_ROWS", "begin_decision", "count_game", "end_decision", "write_option",
]  # fmt: skip

N_DECISIONS, N_OPTIONS, N_ROWS = 300_000, 3_000_000, 50_000_000
MOST_OPTION_ROWS = 400  # written down of one option

DECISION = record(
    ("game", np.int32),
    ("seat", np.int8),
    ("choice", np.int16),
    ("n_options", np.int16),
    ("first_option", np.int32),
    ("first_row", np.int64),  # of the features of the table
    ("n_rows", np.int32),
    ("log_chance", np.float64),  # with which the answer was drawn
)
OPTION = record(
    ("gap", np.float32),  # behind the best option by rules of thumb, as a logit
    ("first_row", np.int64),  # of the features of the option
    ("n_rows", np.int32),
)
LESSONS = record(
    ("n_games", np.int64),
    ("n_decisions", np.int64),
    ("n_options", np.int64),
    ("n_rows", np.int64),
    ("decisions", DECISION, (N_DECISIONS,)),
    ("options", OPTION, (N_OPTIONS,)),
    ("rows", np.int32, (N_ROWS,)),
    ("counts", np.int16, (N_ROWS,)),
)


@rule
def count_game(lessons):
    """Count a game that has ended, if any are written down."""
    if lessons is not None:
        lessons.n_games += 1


@rule
def begin_decision(lessons, mind, n_options, n_table):
    """Write down the table before a question; return whether there is room for it."""
    d, o, f = lessons.n_decisions, lessons.n_options, lessons.n_rows
    if (
        d >= N_DECISIONS
        or o + n_options > N_OPTIONS
        or f + n_table + n_options * MOST_OPTION_ROWS > N_ROWS
    ):
        return False
    decision = lessons.decisions[d]
    decision.first_option = o
    decision.n_options = n_options
    decision.first_row = f
    decision.n_rows = n_table
    copy_features(lessons, mind, 0, n_table)
    return True


@rule
def copy_features(lessons, mind, begin, end):
    """Write down features."""
    f = lessons.n_rows
    for k in range(begin, end):
        lessons.rows[f] = mind.rows[k]
        lessons.counts[f] = np.int16(mind.counts[k])
        f += 1
    lessons.n_rows = f


@rule
def write_option(lessons, mind, gap, begin, end):
    """Write down an option of the question begun."""
    option = lessons.options[lessons.n_options]
    option.gap = gap
    option.first_row = lessons.n_rows
    option.n_rows = min(end - begin, MOST_OPTION_ROWS)
    copy_features(lessons, mind, begin, begin + option.n_rows)
    lessons.n_options += 1


@rule
def end_decision(lessons, seat, choice, log_chance):
    """Write down the answer to the question begun."""
    decision = lessons.decisions[lessons.n_decisions]
    decision.game = lessons.n_games
    decision.seat = seat
    decision.choice = choice
    decision.log_chance = log_chance
    lessons.n_decisions += 1

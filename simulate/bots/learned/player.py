"""A learned player's answer: each option is tried in one re-dealt copy of the state, and weighed.

The weights are a small network. The rows of the table before the question are summed once, those
of what an option is and changes are added for it; 31 sums that are above zero and one as it is
make a number, to which the option's score by rules of thumb is added. All numbers are whole and
below 2**24, where sums of floats are exact: every machine plays the same games.
"""

from math import exp, log

import numpy as np

from evenhand.simulate.bots.learned.lessons import begin_decision, end_decision, write_option
from evenhand.simulate.bots.learned.reading import (
    copy_tops,
    note,
    note_card,
    read_changes,
    read_table,
)
from evenhand.simulate.bots.learned.slots import KINDS, ONE, OUT_ONE, OVER, PLACES, UNITS
from evenhand.simulate.compiling import loop_rule, rule
from evenhand.simulate.engine.hooks import apply, resample_hidden
from evenhand.simulate.engine.rng import Purpose, World, below
from evenhand.simulate.engine.state import is_over

__all__ = ["add_rows", "best_by_weights"]

FURTHEST = 8  # scores by rules of thumb are never further behind, in units of tau
DRAWS = 1 << 30
LANES = 16


@loop_rule
def add_rows(sums, table, rows, counts, begin, end):
    """Add rows of weights to the sums of all units, sixteen units at a time."""
    for j in range(0, UNITS, LANES):
        s0, s1, s2, s3 = sums[j], sums[j + 1], sums[j + 2], sums[j + 3]
        s4, s5, s6, s7 = sums[j + 4], sums[j + 5], sums[j + 6], sums[j + 7]
        s8, s9, s10, s11 = sums[j + 8], sums[j + 9], sums[j + 10], sums[j + 11]
        s12, s13, s14, s15 = sums[j + 12], sums[j + 13], sums[j + 14], sums[j + 15]
        for k in range(begin, end):
            row, count = rows[k], counts[k]
            s0 += table[row, j] * count
            s1 += table[row, j + 1] * count
            s2 += table[row, j + 2] * count
            s3 += table[row, j + 3] * count
            s4 += table[row, j + 4] * count
            s5 += table[row, j + 5] * count
            s6 += table[row, j + 6] * count
            s7 += table[row, j + 7] * count
            s8 += table[row, j + 8] * count
            s9 += table[row, j + 9] * count
            s10 += table[row, j + 10] * count
            s11 += table[row, j + 11] * count
            s12 += table[row, j + 12] * count
            s13 += table[row, j + 13] * count
            s14 += table[row, j + 14] * count
            s15 += table[row, j + 15] * count
        sums[j], sums[j + 1], sums[j + 2], sums[j + 3] = s0, s1, s2, s3
        sums[j + 4], sums[j + 5], sums[j + 6], sums[j + 7] = s4, s5, s6, s7
        sums[j + 8], sums[j + 9], sums[j + 10], sums[j + 11] = s8, s9, s10, s11
        sums[j + 12], sums[j + 13], sums[j + 14], sums[j + 15] = s12, s13, s14, s15


@rule
def weigh(sums, out):
    """Return what the sums come to, as a logit."""
    total = np.int64(0)
    for j in range(UNITS - 1):
        total += np.int64(max(sums[j], np.float32(0))) * out[j]
    return total // OUT_ONE + np.int64(sums[UNITS - 1])


@rule
def best_by_weights(
    state, pool, options, bot, question, favourite, minds, nets, imagined, lessons
):  # fmt: skip
    """Return the option with the highest logit, or one drawn by them while learning.

    The favourite is the answer of the rules of thumb.
    """
    menu = question.menu
    seat = state.seat
    net, mind = nets[bot.net], minds[bot.net]
    imagined[bot.net, 0] = state
    belief, future = imagined[bot.net, 0], imagined[bot.net, 1]
    belief.rng.world = World.SORTED
    resample_hidden(belief, pool, options, seat)
    copy_tops(mind, mind.belief_words)
    n_table = read_table(belief, mind.belief_words, seat, mind)
    table, option = mind.table_sums, mind.option_sums
    for j in range(UNITS):
        table[j] = net.bias[j]
    add_rows(table, net.rows, mind.rows, mind.counts, 0, n_table)
    is_written = False
    if lessons is not None and bot.is_learner:
        is_written = begin_decision(lessons, mind, menu.n, n_table)
    best_score = question.scores[favourite]
    best = 0
    for i in range(menu.n):
        gap = squash(question.scores[i] - best_score, net.tau)
        imagined[bot.net, 1] = belief
        n = n_table
        if i == favourite and net.tau > 0:
            n = note(mind, n, mind.first_card_row - 1, 1)
        n = read_option(mind, belief, future, pool, options, seat, menu.actions[i], n)
        for j in range(UNITS):
            option[j] = table[j]
        add_rows(option, net.rows, mind.rows, mind.counts, n_table, n)
        mind.logits[i] = gap + weigh(option, net.out)
        if mind.logits[i] > mind.logits[best]:
            best = i
        if lessons is not None and is_written:
            write_option(lessons, mind, gap / ONE, n_table, n)
    if lessons is not None and bot.is_learner:
        best = draw(state, mind.logits, menu.n)
        if is_written:
            end_decision(lessons, seat, best, find_log_chance(mind.logits, menu.n, best))
    return best


@rule
def squash(gap, tau):
    """Return how far an option is behind by rules of thumb, at most `FURTHEST` units of tau."""
    if tau == 0:
        return 0
    far = -gap * ONE // tau if gap > -(2**40) else 2**40
    return -(FURTHEST * ONE * far // (FURTHEST * ONE + far))


@rule
def read_option(mind, before, after, pool, options, seat, action, n):
    """Carry out an option, and write down what it is and changes."""
    kind = np.int64(action.kind) % KINDS
    question = np.int64(before.question) % KINDS
    base = mind.first_option_row
    n = note(mind, n, base + question * KINDS + kind, 1)
    base += KINDS * KINDS
    is_other = 0 if action.seat == seat else 1
    place = min(max(np.int64(action.slot), -1), PLACES - 2) + 1
    n = note(mind, n, base + (kind * 2 + is_other) * PLACES + place, 1)
    base += KINDS * 2 * PLACES
    owner = action.seat
    if 0 <= owner < len(before.tally) and 0 <= action.copy_id < before.deck_size[owner]:
        zone = 2 * mind.n_table_zones + mind.kind_zone[kind]
        n = note_card(before, mind, n, zone, owner, action.copy_id, 1)
    apply(after, pool, options, action)
    copy_tops(mind, mind.future_words)
    n = read_changes(before, mind.belief_words, mind.future_words, seat, mind, n)
    if is_over(after):
        result = 1 if after.winner < 0 else (2 if after.winner == seat else 0)
        return note(mind, n, base + result, 1)
    base += OVER
    is_other = 0 if after.seat == seat else 1
    return note(mind, n, base + is_other * KINDS + np.int64(after.question) % KINDS, 1)


@rule
def find_top(logits, n):
    """Return the highest logit of some options."""
    top = logits[0]
    for i in range(n):
        top = max(top, logits[i])
    return top


@rule
def add_odds(logits, n, top):
    """Return the sum of the odds of some options, of which the top one's are 1."""
    total = 0.0
    for i in range(n):
        total += exp((logits[i] - top) / ONE)
    return total


@rule
def find_log_chance(logits, n, choice):
    """Return the logarithm of the chance to draw an option."""
    top = find_top(logits, n)
    return (logits[choice] - top) / ONE - log(add_odds(logits, n, top))


@rule
def draw(state, logits, n):
    """Draw an option with odds as its logit says."""
    top = find_top(logits, n)
    drawn = below(state.rng, DRAWS, Purpose.BOT, state.seat) / DRAWS
    left = add_odds(logits, n, top) * drawn
    for i in range(n):
        left -= exp((logits[i] - top) / ONE)
        if left < 0:
            return i
    return 0

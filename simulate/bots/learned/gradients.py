"""Learning from written-down decisions: proximal policy optimisation of a small sparse network.

The method is that of Schulman et al. 2017 (arXiv:1707.06347) with advantages after Schulman et
al. 2016 (arXiv:1506.02438). A second network of the same shape, the critic, says from the table
alone how much of a win the player asked has; it serves learning only.
"""

from math import exp, log

import numpy as np

from evenhand.simulate.bots.learned.player import add_rows
from evenhand.simulate.bots.learned.slots import UNITS
from evenhand.simulate.compiling import kernel, loop_rule

__all__ = [
    "adam_step",
    "add_policy_gradient",
    "add_value_gradient",
    "find_advantages",
    "value_tables",
]

LAST = UNITS - 1
LARGEST_RATIO = 3.0  # of chances that pulls back an answer whose chance grew by mistake


@loop_rule
def add_row_gradients(gradient, dx, rows, values, begin, end):
    """Add to the gradient of rows of weights."""
    for k in range(begin, end):
        row, value = rows[k], values[k]
        for j in range(UNITS):
            gradient[row, j] += dx[j] * value


@loop_rule
def find_output(x, out):
    """Return the output of a network from the sums of its units."""
    total = x[LAST]
    for j in range(LAST):
        if x[j] > 0:
            total += x[j] * out[j]
    return total


@loop_rule
def find_sum_gradients(dx, x, out, g, gradient_out):
    """Write what a change of the output asks of the sums; add to the gradient of the outputs."""
    for j in range(LAST):
        if x[j] > 0:
            dx[j] = g * out[j]
            gradient_out[j] += g * x[j]
        else:
            dx[j] = 0.0
    dx[LAST] = g


@kernel
def value_tables(decisions, rows, values, weights, bias, out, found):
    """Write down the critic's chance of a win, as a logit, before each decision."""
    x = np.empty(UNITS, np.float32)
    for d in range(len(decisions)):
        begin = decisions[d].first_row
        x[:] = bias
        add_rows(x, weights, rows, values, begin, begin + decisions[d].n_rows)
        found[d] = find_output(x, out)


@kernel
def find_advantages(decisions, chances, results, n_seats, decay, advantages, targets):
    """Write down how much better each answer turned out than the critic had expected.

    Decisions are in order of play; those of a game and seat make one sequence, whose reward is
    the game's result at its end.
    """
    n = len(decisions)
    ahead = np.full(n_seats, np.nan)
    sums = np.zeros(n_seats)
    game = -1
    for d in range(n - 1, -1, -1):
        if decisions[d].game != game:
            game = decisions[d].game
            ahead[:] = np.nan
            sums[:] = 0.0
        seat = decisions[d].seat
        later = results[game, seat] if np.isnan(ahead[seat]) else ahead[seat]
        sums[seat] = later - chances[d] + decay * sums[seat]
        advantages[d] = sums[seat]
        targets[d] = sums[seat] + chances[d]
        ahead[seat] = chances[d]


@kernel
def add_value_gradient(
    order, decisions, rows, values, targets, weights, bias, out, gradient, gradient_bias,
    gradient_out,
):  # fmt: skip
    """Add the gradient of the critic's cross entropy; return the sum of squared errors."""
    x, dx = np.empty(UNITS, np.float32), np.empty(UNITS, np.float32)
    total = 0.0
    for d in order:
        begin = decisions[d].first_row
        end = begin + decisions[d].n_rows
        x[:] = bias
        add_rows(x, weights, rows, values, begin, end)
        chance = 1 / (1 + exp(-find_output(x, out)))
        total += (chance - targets[d]) ** 2
        find_sum_gradients(dx, x, out, np.float32(chance - targets[d]), gradient_out)
        add_row_gradients(gradient, dx, rows, values, begin, end)
        for j in range(UNITS):
            gradient_bias[j] += dx[j]
    return total


@kernel
def add_policy_gradient(
    order, decisions, options, rows, values, advantages, weights, bias, out, clip, entropy,
    gradient, gradient_bias, gradient_out,
):  # fmt: skip
    """Add the gradient of the clipped objective.

    Returns
    -------
    divergence : float
        Sum over decisions of the approximate divergence from the former player.
    n_clipped : int
    spread : float
        Sum of entropies.
    """
    x = np.empty((256, UNITS), np.float32)
    dx, sums = np.empty(UNITS, np.float32), np.empty(UNITS, np.float32)
    base = np.empty(UNITS, np.float32)
    logits = np.empty(256)
    divergence, n_clipped, spread = 0.0, 0, 0.0
    for d in order:
        decision = decisions[d]
        n, first = decision.n_options, decision.first_option
        begin = decision.first_row
        end = begin + decision.n_rows
        base[:] = bias
        add_rows(base, weights, rows, values, begin, end)
        top = -1e30
        for i in range(n):
            option = options[first + i]
            x[i] = base
            add_rows(
                x[i], weights, rows, values, option.first_row, option.first_row + option.n_rows
            )
            logits[i] = option.gap + find_output(x[i], out)
            top = max(top, logits[i])
        total = 0.0
        for i in range(n):
            total += exp(logits[i] - top)
        norm = top + log(total)
        taken = logits[decision.choice] - norm
        grown = taken - decision.log_chance
        ratio = exp(min(grown, 5.0))
        divergence += ratio - 1 - grown
        gain = advantages[d]
        is_clipped = (gain > 0 and ratio > 1 + clip) or (gain < 0 and ratio < 1 - clip)
        n_clipped += is_clipped
        push = 0.0 if is_clipped else min(ratio, LARGEST_RATIO) * gain
        mean = 0.0
        for i in range(n):
            mean -= exp(logits[i] - norm) * (logits[i] - norm)
        spread += mean
        sums[:] = 0
        for i in range(n):
            chance = exp(logits[i] - norm)
            g = push * chance + entropy * chance * (logits[i] - norm + mean)
            if i == decision.choice:
                g -= push
            option = options[first + i]
            find_sum_gradients(dx, x[i], out, np.float32(g), gradient_out)
            end_row = option.first_row + option.n_rows
            add_row_gradients(gradient, dx, rows, values, option.first_row, end_row)
            for j in range(UNITS):
                sums[j] += dx[j]
        add_row_gradients(gradient, sums, rows, values, begin, end)
        for j in range(UNITS):
            gradient_bias[j] += sums[j]
    return divergence, n_clipped, spread


@kernel
def adam_step(weights, gradient, first, second, rate, count, n):
    """Change weights after their gradient by Adam (Kingma and Ba 2015), and clear it.

    Parameters
    ----------
    weights, gradient, first, second : float32 arrays, shape (n_weights,)
        ``first`` and ``second`` are the running means of the gradient and of its square.
    rate : float
    count : int
        Number of this step, from 1.
    n : int
        Decisions that the gradient is the sum of.
    """
    change_weights(weights, gradient, first, second, rate, count, n)


@loop_rule
def change_weights(weights, gradient, first, second, rate, count, n):
    """Change weights after their gradient, and clear it."""
    a = rate * np.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    for k in range(len(weights)):
        g = gradient[k] / n
        gradient[k] = 0
        first[k] += np.float32(0.1) * (g - first[k])
        second[k] += np.float32(0.001) * (g * g - second[k])
        weights[k] -= np.float32(a) * first[k] / (np.sqrt(second[k]) + np.float32(1e-8))

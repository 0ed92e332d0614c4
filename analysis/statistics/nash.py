"""The mix of choices that nothing beats: equilibria of symmetric games for two.

A game is the matrix of what each choice wins from each other, so that it is antisymmetric and
worth 0. A mix is an equilibrium (Nash 1951) if no choice wins anything from it. There may be many:
where two choices are the same, any split of their share will do. Of all equilibria the one of
largest entropy is unique, and treats the same choices the same (Ortiz, Schapire and Kakade 2007,
AISTATS; Balduzzi, Tuyls, Perolat and Graepel 2018, NeurIPS: Nash averaging).

Finding an equilibrium is a linear programme. An interior-point method solves many of them at
once, and ends in the midst of all equilibria: it tells which choices have a share in any of them
(Goldman and Tucker 1956). Only if that leaves more than one, entropy is maximised.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["max_entropy_nash"]

Floats = NDArray[np.float64]
TOLERANCE = 1e-10  # what is less, of entries of about 1, is rounding
GAP = 1e-14  # what a mix that counts as an equilibrium may still lose
MOST_STEPS = 200  # about 20 are taken
STEP = 0.95  # of the way to where a share would be negative
SHRINK = 0.1  # of the gap, at each step


def max_entropy_nash(games: ArrayLike) -> Floats:
    """Return the equilibrium of largest entropy.

    Parameters
    ----------
    games : float array, shape (.., n, n)
        What the row wins from the column, in [-1, 1]; antisymmetric.

    Returns
    -------
    float array, shape (.., n)
        Shares, in [0, 1], which add up to 1; no choice wins anything from the mix.

    Raises
    ------
    ValueError
        If a game is not antisymmetric.
    """
    games = np.asarray(games, float)
    if not np.allclose(games, -np.swapaxes(games, -1, -2), atol=TOLERANCE):
        raise ValueError("a game must be antisymmetric: what one wins the other loses")
    stack = games.reshape(-1, *games.shape[-2:])
    central, losses = find_central_equilibria(stack)
    played = central > losses
    mixes = np.where(played, central, 0.0)
    mixes /= mixes.sum(axis=1, keepdims=True)
    for row in np.flatnonzero(have_choices(stack, played)):
        mixes[row] = spread_evenly(stack[row], mixes[row])
    return mixes.reshape(games.shape[:-1])


def find_central_equilibria(games: Floats) -> tuple[Floats, Floats]:
    """Follow the central paths of many games to equilibria.

    On the path, share times loss is the same for all choices; it is driven to 0.

    Parameters
    ----------
    games : float array, shape (n_games, n, n)

    Returns
    -------
    mixes, losses : float array, shape (n_games, n)
        What each choice loses to the mix, both positive; of each choice, one is almost 0.

    References
    ----------
    Wright (1997), Primal-Dual Interior-Point Methods, chapters 1 and 5.
    """
    mixes = np.full(games.shape[:2], 1 / games.shape[1])
    losses = 1 - multiply(games, mixes)
    going = np.arange(len(games))
    for _ in range(MOST_STEPS):
        going = going[(mixes[going] * losses[going]).sum(axis=1) > GAP]
        if not going.size:
            break
        mixes[going], losses[going] = step(games[going], mixes[going], losses[going])
    return mixes, losses


def step(games: Floats, mixes: Floats, losses: Floats) -> tuple[Floats, Floats]:
    """Take one of Newton's steps towards a tenth of the gap, as far as all stays positive.

    The changes m of the mix and l of the losses solve  losses m + mixes l = target - mixes
    losses,  l = value - games m  and  sum m = 0.
    """
    n = games.shape[1]
    target = SHRINK * (mixes * losses).mean(axis=1, keepdims=True)
    slopes = -games
    slopes[:, np.arange(n), np.arange(n)] += losses / mixes
    sides = np.stack([target / mixes - losses, np.ones_like(mixes)], axis=-1)
    to_target, to_value = np.moveaxis(np.linalg.solve(slopes, sides), -1, 0)
    value = to_target.sum(axis=1, keepdims=True) / to_value.sum(axis=1, keepdims=True)
    of_mixes = to_target - value * to_value
    of_losses = value - multiply(games, of_mixes)
    far = np.maximum(-of_mixes / mixes, -of_losses / losses).max(axis=1, keepdims=True)
    length = STEP / np.maximum(far, STEP)
    return mixes + length * of_mixes, losses + length * of_losses


def multiply(games: Floats, mixes: Floats) -> Floats:
    """Return what each choice wins from a mix, game by game; shape (n_games, n)."""
    won: Floats = (games @ mixes[..., None])[..., 0]
    return won


def have_choices(games: Floats, played: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which games have more than one equilibrium.

    Those with a share all win 0 from any equilibrium, so it is a null vector of the game among
    them: unique if there is but one.
    """
    among = games * (played[:, :, None] & played[:, None, :])
    n = np.arange(games.shape[1])
    among[:, n, n] += ~played
    small = np.linalg.svd(among, compute_uv=False) < TOLERANCE
    several: NDArray[np.bool_] = small.sum(axis=1) > 1
    return several


def spread_evenly(game: Floats, inner: Floats) -> Floats:
    """Return the equilibrium of largest entropy, from one in the midst of all.

    Parameters
    ----------
    game : float array, shape (n, n)
    inner : float array, shape (n,)
        Positive wherever any equilibrium is.
    """
    from scipy.optimize import minimize  # seldom needed, and slow to load

    played = inner > 0
    known = np.vstack([game[np.ix_(played, played)], np.ones(played.sum())])
    _, sizes, axes = np.linalg.svd(known)
    ways = axes[(sizes > TOLERANCE).sum() :].T  # in which the mix may change
    others = game[np.ix_(~played, played)]

    def mix(where: Floats) -> Floats:
        moved: Floats = inner[played] + ways @ where
        return moved

    def order(where: Floats) -> tuple[float, Floats]:
        shares = np.maximum(mix(where), np.finfo(float).tiny)
        return float(shares @ np.log(shares)), ways.T @ (np.log(shares) + 1)

    limits = {
        "type": "ineq",
        "fun": lambda where: np.concatenate([mix(where), -others @ mix(where)]),
        "jac": lambda where: np.vstack([ways, -others @ ways]),
    }
    start = np.zeros(ways.shape[1])
    options = {"ftol": GAP, "maxiter": 1_000}
    found = minimize(order, start, jac=True, constraints=[limits], options=options)
    best = np.zeros_like(inner)
    best[played] = np.maximum(mix(found.x), 0)
    return best / best.sum()

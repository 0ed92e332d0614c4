"""Nash equilibria of symmetric two-player zero-sum games: the mix of choices that nothing beats.

A game is the matrix of payoffs of each choice against each other, which is antisymmetric; its
value is 0. A mix is an equilibrium (Nash 1951) if no choice has a positive payoff against it. There
may be many equilibria: the share of two equal choices can be split in any way. The equilibrium of
largest entropy is unique and gives equal choices equal shares (Ortiz, Schapire and Kakade 2007,
AISTATS; Balduzzi, Tuyls, Perolat and Graepel 2018, NeurIPS: Nash averaging).

Finding an equilibrium is a linear programme. An interior-point method solves many of them at
once and converges to the centre of the set of equilibria, which shows the choices that have a
share in any of them (Goldman and Tucker 1956). Entropy is maximised only if the equilibrium is not
unique.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["max_entropy_nash"]

Floats = NDArray[np.float64]
TOLERANCE = 1e-10  # smaller values, for entries of about 1, are rounding errors
GAP = 1e-14  # duality gap below which a mix counts as an equilibrium
MOST_STEPS = 200  # limit; about 20 are needed
STEP = 0.95  # fraction of the step at which a share would become negative
SHRINK = 0.1  # factor of the gap per step


def max_entropy_nash(games: ArrayLike) -> Floats:
    """Return the Nash equilibrium of largest entropy.

    Parameters
    ----------
    games : float array, shape (.., n, n)
        Payoff of the row against the column, in [-1, 1]; antisymmetric.

    Returns
    -------
    float array, shape (.., n)
        Shares in [0, 1], with sum 1; no choice has a positive payoff against the mix.

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
    for row in np.flatnonzero(have_several_equilibria(stack, played)):
        mixes[row] = maximize_entropy(stack[row], mixes[row])
    return mixes.reshape(games.shape[:-1])


def find_central_equilibria(games: Floats) -> tuple[Floats, Floats]:
    """Follow the central paths of many games to Nash equilibria.

    On the path, share times loss is the same for all choices; it decreases to 0.

    Parameters
    ----------
    games : float array, shape (n_games, n, n)

    Returns
    -------
    mixes, losses : float array, shape (n_games, n)
        Share of each choice, and its loss against the mix. Both are positive; for each choice
        one of them is almost 0.

    References
    ----------
    Wright (1997), Primal-Dual Interior-Point Methods, chapters 1 and 5.
    """
    mixes = np.full(games.shape[:2], 1 / games.shape[1])
    losses = 1 - multiply(games, mixes)
    unsolved = np.arange(len(games))
    for _ in range(MOST_STEPS):
        unsolved = unsolved[(mixes[unsolved] * losses[unsolved]).sum(axis=1) > GAP]
        if not unsolved.size:
            break
        mixes[unsolved], losses[unsolved] = take_newton_step(
            games[unsolved], mixes[unsolved], losses[unsolved]
        )
    return mixes, losses


def take_newton_step(games: Floats, mixes: Floats, losses: Floats) -> tuple[Floats, Floats]:
    """Take a Newton step towards a Nash equilibrium, shortened so that all stays positive.

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
    """Return the payoff of each choice against a mix, game by game; shape (n_games, n)."""
    payoffs: Floats = (games @ mixes[..., None])[..., 0]
    return payoffs


def have_several_equilibria(games: Floats, played: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which games have more than one Nash equilibrium, shape (n_games,).

    All choices with a share have payoff 0 against any equilibrium, so an equilibrium is a null
    vector of the game among these choices: unique if the null space has dimension 1.
    """
    among = games * (played[:, :, None] & played[:, None, :])
    n = np.arange(games.shape[1])
    among[:, n, n] += ~played
    small = np.linalg.svd(among, compute_uv=False) < TOLERANCE
    several: NDArray[np.bool_] = small.sum(axis=1) > 1
    return several


def maximize_entropy(game: Floats, inner: Floats) -> Floats:
    """Return the Nash equilibrium of largest entropy, starting from a central one.

    Parameters
    ----------
    game : float array, shape (n, n)
    inner : float array, shape (n,)
        An equilibrium that is positive wherever any equilibrium is.
    """
    from scipy.optimize import minimize  # seldom needed, and slow to load

    played = inner > 0
    known = np.vstack([game[np.ix_(played, played)], np.ones(played.sum())])
    _, sizes, axes = np.linalg.svd(known)
    ways = axes[(sizes > TOLERANCE).sum() :].T  # directions in which the mix may change
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
    solution = minimize(order, start, jac=True, constraints=[limits], options=options)
    best = np.zeros_like(inner)
    best[played] = np.maximum(mix(solution.x), 0)
    return best / best.sum()

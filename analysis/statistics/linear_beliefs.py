"""What is believed of numbers and of what steps of levers add to them, as it is learned."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["LinearBeliefs"]

Floats = NDArray[np.float64]
LEAST_VARIANCE = 1e-12  # of what is learned: nothing is ever known exactly


class LinearBeliefs:
    """Numbers, each one a start and so much for each step of each lever.

    All coefficients of a number are normal together, and each number is apart from the others.
    What is learned is weighed by how well it is known (recursive least squares: the Kalman
    filter of a state that stays).

    Attributes
    ----------
    mean : float array, shape (n_numbers, 1 + n_levers)
        Of the start, and of each lever's step.
    covariance : float array, shape (n_numbers, 1 + n_levers, 1 + n_levers)

    Parameters
    ----------
    start, start_variance : float array, shape (n_numbers,)
    effects, effect_variances : float array, shape (n_numbers, n_levers)
        As first measured, each apart from the others.
    """

    def __init__(
        self, start: Floats, start_variance: Floats, effects: Floats, effect_variances: Floats
    ) -> None:
        self.mean = np.column_stack([start, effects])
        variances = np.column_stack([start_variance, effect_variances])
        self.covariance = variances[:, :, None] * np.eye(variances.shape[1])

    @property
    def start(self) -> Floats:
        """The numbers without any step, shape (n_numbers,)."""
        return self.mean[:, 0]

    @property
    def effects(self) -> Floats:
        """By how much a step of each lever moves each number, shape (n_numbers, n_levers)."""
        return self.mean[:, 1:]

    def learn_values(self, steps: NDArray[np.int64], values: Floats, variances: Floats) -> None:
        """Learn what the numbers were with some steps taken."""
        self._learn(np.concatenate([[1], steps]), values, variances)

    def learn_changes(self, steps: NDArray[np.int64], changes: Floats, variances: Floats) -> None:
        """Learn by how much some steps moved the numbers, wherever they were."""
        self._learn(np.concatenate([[0], steps]), changes, variances)

    def _learn(self, taken: Floats, values: Floats, variances: Floats) -> None:
        shared = self.covariance @ taken
        total = shared @ taken + variances + LEAST_VARIANCE
        surprise = (values - self.mean @ taken) / total
        self.mean = self.mean + shared * surprise[:, None]
        pinned = shared[:, :, None] * shared[:, None, :] / total[:, None, None]
        self.covariance = self.covariance - pinned

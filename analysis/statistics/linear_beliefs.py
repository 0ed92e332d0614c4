"""Bayesian estimates of numbers that depend linearly on steps of levers."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["LinearBeliefs"]

Floats = NDArray[np.float64]
LEAST_VARIANCE = 1e-12  # added to the variance of each measurement, for stability


class LinearBeliefs:
    """Beliefs about numbers: each is a start plus a constant for each step of each lever.

    The coefficients of a number are jointly normal; different numbers are independent.
    Measurements are weighted by the inverse of their variance (recursive least squares: the
    Kalman filter of a constant state).

    Attributes
    ----------
    mean : float array, shape (n_numbers, 1 + n_levers)
        Means of the start and of the effect of each lever's step.
    covariance : float array, shape (n_numbers, 1 + n_levers, 1 + n_levers)

    Parameters
    ----------
    start, start_variance : float array, shape (n_numbers,)
    effects, effect_variances : float array, shape (n_numbers, n_levers)
        First measurements, independent of each other.
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
        """Change of each number by a step of each lever, shape (n_numbers, n_levers)."""
        return self.mean[:, 1:]

    def learn_values(self, steps: NDArray[np.int64], values: Floats, variances: Floats) -> None:
        """Update the beliefs with measured numbers after the given steps."""
        self._learn(np.concatenate([[1], steps]), values, variances)

    def learn_changes(self, steps: NDArray[np.int64], changes: Floats, variances: Floats) -> None:
        """Update with measured changes of the numbers by the given steps, from any start."""
        self._learn(np.concatenate([[0], steps]), changes, variances)

    def _learn(self, taken: Floats, values: Floats, variances: Floats) -> None:
        shared = self.covariance @ taken
        total = shared @ taken + variances + LEAST_VARIANCE
        surprise = (values - self.mean @ taken) / total
        self.mean = self.mean + shared * surprise[:, None]
        pinned = shared[:, :, None] * shared[:, None, :] / total[:, None, None]
        self.covariance = self.covariance - pinned

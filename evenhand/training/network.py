"""A network that learns: its weights, and their changes by Adam (Kingma and Ba 2015)."""

from typing import Any

import numpy as np

from evenhand.simulate.bots.learned.gradients import adam_step
from evenhand.simulate.bots.learned.slots import UNITS

__all__ = ["Gradient", "Network"]


class Gradient:
    """Sums of gradients over decisions, one for each weight of all rows."""

    def __init__(self, n_rows: int) -> None:
        self.rows = np.zeros((n_rows, UNITS), np.float32)
        self.bias = np.zeros(UNITS, np.float32)
        self.out = np.zeros(UNITS, np.float32)

    def __iadd__(self, other: "Gradient") -> "Gradient":
        """Add those of other decisions."""
        self.rows += other.rows
        self.bias += other.bias
        self.out += other.out
        return self

    def clear(self) -> None:
        """Set all to 0."""
        self.rows[:] = 0
        self.bias[:] = 0
        self.out[:] = 0


class Network:
    """Weights of plain rows and of the numbers of cards, as `Weights` has them, that learn.

    Parameters
    ----------
    cards : float32 array, shape (n_cards, n_columns)
    arrays : list of float32 arrays
        Weights of plain rows, of cards by zone, biases and outputs.
    """

    def __init__(self, cards: np.ndarray, arrays: list[np.ndarray]) -> None:
        self.cards = cards
        self.arrays = arrays
        self.moments = [(np.zeros_like(array), np.zeros_like(array)) for array in arrays]
        self.steps = 0
        # A card's row is the sum over its numbers: it shall move as far as any other row.
        self.numbers_of_card = max(1.0, float(np.abs(cards).sum(axis=1).mean()))

    @property
    def bias(self) -> np.ndarray:
        """What each unit's sum begins with."""
        return self.arrays[2]

    @property
    def out(self) -> np.ndarray:
        """Weights of the units in the output."""
        return self.arrays[3]

    def list_rows(self) -> np.ndarray:
        """Return the weights of all rows, shape (n_rows, UNITS)."""
        plain, by_zone = self.arrays[:2]
        return np.concatenate([plain, np.matmul(self.cards, by_zone).reshape(-1, UNITS)])

    def change(self, gradient: Gradient, n: int, rate: float) -> None:
        """Take a step down the mean gradient of n decisions."""
        self.steps += 1
        n_plain, n_zones = len(self.arrays[0]), len(self.arrays[1])
        by_card = gradient.rows[n_plain:].reshape(n_zones, -1, UNITS)
        gradients = (
            gradient.rows[:n_plain], np.matmul(self.cards.T, by_card), gradient.bias, gradient.out
        )  # fmt: skip
        rates = rate, rate / self.numbers_of_card, rate, rate
        for weights, slope, (first, second), its_rate in zip(
            self.arrays, gradients, self.moments, rates, strict=True
        ):
            flat = np.ascontiguousarray(slope, np.float32).reshape(-1)
            adam_step(
                weights.reshape(-1), flat, first.reshape(-1), second.reshape(-1), its_rate,
                self.steps, n,
            )  # fmt: skip

    def list_state(self, name: str) -> dict[str, Any]:
        """Return all arrays by name, to be resumed from."""
        state: dict[str, Any] = {f"{name}-steps": self.steps}
        for number, (weights, moments) in enumerate(zip(self.arrays, self.moments, strict=True)):
            state[f"{name}-{number}"] = weights
            state[f"{name}-{number}-first"], state[f"{name}-{number}-second"] = moments
        return state

    def load_state(self, name: str, state: Any) -> None:
        """Resume from what `list_state` returned."""
        self.steps = int(state[f"{name}-steps"])
        for number, (weights, moments) in enumerate(zip(self.arrays, self.moments, strict=True)):
            weights[:] = state[f"{name}-{number}"]
            moments[0][:] = state[f"{name}-{number}-first"]
            moments[1][:] = state[f"{name}-{number}-second"]

"""Rows of the table: what was promised, and how often it was kept in simulated samples."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from statsmodels.stats.proportion import proportion_confint

__all__ = ["Row", "Simulation", "alarms", "covers", "every_simulation", "simulation"]

LEVEL = 0.95  # of intervals
TOLERATED = 0.02  # by which an interval may fall short: 93 % for 95 %
DOUBT = 1e-3  # chance that chance alone makes a row fail, either way


@dataclass(frozen=True)
class Row:
    """A promise, and how often it was kept or broken.

    Attributes
    ----------
    what : str
    is_alarm : bool
        Whether false alarms were counted, which must be few; else intervals that hold the
        truth, which must be many.
    promised : float
        The share that may be false alarms, or that must hold.
    n_found, n_samples : int
        Alarms or intervals that hold; of so many samples.
    setting : str
        What was simulated, in words.
    """

    what: str
    is_alarm: bool
    promised: float
    n_found: int
    n_samples: int
    setting: str = ""

    @property
    def share(self) -> float:
        """The share that was measured."""
        return self.n_found / self.n_samples

    @property
    def spread(self) -> tuple[float, float]:
        """Interval of the share at 95 %, which says how far the simulation itself can be off."""
        return proportion_confint(self.n_found, self.n_samples, 0.05, method="beta")

    @property
    def is_kept(self) -> bool:
        """Whether the promise was kept, as far as so many samples can tell."""
        low, high = proportion_confint(self.n_found, self.n_samples, 2 * DOUBT, method="beta")
        return low <= self.promised if self.is_alarm else high >= self.promised - TOLERATED


def covers(
    what: str, low: ArrayLike, high: ArrayLike, truth: ArrayLike, level: float = LEVEL
) -> Row:
    """Count the intervals that hold the truth; all of shape (n_samples,)."""
    held = (np.asarray(low, float) <= truth) & (truth <= np.asarray(high, float))
    return Row(what, False, level, int(held.sum()), held.size)


def alarms(what: str, wrong: ArrayLike, at_most: float = 1 - LEVEL) -> Row:
    """Count false alarms; shape (n_samples,)."""
    flags = np.asarray(wrong, bool)
    return Row(what, True, at_most, int(flags.sum()), flags.size)


Simulate = Callable[..., Iterable[Row]]


@dataclass(frozen=True)
class Simulation:
    """Samples of one setting, and the rows that come of them."""

    name: str
    setting: str
    simulate: Simulate
    given: Mapping[str, Any]

    def rows(self, repeats: int) -> Iterator[Row]:
        """Draw samples, and say what came of them; the same every time."""
        seed = zlib.crc32(f"{self.name} {self.setting}".encode())
        for row in self.simulate(np.random.default_rng(seed), repeats, **self.given):
            yield Row(
                row.what, row.is_alarm, row.promised, row.n_found, row.n_samples, self.setting
            )


FOUND: list[Simulation] = []


def simulation(settings: Mapping[str, Mapping[str, Any]]) -> Callable[[Simulate], Simulate]:
    """Add a simulation to the table: ``simulate(rng, repeats, **given)`` for every setting.

    Parameters
    ----------
    settings : mapping from str to mapping
        What is given, by what it is in words.
    """

    def add(simulate: Simulate) -> Simulate:
        FOUND.extend(
            Simulation(simulate.__name__, setting, simulate, given)
            for setting, given in settings.items()
        )
        return simulate

    return add


def every_simulation() -> list[Simulation]:
    """List what all files beside this one simulate, in order of their names."""
    for path in sorted(Path(__file__).parent.glob("[a-z]*.py")):
        if not path.stem.startswith("test_"):
            import_module(f"tests.coverage.{path.stem}")
    return FOUND

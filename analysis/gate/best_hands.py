"""A deck in its best hands: the highest of its win rates over groups of players.

A deck is too strong if any group wins too often with it, and too weak only if all groups win too
seldom. Both say where the highest of the groups' win rates is, so one band states both: too strong
above its upper end, too weak below its lower end.

That all rates are below an edge is an intersection-union test: each is tested at the full level
(Berger 1982, Technometrics 24, 295-300). That any is above an edge is a union-intersection test:
the smallest p-value is multiplied by the number of groups (Bonferroni). Neither supposes that
the groups, which play the same deals, are independent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan
from typing import NamedTuple

import numpy as np

from evenhand.analysis.gate.evidence import Method, NumberEvidence
from evenhand.analysis.gate.measures import RATE
from evenhand.analysis.statistics.bands import Band

__all__ = ["BestHands", "GroupRate"]


class GroupRate(NamedTuple):
    """A deck's win rate in the hands of one group of players.

    Attributes
    ----------
    bot : str
        The group, or the bot of a panel.
    value, low, high : float
        The win rate and its interval, which allows for the number of groups.
    is_above, is_below : bool
        Whether it is provably outside the band, allowing for all groups and decks.
    is_decisive : bool
        Whether more games of this group are what a verdict takes.
    """

    bot: str
    value: float
    low: float
    high: float
    n_pairs: int
    is_above: bool
    is_below: bool
    is_decisive: bool


@dataclass(frozen=True)
class BestHands:
    """Evidence on the highest win rate of a deck over several groups of players.

    Attributes
    ----------
    of_groups : mapping from str to NumberEvidence
        The evidence on the win rate in the hands of each group, two or more.
    """

    of_groups: Mapping[str, NumberEvidence]

    limits = RATE
    method = Method.BEST_HANDS

    @property
    def value(self) -> float:
        """The highest of the groups' estimates, which is a little too high if they are close."""
        return max(one.value for one in self.of_groups.values())

    @property
    def n_pairs(self) -> int:
        """Number of pairs of all groups."""
        return sum(one.n_pairs for one in self.of_groups.values())

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha`.

        The highest rate is below the upper end of its own group, whichever that is, so only the
        lower end is corrected for the number of groups.
        """
        groups = self.of_groups.values()
        low = max(one.interval(alpha / len(groups))[0] for one in groups)
        return low, max(one.interval(alpha)[1] for one in groups)

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside, NaN if unknown."""
        above_low, below_low = self._test(Band(band.low, RATE[1]), alpha)
        below_high, above_high = self._test(Band(RATE[0], band.high), alpha)
        if np.isnan(above_low).all():
            return nan, nan
        inside = max(self._of_any(above_low), self._of_all(below_high))
        return inside, min(self._of_any(above_high), self._of_all(below_low))

    def _test(self, band: Band, alpha: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the groups' p-values of being inside a band, and of being outside."""
        tested = np.array([one.p_values(band, alpha) for one in self.of_groups.values()])
        return tested[:, 0], tested[:, 1]

    def _of_any(self, p_values: np.ndarray) -> float:
        """Return the p-value of "this is true of at least one group"."""
        return min(1.0, len(p_values) * float(np.nan_to_num(p_values, nan=1.0).min()))

    def _of_all(self, p_values: np.ndarray) -> float:
        """Return the p-value of "this is true of every group"."""
        return float(np.nan_to_num(p_values, nan=1.0).max())

    def estimate_growth(self, band: Band, alpha: float, power: float) -> float:
        """Return the factor on the number of pairs for a verdict; infinite on an edge."""
        return self.find_decisive(band, alpha, power)[1]

    def find_decisive(self, band: Band, alpha: float, power: float) -> tuple[str, float]:
        """Return the group whose games a verdict takes, and the factor on its pairs.

        To show that any group is above an edge, the first will do; to show that all are below
        one, the last is waited for.
        """
        share = alpha / len(self.of_groups)
        over = {edge: [name for name, one in self.of_groups.items() if one.value > edge]
                for edge in band}  # fmt: skip
        if over[band.high]:
            growths = self._list_growths(Band(RATE[0], band.high), share, power)
            return find_least({name: growths[name] for name in over[band.high]})
        if not over[band.low]:
            return find_most(self._list_growths(Band(band.low, RATE[1]), alpha, power))
        growths = self._list_growths(Band(band.low, RATE[1]), share, power)
        above = find_least({name: growths[name] for name in over[band.low]})
        below = find_most(self._list_growths(Band(RATE[0], band.high), alpha, power))
        return max(above, below, key=lambda found: found[1])

    def _list_growths(self, band: Band, alpha: float, power: float) -> dict[str, float]:
        """Return for each group the factor on its pairs for a verdict on one edge."""
        return {
            name: one.estimate_growth(band, alpha, power) for name, one in self.of_groups.items()
        }

    def list_rates(
        self, band: Band, alpha: float, power: float, n_together: int
    ) -> tuple[GroupRate, ...]:
        """Return the win rate in the hands of each group.

        Parameters
        ----------
        band, alpha, power
            As for `estimate_growth`.
        n_together : int
            Number of decks that are judged together.
        """
        decisive, _ = self.find_decisive(band, alpha, power)
        share = alpha / len(self.of_groups)
        rates = []
        for name, one in self.of_groups.items():
            low, high = one.interval(share)
            surely_low, surely_high = one.interval(share / n_together)
            is_above, is_below = surely_low > band.high, surely_high < band.low
            rates.append(
                GroupRate(
                    name, one.value, low, high, one.n_pairs, is_above, is_below, name == decisive
                )
            )
        return tuple(rates)


def find_least(growths: Mapping[str, float]) -> tuple[str, float]:
    """Return the group of a deck that takes the fewest more games, and its factor."""
    return min(growths.items(), key=lambda item: item[1])


def find_most(growths: Mapping[str, float]) -> tuple[str, float]:
    """Return the group of a deck that takes the most more games, and its factor."""
    return max(growths.items(), key=lambda item: item[1])

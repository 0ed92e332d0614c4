"""Looks of a sequential run: the numbers of pairs after which its numbers are judged."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

__all__ = ["Looks", "count_looks"]

FIRST_LOOK = 50  # minimum number of pairs of each matchup at the first look


@dataclass(frozen=True)
class Looks:
    """The numbers of pairs of each matchup after which a run is judged.

    Attributes
    ----------
    pairs : tuple of int
        All planned looks, ascending.
    n_done : int
        Number of looks already made.
    """

    pairs: tuple[int, ...]
    n_done: int = 0

    @classmethod
    def up_to(cls, most: int) -> "Looks":
        """Plan looks that double the pairs up to `most`."""
        pairs = [most]
        while pairs[0] // 2 >= FIRST_LOOK:
            pairs.insert(0, pairs[0] // 2)
        return cls(tuple(pairs))

    def at(self, info: Mapping[str, Any]) -> "Looks":
        """Return the looks with `n_done` set from the pairs of a run's `info`."""
        n_pairs = min(matchup["pairs"] for matchup in info["matchups"])
        return replace(self, n_done=sum(look <= n_pairs for look in self.pairs))

    @property
    def next(self) -> int | None:
        """The next look; None after the last."""
        return self.pairs[self.n_done] if self.n_done < len(self.pairs) else None


def count_looks(looks: Looks | None) -> int:
    """Return the number of looks that divide the level."""
    return len(looks.pairs) if looks else 1

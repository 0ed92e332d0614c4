"""The looks at a run that grows: after how many pairs its numbers are judged."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

__all__ = ["Looks"]

FIRST_LOOK = 50  # pairs of each matchup, at the least


@dataclass(frozen=True)
class Looks:
    """After how many pairs of each matchup a run that grows is looked at.

    Attributes
    ----------
    pairs : tuple of int
        All looks there may be.
    n_done : int
    """

    pairs: tuple[int, ...]
    n_done: int = 0

    @classmethod
    def up_to(cls, most: int) -> "Looks":
        """Double the pairs from the first look to the last."""
        found = [most]
        while found[0] // 2 >= FIRST_LOOK:
            found.insert(0, found[0] // 2)
        return cls(tuple(found))

    def at(self, info: Mapping[str, Any]) -> "Looks":
        """Return which looks there have been at a run."""
        n_pairs = min(matchup["pairs"] for matchup in info["matchups"])
        return replace(self, n_done=sum(look <= n_pairs for look in self.pairs))

    @property
    def next(self) -> int | None:
        """The look to come; None after the last."""
        return self.pairs[self.n_done] if self.n_done < len(self.pairs) else None

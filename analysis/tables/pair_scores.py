"""The numbers of each pair of a run, which other runs and bands are held against.

The numbers are kept pair by pair, so that two runs of the same deals can be compared
pair with pair, and so that a run may be looked at while it grows.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.analysis.data.pairs import (
    DRAW,
    ENDLESS,
    ENGINE_ERROR,
    STALL,
    PairBlock,
    pair_blocks_by_matchup,
)
from evenhand.analysis.data.run import PlayedMatchup, Run
from evenhand.analysis.tables.first_player import (
    count_by_turn_order,
    name_quantities,
    split_by_pair,
)

__all__ = ["MatchupKey", "PairKind", "PairScores", "read_pair_scores"]

Floats = NDArray[np.float64]
MatchupKey = tuple[str, ...]  # the names of a matchup's sides, sorted
PairKind = tuple[str, str]  # what of a pair is counted, and whose
NO_REASON = -1
COUNTED = "counted"  # by turn order, until it is split over the pairs


class Numbers(Mapping[PairKind, Floats]):
    """Numbers of pairs, kept in as little memory as holds them exactly.

    Parameters
    ----------
    parts : iterable of mapping from (kind, entrant) to array, shape (n_pairs,)
        Blocks of pairs, one after the other.
    """

    def __init__(self, parts: Iterable[Mapping[PairKind, Floats]]) -> None:
        found: dict[PairKind, list[np.ndarray]] = {}
        for part in parts:
            for kind, values in part.items():
                found.setdefault(kind, []).append(shrink_type(values))
        self._kept = {kind: np.concatenate(arrays) for kind, arrays in found.items()}

    def __getitem__(self, kind: PairKind) -> Floats:
        """Return the numbers of one kind."""
        return self._kept[kind].astype(float)

    def __iter__(self) -> Iterator[PairKind]:
        """Go through the kinds."""
        return iter(self._kept)

    def __len__(self) -> int:
        """Count the kinds."""
        return len(self._kept)


def shrink_type(values: np.ndarray) -> np.ndarray:
    """Return numbers in the smallest type of floats that says exactly the same."""
    smaller = (values.astype(kind) for kind in (np.float16, np.float32))
    return next((one for one in smaller if np.array_equal(one, values)), values)


@dataclass(frozen=True)
class PairScores:
    """What the pairs of a matchup came to, each array of shape (n_pairs,).

    Attributes
    ----------
    numbers : mapping of (kind, entrant) to array
        Means over the games of a pair. "score" of an entrant: of a win 1, of a draw its
        share. "seat" of "1", "2" .. where more than two play: what the pair adds to the win
        rate of who is so far in turn order. Of no entrant, "": "first", what it adds to the
        first player's (both as `evenhand.analysis.tables.first_player.split_by_pair` gives
        them); "turns"; and the shares of games that were "draws", "stalls", "endless" and
        "errors".
    seats_decide : bool
        Whether each side went first in one game of each pair; then a pair adds to no rate
        more than was scored in it, whatever the other pairs came to.
    """

    matchup: PlayedMatchup
    n_seats: int
    numbers: Mapping[PairKind, Floats]
    seats_decide: bool

    @property
    def n_pairs(self) -> int:
        """Pairs played."""
        return int(self.numbers["first", ""].size)


def read_pair_scores(run: Run) -> dict[MatchupKey, PairScores]:
    """Read a run, matchup by matchup."""
    reasons = {name: run.info["end_reasons"].get(name, NO_REASON) for name in (STALL, ENDLESS)}
    found: dict[MatchupKey, PairScores] = {}
    for matchup, blocks in pair_blocks_by_matchup(run, ["turns"]):
        counted = Numbers(
            {**average_pairs(block, reasons), **count_turn_orders(block)} for block in blocks
        )
        found[tuple(sorted(matchup.entrants))] = make_pair_scores(matchup, run.n_seats, counted)
    return found


def count_turn_orders(block: PairBlock) -> dict[PairKind, np.ndarray]:
    """Count each side's games by its place in turn order, and its score in them."""
    counted = (count_by_turn_order(block, turns) for turns in list_turns(block.n_seats))
    return {(COUNTED, name): values for each in counted for name, values in each}


def list_turns(n_seats: int) -> range:
    """List the places in turn order that are followed; in a duel the first says it all."""
    return range(n_seats if n_seats > 2 else 1)


def make_pair_scores(matchup: PlayedMatchup, n_seats: int, counted: Numbers) -> PairScores:
    """Split the win rates by turn order over the pairs of a matchup."""
    sides = {name: counted[kind, name] for kind, name in counted if kind == COUNTED}
    rates = {turns: split_by_pair(sides, n_seats, turns) for turns in list_turns(n_seats)}
    by_turn: dict[PairKind, Floats] = {("first", ""): rates[0]}
    if n_seats > 2:
        by_turn |= {("seat", str(turns + 1)): rate for turns, rate in rates.items()}
    kept = {kind: counted[kind] for kind in counted if kind[0] != COUNTED}
    games = [sides[name_quantities(side)[0]] for side in range(n_seats)]
    return PairScores(matchup, n_seats, Numbers([by_turn | kept]), bool(np.all(np.equal(games, 1))))


def average_pairs(block: PairBlock, reasons: dict[str, int]) -> dict[PairKind, Floats]:
    """Take the mean over the games of each pair; `reasons` has end reasons' numbers."""
    columns = block.columns
    of_all = {
        "turns": columns["turns"],
        "draws": columns["winner"] == DRAW,
        "stalls": columns["end_reason"] == reasons[STALL],
        "endless": columns["end_reason"] == reasons[ENDLESS],
        "errors": columns["end_reason"] == ENGINE_ERROR,
    }
    numbers = {(kind, ""): values.mean(axis=0) for kind, values in of_all.items()}
    for name in dict.fromkeys(block.matchup.entrants):
        sides = block.matchup.sides_of(name)
        scores = np.mean([block.scores_of_side(side) for side in sides], axis=0)
        numbers["score", name] = scores.mean(axis=0)
    return numbers

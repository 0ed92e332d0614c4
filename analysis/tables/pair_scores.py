"""Scores, turns and shares of each pair of a run, for comparisons with runs and with bands.

The numbers are kept for each pair, so that two runs of the same deals can be compared
pair by pair, and so that a growing run can be tested sequentially.
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
PairKind = tuple[str, str]  # kind of number, and entrant or seat ("" for none)
NO_REASON = -1
COUNTED = "counted"  # kind of counts by turn order, from which contributions are computed


class Numbers(Mapping[PairKind, Floats]):
    """Numbers of pairs, stored in the smallest exact float type.

    Parameters
    ----------
    parts : iterable of mapping from (kind, entrant) to array, shape (n_pairs,)
        Blocks of pairs, in order.
    """

    def __init__(self, parts: Iterable[Mapping[PairKind, Floats]]) -> None:
        blocks: dict[PairKind, list[np.ndarray]] = {}
        for part in parts:
            for kind, values in part.items():
                blocks.setdefault(kind, []).append(shrink_type(values))
        self._kept = {kind: np.concatenate(arrays) for kind, arrays in blocks.items()}

    def __getitem__(self, kind: PairKind) -> Floats:
        """Return the numbers of one kind."""
        return self._kept[kind].astype(float)

    def __iter__(self) -> Iterator[PairKind]:
        """Iterate over the kinds."""
        return iter(self._kept)

    def __len__(self) -> int:
        """Return the number of kinds."""
        return len(self._kept)


def shrink_type(values: np.ndarray) -> np.ndarray:
    """Return scores of pairs in the smallest float type that represents them exactly."""
    smaller = (values.astype(kind) for kind in (np.float16, np.float32))
    return next((array for array in smaller if np.array_equal(array, values)), values)


@dataclass(frozen=True)
class PairScores:
    """Numbers of the pairs of a matchup, each array of shape (n_pairs,).

    Attributes
    ----------
    numbers : mapping of (kind, entrant) to array
        Means over the games of a pair. "score" of an entrant: 1 for a win, 1/n_seats for a
        draw. "seat" of "1", "2" .., with more than two players: the pair's contribution to the
        win rate of that place in turn order. With the entrant "": "first", the contribution to
        the first player's win rate (both from
        `evenhand.analysis.tables.first_player.split_by_pair`); "turns"; and the shares of games
        that were "draws", "stalls", "endless" and "errors".
    seats_decide : bool
        Whether each side went first in one game of each pair; then the contributions of a
        pair do not depend on other pairs.
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
    """Read the pair scores of a run, by matchup."""
    reasons = {name: run.info["end_reasons"].get(name, NO_REASON) for name in (STALL, ENDLESS)}
    scores: dict[MatchupKey, PairScores] = {}
    for matchup, blocks in pair_blocks_by_matchup(run, ["turns"]):
        counted = Numbers(
            {**average_pairs(block, reasons), **count_turn_orders(block)} for block in blocks
        )
        key = tuple(sorted(matchup.entrants))
        scores[key] = make_pair_scores(matchup, run.n_seats, counted)
    return scores


def count_turn_orders(block: PairBlock) -> dict[PairKind, np.ndarray]:
    """Count each side's games and score by its place in turn order, for scores of pairs."""
    counted = (count_by_turn_order(block, turns) for turns in list_turns(block.n_seats))
    return {(COUNTED, name): values for each in counted for name, values in each}


def list_turns(n_seats: int) -> range:
    """List the places in turn order to score pairs by; in a duel only the first."""
    return range(n_seats if n_seats > 2 else 1)


def make_pair_scores(matchup: PlayedMatchup, n_seats: int, counted: Numbers) -> PairScores:
    """Make scores of pairs: contributions by turn order, and the other numbers."""
    sides = {name: counted[kind, name] for kind, name in counted if kind == COUNTED}
    rates = {turns: split_by_pair(sides, n_seats, turns) for turns in list_turns(n_seats)}
    by_turn: dict[PairKind, Floats] = {("first", ""): rates[0]}
    if n_seats > 2:
        by_turn |= {("seat", str(turns + 1)): rate for turns, rate in rates.items()}
    kept = {kind: counted[kind] for kind in counted if kind[0] != COUNTED}
    games = [sides[name_quantities(side)[0]] for side in range(n_seats)]
    return PairScores(matchup, n_seats, Numbers([by_turn | kept]), bool(np.all(np.equal(games, 1))))


def average_pairs(block: PairBlock, reasons: dict[str, int]) -> dict[PairKind, Floats]:
    """Return scores of each pair: means over its games; `reasons` maps end reasons to numbers."""
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

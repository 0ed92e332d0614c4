"""Games of learning players against themselves, earlier selves and others, on any workers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from evenhand.simulate.bots.bot_files import Bot, pack_bots
from evenhand.simulate.bots.learned.lessons import LESSONS
from evenhand.simulate.bots.learned.shape import LearnedPlayers, Shape, Weights
from evenhand.simulate.bots.policies import Policy
from evenhand.simulate.runs.batch import Chunk, PlanArrays, Trace, make_writeable, play
from evenhand.simulate.runs.first_call import OnMessage, call_first
from evenhand.simulate.runs.pair_store import seats_of_sides
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.workers import Workers

__all__ = [
    "HELD_BACK", "SHARDS", "Z_95", "Bout", "Meeting", "Part", "SelfPlay", "Shard", "Squad",
    "Strength", "average_by_side", "join_parts", "play_bouts", "score_sides",
]  # fmt: skip

Z_95 = 1.96  # standard errors in half of a 95 % interval
SHARDS = 2  # parts of all decisions and gradients, each for a core; more would give other sums
PIECES = 8  # of a shard's games, each played by one worker; how many they are changes nothing
HELD_BACK = 2_000_000_000  # first pair of the deals that no training sees
Meeting = tuple[np.ndarray, ...]  # the bot records of the sides


class Bout(NamedTuple):
    """Games of one matchup between some bots.

    Attributes
    ----------
    meeting : int
        Number of the meeting that it belongs to.
    matchup : int
        Row of `PlanArrays.matchups`.
    bots : array of bot records
        By side.
    first_pair, n_pairs : int
    """

    meeting: int
    matchup: int
    bots: np.ndarray
    first_pair: int
    n_pairs: int


class Part(NamedTuple):
    """What one worker played, and the decisions that it wrote down.

    Attributes
    ----------
    games : list of array
        Rows of results by bout.
    decisions, options : arrays of `evenhand.simulate.bots.learned.lessons` records
    rows : int32 array
    counts : int16 array
        How often each row counts.
    """

    games: list[np.ndarray]
    decisions: np.ndarray
    options: np.ndarray
    rows: np.ndarray
    counts: np.ndarray


class Strength(NamedTuple):
    """How often a player wins against another, from groups of games with every seating.

    Attributes
    ----------
    win_rate : float
    half_width : float
        Half of a 95 % interval, as its curve shows.
    n_games, n_seats : int
    """

    win_rate: float
    half_width: float
    n_games: int
    n_seats: int = 2

    @property
    def interval(self) -> tuple[float, float]:
        """Ends of the 95 % interval inside [0, 1], also where all games ended alike."""
        from evenhand.analysis.statistics.intervals import rate_interval  # slow to import

        n_groups = self.n_games // self.n_seats
        low, high = rate_interval(self.win_rate, self.half_width / Z_95, n_groups)
        return float(low), float(high)


@dataclass(frozen=True)
class Squad:
    """Learned players as they are sent to workers, who pack them for the rules."""

    shapes: tuple[Shape, ...]
    weights: tuple[Weights, ...]

    @cached_property
    def packed(self) -> LearnedPlayers:
        """The players as rules take them, about a hundred times as large."""
        return LearnedPlayers.pack(self.shapes, self.weights)

    def __reduce__(self) -> tuple[Any, ...]:
        return Squad, (self.shapes, self.weights)


@dataclass(frozen=True)
class Shard:
    """What was written down in several parts.

    Attributes
    ----------
    decisions, options : arrays of `evenhand.simulate.bots.learned.lessons` records
    rows : int32 array
    counts : float32 array
        How often each row counts, in units of its usual size.
    results : float32 array, shape (n_games, n_seats)
        Each seat's share of a win.
    """

    decisions: np.ndarray
    options: np.ndarray
    rows: np.ndarray
    counts: np.ndarray
    results: np.ndarray


def play_bouts(
    arrays: PlanArrays, players: Squad, bouts: Sequence[Bout], trace: Trace | None = None
) -> Part:
    """Play bouts, and write down the decisions of the learners among their bots.

    Parameters
    ----------
    trace : Trace, optional
        Filled with one of the games of the only bout.
    """
    arrays = replace(arrays, players=players.packed)
    lessons = np.zeros(1, LESSONS)[0]
    games = [
        play(
            arrays, Chunk(0, bout.matchup, bout.first_pair, bout.n_pairs), trace=trace,
            bots=make_writeable(bout.bots), lessons=lessons,
        )
        for bout in bouts
    ]  # fmt: skip
    return Part(
        games,
        lessons.decisions[: lessons.n_decisions],
        lessons.options[: lessons.n_options],
        lessons.rows[: lessons.n_rows],
        lessons.counts[: lessons.n_rows],
    )


class SelfPlay:
    """Plays meetings of bots with all matchups of a plan; no two of them deal the same games.

    Parameters
    ----------
    workers : Workers
        Who plays; any workers play the same games.
    on_message : callable(text), optional
        Called with a message if rules are compiled.
    """

    def __init__(
        self, plan: Plan, arrays: PlanArrays, seed: int, workers: Workers,
        on_message: OnMessage | None = None,
    ) -> None:  # fmt: skip
        self.plan, self.arrays, self.workers = plan, arrays, workers
        self.on_message = on_message
        self.next_pair = seed * 10_000_000
        self.is_compiled = not workers.are_here

    def make_bot(self, bot: Bot) -> np.ndarray:
        """Return the packed record of a bot that is not learned."""
        return pack_bots(self.plan.game, [bot])[0].copy()

    def make_learned(self, like: np.ndarray, net: int, is_learner: bool) -> np.ndarray:
        """Return the record of a learned player."""
        bot = like.copy()
        bot["policy"], bot["net"], bot["is_learner"] = Policy.LEARNED, net, is_learner
        return bot

    def list_bouts(self, meetings: Sequence[Meeting], pairs: int) -> list[list[Bout]]:
        """List the bouts of all matchups of each meeting, on new deals, by shard."""
        first = self.next_pair
        self.next_pair += pairs
        bouts = [
            Bout(number, matchup, np.array(meeting), first, pairs)
            for number, meeting in enumerate(meetings)
            for matchup in range(len(self.arrays.matchups))
        ]
        return [bouts[shard::SHARDS] for shard in range(SHARDS)]

    def play(self, players: Squad, shards: Sequence[Sequence[Bout]]) -> list[list[Part]]:
        """Play the bouts of each shard, and return its parts in order."""
        self.compile_first(players, next(bout for bouts in shards for bout in bouts))
        pieces = [list(split(bouts)) for bouts in shards]
        tasks = ((self.arrays, players, piece) for of_shard in pieces for piece in of_shard)
        played = self.workers.work(play_bouts, tasks)
        return [[next(played) for _ in of_shard] for of_shard in pieces]

    def compile_first(self, players: Squad, bout: Bout) -> None:
        """Compile before workers of this machine start, so that rules are compiled once."""
        if self.is_compiled:
            return
        self.is_compiled = True
        game, one = self.plan.game, bout._replace(n_pairs=1)
        call_first(
            game,
            f"{game.name}-{self.plan.n_seats}-learning",
            self.on_message,
            lambda: play_bouts(self.arrays, players, [one]),
        )

    def measure(self, players: Squad, bot: np.ndarray, other: np.ndarray, pairs: int) -> Strength:
        """Measure how often a bot wins among others, with all decks on both sides."""
        n_seats = self.plan.n_seats
        others = (other,) * (n_seats - 1)
        first, self.next_pair = self.next_pair, HELD_BACK
        shards = self.list_bouts([(bot, *others), (*others, bot)], pairs)
        self.next_pair = first
        scores = []
        for bouts, parts in zip(shards, self.play(players, shards), strict=True):
            games = (rows for part in parts for rows in part.games)
            for bout, rows in zip(bouts, games, strict=True):
                side = 0 if bout.meeting == 0 else n_seats - 1
                scores.append(score_sides(rows, bout, n_seats)[side])
        every = np.concatenate(scores)
        half_width = float(Z_95 * every.std() / len(every) ** 0.5)
        return Strength(float(every.mean()), half_width, len(every) * n_seats, n_seats)


def split(bouts: Sequence[Bout]) -> Iterator[Sequence[Bout]]:
    """Split the bouts of a shard into pieces, each for one worker."""
    n = min(PIECES, len(bouts))
    for k in range(n):
        yield bouts[len(bouts) * k // n : len(bouts) * (k + 1) // n]


def score_sides(rows: np.ndarray, bout: Bout, n_seats: int) -> np.ndarray:
    """Return the mean share of a win of each side in each pair, shape (n_seats, n_pairs)."""
    return average_by_side(share_wins(rows["winner"], n_seats), bout, n_seats)


def average_by_side(values: np.ndarray, bout: Bout, n_seats: int) -> np.ndarray:
    """Average the values of seats, shape (n_games, n_seats), by side and pair of a bout."""
    seats = seats_of_sides(n_seats, bout.first_pair, bout.n_pairs)
    by_game = values.reshape(bout.n_pairs, n_seats, n_seats)
    pair = np.arange(bout.n_pairs)[None, :, None]
    return by_game[pair, np.arange(n_seats)[None, None], seats].mean(axis=2)


def join_parts(parts: Sequence[Part], scale: np.ndarray, n_seats: int) -> Shard:
    """Join what was written down in parts, in their order."""
    decisions, options, results = [], [], []
    n_games = n_options = n_rows = 0
    for part in parts:
        moved, offered = part.decisions.copy(), part.options.copy()
        moved["game"] += n_games
        moved["first_option"] += n_options
        moved["first_row"] += n_rows
        offered["first_row"] += n_rows
        winners = np.concatenate([rows["winner"] for rows in part.games])
        decisions.append(moved)
        options.append(offered)
        results.append(share_wins(winners, n_seats))
        n_games += len(winners)
        n_options += len(offered)
        n_rows += len(part.rows)
    counts = [(part.counts / scale[part.rows]).astype(np.float32) for part in parts]
    rows = np.concatenate([part.rows for part in parts])
    return Shard(
        np.concatenate(decisions), np.concatenate(options), rows, np.concatenate(counts),
        np.concatenate(results),
    )  # fmt: skip


def share_wins(winners: np.ndarray, n_seats: int) -> np.ndarray:
    """Return each seat's share of the win, float32, shape (n_games, n_seats)."""
    shares = np.zeros((len(winners), n_seats), np.float32)
    shares[winners < 0] = 1 / n_seats
    won = np.flatnonzero(winners >= 0)
    shares[won, winners[won]] = 1
    return shares

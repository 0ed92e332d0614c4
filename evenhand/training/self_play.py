"""Games of learning players against themselves, earlier selves and others, on two workers."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from evenhand.simulate.bots.bot_files import Bot, pack_bots
from evenhand.simulate.bots.learned.lessons import LESSONS
from evenhand.simulate.bots.learned.shape import LearnedPlayers
from evenhand.simulate.bots.policies import Policy
from evenhand.simulate.runs.batch import Chunk, PlanArrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.seating import seating

__all__ = ["SHARDS", "Meeting", "SelfPlay", "Shard"]

SHARDS = 2  # parts of all games and gradients, each for a core; more would give other sums
Meeting = tuple[np.ndarray, ...]  # the bot records of the sides


@dataclass(frozen=True)
class Shard:
    """What one worker wrote down.

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


class SelfPlay:
    """Plays meetings of bots with all matchups of a plan; no two calls deal the same games."""

    def __init__(self, plan: Plan, arrays: PlanArrays, seed: int) -> None:
        self.plan, self.arrays = plan, arrays
        self.pool = ThreadPoolExecutor(SHARDS)
        self.lessons = [np.zeros(1, LESSONS)[0] for _ in range(SHARDS)]
        self.next_pair = seed * 10_000_000

    def make_bot(self, bot: Bot) -> np.ndarray:
        """Return the packed record of a bot that is not learned."""
        return pack_bots(self.plan.game, [bot])[0].copy()

    def make_learned(self, like: np.ndarray, net: int, is_learner: bool) -> np.ndarray:
        """Return the record of a learned player."""
        bot = like.copy()
        bot["policy"], bot["net"], bot["is_learner"] = Policy.LEARNED, net, is_learner
        return bot

    def play(
        self, players: LearnedPlayers, meetings: Sequence[Meeting], pairs: int
    ) -> list[list[tuple[int, np.ndarray]]]:
        """Play all matchups of each meeting.

        Returns
        -------
        list of list of (int, array)
            For each shard, the number of the meeting and its rows of results.
        """
        tasks = [
            (number, matchup, meeting)
            for number, meeting in enumerate(meetings)
            for matchup in range(len(self.arrays.matchups))
        ]
        arrays = replace(self.arrays, players=players)
        first = self.next_pair
        self.next_pair += pairs

        def work(shard: int) -> list[tuple[int, np.ndarray]]:
            lessons = self.lessons[shard]
            return [
                (
                    number,
                    play(arrays, Chunk(0, matchup, first, pairs), bots=np.array(meeting),
                         lessons=lessons),
                )
                for number, matchup, meeting in tasks[shard::SHARDS]
            ]  # fmt: skip

        return list(self.pool.map(work, range(SHARDS)))

    def forget(self) -> None:
        """Forget the decisions written down."""
        for lessons in self.lessons:
            lessons.n_games = lessons.n_decisions = lessons.n_options = lessons.n_rows = 0

    def gather(self, rows: Sequence[Sequence[np.ndarray]], scale: np.ndarray) -> list[Shard]:
        """Return what was written down in games, given their rows of results by shard."""
        shards = []
        for lessons, played in zip(self.lessons, rows, strict=True):
            used = lessons.rows[: lessons.n_rows]
            counts = lessons.counts[: lessons.n_rows] / scale[used]
            shards.append(
                Shard(
                    lessons.decisions[: lessons.n_decisions],
                    lessons.options[: lessons.n_options],
                    used,
                    counts.astype(np.float32),
                    share_wins(np.concatenate([one["winner"] for one in played]),
                               self.plan.n_seats),
                )
            )  # fmt: skip
        return shards

    def measure(
        self, players: LearnedPlayers, bot: np.ndarray, other: np.ndarray, pairs: int
    ) -> tuple[float, float]:
        """Measure how often a bot wins among others, with all decks on both sides.

        Returns
        -------
        rate, half_width : float
            Of a 95 % interval over pairs.
        """
        n_seats = self.plan.n_seats
        others = (other,) * (n_seats - 1)
        meetings = [(bot, *others), (*others, bot)]
        first, self.next_pair = self.next_pair, HELD_BACK
        played = self.play(players, meetings, pairs)
        self.next_pair = first
        order = seating(n_seats, np.arange(HELD_BACK, HELD_BACK + pairs))
        held = np.concatenate(
            [np.roll(order, -rotation, axis=1)[:, None] for rotation in range(n_seats)], axis=1
        ).reshape(-1, n_seats)
        rates = []
        for number, rows in (one for shard in played for one in shard):
            side = 0 if number == 0 else n_seats - 1
            shares = share_wins(rows["winner"], n_seats)
            rates.append((shares * (held == side)).sum(1).reshape(pairs, n_seats).mean(1))
        every = np.concatenate(rates)
        return float(every.mean()), float(1.96 * every.std() / len(every) ** 0.5)


HELD_BACK = 2_000_000_000  # first pair of the deals that no training sees


def share_wins(winners: np.ndarray, n_seats: int) -> np.ndarray:
    """Return each seat's share of the win, float32, shape (n_games, n_seats)."""
    shares = np.zeros((len(winners), n_seats), np.float32)
    shares[winners < 0] = 1 / n_seats
    won = np.flatnonzero(winners >= 0)
    shares[won, winners[won]] = 1
    return shares

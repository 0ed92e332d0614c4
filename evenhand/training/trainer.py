"""Training a player: rounds of self-play, each followed by a few passes over its decisions.

Proximal policy optimisation (Schulman et al. 2017); see `evenhand.simulate.bots.learned.gradients`.
"""

import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.bots.learned.gradients import (
    add_policy_gradient,
    add_value_gradient,
    find_advantages,
    value_tables,
)
from evenhand.simulate.bots.learned.shape import Weights
from evenhand.simulate.bots.learned.slots import UNITS
from evenhand.simulate.bots.learned.weights import Learned, fit_weights, make_shape
from evenhand.simulate.runs.batch import PlanArrays, plan_arrays
from evenhand.simulate.runs.first_call import OnMessage
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.workers import Workers
from evenhand.training.first_weights import begin_learned, extend_learned
from evenhand.training.network import Gradient, Network
from evenhand.training.self_play import (
    SHARDS,
    Bout,
    Meeting,
    SelfPlay,
    Shard,
    Squad,
    Strength,
    join_parts,
)

__all__ = ["Round", "Trainer"]

DECISIONS = 250_000  # written down in a round; twice as many once steps are at their largest
BATCH = 8_192  # decisions of one step
LARGEST_BATCH, ROUNDS_OF_BATCH = 8, 60  # its largest multiple; rounds after which it grows by one
ROUNDS_OF_CRITIC = 4  # in which only the critic learns, where the player begins as another one
MEAN_SHARE = 0.1  # of the player as it is now in the mean of the last selves
PASSES, CRITIC_PASSES = 3, 2
PASSES_OF_CRITIC = 8  # .. in rounds in which it learns alone
CLIP, ENTROPY = 0.2, 0.002
FIRST_DECAY, DECAY, ROUNDS_OF_DECAY = 0.9, 0.98, 80  # of what later answers tell of earlier ones
RATE, HIGHEST_RATE, WARM_UP = 2e-3, 4e-3, 200  # of learning; steps in which it grows
NEAR, FAR = 0.004, 0.02  # divergence from the player that played, to change the rate or stop
SLOWER, FASTER = 0.8, 1.2  # factors on the rate
PAST = 12  # earlier selves that are kept
ITSELF, EARLIER, OTHERS = 0.5, 0.3, 0.2  # shares of the decisions, by whom they are against
ARRAYS = ("plain", "cards", "bias", "out")
COUNTS = ("n_games", "n_decisions", "n_rounds", "seconds")
TAU_SHARE = 3  # of the size of a novice's errors
LEARNERS = Workers(jobs=SHARDS)


@dataclass(frozen=True)
class Round:
    """How a round of learning went.

    Attributes
    ----------
    games, decisions : int
    explained : float
        Share of the variance of results that the critic explains.
    divergence : float
        Of the player after the round from the one before it.
    """

    games: int
    decisions: int
    explained: float
    divergence: float


class Trainer:
    """A player that learns, with everything that it learns from.

    Parameters
    ----------
    plan : Plan
        Decks, mode and number of players; decks also play mirrors if the plan has them.
    others : sequence of Bot
        Whom it plays against beside itself and its earlier selves.
    from_nothing : bool
        Whether it begins without rules of thumb.
    former : Learned, optional
        The player that it begins as; its weights are left as they are.
    workers : Workers
        Who plays the games; any workers play the same ones.
    on_message : callable(text), optional
        Called with a message if rules are compiled.
    """

    def __init__(
        self, plan: Plan, others: list[Bot], seed: int, from_nothing: bool = False,
        former: Learned | None = None, workers: Workers = LEARNERS,
        on_message: OnMessage | None = None,
    ) -> None:  # fmt: skip
        self.rng = np.random.default_rng(seed)
        tau = 0 if from_nothing else max(1, plan.game.novice_noise // TAU_SHARE)
        self.plan, self.learned = plan, begin_learned(plan, tau, self.rng)
        if former is not None:
            weights = fit_weights(former, plan.game, plan.n_seats)
            former = replace(former, weights=weights, n_seats=plan.n_seats)
            self.learned = extend_learned(former, self.learned)
        self.beginning = describe_beginning(former, from_nothing)
        self.is_continued = former is not None
        self.rounds_of_critic = ROUNDS_OF_CRITIC if self.is_continued else 0
        self.rounds_before = count_rounds(former)
        self.shape = make_shape(self.learned, plan.game, plan.pool, plan.n_seats)
        first, layout = self.learned.weights, self.shape.layout
        cards = self.shape.cards
        self.policy = Network(cards, [getattr(first, name).copy() for name in ARRAYS])
        self.critic = Network(
            cards,
            [
                first.plain[: layout.n_rows].copy(),
                first.cards[: layout.n_zones].copy(),
                np.zeros(UNITS, np.float32),
                np.zeros(UNITS, np.float32),
            ],
        )
        self.games = SelfPlay(plan, plan_arrays(plan), seed, workers, on_message)
        self.threads = ThreadPoolExecutor(SHARDS)
        self.others = [self.games.make_bot(bot) for bot in others]
        self.past = [self.copy_weights()]
        self.mean = self.copy_weights()
        self.rate = RATE
        self.decisions_per_game = 100.0
        self.seen = np.zeros(self.shape.n_plain, bool)
        if former is not None:
            self.seen |= self.policy.arrays[0].any(axis=1)
        self.n_games = self.n_decisions = self.n_rounds = 0
        self.seconds = 0.0
        self.curve: list[dict[str, Any]] = []

    def gather(self, *weights: Weights) -> Squad:
        """Gather players that read what this one does."""
        return Squad((self.shape,) * len(weights), weights)

    def copy_weights(self) -> Weights:
        """Return the weights as they are now."""
        plain, cards, bias, out = (array.copy() for array in self.policy.arrays)
        return Weights(plain, cards, bias, out, self.learned.weights.tau)

    def list_numbers(self) -> dict[str, Any]:
        """Return the numbers of the training, to be resumed from."""
        return {
            "rng": self.rng.bit_generator.state,
            "rate": self.rate,
            "decisions_per_game": self.decisions_per_game,
            "next_pair": self.games.next_pair,
            "curve": self.curve,
            **{name: getattr(self, name) for name in COUNTS},
        }

    def list_arrays(self) -> dict[str, Any]:
        """Return the arrays of the training, to be resumed from."""
        arrays = {"seen": self.seen, **self.policy.list_state("policy")}
        arrays |= self.critic.list_state("critic")
        for number, weights in enumerate([self.mean, *self.past]):
            for name in ARRAYS:
                arrays[f"past-{number}-{name}"] = getattr(weights, name)
        return arrays

    def load(self, numbers: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
        """Resume from what `list_numbers` and `list_arrays` returned."""
        self.rng.bit_generator.state = numbers["rng"]
        self.rate = float(numbers["rate"])
        self.decisions_per_game = float(numbers["decisions_per_game"])
        self.games.next_pair = int(numbers["next_pair"])
        self.curve = list(numbers["curve"])
        for name in COUNTS:
            setattr(self, name, type(getattr(self, name))(numbers[name]))
        self.seen[:] = arrays["seen"]
        self.policy.load_state("policy", arrays)
        self.critic.load_state("critic", arrays)
        n_past = sum(name.endswith("-out") for name in arrays)
        tau = self.learned.weights.tau
        self.mean, *self.past = [
            Weights(**{name: arrays[f"past-{number}-{name}"] for name in ARRAYS}, tau=tau)
            for number in range(n_past)
        ]

    def finish(self) -> Learned:
        """Return the mean of the last selves; rows that were never used count for nothing."""
        plain = np.where(self.seen[:, None], self.mean.plain, 0)
        return replace(self.learned, weights=replace(self.mean, plain=plain))

    def measure(self, other: np.ndarray, pairs: int) -> Strength:
        """Measure how often the player wins against another one, on deals held back."""
        players = self.gather(self.mean)
        return self.games.measure(players, self.make_self(False), other, pairs)

    def measure_against(self, former: Learned, pairs: int) -> Strength:
        """Measure how often the player wins against a learned one, on deals held back."""
        plan = self.plan
        shapes = (self.shape, make_shape(former, plan.game, plan.pool, plan.n_seats))
        others = fit_weights(former, plan.game, plan.n_seats)
        players = Squad(shapes, (self.mean, others))
        other = self.make_self(False, 1)
        return self.games.measure(players, self.make_self(False), other, pairs)

    def take_cards(self, plan: Plan, arrays: PlanArrays) -> tuple[SelfPlay, Squad]:
        """Return the player with the cards of another plan, which it did not learn from."""
        shape = make_shape(self.learned, plan.game, plan.pool, plan.n_seats)
        games = SelfPlay(plan, arrays, 0, self.games.workers)
        games.is_compiled = True
        return games, Squad((shape,), (self.mean,))

    def make_self(self, is_learner: bool, net: int = 0) -> np.ndarray:
        """Return the player's record, or that of an earlier self."""
        return self.games.make_learned(self.others[0], net, is_learner)

    def play_round(self) -> Round:
        """Play, and learn from it."""
        shards = self.play()
        n_decisions = sum(len(shard.decisions) for shard in shards)
        n_games = sum(len(shard.results) for shard in shards)
        self.decisions_per_game = n_decisions / n_games
        explained = self.find_advantages(shards)
        divergence = self.learn(shards)
        self.n_games += n_games
        self.n_decisions += n_decisions
        self.n_rounds += 1
        self.average()
        self.past.append(self.copy_weights())
        if len(self.past) > PAST:
            self.past.pop(int(self.rng.integers(1, PAST)))
        return Round(n_games, n_decisions, explained, divergence)

    def average(self) -> None:
        """Add the player as it is now to the mean of the last selves."""
        share = np.float32(max(MEAN_SHARE, 1 / (self.n_rounds_in_all + 1)))
        now = self.copy_weights()
        for name in ARRAYS:
            mean = getattr(self.mean, name)
            mean += share * (getattr(now, name) - mean)

    @property
    def n_rounds_in_all(self) -> int:
        """Number of rounds, with those that the player had behind it at the beginning."""
        return self.rounds_before + self.n_rounds

    @property
    def times_batch(self) -> int:
        """How many times as large as at first a step is: small ones teach a strong player noise."""
        return min(LARGEST_BATCH, 1 + self.n_rounds_in_all // ROUNDS_OF_BATCH)

    @property
    def decay(self) -> float:
        """How much later answers tell of an earlier one: little at first, then nearly all.

        A critic that explains a third of the result teaches faster than the result, and worse.
        """
        left = max(0.0, 1 - self.n_rounds_in_all / ROUNDS_OF_DECAY)
        return DECAY - (DECAY - FIRST_DECAY) * left

    def play(self) -> list[Shard]:
        """Play a round against itself, an earlier self and another bot."""
        n = self.plan.n_seats
        earlier = self.past[int(self.rng.integers(len(self.past)))]
        players = self.gather(self.copy_weights(), earlier)
        me, before = self.make_self(True), self.make_self(False, 1)
        other = self.others[int(self.rng.integers(len(self.others)))]
        meetings: list[tuple[float, list[Meeting]]] = [
            (ITSELF, [(me,) * n]),
            (EARLIER, [(me, *(before,) * (n - 1)), (*(before,) * (n - 1), me)]),
            (OTHERS, [(me, *(other,) * (n - 1)), (*(other,) * (n - 1), me)]),
        ]
        bouts: list[list[Bout]] = [[] for _ in range(SHARDS)]
        n_decisions = DECISIONS * (2 if self.times_batch == LARGEST_BATCH else 1)
        n_games = n_decisions / self.decisions_per_game
        for share, sides in meetings:
            groups = n_games * share / (len(sides) * len(self.games.arrays.matchups) * n)
            listed = self.games.list_bouts(sides, max(1, round(groups)))
            for of_shard, more in zip(bouts, listed, strict=True):
                of_shard += more
        parts = self.games.play(players, bouts)
        return [join_parts(of_shard, self.shape.scale, n) for of_shard in parts]

    def find_advantages(self, shards: list[Shard]) -> float:
        """Find how much better each answer turned out than expected; return what is explained."""
        weights = self.critic.list_rows()
        self.critic_rows, self.advantages, self.targets = [], [], []
        errors, results = [], []
        for shard in shards:
            rows = self.number_for_critic(shard.rows)
            decisions = shard.decisions
            chances = np.zeros(len(decisions))
            value_tables(
                decisions, rows, shard.counts, weights, self.critic.bias, self.critic.out, chances
            )
            chances = 1 / (1 + np.exp(-chances))
            advantages, targets = np.zeros(len(decisions)), np.zeros(len(decisions))
            find_advantages(
                decisions, chances, shard.results, self.plan.n_seats, self.decay, advantages,
                targets,
            )  # fmt: skip
            result = shard.results[decisions["game"], decisions["seat"]]
            errors.append(result - chances)
            results.append(result)
            self.critic_rows.append(rows)
            self.advantages.append(advantages)
            self.targets.append(targets)
            self.seen[shard.rows[shard.rows < self.shape.n_plain]] = True
        every = np.concatenate(self.advantages)
        mean, spread = every.mean(), every.std() + 1e-9
        self.advantages = [(advantages - mean) / spread for advantages in self.advantages]
        variance = np.concatenate(results).var() + 1e-9
        return float(1 - (np.concatenate(errors) ** 2).mean() / variance)

    def number_for_critic(self, rows: np.ndarray) -> np.ndarray:
        """Return the critic's numbers of rows of the table; it has no others."""
        n_plain, n_table = self.shape.n_plain, self.shape.layout.n_rows
        cards = rows - n_plain + n_table
        return np.where(rows < n_plain, np.minimum(rows, n_table - 1), cards).astype(np.int32)

    def learn(self, shards: list[Shard]) -> float:
        """Pass over the decisions a few times, or until the player is too far from who played.

        Returns
        -------
        float
            The mean divergence in the last pass, or that of the step that was too far.
        """
        n_decisions = sum(len(shard.decisions) for shard in shards)
        gradients = [Gradient(self.shape.n_rows) for _ in shards]
        of_critic = [Gradient(len(self.critic.list_rows())) for _ in shards]
        divergence = 0.0
        if self.n_rounds < self.rounds_of_critic:
            for _ in range(PASSES_OF_CRITIC):
                for batches in self.draw_steps(shards):
                    self.change_critic(shards, batches, of_critic)
            return divergence
        for number in range(PASSES):
            divergence = 0.0
            for batches in self.draw_steps(shards):
                if number < CRITIC_PASSES:
                    self.change_critic(shards, batches, of_critic)
                change, n = self.change_policy(shards, batches, gradients), count(batches)
                if change > FAR * n:
                    self.rate *= SLOWER
                    return change / n
                divergence += change / n_decisions
        if divergence < NEAR:
            self.rate = min(self.rate * FASTER, HIGHEST_RATE)
        return divergence

    def draw_steps(self, shards: list[Shard]) -> Iterator[list[np.ndarray]]:
        """Draw the decisions of each step of a pass, by shard."""
        orders = [self.rng.permutation(len(shard.decisions)) for shard in shards]
        n_steps = max(1, round(count(orders) / (BATCH * self.times_batch)))
        for k in range(n_steps):
            yield [
                order[len(order) * k // n_steps : len(order) * (k + 1) // n_steps]
                for order in orders
            ]

    def change_policy(
        self, shards: list[Shard], batches: list[np.ndarray], gradients: list[Gradient]
    ) -> float:
        """Take one step with the player; return the sum of divergences."""
        weights = self.policy.list_rows()

        def work(k: int) -> float:
            shard, gradient = shards[k], gradients[k]
            gradient.clear()
            divergence, _, _ = add_policy_gradient(
                batches[k], shard.decisions, shard.options, shard.rows, shard.counts,
                self.advantages[k], weights, self.policy.bias, self.policy.out, CLIP,
                ENTROPY, gradient.rows, gradient.bias, gradient.out,
            )  # fmt: skip
            return float(divergence)

        divergences = list(self.threads.map(work, range(SHARDS)))
        for other in gradients[1:]:
            gradients[0] += other
        warm = min(1.0, (self.policy.steps + 1) / WARM_UP)
        self.policy.change(gradients[0], count(batches), self.rate * warm)
        return sum(divergences)

    def change_critic(
        self, shards: list[Shard], batches: list[np.ndarray], gradients: list[Gradient]
    ) -> None:
        """Take one step with the critic."""
        weights = self.critic.list_rows()

        def work(k: int) -> None:
            gradient = gradients[k]
            gradient.clear()
            add_value_gradient(
                batches[k], shards[k].decisions, self.critic_rows[k], shards[k].counts,
                self.targets[k], weights, self.critic.bias, self.critic.out, gradient.rows,
                gradient.bias, gradient.out,
            )  # fmt: skip

        list(self.threads.map(work, range(SHARDS)))
        for other in gradients[1:]:
            gradients[0] += other
        self.critic.change(gradients[0], count(batches), self.rate)


def count(decisions: list[np.ndarray]) -> int:
    """Count the decisions of all shards."""
    return sum(map(len, decisions))


def count_rounds(former: Learned | None) -> int:
    """Count the rounds that a learned player has behind it; all where its file does not say."""
    if former is None:
        return 0
    most = DECISIONS * ROUNDS_OF_BATCH * LARGEST_BATCH
    return round(former.training.get("decisions", most) / DECISIONS)


def describe_beginning(former: Learned | None, from_nothing: bool) -> str:
    """Say which bot a training begins as, so that no other one is resumed in its place."""
    if former is None:
        return "random" if from_nothing else "heuristic"
    return f"learned {zlib.crc32(former.weights.plain.tobytes()):08x}"

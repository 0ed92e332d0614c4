"""Who plays the games of a training changes nothing: threads, processes, workers that die."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest
from distributed import Client, LocalCluster

from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.workers import Workers
from evenhand.training import trainer as training
from tests.amounts import how_much

ROUNDS = 2


class Killer(Workers):
    """Workers of a cluster, one of which is killed after the first part of each round."""

    def work(self, function: Callable, tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        done = super().work(function, tasks)
        yield next(done)
        pids = Client.current().run(os.getpid)
        os.kill(next(iter(pids.values())), signal.SIGKILL)
        yield from done


@pytest.fixture(scope="module")
def plan() -> Plan:
    return prepare(Request(game="last_light", games=2, decks=["moth", "lamp"], mirrors=True)).plan


@pytest.fixture
def train(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> Callable[[Workers], list[np.ndarray]]:
    monkeypatch.setattr(training, "DECISIONS", 8_000)
    monkeypatch.setattr(training, "BATCH", 1_000)
    monkeypatch.setattr(training, "RATE", 5e-3)

    def trained(workers: Workers) -> list[np.ndarray]:
        bots = [load_bot(plan.game, name) for name in ("heuristic", "novice")]
        trainer = training.Trainer(plan, bots, 1, workers=workers)
        for _ in range(ROUNDS):
            trainer.play_round()
        assert trainer.n_rounds == ROUNDS and (trainer.policy.arrays[3] != 0).any()
        return [*trainer.policy.arrays, *trainer.critic.arrays]

    return trained


def test_any_number_of_threads_learns_the_same(
    train: Callable[[Workers], list[np.ndarray]],
) -> None:
    one, three = train(Workers(jobs=1)), train(Workers(jobs=3))
    assert all(np.array_equal(a, b) for a, b in zip(one, three, strict=True))


@pytest.mark.parametrize("workers", how_much([Killer], [Workers, Killer]))
def test_a_cluster_learns_the_same_even_if_workers_die(
    workers: type[Workers], train: Callable[[Workers], list[np.ndarray]]
) -> None:
    here = train(Workers(jobs=2))
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with LocalCluster(silence_logs=50, **options) as cluster, Client(cluster):
        there = train(workers(backend="dask"))
    assert all(np.array_equal(a, b) for a, b in zip(here, there, strict=True))

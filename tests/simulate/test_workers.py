"""Workers, and where they are."""

import os
from threading import get_ident

from distributed import Client, LocalCluster

from evenhand.simulate.runs.workers import Workers


def test_a_cluster_of_one_thread_works_and_not_this_process() -> None:
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with LocalCluster(**options) as cluster, Client(cluster):
        found = list(Workers(backend="dask").work(os.getpid, [()] * 5))
    assert len(found) == 5
    assert os.getpid() not in found


def test_results_come_in_order() -> None:
    found = list(Workers(jobs=2).work(divmod, ((n, 3) for n in range(40))))
    assert found == [divmod(n, 3) for n in range(40)]


def test_a_single_task_is_called_in_this_thread() -> None:
    assert list(Workers(jobs=2).work(get_ident, [()])) == [get_ident()]
    assert get_ident() not in Workers(jobs=2).work(get_ident, [(), ()])

"""Workers: who plays, and how the work is handed out to them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import joblib

from evenhand.decks.problems import UsageError
from evenhand.simulate.compiling import sources_hash

__all__ = ["BACKENDS", "ONE_WORKER", "Workers"]

BACKENDS = ("threading", "loky", "dask")  # what joblib calls the ways to have workers
IN_STOCK = 64  # tasks that wait on a cluster for workers that join it


@dataclass(frozen=True)
class Workers:
    """Who plays.

    Attributes
    ----------
    jobs : int
        How many; -1 for one per processor. A cluster has as many as it has.
    backend : str
        As joblib calls it.
    are_here : bool
        Whether they are on this machine, and find what is compiled on it.
    see_disk : bool
        Whether they can write where this program can: if not, what they made comes back.
    """

    jobs: int = -1
    backend: str = "threading"
    are_here: bool = True
    see_disk: bool = True

    @property
    def count(self) -> int:
        """How many there are."""
        with joblib.parallel_config(backend=self.backend, n_jobs=self.jobs):
            return int(joblib.effective_n_jobs(self.jobs))

    def work(self, function: Callable, tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """Call a function with each task's arguments, and give the results in order.

        Tasks are taken as they are needed, so that memory does not grow with their number.

        Raises
        ------
        UsageError
            If a worker runs another program than this one.
        """
        is_cluster = self.backend == "dask"
        backend, ahead = (cluster_backend(), IN_STOCK) if is_cluster else (self.backend, 0)
        with joblib.parallel_config(backend=backend, n_jobs=self.jobs):
            work = joblib.Parallel(return_as="generator", pre_dispatch=f"{ahead} + 2*n_jobs")
        call = joblib.delayed(call_in_same_program)
        yield from work(call(sources_hash(), function, *task) for task in tasks)


ONE_WORKER = Workers(jobs=1)


def cluster_backend() -> Any:
    """Make joblib's backend for Dask, which is not to play here if there is one thread there."""
    from joblib._dask import DaskDistributedBackend

    class Cluster(DaskDistributedBackend):  # type: ignore[misc]  # joblib is untyped
        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(2, super().effective_n_jobs(n_jobs))

    return Cluster()


def call_in_same_program(program: str, function: Callable, *arguments: Any) -> Any:
    """Call a function, unless this worker's program is another one: its games might be others."""
    if sources_hash() != program:
        from platform import node

        message = f"a worker on {node()} runs another evenhand than this one, or with other games"
        raise UsageError(message, "install the same on all machines")
    return function(*arguments)

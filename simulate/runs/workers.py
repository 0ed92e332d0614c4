"""Workers: run tasks on threads, processes or a cluster."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import joblib

from evenhand.decks.problems import UsageError
from evenhand.simulate.compiling import sources_hash

__all__ = ["BACKENDS", "ONE_WORKER", "Workers"]

BACKENDS = ("threading", "loky", "dask")  # names of joblib
QUEUED = 64  # tasks queued on a cluster for workers that join it


@dataclass(frozen=True)
class Workers:
    """A set of workers.

    Attributes
    ----------
    jobs : int
        Number of workers; -1 for one per processor. A cluster determines its own.
    backend : str
        Name of joblib's backend.
    are_here : bool
        Whether they are on this machine, and share its compiled code.
    see_disk : bool
        Whether they can write where this program can; if not, they return the content.
    """

    jobs: int = -1
    backend: str = "threading"
    are_here: bool = True
    see_disk: bool = True

    @property
    def count(self) -> int:
        """Number of workers."""
        with joblib.parallel_config(backend=self.backend, n_jobs=self.jobs):
            return int(joblib.effective_n_jobs(self.jobs))

    def work(self, function: Callable, tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """Call a function with each task's arguments, and yield the results in order.

        Tasks are consumed lazily, so that memory does not grow with their number. A single task
        is not worth a pool of threads, and is called here.

        Raises
        ------
        UsageError
            If a worker runs another version of the program.
        """
        tasks = iter(tasks)
        first = list(islice(tasks, 2))
        if self.backend == "threading" and len(first) < 2:
            yield from (function(*task) for task in first)
            return
        is_cluster = self.backend == "dask"
        backend, ahead = (cluster_backend(), QUEUED) if is_cluster else (self.backend, 0)
        with joblib.parallel_config(backend=backend, n_jobs=self.jobs):
            work = joblib.Parallel(return_as="generator", pre_dispatch=f"{ahead} + 2*n_jobs")
        call = joblib.delayed(call_in_same_program)
        yield from work(call(sources_hash(), function, *task) for task in chain(first, tasks))


ONE_WORKER = Workers(jobs=1)


def cluster_backend() -> Any:
    """Make joblib's backend for Dask, which must not run tasks here if it has one thread."""
    from joblib._dask import DaskDistributedBackend

    class Cluster(DaskDistributedBackend):  # type: ignore[misc]  # joblib is untyped
        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(2, super().effective_n_jobs(n_jobs))

    return Cluster()


def call_in_same_program(program: str, function: Callable, *arguments: Any) -> Any:
    """Call a function; raise if this worker's program differs, as its games might."""
    if sources_hash() != program:
        from platform import node

        message = f"a worker on {node()} runs another evenhand than this one, or with other games"
        raise UsageError(message, "install the same on all machines")
    return function(*arguments)

"""Start the workers of a request: threads or processes of this machine, or a Dask cluster.

The versions of a cluster's workers are checked first, because another program would play
other games, or none.
"""

import asyncio
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import TYPE_CHECKING, Any

from evenhand.decks.problems import UsageError
from evenhand.inputs.request import Request
from evenhand.simulate.compiling import sources_hash
from evenhand.simulate.registry import game_names
from evenhand.simulate.runs.workers import Workers

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["start_workers"]

PATIENCE = 15  # seconds to wait for a scheduler's answer, and for a first worker
PACKAGES = ("evenhand", "numpy", "numba", "polars")  # whose versions may affect games
MOST_NAMED = 5


@contextmanager
def start_workers(request: Request) -> Iterator[Workers]:
    """Start workers, or connect to a cluster, as a request says; stop them at the end.

    Raises
    ------
    UsageError
        If the scheduler does not answer, has no workers, or a worker runs another program.
    """
    if request.backend != "dask":
        jobs = 1 if request.functions else request.jobs or -1
        yield Workers(jobs, request.backend)
        return
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        message = "the backend dask needs packages that are not installed"
        raise UsageError(message, "pip install 'evenhand[dask]'") from None
    warnings.filterwarnings("ignore", "Sending large graph")  # plans cannot be made smaller
    if request.scheduler is None:
        options = {
            "n_workers": request.jobs,
            "threads_per_worker": 1,
            "dashboard_address": "127.0.0.1:0",
        }
        with LocalCluster(silence_logs=logging.CRITICAL, **options) as cluster, Client(cluster):
            yield Workers(backend="dask")
        return
    with connect_to_scheduler(request.scheduler) as client:
        refuse_other_programs(client)
        yield Workers(backend="dask", are_here=False, see_disk=request.shared_disk)


@contextmanager
def connect_to_scheduler(address: str) -> Iterator["Client"]:
    """Connect to the scheduler of a cluster that has workers."""
    from distributed import Client

    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # errors are reported below
    try:
        asyncio.run(wait_for_answer(address))
        client = Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError):
        message = f"no Dask scheduler answers at {address}"
        raise UsageError(message, "start one: dask scheduler") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            message = f"the scheduler at {address} has no workers"
            raise UsageError(message, f"start some: dask worker {address}") from None
        yield client


async def wait_for_answer(address: str) -> None:
    """Wait until a cluster's scheduler answers; a client would wait for ever."""
    from distributed.comm import connect

    (await asyncio.wait_for(connect(address), PATIENCE)).abort()


def refuse_other_programs(client: "Client") -> None:
    """Raise UsageError if a worker of a cluster does not run the same program and games."""
    wanted = describe_program()
    programs = query_workers(client)
    wrong = [
        f"{worker} ({differs})"
        for worker, program in sorted(programs.items())
        if (differs := list_differences(program, wanted))
    ]
    if wrong:
        named = "; ".join(wrong[:MOST_NAMED])
        more = f"; and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
        message = f"workers that would not play the same games: {named}{more}"
        raise UsageError(message, "install the same evenhand and games on all machines")


def query_workers(client: "Client") -> dict[str, Any]:
    """Return the program of each worker of a cluster, or the exception if it does not answer."""
    # The first call needs the standard library only, because a worker may lack evenhand.
    versions: dict[str, Any] = client.run(metadata.version, "evenhand", on_error="return")
    able = [worker for worker, answer in versions.items() if isinstance(answer, str)]
    programs = client.run(describe_program, workers=able, on_error="return") if able else {}
    return {**versions, **programs}


def describe_program() -> dict[str, str]:
    """Return the versions that a cluster's workers must have in common, by displayed name."""
    return {
        **{name: metadata.version(name) for name in PACKAGES},
        "games": ", ".join(game_names()),
        "source files": sources_hash(),
    }


def list_differences(program: Any, wanted: dict[str, str]) -> str:
    """Return how the program of a cluster's worker differs from this one; "" if it does not."""
    if isinstance(program, metadata.PackageNotFoundError):
        return "has no evenhand"
    if not isinstance(program, dict):
        return "runs another evenhand, which does not answer"
    for name, own in wanted.items():
        if (other := program.get(name)) != own:
            return f"{name}: {other} there, {own} here"
    return ""

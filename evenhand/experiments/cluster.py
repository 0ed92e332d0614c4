"""Workers for a request: threads or processes of this machine, or a Dask cluster.

A cluster's workers are asked what they are before they play: one that runs another program
would play other games, or none.
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

PATIENCE = 15  # seconds for a scheduler to answer and for a first worker to be there
PACKAGES = ("evenhand", "numpy", "numba", "polars")  # that decide which games are played
MOST_NAMED = 5


@contextmanager
def start_workers(request: Request) -> Iterator[Workers]:
    """Have the workers that a request names.

    Raises
    ------
    UsageError
        If no scheduler answers, it has no workers, or one of them runs another program.
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
    if request.scheduler is None:
        options = {"n_workers": request.jobs, "threads_per_worker": 1, "dashboard_address": None}
        with LocalCluster(silence_logs=logging.CRITICAL, **options) as cluster, Client(cluster):
            yield Workers(backend="dask")
        return
    with connect(request.scheduler) as client:
        refuse_other_programs(client)
        yield Workers(backend="dask", are_here=False, see_disk=request.shared_disk)


@contextmanager
def connect(address: str) -> Iterator["Client"]:
    """Reach a scheduler that has workers."""
    from distributed import Client

    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said once, below
    try:
        asyncio.run(await_answer(address))
        client = Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError):
        message = f"no Dask scheduler answers at {address}"
        raise UsageError(message, "start one: dask scheduler") from None
    warnings.filterwarnings("ignore", "Sending large graph")  # plans are what they are
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            message = f"the scheduler at {address} has no workers"
            raise UsageError(message, f"start some: dask worker {address}") from None
        yield client


async def await_answer(address: str) -> None:
    """Wait until a scheduler answers; a client would wait for ever for one that is mute."""
    from distributed.comm import connect as reach

    (await asyncio.wait_for(reach(address), PATIENCE)).abort()


def refuse_other_programs(client: "Client") -> None:
    """Raise UsageError if a worker does not run this very program, with the same games."""
    wanted = describe_program()
    found = ask_workers(client)
    wrong = [
        f"{worker} ({differs})"
        for worker, program in sorted(found.items())
        if (differs := list_differences(program, wanted))
    ]
    if wrong:
        named = "; ".join(wrong[:MOST_NAMED])
        more = f"; and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
        message = f"workers that would not play the same games: {named}{more}"
        raise UsageError(message, "install the same evenhand and games on all machines")


def ask_workers(client: "Client") -> dict[str, Any]:
    """Ask each worker what its program is; an exception stands for one that cannot tell."""
    # Only what every Python has is asked at first: a worker may lack evenhand.
    versions: dict[str, Any] = client.run(metadata.version, "evenhand", on_error="return")
    able = [worker for worker, answer in versions.items() if isinstance(answer, str)]
    programs = client.run(describe_program, workers=able, on_error="return") if able else {}
    return {**versions, **programs}


def describe_program() -> dict[str, str]:
    """Return what decides the games that this process would play, by what people call it."""
    return {
        **{name: metadata.version(name) for name in PACKAGES},
        "games": ", ".join(game_names()),
        "source files": sources_hash(),
    }


def list_differences(program: Any, wanted: dict[str, str]) -> str:
    """Say how a worker's program differs from this one; "" if it does not."""
    if isinstance(program, metadata.PackageNotFoundError):
        return "has no evenhand"
    if not isinstance(program, dict):
        return "runs another evenhand, which does not answer"
    for name, here in wanted.items():
        if (there := program.get(name)) != here:
            return f"{name}: {there} there, {here} here"
    return ""

"""Load modules in the background while compiled code plays games."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Thread

__all__ = ["load_meanwhile"]

REPORTING = "evenhand.reports.report"  # slow to load, for its drawings


@contextmanager
def load_meanwhile(module: str = REPORTING) -> Iterator[None]:
    """Load a module in a thread while games are played, and wait for the thread at the end.

    An import elsewhere waits for the thread. The module must not import modules that play
    games: two imports that wait for each other would see half-loaded modules.
    """
    thread = Thread(target=load, args=(module,), name=f"loads {module}")
    thread.start()
    try:
        yield
    finally:
        thread.join()


def load(module: str) -> None:
    """Load a module in the background; ignore errors, which a later import raises again."""
    with suppress(Exception):
        import_module(module)

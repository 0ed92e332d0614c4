"""Modules that are loaded while games are played, which leaves Python little to do."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Thread

__all__ = ["load_meanwhile"]

REPORTING = "evenhand.reports.report"  # slow to load, for its drawings


@contextmanager
def load_meanwhile(module: str = REPORTING) -> Iterator[None]:
    """Load a module and all that it needs in a thread of its own.

    Whoever imports it meanwhile waits for it. It must need nothing of the rooms that play:
    two modules that wait for each other would be seen half loaded.
    """
    thread = Thread(target=load, args=(module,), name=f"loads {module}")
    thread.start()
    try:
        yield
    finally:
        thread.join()


def load(module: str) -> None:
    """Load a module; if that fails, whoever needs it is told why by their own import."""
    with suppress(Exception):
        import_module(module)

"""Garbage collection turned off while millions of objects are made, hardly any of them garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["garbage_collection_off"]


@contextmanager
def garbage_collection_off() -> Iterator[None]:
    """Disable garbage collection until the block ends."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()

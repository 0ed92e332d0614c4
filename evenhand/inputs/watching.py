"""Files that are watched: each time one of them is saved, and rests, they are read anew.

A library is told of saves by the system, at once. What the system tells nothing of, as on
network disks, in shared folders of virtual machines and at addresses, is found by looking: no
longer than `LOOK` after it was there. What decides that a file was saved is always the look,
never the message, so that both ways give the same.

What cannot be read may be half of a save: it is given some more time before it is told of. Who
saves without a pause is answered every second, with files that can be read.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Generic, TypeVar

from evenhand.decks.addresses import fetch, forget_addresses
from evenhand.decks.file_cache import cache_files
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.table_file import TableFile

__all__ = ["each_save"]

LOOK = 1.0  # seconds between two looks, if nothing is told before
REST = 0.5  # that a file must stay as it is
UNREST = 1.0  # of saves without a pause, after which files are read that do not rest
DOUBT = 1.5  # that one must stay as it is that cannot be read: half of it may be yet to come
ABSENCE = 2.0  # that one must be gone: many programs save by putting another in its place
ASK = 15.0  # between two questions to an address

Sight = tuple[tuple[str, object], ...]  # by file: size and time, or a hash of what an address says
Found = TypeVar("Found")


class Watch(Generic[Found]):
    """What is seen of files.

    Parameters
    ----------
    list_files : callable() -> sequence of TableFile
        Asked at each look: one of the files may say that others are read now.
    read : callable() -> Found or Exception
        Reads the files; returns, not raises, what is wrong with them.
    stop : threading.Event
        Set when nobody wants to know any more.
    """

    def __init__(
        self,
        list_files: Callable[[], Sequence[TableFile]],
        read: Callable[[], Found | Exception],
        stop: Event,
    ) -> None:
        self.list_files, self.read = cache_files()(list_files), cache_files()(read)
        self.stop = stop
        self.answers: dict[str, str] = {}
        self.asked = -ASK

    def look(self) -> Sight:
        """Return what is seen of the files; addresses are asked seldom."""
        if monotonic() - self.asked >= ASK:
            forget_addresses()
            self.answers = {}
            self.asked = monotonic()
        return tuple(
            (file.file, self._ask(file.file) if file.is_address else look_at(file.file))
            for file in self.list_files()
        )

    def _ask(self, address: str) -> str:
        if address not in self.answers:
            try:
                self.answers[address] = hashlib.sha256(fetch(address)).hexdigest()
            except (UsageError, InputError) as error:
                self.answers[address] = str(error)
        return self.answers[address]

    def each_state(self) -> Iterator[Found | Exception]:
        """Yield what is read, at once and each time that it is other than it was."""
        seen = self.look()
        yield self.read()
        while not self.stop.is_set():
            now = self.look()
            if now == seen:
                self.wait_for_news(now, LOOK)
                continue
            now, found = self.wait_for_rest(now)
            if now != seen and not self.stop.is_set():
                yield self.read() if found is None else found
            seen = now

    def wait_for_rest(self, seen: Sight) -> tuple[Sight, Found | Exception | None]:
        """Wait until the files stay as they are, or have been saved for long; and read them."""
        begun = since = monotonic()
        found = None
        while not self.stop.is_set():
            left = find_due(seen, found, begun, since) - monotonic()
            if left > 0:
                self.wait_for_news(seen, min(left, LOOK))
                now = self.look()
                if now != seen:
                    seen, since, found = now, monotonic(), None
                continue
            if is_one_gone(seen) or found is not None:
                break
            found = self.read()
            if not isinstance(found, Exception):
                break
            begun = monotonic()
        return seen, found

    def wait_for_news(self, seen: Sight, seconds: float) -> None:
        """Wait until the system tells of a change near the files, or for so long."""
        from watchfiles import watch

        folders = {str(Path(name).parent) for name, there in seen if not isinstance(there, str)}
        try:
            news = watch(
                *sorted(filter(os.path.isdir, folders)),
                watch_filter=None,
                debounce=50,
                step=20,
                rust_timeout=max(1, int(1000 * seconds)),
                yield_on_timeout=True,
                stop_event=self.stop,
                recursive=False,
            )
            next(news, None)
        except (OSError, RuntimeError):  # there is no folder, or the system watches no more
            self.stop.wait(seconds)


def each_save(
    list_files: Callable[[], Sequence[TableFile]],
    read: Callable[[], Found | Exception],
    stop: Event | None = None,
) -> Iterator[Found | Exception]:
    """Yield what files say, at once and each time that one was saved, until told to stop."""
    return Watch(list_files, read, stop or Event()).each_state()


def find_due(seen: Sight, found: object, begun: float, since: float) -> float:
    """Return until when to wait for another save.

    Parameters
    ----------
    found : Exception or None
        What is wrong with the files as they are seen; None if they were not read yet.
    begun, since : float
        When the first save was seen that was not answered, and when the last one was.
    """
    if is_one_gone(seen):
        return since + ABSENCE
    if found is not None:
        return since + DOUBT
    return min(since + REST, begun + UNREST)


def is_one_gone(seen: Sight) -> bool:
    """Return whether one of the files is not there."""
    return any(there is None for _, there in seen)


def look_at(file: str) -> tuple[int, int] | None:
    """Return the size and the time of a file; None if there is none."""
    try:
        found = os.stat(file)
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns

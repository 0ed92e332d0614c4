"""Files that are watched: each time one of them is saved, and rests, something is to be done.

A library is told of saves by the system, at once. What the system tells nothing of, as on
network disks, in shared folders of virtual machines and at addresses, is found by looking: no
longer than `LOOK` after it was there. What decides that a file was saved is always the look,
never the message, so that both ways give the same.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event
from time import monotonic

from evenhand.decks.addresses import fetch, forget_addresses
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.table_file import TableFile

__all__ = ["each_save"]

LOOK = 1.0  # seconds between two looks, if nothing is told before
REST = 0.5  # that a file must stay as it is
ABSENCE = 2.0  # that one must be gone: many programs save by putting another in its place
ASK = 15.0  # between two questions to an address

Sight = tuple[tuple[str, object], ...]  # by file: size and time, or a hash of what an address says


class Watch:
    """What is seen of files.

    Parameters
    ----------
    list_files : callable() -> sequence of TableFile
        Asked at each look: one of the files may say that others are read now.
    stop : threading.Event
        Set when nobody wants to know any more.
    """

    def __init__(self, list_files: Callable[[], Sequence[TableFile]], stop: Event) -> None:
        self.list_files, self.stop = list_files, stop
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

    def wait_for_other(self, seen: Sight) -> None:
        """Wait until the files are others than they were, and stay so."""
        while not self.stop.is_set():
            now = self.look()
            if now != seen and self.wait_for_rest(now) != seen:
                return
            self.wait_for_news(now, LOOK)

    def wait_for_rest(self, seen: Sight) -> Sight:
        """Wait until the files stay as they are."""
        since = monotonic()
        while not self.stop.is_set():
            is_gone = any(there is None for _, there in seen)
            left = since + (ABSENCE if is_gone else REST) - monotonic()
            if left <= 0:
                break
            self.wait_for_news(seen, min(left, LOOK))
            now = self.look()
            if now != seen:
                seen, since = now, monotonic()
        return seen

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
    list_files: Callable[[], Sequence[TableFile]], stop: Event | None = None
) -> Iterator[None]:
    """Yield at once, and again each time that a file was saved and rests, until told to stop."""
    watch = Watch(list_files, stop or Event())
    while not watch.stop.is_set():
        seen = watch.look()
        yield
        watch.wait_for_other(seen)


def look_at(file: str) -> tuple[int, int] | None:
    """Return the size and the time of a file; None if there is none."""
    try:
        found = os.stat(file)
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns

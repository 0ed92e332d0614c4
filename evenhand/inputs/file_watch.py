"""Watch files, and read them again each time that one was saved and is stable.

A library reports saves as soon as the operating system does. Changes that the system does
not report, as on network disks, in shared folders of virtual machines and at addresses, are
found by scanning, at most `SCAN_INTERVAL` later. A report only triggers a scan; the scan
decides whether a file changed, so both ways give the same result.

A file that cannot be read may be half saved, so its error is delayed. Files that are saved
without a pause are read once a second, if readable.
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
from evenhand.decks.table_location import TableFile

__all__ = ["watch_files"]

# All in seconds.
SCAN_INTERVAL = 1.0  # between two scans, if the system reports no change before
STABLE = 0.5  # a file must be unchanged for this long before it is read
LONGEST_WAIT = 1.0  # after which a file is read although it still changes
UNREADABLE = 1.5  # an unreadable file must be unchanged for this long: it may be half saved
ABSENT = 2.0  # a file must be missing for this long: many programs save by replacing the file
FETCH_INTERVAL = 15.0  # between two downloads of an address

Snapshot = tuple[tuple[str, object], ...]  # per file: (size, time), or the hash of an address
Content = TypeVar("Content")


class FileWatch(Generic[Content]):
    """Watch of files: scan them, and read them when they have changed.

    Parameters
    ----------
    list_files : callable() -> sequence of TableFile
        Called for each scan, because one file may name the others.
    read : callable() -> Content or Exception
        Read the files; errors are returned, not raised.
    stop : threading.Event
        Set to end the watch.
    is_whole : callable(Content or Exception) -> bool
        Whether all of the files was read; else they may be half saved.
    """

    def __init__(
        self,
        list_files: Callable[[], Sequence[TableFile]],
        read: Callable[[], Content | Exception],
        stop: Event,
        is_whole: Callable[[Content | Exception], bool],
    ) -> None:
        self.list_files, self.read = cache_files()(list_files), cache_files()(read)
        self.stop, self.is_whole = stop, is_whole
        self.hashes: dict[str, str] = {}
        self.fetched = -FETCH_INTERVAL

    def scan(self) -> Snapshot:
        """Return a snapshot of watched files; addresses are downloaded every `FETCH_INTERVAL`."""
        if monotonic() - self.fetched >= FETCH_INTERVAL:
            forget_addresses()
            self.hashes = {}
            self.fetched = monotonic()
        return tuple(
            (file.file, self._hash_address(file.file) if file.is_address else stat_file(file.file))
            for file in self.list_files()
        )

    def _hash_address(self, address: str) -> str:
        if address not in self.hashes:
            try:
                self.hashes[address] = hashlib.sha256(fetch(address)).hexdigest()
            except (UsageError, InputError) as error:
                self.hashes[address] = str(error)
        return self.hashes[address]

    def iterate_contents(self) -> Iterator[Content | Exception]:
        """Yield the content of the watched files, at once and after each change."""
        before = self.scan()
        yield self.read()
        while not self.stop.is_set():
            now = self.scan()
            if now == before:
                self.wait_for_change(now, SCAN_INTERVAL)
                continue
            now, content = self.wait_until_stable(now)
            if now != before and not self.stop.is_set():
                yield self.read() if content is None else content
            before = now

    def wait_until_stable(self, snapshot: Snapshot) -> tuple[Snapshot, Content | Exception | None]:
        """Wait until watched files are stable or `LONGEST_WAIT` has passed, and read them.

        Returns
        -------
        snapshot : Snapshot
            The last scan.
        content : Content, Exception or None
            None if not read, because a file is missing or the watch ended.
        """
        begun = since = monotonic()
        content = None
        while not self.stop.is_set():
            left = compute_deadline(snapshot, content, begun, since) - monotonic()
            if left > 0:
                self.wait_for_change(snapshot, min(left, SCAN_INTERVAL))
                now = self.scan()
                if now != snapshot:
                    snapshot, since, content = now, monotonic(), None
                continue
            if is_file_missing(snapshot) or content is not None:
                break
            content = self.read()
            if self.is_whole(content):
                break
            begun = monotonic()
        return snapshot, content

    def wait_for_change(self, snapshot: Snapshot, seconds: float) -> None:
        """Wait until the system reports a change in watched folders, at most `seconds`."""
        from watchfiles import watch

        folders = {str(Path(name).parent) for name, state in snapshot if not isinstance(state, str)}
        try:
            changes = watch(
                *sorted(filter(os.path.isdir, folders)),
                watch_filter=None,
                debounce=50,
                step=20,
                rust_timeout=max(1, int(1000 * seconds)),
                yield_on_timeout=True,
                stop_event=self.stop,
                recursive=False,
            )
            next(changes, None)
        except (OSError, RuntimeError):  # a folder is missing, or the system's watches are used up
            self.stop.wait(seconds)


def watch_files(
    list_files: Callable[[], Sequence[TableFile]],
    read: Callable[[], Content | Exception],
    stop: Event | None = None,
    is_whole: Callable[[Content | Exception], bool] = lambda read: not isinstance(read, Exception),
) -> Iterator[Content | Exception]:
    """Watch files: yield their content, at once and after each save, until `stop` is set."""
    return FileWatch(list_files, read, stop or Event(), is_whole).iterate_contents()


def compute_deadline(snapshot: Snapshot, content: object, begun: float, since: float) -> float:
    """Return the time, as of `monotonic`, until which a watch waits for another save.

    Parameters
    ----------
    snapshot : Snapshot
    content : object
        What was read of this snapshot, not all of it; None if not read yet.
    begun, since : float
        Times of the first and of the last save that was not read.
    """
    if is_file_missing(snapshot):
        return since + ABSENT
    if content is not None:
        return since + UNREADABLE
    return min(since + STABLE, begun + LONGEST_WAIT)


def is_file_missing(snapshot: Snapshot) -> bool:
    """Return whether one of the watched files is missing."""
    return any(state is None for _, state in snapshot)


def stat_file(file: str) -> tuple[int, int] | None:
    """Return a watched file's size in bytes and modification time in ns; None if missing."""
    try:
        status = os.stat(file)
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns

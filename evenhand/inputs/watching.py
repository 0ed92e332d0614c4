"""Files that are watched: each time one of them is saved, and rests, something is to be done.

They are looked at again and again. A library that is told of changes by the system would be
told nothing on network disks and of what is at an address, and would have to look, too, to
know that a file is no longer being written.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from time import monotonic, sleep

from evenhand.decks.addresses import fetch, forget_addresses
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.table_file import TableFile

__all__ = ["each_save"]

LOOK = 0.2  # seconds between two looks
REST = 0.5  # that a file must stay as it is
ABSENCE = 2.0  # that one must be gone: many programs save by putting another in its place
ASK = 15.0  # between two questions to an address

Sight = tuple[tuple[int, int] | str | None, ...]  # size and time; of an address a hash


class Watch:
    """What is seen of files."""

    def __init__(self) -> None:
        self.files: Sequence[TableFile] = ()
        self.answers: dict[str, str] = {}
        self.asked = -ASK

    def look(self) -> Sight:
        """Return what is seen of the files; addresses are asked seldom."""
        if monotonic() - self.asked >= ASK:
            forget_addresses()
            self.answers = {}
            self.asked = monotonic()
        return tuple(
            self._ask(file.file) if file.is_address else look_at(file.file) for file in self.files
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
        while self.look() == seen or self.wait_for_rest(self.look()) == seen:
            sleep(LOOK)

    def wait_for_rest(self, seen: Sight) -> Sight:
        """Wait until the files stay as they are."""
        since = monotonic()
        while monotonic() - since < (ABSENCE if None in seen else REST):
            sleep(LOOK)
            now = self.look()
            if now != seen:
                seen, since = now, monotonic()
        return seen


def each_save(list_files: Callable[[], Sequence[TableFile]]) -> Iterator[None]:
    """Yield at once, and again each time that a file was saved and rests."""
    watch = Watch()
    while True:
        watch.files = list_files()  # one of them may say that others are read now
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

"""Describe failures of the machine: full disk, no memory, too many files, a lost worker.

They are errors neither of the program nor of the command, so they have an exit code of their
own: a job may be tried again on another machine, or later on this one.
"""

import os
import re
import sys
from errno import EAGAIN, EDQUOT, EFBIG, EIO, EMFILE, ENFILE, ENOENT, ENOMEM, ENOSPC

__all__ = ["describe_refusal"]

MEMORY_ADVICE = "give it more memory, or fewer games and --jobs 1"
ADVICE = {
    EAGAIN: "raise the limit of processes, ulimit -u, or use --jobs 1",
    EDQUOT: "remove something, or write to another disk",
    EFBIG: "raise the limit of a file's size, ulimit -f",
    EIO: "the disk or its connection fails; write to another one",
    EMFILE: "raise the limit of open files, ulimit -n 4096, or use --jobs 1",
    ENFILE: "close other programs, or use --jobs 1",
    ENOENT: "it was there before; leave the files alone while they are used",
    ENOMEM: MEMORY_ADVICE,
    ENOSPC: "make room there, or write to another disk; temporary files go to TMPDIR",
}
# System errors in the messages of Rust libraries and of pyarrow
ERRNO_IN_TEXT = re.compile(r"\(os error (\d+)\)|\bOs \{ code: (\d+)|\[errno (\d+)\]")
PLACE_IN_TEXT = re.compile(r"\(os error \d+\): (\S.*)")
NO_THREAD = "can't start new thread"  # message of a RuntimeError of Python
LOST_WORKER = ("BrokenProcessPool", "KilledWorker", "TerminatedWorkerError")
USUAL_LIMIT = 1_000  # Python's default recursion limit


def describe_refusal(error: BaseException) -> str:
    """Return what the machine refused, where, and advice; "" for other errors."""
    if number := find_number(error):
        return format_refusal(find_place(error), os.strerror(number), ADVICE.get(number, ""))
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(error, MemoryError):
        return format_refusal("", "there is not enough memory", MEMORY_ADVICE)
    if not kinds.isdisjoint(LOST_WORKER):
        return format_refusal(
            "", "a worker was stopped from outside, or had not enough memory", "--jobs 1"
        )
    if isinstance(error, RecursionError) and sys.getrecursionlimit() < USUAL_LIMIT:
        limit = f"Python may nest no more than {sys.getrecursionlimit():,} calls here"
        return format_refusal("", limit, f"sys.setrecursionlimit({USUAL_LIMIT}) is usual")
    if isinstance(error, ImportError) and not (error.name or "evenhand").startswith("evenhand"):
        advice = "install evenhand again with pip, or give it more memory"
        return format_refusal("", f"a library cannot be loaded: {error}", advice)
    if isinstance(error, OSError):
        return format_refusal(
            find_place(error), error.strerror or str(error) or type(error).__name__, ""
        )
    return ""


def find_number(error: BaseException) -> int:
    """Return the errno of an error of the machine; 0 if it has none."""
    if isinstance(error, OSError) and error.errno and os.strerror(error.errno) == error.strerror:
        return error.errno
    if NO_THREAD in str(error):
        return EAGAIN
    match = ERRNO_IN_TEXT.search(str(error))
    return int(next(filter(None, match.groups()))) if match else 0


def find_place(error: BaseException) -> str:
    """Return the file or stream that an error of the machine names; "" if none."""
    if isinstance(error, OSError) and error.filename is not None:
        return os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    match = PLACE_IN_TEXT.search(str(error))
    return match[1] if match else ""


def format_refusal(place: str, what: str, advice: str) -> str:
    """Return the message of a refusal by the machine."""
    where = f"{place}: " if place else ""
    return f"{where}{' '.join(what.split())}{f' ({advice})' if advice else ''}"

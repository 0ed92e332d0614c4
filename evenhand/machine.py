"""What the machine refuses, in words: no room, no memory, no more files, a worker that is gone.

None of it is a mistake of the program or of the command, so it has an exit code of its own: a job
may be tried again on another machine, or on this one when there is room.
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
# How libraries in Rust, and pyarrow, tell an error of the system in a text of their own.
TOLD_NUMBER = re.compile(r"\(os error (\d+)\)|\bOs \{ code: (\d+)|\[errno (\d+)\]")
TOLD_PLACE = re.compile(r"\(os error \d+\): (\S.*)")
NO_THREAD = "can't start new thread"  # a RuntimeError of Python's
LOST_WORKER = ("BrokenProcessPool", "KilledWorker", "TerminatedWorkerError")
USUAL_LIMIT = 1_000  # calls within calls, as Python begins


def describe_refusal(error: BaseException) -> str:
    """Say what the machine refused, where, and what helps; "" if it refused nothing."""
    if number := find_number(error):
        return tell(find_place(error), os.strerror(number), ADVICE.get(number, ""))
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(error, MemoryError):
        return tell("", "there is not enough memory", MEMORY_ADVICE)
    if not kinds.isdisjoint(LOST_WORKER):
        return tell("", "a worker was stopped from outside, or had not enough memory", "--jobs 1")
    if isinstance(error, RecursionError) and sys.getrecursionlimit() < USUAL_LIMIT:
        found = f"Python may nest no more than {sys.getrecursionlimit():,} calls here"
        return tell("", found, f"sys.setrecursionlimit({USUAL_LIMIT}) is usual")
    if isinstance(error, ImportError) and not (error.name or "evenhand").startswith("evenhand"):
        advice = "install evenhand again with pip, or give it more memory"
        return tell("", f"a library cannot be loaded: {error}", advice)
    if isinstance(error, OSError):
        return tell(find_place(error), error.strerror or str(error) or type(error).__name__, "")
    return ""


def find_number(error: BaseException) -> int:
    """Return the system's number of what went wrong; 0 if it has said nothing."""
    if isinstance(error, OSError) and error.errno and os.strerror(error.errno) == error.strerror:
        return error.errno
    if NO_THREAD in str(error):
        return EAGAIN
    told = TOLD_NUMBER.search(str(error))
    return int(next(filter(None, told.groups()))) if told else 0


def find_place(error: BaseException) -> str:
    """Return the file or stream that an error is about; "" if it says none."""
    if isinstance(error, OSError) and error.filename is not None:
        return os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    told = TOLD_PLACE.search(str(error))
    return told[1] if told else ""


def tell(place: str, what: str, advice: str) -> str:
    """Put a message together."""
    where = f"{place}: " if place else ""
    return f"{where}{' '.join(what.split())}{f' ({advice})' if advice else ''}"

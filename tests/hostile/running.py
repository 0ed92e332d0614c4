"""Cases run one by one, each in a process of its own with limits of memory and time."""

import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from io import FileIO, TextIOWrapper
from pathlib import Path

from tests.hostile.corpus import Case

MOST_SECONDS = 2.0  # of the processor, over what the imports took
MOST_MEMORY = 300 * 1024  # kB, over what the program has after its imports
PATIENCE = 60  # seconds, after which a command hangs
ADDRESSES = 16 * 1024**3  # bytes; keeps the machine alive
MOST_LINES = 52
MOST_OF_DECKS = 1_100  # lines: the command `deck` lists every problem
STARTS = ("error: ", "See evenhand ", "balance.toml is not", "before: ", "after: ")


@dataclass(frozen=True)
class Outcome:
    """What a command did.

    Attributes
    ----------
    code : int
        Its exit code; below 0 the signal that ended it.
    seconds : float
        Of the processor.
    memory : int
        kB over what it began with.
    """

    case: Case
    code: int
    out: str
    err: str
    seconds: float
    memory: int

    @property
    def wrong(self) -> str:
        """Return what is wrong with it, or "" if nothing is."""
        lines = self.err.splitlines()
        if self.code not in self.case.codes:
            return f"exit code {self.code}"
        if "Traceback" in self.err or "internal error" in self.err:
            return "a traceback, or an internal error"
        if self.seconds > MOST_SECONDS:
            return f"{self.seconds:.1f} s"
        if self.memory > MOST_MEMORY:
            return f"{self.memory // 1024} MB"
        if not (self.out + self.err).replace("\n", "").replace("\t", "").isprintable():
            return "something that cannot be seen is printed"
        return self._wrong_refusal(lines) if self.code else ""

    def _wrong_refusal(self, lines: list[str]) -> str:
        most = MOST_OF_DECKS if self.case.arguments[0] == "deck" else MOST_LINES
        if not 1 <= len(lines) <= most:
            return f"{len(lines)} lines of errors"
        if not all(line.startswith(STARTS) for line in lines):
            return "a line that is no error"
        if max(map(len, lines)) > 1_000:
            return "a line without end"
        if self.case.says not in self.err:
            return f"nothing names {self.case.says}"
        if self.out and not {"scenario", "deck", "--puzzles"} & {*self.case.arguments}:
            return "something on standard output"
        return ""


def run_case(case: Case) -> Outcome:
    """Run a case in a process that is a copy of this one."""
    room = Path(tempfile.mkdtemp(prefix="hostile-"))
    folder = room / "folder"
    folder.mkdir()
    try:
        case.make(folder)
        before = memory_of(os.getpid())
        process = os.fork()
        if not process:
            become(case, folder, room)
        code, used = wait(process)
        texts = [(room / name).read_bytes().decode("utf-8", "replace") for name in ("out", "err")]
        return Outcome(
            case, code, *texts, used.ru_utime + used.ru_stime, max(0, used.ru_maxrss - before)
        )
    finally:
        shutil.rmtree(os.fsencode(room), ignore_errors=True)


def become(case: Case, folder: Path, room: Path) -> None:
    """Be the program, in a process that was made for it."""
    from evenhand.__main__ import main

    code = 70
    try:
        os.chdir(folder)
        files = [os.open("/dev/null", os.O_RDONLY)]
        flags = os.O_WRONLY | os.O_CREAT
        files += [os.open(room / name, flags, 0o600) for name in ("out", "err")]
        for number, file in enumerate(files):
            os.dup2(file, number)
        for name, value in case.environment.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        # What stands there now may be the pipe of whoever started this one.
        sys.stdout = TextIOWrapper(FileIO(1, "w", closefd=False), encoding="utf-8")
        sys.stderr = TextIOWrapper(
            FileIO(2, "w", closefd=False), encoding="utf-8", errors="backslashreplace"
        )
        code = main(list(case.arguments))
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def wait(process: int) -> tuple[int, resource.struct_rusage]:
    """Wait for a process, and end it if it hangs."""
    until = time.monotonic() + PATIENCE
    while True:
        found, status, used = os.wait4(process, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status), used
        if time.monotonic() > until:
            os.kill(process, signal.SIGKILL)
            until += PATIENCE
        time.sleep(0.005)


def memory_of(process: int) -> int:
    """Return the memory that a process has now, in kB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024

"""What goes wrong in a command, at a chosen one of the steps by which it changes the disk."""

import errno
import io
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["CRASHED", "inject"]

CRASHED = 137  # the exit code of a command that died at its step
STEPS = ("mkdir", "replace", "rename", "fsync", "unlink", "rmdir")
NEED_ROOM = ("mkdir",)


def inject(kind: str, at: int) -> None:
    """Let something go wrong at a step, counted from 1.

    Parameters
    ----------
    kind : str
        "crash": the process is gone; "interrupt", "terminate": it is sent SIGINT or SIGTERM;
        "interrupt, crash": it is gone two steps later, too; "full": from here on nothing
        more can be written.
    """
    Injected(kind, at).install()


class Injected:
    """Steps, counted."""

    def __init__(self, kind: str, at: int) -> None:
        self.kind, self.at, self.n = kind, at, 0
        self.pid = os.getpid()

    def install(self) -> None:
        """Count the steps of this process from now on."""
        for name in STEPS:
            setattr(os, name, self.counted(getattr(os, name), name in NEED_ROOM))
        io.open = self.counted_open(io.open)  # type: ignore[assignment]
        Path.write_bytes = self.counted_write()  # type: ignore[method-assign]

    def step(self) -> bool:
        """Count a step; return whether the disk is full by now."""
        if os.getpid() != self.pid:
            return False
        self.n += 1
        if self.kind == "full":
            return self.n >= self.at
        if self.n == self.at:
            self.go_wrong()
        if self.kind == "interrupt, crash" and self.n == self.at + 2:
            os._exit(CRASHED)
        return False

    def go_wrong(self) -> None:
        if self.kind == "crash":
            os._exit(CRASHED)
        number = signal.SIGTERM if self.kind == "terminate" else signal.SIGINT
        os.kill(os.getpid(), number)

    def counted(self, function: Callable, needs_room: bool) -> Callable:
        """Count the calls of a function; some fail where there is no room."""

        def call(*arguments: Any, **named: Any) -> Any:
            if self.step() and needs_room:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(arguments[0]))
            return function(*arguments, **named)

        return call

    def counted_open(self, function: Callable) -> Callable:
        """Count files that are opened to be written."""

        def call(file: Any, mode: str = "r", *arguments: Any, **named: Any) -> Any:
            opened = function(file, mode, *arguments, **named)
            if set(mode) & set("wax+") and self.step() and "w" in mode:
                opened.close()
                return function("/dev/full", mode, *arguments, **named)
            return opened

        return call

    def counted_write(self) -> Callable:
        """Count the middle of writing a file."""

        def write_bytes(path: Path, data: bytes) -> int:
            with path.open("wb") as file:
                file.write(data[: len(data) // 2])
                file.flush()
                if self.step():
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                file.write(data[len(data) // 2 :])
            return len(data)

        return write_bytes

"""The program, started again and again without waiting until it is imported.

A process that has imported everything, and has loaded the compiled rules, makes a copy of itself
for every command. The copy runs the command line as ``evenhand`` does and is killed as any
process is.
"""

import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evenhand.simulate.compiling import cache_folder
from evenhand.simulate.registry import game_names, load_game
from tests.amounts import how_much
from tests.light_reports import leave_empty
from tests.own_games import PATH

__all__ = ["ENVIRONMENT", "ROOT", "Ended", "Program", "Running"]

ROOT = Path(__file__).parents[2]
GAME = "last_light"  # the quickest there is
PATIENCE = 180  # seconds that a command may take before it counts as hanging
MEMORY = 6 << 30  # bytes of addresses
PAGES = how_much(2, 3)  # of games beside a report; each takes as long as the report itself
ENVIRONMENT = {
    **{name: text for name, text in os.environ.items() if name not in ("CI", "GITHUB_ACTIONS")},
    "PYTHONPATH": PATH,
    "POLARS_MAX_THREADS": "2",
    "OPENBLAS_NUM_THREADS": "1",
}


@dataclass(frozen=True)
class Ended:
    """How a command ended.

    Attributes
    ----------
    code : int
        Its exit code; a signal's number below 0 if that ended it.
    """

    code: int
    out: str
    err: str
    seconds: float

    @property
    def is_clear(self) -> bool:
        """Whether what it says of an error is meant for people."""
        return not any(word in self.err for word in ("Traceback", "bug in evenhand", "panicked"))


@dataclass
class Running:
    """A command that was started."""

    program: "Program"
    pid: int
    room: Path
    started: float = field(default_factory=time.monotonic)

    def kill(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)  # it is not waited for yet, so the number is still its own

    def wait(self) -> Ended:
        """Wait until it ends."""
        code = self.program.ask(wait=self.pid)
        seconds = time.monotonic() - self.started
        out, err = ((self.room / name).read_text("utf-8", "replace") for name in ("out", "err"))
        return Ended(code, out, err, seconds)


class Program:
    """A process that has imported everything, with caches of its own.

    Parameters
    ----------
    game : str
        The rules to load.
    """

    def __init__(self, game: str = GAME) -> None:
        self.caches = tempfile.TemporaryDirectory()
        self.cache = copy_of_cache(Path(self.caches.name))
        ours, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.program", str(theirs.fileno()), game],
            pass_fds=[theirs.fileno()],
            env={**ENVIRONMENT, "XDG_CACHE_HOME": self.caches.name},
            cwd=ROOT,
        )
        theirs.close()
        with ours:  # it is open as long as the file made of it
            self.line = ours.makefile("rw", encoding="utf-8")
        self.rooms = tempfile.TemporaryDirectory()

    def list_unfinished(self) -> list[Path]:
        """List what commands began in the cache and have not removed."""
        return list(self.cache.glob("*/unfinished/*"))

    def ask(self, **question: Any) -> int:
        """Ask the process something."""
        self.line.write(json.dumps(question) + "\n")
        self.line.flush()
        return int(self.line.readline())

    def start(
        self,
        arguments: Sequence[str | Path],
        folder: Path,
        fault: Mapping[str, Any] | None = None,
        **environment: str,
    ) -> Running:
        """Start a command in a folder, with something that is to go wrong in it."""
        room = Path(tempfile.mkdtemp(dir=self.rooms.name))
        for name in ("out", "err"):  # it may be killed before it says anything
            (room / name).touch()
        pid = self.ask(
            arguments=[*map(str, arguments)],
            folder=str(folder),
            room=str(room),
            fault=fault,
            environment=environment,
        )
        return Running(self, pid, room)

    def run(
        self,
        arguments: Sequence[str | Path],
        folder: Path,
        fault: Mapping[str, Any] | None = None,
        **environment: str,
    ) -> Ended:
        """Start a command in a folder and wait until it ends."""
        return self.start(arguments, folder, fault, **environment).wait()

    def close(self) -> None:
        """End the process."""
        self.line.close()
        self.process.wait(30)
        self.rooms.cleanup()
        self.caches.cleanup()


def copy_of_cache(home: Path) -> Path:
    """Copy the compiled rules below another home of caches, and nothing that is under way."""
    there = home / "evenhand"
    there.mkdir(mode=0o700)
    for name in game_names():
        rules = cache_folder(*load_game(name).hooks.modules)
        (there / rules.name).mkdir(mode=0o700, exist_ok=True)
        for code in rules.glob("*.code"):
            shutil.copy(code, there / rules.name)
    return there


def serve(line: Any) -> None:
    """Start and await commands as asked, until nobody asks any more."""
    for text in line:
        question = json.loads(text)
        answer = wait(question["wait"]) if "wait" in question else start(question)
        line.write(f"{answer}\n")
        line.flush()


def wait(pid: int) -> int:
    """Wait for a command, and end one that hangs."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return -999


def start(question: Mapping[str, Any]) -> int:
    """Make a copy of this process that runs a command; the copy never comes back."""
    if pid := os.fork():
        return pid
    code = 70
    try:
        code = carry_out(question)
    except (KeyboardInterrupt, SystemExit):  # before or after the command itself
        code = 130
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)


def carry_out(question: Mapping[str, Any]) -> int:
    """Run a command in this process."""
    from evenhand.__main__ import main
    from tests.faults.injected import inject

    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(Path(question["room"], name), os.O_WRONLY | os.O_CREAT), number)
    os.chdir(question["folder"])
    os.environ.update({"TMPDIR": question["room"], **question["environment"]})
    tempfile.tempdir = None
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if question["fault"]:
        inject(**question["fault"])
    return main(question["arguments"])


def load_all(game: str) -> None:
    """Import what commands import, and load the rules of a game."""
    from importlib import import_module

    for name in sorted((ROOT / "evenhand/commands").glob("[a-z]*.py")):
        import_module(f"evenhand.commands.{name.stem}")
    for name in ("evenhand.run_summary", "evenhand.reports.replay_page", "numba", "joblib"):
        import_module(name)
    import_module("evenhand.reports.linked_games").MOST_PAGES = PAGES
    import_module("evenhand.reports.figures").draw_figure = leave_empty
    from evenhand.inputs.job import prepare
    from evenhand.inputs.request import Request
    from evenhand.simulate.runs.batch import plan_arrays
    from evenhand.simulate.runs.run import warm_up

    warm_up(plan_arrays(prepare(Request(game=game, games=2)).plan), None)


if __name__ == "__main__":
    load_all(sys.argv[2])
    serve(socket.socket(fileno=int(sys.argv[1])).makefile("rw", encoding="utf-8"))

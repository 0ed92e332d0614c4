"""A cluster: a real scheduler and real workers on the loopback address, some of them wrong."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from evenhand.simulate.runs.claim import UNFINISHED
from tests.faults.cases import read_tree
from tests.faults.kills import Stage
from tests.faults.program import ENVIRONMENT, ROOT
from tests.faults.tally import Tally

__all__ = ["Cluster", "ask_wrong_clusters", "play_on_clusters", "stop_on_clusters"]

HERE = "127.0.0.1"
PATIENCE = 60
PLAY = ["run", "--no-report", "last_light", "--decks", "moth,lamp", "--games"]
HIDDEN = """\
import importlib.metadata, sys
true_version = importlib.metadata.version
def version(name):
    if name == "evenhand":
        raise importlib.metadata.PackageNotFoundError(name)
    return true_version(name)
importlib.metadata.version = version
sys.modules["evenhand"] = None
"""


@dataclass
class Cluster:
    """A scheduler and its workers."""

    address: str
    room: Path
    stack: ExitStack

    def add_worker(self, path: str = ENVIRONMENT["PYTHONPATH"]) -> subprocess.Popen:
        """Start a worker that finds programs where one says."""
        room = tempfile.mkdtemp(dir=self.room)
        return start_dask(
            self.stack,
            ["worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
             "--local-directory", room],
            path,
        )  # fmt: skip


@contextmanager
def start_cluster(workers: int = 2) -> Iterator[Cluster]:
    """Have a cluster."""
    with ExitStack() as stack:
        room = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        port = find_port()
        start_dask(stack, ["scheduler", "--host", HERE, "--port", str(port), "--no-dashboard"])
        await_port(port)
        cluster = Cluster(f"tcp://{HERE}:{port}", room, stack)
        for _ in range(workers):
            cluster.add_worker()
        yield cluster


def start_dask(
    stack: ExitStack, arguments: Sequence[str], path: str = ENVIRONMENT["PYTHONPATH"]
) -> subprocess.Popen:
    """Start a part of a cluster, which ends with the stack."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        env={**ENVIRONMENT, "PYTHONPATH": path},
        cwd=tempfile.gettempdir(),  # where one is, one finds programs first
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def find_port() -> int:
    """Find a port that nobody listens at."""
    with socket.socket() as free:
        free.bind((HERE, 0))
        return int(free.getsockname()[1])


def await_port(port: int) -> None:
    """Wait until somebody listens at a port."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection((HERE, port), 1).close()
            return
        except OSError:
            time.sleep(0.1)


def await_parts(folder: Path, least: int) -> None:
    """Wait until so many parts are there."""
    until = time.monotonic() + PATIENCE
    while len(list(folder.glob("games/part-*"))) < least and time.monotonic() < until:
        time.sleep(0.01)


def play_on_clusters(stage: Stage, games: int, tally: Tally) -> None:
    """Play the same games in all ways: the same bytes come of it."""
    with stage.set_up() as place:
        plain = [*PLAY, str(games), "--json"]
        done = stage.program.run([*plain, "--jobs", "1", "--out", "alone"], place)
        assert done.code == 0, done.err
        wanted = read_parts(place / "alone")
        with start_cluster() as cluster:
            there = ["--backend", "dask", "--scheduler", cluster.address]
            ways = {
                "a scheduler": there,
                "a shared disk": [*there, "--shared-disk"],
                "no scheduler": ["--backend", "dask", "--jobs", "2"],
            }
            for way, flags in ways.items():
                out = place / way.replace(" ", "-")
                ended = run_fresh([*plain, *flags, "--out", str(out)], place)
                tally.count(way, judge(ended, read_parts(out), wanted))
            worker = cluster.add_worker()
            running = start_fresh([*plain, *there, "--out", "killed"], place)
            await_parts(place / "killed", 2)
            worker.send_signal(signal.SIGKILL)
            ended = end(running)
            tally.count("a worker killed", judge(ended, read_parts(place / "killed"), wanted))
            report = ["run", *PLAY[2:], str(games), "--json"]
            ended = run_fresh([*report, *there, "--out", "reported"], place)
            stage.program.run([*report, "--jobs", "1", "--out", "alone"], place)
            differs = read_tree(place / "alone/games") != read_tree(place / "reported/games") or (
                (place / "alone/card_impact.parquet").read_bytes()
                != (place / "reported/card_impact.parquet").read_bytes()
            )
            tally.count("cards exchanged", ended.stderr if differs or ended.returncode else "")


def stop_on_clusters(stage: Stage, games: int, tally: Tally) -> None:
    """Stop the one who asks, and let it go on."""
    with stage.set_up() as place, start_cluster() as cluster:
        there = ["--backend", "dask", "--scheduler", cluster.address, "--json"]
        plain = [*PLAY, str(games)]
        stage.program.run([*plain, "--jobs", "1", "--out", "alone", "--json"], place)
        wanted = read_parts(place / "alone")
        for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
            out = place / number.name
            running = start_fresh([*plain, *there, "--out", str(out)], place)
            await_parts(out, 2)
            running.send_signal(number)
            stopped = end(running)
            clear = "Traceback" not in stopped.stderr
            ended = run_fresh([*plain, *there, "--out", str(out)], place)
            fault = judge(ended, read_parts(out), wanted)
            tally.count(number.name, fault or ("" if clear else stopped.stderr[-500:]))


def read_parts(folder: Path) -> dict[str, str]:
    """Hash the parts of a run; nothing if it is unfinished."""
    if (folder / UNFINISHED).exists() or not (folder / "SHA256SUMS").exists():
        return {}
    return read_tree(folder / "games")


def judge(ended: subprocess.CompletedProcess, found: dict, wanted: dict) -> str:
    """Say what is wrong with a run's end."""
    if ended.returncode or found != wanted or "Traceback" in ended.stderr:
        return f"exit code {ended.returncode}, same: {found == wanted}: {ended.stderr[-600:]}"
    return ""


def start_fresh(
    arguments: Sequence[str], place: Path, path: str = ENVIRONMENT["PYTHONPATH"]
) -> subprocess.Popen:
    """Start the program as a user does: a copy of a process cannot speak with a cluster."""
    return subprocess.Popen(
        [sys.executable, "-m", "evenhand", *arguments],
        cwd=place,
        env={**ENVIRONMENT, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(running: subprocess.Popen) -> subprocess.CompletedProcess:
    """Wait until a program ends."""
    try:
        out, err = running.communicate(timeout=240)
    except subprocess.TimeoutExpired:
        running.kill()
        out, err = running.communicate()
        err += "\nIt hung."
    return subprocess.CompletedProcess(running.args, running.returncode, out, err)


def run_fresh(
    arguments: Sequence[str], place: Path, path: str = ENVIRONMENT["PYTHONPATH"]
) -> subprocess.CompletedProcess:
    """Run the program as a user does."""
    return end(start_fresh(arguments, place, path))


def ask_wrong_clusters(stage: Stage, tally: Tally) -> None:
    """Ask clusters that are none, or that would play other games: all is said, nothing played."""
    with stage.set_up() as place:
        with start_cluster(0) as cluster:
            refuse(place, cluster.address, "has no workers", "no workers", tally)
        refuse(place, f"tcp://{HERE}:{find_port()}", "no Dask scheduler answers", "nobody", tally)
        with socket.socket() as mute:
            mute.bind((HERE, 0))
            mute.listen()
            address = f"tcp://{HERE}:{mute.getsockname()[1]}"
            refuse(place, address, "no Dask scheduler answers", "a mute port", tally)
        for text in (
            "foo bar",
            "",
            "tcp://",
            f"{HERE}:99999",
            "-x",
            "tcp://no.such.host.invalid:1",
        ):
            refuse(place, text, "", f"the address {text!r}", tally)
        for name, path, said in list_wrong_programs(place):
            with start_cluster(1) as cluster:
                cluster.add_worker(path)
                await_workers(cluster, 2)
                refuse(place, cluster.address, said, name, tally)


def list_wrong_programs(place: Path) -> Iterator[tuple[str, str, str]]:
    """List what workers may run in place of this program: where it is, and what is said."""
    hidden = place / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(HIDDEN)
    own = ENVIRONMENT["PYTHONPATH"]
    yield "no evenhand", f"{hidden}{os.pathsep}{own}", "has no evenhand"
    other = place / "other"
    shutil.copytree(ROOT / "evenhand", other / "evenhand")
    with (other / "evenhand/decks/pool.py").open("a") as file:
        file.write("# changed\n")
    toys = ROOT / "tests/toys"
    yield "another evenhand", os.pathsep.join((str(other), str(toys))), "source files"
    yield "no game of that package", str(ROOT), "games"


def await_workers(cluster: Cluster, least: int) -> None:
    """Wait until a cluster has so many workers."""
    wait = f"from distributed import Client; Client({cluster.address!r}).wait_for_workers({least})"
    subprocess.run([sys.executable, "-c", wait], timeout=PATIENCE, check=True, env=ENVIRONMENT)


def refuse(place: Path, address: str, said: str, name: str, tally: Tally) -> None:
    """Ask a cluster that cannot be asked."""
    flags = ["--games", "100", "--backend", "dask", f"--scheduler={address}", "--out", "refused"]
    ended = run_fresh(["run", "--no-report", "last_light", "--decks", "moth,lamp", *flags], place)
    lines = [line for line in ended.stderr.splitlines() if line.startswith("error: ")]
    is_right = ended.returncode == 2 and len(lines) == 1 == ended.stderr.count("\n")
    if not is_right or said not in lines[0] or (place / "refused").exists():
        tally.count(name, f"exit code {ended.returncode}: {ended.stderr[-600:]}")
        shutil.rmtree(place / "refused", ignore_errors=True)
    else:
        tally.count(name)

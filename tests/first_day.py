"""What the author of a new game does on the first day, command by command, as it is written.

    make newgame

builds a wheel of evenhand, installs it where there is no checkout, writes a new game, and does what
its README and its workflow say. Each step is timed: by the clock, and in seconds of a core.
"""

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["NAME", "ci_steps", "readme_steps", "take_step"]

ROOT = Path(__file__).parents[1]
NAME = "duel"


def readme_steps(folder: Path) -> list[str]:
    """Return the commands of a new game's README."""
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    return [line.partition("#")[0].strip() for line in lines if line.startswith("    ")]


def ci_steps(folder: Path) -> list[str]:
    """Return the commands of a new game's workflow."""
    text = (folder / ".github/workflows/test.yml").read_text(encoding="utf-8")
    return re.findall(r"^ +run: (.+)$", text, flags=re.MULTILINE)


def take_step(step: str, folder: Path, programs: Path, **more: str) -> str:
    """Run a command as a shell does after `activate`; return what it says.

    Raises
    ------
    AssertionError
        If it fails.
    """
    own = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
    own.pop("NUMBA_BOUNDSCHECK", None)
    path = os.pathsep.join([str(programs), os.environ.get("PATH", "")])
    done = subprocess.run(["bash", "-e", "-c", step], cwd=folder, env={**own, "PATH": path, **more},
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0, f"{step} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    return done.stdout


def time_steps(steps: Sequence[str], folder: Path, programs: Path, **more: str) -> None:
    """Take steps, and say how long each took."""
    for step in steps:
        began, before = time.monotonic(), used_by_children()
        take_step(step, folder, programs, **more)
        wall, used = time.monotonic() - began, used_by_children() - before
        print(f"  {wall:6.1f} s  {used:6.1f} s of a core  {step}", flush=True)


def used_by_children() -> float:
    """Return the seconds of a core that all programs took which have ended."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def make_programs(home: Path) -> Path:
    """Make a new environment; return the folder of its programs."""
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    return home / "bin"


def main() -> None:
    """Take all steps, from a wheel on."""
    with TemporaryDirectory() as place:
        home, folder = Path(place), Path(place) / NAME
        build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", home, ROOT]
        subprocess.run([*map(str, build)], check=True, stdout=subprocess.DEVNULL)
        (wheel,) = home.glob("*.whl")
        for who, begin, steps in (
            ("author", [f"pip install {wheel}", f"evenhand new-game {NAME}"], readme_steps),
            ("CI", [], ci_steps),
        ):
            print(who, flush=True)
            programs = make_programs(home / who)
            caches = {"XDG_CACHE_HOME": str(home / f"what {who} keeps")}
            time_steps(begin, home, programs, **caches)
            time_steps(steps(folder), folder, programs, **caches)


if __name__ == "__main__":
    main()

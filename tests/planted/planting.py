"""Copies of the game that `new-game` writes, with a fault in them.

    make planted

plants all of them, each in a process of its own, and says which were found and how long it took.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from evenhand.commands.init import write_all
from evenhand.commands.new_game import fill_all
from tests.planted.faults import PLANTED, Planted

METADATA = "Metadata-Version: 2.1\nName: {0}\nVersion: 1\n"
ENTRY = "[evenhand.games]\n{0} = {0}:GAME\n"


def plant(folder: Path, name: str, fault: Planted | None = None) -> Path:
    """Write a new game into a folder, installed as far as Python can see, with a fault."""
    write_all(folder, fill_all(name, "evenhand"))
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(name))
    (info / "entry_points.txt").write_text(ENTRY.format(name))
    if fault:
        file = folder / name / fault.file
        text = file.read_text(encoding="utf-8")
        assert text.count(fault.old) == 1, f"{fault.name}: {text.count(fault.old)} places"
        text = text.replace(fault.old, fault.new)
        if fault.name == "flags":
            text = text.replace("import IntEnum", "import IntEnum, IntFlag")
        file.write_text(text, encoding="utf-8")
    return folder


def run_planted(fault: Planted, folder: Path) -> tuple[str, float]:
    """Test a copy with a fault by the command; gives what it said, and the seconds."""
    name = f"planted_{fault.name}"
    plant(folder, name, fault)
    checkout = Path(__file__).resolve().parents[2]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(checkout), str(folder)])}
    only = () if not fault.is_compiled else ("--only", fault.check)
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "evenhand", "test-game", name, *only],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    return said, time.monotonic() - began


def main() -> int:
    """Plant all of them, or those that are named; return how many were missed."""
    missed = 0
    for fault in PLANTED:
        if sys.argv[1:] and fault.name not in sys.argv[1:]:
            continue
        with TemporaryDirectory() as place:
            try:
                said, seconds = run_planted(fault, Path(place) / "game")
                lacks = [one for one in fault.told if one not in said]
            except AssertionError as error:
                said, seconds, lacks = str(error), 0.0, ["exit code 1"]
        missed += bool(lacks)
        print(f"{'MISSED' if lacks else 'found '} {fault.name:<15} {seconds:5.1f} s", flush=True)
        if lacks:
            print(f"  lacks {lacks}\n{said}")
    return missed


if __name__ == "__main__":
    sys.exit(main())

"""The commands that are tried, the folders that they work in, and what must come of them."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.program import ENVIRONMENT, ROOT, Ended, Program

__all__ = ["CASES", "SEALED", "Case", "End", "find_case", "make_workplace", "read_tree"]

DECKS = "moth,lamp"
MASKED = ("seconds", "games_per_second")
BALANCE = """\
game = "last_light"
cards = "cards.csv"
decks = ["decks"]
seed = 1

[check]
games = 16_000

[expect]
win_rate = [0.45, 0.55]
"""
DURATION = re.compile(rb'time="[\d.]+"')
CARD_BANDS = "card_impact = [-0.1, 0.1]\n"
CHANGE_BANDS = "\n[expect.change]\nwin_rate = [-0.02, 0.02]\n"


@dataclass(frozen=True)
class Case:
    """A command that makes something.

    Attributes
    ----------
    name : str
    arguments : sequence of str
        Without a place for the result.
    out : sequence of str
        Names a place for the result; none if the command takes none.
    game : str
        The game that is played.
    """

    name: str
    arguments: Sequence[str]
    out: Sequence[str] = ("--out", "made")
    game: str = "last_light"

    def forms(self) -> list[list[str]]:
        """Return the command without a place for the result and with one."""
        plain = [*self.arguments, "--json"]
        return [plain, [*plain, *self.out]] if self.out else [plain]


PLAY = ("last_light", "--decks", DECKS, "--jobs", "2")
CASES = [
    Case("games", ["run", "--no-report", *PLAY, "--games", "40000", "--mirrors"]),
    Case("games to a precision", ["run", "--no-report", *PLAY, "--precision", "0.4"]),
    Case("games with two bots",
         ["run", "--no-report", *PLAY, "--games", "24000", "--bots", "heuristic,keeper"]),
    Case("run", ["run", *PLAY, "--games", "12000"]),
    Case("run of a folder with bands", ["run", "cards", "--jobs", "2", "--games", "12000"]),
    Case("check with bands for cards", ["check", "cards", "--jobs", "2"]),
    Case("check against a git ref", ["check", "project", "--jobs", "2", "--against", "HEAD~1"]),
    Case("check with looks", ["check", "project", "--jobs", "2", "--sequential"]),
    Case("compare two folders",
         ["compare", "before", "after", "--game", "last_light", "--games", "12000"]),
    Case("compare two git refs",
         ["compare", "HEAD~1", "HEAD", "--folder", "project", "--games", "12000"]),
    Case("impact", ["impact", "--game", "last_light", "--decks", DECKS, "--games", "60000"], ()),
    Case("impact of a run", ["impact", "--run", "played", "--games", "60000"], ()),
    Case("compensate",
         ["compensate", *PLAY, "--option", "later_flame=0..2", "--games", "60000"], ()),
    Case("price", ["price", "Drop", "--game", *PLAY, "--games", "30000"], ()),
    Case("price of a run", ["price", "--all", "--run", "played", "--games", "60000"], ()),
    Case("synergy of a run", ["synergy", "moth", "--run", "played", "--games", "60000"], ()),
    Case("break", ["break", *PLAY, "--games", "60000", "--rounds", "1"], ("--out", "made")),
    Case("tune", ["tune", "project", "--jobs", "2", "--games", "2000", "--precision", "4"], ()),
]  # fmt: skip
SEALED = Case(
    "games of sealed play",
    ["run", "--no-report", "divine_cross", "--mode", "sealed", "--games", "12000"],
    game="divine_cross",
)


def find_case(name: str) -> Case:
    """Return a case by its name."""
    return next(case for case in CASES if case.name == name)


def make_workplace(program: Program, folder: Path) -> Path:
    """Make a folder with all that the commands are given: projects, files and a finished run."""
    project = folder / "project"
    samples = ROOT / "tests/toys/last_light"
    copy_samples(samples, project, BALANCE + CHANGE_BANDS)
    ask_git(project, "init", "--quiet")
    commit(project)
    make_stronger(project / "cards.csv")
    commit(project)
    copy_samples(samples, folder / "cards", BALANCE + CARD_BANDS)
    for name in ("before", "after"):
        copy_samples(samples, folder / name, "")
    make_stronger(folder / "after/cards.csv")
    made = program.run([*find_case("run").forms()[0], "--out", "played"], folder)
    assert made.code == 0, made.err
    return folder


def copy_samples(samples: Path, folder: Path, balance: str) -> None:
    """Make a designer's folder of a game's samples."""
    (folder / "decks").mkdir(parents=True)
    shutil.copy(samples / "cards.csv", folder)
    for name in DECKS.split(","):
        shutil.copy(samples / f"decks/{name}.txt", folder / "decks")
    if balance:
        (folder / "balance.toml").write_text(balance)


def make_stronger(cards: Path) -> None:
    """Make every card of strength 2 one stronger."""
    cards.write_text(cards.read_text().replace(",2\n", ",3\n"))


def commit(folder: Path) -> None:
    """Commit all that is in a folder."""
    ask_git(folder, "add", "--all")
    ask_git(folder, "-c", "user.name=-", "-c", "user.email=-", "commit", "--quiet", "-m", "-")


def ask_git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, env=ENVIRONMENT)


@dataclass(frozen=True)
class End:
    """What is left when a command has ended: what it said, and all files.

    Attributes
    ----------
    code : int
    said : str
        On standard output, times left out.
    files : dict
        Hash of each file by its place.
    """

    code: int
    said: str
    files: dict[str, str] = field(hash=False)

    @classmethod
    def of(cls, ended: Ended, folder: Path) -> "End":
        """Look at what a command has left in a folder."""
        return cls(ended.code, mask(ended.out), read_tree(folder))

    def list_differences(self, other: "End") -> str:
        """Say how another end differs from this one; "" if it does not."""
        found = []
        if self.code != other.code:
            found.append(f"exit code {other.code}")
        if self.said != other.said:
            found.append("other words")
        names = sorted(self.files.keys() | other.files.keys())
        found += [
            f"{name}: {describe(self.files.get(name), other.files.get(name))}"
            for name in names
            if self.files.get(name) != other.files.get(name)
        ]
        return "; ".join(found[:6])


def describe(before: str | None, after: str | None) -> str:
    """Say what became of a file."""
    if before is None:
        return "left over"
    return "missing" if after is None else "differs"


def mask(out: str) -> str:
    """Leave times out of what a command said as JSON."""
    try:
        return json.dumps(leave_out_times(json.loads(out)))
    except ValueError:
        return out


def leave_out_times(said: Any) -> Any:
    """Leave times out of what was said, of the runs of a panel, too."""
    if isinstance(said, list):
        return [leave_out_times(one) for one in said]
    if isinstance(said, dict):
        return {name: leave_out_times(one) for name, one in said.items() if name not in MASKED}
    return said


def hash_content(path: Path) -> str:
    """Hash a file; in a test report without how long each test took."""
    content = path.read_bytes()
    if path.suffix == ".xml":
        content = DURATION.sub(b"", content)
    return hashlib.sha256(content).hexdigest()


def read_tree(folder: Path) -> dict[str, str]:
    """Hash every file below a folder, and name every folder; those of git are left out."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if ".git" in name.split("/"):
            continue
        found[name] = hash_content(path) if path.is_file() else "folder"
    return found

"""The game that is tested, where its own tests lie, and what is found wrong with it."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from evenhand.simulate.game import Game

__all__ = ["OURS", "Fault", "Subject", "find_tests"]

OURS = "evenhand."  # packages whose tests ship with the sources alone
SCENARIOS, GOLDEN = "scenarios", "golden"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a game.

    Attributes
    ----------
    check : str
        The check that found it.
    message : str
        What was found, with field, value and seat; where rules are at fault, file and line.
    where : str
        Which game and which step of it; "" where no game is at fault.
    """

    check: str
    message: str
    where: str = ""


@dataclass(frozen=True)
class Subject:
    """A game and how it is to be tested.

    Attributes
    ----------
    tests : Path or None
        The folder with ``scenarios/<game>`` and ``golden/<game>``.
    quick : bool
        Fewer games, and no more compiled than one number of players needs.
    """

    game: Game
    tests: Path | None
    seed: int = 1
    quick: bool = False

    @property
    def is_ours(self) -> bool:
        """Whether it comes with evenhand."""
        return self.game.package.startswith(OURS)

    @property
    def scenarios(self) -> list[Path]:
        """Its scenario files."""
        return self._files(SCENARIOS, "*.toml")

    @property
    def recorded(self) -> list[Path]:
        """Its recorded games."""
        return self._files(GOLDEN, "*.txt")

    @property
    def golden(self) -> Path:
        """The folder of its recorded games, there or not."""
        return (self.tests or Path("tests")) / GOLDEN / self.game.name

    def _files(self, kind: str, pattern: str) -> list[Path]:
        return sorted((self.tests / kind / self.game.name).glob(pattern)) if self.tests else []


def find_tests(game: Game) -> Path | None:
    """Find the folder ``tests`` of a game: beside its package or above it, else in this folder."""
    package = Path(str(files(game.package))).resolve()
    for above in (*package.parents, Path.cwd()):
        tests = above / "tests"
        if any((tests / kind / game.name).is_dir() for kind in (SCENARIOS, GOLDEN)):
            return tests
    return None

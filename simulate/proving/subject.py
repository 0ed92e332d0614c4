"""The game under test, the location of its tests, and the faults found."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from evenhand.simulate.game import Game

__all__ = ["OURS", "Fault", "Subject", "find_tests"]

OURS = "evenhand."  # packages whose tests are only in the source repository
SCENARIOS, GOLDEN = "scenarios", "golden"


@dataclass(frozen=True)
class Fault:
    """One fault of a game.

    Attributes
    ----------
    check : str
        The check that found it.
    message : str
        The fault, with field, value and seat; for faults of rules, with file and line.
    where : str
        The game and the step in which it occurred; "" if it was in no game.
    """

    check: str
    message: str
    where: str = ""


@dataclass(frozen=True)
class Subject:
    """A game, and the settings of its test.

    Attributes
    ----------
    tests : Path or None
        The folder with ``scenarios/<game>`` and ``golden/<game>``.
    quick : bool
        Whether to play fewer games, and to compile for one number of players only.
    """

    game: Game
    tests: Path | None
    seed: int = 1
    quick: bool = False

    @property
    def is_ours(self) -> bool:
        """Whether it is a game of evenhand."""
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
        """The folder of its recorded games, which may not exist."""
        return (self.tests or Path("tests")) / GOLDEN / self.game.name

    def _files(self, kind: str, pattern: str) -> list[Path]:
        return sorted((self.tests / kind / self.game.name).glob(pattern)) if self.tests else []


def find_tests(game: Game) -> Path | None:
    """Return the folder ``tests`` of a game: next to its package, above, or in this folder."""
    package = Path(str(files(game.package))).resolve()
    for above in (*package.parents, Path.cwd()):
        tests = above / "tests"
        if any((tests / kind / game.name).is_dir() for kind in (SCENARIOS, GOLDEN)):
            return tests
    return None

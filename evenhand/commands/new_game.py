"""The command `new-game`: a package with a small game, to be made one's own."""

import keyword
import re
import shlex
import shutil
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from evenhand.commands.init import list_requirements, tell_ci, write_all
from evenhand.decks.problems import UsageError
from evenhand.flags import NewGameFlags
from evenhand.inputs.package_origin import find_origin
from evenhand.result_folders import report_write_errors
from evenhand.simulate.registry import game_names
from evenhand.terminal import tell

__all__ = ["new_game_command"]

NAME, TITLE = "my_game", "My Game"  # in the files that a new game begins with
TESTS = "tests"
SUFFIX = ".txt"  # of all of them, so that nobody takes them for code of evenhand's
PLACES = {"gitignore": ".gitignore", "test.yml": ".github/workflows/test.yml"}
FITTING = re.compile(r"[a-z][a-z0-9_]*")


def new_game_command(flags: NewGameFlags) -> None:
    """Carry out `new-game`: write a package with a small game, and say what to do with it."""
    check_word(flags.name)
    folder, origins = (flags.folder or Path()) / flags.name, {"evenhand": find_origin()}
    if folder.exists():
        raise UsageError(f"{folder} exists already", "give the game another name, or --in DIR")
    check_free(flags.name)
    contents = fill_all(flags.name, list_requirements(origins))
    with report_write_errors(folder):
        write_all(folder, contents)
    tell(f"Made    {folder}: {len(contents)} files; each says in its first lines what to change")
    tell_ci(origins)
    tell(f"Next    cd {shlex.quote(str(folder))}; make install{name_python()}")
    tell(f"        evenhand test-game {flags.name}; evenhand run {flags.name}")


def name_python() -> str:
    """Return what `make` of a new game must be told of this Python; "" if it is `python`."""
    usual = shutil.which("python")
    if usual and Path(usual).parent.resolve() == Path(sys.executable).parent.resolve():
        return ""
    return f" PYTHON={shlex.quote(sys.executable)}"


def check_word(name: str) -> None:
    """Refuse a name for a new game that cannot be a package's."""
    if not FITTING.fullmatch(name) or keyword.iskeyword(name):
        fitting = re.sub(r"\W+", "_", name.lower()).strip("_0123456789")
        usable = FITTING.fullmatch(fitting) and not keyword.iskeyword(fitting)
        raise UsageError(
            f"'{name}' cannot be the name of a game: expected small letters, digits and _, the "
            "first of them a letter, and no word of Python's",
            f"did you mean '{fitting}'?" if usable else "for example my_game",
        )


def check_free(name: str) -> None:
    """Refuse a name for a new game that another game, package or folder has."""
    if name in game_names():
        raise UsageError(f"there is a game '{name}' already", "evenhand games lists them")
    if name == TESTS:
        raise UsageError(f"the tests of a game are in its folder '{TESTS}'", f"try {name}_game")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise UsageError(f"there is a Python package '{name}' already", f"try {name}_game")


def fill_all(name: str, requirements: str) -> dict[str, bytes]:
    """Return the files of a new game by their places, with its name in them."""
    title = " ".join(name.replace("_", " ").title().split())
    found = {}
    for place, text in read_all(files("evenhand") / "new_game"):
        for old, new in ((NAME, name), (TITLE, title), ("@requirements@", requirements)):
            text = text.replace(old, new)
        found[place_of(place, name)] = text.encode()
    return found


def read_all(folder: Traversable, above: str = "") -> list[tuple[str, str]]:
    """List (place, text) of all files that a new game begins with."""
    found = []
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            found += read_all(one, f"{above}{one.name}/")
        elif one.name.endswith(SUFFIX):
            found.append((above + one.name.removesuffix(SUFFIX), one.read_text("utf-8")))
    return found


def place_of(place: str, name: str) -> str:
    """Return where in a new game's package a file goes."""
    for start, goes_to in (
        ("package/", f"{name}/"),
        ("tests/scenarios/", f"tests/scenarios/{name}/"),
        ("tests/golden/", f"tests/golden/{name}/"),
    ):
        if place.startswith(start):
            return goes_to + place.removeprefix(start)
    return PLACES.get(place, place)

"""Bad inputs, made by program: every kind of file and flag, for every command that takes it.

A case is a command in a folder that was prepared for it. It is told apart whether the input
must be refused, with which exit code, or may be harmless. A new family of cases is a function
that yields cases, listed in `FAMILIES`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.hostile import bad_flags, bad_paths, bad_sheets, bad_texts, bad_toml
from tests.hostile.folder import GAME, Bad, prepare

__all__ = ["FAMILIES", "Case", "all_cases"]

USAGE, INPUT = 2, 3
QUICK = ("--games", "2", "--out", "out")
NOTHING_TO_CHECK = 5


@dataclass(frozen=True)
class Case:
    """One bad input.

    Attributes
    ----------
    name : str
        Family, kind and command.
    arguments : tuple of str
        Of the program.
    make : callable(folder)
        Puts what the command reads into a folder, in which it is run.
    codes : frozenset of int
        Exit codes that are right.
    says : str
        What the message must name.
    environment : dict
        Variables that are set for it; None removes one.
    """

    name: str
    arguments: tuple[str, ...]
    make: Callable[[Path], None]
    codes: frozenset[int]
    says: str = ""
    environment: dict[str, str | None] = field(default_factory=dict)


def put(path: str, bad: Bad) -> Callable[[Path], None]:
    """Prepare a folder with a bad file in it."""

    def make(folder: Path) -> None:
        prepare(folder)
        target = folder / path
        target.unlink(missing_ok=True)
        content = bad.content() if callable(bad.content) else bad.content
        target.write_bytes(content)

    return make


def file_cases(
    family: str, path: str, kinds: dict[str, Bad], commands: dict[str, tuple[str, ...]]
) -> Iterator[Case]:
    """Yield a case for each kind of bad file and each command that reads it.

    What may be harmless is tried with the first command alone: others would begin to play.
    """
    for kind, bad in kinds.items():
        for number, (command, arguments) in enumerate(commands.items()):
            if bad.is_harmless and number:
                continue
            codes = {0, INPUT} if bad.is_harmless else {INPUT}
            says = "" if bad.is_harmless else path
            name = f"{family}: {kind}: {command}"
            yield Case(name, arguments, put(path, bad), frozenset(codes), says)


def card_commands(path: str) -> dict[str, tuple[str, ...]]:
    """Return every command that reads a card file."""
    return {
        "cards": ("cards", GAME, "--cards", path),
        "deck": ("deck", "deck.txt", "--game", GAME, "--cards", path),
        "run": ("run", GAME, "--cards", path, *QUICK),
        "run --no-report": ("run", "--no-report", GAME, "--cards", path, *QUICK),
        "impact": ("impact", "--game", GAME, "--cards", path),
        "compare": ("compare", path, "cards.csv", "--game", GAME, *QUICK),
    }


def card_files() -> Iterator[Case]:
    """Yield CSV files."""
    yield from file_cases("card file", "bad.csv", bad_texts.card_files(), card_commands("bad.csv"))


def spreadsheets() -> Iterator[Case]:
    """Yield XLSX and ODS files."""
    for ending, kinds in (
        ("xlsx", bad_sheets.workbooks()),
        ("ods", bad_sheets.open_documents()),
    ):
        path = f"bad.{ending}"
        yield from file_cases(f"{ending} file", path, kinds, card_commands(path))
    for ending in ("xls", "xlsb"):
        commands = card_commands(f"bad.{ending}")
        del commands["compare"]  # to which it is no card file at all
        kinds = {"old form": Bad(b"\xd0\xcf\x11\xe0" + bytes(512))}
        yield from file_cases(f"{ending} file", f"bad.{ending}", kinds, commands)


def deck_files() -> Iterator[Case]:
    """Yield deck lists, and tables of decks."""
    for kind, path, kinds in (
        ("deck list", "bad.txt", bad_texts.deck_lists()),
        ("deck table", "bad.csv", bad_texts.deck_tables()),
    ):
        commands = {
            "deck": ("deck", path, "--game", GAME),
            "run": ("run", GAME, "--decks", f"{path},deck.txt", *QUICK),
            "run --no-report": ("run", "--no-report", GAME, "--decks", f"{path},deck.txt", *QUICK),
            "impact": ("impact", "--game", GAME, "--decks", f"{path},deck.txt"),
        }
        yield from file_cases(kind, path, kinds, commands)


def bot_files() -> Iterator[Case]:
    """Yield bot files."""
    path = "bad.toml"
    commands = {
        "run": ("run", GAME, "--bots", path, *QUICK),
        "impact": ("impact", "--game", GAME, "--bots", path),
    }
    kinds = {name: bad for name, bad in bad_toml.bot_files().items() if not bad.is_harmless}
    yield from file_cases("bot file", path, kinds, commands)


def products() -> Iterator[Case]:
    """Yield sealed products."""
    path = "bad.toml"
    commands = {
        "deck": ("deck", path, "--game", GAME, "--mode", "blitz"),
        "run": ("run", GAME, "--mode", "blitz", "--decks", path, *QUICK),
    }
    yield from file_cases("product", path, bad_toml.products(), commands)


def balance_files() -> Iterator[Case]:
    """Yield ``balance.toml`` files."""
    path = "balance.toml"
    commands = {
        "options": ("games", ".", "--options"),
        "cards": ("cards", "."),
        "bots": ("bots", path),
        "deck": ("deck", "--game", "."),
        "run": ("run", ".", *QUICK),
        "check": ("check", ".", *QUICK),
        "speed": ("games", ".", "--speed"),
        "compare": ("compare", ".", ".", *QUICK),
    }
    yield from file_cases("balance.toml", path, bad_toml.balance_files(), commands)


def expectations() -> Iterator[Case]:
    """Yield ``balance.toml`` files that only fit no cards and decks."""
    commands = {"check": ("check", ".", *QUICK)}
    kinds = bad_toml.expectations()
    yield from file_cases("expectations", "balance.toml", kinds, commands)


def baselines() -> Iterator[Case]:
    """Yield baselines."""
    path = "bad.json"
    commands = {"check": ("check", ".", "--baseline", path, *QUICK)}
    yield from file_cases("baseline", path, bad_texts.baselines(), commands)


def scenarios() -> Iterator[Case]:
    """Yield scenario files."""
    path = "bad.toml"
    commands = {
        "scenario": ("scenario", path),
        "scenario --json": ("scenario", path, "--json"),
        "coverage": ("scenario", "--coverage", GAME, path),
    }
    for case in file_cases("scenario", path, bad_toml.scenarios(), commands):
        is_told_elsewhere = "--json" in case.arguments or ": cards are" in case.name
        says = "" if is_told_elsewhere else path
        yield Case(case.name, case.arguments, case.make, case.codes, says)


def puzzles() -> Iterator[Case]:
    """Yield puzzle files."""
    path = "bad.toml"
    commands = {
        "puzzles": ("bots", "--puzzles", path),
        "puzzles --json": ("bots", "--puzzles", path, "--json"),
    }
    for case in file_cases("puzzle", path, bad_toml.puzzles(), commands):
        says = "" if "--json" in case.arguments or ": cards are" in case.name else path
        yield Case(case.name, case.arguments, case.make, case.codes, says)


def paths() -> Iterator[Case]:
    """Yield paths that lead to no ordinary file, for every flag that takes one."""
    flags = {
        "cards --cards": (("cards", GAME, "--cards"), ".csv"),
        "deck": (("deck", "--game", GAME), ".txt"),
        "run --cards": (("run", GAME, *QUICK, "--cards"), ".csv"),
        "run --decks": (("run", GAME, *QUICK, "--decks"), ".txt"),
        "run --bots": (("run", GAME, *QUICK, "--bots"), ".toml"),
        "run GAME": (("run", *QUICK), ".toml"),
        "run --no-report --cards": (("run", "--no-report", GAME, *QUICK, "--cards"), ".xlsx"),
        "impact --cards": (("impact", "--game", GAME, "--cards"), ".ods"),
        "compare": (("compare", "cards.csv", "--game", GAME, *QUICK), ".csv"),
        "check FOLDER": (("check", *QUICK), ".toml"),
        "check --baseline": (("check", ".", *QUICK, "--baseline"), ".json"),
        "scenario": (("scenario",), ".toml"),
        "puzzles": (("bots", "--puzzles"), ".toml"),
        "puzzles --bots": (("bots", GAME, "--puzzles", "--bots"), ".toml"),
        "report": (("report",), ""),
        "export": (("export",), ""),
        "replay": (("replay",), ""),
        "cards --coverage": (("cards", GAME, "--coverage"), ""),
        "impact --run": (("impact", "--run"), ""),
    }
    for flag, (arguments, ending) in flags.items():
        for kind, (path, make) in bad_paths.inputs(ending).items():
            name = f"path: {kind}: {flag}"
            yield Case(name, (*arguments, path), make, frozenset({USAGE, INPUT}))


def places() -> Iterator[Case]:
    """Yield places that cannot be written to."""
    flags = {
        "run --out": ("run", GAME, "--quiet", "--games", "2", "--out"),
        "check --out": ("check", ".", "--out"),
        "check --junit": ("check", ".", "--junit"),
        "compare --out": ("compare", "cards.csv", "cards.csv", "--game", GAME, "--out"),
        "check --markdown": ("check", ".", "--markdown"),
        "init": ("init", "--game", GAME),
        "init --git": ("init", "--game", GAME, "--git"),
        "new-game": ("new-game", "fresh_game", "--in"),
    }
    for flag, arguments in flags.items():
        for kind, (path, make) in bad_paths.outputs().items():
            name = f"place: {kind}: {flag}"
            yield Case(name, (*arguments, path), make, frozenset({USAGE}))


def flags() -> Iterator[Case]:
    """Yield numbers and words that no flag takes."""
    for name, arguments in bad_flags.all_flags():
        # A baseline that is missing is wrong content of the folder.
        codes = {USAGE, INPUT} if "--baseline" in name else {USAGE}
        flag, _, value = arguments[-1].partition("=")
        says = flag if flag.startswith("--") and not value.strip() else ""
        yield Case(f"flag: {name}", arguments, prepare, frozenset(codes), says)


def homes() -> Iterator[Case]:
    """Yield surroundings in which something is missing, that commands do without."""
    for name, variables in {
        "no HOME": {"HOME": None, "XDG_CACHE_HOME": None},
        "HOME is nowhere": {"HOME": "/nowhere/at/all", "XDG_CACHE_HOME": None},
        "HOME is a file": {"HOME": "/dev/null", "XDG_CACHE_HOME": None},
        "no locale": {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": None},
    }.items():
        for command in (("games",), ("cards", GAME, "--cards", "cards.csv"), ("games", GAME)):
            yield Case(
                f"{name}: {' '.join(command)}", command, prepare, frozenset({0}), "", variables
            )


FAMILIES = (
    card_files, spreadsheets, deck_files, bot_files, products, balance_files, expectations,
    baselines, scenarios, puzzles, paths, places, flags, homes,
)  # fmt: skip


def all_cases() -> list[Case]:
    """Return all cases of all families."""
    return [case for family in FAMILIES for case in family()]

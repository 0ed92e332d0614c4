"""Damaged run folders: refused with what mends them, and whole again when that is done."""

import os
import random
import re
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl
import tomlkit

from evenhand.decks.problems import InputError, UsageError
from evenhand.simulate.runs.parts import read_label, write_part
from evenhand.simulate.runs.result_columns import from_frame, row_record
from evenhand.simulate.runs.seal import SEAL, seal_files
from evenhand.simulate.runs.stored import open_stored
from tests.faults.cases import read_tree
from tests.faults.program import Ended, Program
from tests.faults.tally import Tally

__all__ = [
    "ROW_CHANGES", "Damage", "add_effect", "change_run_file", "list_damages", "list_forgeries",
    "make_runs", "relabel", "rewrite", "try_damages",
]  # fmt: skip

Damage = tuple[str, Callable[[Path], object]]
RUN = ["run", "last_light", "--decks", "moth,lamp", "--mirrors", "--games", "15600", "--jobs", "2"]
READERS = {
    "report": ["report", "a"],
    "replay": ["replay", "a"],
    "export": ["export", "a", "--out", "table.csv"],
    "compare": ["compare", "a", "b", "--out", "compared"],
    "compare, second": ["compare", "b", "a", "--out", "compared"],
    "impact": ["impact", "--run", "a", "--games", "40000"],
}
COVERAGE = ["cards", "last_light", "--coverage", "a", "--games", "1000"]  # reads no games
MOST_MENDINGS = 4
MENDING = re.compile(r"evenhand (run --repair|impact --run) [^\s)]+")
REPEAT = "repeat the command that made the run"
GARBAGE = bytes(range(256)) * 8


def make_runs(program: Program, folder: Path) -> Path:
    """Make a run, and another one of other games."""
    folder.mkdir(exist_ok=True)
    for name, seed in (("a", 1), ("b", 2)):
        made = program.run([*RUN, "--seed", str(seed), "--out", name], folder)
        assert made.code == 0, made.err
    return folder


def list_damages(folder: Path, chance: random.Random, flips: int) -> Iterator[Damage]:
    """List what can befall the files of a run."""
    parts = sorted((folder / "a/games").iterdir())
    for path in [parts[0], parts[-1]]:
        yield from damages_of_file(f"games/{path.name}", path.stat().st_size, chance, flips)
    yield from damages_of_parts([path.name for path in parts])
    for name in ("run.toml", SEAL, "inputs/cards.csv", "inputs/decks/moth.txt"):
        yield from damages_of_file(name, (folder / "a" / name).stat().st_size, chance, 3)
    yield from damages_of_file("card_impact.parquet", 2_000, chance, 3)
    yield from damages_of_seal()
    yield from list_forgeries([path.name for path in parts])


def list_forgeries(parts: Sequence[str]) -> Iterator[Damage]:
    """List what files may hold that were changed by hand and sealed anew."""
    first, last = f"games/{parts[0]}", f"games/{parts[-1]}"
    for name, change in ROW_CHANGES.items():
        yield f"{first} with {name}", forge(first, lambda path, c=change: rewrite(path, c))
    yield f"{last} with other rows and their hash", forge(last, relabel)
    for name in ("inputs/cards.csv", "inputs/decks/moth.txt"):
        yield f"{name} with other numbers", forge(name, change_number)
        yield f"{name} no longer listed", lambda run, n=name: keep_lines(run / SEAL, n)
    table = "card_impact.parquet"
    yield f"{table} with another effect", forge(table, lambda path: rewrite(path, add_effect))
    yield (
        f"{table} of another run",
        lambda run: (copy(run, f"../b/{table}", table), seal_files(run, [run / table])),
    )


def forge(name: str, change: Callable[[Path], object]) -> Callable[[Path], object]:
    """Change what a file holds, and write its checksum anew."""
    return lambda run: (change(run / name), seal_files(run, [run / name]))


def rewrite(path: Path, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
    """Change the rows of a file, and keep what it says of itself."""
    said = {k: v for k, v in pl.read_parquet_metadata(path).items() if k.startswith("evenhand_")}
    change(pl.read_parquet(path)).write_parquet(path, metadata=said)


def relabel(path: Path) -> None:
    """Change a row of a part, and the hash of its rows with it."""
    label = read_label(path)
    assert label is not None
    rows = from_frame(pl.read_parquet(path), row_record(2, label.deck_slots))
    rows["turns"][0] += 1
    write_part(path, rows, label)


def change_number(path: Path) -> None:
    """Make the last 1 or 2 of a text another one."""
    text = path.read_text()
    place = max(text.rfind("1"), text.rfind("2"))
    path.write_text(f"{text[:place]}{3 - int(text[place])}{text[place + 1 :]}")


def add_effect(table: pl.DataFrame) -> pl.DataFrame:
    """Make cards worth more."""
    return table.with_columns(pl.col("effect") + 0.01)


ROW_CHANGES: dict[str, Callable[[pl.DataFrame], pl.DataFrame]] = {
    "another winner": lambda games: games.with_columns(winner=(pl.col("winner") - 1).abs()),
    "one turn more": lambda games: games.with_columns(
        turns=pl.col("turns") + (pl.int_range(pl.len()) == 0).cast(pl.Int16)
    ),
    "rows in another order": lambda games: games.reverse(),
    "a row less": lambda games: games.head(-1),
    "wider numbers": lambda games: games.with_columns(
        winner=pl.col("winner").cast(pl.Int64) + 256  # the same in eight bits
    ),
    "a column less": lambda games: games.drop("comeback"),
}


def damages_of_file(name: str, size: int, chance: random.Random, flips: int) -> Iterator[Damage]:
    """List what can befall one file."""
    yield f"{name} missing", lambda run: (run / name).unlink()
    yield f"{name} empty", lambda run: (run / name).write_bytes(b"")
    for length in (1, 4, size // 2, size - 8, size - 1):
        yield f"{name} cut to {length} bytes", lambda run, n=length: os.truncate(run / name, n)
    for _ in range(flips):
        place = chance.randrange(8 * size)
        yield f"{name} bit {place} flipped", lambda run, bit=place: flip(run / name, bit)
    yield f"{name} garbage", lambda run: (run / name).write_bytes(GARBAGE)
    yield f"{name} a folder", lambda run: replace_file(run / name, Path.mkdir)
    yield (
        f"{name} a link to nothing",
        lambda run: replace_file(run / name, lambda path: path.symlink_to("nothing")),
    )
    yield (
        f"{name} a device",
        lambda run: replace_file(run / name, lambda path: path.symlink_to("/dev/zero")),
    )
    yield f"{name} a pipe", lambda run: replace_file(run / name, os.mkfifo)


def damages_of_parts(names: Sequence[str]) -> Iterator[Damage]:
    """List parts that stand for others."""
    first, second, *_, last = (f"games/{name}" for name in names)
    for source, place in ((second, first), (last, first), (first, last), (f"../b/{first}", first)):
        yield f"{source} in place of {place}", lambda run, s=source, p=place: copy(run, s, p)
        yield (
            f"{source} in place of {place}, sealed",
            lambda run, s=source, p=place: (copy(run, s, p), seal_files(run, [run / p])),
        )
    free = "games/part-00000-00777.parquet"
    yield "a part twice", lambda run: copy(run, first, free)
    yield (
        "a part twice, sealed",
        lambda run: (copy(run, first, free), seal_files(run, [run / free])),
    )
    yield "a part renamed", lambda run: (run / first).rename(run / free)
    yield "all parts missing", lambda run: shutil.rmtree(run / "games")
    yield "all inputs missing", lambda run: shutil.rmtree(run / "inputs")


def damages_of_seal() -> Iterator[Damage]:
    """List what can befall the list of checksums."""
    checksum = "0" * 64
    for text in (f"{checksum}  ../x", f"{checksum}  /dev/zero", f"{checksum}  games/../../x",
                 f"{checksum}  strange.txt", "what is this?", "\x00" * 70):  # fmt: skip
        yield f"{SEAL} with {text!r}", lambda run, line=text: append(run / SEAL, line)
    yield f"{SEAL} without parts", lambda run: keep_lines(run / SEAL, "games/")
    yield f"{SEAL} without run.toml", lambda run: keep_lines(run / SEAL, "run.toml")


def flip(path: Path, bit: int) -> None:
    """Change one bit of a file."""
    content = bytearray(path.read_bytes())
    content[bit // 8 % len(content)] ^= 1 << bit % 8
    path.write_bytes(content)


def replace_file(path: Path, make: Callable[[Path], object]) -> None:
    """Put something else in the place of a file."""
    path.unlink()
    make(path)


def copy(run: Path, source: str, place: str) -> None:
    """Copy a file over another one."""
    shutil.copyfile(run / source, run / place)


def append(path: Path, line: str) -> None:
    """Add a line to a file."""
    path.write_text(f"{path.read_text()}{line}\n")


def keep_lines(path: Path, without: str) -> None:
    """Remove the lines of some files from the list of checksums."""
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if without not in line))


def try_damages(
    program: Program,
    workplace: Path,
    damages: Iterable[Damage],
    chance: random.Random,
    tally: Tally,
    readers: int = 1,
) -> None:
    """Damage a run in each way, let commands read it, and mend it."""
    whole = read_tree(workplace / "a")
    for name, damage in damages:
        with set_up(workplace) as folder:
            damage(folder / "a")
            chosen = chance.sample(sorted(READERS), readers)
            if name.startswith("card_impact"):
                chosen = ["report"]
            fault = read_in_process(folder / "a")
            for reader in () if fault else chosen:
                ended = program.run(READERS[reader], folder)
                if fault := judge_refusal(ended):
                    fault = f"{reader}: {fault}"
                    break
            fault = fault or mend(program, folder, ended, whole)
        tally.count(name, fault)


@contextmanager
def set_up(workplace: Path) -> Iterator[Path]:
    """Have a copy of the runs."""
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room, "workplace")
        shutil.copytree(workplace, folder)
        yield folder


def read_in_process(run: Path) -> str:
    """Say what is wrong with how a damaged run is refused."""
    try:
        open_stored(run)
    except (UsageError, InputError):
        return ""
    except BaseException as error:
        return f"raises {type(error).__name__}: {error}"
    return "is taken for whole"


def judge_refusal(ended: Ended) -> str:
    """Say what is wrong with a refusal: it names a file and what mends it, and prints nothing."""
    lines = ended.err.splitlines()
    if ended.code not in (2, 3) or not ended.is_clear or ended.out:
        return f"exit code {ended.code}: {ended.out[-200:]}{ended.err[-500:]}"
    if not lines or not all(line.startswith("error: ") for line in lines):
        return f"says {ended.err[-500:]}"
    return ""


def mend(program: Program, folder: Path, ended: Ended, whole: dict[str, str]) -> str:
    """Do what a message says, and say in what the run differs from what it was."""
    for _ in range(MOST_MENDINGS):
        command = choose_mending(ended.err, folder)
        if command is None:
            return f"no way to mend it: {ended.err[-500:]}"
        if command:
            mended = program.run(command, folder)
            if mended.code:
                return f"{shlex.join(command)} ends with {mended.code}: {mended.err[-500:]}"
        ended = program.run(READERS["report"], folder)
        if ended.code == 0:
            return "" if is_measured_anew(command) else compare(whole, read_tree(folder / "a"))
    return f"is still damaged: {ended.err[-500:]}"


def choose_mending(said: str, folder: Path) -> list[str] | None:
    """Return the command that a message names; [] if it is carried out here."""
    if REPEAT in said:  # the most thorough of all
        return [*RUN, "--seed", "1", "--out", "a"]
    if found := MENDING.search(said):
        return [*shlex.split(found[0])[1:], *(["--games", "40000"] if "impact" in found[0] else [])]
    if "remove it" in said:
        for line in said.splitlines():
            (folder / line.removeprefix("error: ").partition(":")[0]).unlink()
        return []
    return None


def is_measured_anew(command: Sequence[str] | None) -> bool:
    """Return whether cards were measured to another precision than by the run itself."""
    return bool(command) and "impact" in (command or ())


def compare(whole: dict[str, str], found: dict[str, str]) -> str:
    """Say which files differ."""
    names = {name for name in {**whole, **found} if whole.get(name) != found.get(name)}
    return f"mended, but other than it was: {sorted(names)}" if names else ""


def change_run_file(program: Program, workplace: Path, tally: Tally) -> None:
    """Change each value of ``run.toml`` and seal it anew: no number may come of it."""
    info = tomlkit.parse((workplace / "a/run.toml").read_text()).unwrap()
    for place, value in list_changes(info):
        with set_up(workplace) as folder:
            path = folder / "a/run.toml"
            changed = tomlkit.parse(path.read_text())
            put(changed, place, value)
            path.write_text(tomlkit.dumps(changed))
            seal_files(folder / "a", [path])
            fault = read_in_process(folder / "a")
        tally.count(f"run.toml, {'.'.join(map(str, place))} = {value!r:.60}", fault)


def list_changes(content: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple, Any]]:
    """List other values for each value of a file."""
    items = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in items:
        here = (*place, key)
        match value:
            case bool():
                yield here, not value
            case int():
                yield here, value + 1
            case str():
                yield here, value[:-1] + ("1" if value[-1:] == "0" else "0")
            case dict() | list() if value:
                if isinstance(value, list):
                    yield here, value[:-1]
                if isinstance(value, dict) or len(value) < 8:
                    yield from list_changes(value, here)


def put(content: Any, place: Sequence[Any], value: Any) -> None:
    """Put a value into a file's content."""
    for key in place[:-1]:
        content = content[key]
    content[place[-1]] = value

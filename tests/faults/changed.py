"""Files and flags that change while a command is stopped: what was begun is not mixed with them."""

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.faults.cases import make_stronger, read_tree
from tests.faults.kills import SIGNALS, Stage
from tests.faults.tally import Tally
from tests.faults.unfinished import find_late_step

__all__ = ["CHANGES", "change_meanwhile", "stop_watching"]

COMMAND = ("run", "--no-report", "cards", "--jobs", "2", "--games", "40000", "--json")
FIRST, SECOND = "runs/last_light-1", "runs/last_light-2"
Change = tuple[Callable[[Path], object], Sequence[str]]


def keep(place: Path) -> None:
    """Change no file."""


def change_deck(place: Path) -> None:
    """Exchange a copy of a card for one of another."""
    deck = place / "cards/decks/moth.txt"
    deck.write_text(deck.read_text().replace("4 Gale", "3 Gale").replace("2 Flask", "3 Flask"))


CHANGES: dict[str, Change] = {
    "cards": (lambda place: make_stronger(place / "cards/cards.csv"), COMMAND),
    "a deck": (change_deck, COMMAND),
    "the seed": (keep, (*COMMAND, "--seed", "2")),
    "the games": (keep, (*COMMAND[:-2], "39000", "--json")),
    "a panel": (keep, (*COMMAND, "--bots", "panel,heuristic,keeper")),
    "the command": (keep, ("run", *COMMAND[2:])),
}


def change_meanwhile(stage: Stage, names: Sequence[str], tally: Tally) -> None:
    """Stop a command, change something, and give it again: it begins anew, or is refused."""
    step = find_late_step(stage, [*COMMAND, "--out", "made"])
    for name in names:
        change, command = CHANGES[name]
        with stage.set_up() as place:
            change(place)
            stage.program.run(command, place)
            wanted = read_tree(place / FIRST)
        with stage.set_up() as place:
            stage.program.run(COMMAND, place, {"kind": "crash", "at": step})
            change(place)
            before = read_tree(place / FIRST)
            ended = stage.program.run([*command, "--out", FIRST], place)
            is_refused = ended.code == 2 and "holds something unfinished" in ended.err
            tally.count(f"{name}, in its folder", "" if is_refused else f"{ended.code} {ended.err}")
            stage.program.run(command, place)
            tally.count(f"{name}: begun anew", compare(wanted, read_tree(place / SECOND)))
            tally.count(f"{name}: left as it is", compare(before, read_tree(place / FIRST)))


def compare(wanted: dict[str, str], found: dict[str, str]) -> str:
    """Name the files that are not as they should be."""
    names = sorted(name for name in {**wanted, **found} if wanted.get(name) != found.get(name))
    return f"differs: {names[:6]}" if names or not wanted else ""


def stop_watching(stage: Stage, times: int, chance: random.Random, tally: Tally) -> None:
    """Watch a folder, save in it, and stop: nothing else in it or beside it has changed."""
    for _ in range(times):
        number, after = chance.choice(SIGNALS), chance.uniform(0, 4)
        with stage.set_up() as place:
            running = stage.program.start(["watch", "project", "--no-open", "--jobs", "1"], place)
            time.sleep(after / 2)
            make_stronger(place / "project/cards.csv")
            before = read_tree(place)
            time.sleep(after / 2)
            running.kill(number)
            ended = running.wait()
            fault = compare(before, read_tree(place)) or ("" if ended.is_clear else ended.err)
        tally.count(f"watch: {number.name} after {after:.3f} s", fault)

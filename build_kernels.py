"""Compile what a wheel brings of compiled rules: ``make wheel`` calls it before it builds one.

For each game there is the code that plays it with rules of thumb, with its learned player and with
a player that thinks ahead, for the oldest processor of this kind, so that it runs on all.
"""

import os
import platform
import shutil
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from evenhand.simulate.compiling import cache

MOST_SEATS = 4  # other numbers of players are compiled at first use
BOTS = ("heuristic", "learned", "search")
CODE = ("evenhand.simulate.runs.chunk_loop.play_chunk-*.code", "*.compiled")


def main() -> None:
    """Compile the rules of all games for each number of players, and copy them to the package."""
    from evenhand.simulate.registry import game_names, load_game

    shutil.rmtree(cache.SHIPPED, ignore_errors=True)
    games = [name for name in game_names() if load_game(name).package.startswith("evenhand.")]
    tables = [(name, n) for name in games for n in list_seats(*load_game(name).seats)]
    with tempfile.TemporaryDirectory() as place:
        set_target(Path(place))
        # Each in a process of its own, where numba reads its settings anew.
        spawning = get_context("spawn")
        with ProcessPoolExecutor(mp_context=spawning, max_tasks_per_child=1) as processes:
            list(processes.map(compile_game, *zip(*tables, strict=True)))
        copy_code(Path(place, "evenhand"))


def list_seats(fewest: int, most: int) -> list[int]:
    """List the numbers of players that the rules of a game are compiled for."""
    return sorted({fewest, min(most, MOST_SEATS)})


def set_target(place: Path) -> None:
    """Have new processes compile for the oldest processor of this kind, into an empty cache."""
    from evenhand.simulate.compiling.backend.caching import OLDEST

    os.environ.pop("NUMBA_BOUNDSCHECK", None)
    os.environ |= {
        "NUMBA_CPU_NAME": OLDEST[platform.machine()],
        "NUMBA_CPU_FEATURES": "",
        "XDG_CACHE_HOME": str(place),
    }


def compile_game(name: str, n_seats: int) -> None:
    """Compile the rules of a game, with each of its bots that needs other code."""
    from evenhand.inputs.job import prepare
    from evenhand.inputs.request import Request
    from evenhand.simulate.bots.bot_files import bot_names
    from evenhand.simulate.registry import load_game
    from evenhand.simulate.runs.batch import plan_arrays
    from evenhand.simulate.runs.run import warm_up

    for bot in BOTS:
        if bot in bot_names(load_game(name)):
            request = Request(game=name, games=n_seats, players=n_seats, bots=(bot,))
            warm_up(plan_arrays(prepare(request).plan), None)


def copy_code(place: Path) -> None:
    """Copy compiled code to the package, with the versions of its compiler."""
    system = cache.find_system_folder()
    for file in sorted(file for pattern in CODE for file in place.rglob(pattern)):
        target = system / file.parent.name / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    (system / cache.VERSIONS).write_text(cache.compiler_versions() + "\n", "utf-8")


if __name__ == "__main__":
    main()

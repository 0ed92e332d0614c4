"""Measure a game end to end, as a user meets it, and print a Markdown table.

    python benchmarks/measure.py [GAME] [--million]
    python benchmarks/measure.py [GAME] --large [GAMES]
    python benchmarks/measure.py [GAME] --questions [GAMES]
    python benchmarks/measure.py [GAME] --loop
    python benchmarks/measure.py --rungs GAME ..

Whole processes are timed from outside and their peak memory is the operating system's
own account. Machines are noisy: compare ratios of one run, and quote medians.
"""

import argparse
import csv
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.experiments.number_columns import list_priced
from evenhand.simulate.registry import load_game

REPEATS = 5
TEN_MILLION = 10_000_000
FOLDER_GAMES = 100_000  # of the run that questions are asked of
ANSWERED = (0, 1, 4)  # exit codes: expectations may not be met, or stay open
NARROW = """
[expect]
win_rate = [0.48, 0.52]
[check]
games = {games}
"""
QUICK = ("heuristic", "random", "novice", "learned")
RUNGS = (*QUICK, "search:16")  # by the first one
RUNG_TIME, RUNG_REPEATS = "3s", 3
WEIGHTS = "first line, s | end, s | CPU time, s | peak MiB |\n|---|---:|---:|---:|---:|"


def evenhand(*arguments: str, **environment: str) -> tuple[float, str]:
    """Run a command in a process of its own; gives seconds and what it printed."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "evenhand", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=True,
    )
    return time.perf_counter() - started, done.stdout


def simulate(game: str, *arguments: str, **environment: str) -> tuple[float, dict]:
    """Simulate into a folder that is thrown away; gives seconds and the JSON printed."""
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "run")
        seconds, printed = evenhand(
            "run", "--no-report", game, "--json", "--out", out, *arguments, **environment
        )
    return seconds, json.loads(printed.splitlines()[-1])


def print_rates(game: str) -> None:
    """Print games per second of each quick bot, one worker and two."""
    print("| bot | games/s, one worker | two workers | ratio |")
    print("|---|---:|---:|---:|")
    for bot in QUICK:
        one, two = (measure_rate(game, bot, jobs) for jobs in (1, 2))
        print(f"| {bot} | {one:,.0f} | {two:,.0f} | {two / one:.2f} |")


def print_rungs(games: Sequence[str]) -> None:
    """Print games per second of one worker, by bot and game, and as a share of the first bot's.

    The decks are the sample decks; those that think ahead play the first two of them.
    """
    print(f"| bot | {' | '.join(load_game(game).title for game in games)} |")
    print(f"|---|{'---:|' * len(games)}")
    usual: list[float] = []
    for bot in RUNGS:
        rates = [measure_rate(game, bot) for game in games]
        usual = usual or rates
        cells = [f"{rate:,.{1 if rate < 10 else 0}f} ({rate / first:.2g})"
                 for rate, first in zip(rates, usual, strict=True)]  # fmt: skip
        print(f"| {bot} | {' | '.join(cells)} |", flush=True)


def measure_rate(game: str, bot: str, jobs: int = 1) -> float:
    """Return the games per second of one bot, the median of some runs of a warm program."""
    schema = load_game(game).schema
    first_two = ",".join(list(sample_decks(schema, schema.modes[0]))[:2])
    few = ("--decks", first_two) if bot.startswith("search") else ()
    words = ("--bots", bot, "--time-budget", RUNG_TIME, "--jobs", str(jobs), *few)
    return statistics.median(
        float(simulate(game, *words)[1]["games_per_second"]) for _ in range(RUNG_REPEATS)
    )


def print_starts(game: str) -> None:
    """Print how long starting up takes, warm and cold."""
    help_seconds = statistics.median(evenhand("--help")[0] for _ in range(REPEATS))
    one_game = ("--games", "2", "--jobs", "1")
    warm = statistics.median(simulate(game, *one_game)[0] for _ in range(REPEATS))
    with tempfile.TemporaryDirectory() as folder:
        cold, _ = simulate(game, *one_game, XDG_CACHE_HOME=folder)
    print(f"\n| start | seconds |\n|---|---:|\n| `evenhand --help` | {help_seconds:.2f} |")
    print(f"| first games finished, warm | {warm:.2f} |")
    print(f"| first games finished, rules compiled afresh | {cold:.1f} |")


def print_million(game: str) -> None:
    """Print time and memory of a million games, played, written and reported."""
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "run")
        seconds, _ = evenhand("run", game, "--games", "1000000", "--jobs", "2", "--out", out)
        size = sum(path.stat().st_size for path in Path(out).rglob("*") if path.is_file())
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"\nA million games, written and reported, with two workers: {seconds:.0f} s, ", end="")
    print(f"peak memory {peak / 1024:.0f} MiB, run folder {size / 2**20:.0f} MiB.")


def weigh(*arguments: str, folder: str | None = None) -> tuple[float, float, float, float]:
    """Run a command in a process of its own, as through a pipe.

    Returns
    -------
    first, end, of_cpu : float
        Seconds to the first letter and to the end, and seconds of CPU time.
    peak : float
        MiB of memory.
    """
    command = [sys.executable, "-m", "evenhand", *arguments]
    started = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.read(1)
        first = time.perf_counter() - started
        process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in ANSWERED:
        raise subprocess.CalledProcessError(process.returncode, command)
    seconds = time.perf_counter() - started
    return first, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def print_weights(name: str, weights: Iterable[float]) -> None:
    """Print what a command takes, as `weigh` returns it, as a row of a table."""
    first, seconds, of_cpu, peak = weights
    print(f"| {name} | {first:.1f} | {seconds:,.1f} | {of_cpu:,.1f} | {peak:,.0f} |", flush=True)


def print_large(game: str, games: int) -> None:
    """Print time and memory of playing a large run, and of what is done with it."""
    print(f"| {games:,} games | {WEIGHTS}")
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "run")
        play = (
            "run", "--no-report", game, "--games", str(games), "--jobs", "2", "--quiet", "--out",
            out,
        )  # fmt: skip
        for name, command in (
            ("played and written", play),
            ("reported", ("report", out)),
            ("compared, with itself", ("compare", out, out, "--out", f"{folder}/compared")),
        ):
            print_weights(name, weigh(*command))


def print_questions(game: str, games: int) -> None:
    """Print time and memory of what designers ask, at most so many games each; 0 for no limit."""
    print(f"| question | {WEIGHTS}")
    limit = ("--games", str(games)) if games else ()
    card, deck = first_names(game)
    with tempfile.TemporaryDirectory() as place:
        folder = str(Path(place) / "mine")
        evenhand("init", folder, "--game", game)
        toml = Path(folder, "balance.toml")
        head, _, _ = toml.read_text().partition("# Expectations.")
        toml.write_text(head + NARROW.format(games=games or FOLDER_GAMES))
        played = ("--games", str(games or FOLDER_GAMES), "--quiet", "--out", "played")
        weigh("run", "--no-report", *played, folder=folder)
        for name, command in (
            ("price CARD", ("price", card, *limit)),
            ("price --all", ("price", "--all", *limit)),
            ("tune", ("tune", *limit)),
            ("metagame", ("metagame", "played")),
            ("compensate", ("compensate", *limit)),
            ("synergy DECK", ("synergy", deck, *limit)),
            ("break", ("break", *limit)),
        ):
            print_weights(name, weigh(*command, folder=folder))


def print_loop(game: str) -> None:
    """Print what comes between a change of a card and what is shown, in a folder as made."""
    print(f"| command | {WEIGHTS}")
    card, _ = first_names(game)
    with tempfile.TemporaryDirectory() as place:
        folder = str(Path(place) / "mine")
        evenhand("init", folder, "--game", game)
        keep_in_git(folder)
        change_first_number(game, Path(folder, "cards.csv"), card)
        for command in (
            ("compare", "HEAD", "."),
            ("run", "--bots", "heuristic"),
            ("check", "--games", str(FOLDER_GAMES)),
        ):
            spent = [weigh(*command, folder=folder) for _ in range(REPEATS)]
            print_weights(
                f"`{' '.join(command)}`", map(statistics.median, zip(*spent, strict=True))
            )


def keep_in_git(folder: str) -> None:
    """Commit a folder, so that `HEAD` names it as it is."""
    author = ("-c", "user.name=Benchmark", "-c", "user.email=benchmark@example.invalid")
    for arguments in (("init", "-q"), ("add", "--all"), ("commit", "-q", "-m", "As made")):
        subprocess.run(["git", *author, *arguments], cwd=folder, check=True)


def change_first_number(game: str, cards: Path, name: str) -> None:
    """Raise the first number of a card that can be priced by 10."""
    schema = load_game(game).schema
    pool = load_pool(schema)
    column = list_priced(schema, pool.cards[pool.row_of(name)])[0]
    with cards.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["name"] == name:
            row[column] = str(int(row[column]) + 10)
    with cards.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def first_names(game: str) -> tuple[str, str]:
    """Return the first card that can be priced of the first sample deck, and that deck."""
    schema = load_game(game).schema
    pool = load_pool(schema)
    name, path = next(iter(sample_decks(schema, schema.modes[0]).items()))
    cards = [pool.cards[row] for row in load_deck(schema, pool, path, schema.modes[0]).cards]
    return next(card.name for card in cards if list_priced(schema, card)), name


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=["divine_cross"])
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--large", type=int, nargs="?", const=TEN_MILLION, metavar="GAMES")
    parser.add_argument("--questions", type=int, nargs="?", const=0, metavar="GAMES")
    parser.add_argument("--loop", action="store_true")
    parser.add_argument("--rungs", action="store_true")
    chosen = parser.parse_args()
    if chosen.rungs:
        print_rungs(chosen.games)
        return
    game = chosen.games[0]
    simulate(game, "--games", "2")  # compile
    if chosen.large:
        print_large(game, chosen.large)
        return
    if chosen.questions is not None:
        print_questions(game, chosen.questions)
        return
    if chosen.loop:
        print_loop(game)
        return
    print_rates(game)
    print_starts(game)
    if chosen.million:
        print_million(game)


if __name__ == "__main__":
    main()

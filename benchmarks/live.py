"""Time what live teams ask of the games that a run has: each question by itself.

    python benchmarks/live.py RUN_DIR

Prints a Markdown row for each: seconds from opening the run's folder to the table, and the peak of
memory, in a process of its own that has imported what it needs.
"""

import argparse
import multiprocessing
import resource
import time
from collections.abc import Sequence

from evenhand import analysis

QUESTIONS = (
    "field_win_rates", "card_use", "polarity", "viable_decks", "leads", "decided", "swings",
    "what_decides", "dead_cards", "length_summary",
)  # fmt: skip


def ask(question: str, run_dir: str) -> tuple[float, float]:
    """Return how many seconds a question takes of a run, and the peak of memory in MiB."""
    answer = getattr(analysis, question)  # imported here, which is not timed
    begun = time.perf_counter()
    run = analysis.load_run(run_dir)
    given = (
        {"shares": dict.fromkeys(run.entrants, 1 / len(run.entrants))}
        if question == "field_win_rates"
        else {}
    )
    answer(run, **given)
    seconds = time.perf_counter() - begun
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(arguments: Sequence[str] | None = None) -> None:
    """Time the questions, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run_dir", metavar="RUN_DIR")
    run_dir = parser.parse_args(arguments).run_dir
    games = analysis.load_run(run_dir).info["run"]["games"]
    print(f"| {games:,} games | seconds | peak MiB |\n|---|---:|---:|")
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for question in QUESTIONS:
            seconds, peak = pool.apply(ask, (question, run_dir))
            print(f"| `{question}` | {seconds:.1f} | {peak:.0f} |", flush=True)


if __name__ == "__main__":
    main()

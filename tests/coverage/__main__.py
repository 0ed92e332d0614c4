"""Measure what intervals cover: ``make coverage``, or ``python -m tests.coverage --only WORDS``."""

import argparse
import sys
import time
from collections.abc import Sequence

from tests.coverage.rows import Row, every_simulation


def write_row(row: Row) -> str:
    """Write a line of the table."""
    low, high = row.spread
    promised = f"{'at most ' if row.is_alarm else ''}{100 * row.promised:.3g} %"
    measured = f"{100 * row.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    verdict = "ok" if row.is_kept else "NOT OK"
    return f"| {row.what} | {row.setting} | {promised} | {measured} | {verdict} |"


def choose_worst(rows: Sequence[Row]) -> list[Row]:
    """Keep, of all settings of a promise, the one in which it was kept worst."""
    found: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: row.share if row.is_alarm else -row.share):
        found[row.what] = row
    return [found[what] for what in dict.fromkeys(row.what for row in rows)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.coverage", description=__doc__)
    parser.add_argument("--repeats", type=int, default=2_000, help="samples of each setting")
    parser.add_argument("--only", default="", help="simulations whose names hold this text")
    parser.add_argument("--worst", action="store_true", help="one line for each promise")
    asked = parser.parse_args()
    rows: list[Row] = []
    print("| what | setting | promised | measured | |")
    print("|---|---|---|---|---|")
    for one in every_simulation():
        if asked.only not in f"{one.name}: {one.setting}":
            continue
        start = time.perf_counter()
        for row in one.rows(asked.repeats):
            rows.append(row)
            if not asked.worst:
                print(write_row(row), flush=True)
        seconds = time.perf_counter() - start
        print(f"{one.name}: {one.setting}: {seconds:.1f} s", file=sys.stderr)
    for row in choose_worst(rows) if asked.worst else ():
        print(write_row(row))
    broken = [row for row in rows if not row.is_kept]
    print(f"{len(rows)} promises, {len(broken)} of them broken", file=sys.stderr)
    return 1 if broken or not rows else 0


if __name__ == "__main__":
    sys.exit(main())

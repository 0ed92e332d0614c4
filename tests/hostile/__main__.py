"""Run the corpus of bad inputs: ``make hostile``, or ``python -m tests.hostile --only WORDS``."""

import argparse
import importlib
import pkgutil
import shlex
import sys
from collections import Counter
from multiprocessing import get_context

import evenhand.commands
from tests.hostile.corpus import all_cases
from tests.hostile.running import Outcome, run_case

CASES = all_cases()


def run_numbered(number: int) -> Outcome:
    return run_case(CASES[number])


def tell(number: int) -> tuple[int, str, int, str, str, float, int]:
    """Run a case, and say of it what can be sent to another process."""
    done = run_numbered(number)
    return number, done.wrong, done.code, done.out, done.err, done.seconds, done.memory


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--only", default="", help="cases whose names hold this text")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one case in N")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="show every case")
    asked = parser.parse_args()
    for module in pkgutil.iter_modules(evenhand.commands.__path__):
        importlib.import_module(f"evenhand.commands.{module.name}")
    numbers = [n for n, case in enumerate(CASES) if asked.only in case.name][:: asked.every]
    counts: Counter[str] = Counter()
    families: Counter[str] = Counter()
    slowest = heaviest = 0.0
    with get_context("fork").Pool(asked.jobs) as pool:
        for number, wrong, code, out, err, seconds, memory in pool.imap(tell, numbers):
            case = CASES[number]
            families[case.name.partition(":")[0]] += 1
            counts["wrong" if wrong else "refused" if code else "harmless"] += 1
            slowest, heaviest = max(slowest, seconds), max(heaviest, memory / 1024)
            if wrong or asked.verbose:
                command = shlex.join(word[:80] for word in case.arguments)
                print(ascii(f"{wrong or code}: {case.name}: evenhand {command}")[1:-1])
                print(f"    {(out + err)[:600]!a}", flush=True)
    for family, count in families.items():
        print(f"{count:5} {family}")
    print(
        f"{len(numbers)} tried: {counts['refused']} refused clearly, {counts['harmless']} "
        f"harmless, {counts['wrong']} wrong; at most {slowest:.1f} s and {heaviest:.0f} MB"
    )
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())

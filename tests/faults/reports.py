"""A report and the pages of games beside it, stopped midway: no link leads to nothing."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.cases import End
from tests.faults.kills import STOPPED, Stage, judge_stopped
from tests.faults.tally import Tally

__all__ = ["stop_reports"]

COMMAND = ["report", "played"]
STALE = "replays/game-999999.html"  # a page that nothing leads to
LINK = re.compile(r'href="(replays/[^"]+)"')
FULL = 74


def stop_reports(stage: Stage, kind: str, steps: Iterable[int], tally: Tally) -> None:
    """Stop a report at each of the steps by which it changes the disk, and write it again."""
    with set_back(stage) as place:
        wanted = End.of(stage.program.run(COMMAND, place), place)
        stale = "" if not (place / "played" / STALE).exists() else f"{STALE} is left lying"
        tally.count("undisturbed", stale or judge_links(place / "played"))
    for step in steps:
        with set_back(stage) as place:
            ended = stage.program.run(COMMAND, place, {"kind": kind, "at": step})
            if ended.code == wanted.code:
                break
            fault = judge_stopped(ended, COMMAND) or judge_links(place / "played")
            if ended.code not in (*STOPPED, FULL):
                fault = f"exit code {ended.code}: {ended.err[-500:]}"
            again = stage.program.run(COMMAND, place)
            fault = fault or wanted.list_differences(End.of(again, place))
        tally.count(f"{kind} at step {step}", fault)


@contextmanager
def set_back(stage: Stage) -> Iterator[Path]:
    """Have the place with a run whose report and pages were those of other games."""
    with stage.set_up() as place:
        pages = sorted((place / "played/replays").iterdir())
        pages[0].rename(place / "played" / STALE)
        for page in pages[1::2]:
            page.unlink()
        (place / "played/report.html").unlink()
        yield place


def judge_links(run: Path) -> str:
    """Say which pages are not there that a report leads to, or are there in part."""
    report = run / "report.html"
    if not report.exists():
        return ""
    links = set(LINK.findall(report.read_text(encoding="utf-8")))
    broken = [link for link in sorted(links) if not is_whole(run / link)]
    return f"leads to what is not there: {broken}" if broken or not links else ""


def is_whole(page: Path) -> bool:
    """Return whether a page is there in full."""
    return page.is_file() and page.read_text(encoding="utf-8").rstrip().endswith("</html>")

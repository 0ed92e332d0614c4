"""Show the progress of games on the terminal: games done, and the time left."""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from evenhand.terminal import make_console, note

__all__ = ["Pace", "Progress", "format_seconds", "format_wait", "progress_bar"]

LINE_INTERVAL = 10  # seconds between plain progress lines
NEARLY_DONE = 2  # seconds left that are not worth a line
RECENT = 1 / 8  # share of the time whose pace is taken for that of the games left
FEWEST = 12  # reports that a pace is taken from
Progress = Callable[[int, int], None]  # (games done, games in total)


@contextmanager
def progress_bar(disabled: bool) -> Iterator[Progress]:
    """Show the progress of games: as a bar on a terminal, else as lines."""
    if disabled:
        yield lambda done, total: None
        return
    if not sys.stderr.isatty():
        yield ProgressLines().show
        return
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[left]}"),
    )
    with Bar(*columns, console=make_console(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None, visible=False, rate="", left="")
        pace = Pace()

        def show(done: int, total: int) -> None:
            pace.add(monotonic(), done)
            rate = f"{pace.speed:,.0f} games/s" if pace.speed else ""
            left = format_time_left(pace.estimate_time_left(total))
            bar.update(task, completed=done, total=total, visible=True, rate=rate, left=left)

        yield show


class Pace:
    """How fast games are played, from the last reports of progress.

    The pace is that of the last eighth of the time since the first games, and of `FEWEST` reports
    at least: long enough for games that end in bursts, and short enough for games that take longer
    from some time on. Time before the first games does not count, because it includes compiling,
    and the first games may be of an earlier run. Where fewer games are done than before, another
    step of the work has begun.
    """

    def __init__(self) -> None:
        self.first: float | None = None
        self.reports: deque[tuple[float, int]] = deque()

    def add(self, now: float, done: int) -> None:
        """Add a report of progress: the time in seconds, and the games done."""
        if not done:
            return
        if self.reports and done < self.reports[-1][1]:  # another step of the work begins
            self.first, self.reports = None, deque()
        if self.first is None:
            self.first = now
        self.reports.append((now, done))
        since = now - (now - self.first) * RECENT
        while len(self.reports) > FEWEST + 1 and self.reports[1][0] <= since:
            self.reports.popleft()

    @property
    def speed(self) -> float:
        """The pace in games per second; 0 while unknown."""
        if len(self.reports) < 2:
            return 0.0
        (began, before), (now, done) = self.reports[0], self.reports[-1]
        return (done - before) / (now - began) if now > began else 0.0

    def estimate_time_left(self, total: int) -> float | None:
        """Estimate the seconds until all games are done at this pace; None while unknown."""
        return (total - self.reports[-1][1]) / self.speed if self.speed else None


class ProgressLines:
    """Progress as a line on standard error every `LINE_INTERVAL` seconds: games done, time left.

    Work that ends earlier prints no line.
    """

    def __init__(self) -> None:
        self.last = monotonic()
        self.pace = Pace()

    def show(self, done: int, total: int) -> None:
        """Print a line of progress, if the last one was `LINE_INTERVAL` seconds ago."""
        now = monotonic()
        self.pace.add(now, done)
        if now - self.last < LINE_INTERVAL or not 0 < done < total:
            return
        self.last, seconds = now, self.pace.estimate_time_left(total)
        if seconds is not None and seconds < NEARLY_DONE:
            return
        left = format_time_left(seconds)
        note(f"{done:,} of {total:,} games{left and f', {left}'}")


def format_time_left(seconds: float | None) -> str:
    """Return the time left as progress shows it; "" while unknown."""
    return "" if seconds is None else f"about {format_seconds(seconds)} left"


def format_wait(games: float, speed: float) -> str:
    """Return how long games take at a speed in games per second: ", about 20 s"; "" if unknown."""
    return f", about {format_seconds(games / speed)}" if speed else ""


def format_seconds(seconds: float) -> str:
    """Return a time left in words, for progress: 20 s, 3 min, 2.5 h."""
    if seconds < 100:
        return f"{max(seconds, 1):.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"

"""Show the progress of games on the terminal: games done, and the time left."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from evenhand.terminal import make_console, note

__all__ = ["Progress", "format_seconds", "progress_bar"]

LINE_INTERVAL = 10  # seconds between plain progress lines
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
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=make_console(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None, visible=False, rate="")

        def show(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f} games/s" if speed else ""
            bar.update(task, completed=done, total=total, visible=True, rate=rate)

        yield show


class ProgressLines:
    """Progress as a line on standard error every `LINE_INTERVAL` seconds: games done, time left.

    Work that ends earlier prints no line. The time left is estimated from the games after the
    first report, because the time before includes compiling, and the first games may be of an
    earlier run.
    """

    def __init__(self) -> None:
        self.last = monotonic()
        self.first: tuple[float, int] | None = None

    def show(self, done: int, total: int) -> None:
        """Print a line of progress, if the last one was `LINE_INTERVAL` seconds ago."""
        now = monotonic()
        if done and self.first is None:
            self.first = (now, done)
        if now - self.last < LINE_INTERVAL or not 0 < done < total:
            return
        self.last = now
        note(f"{done:,} of {total:,} games{self.format_time_left(now, done, total)}")

    def format_time_left(self, now: float, done: int, total: int) -> str:
        """Return the time left as progress shows it; "" while unknown."""
        began, before = self.first or (now, done)
        if done == before:
            return ""
        return f", about {format_seconds((now - began) * (total - done) / (done - before))} left"


def format_seconds(seconds: float) -> str:
    """Return a time left in words, for progress: 20 s, 3 min, 2.5 h."""
    if seconds < 100:
        return f"{max(seconds, 1):.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"

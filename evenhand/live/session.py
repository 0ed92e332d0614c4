"""A session: from saves to what they do, one look at the games after the other.

One thread does all of it, so that nothing changes under its hands. Saves and clicks wait in
its inbox; while games are played, each of them makes room for what came in.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from time import monotonic
from typing import Literal

import pandas as pd
import polars as pl

from evenhand.analysis.data.display_names import list_display_texts
from evenhand.analysis.data.input_changes import input_changes
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.tables.followed_changes import FollowedChanges, Look, follow_changes
from evenhand.analysis.tables.pair_scores import MatchupKey
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.gate.git_reference import find_changed_cards
from evenhand.gate.looks import Looks
from evenhand.gate.reference import PlayedReference
from evenhand.inputs.watching import each_save
from evenhand.live.board import Board
from evenhand.live.folder_state import (
    FolderState,
    list_band_changes,
    list_watched,
    read_state,
)
from evenhand.live.games import Side
from evenhand.live.touched import align_decks, find_incomparable, find_touched, plays_the_same
from evenhand.live.undo import list_differences, take_back
from evenhand.live.verdicts import judge_scores, list_unmeasured
from evenhand.reports.comparison.findings import write_input
from evenhand.reports.live.page import Edit, LivePage, Phase, Save
from evenhand.reports.wording import Name, keep_first, plural, say
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import warm_up
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import note

__all__ = ["Session"]

MOST_SAVES = 50  # in the history
MOST_GAMES = 200_000  # where a precision says how many
NAMED = 3  # changes named in one line of the history
BREATH = 0.25  # seconds between two notices of how far it is
COPIES = Path("runs", "undone")
NO_GAMES = pl.LazyFrame()


@dataclass(frozen=True)
class Message:
    """What waits in the inbox; whoever sent it may wait for an answer."""

    what: Literal["saved", "keep", "undo", "stop"]
    number: int = 0
    answer: "Future[str]" = field(default_factory=Future)


@dataclass
class Compared:
    """New beside old.

    Attributes
    ----------
    side : Side
    touched : set of MatchupKey
        The matchups that may play other games.
    obstacle : str
        Why there is nothing to compare, if there is not.
    """

    side: Side
    touched: set[MatchupKey]
    obstacle: str = ""


class Session:
    """What a designer does in a folder, and what comes of it.

    Parameters
    ----------
    balance_file : Path
        Absolute, so that the folder is found again when it was gone for a while.
    place : str
        What people call the folder.
    """

    def __init__(self, balance_file: Path, place: str, workers: Workers, board: Board) -> None:
        self.file, self.place, self.workers, self.board = balance_file, place, workers, board
        self.inbox: SimpleQueue[Message] = SimpleQueue()
        self.stopped = Event()
        self.history: deque[Save] = deque(maxlen=MOST_SAVES)
        self.number = 0
        self.problems: tuple[Problem, ...] = ()
        self.old: FolderState = read_state(balance_file)
        self.now = self.old
        self.since = f"as at the start, {tell_time()}"
        self.before = Side(self.old.job.plan)
        self.compared: Compared | None = None
        self.inputs, self.bands = pd.DataFrame(), []
        self.looks = self.plan_looks(self.old)
        self.goes_on = True
        self.changes: FollowedChanges | None = None
        self.verdicts: tuple[list[Judgement], list[Judgement]] = ([], [])
        self.shown = 0.0
        self.failure: Exception | None = None

    # What happens

    def send(self, what: Literal["saved", "keep", "undo", "stop"], number: int = 0) -> "Future[str]":
        """Put something into the inbox; from any thread."""
        message = Message(what, number)
        self.inbox.put(message)
        return message.answer

    def watch_files(self) -> None:
        """Tell of saves, until stopped; in a thread of its own."""
        for number, _ in enumerate(each_save(lambda: list_watched(self.file), self.stopped)):
            if number:
                self.send("saved")

    def stop(self) -> None:
        """End all that is under way; from any thread."""
        self.stopped.set()
        self.send("stop")

    def run_safely(self) -> None:
        """Go on until stopped; if that fails, say why instead of being silent."""
        try:
            self.run()
        except Exception as error:
            self.failure = error
            note(f"internal error: {type(error).__name__}: {error}")
            self.board.end("The program has failed; the terminal says how. Start it again.")

    def run(self) -> None:
        """Go on until stopped."""
        self.show(Phase.STARTING)
        warm_up(self.before.arrays, note)
        self.send("saved")  # what was saved since it was read
        while True:
            message = None
            if not self.goes_on or not self.inbox.empty():
                message = self.inbox.get()
            if message is None:
                self.look()
            elif message.what == "stop":
                return
            else:
                self.answer(message)

    def answer(self, message: Message) -> None:
        """Do what a message is about, and tell its sender."""
        try:
            match message.what:
                case "saved":
                    self.take_save()
                    said = ""
                case "keep":
                    said = self.keep(message.number)
                case _:
                    said = self.undo(message.number)
        except (UsageError, OSError) as error:
            message.answer.set_exception(UsageError(str(error)))
        else:
            message.answer.set_result(said)

    def take_save(self) -> None:
        """Read the folder anew, and begin to compare if it says something else."""
        try:
            state = read_state(self.file)
        except InputError as error:
            self.refuse(error.problems)
            return
        except (UsageError, OSError) as error:
            self.refuse([Problem(str(self.file.parent), None, None, tell_error(error))])
            return
        had_problems, self.problems = bool(self.problems), ()
        if state.contents == self.now.contents and not self.is_other_address(state):
            if had_problems:
                self.goes_on = True
                self.show()
            return
        self.now = state
        self.compare()

    def is_other_address(self, state: FolderState) -> bool:
        """Return whether cards at an address are others now."""
        old, new = (one.job.plan.pool.content_hash for one in (self.now, state))
        return old != new

    def refuse(self, problems: "tuple[Problem, ...] | list[Problem]") -> None:
        """Say what is wrong with the files; figures stay as they are."""
        found = tuple(map(self.tell_problem, problems))
        if found == self.problems:
            return
        self.problems, self.goes_on = found, False
        note(*(f"error: {problem}" for problem in found[:NAMED]))
        self.show(Phase.PROBLEM)

    def tell_problem(self, problem: Problem) -> Problem:
        """Name the file of a problem as the designer does."""
        with suppress(ValueError):
            return replace(problem, file=str(Path(problem.file).relative_to(self.file.parent)))
        return problem

    # Comparing

    def compare(self) -> None:
        """Begin to compare old and new, whatever was compared before."""
        self.number += 1
        self.close_last("saved over")
        self.changes, self.verdicts = None, ([], [])
        self.looks, self.goes_on = self.plan_looks(self.now), True
        if self.now.contents == self.old.contents and not self.is_other_than_old():
            self.compared = None
            self.history.appendleft(Save(tell_time(), ["back to what it was"]))
            self.look()
            return
        self.compared = self.set_beside()
        self.inputs, self.bands = self.list_changes(), []
        if not self.compared.obstacle:
            self.bands = list(list_band_changes(self.old.project, self.now.project))
        self.history.appendleft(Save(tell_time(), self.name_changes()))
        self.show()

    def is_other_than_old(self) -> bool:
        """Return whether other cards are played than in the beginning."""
        old, new = (one.job.plan.pool.content_hash for one in (self.old, self.now))
        return old != new

    def set_beside(self) -> Compared:
        """Make the side of new, which shares with old what is the same."""
        plan, old = self.now.job.plan, self.before.plan
        if obstacle := find_incomparable(old, plan):
            self.goes_on = False
            return Compared(Side(plan), set(), obstacle)
        plan = align_decks(plan, old)
        if plays_the_same(old, plan):
            return Compared(Side(plan, self.before.games), set())
        side = Side(plan)
        touched = find_touched(self.before, side)
        shared = {key: own for key, own in self.before.games.items() if key not in touched}
        return Compared(Side(plan, shared), touched)

    def list_changes(self) -> pd.DataFrame:
        """List what differs between the files, cell by cell."""
        assert self.compared is not None
        old, new = self.before, self.compared.side
        frames = (old.run(NO_GAMES), new.run(NO_GAMES))
        return input_changes(*frames, pools=(old.plan.pool, new.plan.pool))

    def name_changes(self) -> list[object]:
        """Say in a few words what was changed."""
        named: list[object] = [write_input(row) for row in self.inputs.itertuples()]
        named += [say("{key}: {old} \u2192 {new}", key=Name(key), old=old or "none", new=new or "none")
                  for key, old, new in self.bands]  # fmt: skip
        return list(keep_first(named, NAMED)) or ["other words for the same"]

    def plan_looks(self, state: FolderState) -> Looks:
        """Say after how many pairs to look: up to as many games as the folder plays."""
        plan = state.job.plan
        games = plan.games if state.job.request.precision is None else MOST_GAMES
        return Looks.up_to(max(2, games // (plan.n_seats * len(plan.sides()))))

    def look(self) -> None:
        """Play up to the next look, and show what is known then."""
        target = self.looks.next
        if target is None:
            self.finish()
            return
        if not all(self.grow(side, keys, target) for side, keys in self.list_growing()):
            return  # something has come in
        self.looks = replace(self.looks, n_done=self.looks.n_done + 1)
        self.judge(target)
        is_precise = self.is_precise()
        if self.looks.next is None or is_precise:
            self.finish()
        else:
            self.show()

    def list_growing(self) -> Iterator[tuple[Side, set[MatchupKey]]]:
        """List what is played, that first which is looked at first."""
        if self.compared:
            touched = self.compared.touched
            yield self.before, touched & self.before.games.keys()
            yield self.compared.side, touched
            yield self.compared.side, set(self.compared.side.games) - touched
        yield self.before, set(self.before.games)

    def grow(self, side: Side, keys: set[MatchupKey], n_pairs: int) -> bool:
        """Play, and say now and then how far it is."""

        def tell(n_games: int) -> None:
            if monotonic() - self.shown >= BREATH:
                self.show()

        is_unwanted = lambda: not self.inbox.empty()  # noqa: E731
        return side.grow(sorted(keys), n_pairs, self.workers, is_unwanted, tell)

    def judge(self, n_pairs: int) -> None:
        """Make the figures of a look."""
        looks, old = self.looks, self.before.scores()
        before = judge_scores(self.old.project, old, looks)
        if self.compared is None:
            self.verdicts = before, []
            return
        new = self.compared.side.scores()
        look = Look(n_pairs, len(looks.pairs), looks.next is None)
        self.changes = follow_changes(old, new, self.compared.touched & old.keys(), look)
        changed = find_changed_cards(self.before.plan.pool, self.compared.side.plan.pool)
        reference = PlayedReference(old, changed)
        self.verdicts = before, judge_scores(self.now.project, new, looks, reference)
        if self.history:
            self.history[0].effect = self.page().headline

    def is_precise(self) -> bool:
        """Return whether every interval is as narrow as the folder wants it."""
        precision = self.now.job.request.precision
        if precision is None:
            return False
        if self.changes is None:
            widths = [one.high - one.low for one in self.verdicts[0]]
            return bool(widths) and max(widths) <= 2 * precision / 100
        decks = self.changes.decks
        return bool(((decks["high"] - decks["low"]) <= 2 * precision / 100).all())

    def finish(self) -> None:
        """Say that all is played."""
        self.goes_on = False
        if self.compared and self.history:
            note(f"{self.history[0].time}  {self.page(Phase.DONE).headline}")
            self.history[0].effect = self.page(Phase.DONE).headline
        self.show()

    # What is clicked

    def keep(self, number: int) -> str:
        """Make new the old."""
        self.check_number(number)
        if self.compared is None:
            raise UsageError("there is nothing to keep")
        if self.problems:
            raise UsageError("the files cannot be read as they are", "mend them first")
        self.close_last("kept")
        self.old, self.before, self.compared = self.now, self.compared.side, None
        self.since = f"as kept at {tell_time()}"
        self.changes, self.verdicts = None, ([], [])
        self.looks, self.goes_on = self.plan_looks(self.now), True
        self.number += 1
        self.show()
        return "Kept: what follows is compared with the files as they are."

    def undo(self, number: int) -> str:
        """Give the files the bytes of old."""
        self.check_number(number)
        if self.compared is None:
            raise UsageError("there is nothing to undo")
        copies = self.file.parent / COPIES / datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
        files = take_back(self.old.contents, self.now.contents, copies)
        self.close_last("undone")
        self.take_save()
        kept = copies.relative_to(self.file.parent)
        return f"Undone: {plural(len(files), 'file')} as before. What was there is kept in {kept}."

    def check_number(self, number: int) -> None:
        """Refuse a click on what is no longer shown."""
        if number != self.number:
            raise UsageError("the files were saved again meanwhile: nothing was done", "look again")

    def close_last(self, mark: str) -> None:
        """Say what became of the last save."""
        if self.compared and self.history and not self.history[0].mark:
            self.history[0].mark = mark

    # What is seen

    def show(self, phase: str | None = None) -> None:
        """Show how it stands."""
        self.shown = monotonic()
        self.board.post(self.page(phase))

    def page(self, phase: str | None = None) -> LivePage:
        """Put together what is shown."""
        run = self.before.info["run"]
        sides = [self.before, *([self.compared.side] if self.compared else [])]
        return LivePage(
            title=run["title"],
            mode=run["mode"],
            place=self.place,
            phase=phase or self.find_phase(),
            since=self.since,
            n_games=self.count_games(),
            n_games_all=self.count_all_games(),
            deck_texts=list_display_texts(*(side.info for side in sides)),
            problems=self.problems,
            edit=self.make_edit(),
            changes=self.changes,
            before=self.verdicts[0],
            after=self.verdicts[1],
            obstacle=self.compared.obstacle if self.compared else "",
            notes=self.list_notes(),
            links=self.list_links(),
            history=tuple(self.history),
        )

    def find_phase(self) -> str:
        """Say how far it is."""
        if self.problems:
            return Phase.PROBLEM
        return Phase.PLAYING if self.goes_on else Phase.DONE

    def count_games(self) -> int:
        """Count the games of old and new that were played."""
        new = self.compared
        return self.before.count_games(self.before.games) + (new.side.count_games(new.touched) if new else 0)

    def count_all_games(self) -> int:
        """Count the games that there will be at the last look."""
        plan = self.before.plan
        n_matchups = len(self.before.games) + (len(self.compared.touched) if self.compared else 0)
        return self.looks.pairs[-1] * n_matchups * plan.n_seats

    def make_edit(self) -> Edit | None:
        """Say what was changed, and whether that can be undone."""
        if self.compared is None:
            return None
        files = list_differences(self.old.contents, self.now.contents)
        names = [str(path.relative_to(self.file.parent)) if path.is_relative_to(self.file.parent)
                 else str(path) for path in files]  # fmt: skip
        return Edit(self.number, self.inputs, self.bands, names, bool(files))

    def list_notes(self) -> list[str]:
        """Say what else should be known."""
        state = self.now
        left_out = list_unmeasured(state.project)
        more = [f"Not measured here: {' and '.join(left_out)}. evenhand check does."] * bool(left_out)
        return [*state.project.notes, *state.job.notes, *more]

    def list_links(self) -> list[tuple[str, str]]:
        """List the pages of the newest run."""
        run = self.find_run()
        if run is None:
            return []
        pages = [("report.html", "Report"), ("check.html", "Check"), ("check/report.html", "Check")]
        return [(f"{title} of {run.name}", f"run/{name}")
                for name, title in pages if (run / name).is_file()]  # fmt: skip

    def find_run(self) -> Path | None:
        """Find the newest run that has a page."""
        pages = [*self.file.parent.glob("runs/*/report.html"), *self.file.parent.glob("runs/*/check.html")]
        with suppress(OSError):
            return max(pages, key=lambda page: page.stat().st_mtime).parent if pages else None
        return None


def tell_time() -> str:
    """Return what the clock says."""
    return datetime.now().strftime("%H:%M:%S")


def tell_error(error: Exception) -> str:
    """Say why a folder cannot be read."""
    if isinstance(error, OSError):
        return f"{error.strerror}: waiting until it is back"
    return f"{error}: waiting until it is back"

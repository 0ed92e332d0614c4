"""A session: from saves and clicks to what the page shows.

One thread does all of it, so that nothing changes under its hands. Saves and clicks wait in
its inbox; while games are played, each of them makes room for what came in.
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from time import monotonic
from typing import Literal

from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.table_file import find_table
from evenhand.inputs.watching import each_save
from evenhand.live.board import Board
from evenhand.live.comparing import Comparing
from evenhand.live.folder_state import FolderState, list_watched, read_contents, read_state
from evenhand.live.games import Side
from evenhand.live.undo import list_differences, take_back
from evenhand.live.view import describe_save, make_page
from evenhand.reports.live.page import LivePage, Phase, Save
from evenhand.reports.wording import plural
from evenhand.simulate.runs.run import warm_up
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import note

__all__ = ["Session", "What"]

MOST_SAVES = 50  # in the history
MOST_SAID = 3  # problems that the terminal is told
BREATH = 0.25  # seconds between two notices of how far it is
COPIES = Path("runs", "undone")

What = Literal["saved", "keep", "undo", "stop"]


@dataclass(frozen=True)
class Message:
    """What waits in the inbox; whoever sent it may wait for an answer.

    Attributes
    ----------
    found : FolderState, Exception or None
        What a save says, or what is wrong with it; None if that is yet to be read.
    """

    what: What
    number: int = 0
    found: FolderState | Exception | None = None
    answer: "Future[str]" = field(default_factory=Future)


class Session:
    """What a designer does in a folder, and what comes of it.

    Parameters
    ----------
    balance_file : Path
        Absolute, so that the folder is found again when it was gone for a while.
    workers : Workers
    board : Board

    Attributes
    ----------
    number : int
        Of what is compared: buttons send it back, so that nobody keeps what was not shown.
    seen : mapping from Path to bytes
        What was in the files when they were last read, whether or not that could be played.
    failure : Exception or None
        What ended the session, if that was an error of the program.

    Raises
    ------
    InputError, UsageError
        If the folder cannot be played to begin with.
    """

    def __init__(self, balance_file: Path, workers: Workers, board: Board) -> None:
        self.file, self.workers, self.board = balance_file, workers, board
        self.inbox: SimpleQueue[Message] = SimpleQueue()
        self.stopped = Event()
        self.history: deque[Save] = deque(maxlen=MOST_SAVES)
        self.problems: tuple[Problem, ...] = ()
        self.number = 0
        self.since = f"the start, {tell_time()}"
        self.old: FolderState = read_state(balance_file)
        self.seen = self.old.contents
        self.comparing = Comparing(self.old, Side(self.old.job.plan), self.old)
        self.save: Save | None = None
        self.shown = 0.0
        self.failure: Exception | None = None

    # Beside the session

    def send(
        self, what: What, number: int = 0, found: FolderState | Exception | None = None
    ) -> "Future[str]":
        """Put something into the inbox; from any thread."""
        message = Message(what, number, found)
        self.inbox.put(message)
        return message.answer

    def stop(self) -> None:
        """End all that is under way; from any thread."""
        self.stopped.set()
        self.send("stop")

    def watch_files(self) -> None:
        """Tell of saves, until stopped; in a thread of its own."""
        try:
            states = each_save(lambda: list_watched(self.file), self.read, self.stopped)
            for found in islice(states, 1, None):
                self.send("saved", found=found)
        except Exception as error:
            self.send("saved", found=error)

    def read(self) -> FolderState | Exception:
        """Read the folder; return what is wrong with it if it cannot be played."""
        try:
            return read_state(self.file)
        except (InputError, UsageError, OSError) as error:
            return error

    # What happens

    def run(self, give_up: Callable[[], None]) -> None:
        """Go on until stopped; if that fails, keep the failure and give up."""
        try:
            self.go_on()
        except Exception as error:
            self.failure = error
            self.board.end("The program has failed; the terminal says how.")
            give_up()

    def go_on(self) -> None:
        """Do what comes in, and play while nothing does."""
        self.show(Phase.STARTING)
        warm_up(self.comparing.before.arrays, note)
        self.send("saved")  # what was saved since it was read
        while True:
            if self.is_playing and self.inbox.empty():
                self.look()
                continue
            message = self.inbox.get()
            if message.what == "stop":
                return
            self.answer(message)

    @property
    def is_playing(self) -> bool:
        """Whether there are games to play; not while files cannot be read."""
        return self.comparing.goes_on and not self.problems

    def answer(self, message: Message) -> None:
        """Do what a message is about, and tell its sender, unless that one has given up."""
        if not message.answer.set_running_or_notify_cancel():
            return
        acts = {"keep": self.keep, "undo": self.undo}
        try:
            said = "" if message.what == "saved" else acts[message.what](message.number)
            if message.what == "saved":
                self.take_save(message.found)
        except (UsageError, OSError) as error:
            message.answer.set_exception(UsageError(str(error)))
        else:
            message.answer.set_result(said)

    def take_save(self, found: FolderState | Exception | None = None) -> None:
        """Begin to compare if the folder says something else; read it, if it is not read yet."""
        match found or self.read():
            case FolderState() as state:
                had_problems, self.problems, self.seen = bool(self.problems), (), state.contents
                if not says_the_same(state, self.comparing.new):
                    self.compare(state)
                elif had_problems:
                    self.show()
            case InputError() as error:
                self.refuse(error.problems)
            case UsageError() | OSError() as error:
                self.refuse([Problem(str(self.file), None, None, f"{error}: waiting for it")])
            case error:
                raise error

    def refuse(self, problems: Sequence[Problem]) -> None:
        """Say what is wrong with the files; figures stay as they are."""
        known = map(find_table, {**self.old.contents, **self.comparing.new.contents})
        self.seen = read_contents([*list_watched(self.file), *known])
        found = tuple(map(self.tell_problem, problems))
        if found == self.problems:
            return
        self.problems = found
        note(*(f"error: {problem}" for problem in found[:MOST_SAID]))
        self.history.appendleft(Save(tell_time(), [self.page().headline], mark="not readable"))
        self.show()

    def tell_problem(self, problem: Problem) -> Problem:
        """Name the file of a problem as the designer does."""
        with suppress(ValueError):
            return replace(problem, file=str(Path(problem.file).relative_to(self.file.parent)))
        return problem

    def compare(self, state: FolderState) -> None:
        """Begin to compare old and new, whatever was compared before."""
        self.number += 1
        self.close_save("saved over")
        is_back = says_the_same(state, self.old)
        new = self.old if is_back else state
        self.comparing = Comparing(self.old, self.comparing.before, new)
        self.save = Save(tell_time(), describe_save(self.comparing))
        self.history.appendleft(self.save)
        self.show()

    def look(self) -> None:
        """Play up to the next look, and show what is known then."""

        def tell(n_games: int) -> None:
            if monotonic() - self.shown >= BREATH:
                self.show()

        if not self.comparing.look(self.workers, lambda: not self.inbox.empty(), tell):
            return
        self.show()
        if self.save and self.comparing.after:
            self.save.effect = self.page().headline
            if not self.comparing.goes_on:
                note(f"{self.save.time}  {self.save.effect}")
                self.show()

    # What is clicked

    def keep(self, number: int) -> str:
        """Make new the old."""
        self.check_click(number)
        if self.problems:
            raise UsageError("the files cannot be read as they are", "mend them first")
        after = self.comparing.after
        assert after
        self.close_save("kept")
        self.number += 1
        self.old = self.comparing.new
        self.since = f"the last keep, {tell_time()}"
        self.comparing = Comparing(self.old, after, self.old)
        self.show()
        return "Kept: what follows is compared with the files as they are."

    def undo(self, number: int) -> str:
        """Give the files the bytes of old."""
        self.check_click(number)
        if not self.file.parent.is_dir():
            raise UsageError(f"the folder {self.file.parent} is gone", "put it back, then undo")
        copies = self.file.parent / COPIES / datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
        files = take_back(self.old.contents, self.seen, copies)
        self.close_save("undone")
        self.take_save()
        said = f"Undone: {plural(len(files), 'file')} as before."
        if not copies.exists():
            return said
        return f"{said} What was there is kept in {copies.relative_to(self.file.parent)}."

    def check_click(self, number: int) -> None:
        """Refuse a click on what is no longer shown."""
        if number != self.number or not (self.comparing.after or self.problems):
            raise UsageError("the files were saved again meanwhile: nothing was done", "look again")

    def close_save(self, mark: str) -> None:
        """Say what became of the last save."""
        if self.save and not self.save.mark and self.comparing.after:
            self.save.mark = mark

    # What is seen

    def show(self, phase: str = "") -> None:
        """Show how it stands."""
        self.shown = monotonic()
        self.board.post(self.page(phase))

    def page(self, phase: str = "") -> LivePage:
        """Put together what is shown."""
        differing = list_differences(self.old.contents, self.seen)
        page = make_page(self.comparing, self.file.parent, differing, self.number)
        return replace(
            page,
            phase=phase or self.find_phase(),
            since=self.since,
            problems=self.problems,
            history=tuple(self.history),
        )

    def find_phase(self) -> str:
        """Say how far it is."""
        if self.problems:
            return Phase.PROBLEM
        return Phase.PLAYING if self.is_playing else Phase.DONE


def says_the_same(one: FolderState, other: FolderState) -> bool:
    """Return whether two states have the same files, and the same cards at addresses."""
    cards = [state.job.plan.pool.content_hash for state in (one, other)]
    return one.contents == other.contents and cards[0] == cards[1]


def tell_time() -> str:
    """Return what the clock says."""
    return datetime.now().strftime("%H:%M:%S")

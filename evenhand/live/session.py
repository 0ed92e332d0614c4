"""A session of ``watch``: handle saves and clicks, play, and post the page.

One thread does all the work, so no state needs a lock. Saves and clicks wait in its inbox;
playing stops when a message arrives. Failures are reported on the page and in the terminal,
and the work is tried again at the next save.
"""

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from time import monotonic
from typing import Literal

from evenhand.decks.problems import InputError, Problem, UsageError, format_error
from evenhand.decks.table_location import find_table
from evenhand.inputs.file_watch import watch_files
from evenhand.live.board import Board
from evenhand.live.comparison import Comparison
from evenhand.live.folder_state import FolderState, list_watched, read_contents, read_state
from evenhand.live.page_content import choose_next, make_page, note_edits_before, summarize_save
from evenhand.live.snapshot import Contents, Snapshot, list_differences, take_snapshot
from evenhand.live.state_games import Side
from evenhand.live.undo import choose_copy_folder, describe_undo, restore_files
from evenhand.reports.live.page import LivePage, Phase, Save
from evenhand.simulate.runs.run import warm_up
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import note

__all__ = ["Action", "Session", "print_note"]

MOST_SAVES = 50  # in the history
MOST_PRINTED = 3  # problems printed in the terminal
REFRESH = 0.25  # seconds between two pages while playing
PAUSE = 1.0  # seconds before files are watched again after a failure

Action = Literal["saved", "keep", "undo", "stop"]


@dataclass(frozen=True)
class Message:
    """A message in the inbox of a session, with a future for its answer.

    Attributes
    ----------
    state : FolderState, Exception or None
        The folder after a save, or the error of reading it; None if not read yet.
    """

    what: Action
    number: int = 0
    state: FolderState | Exception | None = None
    answer: "Future[str]" = field(default_factory=Future)


class Session:
    """A session of ``watch`` with a folder.

    Parameters
    ----------
    balance_file : Path
        Absolute path, which stays valid if the folder is missing for a while.
    workers : Workers
    board : Board

    Attributes
    ----------
    number : int
        Number of the comparison; buttons send it back, so that only what was shown is kept.
    before : Snapshot
        Files of the old state.
    last_read : mapping from Path to bytes
        Contents of the files when last read, whether or not they could be played; includes
        files of the old state that are no longer read.
    failure : Exception or None
        Why no game can be played.

    Raises
    ------
    InputError, UsageError
        If the folder cannot be played at the start.
    """

    def __init__(self, balance_file: Path, workers: Workers, board: Board) -> None:
        self.file, self.workers, self.board = balance_file, workers, board
        self.inbox: SimpleQueue[Message] = SimpleQueue()
        self.stopped = Event()
        self.history: deque[Save] = deque(maxlen=MOST_SAVES)
        self.problems: tuple[Problem, ...] = ()
        self.number = 0
        self.since = f"the start, {format_time()}"
        self.old: FolderState = read_state(balance_file)
        self.print_faults(self.old)
        self.before: Snapshot = take_snapshot(self.old.contents)
        self.last_read: Contents = self.old.contents
        self.edited_before = note_edits_before(self.old)
        self.comparison = Comparison(self.old, Side(self.old.job.plan), self.old)
        self.save: Save | None = None
        self.shown = 0.0
        self.failure: Exception | None = None
        self.show(Phase.STARTING)  # a browser may request the page before any result

    # Called from other threads

    def send(
        self, what: Action, number: int = 0, state: FolderState | Exception | None = None
    ) -> "Future[str]":
        """Put a message into the session's inbox; may be called from any thread."""
        message = Message(what, number, state)
        self.inbox.put(message)
        return message.answer

    def stop(self) -> None:
        """Stop the session; may be called from any thread."""
        self.stopped.set()
        self.send("stop")

    def watch_files(self) -> None:
        """Send the session a message for each save until stopped; runs in a thread."""
        while not self.stopped.is_set():
            try:
                files = partial(list_watched, self.file)
                for state in watch_files(files, self.read, self.stopped, is_read_whole):
                    self.send("saved", state=state)
            except Exception as error:
                self.send("saved", state=error)
                self.stopped.wait(PAUSE)

    def read(self) -> FolderState | Exception:
        """Return the folder's state in a session, or the error if it cannot be played."""
        try:
            return read_state(self.file)
        except Exception as error:
            return error

    # Handling of messages

    def run(self, on_failure: Callable[[], None]) -> None:
        """Run a session: handle messages and play until stopped.

        If no game can be played, set `failure` and call `on_failure`.
        """
        try:
            self.compile_games()
        except (InputError, UsageError) as error:
            self.failure = error
            self.board.end("The program has ended; the terminal says why.")
            on_failure()
            return
        except Exception as error:
            self.report_failure(error)
        while self.take_step():
            pass

    def compile_games(self) -> None:
        """Compile the games of the session's folder."""
        warm_up(self.comparison.before.arrays, print_note)

    def take_step(self) -> bool:
        """Handle a message of a session, or play if there is none; return False if stopped."""
        message = None if self.is_playing and self.inbox.empty() else self.inbox.get()
        if message and message.what == "stop":
            return False
        try:
            self.handle(message) if message else self.play_to_next_look()
        except Exception as error:
            self.report_failure(error)
        return True

    def report_failure(self, error: Exception) -> None:
        """Report an error of a session; nothing is played until the next save."""
        with suppress(Exception):  # if making the page fails, the terminal has the message
            self.report_problems(list_failures(error, self.file.parent.name), "failed")

    @property
    def is_playing(self) -> bool:
        """Whether a session has games left to play, and the files are readable."""
        has_left = self.comparison.is_unfinished or self.comparison.has_edits_left
        return has_left and not self.problems

    def handle(self, message: Message) -> None:
        """Handle a message of a session, and answer a click unless it was cancelled."""
        if message.what == "saved":
            self.handle_save(message.state)
            return
        if not message.answer.set_running_or_notify_cancel():
            return
        acts = {"keep": self.keep, "undo": self.undo}
        try:
            result = acts[message.what](message.number)
        except (UsageError, OSError) as error:
            message.answer.set_exception(UsageError(format_error(error)))
        except Exception as error:
            message.answer.set_exception(error)
            raise
        else:
            message.answer.set_result(result)

    def handle_save(self, state: FolderState | Exception | None = None) -> None:
        """Handle a save in a session: start a new comparison if the folder has changed."""
        match state or self.read():
            case FolderState() as new:
                had_problems, self.problems = bool(self.problems), ()
                self.remember_contents(new.contents)
                if not is_same_state(new, self.comparison.new):
                    self.print_faults(new)
                    self.compare(new)
                elif had_problems:
                    self.show()
            case InputError() as error:
                self.report_unreadable(error.problems)
            case UsageError() | OSError() as error:
                self.report_unreadable(
                    [Problem(str(self.file), None, None, f"{error}: waiting for it")]
                )
            case error:
                raise error

    def remember_contents(self, read: Contents) -> None:
        """Set the session's `last_read`: contents given, and old files no longer read."""
        left = [find_table(path) for path in self.old.contents if path not in read]
        self.last_read = {**read_contents(left), **read}

    def report_unreadable(self, problems: Sequence[Problem]) -> None:
        """Report problems of the files in a session; results stay as they are."""
        known = map(find_table, self.comparison.new.contents)
        self.remember_contents(read_contents([*list_watched(self.file), *known]))
        self.report_problems(problems, "not readable")

    def report_problems(self, problems: Sequence[Problem], mark: str) -> None:
        """Report problems on a session's page and in the terminal, unless they are already."""
        shown = tuple(map(self.shorten_place, problems))
        is_known, self.problems = shown == self.problems, shown
        if is_known:
            return
        print_note(*(f"error: {problem}" for problem in shown[:MOST_PRINTED]))
        self.history.appendleft(Save(format_time(), [self.make_page().headline], mark=mark))
        self.show()

    def print_faults(self, state: FolderState) -> None:
        """Print what is wrong in a state of a session that is played in part."""
        faults = map(self.shorten_place, state.faults[:MOST_PRINTED])
        print_note(*(f"error: {problem}" for problem in faults))

    def shorten_place(self, problem: Problem) -> Problem:
        """Return a problem with files relative to the session's folder, if they are in it."""
        folder = self.file.parent
        with suppress(ValueError):
            file = str(Path(problem.file).relative_to(folder))
            return replace(problem, file=file, hint=problem.hint.replace(f"{folder}{os.sep}", ""))
        return problem

    def compare(self, state: FolderState) -> None:
        """Start to compare the old state with a new one in a session."""
        self.number += 1
        self.close_save("saved over")
        is_back = is_same_state(state, self.old)
        new = self.old if is_back else state
        self.comparison = Comparison(self.old, self.comparison.before, new)
        self.save = Save(format_time(), summarize_save(self.comparison))
        self.history.appendleft(self.save)
        self.show()

    def play_to_next_look(self) -> None:
        """Play a session up to the next look, and show its results; after the last, each edit."""
        if self.comparison.has_edits_left:
            self.tell_edits_apart()
            return

        def refresh(n_games: int) -> None:
            if monotonic() - self.shown >= REFRESH:
                self.show()

        if not self.comparison.play_to_next_look(
            self.workers, lambda: not self.inbox.empty(), refresh
        ):
            return
        self.show()
        if self.save and self.comparison.after:
            self.save.effect = self.make_page().headline
            if not self.comparison.is_unfinished:
                print_note(f"{self.save.time}  {self.save.effect}")
                self.print_next()
                self.show()

    def tell_edits_apart(self) -> None:
        """Tell the edits of a session's save apart, unless something is saved meanwhile."""
        if self.comparison.tell_edits_apart(self.workers, lambda: not self.inbox.empty()):
            self.show()
            print_note(*(f"{one.sentence}" for one in self.make_page().list_edit_findings()))
            self.print_next()

    def print_next(self) -> None:
        """Print what to type next, where a session has shown all of a save."""
        if command := self.make_page().next_command:
            print_note(f"Next      {command}")

    # Clicks

    def keep(self, number: int) -> str:
        """Handle Keep in a session: make the new state the old one; return a message."""
        self.check_click(number)
        if self.problems or self.comparison.new.faults:
            raise UsageError("the files cannot be read as they are", "mend them first")
        after = self.comparison.after
        assert after
        self.close_save("kept")
        self.number += 1
        self.old = self.comparison.new
        self.before = take_snapshot(self.old.contents)
        self.last_read = {
            path: content for path, content in self.last_read.items() if path in self.old.contents
        }
        self.since = f"the last keep, {format_time()}"
        self.comparison = Comparison(self.old, after, self.old)
        self.show()
        return "Kept: what follows is compared with the files as they are."

    def undo(self, number: int) -> str:
        """Handle Undo in a session: restore the files that were saved; return a message."""
        self.check_click(number)
        folder, last_read = self.file.parent, self.last_read
        if not folder.is_dir():
            raise UsageError(f"the folder {folder} is gone", "put it back, then undo")
        if not self.before.list_saved(last_read):
            message = f"no file was saved since {self.since}; what came or went is left alone"
            raise UsageError(message, "Keep compares with the files as they are")
        copies = choose_copy_folder(folder)
        try:
            saved = restore_files(self.before, last_read, folder, copies)
        except UsageError:
            read = [Path(file.file) for file in list_watched(self.file)]
            self.remember_contents({path: last_read[path] for path in read if path in last_read})
            self.show()
            raise
        self.close_save("undone")
        differing = list_differences(self.old.contents, last_read)
        left = [path for path in differing if path not in saved]
        try:
            self.handle_save()
        except Exception as error:  # the files are restored nevertheless
            self.report_failure(error)
        return describe_undo(saved, left, folder, copies)

    def check_click(self, number: int) -> None:
        """Refuse a click in a session on a comparison that is no longer shown."""
        if number != self.number or not (self.comparison.after or self.problems):
            raise UsageError("the files were saved again meanwhile: nothing was done", "look again")

    def close_save(self, mark: str) -> None:
        """Mark the last save in the session's history, unless it has a mark."""
        if self.save and not self.save.mark and self.comparison.after:
            self.save.mark = mark

    # The page

    def show(self, phase: str = "") -> None:
        """Post the page of a session's present state."""
        self.shown = monotonic()
        self.board.post(self.make_page(phase))

    def make_page(self, phase: str = "") -> LivePage:
        """Return the page of a session's present state."""
        differing = self.before.list_saved(self.last_read)
        page = make_page(self.comparison, self.file.parent, differing, self.number)
        page = replace(
            page,
            phase=phase or self.find_phase(),
            since=self.since,
            notes=[*self.edited_before, *page.notes],
            problems=self.problems,
            faults=tuple(map(self.shorten_place, self.comparison.new.faults)),
            history=tuple(self.history),
        )
        return replace(page, next_command=choose_next(page, self.comparison, self.file.parent))

    def find_phase(self) -> str:
        """Return the phase of the session."""
        if self.problems:
            return Phase.PROBLEM
        return Phase.PLAYING if self.is_playing else Phase.DONE


def list_failures(error: Exception, place: str) -> Sequence[Problem]:
    """Return an error of a session as problems of a place."""
    hint = "the session goes on, and tries it again at the next save"
    match error:
        case InputError():
            return error.problems
        case UsageError():
            return [Problem(place, None, None, error.message, error.hint)]
        case OSError():
            return [Problem(place, None, None, format_error(error), hint)]
    what = f"internal error: {type(error).__name__}: {' '.join(str(error).split())}"
    return [Problem(place, None, None, what, hint)]


def print_note(*lines: object) -> None:
    """Print lines of a session in the terminal; ignore a terminal that is closed or full."""
    with suppress(OSError, ValueError):  # redirected to a full disk, or closed
        note(*lines)


def is_read_whole(state: FolderState | Exception) -> bool:
    """Return whether all files of a session's folder were read, so that none is half saved."""
    return isinstance(state, FolderState) and not state.faults


def is_same_state(one: FolderState, other: FolderState) -> bool:
    """Return whether a session's two states have the same files, and cards at addresses."""
    cards = [state.job.plan.pool.content_hash for state in (one, other)]
    return one.contents == other.contents and cards[0] == cards[1]


def format_time() -> str:
    """Return the time of day of a session's save, such as 23:59:59."""
    return datetime.now().strftime("%H:%M:%S")

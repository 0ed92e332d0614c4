"""A session: from saves and clicks to what the page shows.

One thread does all of it, so that nothing changes under its hands. Saves and clicks wait in
its inbox; while games are played, each of them makes room for what came in. Whatever fails is
told on the page and in the terminal, and tried again at the next save.
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from time import monotonic
from typing import Literal

from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.table_file import find_table
from evenhand.inputs.watching import watch_files
from evenhand.live.before import Before, Contents, list_differences, look_before
from evenhand.live.board import Board
from evenhand.live.comparing import Comparing
from evenhand.live.folder_state import FolderState, list_watched, read_contents, read_state
from evenhand.live.games import Side
from evenhand.live.undo import find_room, take_back, tell_error, tell_undone
from evenhand.live.view import describe_save, make_page
from evenhand.reports.live.page import LivePage, Phase, Save
from evenhand.simulate.runs.run import warm_up
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import note

__all__ = ["Session", "What", "say"]

MOST_SAVES = 50  # in the history
MOST_SAID = 3  # problems that the terminal is told
BREATH = 0.25  # seconds between two notices of how far it is
PAUSE = 1.0  # seconds before files are watched again, if that failed

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
    before : Before
        The files of old, and what stood beside them.
    seen : mapping from Path to bytes
        What was in the files when they were last read, whether or not that could be played; in
        those of old, too, that are not read any more.
    failure : Exception or None
        Why nothing can be played at all.

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
        self.before: Before = look_before(self.old.contents)
        self.seen: Contents = self.old.contents
        self.comparing = Comparing(self.old, Side(self.old.job.plan), self.old)
        self.save: Save | None = None
        self.shown = 0.0
        self.failure: Exception | None = None
        self.show(Phase.STARTING)  # a browser may ask before anything else is known

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
        while not self.stopped.is_set():
            try:
                for found in watch_files(lambda: list_watched(self.file), self.read, self.stopped):
                    self.send("saved", found=found)
            except Exception as error:
                self.send("saved", found=error)
                self.stopped.wait(PAUSE)

    def read(self) -> FolderState | Exception:
        """Read the folder; return what is wrong with it if it cannot be played."""
        try:
            return read_state(self.file)
        except Exception as error:
            return error

    # What happens

    def run(self, give_up: Callable[[], None]) -> None:
        """Go on until stopped; if nothing can be played, keep why and give up."""
        try:
            self.begin()
        except (InputError, UsageError) as error:
            self.failure = error
            self.board.end("The program has ended; the terminal says why.")
            give_up()
            return
        except Exception as error:
            self.survive(error)
        while self.go_on():
            pass

    def begin(self) -> None:
        """Compile what is to be played."""
        warm_up(self.comparing.before.arrays, say)

    def go_on(self) -> bool:
        """Do what comes in, or play while nothing does; return whether to go on."""
        message = None if self.is_playing and self.inbox.empty() else self.inbox.get()
        if message and message.what == "stop":
            return False
        try:
            self.answer(message) if message else self.look()
        except Exception as error:
            self.survive(error)
        return True

    def survive(self, error: Exception) -> None:
        """Say that something failed; nothing is played until the next save."""
        with suppress(Exception):  # if the page itself fails, the terminal has been told
            self.tell(list_failures(error, self.file.parent.name), "failed")

    @property
    def is_playing(self) -> bool:
        """Whether there are games to play; not while files cannot be read."""
        return self.comparing.goes_on and not self.problems

    def answer(self, message: Message) -> None:
        """Do what a message is about; tell who clicked, unless that one has given up."""
        if message.what == "saved":
            self.take_save(message.found)
            return
        if not message.answer.set_running_or_notify_cancel():
            return
        acts = {"keep": self.keep, "undo": self.undo}
        try:
            said = acts[message.what](message.number)
        except (UsageError, OSError) as error:
            message.answer.set_exception(UsageError(tell_error(error)))
        except Exception as error:
            message.answer.set_exception(error)
            raise
        else:
            message.answer.set_result(said)

    def take_save(self, found: FolderState | Exception | None = None) -> None:
        """Begin to compare if the folder says something else; read it, if it is not read yet."""
        match found or self.read():
            case FolderState() as state:
                had_problems, self.problems = bool(self.problems), ()
                self.see(state.contents)
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

    def see(self, read: Contents) -> None:
        """Remember what was read, and look at files of old that are not read any more."""
        left = [find_table(path) for path in self.old.contents if path not in read]
        self.seen = {**read_contents(left), **read}

    def refuse(self, problems: Sequence[Problem]) -> None:
        """Say what is wrong with the files; figures stay as they are."""
        known = map(find_table, self.comparing.new.contents)
        self.see(read_contents([*list_watched(self.file), *known]))
        self.tell(problems, "not readable")

    def tell(self, problems: Sequence[Problem], mark: str) -> None:
        """Say what is wrong, on the page and in the terminal, unless it is known."""
        found = tuple(map(self.name_problem, problems))
        is_known, self.problems = found == self.problems, found
        if is_known:
            return
        say(*(f"error: {problem}" for problem in found[:MOST_SAID]))
        self.history.appendleft(Save(tell_time(), [self.page().headline], mark=mark))
        self.show()

    def name_problem(self, problem: Problem) -> Problem:
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
                say(f"{self.save.time}  {self.save.effect}")
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
        self.before = look_before(self.old.contents)
        self.seen = {path: one for path, one in self.seen.items() if path in self.old.contents}
        self.since = f"the last keep, {tell_time()}"
        self.comparing = Comparing(self.old, after, self.old)
        self.show()
        return "Kept: what follows is compared with the files as they are."

    def undo(self, number: int) -> str:
        """Give the files that were saved the bytes of old."""
        self.check_click(number)
        folder, seen = self.file.parent, self.seen
        if not folder.is_dir():
            raise UsageError(f"the folder {folder} is gone", "put it back, then undo")
        if not self.before.list_saved(seen):
            message = f"no file was saved since {self.since}; what came or went is left alone"
            raise UsageError(message, "Keep compares with the files as they are")
        room = find_room(folder)
        try:
            saved = take_back(self.before, seen, folder, room)
        except UsageError:
            read = [Path(file.file) for file in list_watched(self.file)]
            self.see({path: seen[path] for path in read if path in seen})
            self.show()
            raise
        self.close_save("undone")
        left = [one for one in list_differences(self.old.contents, seen) if one not in saved]
        try:
            self.take_save()
        except Exception as error:  # the files are as they were, all the same
            self.survive(error)
        return tell_undone(saved, left, folder, room)

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
        differing = self.before.list_saved(self.seen)
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


def list_failures(error: Exception, place: str) -> Sequence[Problem]:
    """Say what failed as something that is wrong in a place."""
    hint = "the session goes on, and tries it again at the next save"
    match error:
        case InputError():
            return error.problems
        case UsageError():
            return [Problem(place, None, None, error.message, error.hint)]
        case OSError():
            return [Problem(place, None, None, tell_error(error), hint)]
    what = f"internal error: {type(error).__name__}: {' '.join(str(error).split())}"
    return [Problem(place, None, None, what, hint)]


def say(*lines: object) -> None:
    """Say lines in the terminal, or nothing if it takes none any more."""
    with suppress(OSError, ValueError):  # a full disk under it; it was closed
        note(*lines)


def says_the_same(one: FolderState, other: FolderState) -> bool:
    """Return whether two states have the same files, and the same cards at addresses."""
    cards = [state.job.plan.pool.content_hash for state in (one, other)]
    return one.contents == other.contents and cards[0] == cards[1]


def tell_time() -> str:
    """Return what the clock says."""
    return datetime.now().strftime("%H:%M:%S")

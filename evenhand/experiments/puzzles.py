"""Which bots solve which puzzles."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from evenhand.simulate.bots.bot_files import Bot, pack_bots
from evenhand.simulate.runs.asking import ask_bot
from evenhand.simulate.runs.first_call import Notice, call_first
from evenhand.simulate.runs.workers import Workers
from evenhand.simulate.scenarios.puzzle import Puzzle, Question

__all__ = ["Answers", "Attempt", "ask", "solve_puzzles"]

ENOUGH = 0.9  # of the times that a bot is asked, its answer must be right


@dataclass(frozen=True)
class Answers:
    """What a bot answered at one table of a puzzle.

    Attributes
    ----------
    question : Question
    given : Counter of int
        How often it took which option.
    """

    question: Question
    given: Counter[int]

    @property
    def asked(self) -> int:
        """How often it was asked."""
        return self.given.total()

    @property
    def right(self) -> int:
        """How often its answer was right."""
        return sum(n for option, n in self.given.items() if option in self.question.right)

    @property
    def is_solved(self) -> bool:
        """Whether its answer was right nearly always: at least nine times in ten."""
        return self.right >= ENOUGH * self.asked

    @property
    def wrong(self) -> str:
        """The wrong answer that it gave most, in words; "" if there was none."""
        wrong = [one for one in self.given.most_common() if one[0] not in self.question.right]
        return self.question.offers[wrong[0][0]] if wrong else ""


@dataclass(frozen=True)
class Attempt:
    """What a bot answered to a puzzle, table by table."""

    puzzle: Puzzle
    bot: Bot
    tables: tuple[Answers, ...]

    @property
    def is_solved(self) -> bool:
        """Whether it solved all tables."""
        return all(table.is_solved for table in self.tables)


def solve_puzzles(
    puzzles: Sequence[tuple[Puzzle, Sequence[Question]]],
    bots: Sequence[Bot],
    times: int,
    workers: Workers,
    notice: Notice | None = None,
) -> Iterator[list[Attempt]]:
    """Ask all bots at all tables of puzzles of one game; give each puzzle's attempts.

    Parameters
    ----------
    puzzles : sequence of (puzzle, its questions)
    times : int
        How often a bot is asked, each time with other luck, if it leaves anything to luck.
    notice : callable(text), optional
        Told if rules are compiled.
    """
    packed = pack_bots(puzzles[0][0].game, list(bots))
    reach = "ahead" if any(bot.thinks_ahead for bot in bots) else "by-score"
    compile_first([one for _, questions in puzzles for one in questions], packed, reach, notice)
    tasks = (
        (question, packed, number, times if bot.has_luck else 1)
        for _, questions in puzzles
        for number, bot in enumerate(bots)
        for question in questions
    )
    answers = workers.work(ask, tasks)
    for puzzle, questions in puzzles:
        yield [
            Attempt(puzzle, bot, tuple(Answers(one, next(answers)) for one in questions))
            for bot in bots
        ]


def compile_first(
    questions: Iterable[Question], bots: np.ndarray, reach: str, notice: Notice | None
) -> None:
    """Compile what asking these bots takes, for each number of players."""
    by_seats = {one.table.n_seats: one for one in questions}
    for n_seats, question in sorted(by_seats.items()):
        game = question.table.game
        kernel = f"{game.name}-{n_seats}-asking-{reach}"

        def call(question: Question = question) -> Counter[int]:
            return ask(question, bots, 0, 0)

        call_first(game, kernel, notice, call)


def ask(
    question: Question, bots: np.ndarray, number: int, times: int, interpreted: bool = False
) -> Counter[int]:
    """Ask a bot so many times, each time with other luck, and count its answers."""
    session = question.session
    states = np.repeat(np.atleast_1d(session.state), times)
    states["rng"]["seed"] += np.arange(times)
    pool, options = np.atleast_1d(session.sight.packed_pool), np.atleast_1d(session.options)
    answers = ask_bot(states, pool, options, bots, number, interpreted)
    return Counter(answers.tolist())

"""Test which bots solve which puzzles."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from evenhand.simulate.bots.bot_files import Bot, load_players, pack_bots
from evenhand.simulate.bots.learned.shape import LearnedPlayers
from evenhand.simulate.runs.asking import ask_bot
from evenhand.simulate.runs.first_call import OnMessage, call_first
from evenhand.simulate.runs.workers import Workers
from evenhand.simulate.scenarios.puzzle import Puzzle, Question

__all__ = ["Answers", "Attempt", "count_answers", "solve_puzzles"]

ENOUGH = 0.9  # least share of right answers of a bot that solves a puzzle


@dataclass(frozen=True)
class Answers:
    """Answers of a bot at one table of a puzzle.

    Attributes
    ----------
    question : Question
    given : Counter of int
        Number of times that each option was chosen.
    """

    question: Question
    given: Counter[int]

    @property
    def asked(self) -> int:
        """Number of answers at a table of a puzzle."""
        return self.given.total()

    @property
    def right(self) -> int:
        """Number of right answers at a table of a puzzle."""
        return sum(n for option, n in self.given.items() if option in self.question.right)

    @property
    def is_solved(self) -> bool:
        """Whether at least nine in ten answers to a puzzle were right."""
        return self.right >= ENOUGH * self.asked

    @property
    def wrong(self) -> str:
        """The most frequent wrong answer to a puzzle, in words; "" if all were right."""
        wrong = [
            option for option, _ in self.given.most_common() if option not in self.question.right
        ]
        return self.question.offers[wrong[0]] if wrong else ""


@dataclass(frozen=True)
class Attempt:
    """A bot's answers to a puzzle, by table."""

    puzzle: Puzzle
    bot: Bot
    tables: tuple[Answers, ...]

    @property
    def is_solved(self) -> bool:
        """Whether all tables of a puzzle are solved."""
        return all(table.is_solved for table in self.tables)


def solve_puzzles(
    puzzles: Sequence[tuple[Puzzle, Sequence[Question]]],
    bots: Sequence[Bot],
    times: int,
    workers: Workers,
    on_message: OnMessage | None = None,
) -> Iterator[list[Attempt]]:
    """Let all bots answer all tables of puzzles of one game, and yield each puzzle's attempts.

    Parameters
    ----------
    puzzles : sequence of (puzzle, its questions)
    times : int
        Number of answers of a bot that uses random numbers, each with another seed.
    on_message : callable(text), optional
        Called with a message if rules are compiled.
    """
    reach = "ahead" if any(bot.thinks_ahead for bot in bots) else "by-score"
    compile_first(
        [question for _, questions in puzzles for question in questions],
        bots,
        reach,
        on_message,
    )
    tasks = (
        (
            question,
            pack_for(question, bots),
            number,
            times if bot.has_luck else 1,
            load_question_players(question, bots),
        )
        for _, questions in puzzles
        for number, bot in enumerate(bots)
        for question in questions
    )
    answers = workers.work(count_answers, tasks)
    for puzzle, questions in puzzles:
        yield [
            Attempt(puzzle, bot, tuple(Answers(question, next(answers)) for question in questions))
            for bot in bots
        ]


def compile_first(
    questions: Iterable[Question],
    bots: Sequence[Bot],
    reach: str,
    on_message: OnMessage | None,
) -> None:
    """Compile the rules for the bots that are asked puzzles, for each number of players."""
    by_seats = {question.table.n_seats: question for question in questions}
    for n_seats, question in sorted(by_seats.items()):
        game = question.table.game
        kernel = f"{game.name}-{n_seats}-asking-{reach}"

        def call(question: Question = question) -> Counter[int]:
            packed = pack_for(question, bots)
            return count_answers(question, packed, 0, 0, load_question_players(question, bots))

        call_first(game, kernel, on_message, call)


def pack_for(question: Question, bots: Sequence[Bot]) -> np.ndarray:
    """Make the records of bots that are asked a puzzle, with the cards of its table."""
    pool = question.session.sight.pool
    return pack_bots(question.table.game, [bot.playing(pool) for bot in bots])


def load_question_players(question: Question, bots: Sequence[Bot]) -> LearnedPlayers | None:
    """Load the weights of the learned players among bots that are asked a puzzle."""
    table = question.table
    return load_players(table.game, question.session.sight.pool, table.n_seats, bots)


def count_answers(
    question: Question,
    bots: np.ndarray,
    number: int,
    times: int,
    players: LearnedPlayers | None = None,
    interpreted: bool = False,
) -> Counter[int]:
    """Ask a bot a puzzle `times` times, each with another seed, and count its answers."""
    session = question.session
    states = np.repeat(np.atleast_1d(session.state), times)
    states["rng"]["seed"] += np.arange(times)
    pool, options = np.atleast_1d(session.sight.packed_pool), np.atleast_1d(session.options)
    answers = ask_bot(states, pool, options, bots, number, players, interpreted)
    return Counter(answers.tolist())

"""Play games with bots that are Python functions, question by question.

A function is called as ``function(seen, options)`` with what its seat may see, a
`evenhand.simulate.runs.stepping.Seen`, and the legal options; it returns one of them, or its
index. It is not called if there is only one option. Decks, deals, seats and the random numbers of
compiled bots are the same as in compiled games.
"""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from evenhand.decks.problems import UsageError
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.bots.policies import QUESTION
from evenhand.simulate.bots.thinking import prepare_thinking
from evenhand.simulate.engine.seats import placement_of
from evenhand.simulate.runs.asking import ask
from evenhand.simulate.runs.batch import (
    Chunk,
    PlanArrays,
    make_writeable,
    play,
    write_sides,
)
from evenhand.simulate.runs.chunk_loop import write_cards, write_row
from evenhand.simulate.runs.result_columns import PLACEMENT
from evenhand.simulate.runs.seating import seating
from evenhand.simulate.runs.stepping import Batch, Choice, Seen, Stepping, Table

__all__ = ["compile_stepping", "play_compiled_or_stepped", "play_stepped"]


def play_compiled_or_stepped(arrays: PlanArrays, chunk: Chunk) -> np.ndarray:
    """Play the games of a chunk, stepped if a bot is a Python function."""
    return (play_stepped if arrays.plan.asks_functions else play)(arrays, chunk)


def compile_stepping(arrays: PlanArrays) -> None:
    """Compile everything that `play_stepped` calls, without calling a function."""
    chunk_games = ChunkGames(arrays, Chunk(0, 0, 0, 1))
    chunk_games.deal_game(0)
    chunk_games.game.numbers_seen_by(0)
    for side, bot in enumerate(chunk_games.bots):
        if not bot.function:
            chunk_games.ask_compiled(side)


def play_stepped(arrays: PlanArrays, chunk: Chunk) -> np.ndarray:
    """Play the games of a chunk question by question.

    Returns
    -------
    rows : structured array, shape (n_pairs * n_seats,)
        As returned by `evenhand.simulate.runs.batch.play`.

    Raises
    ------
    UsageError
        If the answer of a function is not an option.
    """
    chunk_games, n_seats = ChunkGames(arrays, chunk), arrays.plan.n_seats
    rows = np.zeros(chunk.n_pairs * n_seats, arrays.row)
    for number in range(len(rows)):
        chunk_games.deal_game(number)
        while not chunk_games.game.is_over:
            chunk_games.game.apply(chunk_games.answer())
        state, (group, rotation) = chunk_games.batch.states[0], divmod(number, n_seats)
        write_row(state, chunk, chunk.first_pair + group, rotation, rows[number])
        if PLACEMENT in (arrays.row.names or ()):
            for seat in range(n_seats):
                rows[number][PLACEMENT][seat] = placement_of(state, seat)
        if arrays.plan.is_sealed:
            write_cards(state, rows[number])
    write_sides(rows, chunk_games.matchup, chunk_games.order)
    return rows


class ChunkGames:
    """The games of a chunk, played one after another.

    Attributes
    ----------
    game : Stepping
        The current game.
    bots : list of Bot
        One for each side.
    order : int8 array, shape (n_pairs, n_seats)
        The side at each place, group by group.
    """

    def __init__(self, arrays: PlanArrays, chunk: Chunk) -> None:
        plan = arrays.plan
        self.arrays, self.chunk, self.plan = arrays, chunk, plan
        self.matchup = arrays.matchups[chunk.matchup]
        self.bots: list[Bot] = [plan.bots[row] for row in self.matchup.bots]
        decks = tuple(plan.entrants[row] for row in self.matchup.decks)
        pool, options = make_writeable(arrays.pool), make_writeable(arrays.options)
        self.table = Table(plan.game, plan.pool, decks, pool, options)
        self.batch = Batch(self.table, 1, skips_forced=True)
        self.game = Stepping(self.batch)
        pairs = np.arange(chunk.first_pair, chunk.first_pair + chunk.n_pairs)
        self.order = seating(plan.n_seats, pairs)
        self.packed_bots = arrays.bots[list(self.matchup.bots)]
        self.thinking = prepare_thinking(self.table.state_record, self.packed_bots, arrays.players)
        self.question = np.zeros(1, QUESTION)[0]
        self.seen: list[Seen] = []
        self.name, self.number = "", 0

    def deal_game(self, number: int) -> None:
        """Begin one of the games of the chunk."""
        plan, n_seats = self.plan, self.plan.n_seats
        group, rotation = divmod(number, n_seats)
        pair = self.chunk.first_pair + group
        seats = np.arange(n_seats)
        self.batch.sides[0] = self.order[group, (seats + rotation) % n_seats]
        self.batch.begin([plan.seed], matchup=self.matchup.stream, pair=pair)
        self.seen = [Seen(self.game, seat) for seat in range(n_seats)]
        self.name = self.describe_game(pair, rotation)
        self.number = 0

    def describe_game(self, pair: int, rotation: int) -> str:
        """Describe the game by its number in the run, decks and seed."""
        before = sum(matchup.pairs for matchup in self.arrays.matchups[: self.chunk.matchup])
        number = (before + pair) * self.plan.n_seats + rotation + 1
        sides = self.batch.sides[0]
        decks = " against ".join(self.table.decks[side].name for side in sides)
        return f"game {number} ({decks}, seed {self.plan.seed})"

    def answer(self) -> int:
        """Return the answer of the bot of the seat asked."""
        self.number += 1
        side = int(self.batch.sides[0, self.game.seat])
        bot = self.bots[side]
        return self.ask_function(bot) if bot.function else self.ask_compiled(side)

    def ask_compiled(self, side: int) -> int:
        """Ask a compiled bot, whose random stream advances in the game."""
        answers = np.zeros(1, np.int64)
        table, bot = self.table, self.packed_bots[[side]]
        rules = table.packed_pool, table.packed_options
        ask(self.batch.states, *rules, bot, self.question, self.thinking, answers)
        return int(answers[0])

    def ask_function(self, bot: Bot) -> int:
        """Ask a Python function; add a note with the question to an exception that it raises."""
        assert bot.function
        options, seen = self.game.options, self.seen[self.game.seat]
        seen.forget()
        try:
            answer = bot.function(seen, options)
        except Exception as error:
            error.add_note(f"The bot '{bot.name}' was asked: {self.describe_question(options)}")
            raise
        return self.find_option_index(bot, answer, options)

    def find_option_index(self, bot: Bot, answer: Any, options: Sequence[Choice]) -> int:
        """Return the index of the option that a function answered with."""
        if isinstance(answer, Choice):
            if answer in options:
                return answer.index
            given = "an option of another question"
        else:
            try:
                index = operator.index(answer)
            except TypeError:
                index = -1
            if 0 <= index < len(options):
                return index
            given = repr(answer)
        raise UsageError(
            f"the bot '{bot.name}' answered {given}: {self.describe_question(options)}",
            f"return one of the options, or its index, 0 to {len(options) - 1}",
        )

    def describe_question(self, options: Sequence[Choice]) -> str:
        """Describe the question: game, turn, decision, player, text and number of options."""
        turn = int(self.batch.states["turn"][0])
        where = f"{self.name}, turn {turn}, decision {self.number}, player {self.game.seat + 1}"
        return f"{where}, {self.game.question} ({len(options)} options)"

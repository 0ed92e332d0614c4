"""Bots that are Python functions: their games are stepped, question by question.

A function is called as ``function(seen, options)`` with what its seat may see, a
`evenhand.simulate.runs.stepping.Seen`, and the legal options; it returns one of them, or its
index. Questions that leave no choice are not put to it. The games are those that compiled code
would play: decks, deals, seats and the luck of compiled bots are the same.
"""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from evenhand.decks.problems import UsageError
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.bots.policies import QUESTION, make_room
from evenhand.simulate.engine.seats import placement_of
from evenhand.simulate.runs.asking import ask
from evenhand.simulate.runs.batch import (
    Chunk,
    PlanArrays,
    make_writeable,
    note_sides,
    play,
    write_cards,
    write_row,
)
from evenhand.simulate.runs.result_columns import PLACEMENT
from evenhand.simulate.runs.seating import seating
from evenhand.simulate.runs.stepping import Batch, Choice, Seen, Stepping, Table

__all__ = ["compile_stepping", "play_stepped", "play_with"]


def play_with(arrays: PlanArrays, chunk: Chunk) -> np.ndarray:
    """Play the games of a chunk as `play` does, whoever plays."""
    return (play_stepped if arrays.plan.asks_functions else play)(arrays, chunk)


def compile_stepping(arrays: PlanArrays) -> None:
    """Call all that is compiled for `play_stepped`, without asking a function."""
    match_ = Match(arrays, Chunk(0, 0, 0, 1))
    match_.sit_down(0)
    match_.game.numbers_seen_by(0)
    for side, bot in enumerate(match_.bots):
        if not bot.function:
            match_.ask_compiled(side)


def play_stepped(arrays: PlanArrays, chunk: Chunk) -> np.ndarray:
    """Play the games of a chunk question by question.

    Returns
    -------
    rows : structured array, shape (n_pairs * n_seats,)
        As `evenhand.simulate.runs.batch.play` gives them.

    Raises
    ------
    UsageError
        If a function answers with what is no option.
    """
    match_, n_seats = Match(arrays, chunk), arrays.plan.n_seats
    rows = np.zeros(chunk.n_pairs * n_seats, arrays.row)
    for number in range(len(rows)):
        match_.sit_down(number)
        while not match_.game.is_over:
            match_.game.apply(match_.answer())
        state, (group, rotation) = match_.batch.states[0], divmod(number, n_seats)
        write_row(state, chunk, chunk.first_pair + group, rotation, rows[number])
        if PLACEMENT in (arrays.row.names or ()):
            for seat in range(n_seats):
                rows[number][PLACEMENT][seat] = placement_of(state, seat)
        if arrays.plan.is_sealed:
            write_cards(state, rows[number])
    note_sides(rows, match_.matchup, match_.order)
    return rows


class Match:
    """The games of a chunk, one after the other.

    Attributes
    ----------
    game : Stepping
        The one under way.
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
        self.room = make_room(self.table.state_record, self.packed_bots)
        self.question = np.zeros(1, QUESTION)[0]
        self.seen: list[Seen] = []
        self.name, self.number = "", 0

    def sit_down(self, number: int) -> None:
        """Deal one of the chunk's games."""
        plan, n_seats = self.plan, self.plan.n_seats
        group, rotation = divmod(number, n_seats)
        pair = self.chunk.first_pair + group
        seats = np.arange(n_seats)
        self.batch.sides[0] = self.order[group, (seats + rotation) % n_seats]
        self.batch.begin([plan.seed], matchup=self.matchup.stream, pair=pair)
        self.seen = [Seen(self.game, seat) for seat in range(n_seats)]
        self.name = self.tell_game(pair, rotation)
        self.number = 0

    def tell_game(self, pair: int, rotation: int) -> str:
        """Say which game of the run is played."""
        before = sum(one.pairs for one in self.arrays.matchups[: self.chunk.matchup])
        number = (before + pair) * self.plan.n_seats + rotation + 1
        sides = self.batch.sides[0]
        decks = " against ".join(self.table.decks[side].name for side in sides)
        return f"game {number} ({decks}, seed {self.plan.seed})"

    def answer(self) -> int:
        """Have the question answered by whoever is asked."""
        self.number += 1
        side = int(self.batch.sides[0, self.game.seat])
        bot = self.bots[side]
        return self.ask_function(bot) if bot.function else self.ask_compiled(side)

    def ask_compiled(self, side: int) -> int:
        """Ask a compiled bot, whose luck moves on in the game itself."""
        answers = np.zeros(1, np.int64)
        table, bot = self.table, self.packed_bots[[side]]
        rules = table.packed_pool, table.packed_options
        ask(self.batch.states, *rules, bot, self.question, self.room, answers)
        return int(answers[0])

    def ask_function(self, bot: Bot) -> int:
        """Ask a Python function; what it raises is its own, with the place noted."""
        assert bot.function
        options, seen = self.game.options, self.seen[self.game.seat]
        seen.forget()
        try:
            answer = bot.function(seen, options)
        except Exception as error:
            error.add_note(f"The bot '{bot.name}' was asked: {self.tell_place(options)}")
            raise
        return self.find_answer(bot, answer, options)

    def find_answer(self, bot: Bot, answer: Any, options: Sequence[Choice]) -> int:
        """Return the index of the option that a function answered with."""
        if isinstance(answer, Choice):
            if answer in options:
                return answer.index
            found = "an option of another question"
        else:
            try:
                index = operator.index(answer)
            except TypeError:
                index = -1
            if 0 <= index < len(options):
                return index
            found = repr(answer)
        raise UsageError(
            f"the bot '{bot.name}' answered {found}: {self.tell_place(options)}",
            f"return one of the options, or its index, 0 to {len(options) - 1}",
        )

    def tell_place(self, options: Sequence[Choice]) -> str:
        """Say where a function was asked what."""
        turn = int(self.batch.states["turn"][0])
        where = f"{self.name}, turn {turn}, decision {self.number}, player {self.game.seat + 1}"
        return f"{where}, {self.game.question} ({len(options)} options)"

"""Lessons: positions in which a bot would win more with the answer of a stronger bot."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import PairSums
from evenhand.analysis.statistics.intervals import mean_interval
from evenhand.analysis.statistics.ratios import mask_zeros, pool, ratio, standard_error
from evenhand.progress import Progress
from evenhand.simulate.bots.bot_files import Bot, pack_bots
from evenhand.simulate.replay.replay import Step, describe_step
from evenhand.simulate.replay.story import describe_states
from evenhand.simulate.runs.batch import Chunk, PlanArrays, Trace, plan_arrays, play
from evenhand.simulate.runs.bot_comparison import compare_bots
from evenhand.simulate.runs.first_call import OnMessage, call_first
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import warm_up
from evenhand.simulate.runs.workers import Workers
from evenhand.simulate.view.fields import Sight
from evenhand.simulate.view.view import View

__all__ = ["COPY", "Lesson", "Lessons", "describe_question", "list_lessons", "summarize_lessons"]

WORLDS = 64  # in which two answers are compared
COPY = re.compile(r" #\d+$")  # suffix that distinguishes options with the same text
ANY = "\N{HORIZONTAL ELLIPSIS}"  # replaces the name of any card


@dataclass(frozen=True)
class Lesson:
    """A lesson: a question that the second bot answers differently.

    Attributes
    ----------
    game : int
        Number from 0, in the order of play.
    decks : tuple of str
        Decks by seat.
    step : Step
        The question, the first bot's answer, and the table.
    second : str
        The second bot's answer, in words.
    gain : float
        Gain of win probability by the second answer, if both play on as the first bot does.
    error : float
        Standard error of the gain over worlds.
    """

    game: int
    decks: tuple[str, ...]
    step: Step
    second: str
    gain: float
    error: float

    @property
    def first(self) -> str:
        """The answer of the bot that is taught, in words."""
        return self.step.options[self.step.choice]


@dataclass(frozen=True)
class Lessons:
    """The questions asked for lessons, and those that the second bot answers differently.

    Attributes
    ----------
    asked : mapping from str to int
        Number of times that each question had two options or more, by its words.
    lessons : list of Lesson
        In the order of play.
    names : frozenset of str
        Names of all cards.
    n_games, n_seats : int
    """

    asked: Counter[str]
    lessons: list[Lesson]
    names: frozenset[str]
    n_games: int
    n_seats: int


def list_lessons(
    plan: Plan,
    teacher: Bot,
    workers: Workers,
    progress: Progress,
    on_message: OnMessage | None = None,
) -> Lessons:
    """Find lessons: the bot of a plan plays all seats, and a second bot is asked the same.

    Parameters
    ----------
    plan : Plan
        A plan with one bot.
    on_message : callable(text), optional
        Called with a message if rules are compiled.
    """
    arrays = plan_arrays(plan)
    bots = pack_bots(plan.game, [*plan.bots, teacher.playing(plan.pool)])
    if workers.are_here:
        compile_first(arrays, bots, on_message)
    games = list_games(arrays)
    asked: Counter[str] = Counter()
    lessons: list[Lesson] = []
    work = workers.work(study_game, ((arrays, bots, *game) for game in enumerate(games)))
    for done, (questions, found) in enumerate(work, start=1):
        asked += questions
        lessons += found
        progress(done, len(games))
    return Lessons(asked, lessons, frozenset(plan.pool.names), len(games), plan.n_seats)


def compile_first(arrays: PlanArrays, bots: np.ndarray, on_message: OnMessage | None) -> None:
    """Compile the rules before lessons' workers start, so that they are compiled once."""
    game, n_seats = arrays.plan.game, arrays.plan.n_seats
    nothing = np.zeros(0, game.state_record(n_seats))
    warm_up(arrays, on_message)
    call_first(
        game,
        f"{game.name}-{n_seats}-bot-comparison",
        on_message,
        lambda: compare_bots(arrays, bots, nothing, WORLDS),
    )


def list_games(arrays: PlanArrays) -> list[tuple[int, int, int]]:
    """List the games that lessons are found in: (matchup, pair, rotation).

    All rotations of a group, at least one group, and no more games than the plan says: where it has
    more matchups, some are chosen evenly.
    """
    groups = [(row, pair) for row, one in enumerate(arrays.matchups) for pair in range(one.pairs)]
    n_seats = arrays.plan.n_seats
    wanted = min(max(arrays.plan.games // n_seats, 1), len(groups))
    chosen = [groups[i * len(groups) // wanted] for i in range(wanted)]
    return [(*group, rotation) for group in chosen for rotation in range(n_seats)]


def study_game(
    arrays: PlanArrays, bots: np.ndarray, number: int, game: tuple[int, int, int]
) -> tuple[Counter[str], list[Lesson]]:
    """Play a game to find lessons, and ask both bots all its questions."""
    matchup, pair, rotation = game
    plan = arrays.plan
    trace = Trace.blank(plan.game.state_record(plan.n_seats), rotation)
    rows = play(arrays, Chunk(0, matchup, pair, 1), trace=trace)
    deck_rows = rows["deck"][rotation]
    decks = tuple(plan.entrants[row].name for row in np.atleast_1d(deck_rows))
    comparisons = compare_bots(arrays, bots, trace.states[: trace.n], WORLDS)
    view, sight = plan.game.view, Sight(plan.pool, arrays.pool[0])
    asked: Counter[str] = Counter()
    lessons = []
    for i in np.flatnonzero(comparisons["n"] > 1):
        state, comparison = trace.states[i], comparisons[i]
        asked[view.question(view.whole(state, sight))] += 1
        if comparison["first"] != comparison["second"]:
            step = describe_question(view, sight, trace, int(i))
            second = step.options[comparison["second"]]
            lessons.append(
                Lesson(number, decks, step, second, *estimate_gain(comparison, plan.n_seats))
            )
    return asked, lessons


def describe_question(view: View, sight: Sight, trace: Trace, number: int) -> Step:
    """Describe one recorded question of a game, for lessons, apart from the others."""
    states = describe_states(view, trace.states[number : number + 2], sight)
    return describe_step(view, sight, trace.steps[number], *states)


def estimate_gain(comparison: Any, n_seats: int) -> tuple[float, float]:
    """Return the gain by a lesson's answer, and its standard error over worlds."""
    gain, squares = float(comparison["gain"]) / n_seats, float(comparison["squares"]) / n_seats**2
    mean = gain / WORLDS
    return mean, float(np.sqrt(max(0.0, squares / WORLDS - mean**2) / (WORLDS - 1)))


def summarize_lessons(lessons: Lessons, by_answer: bool = False) -> pd.DataFrame:
    """Summarize lessons by question, or by question and answers.

    Returns
    -------
    DataFrame
        ``question`` (and ``first``, ``second``, with card names replaced), ``asked`` (only by
        question), ``overruled`` (number of lessons), ``gain`` (mean per lesson) and
        ``per_game``, ``per_game_low``, ``per_game_high``: the sum of gains in a game, with a
        95 % Student interval over groups of rotated games; its ends are missing with fewer
        than two groups, or if all gain the same. Largest gain per game first.
    """
    keys = ["question", "first", "second"] if by_answer else ["question"]
    names = re.compile("|".join(map(re.escape, sorted(lessons.names, key=len, reverse=True))))

    def replace_names(answer: str) -> str:
        return names.sub(ANY, COPY.sub("", answer)).partition(":")[0]

    rows = pd.DataFrame(
        [
            (lesson.step.question, replace_names(lesson.first), replace_names(lesson.second),
             lesson.game // lessons.n_seats, lesson.gain)
            for lesson in lessons.lessons
        ],
        columns=["question", "first", "second", "group", "gain"],
    )  # fmt: skip
    kinds = rows.groupby(keys, sort=True)
    table = kinds["gain"].agg(overruled="size", gain="mean").reset_index()
    n_groups = lessons.n_games // lessons.n_seats
    in_groups = np.zeros((len(table), n_groups))
    group = rows["group"].to_numpy(np.intp)
    np.add.at(in_groups, (kinds.ngroup().to_numpy(np.intp), group), rows["gain"].to_numpy(float))
    games = np.full(n_groups, lessons.n_seats)
    sums = pool([PairSums.of({"gain": in_groups, "games": games})])
    mean = ratio(sums, ["gain"], ["games"])
    error = mask_zeros(standard_error(sums, mean))
    low, high = mean_interval(mean.value, error, mean.n_pairs, bounds=(-np.inf, np.inf))
    table = table.assign(per_game=mean.value, per_game_low=low, per_game_high=high)
    if not by_answer:
        table.insert(1, "asked", [lessons.asked[text] for text in table["question"]])
    return table.sort_values(["per_game", *keys], ascending=[False, *(True for _ in keys)])

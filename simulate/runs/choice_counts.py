"""Count what there was to decide in games of a run, which are played again for it.

An answer *declines* if it is "no" or "enough", or if it is on offer nearly whenever its question
is asked, and always the same: to end the turn, to pass, to stay back. Another answer to a question
that can be declined is a *deed*. What is asked without such a way out follows from a deed, as whom
it hits, or is forced by the rules, as what is discarded, and counts neither way. Nor does "yes" to
a question whose words never change, as whether to draw a second card: no card is behind it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from evenhand.simulate.bots.restrictions import FIRST_ANSWER
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.runs.batch import Chunk, PlanArrays, Trace, play
from evenhand.simulate.runs.unplayable_counts import (
    count_unplayable,
    list_cards_named,
    list_hands,
)
from evenhand.simulate.view.fields import Sight

__all__ = ["ChoiceCounts", "count_choices"]

NEARLY_ALWAYS = 0.95  # share of the times that a question is asked
HALVINGS = 3  # what makes sense is taken once for 2**3 times that the best is, or more often
DECLINING = (Answer.NO, Answer.ENOUGH)
ASKED = ("game", "number")  # what names one question
TEXTS = ("words", "deck")
FLAGS = ("is_choice", "can_decline", "has_deed", "took_deed")  # of questions, and of turns

Columns = dict[str, np.ndarray]


class GameRecord(NamedTuple):
    """One game, played again: columns of four tables.

    Attributes
    ----------
    options : dict of str to array
        One row per option of each question: number (of the question), question, seat (asked),
        turn, words (of the first question of its kind to be answered with yes or no, else ""),
        kind, slot, copy_id, is_taken, lag (points of score behind the best option), and those of
        `evenhand.simulate.runs.unplayable_counts.list_cards_named`.
    turns : dict of str to array
        One row per turn: turn, seat (whose turn it is).
    seats : dict of str to array
        One row per seat: matchup, pair, rotation, seat, deck (its name).
    hands : dict of str to array
        From `evenhand.simulate.runs.unplayable_counts.list_hands`.
    """

    options: Columns
    turns: Columns
    seats: Columns
    hands: Columns


class ChoiceCounts(NamedTuple):
    """What there was to decide in some games: by seat, and by card in hand.

    Attributes
    ----------
    seats, cards : polars.DataFrame
    """

    seats: pl.DataFrame
    cards: pl.DataFrame


def count_choices(arrays: PlanArrays, games: Iterable[tuple[int, int, int]]) -> ChoiceCounts:
    """Play games of a plan again, and count what there was to decide in them.

    Parameters
    ----------
    games : iterable of (matchup, pair, rotation)

    Returns
    -------
    seats : polars.DataFrame
        One row per game and seat: matchup, pair, rotation, seat, deck (its name), turns (own ones,
        without the last of the game, which its end cuts off), idle (those without a deed of their
        player), stuck (those of them in which no deed was on offer),
        questions (with two options or more), one_sensible (those of them at which one option
        alone makes sense: the others are behind by more than `HALVINGS` times what halves the odds
        that the game's novice takes them; missing if rules of thumb tell no options apart).
    cards : polars.DataFrame
        One row per game, seat and card: matchup, pair, rotation, seat, deck, card (their names),
        and the counts of `evenhand.simulate.runs.unplayable_counts.count_unplayable`.
    """
    records = [read_game(arrays, *game) for game in games]
    options, turns, seats, hands = (join_games(tables) for tables in zip(*records, strict=True))
    options = mark_deeds(options)
    questions = summarize_questions(options, HALVINGS * arrays.plan.game.novice_noise)
    if not (options["lag"] > 0).any():
        questions = questions.with_columns(one_sensible=pl.lit(None, pl.Int64))
    counted = count_unplayable(options, hands)
    names = pl.Series(arrays.plan.pool.labels, dtype=pl.String)
    counted = counted.with_columns(card=names.gather(counted["card"]))
    cards = seats.join(counted, on=["game", "seat"]).drop("game")
    return ChoiceCounts(count_seats(seats, turns, questions), cards)


def count_seats(seats: pl.DataFrame, turns: pl.DataFrame, questions: pl.DataFrame) -> pl.DataFrame:
    """Count the turns and questions of each game and seat."""
    keys = ["game", "seat"]
    return (
        seats.join(count_turns(turns, questions), on=keys, how="left")
        .join(count_questions(questions), on=keys, how="left")
        .sort(keys)
        .drop("game")
        .with_columns(pl.col("turns", "idle", "stuck", "questions").fill_null(0))
    )


# Reading


def read_game(arrays: PlanArrays, matchup: int, pair: int, rotation: int) -> GameRecord:
    """Play a game again, and list its options, its turns and its seats."""
    plan = arrays.plan
    trace = Trace.blank(plan.game.state_record(plan.n_seats), rotation)
    row = play(arrays, Chunk(0, matchup, pair, 1), trace=trace)[rotation]
    places = {"matchup": matchup, "pair": pair, "rotation": rotation}
    seats = {
        **{name: np.full(plan.n_seats, value) for name, value in places.items()},
        "seat": np.arange(plan.n_seats),
        "deck": np.array([plan.entrants[deck].name for deck in row["deck"]], object),
    }
    players = list_turn_players(trace.states[: trace.n + 1], int(row["turns"]))
    turns = {"turn": np.arange(1, len(players) + 1), "seat": np.array(players, int)}
    hands = list_hands(trace.states[: trace.n + 1], players)
    return GameRecord(list_options(arrays, trace, players), turns, seats, hands)


def list_options(arrays: PlanArrays, trace: Trace, players: list[int]) -> Columns:
    """List the options of all questions of a game."""
    n = trace.n
    states, steps = trace.states[:n], trace.steps[:n]
    number, column = np.nonzero(np.arange(steps["n"].max(initial=0)) < steps["n"][:, None])
    actions, scores = steps["actions"][number, column], steps["scores"][number, column]
    best = np.maximum.reduceat(scores, np.flatnonzero(column == 0)) if n else scores
    words = list_words(arrays, states, number[actions["kind"] == Answer.YES])
    return {
        "number": number,
        **{name: states[name][number].astype(int) for name in ("question", "seat", "turn")},
        "words": words[number],
        **{name: actions[name].astype(int) for name in ("kind", "slot", "copy_id")},
        "is_taken": column == steps["choice"][number],
        "lag": best[number] - scores,
        **list_cards_named(trace.states[: n + 1], players, number, actions["copy_id"]),
    }


def list_words(arrays: PlanArrays, states: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Return the words of the first of each kind among some questions of a game, "" for others."""
    view, sight = arrays.plan.game.view, Sight(arrays.plan.pool, arrays.pool[0])
    words = np.full(len(states), "", object)
    _, first = np.unique(states["question"][numbers], return_index=True)
    for number in numbers[first]:
        words[number] = view.question(view.whole(states[number], sight))
    return words


def join_games(tables: Sequence[Columns]) -> pl.DataFrame:
    """Join the tables of games, with the number of each."""
    sizes = [len(next(iter(table.values()))) for table in tables]
    joined = {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}
    texts = {name: pl.Series(joined[name], dtype=pl.String) for name in TEXTS if name in joined}
    return pl.DataFrame({"game": np.repeat(np.arange(len(tables)), sizes), **joined, **texts})


def list_turn_players(states: np.ndarray, n_turns: int) -> list[int]:
    """Return whose turn each is: turns go round from who goes first, past those who are out."""
    n_seats = states["out"].shape[1]
    players = [int(states["first"][-1])]
    began = np.searchsorted(states["turn"], np.arange(2, n_turns + 1))
    for out in states["out"][np.minimum(began, len(states) - 1)]:
        others = ((players[-1] + step) % n_seats for step in range(1, n_seats))
        players.append(next((seat for seat in others if not out[seat]), players[-1]))
    return players[:n_turns]


# Counting


def mark_deeds(options: pl.DataFrame) -> pl.DataFrame:
    """Add to options whether they decline, and whether they are deeds if one may decline."""
    asked = options.group_by("question").agg(
        n_asked=pl.struct(ASKED).n_unique(),
        is_plain=pl.col("words").filter(pl.col("words") != "").n_unique() == 1,
    )
    kinds = options.group_by("question", "kind").agg(
        n_offered=pl.struct(ASKED).n_unique(),
        is_same=(pl.col("slot").n_unique() == 1) & (pl.col("copy_id").n_unique() == 1),
    )
    is_standing = pl.col("is_same") & (pl.col("n_offered") >= NEARLY_ALWAYS * pl.col("n_asked"))
    declines = pl.col("kind").is_in(DECLINING) | (is_standing & (pl.col("kind") < FIRST_ANSWER))
    is_neutral = pl.col("is_plain") & (pl.col("kind") == Answer.YES)
    return (
        options.join(asked, on="question")
        .join(kinds, on=["question", "kind"])
        .with_columns(declines=declines, is_deed=~declines & ~is_neutral)
    )


def summarize_questions(options: pl.DataFrame, sensible: int) -> pl.DataFrame:
    """Return a row for each question: what was on offer, what was taken, and what makes sense.

    Parameters
    ----------
    options : polars.DataFrame
        From `mark_deeds`.
    sensible : int
        The most points of score behind the best with which an option makes sense.
    """
    can_decline = pl.col("declines").any()
    is_choice = pl.len() > 1
    return options.group_by(ASKED).agg(
        pl.col("seat", "turn").first(),
        is_choice=is_choice,
        can_decline=can_decline,
        has_deed=can_decline & pl.col("is_deed").any(),
        took_deed=can_decline & (pl.col("is_deed") & pl.col("is_taken")).any(),
        one_sensible=(is_choice & ((pl.col("lag") <= sensible).sum() == 1)).cast(pl.Int64),
    )


def count_questions(questions: pl.DataFrame) -> pl.DataFrame:
    """Count the questions of each game and seat with two options or more."""
    return (
        questions.filter("is_choice")
        .group_by("game", "seat")
        .agg(questions=pl.len(), one_sensible=sum_known("one_sensible"))
    )


def sum_known(name: str) -> pl.Expr:
    """Return the sum of a column, missing if its values are."""
    return pl.when(pl.col(name).null_count() == 0).then(pl.col(name).sum())


def count_turns(turns: pl.DataFrame, questions: pl.DataFrame) -> pl.DataFrame:
    """Count the turns of each game and seat, those without a deed, and those without one on offer.

    In a turn without any answer that declines, what is chosen counts: the rules let nobody pass.
    """
    keys = ["game", "turn", "seat"]
    asked = questions.group_by(keys).agg(pl.col(FLAGS).any())
    is_forced = ~pl.col("can_decline") & pl.col("is_choice")
    return (
        turns.filter(pl.col("turn") < pl.col("turn").max().over("game"))
        .join(asked, on=keys, how="left")
        .with_columns(pl.col(FLAGS).fill_null(value=False))
        .with_columns(is_idle=~pl.col("took_deed") & ~is_forced)
        .group_by("game", "seat")
        .agg(
            turns=pl.len(),
            idle=pl.col("is_idle").sum(),
            stuck=(pl.col("is_idle") & ~pl.col("has_deed")).sum(),
        )
    )

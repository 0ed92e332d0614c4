"""What there was to decide: deeds and ways out in made-up questions, and in games played again."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import load_pool
from evenhand.simulate.bots.bot_files import load_bot, read_bot
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.proving.sample_plan import sample_plan
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.batch import plan_arrays, play
from evenhand.simulate.runs.choice_counts import (
    count_choices,
    count_turns,
    list_turn_players,
    mark_deeds,
    summarize_questions,
)

# A made-up game. At MAIN one plays cards, attacks or ends the turn; TARGET follows from a card,
# DISCARD is forced, STRIKE asks about one creature, and MORE the same each turn.
MAIN, TARGET, DISCARD, STRIKE, MORE = range(1, 6)
PLAY, END, STAY = range(3)
OPTIONS = {
    "card": (PLAY, 0, 3), "other card": (PLAY, 0, 4), "end": (END, 0, -1),
    "place": (Answer.PLACE, 2, 0), "other place": (Answer.PLACE, 5, 0),
    "discard": (Answer.CARD, 0, 1), "discard other": (Answer.CARD, 0, 2),
    "yes": (Answer.YES, 0, -1), "no": (Answer.NO, 0, -1),
}  # fmt: skip


def ask(turn, seat, question, offered, words=""):
    """Return one asking; the first of the options on offer is taken."""
    return turn, seat, question, offered.split(", "), words


def table_of(*askings, lag=0):
    rows = [
        {
            "game": 0, "number": number, "question": question, "seat": seat, "turn": turn,
            "words": words, "is_taken": place == 0, "lag": lag * place,
            **dict(zip(("kind", "slot", "copy_id"), map(int, OPTIONS[option]), strict=True)),
        }
        for number, (turn, seat, question, offered, words) in enumerate(askings)
        for place, option in enumerate(offered)
    ]  # fmt: skip
    return pl.DataFrame(rows)


USUAL = (
    ask(1, 0, MORE, "yes, no", "draw a second card"),
    ask(1, 0, MAIN, "card, end"),
    ask(1, 0, TARGET, "place, other place"),
    ask(1, 0, MAIN, "end, card, other card"),
    ask(2, 1, MORE, "yes, no", "draw a second card"),
    ask(2, 1, STRIKE, "yes, no", "strike with Ogre"),
    ask(2, 1, MAIN, "end, other card"),
)


def turn_of(*askings):
    """Return whether turn 3 of a made-up game is idle, and whether it is stuck."""
    questions = summarize_questions(mark_deeds(table_of(*USUAL, *askings)), 0)
    turns = pl.DataFrame({"game": [0] * 4, "turn": [1, 2, 3, 4], "seat": [0, 1, 2, 3]})
    counted = count_turns(turns, questions).filter(seat=2).row(0, named=True)
    return counted["idle"], counted["stuck"]


@pytest.mark.parametrize(
    ("askings", "idle", "stuck"),
    [
        ([ask(3, 2, MAIN, "card, end")], 0, 0),
        ([ask(3, 2, MAIN, "end, card")], 1, 0),
        ([ask(3, 2, MAIN, "end")], 1, 1),
        ([], 1, 1),
        ([ask(3, 2, MAIN, "end"), ask(3, 2, DISCARD, "discard, discard other")], 1, 1),
        ([ask(3, 2, MAIN, "end"), ask(3, 2, TARGET, "place, other place")], 1, 1),
        ([ask(3, 2, MAIN, "end"), ask(3, 2, STRIKE, "yes, no", "strike with Elf")], 0, 0),
        ([ask(3, 2, MAIN, "end"), ask(3, 2, STRIKE, "no, yes", "strike with Elf")], 1, 0),
        ([ask(3, 2, MORE, "yes, no", "draw a second card"), ask(3, 2, MAIN, "end")], 1, 1),
        ([ask(3, 2, DISCARD, "discard, discard other")], 0, 0),
        ([ask(3, 1, MAIN, "card, end"), ask(3, 2, MAIN, "end")], 1, 1),
    ],
    ids=[
        "a card", "passed", "nothing else", "never asked", "a forced discard", "a place",
        "a strike", "no strike", "a second card", "only forced", "the rival acts",
    ],
)  # fmt: skip
def test_a_turn_is_idle_if_nothing_was_done_in_it(askings, idle, stuck):
    assert turn_of(*askings) == (idle, stuck)


def test_the_last_turn_is_left_out():
    questions = summarize_questions(mark_deeds(table_of(*USUAL)), 0)
    turns = pl.DataFrame({"game": [0, 0], "turn": [1, 2], "seat": [0, 1]})
    assert count_turns(turns, questions).to_dicts() == [
        {"game": 0, "seat": 0, "turns": 1, "idle": 0, "stuck": 0}
    ]


@pytest.mark.parametrize(("lag", "alone"), [(9, 0), (10, 0), (11, 1)])
def test_an_option_makes_sense_up_to_the_points_behind_the_best(lag, alone):
    options = mark_deeds(table_of(ask(1, 0, MAIN, "card, other card, end"), lag=lag))
    assert summarize_questions(options, 10)["one_sensible"].to_list() == [alone]


def test_turns_go_round_past_those_who_are_out():
    states = np.zeros(4, [("turn", int), ("first", int), ("out", int, (3,))])
    states["turn"], states["first"] = [0, 1, 2, 4], 1
    states["out"][2:, 2] = 1
    assert list_turn_players(states, 5) == [1, 0, 1, 0, 1]
    assert list_turn_players(states[:1], 0) == []


# Games of Last Light, in which a card must be played each turn


def plan_of(decks, bot=None):
    game = load_game("last_light")
    pool = load_pool(game.schema)
    entrants = [
        Deck(name, tuple(pool.row_of(card) for card, n in cards.items() for _ in range(n)), "", "")
        for name, cards in decks.items()
    ]
    plan = sample_plan(game, mirrors=False)
    return replace(plan, entrants=entrants, bots=[bot or load_bot(game, "heuristic")], games=40)


def count_all(plan):
    arrays = plan_arrays(plan)
    games = [
        (row, pair, rotation)
        for row, matchup in enumerate(arrays.matchups)
        for pair in range(min(matchup.pairs, 10))
        for rotation in range(2)
    ]
    return count_choices(arrays, games).seats


def test_a_deck_of_one_card_is_always_stuck_and_a_mixed_one_seldom():
    table = count_all(plan_of({"one": {"Gale": 16}, "mixed": {"Gale": 8, "Flask": 8}}))
    sums = table.group_by("deck").sum()
    one, mixed = (sums.row(by_predicate=pl.col("deck") == name, named=True)
                  for name in ("one", "mixed"))  # fmt: skip
    assert one["turns"] == one["stuck"] > 20 and one["questions"] == 0
    assert mixed["stuck"] < mixed["turns"] / 4 and mixed["questions"] > 20


@pytest.mark.parametrize(("harm", "alone"), [(1000, True), (0, False)])
def test_where_one_card_is_far_better_one_answer_makes_sense(harm, alone):
    """A Gale takes two flames more than a Breath, worth 2,000 points or none."""
    text = f"[weights]\nharm = {harm}\nkill = 0\nenvy = 0"
    bot = read_bot(load_game("last_light"), "mine", "mine.toml", text)
    plan = plan_of({"a": {"Gale": 8, "Breath": 8}, "b": {"Gale": 8, "Breath": 8}}, bot)
    table = count_all(plan)
    if alone:
        assert 0.7 < table["one_sensible"].sum() / table["questions"].sum() <= 1
    else:  # all options have the same score
        assert table["one_sensible"].null_count() == len(table)


def test_every_question_is_counted_once():
    plan = replace(sample_plan(load_game("last_light")), games=60)
    arrays, table = plan_arrays(plan), count_all(plan)
    rows = np.concatenate([play(arrays, chunk) for chunk in arrays.chunks])
    by_game = table.group_by("matchup", "pair", "rotation", maintain_order=True).agg(
        pl.col("questions", "turns").sum(), pl.col("deck")
    )
    places = by_game.select("matchup", "pair", "rotation").rows()
    decided = {(row["matchup"], row["pair"], row["rotation"]): row for row in rows}
    assert [decided[place]["decisions"] for place in places] == by_game["questions"].to_list()
    assert [decided[place]["turns"] - 1 for place in places] == by_game["turns"].to_list()
    names = [deck.name for deck in plan.entrants]
    assert [[names[deck] for deck in decided[place]["deck"]] for place in places] == (
        by_game["deck"].to_list()
    )

"""Cards that could not be played: in made-up turns, and in games played again."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.sets import each
from evenhand.simulate.proving.sample_plan import sample_plan
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.batch import Chunk, PlanArrays, Trace, plan_arrays, play
from evenhand.simulate.runs.choice_counts import count_choices, list_turn_players, mark_deeds
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.unplayable_counts import count_unplayable, list_hands
from evenhand.simulate.view.fields import Sight
from tests.planted.real_truths import OUT_OF_REACH, edit_cards

# A made-up game. At MAIN one plays cards, sets one or ends the turn; SET asks which card is set,
# REACT comes in the rival's turn, DISCARD is forced.
MAIN, SET, REACT, DISCARD = range(1, 5)
PLAY, LAY, COUNTER, END, PASS, SACRIFICE = range(6)
OGRE, ELF = 7, 8
OPTIONS = {
    "ogre": (PLAY, OGRE, True), "elf": (PLAY, ELF, True),
    "lay": (LAY, NOTHING, False), "end": (END, NOTHING, False), "pass": (PASS, NOTHING, False),
    "counter elf": (COUNTER, ELF, True), "sacrifice elf": (SACRIFICE, ELF, True),
    "this ogre": (Answer.CARD, OGRE, True), "this elf": (Answer.CARD, ELF, True),
    "drop ogre": (Answer.CARD, OGRE, False), "drop elf": (Answer.CARD, ELF, False),
}  # fmt: skip


def ask(turn, question, offered, seat=0):
    """Return one asking; the first of the options on offer is taken."""
    return turn, question, offered.split(", "), seat


def table_of(*askings):
    rows = [
        {
            "game": 0, "number": number, "question": question, "seat": seat, "turn": turn,
            "own_turn": turn - (turn + seat + 1) % 2, "words": "", "slot": 0, "copy_id": card,
            "kind": int(kind), "card": card, "is_taken": place == 0, "is_new": True,
            "is_played": place == 0 and plays,
        }
        for number, (turn, question, offered, seat) in enumerate(askings)
        for place, (kind, card, plays) in enumerate(OPTIONS[option] for option in offered)
    ]  # fmt: skip
    return mark_deeds(pl.DataFrame(rows))


USUAL = (
    ask(1, MAIN, "elf, lay, end"),
    ask(1, MAIN, "lay, end"),
    ask(1, SET, "this ogre, this elf"),
    ask(1, MAIN, "end, ogre"),
    ask(1, DISCARD, "drop ogre, drop elf"),
    ask(2, REACT, "counter elf, pass"),
    ask(2, REACT, "pass, counter elf"),
)


@pytest.mark.parametrize(
    ("askings", "ogre", "elf"),
    [
        ([ask(3, MAIN, "end, ogre")], "playable", "unplayable"),
        ([ask(3, MAIN, "end")], "unplayable", "unplayable"),
        ([], "unplayable", "unplayable"),
        ([ask(3, MAIN, "end"), ask(4, REACT, "pass, counter elf")], "unplayable", "playable"),
        ([ask(3, MAIN, "end"), ask(3, DISCARD, "drop ogre")], "unplayable", "unplayable"),
        ([ask(3, MAIN, "end, ogre, lay")], "playable", "unknown"),
        (
            [ask(3, MAIN, "lay, end"), ask(3, SET, "this elf"), ask(3, MAIN, "end")],
            "unplayable",
            "playable",
        ),
        ([ask(3, MAIN, "end, sacrifice elf")], "unplayable", "unknown"),
        ([ask(3, MAIN, "end, ogre", seat=1)], "unplayable", "unplayable"),
    ],
    ids=[
        "offered", "nothing else", "never asked", "a reaction", "discarded", "not laid", "laid",
        "never taken", "the rival's",
    ],
)  # fmt: skip
def test_a_card_is_unplayable_if_no_option_plays_it(askings, ogre, elf):
    hands = {"game": [0, 0], "seat": [0, 0], "own_turn": [3, 3], "card": [OGRE, ELF]}
    counted = count_unplayable(table_of(*USUAL, *askings), pl.DataFrame(hands))
    found = {
        row["card"]: next((name for name in ("unplayable", "unknown") if row[name]), "playable")
        for row in counted.to_dicts()
    }
    assert found == {OGRE: ogre, ELF: elf} and (counted["turns"] == 1).all()


def test_hands_are_those_at_the_beginning_of_own_turns():
    """Copies 0 and 1 are the same card; player 2's last turn ends before a question is asked."""
    record = [("turn", int), ("seat", int), ("players", [("hand", np.int64)], (2,)),
              ("card_of", int, (2, 3))]  # fmt: skip
    states = np.zeros(5, record)
    states["turn"], states["seat"] = [0, 1, 1, 3, 4], [0, 0, 0, 0, 0]
    states["card_of"] = [[OGRE, OGRE, ELF], [ELF, ELF, OGRE]]
    states["players"]["hand"][:, 0] = [0b111, 0b011, 0b001, 0b101, 0b101]
    states["players"]["hand"][:, 1] = 0b100
    found = list_hands(states, [0, 1, 0, 1])
    assert sorted(zip(*found.values(), strict=True)) == [
        (0, 1, OGRE), (0, 3, OGRE), (0, 3, ELF), (1, 2, OGRE),
    ]  # fmt: skip


# Games of two sample decks


def plan_of(folder: Path, game: str = "starcrossed", *, is_planted: bool = False) -> Plan:
    """Plan games of two sample decks; planted is a card of theirs that nobody can play."""
    schema, (cell, names) = load_game(game).schema, OUT_OF_REACH[game]
    pool = load_pool(schema, edit_cards(game, folder, *[cell] * is_planted))
    files = sample_decks(schema, schema.modes[0])
    decks = [load_deck(schema, pool, files[name], schema.modes[0]) for name in names]
    plan = sample_plan(load_game(game), mirrors=False)
    return replace(plan, pool=pool, entrants=decks, games=40)


def list_games(n: int) -> list[tuple[int, int, int]]:
    return [(0, pair, rotation) for pair in range(n) for rotation in range(2)]


@pytest.mark.parametrize("game", OUT_OF_REACH)
def test_a_card_that_nobody_can_play_is_the_worst(game: str, tmp_path: Path) -> None:
    table = count_choices(plan_arrays(plan_of(tmp_path, game, is_planted=True)), list_games(20))
    sums = table.cards.group_by("card").agg(pl.col("turns", "unplayable", "unknown").sum())
    shares = {row["card"]: row["unplayable"] / row["turns"] for row in sums.to_dicts()}
    assert sums["unknown"].sum() == 0
    assert shares.pop(OUT_OF_REACH[game].cell.card) == 1 and max(shares.values()) < 0.9


def list_by_words(arrays: PlanArrays, place: tuple[int, int, int]) -> Iterator[tuple]:
    """Yield seat, card and whether it can be played, of each own turn, by the words of replays."""
    view, sight = arrays.plan.game.view, Sight(arrays.plan.pool, arrays.pool[0])
    trace = Trace.blank(arrays.plan.game.state_record(2), place[2])
    row = play(arrays, Chunk(0, place[0], place[1], 1), trace=trace)[place[2]]
    states, steps = trace.states[: trace.n + 1], trace.steps[: trace.n].view(np.recarray)
    players = list_turn_players(states, int(row["turns"]))
    for turn, seat in enumerate(players, 1):
        began = next((n for n, at in enumerate(states["turn"]) if at >= turn), trace.n)
        until = turn + 1 + [*players[turn:], seat].index(seat)
        asked = [n for n in range(trace.n)
                 if turn <= states["turn"][n] < until and states["seat"][n] == seat]  # fmt: skip
        said = {
            view.option(view.whole(states[n], sight), steps.actions[n][place])
            for n in asked
            for place in range(steps.n[n])
        }
        hand = each(int(states["players"]["hand"][began, seat]))
        names = {arrays.plan.pool.labels[states["card_of"][began, seat, copy]] for copy in hand}
        is_cut = seat not in players[turn:] and not any(states["turn"][n] == turn for n in asked)
        for name in () if is_cut else names:
            ways = {f"play {name}", f"play {name} as special action", f"recruit {name}"}
            yield seat, name, bool(ways & said)


def test_turns_are_counted_as_by_the_words_of_replays(tmp_path: Path) -> None:
    arrays = plan_arrays(plan_of(tmp_path))
    games = list_games(6)
    found = [(*place, *row) for place in games for row in list_by_words(arrays, place)]
    names = ["matchup", "pair", "rotation", "seat", "card"]
    expected = (
        pl.DataFrame(found, [*names, "can"], orient="row")
        .group_by(names)
        .agg(turns=pl.len(), unplayable=(~pl.col("can")).sum())
        .sort(names)
    )
    counted = count_choices(arrays, games).cards.select(*names, "turns", "unplayable").sort(names)
    assert counted.rows() == expected.rows() and counted["unplayable"].sum() > 0


def test_where_a_card_of_the_hand_must_be_played_each_is_playable() -> None:
    plan = replace(sample_plan(load_game("last_light"), mirrors=False), games=60)
    table = count_choices(plan_arrays(plan), list_games(1)).cards
    assert table["turns"].sum() > 20 and table["unplayable"].sum() == table["unknown"].sum() == 0

"""What abilities are worth to a bot before they are used; interpreted, on laid-out tables."""

import pytest

from evenhand.simulate.bots.bot_files import load_bot, pack_bots
from evenhand.simulate.engine.abilities.worth import ability_worth, worth_if_used
from evenhand.simulate.engine.sets import each
from evenhand.simulate.scenarios.play import begin_table
from evenhand.simulate.scenarios.scenario import load_scenario

TABLE = """
game = "divine_cross"
title = "A card in hand"
card = [{ name = "Plan", type = "Event", abilities = "%s" }]
expect.turn = 3

[given.player_1]
main = "Filler"
hand = ["Plan"]
deck = ["20 Filler"]

[given.player_2]
main = { unit = "Filler", energy = 1 }
"""


@pytest.fixture
def worth(tmp_path):
    """Return a function that values an Event with an ability, in the first player's hand."""

    def valued(ability, value=ability_worth):
        path = tmp_path / "table.toml"
        path.write_text(TABLE % ability, encoding="utf-8")
        sitting = begin_table(load_scenario(path))
        state, pool, options = sitting.state, sitting.sight.packed_pool, sitting.options
        weights = pack_bots(sitting.game, [load_bot(sitting.game, "heuristic")])[0]["weights"]
        (copy,) = each(state.players[0].hand)
        row = pool.cards[state.card_of[0, copy]].first_ability
        return int(value(state, pool, options, weights, 0, copy, row))

    return valued


GOOD, BETTER, BAD = "draw 1 card", "draw 2 cards", "the enemy draws 1 card"
HOLDS = "if there are at least 1 cards in your hand"
FAILS = "if there are at least 5 cards in your hand"


def test_the_steps_that_the_tests_use(worth):
    good, better, bad = (worth(f"Play: {step}.") for step in (GOOD, BETTER, BAD))
    assert bad < 0 < good < better


def test_what_is_bad_may_be_left(worth):
    assert worth(f"Play: you may {BAD}.") == 0
    assert worth(f"Play: you may {GOOD}.") == worth(f"Play: {GOOD}.")
    assert worth(f"Play: {GOOD}; you may {BAD}.") == worth(f"Play: {GOOD}.")


def test_what_is_bad_for_its_cost_may_be_left(worth):
    ability = "Play, you may: discard 1 energy from the enemy main unit: the enemy draws 3 cards."
    assert worth(ability) == 0
    assert worth(ability, worth_if_used) < 0


def test_the_enemy_leaves_what_is_good(worth):
    assert worth(f"Play: the enemy may {BAD}; otherwise {GOOD}.") == worth(f"Play: {BAD}.")
    assert worth(f"Play: the enemy may {BETTER}; otherwise {GOOD}.") == worth(f"Play: {GOOD}.")


def test_a_step_or_its_otherwise_and_never_both(worth):
    assert worth(f"Play: {GOOD} {HOLDS}; otherwise {BETTER}.") == worth(f"Play: {GOOD}.")
    assert worth(f"Play: {GOOD} {FAILS}; otherwise {BETTER}.") == worth(f"Play: {BETTER}.")
    assert worth(f"Play: you may {BAD}; otherwise {GOOD}.") == worth(f"Play: {GOOD}.")


def test_what_finds_nothing_is_worth_its_otherwise(worth):
    empty, there = (
        "deal 20 damage to each enemy standby unit",
        "deal 20 damage to the enemy main unit",
    )
    assert worth(f"Play: {empty}; otherwise {GOOD}.") == worth(f"Play: {GOOD}.")
    assert worth(f"Play: {there}; otherwise {GOOD}.") == worth(f"Play: {there}.")


def test_a_coin_is_worth_half_of_both_sides(worth):
    flipped = worth(f"Play: {GOOD} if a coin flip is heads; otherwise {BETTER}.")
    assert flipped == (worth(f"Play: {GOOD}.") + worth(f"Play: {BETTER}.")) // 2


def test_the_enemy_chooses_the_worst(worth):
    ability = f"Play: the enemy chooses one: {GOOD} or {BETTER}."
    assert worth(ability) == worth(f"Play: {GOOD}.")
    assert worth(f"Play: choose one: {GOOD} or {BETTER}.") == worth(f"Play: {BETTER}.")

"""The heuristic bot finds a use for every ability of the sample decks."""

import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.coverage import coverage
from evenhand.simulate.runs.plan import Plan


@pytest.fixture(scope="module")
def counts():
    game = load_game("divine_cross")
    pool, options = load_pool(game.schema), option_values(game.options, {})
    mode = game.schema.modes[0]
    decks = [
        load_deck(game.schema, pool, path, mode, options)
        for path in sample_decks(game.schema).values()
    ]
    plan = Plan(game, mode, pool, decks, [load_bot(game, "heuristic")], options, 6_000, 5)
    rows = coverage(plan, 6_000).iter_rows(named=True)
    return {
        (pool.labels[row["card"]], row["ability"]): row
        for row in rows
        if pool.cards[row["card"]].abilities
    }


def test_every_ability_in_the_sample_decks_has_an_effect_in_some_game(counts):
    idle = [name for name, row in counts.items() if row["worked"] < row["n_games"] / 100]
    assert idle == []


@pytest.mark.parametrize(
    ("card", "least"),
    [
        ("Great Kindling", 0.5),  # cards picked for "up to"
        ("Whet the Edge", 0.4),  # damage before an attack
        ("Field Kitchen", 0.3),  # healing by threat
        ("Pearl Healer", 0.2),  # an EX-Power costs no card
    ],
)  # fmt: skip
def test_cards_that_need_judgement_are_used(counts, card, least):
    row = counts[card, 0]
    assert row["worked"] > least * row["n_games"]


def test_a_denied_event_is_seen_as_an_effect(counts):
    assert counts["Tide Empress", 2]["worked"] > 0

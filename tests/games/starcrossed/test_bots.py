"""The heuristic bot finds a use for what the sample decks can do, and keeps to its plans."""

import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.coverage import coverage
from evenhand.simulate.runs.plan import Plan

GAMES = 3_000


@pytest.fixture(scope="module")
def counts():
    game = load_game("starcrossed")
    pool, options = load_pool(game.schema), option_values(game.options, {})
    mode = game.schema.modes[0]
    files = sample_decks(game.schema).values()
    decks = [load_deck(game.schema, pool, path, mode, options) for path in files]
    plan = Plan(game, mode, pool, decks, [load_bot(game, "heuristic")], options, GAMES, 5)
    rows = coverage(plan, GAMES).iter_rows(named=True)
    return {(pool.labels[row["card"]], row["ability"]): row for row in rows if row["n_games"]}


@pytest.fixture(scope="module")
def speaking(counts):
    pool = load_pool(load_game("starcrossed").schema)
    silent = {card.name for card in pool.cards if not card.abilities}
    return {name: row for name, row in counts.items() if name[0] not in silent}


def test_every_card_of_the_sample_decks_is_played(counts):
    assert [name for name, row in counts.items() if row["played"] < row["seen"] / 10] == []


def test_every_ability_of_the_sample_decks_has_an_effect_in_some_game(speaking):
    assert [name for name, row in speaking.items() if row["worked"] < row["n_games"] / 100] == []


@pytest.mark.parametrize(
    ("card", "least"),
    [
        ("Spear Thrust", 0.4),  # set, and kept for a fight that it decides
        ("Whiteflame Brand", 0.4),  # set for what it does besides
        ("Assembly Line", 0.4),  # levels
        ("Lion Cloak", 0.3),  # lasting strength
    ],
)
def test_cards_that_need_judgement_are_used(counts, card, least):
    row = counts[card, 0]
    assert row["worked"] > least * row["seen"]

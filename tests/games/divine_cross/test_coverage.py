"""What abilities did in games, counted: planted texts that always, never or sometimes work."""

import pytest

from evenhand.decks.deck_list import Deck, sort_slots
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.games.divine_cross import GAME
from evenhand.simulate.runs.coverage import coverage
from evenhand.simulate.runs.plan import Plan
from tests.games.divine_cross.table import action, event, unit, write_pool

GAMES = 40
CARDS = (
    unit("Striker", "Skill 1: this skill deals +10 damage."),
    unit("Dreamer", "Skill 1: draw 1 card if there are at least 4 own standby units."),
    unit("Sleeper", "Activate: wake a chosen stunned enemy standby unit."),
    unit("Wall", "Always: this unit takes -10 damage."),
    action("Read", "Play: draw 1 card."),
    event("Luck", "Play: draw 1 card if a coin flip is heads."),
)  # fmt: skip


@pytest.fixture(scope="module")
def counts(tmp_path_factory):
    """Play random games of one deck; give the counts of each card's ability."""
    pool = write_pool(tmp_path_factory.mktemp("cards"), *CARDS)
    rows = [pool.row_of(card["name"]) for card in CARDS for _ in range(5)]
    deck = Deck("all", sort_slots(SCHEMA, pool, rows), "", "")
    options = option_values(GAME.options, {})
    bots = [load_bot(GAME, "random")]
    plan = Plan(GAME, "constructed", pool, [deck], bots, options, GAMES, 1, mirrors=True)
    found = coverage(plan, GAMES)
    return {pool.names[row["card"]]: row for row in found.iter_rows(named=True)}


def test_every_game_counts_once_for_each_deck_with_the_card(counts):
    assert {row["n_games"] for row in counts.values()} == {2 * GAMES}


def test_what_is_stronger_is_rarer(counts):
    for row in counts.values():
        assert row["n_games"] >= row["seen"]
        assert row["could"] >= row["did"] >= row["worked"]


def test_what_always_works_works_whenever_it_happens(counts):
    for name in ("Striker", "Read"):
        assert counts[name]["worked"] == counts[name]["did"] > 0
    assert counts["Wall"]["worked"] > 0


def test_a_condition_that_never_holds_is_without_effect(counts):
    assert counts["Dreamer"]["did"] > 0
    assert counts["Dreamer"]["worked"] == 0


def test_an_ability_without_a_possible_target_is_never_possible(counts):
    assert counts["Sleeper"]["seen"] > 0
    assert counts["Sleeper"]["could"] == 0


def test_a_coin_lets_it_work_sometimes(counts):
    assert 0 < counts["Luck"]["worked"] <= counts["Luck"]["did"]

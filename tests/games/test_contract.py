"""What every game owes the engine, tested on every game there is."""

from dataclasses import replace

import pytest

from evenhand.decks.product import load_product, sample_products
from evenhand.simulate.proving.contract import (
    BOTS,
    find_endless,
    find_limits,
    find_other_chunks,
    find_other_code,
    find_uneven,
    find_weak_bots,
    rows_of,
)
from evenhand.simulate.proving.rulebook import find_declaration_faults
from evenhand.simulate.proving.sample_plan import sample_plan
from evenhand.simulate.registry import game_names, load_game
from tests.amounts import how_much, list_compiled_bots


def pairs_of(bot):
    """Return how many pairs of games a bot plays: few if it thinks ahead."""
    return how_much(12 if bot.startswith("search") else 60, 60)


@pytest.fixture(scope="module", params=game_names())
def game(request):
    return load_game(request.param)


@pytest.fixture(scope="module")
def plan(game):
    return sample_plan(game)


def test_a_game_keeps_what_it_declares(game):
    assert list(find_declaration_faults(game)) == list(find_limits(game)) == []


@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_ends_every_game_within_its_limits(plan, bot):
    assert list(find_endless(plan, bot, pairs_of(bot), matchup=1)) == []


def test_the_bots_that_ship_with_the_game_can_be_read_and_play(plan, game):
    for name in set(list_compiled_bots(game)) - {*BOTS, "search"}:
        assert list(find_endless(plan, name, 1, matchup=0)) == []


def test_games_hang_on_their_seed_and_on_nothing_else(plan):
    assert list(find_other_chunks(plan, 1)) == []


@pytest.mark.parametrize("bot", ["random", "heuristic"])
def test_compiled_and_interpreted_games_are_the_same(plan, bot):
    assert list(find_other_code(plan, bot, 1)) == []


@pytest.mark.parametrize("bot", BOTS)
def test_a_mirror_is_exactly_even(plan, bot):
    assert list(find_uneven(plan, bot, pairs_of(bot))) == []


def test_a_matchup_plays_the_same_games_whatever_else_is_played(plan):
    few = replace(plan, entrants=plan.entrants[:2])
    many = rows_of(plan, 30, matchup=1)
    assert rows_of(few, 30, matchup=1)["winner"].tolist() == many["winner"].tolist()


def test_the_ladder_of_bots(plan):
    assert list(find_weak_bots(plan)) == []


@pytest.fixture(scope="module")
def sealed_plan(game, plan):
    if not game.schema.sealed_modes:
        pytest.skip("no sealed mode")
    products = [
        load_product(game.schema, plan.pool, p) for p in sample_products(game.schema).values()
    ]
    return replace(plan, mode=game.schema.sealed_modes[0], entrants=products)


def test_sealed_games_open_fresh_packs_and_swap_them(sealed_plan):
    rows = rows_of(sealed_plan, 20, matchup=1)
    cards = rows["cards"]
    assert (cards[0::2, 0] == cards[1::2, 1]).all()  # the pair's second game swaps seats
    assert (cards[0::2, 1] == cards[1::2, 0]).all()
    assert len({one.tobytes() for one in cards[0::2, 0]}) == 20


def test_sealed_packs_hold_what_the_product_says(sealed_plan):
    product = sealed_plan.entrants[0]
    held = set(rows_of(sealed_plan, 20)["cards"].ravel().tolist())
    assert held <= set(product.rows.ravel().tolist())
    assert len(held) > 10

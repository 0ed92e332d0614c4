"""What every game owes the engine, tested on every game there is."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.product import load_product, sample_products
from evenhand.simulate.bots.bot_files import bot_names, load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.engine.state import ENDLESS, ENGINE_ERROR
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from tests.games.golden import quickest_pair

BOTS = ("random", "novice", "heuristic", "lookahead")


@pytest.fixture(scope="module", params=game_names())
def game(request):
    return load_game(request.param)


@pytest.fixture(scope="module")
def pool(game):
    return load_pool(game.schema)


@pytest.fixture(scope="module")
def entrants(game, pool):
    mode, options = game.schema.modes[0], option_values(game.options, {})
    return [
        load_deck(game.schema, pool, path, mode, options)
        for path in sample_decks(game.schema, mode).values()
    ]


@pytest.fixture(scope="module")
def plan(game, pool, entrants):
    options = option_values(game.options, {})
    bots = [load_bot(game, "heuristic")]
    mode = game.schema.modes[0]
    return Plan(game, mode, pool, entrants, bots, options, games=2, seed=7, mirrors=True)


def rows_of(plan, pairs, matchup=0, first_pair=0):
    return play(plan_arrays(plan), Chunk(0, matchup, first_pair, pairs))


def scores(rows):
    """Return the score of the matchup's first side in each game: 1, 1/2 or 0."""
    first_side_seat = np.where(rows["rotation"] == 0, 0, 1)
    won = rows["winner"] == first_side_seat
    return np.where(rows["winner"] < 0, 0.5, won.astype(float))


def test_limits_of_the_engine_are_end_reasons_of_the_game(game):
    reasons = {int(reason): reason.name for reason in game.end_reasons}
    assert (reasons[ENGINE_ERROR], reasons[ENDLESS]) == ("ENGINE_ERROR", "ENDLESS")


@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_ends_every_game_within_its_limits(plan, game, bot):
    rows = rows_of(replace(plan, bots=[load_bot(game, bot)]), 60, matchup=1)
    assert not np.isin(rows["end_reason"], (ENGINE_ERROR, ENDLESS)).any()
    assert (rows["turns"] > 0).all()


def test_the_bots_that_ship_with_the_game_can_be_read_and_play(plan, game):
    for name in bot_names(game):
        bot = replace(load_bot(game, name), playouts=8)
        rows = rows_of(replace(plan, bots=[bot]), 1)
        assert not np.isin(rows["end_reason"], (ENGINE_ERROR, ENDLESS)).any()


def test_the_same_seed_gives_the_same_games(plan):
    assert rows_of(plan, 50, 1).tobytes() == rows_of(plan, 50, 1).tobytes()


@pytest.mark.parametrize("bot", ["random", "heuristic"])
def test_compiled_and_interpreted_games_are_the_same(plan, game, bot):
    plan = replace(plan, bots=[load_bot(game, bot)])
    arrays, chunk = plan_arrays(plan), Chunk(0, 1, quickest_pair(plan, 1), 1)
    assert play(arrays, chunk).tobytes() == play(arrays, chunk, interpreted=True).tobytes()


def test_another_seed_gives_other_games(plan):
    other = replace(plan, seed=8)
    assert rows_of(plan, 50, 1).tobytes() != rows_of(other, 50, 1).tobytes()


def test_chunks_do_not_matter(plan):
    together = rows_of(plan, 40, 1).tobytes()
    apart = rows_of(plan, 15, 1).tobytes() + rows_of(plan, 25, 1, first_pair=15).tobytes()
    assert together == apart


@pytest.mark.parametrize("bot", BOTS)
def test_a_mirror_is_exactly_even(plan, game, bot):
    rows = rows_of(replace(plan, bots=[load_bot(game, bot)]), 60)
    pairs = scores(rows).reshape(-1, 2).mean(axis=1)
    assert (pairs == 0.5).all()


def test_a_matchup_plays_the_same_games_whatever_else_is_played(plan):
    few = replace(plan, entrants=plan.entrants[:2])
    many = rows_of(plan, 30, matchup=1)
    assert rows_of(few, 30, matchup=1)["winner"].tolist() == many["winner"].tolist()


@pytest.mark.parametrize(
    ("weaker", "stronger", "pairs"),
    [("random", "novice", 300), ("novice", "heuristic", 600)],
)
def test_the_ladder_of_bots(plan, game, weaker, stronger, pairs):
    bots = [load_bot(game, stronger), load_bot(game, weaker)]
    arrays = plan_arrays(replace(plan, bots=bots))
    mirrors = [i for i, m in enumerate(arrays.matchups) if m.decks[0] == m.decks[1]]
    share = pairs // len(mirrors)
    rows = [play(arrays, Chunk(0, matchup, 0, share)) for matchup in mirrors]
    means = np.concatenate([scores(one).reshape(-1, 2).mean(axis=1) for one in rows])
    error = means.std(ddof=1) / np.sqrt(len(means))
    assert means.mean() - 1.96 * error > 0.5


@pytest.fixture(scope="module")
def sealed_plan(game, pool, plan):
    if not game.schema.sealed_modes:
        pytest.skip("no sealed mode")
    products = [load_product(game.schema, pool, p) for p in sample_products(game.schema).values()]
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

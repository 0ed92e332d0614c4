"""Games for more than two: what a group of rotated games owes the decks, on every such game."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.proving.sample_plan import MANY, quickest_pair
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.batch import Chunk, Trace, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.seating import orders_of
from evenhand.simulate.view.fields import Sight
from tests.amounts import how_much, list_tables

SEATS = [(name, n) for name in game_names() for n in list_tables(load_game(name)) if n >= MANY]
FEWER = [one for one in SEATS if one[1] == MANY]  # whom the interpreter can follow
PAIRS = how_much(4, 6)


def told(one):
    name, n_seats = one
    return f"{name}-{n_seats}"


@pytest.fixture(scope="module", params=SEATS, ids=told)
def plan(request):
    name, n_seats = request.param
    game = load_game(name)
    pool, options = load_pool(game.schema), option_values(game.options, {})
    files = list(sample_decks(game.schema, game.schema.modes[0]).values())[: n_seats + 1]
    decks = [load_deck(game.schema, pool, path) for path in files]
    bots = [load_bot(game, "heuristic")]
    mode = game.schema.modes[0]
    return Plan(game, mode, pool, decks, bots, options, 2, 7, mirrors=True, n_seats=n_seats)


@pytest.fixture(scope="module")
def arrays(plan):
    return plan_arrays(plan)


@pytest.fixture(scope="module")
def rows(arrays):
    return play(arrays, Chunk(0, 1, 0, PAIRS))


def shares(rows, n_seats):
    """Return what each seat won of each game: 1, 0, or an equal share."""
    won = rows["winner"][:, None] == np.arange(n_seats)
    return np.where(rows["winner"][:, None] < 0, 1 / n_seats, won)


BOTS = ["random", "novice", "heuristic"]


@pytest.mark.parametrize("bot", how_much(BOTS, [*BOTS, "search:2"]))
def test_every_game_ends_without_an_engine_error(plan, bot):
    thinks = bot == "search:2"
    if thinks and plan.n_seats > MANY:
        pytest.skip("more than four that think ahead take long")
    arrays = plan_arrays(replace(plan, bots=[load_bot(plan.game, bot)]))
    rows = play(arrays, Chunk(0, 1, 0, 2 if thinks else 4))
    assert (rows["end_reason"] > 0).all()


@pytest.mark.parametrize("bot", ["random", "heuristic"])
def test_a_mirror_gives_every_side_exactly_its_share(plan, bot):
    n = plan.n_seats
    arrays = plan_arrays(replace(plan, bots=[load_bot(plan.game, bot)]))
    rows = play(arrays, Chunk(0, 0, 0, PAIRS))
    assert arrays.matchups[0].decks == (0,) * n
    won = shares(rows, n).reshape(-1, n, n)  # group, rotation, seat
    for side in range(n):
        seats = (side - np.arange(n)) % n
        assert won[:, np.arange(n), seats].mean(axis=1) == pytest.approx(1 / n, abs=1e-12)


def test_every_deck_holds_every_seat_once_in_a_group(plan, arrays, rows):
    n = plan.n_seats
    decks = rows["deck"].reshape(PAIRS, n, n)
    for seat in range(n):
        held = np.sort(decks[:, :, seat], axis=1)
        assert (held == sorted(arrays.matchups[1].decks)).all()


def test_neighbours_change_from_group_to_group(plan, rows):
    n = plan.n_seats
    orders = rows["deck"].reshape(PAIRS, n, n)[:, 0]
    assert len({tuple(one) for one in orders.tolist()}) == min(PAIRS, len(orders_of(n)))


def test_places_follow_from_who_outlasted_whom(plan, rows):
    places = rows["placement"]
    winner = rows["winner"]
    assert (places.min(axis=1) == 1).all()
    for place, won in zip(places, winner, strict=True):
        assert [1 + (place < own).sum() for own in place] == place.tolist()  # ties share the better
        assert won < 0 or (place == 1).tolist() == (np.arange(len(place)) == won).tolist()


@pytest.mark.parametrize("plan", FEWER, ids=told, indirect=True)
def test_compiled_and_interpreted_games_are_the_same(plan, arrays):
    matchup = how_much(plan.n_seats + 1, 1)  # a mirror is over much sooner
    chunk = Chunk(0, matchup, quickest_pair(plan, matchup, 30), 1)
    assert play(arrays, chunk).tobytes() == play(arrays, chunk, interpreted=True).tobytes()


def test_chunks_do_not_matter(arrays, rows):
    apart = [play(arrays, Chunk(0, 1, 0, 2)), play(arrays, Chunk(0, 1, 2, PAIRS - 2))]
    assert np.concatenate(apart).tobytes() == rows.tobytes()


def test_all_states_are_sound_and_turns_pass_those_who_are_out(plan, arrays):
    trace = Trace.blank(plan.game.state_record(plan.n_seats))
    play(arrays, Chunk(0, 1, 0, 1), trace=trace)
    states = trace.states[: trace.n + 1]
    assert not plan.game.view.is_unsound(states).any()
    asked = states[:-1]
    assert (asked["out"][np.arange(len(asked)), asked["seat"]] == 0).all()
    shown = plan.game.view.show(states[0], Sight(plan.pool, arrays.pool[0]))
    assert f"player_{plan.n_seats}" in shown


def test_state_records_grow_with_the_players(plan):
    two, most = (plan.game.state_record(n).itemsize for n in plan.game.seats)
    assert two < plan.game.state_record(3).itemsize < most
    assert plan.game.state_record(3) is plan.game.state_record(3)

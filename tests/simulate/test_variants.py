"""Variants of decks, on every game there is."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from decks.problems import UsageError
from evenhand.request import Request, prepare
from simulate.engine.batch import CHUNK_PAIRS
from simulate.engine.runs import simulate
from simulate.engine.variants import Arm, Variant, arms_of, lay_field, play_arms
from simulate.registry import game_names


@pytest.fixture(scope="module", params=game_names())
def plan(request):
    return prepare(Request(request.param, games=120)).plan


def scores(field, matchup, n_pairs=40, jobs=1):
    (found,) = play_arms(field, [Arm(matchup, 0, n_pairs)], jobs)
    return found


def weakened(plan, deck=0, slots=9):
    """A deck whose last cards are all the same one; the first may be of a kind apart."""
    cards = plan.entrants[deck].cards
    return Variant(deck, (*cards[:-slots], *cards[-1:] * slots))


def test_a_variant_that_changes_nothing_scores_the_same(plan):
    field = lay_field(plan, [Variant(1, plan.entrants[1].cards)])
    assert len(field.places[0]) == len(plan.entrants) - 1
    for place in field.places[0]:
        assert np.array_equal(scores(field, place.own), scores(field, place.exchanged))


def test_the_sides_of_a_variant_are_those_of_its_deck(plan):
    field = lay_field(plan, [Variant(1, plan.entrants[1].cards)])
    for place in field.places[0]:
        own, exchanged = (field.table.matchups[row] for row in place[:2])
        assert [own.decks[side] for side in place.sides] == [1]
        assert [exchanged.decks[side] for side in place.sides] == [len(plan.entrants)]
        assert (own.stream, own.bots) == (exchanged.stream, exchanged.bots)


def test_another_list_scores_otherwise(plan):
    field = lay_field(plan, [weakened(plan)])
    place = field.places[0][0]
    assert not np.array_equal(scores(field, place.own), scores(field, place.exchanged))


def test_scores_are_those_of_a_run(plan, tmp_path):
    simulate(plan, tmp_path / "run")
    games = pl.read_parquet(tmp_path / "run" / "games" / "*.parquet").filter(matchup=2)
    n_seats = plan.n_seats
    n_pairs = len(games) // n_seats
    won = np.zeros((n_seats, n_pairs))
    for pair, rotation, winner in games.select("pair", "rotation", "winner").iter_rows():
        for seat in range(n_seats):
            share = 1 / n_seats if winner < 0 else float(winner == seat)
            won[(seat + rotation) % n_seats, pair] += share / n_seats
    assert scores(lay_field(plan, []), 2, n_pairs) == pytest.approx(won)


def test_all_sides_together_win_every_game(plan):
    assert scores(lay_field(plan, []), 0).sum(axis=0) == pytest.approx(np.ones(40))


def test_neither_workers_nor_cuts_change_anything(plan):
    field = lay_field(plan, [weakened(plan)])
    whole = scores(field, field.places[0][0].exchanged)
    arms = [Arm(field.places[0][0].exchanged, first, 20) for first in (0, 20)]
    assert np.array_equal(np.hstack(list(play_arms(field, arms, jobs=2))), whole)


def test_a_deck_that_only_meets_itself_keeps_one_side(plan):
    alone = replace(plan, entrants=plan.entrants[:1], mirrors=True)
    field = lay_field(alone, [weakened(alone)])
    (place,) = field.places[0]
    assert place.sides == (0,)
    assert field.table.matchups[place.exchanged].decks[:2] == (1, 0)
    assert scores(field, place.own)[0] == pytest.approx(np.full(40, 1 / plan.n_seats))


def test_mirrors_do_not_count_where_there_are_others(plan):
    field = lay_field(replace(plan, mirrors=True), [weakened(plan)])
    met = [field.table.matchups[place.own].decks for place in field.places[0]]
    assert (0,) * plan.n_seats not in met
    assert len(met) == len(plan.entrants) - 1


def test_arms_cover_all_pairs_once():
    arms = arms_of(3, 100, 2 * CHUNK_PAIRS + 250)
    assert [arm.n_pairs for arm in arms] == [CHUNK_PAIRS, CHUNK_PAIRS, 150]
    assert [arm.first_pair for arm in arms] == [100, 100 + CHUNK_PAIRS, 100 + 2 * CHUNK_PAIRS]
    assert arms_of(3, 10, 10) == []


def test_packs_have_no_slots_to_exchange(plan):
    for mode in plan.game.schema.sealed_modes:
        sealed = prepare(Request(plan.game.name, games=4, mode=mode)).plan
        with pytest.raises(UsageError, match="cannot be exchanged"):
            lay_field(sealed, [])

"""Variants of decks, on every game there is."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from evenhand.decks.problems import UsageError
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.registry import game_names
from evenhand.simulate.runs.batch import CHUNK_PAIRS
from evenhand.simulate.runs.pair_store import PairRange, PairStore, pair_ranges
from evenhand.simulate.runs.run import simulate
from evenhand.simulate.runs.variants import Variant, plan_variants
from evenhand.simulate.runs.workers import Workers


@pytest.fixture(scope="module", params=game_names())
def plan(request):
    return prepare(Request(request.param, games=120)).plan


def scores(variants, matchup, n_pairs=40, jobs=1):
    (found,) = PairStore(workers=Workers(jobs)).play(
        [(variants.arrays, PairRange(matchup, 0, n_pairs))]
    )
    return found


def weakened(plan, deck=0, slots=9):
    """A deck whose last cards are all the same one; the first may be of a kind apart."""
    cards = plan.entrants[deck].cards
    return Variant(deck, (*cards[:-slots], *cards[-1:] * slots))


def test_a_variant_that_changes_nothing_scores_the_same(plan):
    variants = plan_variants(plan, [Variant(1, plan.entrants[1].cards)])
    assert len(variants.matchups[0]) == len(plan.entrants) - 1
    for place in variants.matchups[0]:
        assert np.array_equal(scores(variants, place.own), scores(variants, place.exchanged))


def test_the_sides_of_a_variant_are_those_of_its_deck(plan):
    variants = plan_variants(plan, [Variant(1, plan.entrants[1].cards)])
    for place in variants.matchups[0]:
        own, exchanged = (variants.arrays.matchups[row] for row in place[:2])
        assert [own.decks[side] for side in place.sides] == [1]
        assert [exchanged.decks[side] for side in place.sides] == [len(plan.entrants)]
        assert (own.stream, own.bots) == (exchanged.stream, exchanged.bots)


def test_another_list_scores_otherwise(plan):
    variants = plan_variants(plan, [weakened(plan)])
    place = variants.matchups[0][0]
    assert not np.array_equal(scores(variants, place.own), scores(variants, place.exchanged))


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
    assert scores(plan_variants(plan, []), 2, n_pairs) == pytest.approx(won)


def test_all_sides_together_win_every_game(plan):
    assert scores(plan_variants(plan, []), 0).sum(axis=0) == pytest.approx(np.ones(40))


def test_neither_workers_nor_cuts_change_anything(plan):
    variants = plan_variants(plan, [weakened(plan)])
    whole = scores(variants, variants.matchups[0][0].exchanged)
    ranges = [PairRange(variants.matchups[0][0].exchanged, first, 20) for first in (0, 20)]
    tasks = [(variants.arrays, pairs) for pairs in ranges]
    played = PairStore(workers=Workers(2)).play(tasks)
    assert np.array_equal(np.hstack(list(played)), whole)


def test_a_deck_that_only_meets_itself_keeps_one_side(plan):
    alone = replace(plan, entrants=plan.entrants[:1], mirrors=True)
    variants = plan_variants(alone, [weakened(alone)])
    (place,) = variants.matchups[0]
    assert place.sides == (0,)
    assert variants.arrays.matchups[place.exchanged].decks[:2] == (1, 0)
    assert scores(variants, place.own)[0] == pytest.approx(np.full(40, 1 / plan.n_seats))


def test_mirrors_do_not_count_where_there_are_others(plan):
    variants = plan_variants(replace(plan, mirrors=True), [weakened(plan)])
    met = [variants.arrays.matchups[place.own].decks for place in variants.matchups[0]]
    assert (0,) * plan.n_seats not in met
    assert len(met) == len(plan.entrants) - 1


def test_arms_cover_all_pairs_once():
    ranges = pair_ranges(3, 100, 2 * CHUNK_PAIRS + 250)
    assert [pairs_range.n_pairs for pairs_range in ranges] == [CHUNK_PAIRS, CHUNK_PAIRS, 150]
    assert [pairs_range.first_pair for pairs_range in ranges] == [
        100,
        100 + CHUNK_PAIRS,
        100 + 2 * CHUNK_PAIRS,
    ]
    assert pair_ranges(3, 10, 10) == []


def test_packs_have_no_slots_to_exchange(plan):
    for mode in plan.game.schema.sealed_modes:
        sealed = prepare(Request(plan.game.name, games=4, mode=mode)).plan
        with pytest.raises(UsageError, match="cannot be exchanged"):
            plan_variants(sealed, [])

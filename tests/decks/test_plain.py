"""Numbers on a pool's own curve."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.decks.cells import WholeNumber
from evenhand.decks.plain import NEAREST, leave_out, number_at
from evenhand.decks.pool import load_pool
from evenhand.experiments.exchange_plan import make_plain
from evenhand.simulate.registry import game_names, load_game

GAMES = [name for name in game_names() if load_game(name).schema.plain_card]


def test_a_straight_curve_is_met_at_every_cost():
    line = [((cost, 0), 100 + 50 * cost) for cost in range(1, 8) for _ in range(3)]
    assert [number_at(line, (cost, 0)) for cost in (1, 4, 7, 9)] == [150, 300, 450, 550]


def test_the_median_of_as_many_as_cost_the_same():
    points = [((1,), number) for number in (10, 20, 30, 70, 900)]
    assert number_at([*points, ((9,), 500)], (1,)) == 30


def test_what_cards_gave_up_for_abilities_is_added_again():
    vanilla = [((cost, 0), 100 * cost + 40) for cost in (1, 2, 3)]
    able = [((cost, 1), 100 * cost) for cost in (1, 2, 3) for _ in range(3)]
    assert number_at([*vanilla, *able], (2, 0)) == 240


def test_numbers_keep_the_step_of_the_others():
    points = [((cost,), 10 * cost + 10 * (cost % 3)) for cost in range(12)]
    assert all(number_at(points, (cost,)) % 10 == 0 for cost in range(15))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 999)), min_size=1, max_size=30))
def test_no_number_is_below_the_lowest(points):
    found = number_at([((cost,), number) for cost, number in points], (0,))
    assert found >= min(number for _, number in points)


def test_few_points_have_no_trend():
    assert number_at([((cost,), cost) for cost in range(NEAREST)], (100,)) == 2


@pytest.mark.parametrize("name", GAMES)
def test_the_plain_card_of_a_card_on_the_curve_is_that_card(name):
    """A card without abilities that has the plain card's numbers is worth 0: it is one."""
    pool = load_pool(load_game(name).schema)
    for card in pool.cards[::5]:
        plain = make_plain(pool, card)
        others = leave_out(pool.cards, card)
        again = pool.schema.plain_card(others, plain.model_copy(update={"name": card.name}))
        assert again.numbers() == plain.numbers()


@pytest.mark.parametrize("name", GAMES)
def test_a_card_with_the_most_extreme_numbers_has_a_plain_card(name):
    """Where a cost is far beyond all others, the curve leads to numbers that no card may have."""
    pool = load_pool(load_game(name).schema)
    for card in pool.cards[::7]:
        for column, field in type(card).model_fields.items():
            for taken in field.metadata:
                if isinstance(taken, WholeNumber) and getattr(card, column) is not None:
                    for value in (taken.low, taken.high):
                        numbers = make_plain(
                            pool, card.model_copy(update={column: value})
                        ).numbers()
                        assert numbers


@pytest.mark.parametrize("name", GAMES)
def test_frozen_cards_say_what_a_plain_card_is(name, tmp_path):
    schema = load_game(name).schema
    sample = schema.sample_path("cards.csv")
    frozen = load_pool(schema, sample, sample)
    pool = load_pool(schema, sample)
    for card in pool.cards[::9]:
        assert make_plain(frozen, card) == make_plain(pool, card)

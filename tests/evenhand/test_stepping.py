"""Games stepped from Python: what seats see, chance, copies, and many at once."""

import re
from pathlib import Path

import numpy as np
import pytest

import evenhand
from evenhand.decks.problems import UsageError
from evenhand.stepping import HIDDEN, Batch, set_table

GAME = "last_light"


@pytest.fixture
def game():
    return evenhand.deal(GAME, seed=5)


def play_on(game, luck):
    while not game.is_over:
        game.apply(int(luck.integers(game.n_options)))
    return game.full_state, game.returns


def test_the_same_seed_and_answers_are_the_same_game(game):
    again = evenhand.deal(GAME, seed=5)
    other = evenhand.deal(GAME, seed=6)
    assert again.full_state == game.full_state != other.full_state
    ends = [play_on(one, np.random.default_rng(1)) for one in (game, again)]
    assert ends[0] == ends[1]


def test_a_copy_goes_its_own_way(game):
    before = game.full_state
    play_on(game.copy(), np.random.default_rng(2))
    assert game.full_state == before


def test_other_hands_and_all_decks_are_hidden(game):
    seen, whole = game.state, game.full_state
    me, other = (f"player_{seat + 1}" for seat in (game.seat, 1 - game.seat))
    assert seen[me]["hand"] == whole[me]["hand"]
    assert HIDDEN in seen[other]["hand"]
    assert HIDDEN in seen[me]["deck"]


def test_what_is_hidden_changes_nothing_that_is_seen(game):
    for _ in range(6):
        for seat in range(2):
            numbers = game._batch.observe(np.array([seat]))
            for world in (77, 78):
                other = game.copy()
                states = other._batch.states
                game._batch.table.dream(states, np.array([seat]), np.array([world]))
                assert other.full_state != game.full_state
                assert other.seen_by(seat) == game.seen_by(seat)
                assert np.array_equal(other._batch.observe(np.array([seat])), numbers)
        game.apply(0)


def test_an_option_has_a_number_of_its_own_and_words(game):
    options = game.options
    assert len({option.id for option in options}) == len(options) == game.n_options
    assert [option.words for option in options] == game.words
    game.apply(options[-1])
    with pytest.raises(UsageError, match=r"another question|there are"):
        game.apply(options[-1])


def test_what_is_not_on_offer_is_refused(game):
    with pytest.raises(UsageError, match="counted from 0"):
        game.apply(game.n_options)
    with pytest.raises(UsageError, match="seed"):
        evenhand.deal(GAME, seed=-1)


def test_many_games_are_those_that_are_stepped_alone():
    batch = Batch(set_table(GAME), 3)
    batch.begin([5, 6, 7])
    alone = [evenhand.deal(GAME, seed=seed) for seed in (5, 6, 7)]
    while not batch.is_over.all():
        batch.step(np.where(batch.is_over, 0, batch.n_options - 1))
    for number, one in enumerate(alone):
        while not one.is_over:
            one.apply(one.n_options - 1)
        assert one._batch.states[0].tobytes() == batch.states[number].tobytes()
        assert one.returns == tuple(batch.returns[number])


def test_a_batch_with_a_wrong_answer_does_not_move():
    batch = Batch(set_table(GAME), 2)
    batch.begin([1, 2])
    before = batch.states.copy()
    with pytest.raises(UsageError):
        batch.step(np.array([0, 255]))
    assert np.array_equal(batch.states, before)


@pytest.mark.parametrize("number", [0, 2])
def test_the_examples_of_the_guide_run(number):
    page = Path(__file__).parents[2] / "docs/stepping.md"
    examples = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    small = re.sub(r'"div\w+"', f'"{GAME}"', examples[number]).replace("1000", "20")
    exec(small, {})

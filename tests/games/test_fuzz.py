"""A little random play of every game; ``make fuzz`` plays much more."""

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from evenhand.simulate.proving.random_play import Findings, check_games, play_sample_games
from evenhand.simulate.registry import game_names, load_game
from tests.games.fuzzing import card_writer, looping_plan, random_card_plan
from tests.strategies import abilities


@pytest.mark.parametrize("name", game_names())
def test_random_games_are_sound(name):
    seeds = range(5)
    findings = play_sample_games(load_game(name), seeds, games=2)
    assert findings.games == 2 * len(seeds) and findings.steps > 200
    assert findings.faults == findings.limits == []


@pytest.mark.parametrize("name", game_names())
def test_games_of_random_cards_are_sound(name):
    game = load_game(name)
    writer = card_writer(game)
    if writer is None:
        pytest.skip("the cards of this game have no abilities")
    findings = Findings()

    @settings(max_examples=2, deadline=None, derandomize=True, database=None,
              phases=[Phase.generate], suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(
        texts=st.lists(
            abilities(game.schema.vocabulary), min_size=writer.CARDS, max_size=writer.CARDS
        ),
        number=st.integers(0, 1_000_000),
    )
    def play_them(texts, number):
        luck = random.Random(number)
        check_games(random_card_plan(game, texts, luck), findings, games=2)

    play_them()
    assert findings.steps > 200
    assert not findings.faults, "\n".join(findings.faults)


@pytest.mark.parametrize("name", game_names())
def test_games_of_looping_cards_end(name):
    game = load_game(name)
    if card_writer(game) is None:
        pytest.skip("the cards of this game have no abilities")
    findings = Findings()
    for seed in range(6):
        check_games(looping_plan(game, random.Random(seed)), findings, games=2)
    assert findings.endless > 0
    assert not findings.faults, "\n".join(findings.faults)

"""Random games of two to four, in the interpreter: no card is ever lost or doubled."""

import random

import numpy as np
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.simulate.engine.menu import MENU, open_menu
from evenhand.simulate.engine.options import option_values, pack_options
from evenhand.simulate.games.divino import GAME, rules
from evenhand.simulate.games.divino.enums import EndReason
from evenhand.simulate.view.fields import Sight

QUESTIONS = 150  # of each random game
MODES = {2: "one_demigod", 3: "two_demigods", 4: "one_demigod"}


@pytest.fixture(scope="module")
def pool():
    return load_pool(GAME.schema)


def seated(pool, n, seed):
    """Return a state whose decks are in place."""
    state = np.zeros(1, GAME.state_record(n))[0]
    state.rng.seed = seed
    state.end_reason = state.winner = state.leader = -1
    files = list(sample_decks(GAME.schema, MODES[n]).values())
    for seat in range(n):
        rows = load_deck(GAME.schema, pool, files[(seed + seat) % len(files)], MODES[n]).cards
        state.card_of[seat, : len(rows)] = rows
        state.deck_size[seat] = len(rows)
    return state


@pytest.mark.parametrize("n", MODES)
def test_every_card_is_in_one_place_all_through_a_random_game(pool, n):
    table = GAME.pack_pool(pool)
    options = pack_options(GAME.options, option_values(GAME.options, {}))
    state, luck, sight = seated(pool, n, n), random.Random(n), Sight(pool, table[0])
    menu = np.zeros(1, MENU)[0]
    rules.set_up(state, table[0], options[0])
    for _ in range(QUESTIONS):
        assert GAME.view.find_misplaced(state, sight) == []
        if state.end_reason != -1:
            break
        open_menu(state, table[0], options[0], menu)
        GAME.view.options(state, sight, menu)
        rules.apply(state, table[0], options[0], menu.actions[luck.randrange(menu.n)])
    assert state.end_reason != EndReason.ENGINE_ERROR

"""Random games, looked over after every answer."""

import random
from itertools import chain

import pytest

from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.sets import each
from evenhand.simulate.engine.state import NO_QUESTION, is_over
from evenhand.simulate.games.blackpoker.enums import SEATS, Act, EndReason
from tests.amounts import how_much
from tests.games.blackpoker.table import ORDER, Table

GAMES = how_much(15, 40)
CHANGES = (
    {},
    {"generation_change": "stage", "both_zero": "turn_player_loses", "open_grave": "0"},
    {"counter_test": "target", "block_many": "1", "attacks_per_turn": "2"},
    {"spell_cards": "0", "soldier_bulwarks": "0", "opening_hand": "12", "sets_per_turn": "3"},
    {"second_draw": "0", "summon_life": "0", "set_life": "0", "hand_limit": "3"},
)
IDLE = (Act.PASS, Act.END, Answer.ENOUGH, Answer.NO)


def places_of_cards(state, seat):
    """List every copy of a player once for each place where it is."""
    player = state.players[seat]
    on_stage = [state.stack[i] for i in range(state.n_stack)] + [state.current[0]]
    soldiers = list(each(int(player.soldiers)))
    return sorted(
        int(copy)
        for copy in chain(
            player.deck[: player.n_deck],
            each(int(player.hand)),
            each(int(player.grave)),
            soldiers,
            *(each(int(player.gear[soldier])) for soldier in soldiers),
            (player.bulwark[place] for place in each(int(player.bulwarks))),
            *(each(int(request.keys)) for request in on_stage if request.seat == seat),
        )
    )


def cards_on_field(player):
    """Return the set of cards that soldiers are made of."""
    found = int(player.soldiers)
    for soldier in each(found):
        found |= int(player.gear[soldier])
    return found


def check_games(t):
    """Check what is true of every state in which somebody is asked."""
    state = t.state
    for seat in range(SEATS):
        player = state.players[seat]
        assert places_of_cards(state, seat) == list(range(len(ORDER)))
        assert player.driven & ~player.soldiers == 0
        assert player.spent & ~player.bulwarks == 0
        assert player.shown & ~player.hand == 0
        assert player.fresh & ~cards_on_field(player) == 0
        gone = set(range(len(ORDER))) - set(each(int(player.soldiers)))
        assert not any(player.gear[copy] or player.bonus[copy] for copy in gone)
        assert player.changes_due == 0
        assert all(n > 0 for n in t.soldiers(seat).values())
    assert min(state.n_tasks, state.n_stack) >= 0
    marks = [int(state.stack[i].mark) for i in range(state.n_stack)]
    assert marks == sorted(set(marks))


def answer(t, luck):
    """Choose at random; deeds are preferred to passing, or hardly any would happen."""
    offers = t.open_menu()
    assert offers and not t.menu.overflow
    deeds = [offer for offer in offers if offer.kind not in IDLE]
    t.apply(luck.choice(deeds if deeds and luck.random() < 0.6 else offers))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game_keeps_every_card_in_one_place(number):
    luck = random.Random(number)
    t = Table(**CHANGES[number % len(CHANGES)])
    t.begin_game(seed=number)
    while not is_over(t.state):
        check_games(t)
        answer(t, luck)
    assert t.state.end_reason not in (EndReason.ENGINE_ERROR, EndReason.TURN_CAP)
    assert t.state.question == NO_QUESTION

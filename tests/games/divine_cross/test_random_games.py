"""Random games of random decks of the sample pool, looked over after every answer."""

import random
from itertools import chain

import pytest

from decks.divine_cross.schema import SCHEMA
from decks.divine_cross.words import CardType
from decks.pool import load_pool
from decks.records import NOTHING
from simulate.engine.sets import each
from simulate.engine.state import NO_QUESTION, is_over
from simulate.games.divine_cross.words import DECK_SLOTS, SEATS, SLOTS, Act, EndReason
from tests.games.divine_cross.table import Table

GAMES = 40
DEEDS = (Act.PLAY_UNIT, Act.PLAY_EVENT, Act.PLAY_ACTION, Act.PLAY_ASSIST, Act.CHARGE, Act.USE_EX)
CHANGES = (
    {},
    {"deckout_damage": "per_card", "assist_replace": "1", "hand_limit": "4"},
    {"empty_area_loses": "0", "advantage_on_standby": "1", "ex_uses_per_turn": "1"},
    {"mulligan_bonus_time": "at_reveal", "mulligan_bonus": "net", "charges_per_turn": "3"},
    {"standby_slots": "1", "draws_per_turn": "3", "events_per_turn": "2", "ko_limit": "5"},
)


@pytest.fixture(scope="module")
def pool():
    return load_pool(SCHEMA)


def random_deck(pool, luck):
    """Draw 30 cards, at least a third of them units, in the order of deck slots."""
    rows = range(len(pool.cards))
    units = [row for row in rows if pool.cards[row].type == CardType.UNIT]
    picked = luck.choices(units, k=luck.randint(10, 20))
    picked += luck.choices(list(rows), k=DECK_SLOTS - len(picked))
    return [pool.names[row] for row in sorted(picked)]


def places_of_cards(player):
    """List every copy of a player once for each place where it is."""
    units = [player.units[slot] for slot in range(SLOTS)]
    return sorted(
        chain(
            player.deck[: player.n_deck],
            *(each(zone) for zone in (player.hand, player.discard, player.ko, player.using)),
            *(each(unit.energy) for unit in units),
            (unit.copy_id for unit in units if unit.copy_id != NOTHING),
            (unit.assist for unit in units if unit.assist != NOTHING),
        )
    )


def look_over(t):
    """Check what is true of every state in which somebody is asked."""
    state = t.state
    for seat in range(SEATS):
        player = state.players[seat]
        assert places_of_cards(player) == list(range(DECK_SLOTS))
        assert player.shown & ~player.hand == 0
        assert min(player.n_deck, player.charges, player.events, player.retreats) >= 0
        for slot in range(SLOTS):
            unit = player.units[slot]
            assert unit.damage >= 0
            assert unit.copy_id != NOTHING or (unit.energy, unit.assist, unit.damage) == (0, -1, 0)
            assert not (unit.stunned and slot > 0)
    assert state.n_tasks > 0 and min(state.n_triggers, state.n_lasting) >= 0


def answer(t, luck):
    """Choose at random; deeds are preferred to passing, or hardly any would happen."""
    offers = t.open_menu()
    assert offers and not t.menu.overflow
    deeds = [offer for offer in offers if offer.kind in DEEDS]
    t.apply(luck.choice(deeds if deeds and luck.random() < 0.6 else offers))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game_keeps_every_card_in_one_place(pool, number):
    luck = random.Random(number)
    t = Table(pool, **CHANGES[number % len(CHANGES)])
    t.begin_game(random_deck(pool, luck), random_deck(pool, luck), seed=number)
    while not is_over(t.state):
        look_over(t)
        answer(t, luck)
    assert t.state.end_reason != EndReason.ENGINE_ERROR
    assert t.state.question == NO_QUESTION

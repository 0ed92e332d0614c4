"""The generator: published known answers, and streams that keep to themselves."""

import numpy as np
import pytest

from evenhand.simulate.engine.rng import Purpose, below, coin, philox, rng_record, shuffle, words4

ONES = 0xFFFFFFFF


@pytest.mark.parametrize(
    ("counter", "key", "answer"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ONES,) * 4, (ONES,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_gives_the_known_answers_of_random123(counter, key, answer):
    words = philox(*(np.uint64(word) for word in (*counter, *key)))
    assert tuple(int(word) for word in words) == answer


def stream(seed=1, pair=0, matchup=0, world=0):
    rng = np.zeros(1, rng_record(2))[0]
    rng.seed, rng.pair, rng.matchup, rng.world = seed, pair, matchup, world
    return rng


def first_words(seat=0, purpose=Purpose.DECK, **place):
    return tuple(int(word) for word in words4(stream(**place), purpose, seat))


def test_every_part_of_the_place_makes_another_stream():
    places = [
        {},
        {"seat": 1},
        {"purpose": Purpose.BOT},
        {"seed": 2},
        {"seed": 1 + 2**40},
        {"pair": 1},
        {"matchup": 1},
        {"world": 1},
    ]
    assert len({first_words(**place) for place in places}) == len(places)


def test_draws_of_one_purpose_do_not_move_another():
    rng, other = stream(), stream()
    below(rng, 10, Purpose.BOT, 0)
    assert tuple(words4(rng, Purpose.DECK, 0)) == tuple(words4(other, Purpose.DECK, 0))


def test_a_stream_goes_on():
    rng = stream()
    assert len({tuple(words4(rng, Purpose.DECK, 0)) for _ in range(100)}) == 100


def test_shuffles_are_permutations_and_even():
    n, trials = 5, 4000
    counts = np.zeros((n, n))
    for pair in range(trials):
        cards = np.arange(n, dtype=np.int8)
        shuffle(stream(pair=pair), cards, n, Purpose.DECK, 0)
        assert sorted(cards) == list(range(n))
        counts[cards, np.arange(n)] += 1
    expected = trials / n
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert chi_square < 45  # 16 degrees of freedom, p = 0.0001


def test_a_shuffle_leaves_the_cards_behind_it_alone():
    cards = np.arange(10, dtype=np.int8)
    shuffle(stream(), cards, 4, Purpose.DECK, 0)
    assert list(cards[4:]) == list(range(4, 10))


def test_below_stays_below_and_reaches_everything():
    rng = stream()
    assert {int(below(rng, 3, Purpose.BOT, 0)) for _ in range(200)} == {0, 1, 2}


def test_coins_are_fair():
    rng = stream()
    heads = sum(int(coin(rng, 0)) for _ in range(4000))
    assert abs(heads - 2000) < 125  # four standard deviations

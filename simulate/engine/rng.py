"""Random numbers determined by the place in the game, not by the order of calls.

Every draw is Philox4x32-10 (Salmon et al., SC 2011) of a key and a counter: the
run's seed, the matchup, the pair, the seat, the purpose, and how many blocks that
seat has used for that purpose. So no game shares a stream with another, one more
draw for one purpose moves nothing else, and both games of a pair see the same deals
because streams follow the seat.
"""

from enum import IntEnum

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.compiling import rule

__all__ = [
    "Purpose", "World", "below", "coin", "philox", "rng_record", "shuffle",
    "turn_round", "words4",
]  # fmt: skip


class Purpose(IntEnum):
    """Purposes of random streams; their values must not change, or seeds change meaning."""

    DECK = 0  # deck order and reshuffles
    BOT = 1  # a bot's own noise
    EFFECT = 2  # coin flips and random picks of card effects
    PACKS = 3  # opening sealed product
    DREAM = 4  # re-dealing what is hidden from a seat


PURPOSES = 5


class World(IntEnum):
    """The world of a state; 1 and above are the worlds of bots' searches.

    ``SORTED`` and ``REVERSED`` have no luck and are opposites: what is equal in both is equal
    in all worlds that a player considers possible.
    """

    REAL = 0
    SORTED = -1  # shuffled cards are in the order of their numbers
    REVERSED = -2


_SEAT_BITS = 4  # up to 16 seats
_WORLD_SHIFT = 8

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)


def rng_record(n_seats: int) -> np.dtype:
    """Make the record that holds a game's streams."""
    return record(
        ("seed", np.int64),
        ("matchup", np.int64),  # 32-bit name of the matchup
        ("pair", np.int64),  # below 2**32
        ("world", np.int32),  # a World, or 1 and above in a bot's search
        ("used", np.int32, (PURPOSES, n_seats)),  # blocks used so far
    )


@rule
def philox(c0, c1, c2, c3, k0, k1):
    """Philox4x32-10: four 32-bit words from a counter and a key, all uint64-held."""
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0 = (p1 >> _HALF) ^ c1 ^ k0
        c1 = p1 & _LOW
        c2 = (p0 >> _HALF) ^ c3 ^ k1
        c3 = p0 & _LOW
        k0 = (k0 + _W0) & _LOW
        k1 = (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@rule
def words4(rng, purpose, seat):
    """Return the next four 32-bit words of a seat's stream."""
    used = rng.used[purpose, seat]
    rng.used[purpose, seat] = used + 1
    place = (rng.world << _WORLD_SHIFT) | (purpose << _SEAT_BITS) | seat
    return philox(
        np.uint64(used),
        np.uint64(place) & _LOW,
        np.uint64(rng.pair) & _LOW,
        np.uint64(rng.matchup) & _LOW,
        np.uint64(rng.seed) & _LOW,
        (np.uint64(rng.seed) >> _HALF) & _LOW,
    )


@rule
def scaled(word, n):
    """Map a 32-bit word to 0..n-1 (Lemire 2019; the bias is below n / 2**32)."""
    return np.int64((word * np.uint64(n)) >> _HALF)


@rule
def below(rng, n, purpose, seat):
    """Return a random whole number 0..n-1, from a seat's stream for a `Purpose`.

    In rules that is `Purpose.EFFECT`, and the seat is whose luck it is; in `resample_hidden`
    it is `Purpose.DREAM`.
    """
    return scaled(words4(rng, purpose, seat)[0], n)


@rule
def coin(rng, seat):
    """Flip a coin for a card effect: 1 is heads, 0 is tails."""
    return below(rng, 2, Purpose.EFFECT, seat)


@rule
def shuffle(rng, cards, n, purpose, seat):
    """Put the first n entries of ``cards`` in random order (Fisher-Yates).

    Purpose and seat are as in `below`; `begin_deck` and `reshuffle` shuffle a whole deck.
    """
    if rng.world < 0:
        sort(cards, n)
        if rng.world == World.REVERSED:
            turn_round(cards, n)
        return
    last = n - 1
    while last > 0:
        for word in words4(rng, purpose, seat):
            if last > 0:
                other = scaled(word, last + 1)
                card = cards[last]
                cards[last] = cards[other]
                cards[other] = card
                last -= 1


@rule
def sort(cards, n):
    """Sort the first n entries of ``cards`` by insertion, since most are sorted already."""
    for i in range(1, n):
        card, place = cards[i], i
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


@rule
def turn_round(cards, n):
    """Reverse the first n entries of ``cards``, so that none stays at its position."""
    for i in range(n // 2):
        card = cards[i]
        cards[i] = cards[n - 1 - i]
        cards[n - 1 - i] = card
    if n > 1 and n % 2:  # the one in the middle
        card = cards[n // 2]
        cards[n // 2] = cards[n // 2 + 1]
        cards[n // 2 + 1] = card

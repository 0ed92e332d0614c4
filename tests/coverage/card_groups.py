"""Groups of cards whose exchanges share their deals: what is said of their mean impact."""

from collections.abc import Iterator

import numpy as np

from evenhand.analysis.tables.card_groups import Changes, combine_changes, weigh_exchanges
from evenhand.analysis.tables.card_impact import Exchange
from tests.coverage.rows import Row, alarms, covers, simulation

SWING = 0.3  # share of the deals on which all cards of a deck matter, or none
HELPS, HURTS = 0.25, 0.1  # chances that a card by itself wins a pair of games more, or less

BOTH = [
    Exchange(deck, f"{name} {deck}", "", 1) for deck in "ab" for name in ("one", "two", "three")
]
GROUPS = {
    "in each of two decks": (["one a", "one b"], ["two a", "two b", "three b"]),
    "in one deck each": (["one a", "two a", "three a"], ["one b", "two b"]),
    "alone, in two decks": (["one a", "one b"], []),
}


def exchange(rng: np.random.Generator, n_pairs: int) -> list[list[Changes]]:
    """Exchange the cards of two decks that meet: what helps one of them hurts the other.

    Each card plays a number of pairs of its own, from the first deal on.
    """
    swing = rng.choice((-1, 0, 1), n_pairs, p=(SWING / 2, 1 - SWING, SWING / 2))
    parts = []
    for number, one in enumerate(BOTH):
        own = rng.choice((-1, 0, 1), n_pairs, p=(HURTS, 1 - HELPS - HURTS, HELPS))
        shared = swing if one.deck == "a" else -swing
        change = np.where(swing == 0, own, shared)[: n_pairs - number * n_pairs // 12] / 2
        parts.append([Changes.of(0, 0.5 - change / 2, 0.5 + change / 2)])
    return parts


@simulation(
    {
        f"{words}, {n_pairs} pairs": {"groups": groups, "n_pairs": n_pairs}
        for words, groups in GROUPS.items()
        for n_pairs in (4, 40, 200)
    }
)
def card_groups(
    rng: np.random.Generator, repeats: int, groups: tuple[list[str], list[str]], n_pairs: int
) -> Iterator[Row]:
    """All cards are worth the same: so is every group, and no two differ."""
    weights = list(weigh_exchanges(BOTH, *groups))
    of_card = (1 - SWING) * (HELPS - HURTS) / 2
    truth = of_card * sum(weights)
    found = [combine_changes(exchange(rng, n_pairs), weights) for _ in range(repeats)]
    ends = np.array([one.interval(0.95) for one in found])
    yield covers("groups of cards", *ends.T, truth)
    yield alarms("groups of cards: one above what it is", ends[:, 0] > truth, 0.025)

"""Groups of cards: how their impacts add up, on samples whose truth is known."""

import numpy as np
import pytest

from evenhand.analysis.statistics.differences import paired_difference
from evenhand.analysis.tables.card_groups import (
    Changes,
    combine_changes,
    find_pulls,
    weigh_exchanges,
)
from evenhand.analysis.tables.card_impact import Exchange

DECKS_OF = {"Pup": "ab", "Guard": "a", "Sage": "b", "Lancer": "a"}
EXCHANGES = [Exchange(deck, card, "", 1) for card, decks in DECKS_OF.items() for deck in decks]


def exchange(effects: dict[str, float], n_pairs: int = 4_000, seed: int = 1) -> list[list[Changes]]:
    """Exchange cards that each win so much more of the games, in two matchups of their deck."""
    rng = np.random.default_rng(seed)
    parts = []
    for one in EXCHANGES:
        change = rng.random((2, n_pairs)) < effects.get(one.card, 0.0)
        noise = rng.choice((-0.5, 0, 0.5), (2, n_pairs), p=(0.1, 0.8, 0.1))
        changes = np.where(change, 1, noise)
        rows = (0, 1) if one.deck == "a" else (0, 2)
        parts.append([Changes.of(row, 0.5 - value / 2, 0.5 + value / 2)
                      for row, value in zip(rows, changes, strict=True)])  # fmt: skip
    return parts


def test_each_card_weighs_the_same_in_however_many_decks_it_is() -> None:
    weights = weigh_exchanges(EXCHANGES, ["Pup", "Guard"], ["Sage"])
    assert weights.tolist() == [0.25, 0.25, 0.5, -1.0, 0.0]
    assert weigh_exchanges(EXCHANGES, ["Pup", "Guard", "in no deck"]).sum() == pytest.approx(1)


def test_one_card_of_one_deck_is_worth_its_impact() -> None:
    parts = exchange({"Guard": 0.1})
    alone = paired_difference([one.moments for one in parts[2]])
    group = combine_changes(parts, list(weigh_exchanges(EXCHANGES, ["Guard"])))
    for name in ("value", "centre", "standard_error", "n_pairs", "largest"):
        assert getattr(group, name) == pytest.approx(getattr(alone, name))


def test_a_group_that_was_made_better_is_found_and_none_else() -> None:
    parts = exchange({"Pup": 0.1, "Guard": 0.1})
    better = combine_changes(parts, list(weigh_exchanges(EXCHANGES, ["Pup", "Guard"], ["Sage"])))
    low, high = better.interval(0.99)
    assert 0.05 < low < better.value < high < 0.15
    same = combine_changes(parts, list(weigh_exchanges(EXCHANGES, ["Sage"], ["Lancer"])))
    assert same.interval(0.95)[0] < 0 < same.interval(0.95)[1]


def test_cards_on_the_same_deals_are_no_independent_samples() -> None:
    """Two cards that always change the same games: their mean is as uncertain as either is."""
    rng = np.random.default_rng(3)
    change = rng.choice((-0.5, 0, 0.5), 500)
    one = [Changes.of(0, 0.5 - change / 2, 0.5 + change / 2)]
    cards = [Exchange("a", "x", "", 1), Exchange("a", "y", "", 1)]
    alone = combine_changes([one], [1.0])
    mean = combine_changes([one, one], list(weigh_exchanges(cards, ["x", "y"])))
    apart = combine_changes([one, one], list(weigh_exchanges(cards, ["x"], ["y"])))
    assert mean.standard_error == pytest.approx(alone.standard_error, rel=0.01)
    assert apart.standard_error < 0.25 * alone.standard_error


def test_the_cards_that_pull_a_group_out_are_named() -> None:
    parts = exchange({"Pup": 0.3, "Guard": 0.05, "Sage": 0.02})
    pulls = find_pulls(EXCHANGES, parts, ["Pup", "Guard"], ["Sage", "Lancer"], way=1)
    assert [pull.card for pull in pulls] == ["Pup", "Lancer"]
    assert pulls[0].low < 0.3 < pulls[0].high
    down = find_pulls(EXCHANGES, parts, ["Pup", "Guard"], ["Sage", "Lancer"], way=-1)
    assert [pull.card for pull in down] == ["Guard", "Sage"]

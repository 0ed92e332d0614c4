"""Screen pairs of cards for synergy, by games with many random cards exchanged at a time.

A deck of 15 cards has 105 pairs; measuring each in the original deck takes 121 decks. With
random cards exchanged, every game contributes to the estimate of every pair. These estimates
are of decks without many of their cards, so screening only selects the most extreme pairs,
which are then measured on fresh deals.
"""

import numpy as np

from evenhand.analysis.statistics.factorial import count_terms, pair_effects
from evenhand.decks.problems import UsageError
from evenhand.experiments.contrasts import FEWEST_PAIRS, Effort
from evenhand.experiments.synergy_pairs import NumberedPair, Pairing
from evenhand.simulate.runs.pair_store import PairRange, PairStore
from evenhand.simulate.runs.variants import plan_variants

__all__ = ["MOST_CHOSEN", "choose_pairs", "count_least", "play_screening"]

MOST_CHOSEN = 12  # pairs of cards
SHARE_OUT = 0.25  # share of the cards exchanged in one game
SCREENING_GAMES = 180_000
SCREENING_RUNS = 1_000  # random choices of cards
RUNS_PER_TERM = 2
FIRST_PAIR = 1_000_000  # first pair of deals of the screening, apart from those of measuring


def count_least(pairing: Pairing) -> tuple[int, int]:
    """Return the fewest games to screen pairs, and to measure those chosen."""
    n_pairs, n_cards = len(pairing.pairs), len(pairing.exchanged.exchanges)
    deal = pairing.plan.n_seats * pairing.n_matchups
    n_chosen = min(n_pairs, MOST_CHOSEN)
    decks = 1 + min(n_cards, 2 * n_chosen) + n_chosen
    screening = RUNS_PER_TERM * count_terms(n_cards) if n_pairs > MOST_CHOSEN else 0
    return deal * screening, deal * FEWEST_PAIRS * decks


def choose_pairs(pairing: Pairing, effort: Effort) -> tuple[list[NumberedPair], int]:
    """Choose the screened pairs with the most extreme estimates; all if at most `MOST_CHOSEN`.

    Each run exchanges a random quarter of the deck and plays other deals.

    Returns
    -------
    pairs : list of (int, int)
        In the order of all pairs.
    n_games : int
        Number of games played.

    Raises
    ------
    UsageError
        If the games do not suffice.
    """
    pairs, least = pairing.pairs, count_least(pairing)
    if effort.most_games is not None and effort.most_games < sum(least):
        message = f"--games: {len(pairs):,} pairs of cards take {sum(least):,} games at least"
        raise UsageError(message)
    if effort.store.on_message:
        effort.store.on_message(f"Looking at {len(pairs)} pairs of cards ..")
    if len(pairs) <= MOST_CHOSEN:
        return pairs, 0
    most = SCREENING_GAMES if effort.most_games is None else effort.most_games // 2
    games = max(least[0], min(most, SCREENING_GAMES))
    changed, scores = play_screening(pairing, games, effort.store)
    order = np.argsort(pair_effects(changed, scores), kind="stable")
    ends = [*order[: MOST_CHOSEN // 2], *order[-(MOST_CHOSEN // 2) :]]
    return [pairs[number] for number in sorted(ends)], games


def play_screening(pairing: Pairing, games: int, store: PairStore) -> tuple[np.ndarray, np.ndarray]:
    """Screen pairs of cards: play games with random cards exchanged.

    Returns
    -------
    changed : bool array, shape (n_runs, n_cards)
    scores : float array, shape (n_runs,)
        Scores of the deck, each run on deals of its own.
    """
    plan, n_cards = pairing.plan, len(pairing.exchanged.exchanges)
    n_matchups = pairing.n_matchups
    deals = max(games // (plan.n_seats * n_matchups), RUNS_PER_TERM * count_terms(n_cards))
    n_runs = min(deals, max(SCREENING_RUNS, RUNS_PER_TERM * count_terms(n_cards)))
    n_pairs = deals // n_runs
    changed = np.random.default_rng(plan.seed).random((n_runs, n_cards)) < SHARE_OUT
    decks = [pairing.make_variant_without(np.flatnonzero(cards).tolist()) for cards in changed]
    variants = plan_variants(plan, decks)
    places = [place for of_variant in variants.matchups for place in of_variant]
    starts = FIRST_PAIR + n_pairs * np.repeat(np.arange(n_runs), n_matchups)
    ranges = [PairRange(place.exchanged, int(start), n_pairs)
              for place, start in zip(places, starts, strict=True)]  # fmt: skip
    played = store.play([(variants.arrays, pairs) for pairs in ranges])
    means = np.array([scores[list(place.sides)].mean()
                      for place, scores in zip(places, played, strict=True)])  # fmt: skip
    return changed, means.reshape(n_runs, n_matchups).mean(axis=1)

"""Which pairs of cards promise most: games with random cards exchanged, many at a time.

A deck of 15 cards has 105 pairs. Measuring each of them in the deck as it is takes 121 decks.
With random cards exchanged every game says something of every pair. That is of decks without
these cards, so the pairs that promise most are only chosen here, and then measured on fresh
deals.
"""

import numpy as np

from evenhand.analysis.statistics.factorial import count_terms, pair_effects
from evenhand.decks.problems import UsageError
from evenhand.experiments.contrasts import FEWEST_PAIRS, Effort
from evenhand.experiments.pairing import NumberedPair, Pairing
from evenhand.simulate.runs.pair_store import PairRange, PairStore
from evenhand.simulate.runs.variants import plan_variants

__all__ = ["MOST_CHOSEN", "choose_pairs", "count_least", "play_screening"]

MOST_CHOSEN = 12  # pairs of cards
SHARE_OUT = 0.25  # of the cards, in one game
SCREENING_GAMES = 180_000
SCREENING_RUNS = 1_000  # random choices of cards
RUNS_PER_TERM = 2
FIRST_PAIR = 1_000_000  # so that what is measured later is on other deals


def count_least(pairing: Pairing) -> tuple[int, int]:
    """Return how many games it takes at least to choose pairs, and to measure them."""
    n_pairs, n_cards = len(pairing.pairs), len(pairing.exchanged.exchanges)
    deal = pairing.plan.n_seats * pairing.n_matchups
    n_chosen = min(n_pairs, MOST_CHOSEN)
    decks = 1 + min(n_cards, 2 * n_chosen) + n_chosen
    screening = RUNS_PER_TERM * count_terms(n_cards) if n_pairs > MOST_CHOSEN else 0
    return deal * screening, deal * FEWEST_PAIRS * decks


def choose_pairs(pairing: Pairing, effort: Effort) -> tuple[list[NumberedPair], int]:
    """Find the pairs of cards that promise most, for better and for worse; all if they are few.

    Random cards are exchanged, a quarter of the deck at a time, each time on other deals.

    Returns
    -------
    pairs : list of (int, int)
        In the order of all pairs.
    n_games : int
        That it took.

    Raises
    ------
    UsageError
        If there are too few games.
    """
    pairs, least = pairing.pairs, count_least(pairing)
    if effort.most_games is not None and effort.most_games < sum(least):
        message = f"--games: {len(pairs):,} pairs of cards take {sum(least):,} games at least"
        raise UsageError(message)
    if effort.store.notice:
        effort.store.notice(f"Looking at {len(pairs)} pairs of cards ..")
    if len(pairs) <= MOST_CHOSEN:
        return pairs, 0
    most = SCREENING_GAMES if effort.most_games is None else effort.most_games // 2
    games = max(least[0], min(most, SCREENING_GAMES))
    changed, scores = play_screening(pairing, games, effort.store)
    order = np.argsort(pair_effects(changed, scores), kind="stable")
    ends = [*order[: MOST_CHOSEN // 2], *order[-(MOST_CHOSEN // 2) :]]
    return [pairs[number] for number in sorted(ends)], games


def play_screening(pairing: Pairing, games: int, store: PairStore) -> tuple[np.ndarray, np.ndarray]:
    """Play with random cards exchanged.

    Returns
    -------
    changed : bool array, shape (n_runs, n_cards)
    scores : float array, shape (n_runs,)
        Of the deck, each run on deals of its own.
    """
    plan, n_cards = pairing.plan, len(pairing.exchanged.exchanges)
    n_matchups = pairing.n_matchups
    deals = max(games // (plan.n_seats * n_matchups), RUNS_PER_TERM * count_terms(n_cards))
    n_runs = min(deals, max(SCREENING_RUNS, RUNS_PER_TERM * count_terms(n_cards)))
    n_pairs = deals // n_runs
    changed = np.random.default_rng(plan.seed).random((n_runs, n_cards)) < SHARE_OUT
    decks = [pairing.without(np.flatnonzero(cards).tolist()) for cards in changed]
    variants = plan_variants(plan, decks)
    places = [place for own in variants.matchups for place in own]
    starts = FIRST_PAIR + n_pairs * np.repeat(np.arange(n_runs), n_matchups)
    ranges = [PairRange(place.exchanged, int(start), n_pairs)
              for place, start in zip(places, starts, strict=True)]  # fmt: skip
    played = store.play([(variants.arrays, pairs) for pairs in ranges])
    means = np.array([scores[list(place.sides)].mean()
                      for place, scores in zip(places, played, strict=True)])  # fmt: skip
    return changed, means.reshape(n_runs, n_matchups).mean(axis=1)

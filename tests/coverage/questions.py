"""What designers ask: prices, mixes, circles, pairs of cards, rules and decks that were found."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pandas as pd

from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.statistics.differences import PairedMoments
from evenhand.analysis.tables import metagame
from evenhand.analysis.tables.card_synergy import CardPair, Together, synergy_table
from evenhand.analysis.tables.compensation import Played, Setting, compensation_table
from evenhand.analysis.tables.found_decks import found_table
from evenhand.analysis.tables.metagame import SMALL_SHARE, WinMatrix
from evenhand.analysis.tables.prices import PricedCard, price_curve, price_table
from evenhand.reports.bands import DISCOVERY_RATE
from tests.coverage.rows import LEVEL, Row, alarms, covers, simulation

SCORES = np.array([0, 0.5, 1])
SLOPE = 0.0004  # what one more of a number is worth
FAIR = 331.0
VALUES = np.arange(260, 401, 20)
STEP = 20
IN_A_TABLE = 12  # cards, or pairs of cards, that are corrected together
WITHIN = 0.02
EDGES = (0.06, 0.02, -0.04)  # what going first is worth at 0, 1 and 2


def shift(scores: np.ndarray, luck: np.ndarray, gain: float) -> np.ndarray:
    """Turn as many pairs as make scores higher by a gain on average, and some either way."""
    some = np.where(luck < 0.05, 0.5, np.where(luck < 0.1, -0.5, 0.0))
    turned = np.where(luck > 1 - 4 * abs(gain), np.sign(gain) * 0.5, 0.0)
    return scores + some + turned / 2


@simulation({f"{n} pairs a value": {"n_pairs": n} for n in (200, 2_000)})
def fair_values(rng: np.random.Generator, repeats: int, n_pairs: int) -> Iterator[Row]:
    """A card at some values, on the same deals, whose worth is a straight line."""
    fair, worth, whole = [], [], []
    for _ in range(repeats):
        plain, luck = rng.choice(SCORES, n_pairs), rng.random(n_pairs)
        gains = SLOPE * (VALUES - FAIR)
        parts = [[PairedMoments.of(plain, shift(plain, luck, gain))] for gain in gains]
        curve = price_curve(VALUES.tolist(), parts, 2, rises=True)
        fair.append((curve.fair.low, curve.fair.high))
        worth.append(curve.table[["worth_low", "worth_high"]].iloc[0].tolist())
        band = curve.table[["band_low", "band_high"]].to_numpy()
        whole.append(bool(((band[:, 0] <= gains) & (gains <= band[:, 1])).all()))
    yield covers("price: fair value of a card", *np.transpose(fair), FAIR)
    yield covers("price: worth at a value", *np.transpose(worth), SLOPE * (VALUES[0] - FAIR))
    yield alarms("price: some of the curve outside its band", ~np.array(whole))


@simulation({f"{IN_A_TABLE} cards, {n} pairs": {"n_pairs": n} for n in (200, 1_000)})
def prices_of_a_pool(rng: np.random.Generator, repeats: int, n_pairs: int) -> Iterator[Row]:
    """Cards that are all worth their cost; one more number is worth the same for each."""
    starred, ends, now = [], list[pd.DataFrame](), 300
    for _ in range(repeats // 4):
        cards = []
        for number in range(IN_A_TABLE):
            plain, luck = rng.choice(SCORES, n_pairs), rng.random(n_pairs)
            own = shift(plain, luck, 0.0)
            other = shift(plain, rng.permutation(luck), 2 * STEP * SLOPE)
            cards.append(
                PricedCard(
                    f"card {number}", 1, ["deck"], [PairedMoments.of(plain, own)], "hp", now,
                    now + STEP, [PairedMoments.of(plain, other)], [PairedMoments.of(own, other)],
                )
            )  # fmt: skip
        table = price_table(cards, 2)
        starred.append(bool((table["worth_q"] < DISCOVERY_RATE).any()))
        ends.append(table[["fair_low", "fair_high"]].dropna())
    yield alarms("price: a star of a card that is worth its cost, of twelve", starred)
    found = pd.concat(ends)
    yield covers("price: fair number in the table of all", found["fair_low"], found["fair_high"],
                 float(now))  # fmt: skip


@simulation({f"twelve pairs, {n} pairs of games": {"n_pairs": n} for n in (300, 1_500)})
def pairs_of_cards(rng: np.random.Generator, repeats: int, n_pairs: int) -> Iterator[Row]:
    """Two cards that have nothing to do with each other, though either does something."""
    named = [CardPair("deck", f"Axe {number}", f"Bow {number}") for number in range(IN_A_TABLE)]
    tables = [
        synergy_table(named, [[play_four(rng, n_pairs)] for _ in named], 2, IN_A_TABLE)
        for _ in range(repeats // 4)
    ]
    every = pd.concat(tables)
    top = pd.DataFrame([table.loc[table["synergy"].abs().idxmax()] for table in tables])
    yield covers("synergy of two cards", every["synergy_low"], every["synergy_high"], 0.0)
    yield covers("synergy of the strongest pair", top["sure_low"], top["sure_high"], 0.0)
    starred = [(table["synergy_q"] < DISCOVERY_RATE).any() for table in tables]
    yield alarms("synergy: a star of two such cards, of twelve pairs", starred)


def play_four(rng: np.random.Generator, n_pairs: int) -> Together:
    """Scores of the decks with both cards, either and neither, on the same deals."""
    neither = rng.choice(SCORES, n_pairs)
    card, other = (
        np.where(rng.random(n_pairs) < 0.8, neither, rng.choice(SCORES, n_pairs)) for _ in range(2)
    )
    luck = rng.choice([-0.5, 0, 0.5], n_pairs, p=[0.15, 0.7, 0.15])
    return Together.of(card + other - neither + luck, other, card, neither)


MIXES = {
    "five decks all alike": np.full((5, 5), 0.5),
    "a circle of three": np.array([[0.5, 0.6, 0.4], [0.4, 0.5, 0.6], [0.6, 0.4, 0.5]]),
    "four decks, one in no mix": np.array(
        [[0.5, 0.6, 0.45, 0.7], [0.4, 0.5, 0.65, 0.55], [0.55, 0.35, 0.5, 0.6],
         [0.3, 0.45, 0.4, 0.5]]
    ),
}  # fmt: skip


@simulation({f"{words}, 200 pairs": {"rates": rates} for words, rates in MIXES.items()})
def mixes(rng: np.random.Generator, repeats: int, rates: np.ndarray) -> Iterator[Row]:
    """What would be played if a run's win rates were exact."""
    true = metagame.find_mixes(rates)["share"]
    outside, wrong = [], []
    for _ in range(max(20, repeats // 10)):
        matrix = measure_matrix(rng, rates, 200)
        drawn = metagame.find_mixes(metagame.redraw_rates(matrix, 400))
        found = metagame.make_table(
            metagame.Mixes(matrix, metagame.find_mixes(matrix.rates), drawn), LEVEL
        )
        held = (found["share_low"] <= true + 1e-9) & (true - 1e-9 <= found["share_high"])
        outside.append(not held.all())
        is_played = true > SMALL_SHARE
        wrong.append(bool(((found["never"] & is_played) | (found["always"] & ~is_played)).any()))
    yield alarms("metagame: some deck's share outside its interval", outside)
    yield alarms("metagame: some deck wrongly said to be played, or not to be", wrong)


def measure_matrix(rng: np.random.Generator, rates: np.ndarray, n_pairs: int) -> WinMatrix:
    """What independent pairs of games measure of given win rates."""
    n = len(rates)
    found, errors = np.full((n, n), 0.5), np.full((n, n), np.nan)
    for one, other in combinations(range(n), 2):
        scores = (rng.random((2, n_pairs)) < rates[one, other]).mean(axis=0)
        found[one, other], found[other, one] = scores.mean(), 1 - scores.mean()
        errors[one, other] = errors[other, one] = scores.std(ddof=1) / n_pairs**0.5
    pairs = np.full((n, n), n_pairs)
    return WinMatrix(tuple("ABCDEFGH"[:n]), found, errors, pairs, 2 * pairs)


LADDERS = {"six decks all alike": np.zeros(6), "a ladder of six": np.linspace(-0.4, 0.4, 6)}


@simulation(
    {
        f"{words}, {n_pairs} pairs": {"strengths": strengths, "n_pairs": n_pairs}
        for words, strengths in LADDERS.items()
        for n_pairs in (50, 400)
    }
)
def circles(
    rng: np.random.Generator, repeats: int, strengths: np.ndarray, n_pairs: int
) -> Iterator[Row]:
    """Decks of which the stronger one always wins more, so that there is no circle."""
    rates = 1 / (1 + np.exp(strengths - strengths[:, None]))
    matrices = [measure_matrix(rng, rates, n_pairs) for _ in range(repeats)]
    proven = [metagame.make_cycles_table(one, LEVEL)["proven"].any() for one in matrices]
    yield alarms("metagame: a circle where there is none", proven)
    cyclic = [
        metagame.make_transitivity_table(one, LEVEL)["cyclic_p"].item() < 0.05 for one in matrices
    ]
    yield alarms("metagame: cycles are more than noise where there are none", cyclic)


@simulation({f"three values, {n} pairs a matchup": {"n_pairs": n} for n in (100, 1_000)})
def rules_for_the_first(rng: np.random.Generator, repeats: int, n_pairs: int) -> Iterator[Row]:
    """A rule option whose values are played on the same deals; the middle one is on the edge."""
    settings = [Setting(), *(Setting((("cards", value),)) for value in (1, 2))]
    matchups = [("A", "B"), ("A", "C"), ("B", "C")]
    tables = []
    for _ in range(repeats // 4):
        luck = rng.random((len(matchups), 2, n_pairs))
        counts = [[count_firsts(own, edge) for own in luck] for edge in EDGES]
        played = Played(settings, counts, matchups, seed=1)
        tables.append(compensation_table(played, {"cards": [0, 1, 2]}, WITHIN, None))
    for number, words in enumerate(("now", "on the edge", "at the last value")):
        rows = pd.DataFrame([table.iloc[number] for table in tables])
        ends = rows["advantage_low"], rows["advantage_high"]
        yield covers(f"compensate: what going first is worth {words}", *ends, EDGES[number])
    middle = pd.DataFrame([table.iloc[1] for table in tables])
    yield alarms("compensate: a setting on the edge is called fair",
                 middle["verdict"] == Verdict.PASS)  # fmt: skip
    yield alarms("compensate: a setting on the edge is called unfair",
                 middle["verdict"] == Verdict.FAIL)  # fmt: skip
    ends = middle["fair_low"], middle["fair_high"]
    yield covers("compensate: value at which going first is worth nothing", *ends, 4 / 3)


def count_firsts(luck: np.ndarray, edge: float) -> np.ndarray:
    """Count pairs in which each side goes first once, and does so with an edge."""
    first, second = (own < 0.5 + edge for own in luck)
    one = np.ones(len(first))
    scores = (first + 1 - second) / 2, (second + 1 - first) / 2
    return np.array([one, first, one, second, *scores, 9 * one, 0 * one], float)


@simulation({f"five decks found, {n} pairs": {"n_pairs": n} for n in (40, 400)})
def found_decks(rng: np.random.Generator, repeats: int, n_pairs: int) -> Iterator[Row]:
    """Decks that were searched for and are as strong as the best of those that were there."""
    stronger, ends = [], list[pd.DataFrame]()
    weights = np.full(3, 1 / 3)
    for _ in range(repeats // 2):
        base = rng.choice(SCORES, (3, n_pairs))
        table = found_table(
            {f"found {n}": list(replay(rng, base)) for n in range(5)},
            {f"deck {n}": list(replay(rng, base)) for n in range(3)},
            weights,
        )
        stronger.append(bool(table["is_stronger"].any()))
        ends.append(table)
    yield alarms("break: a deck called stronger that is not", stronger)
    outside = [
        ((table["win_rate_low"] > 0.5) | (table["win_rate_high"] < 0.5)).any() for table in ends
    ]
    yield alarms("break: some deck's win rate outside its interval", outside)


def replay(rng: np.random.Generator, scores: np.ndarray) -> np.ndarray:
    """Play the same deals with a deck that is as good; four of ten go otherwise."""
    return np.where(rng.random(scores.shape) < 0.4, rng.choice(SCORES, scores.shape), scores)

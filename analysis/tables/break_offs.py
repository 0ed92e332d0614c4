"""Games that were broken off, and the cards associated with them.

A game is broken off if a limit ended it: the turn cap, a turn that did not end, or a memory
limit of the engine. Such games contain little information about balance, and a designer wants
to know which cards cause them. So the games in which a card was played are compared with those
in which it was not.

There are two confounders. In long games more of every card is played: a card stands out only
if it was played more often in games that were broken off, and by more than the average card of
its deck. And cards that are played together with a looping card are associated with such games
as well: cards are named one by one, and the next one must stand out among games with equally
many of the cards named before.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import stdtr

from evenhand.analysis.data.card_counts import CardCounter, make_card_counters
from evenhand.analysis.data.pairs import (
    BREAK_OFFS,
    ENGINE_ERROR,
    PairBlock,
    PairSums,
    pair_blocks_by_matchup,
)
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.multiplicity import holm
from evenhand.analysis.statistics.ratios import PooledSums, mask_zeros, rate_columns, ratio

__all__ = [
    "MOST_BROKEN_OFF", "break_offs", "count_broken_off", "has_many_broken_off", "share_broken_off",
]  # fmt: skip

MOST_BROKEN_OFF = 0.01  # share of games above which cards are named
MOST_NAMED = 4
LEAST_FACTOR = 2  # minimum ratio of the shares broken off, with a named card and without
SURE = 0.05  # chance that any card is named by mistake
CHUNK_PAIRS = 1 << 12  # pairs counted at once
QUANTITIES = (
    "played", "played_broken", "unplayed", "unplayed_broken",
    "usual", "usual_broken",  # the share of the deck's cards that was played
)  # fmt: skip

Floats = NDArray[np.float64]
Played = dict[tuple[int, int], np.ndarray]  # side and seat: was the card played


class Suspect(NamedTuple):
    """A card suspected of break-offs and its deck, each as its row in the run's lists."""

    deck: int
    card: int


def break_offs(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return the share of games broken off, with each card played and without.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck and card: deck, card, n_played, n_unplayed (games times seats in
        which a seat with the deck played a copy, or none), played_share, played_share_low,
        played_share_high, unplayed_share, unplayed_share_low, unplayed_share_high (the
        share of them that was broken off: at the turn cap, in a turn without end or by an
        engine error), p (of "the card is no more associated with such games than its deck's
        cards are"), rank (1 for the card that is named first, 2 for the next, .., 0 for cards
        that are not named).

        A card is named if it is significant after Holm's correction for all cards, among games
        with equally many of the cards named before it, and if the share of its games that was
        broken off is at least twice that of the others. Cards are compared within matchups;
        intervals and p-values treat pairs as the units.
    """
    tests = test_cards(run, [])
    named = name_suspects(run, tests)
    frames = [
        test.make_rows(run.deck_names[deck], run.card_names, level).assign(
            rank=[find_rank(Suspect(deck, card), named) for card in test.counter.cards.tolist()]
        )
        for deck, test in tests.items()
    ]
    return pd.concat(frames, ignore_index=True)


def find_rank(suspect: Suspect, named: Sequence[Suspect]) -> int:
    """Return a card's position among the named suspects, from 1; 0 if it is not named."""
    return named.index(suspect) + 1 if suspect in named else 0


class DeckTest:
    """Tests of a deck's cards for break-offs, stratified by the number of named cards played.

    Attributes
    ----------
    total : PooledSums
        Rows are the cards of the deck's counter.
    scores, variances : float array, shape (2, n_cards)
        Number of games with the card that were broken off, minus its expectation if the card
        has no effect; first row: plain, second row: minus the same for the deck's average card.
    """

    def __init__(self, counter: CardCounter, n_strata: int) -> None:
        self.counter = counter
        self.n_strata = n_strata
        self.total = PooledSums(len(counter.cards), self.make_sums().quantities)
        self.scores = np.zeros((2, len(counter.cards)))
        self.variances = np.zeros((2, len(counter.cards)))

    def make_sums(self) -> PairSums:
        """Return empty sums for one matchup."""
        names = [f"{name}_{part}" for part in range(self.n_strata) for name in QUANTITIES]
        return PairSums(len(self.counter.cards), names)

    def add_matchup(self, part: PairSums) -> None:
        """Add the sums of a whole matchup; cards are compared within it."""
        self.total.add(part)
        plain, beyond = np.zeros((2, *part.sums.shape))
        for stratum in range(self.n_strata):
            here = slice(stratum * len(QUANTITIES), (stratum + 1) * len(QUANTITIES))
            excess, usual, plain[:, here], usual_gradient = compute_excesses(part.sums[:, here])
            beyond[:, here] = plain[:, here] - usual_gradient
            self.scores += excess, excess - usual
        for row, gradient in enumerate((plain, beyond)):
            self.variances[row] += np.einsum(
                "ri,rij,rj->r", gradient, np.nan_to_num(part.covariance), gradient
            )

    @property
    def p_values(self) -> Floats:
        """One-sided p-values, shape (n_cards,); NaN without variance."""
        error = mask_zeros(np.sqrt(np.maximum(self.variances, 0)))
        broken = self.total.form(self.names("played_broken", "unplayed_broken")) > 0
        n_pairs = self.total.occupied[:, broken].max(axis=1)
        p: Floats = stdtr(np.maximum(n_pairs - 1, 1), -self.scores / error).max(axis=0)
        return p

    @property
    def has_large_share(self) -> NDArray[np.bool_]:
        """Whether the share broken off is at least `LEAST_FACTOR` times that without the card."""
        with_it, without = (
            ratio(self.total, self.names(f"{name}_broken"), self.names(name)).value
            for name in ("played", "unplayed")
        )
        return with_it >= LEAST_FACTOR * np.nan_to_num(without)

    def names(self, *quantities: str) -> list[str]:
        """List the names of quantities in every stratum."""
        return [f"{name}_{part}" for name in quantities for part in range(self.n_strata)]

    def make_rows(self, deck: str, card_names: Sequence[str], level: float) -> pd.DataFrame:
        """Return the table rows of the deck, without rank."""
        columns: dict[str, Any] = {
            "deck": deck,
            "card": [card_names[card] for card in self.counter.cards],
        }
        for name in ("played", "unplayed"):
            columns[f"n_{name}"] = self.total.count(*self.names(name))
        for name in ("played", "unplayed"):
            share = ratio(self.total, self.names(f"{name}_broken"), self.names(name))
            columns |= rate_columns(f"{name}_share", self.total, share, level)
        return pd.DataFrame({**columns, "p": self.p_values})


def compute_excesses(sums: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Compute the excess of games broken off for each card, and for its deck's average card.

    This is the score test of a stratum: the number of games with the card that were broken
    off, minus the number expected from the share of all games. It is defined even if no game
    without the card was broken off, or all games with it were.

    Returns
    -------
    excess, usual : float array, shape (n_cards,)
    excess_gradient, usual_gradient : float array, shape (n_cards, n_quantities)
        Derivatives with respect to the sums.
    """
    played, played_broken, unplayed, unplayed_broken, usual, usual_broken = sums.T
    games = np.maximum(played + unplayed, 1)
    broken = (played_broken + unplayed_broken) / games
    rate, usual_rate = played / games, usual / games
    zero = np.zeros_like(games)
    return (
        played_broken - played * broken,
        usual_broken - usual * broken,
        np.stack([(rate - 1) * broken, 1 - rate, rate * broken, -rate, zero, zero], axis=1),
        np.stack(
            [
                usual_rate * broken, -usual_rate, usual_rate * broken, -usual_rate,
                -broken, zero + 1,
            ],
            axis=1,
        ),
    )  # fmt: skip


def name_suspects(run: Run, tests: Mapping[int, DeckTest]) -> list[Suspect]:
    """Name the suspect most significant for break-offs, then the next given it, and so on."""
    named: list[Suspect] = []
    while (suspect := find_suspect(tests, named)) is not None:
        named.append(suspect)
        if len(named) == MOST_NAMED:
            break
        tests = test_cards(run, named)
    return named


def find_suspect(tests: Mapping[int, DeckTest], named: Sequence[Suspect]) -> Suspect | None:
    """Return the suspect most significant for break-offs and not named yet, or None."""
    suspects = [
        Suspect(deck, card) for deck, test in tests.items() for card in test.counter.cards.tolist()
    ]
    p_values = np.concatenate([test.p_values for test in tests.values()])
    p_values[[suspect in named for suspect in suspects]] = np.nan
    has_large_share = np.concatenate([test.has_large_share for test in tests.values()])
    clear = np.where(has_large_share & (holm(p_values) <= SURE), p_values, np.inf)
    best = int(np.argmin(clear))
    return suspects[best] if np.isfinite(clear[best]) else None


def test_cards(run: Run, named: Sequence[Suspect]) -> dict[int, DeckTest]:
    """Test every card for break-offs in all games; keyed by row of the deck list."""
    counters = make_card_counters(run)
    tests = {deck: DeckTest(counter, len(named) + 1) for deck, counter in counters.items()}
    reasons = {"engine_error": ENGINE_ERROR, **run.info["end_reasons"]}
    limits = [reasons[name] for name in BREAK_OFFS if name in reasons]
    words = ("played", "cards") if run.is_sealed else ("played",)
    columns = [f"{word}_{seat}" for word in words for seat in range(run.n_seats)]
    for matchup, blocks in pair_blocks_by_matchup(run, columns):
        parts = {deck: tests[deck].make_sums() for deck in matchup.decks}
        for chunk in (chunk for block in blocks for chunk in block.split(CHUNK_PAIRS)):
            played = find_played(chunk, tests)
            stratum = count_named(chunk, played, tests, named)
            broken = np.isin(chunk.columns["end_reason"], limits)
            for deck, part in parts.items():
                part.add(sum_pairs(chunk, deck, played, broken, stratum, tests[deck]))
        for deck, part in parts.items():
            tests[deck].add_matchup(part)
    return tests


def find_played(block: PairBlock, tests: Mapping[int, DeckTest]) -> Played:
    """Return which cards each side played in the games tested for break-offs."""
    return {
        (side, seat): tests[deck].counter.count(
            block.of_side("played", side, seat).view(np.uint64), block, side, seat
        )
        > 0
        for side, deck in enumerate(block.matchup.decks)
        for seat in range(block.n_seats)
    }


def count_named(
    block: PairBlock, played: Played, tests: Mapping[int, DeckTest], named: Sequence[Suspect]
) -> np.ndarray:
    """Count the named suspects played in each game, by any side; shape (n_seats, n_pairs)."""
    n_named = np.zeros((block.n_seats, block.n_pairs), np.intp)
    pairs = np.arange(block.n_pairs)
    for suspect in named:
        row = np.flatnonzero(tests[suspect.deck].counter.cards == suspect.card)[0]
        is_played = np.zeros(n_named.shape, bool)
        for (side, seat), cards in played.items():
            if block.matchup.decks[side] == suspect.deck:
                is_played[block.rotation(side, seat), pairs] |= cards[row]
        n_named += is_played
    return n_named


def sum_pairs(
    block: PairBlock,
    deck: int,
    played: Played,
    broken: np.ndarray,
    stratum: np.ndarray,
    test: DeckTest,
) -> dict[str, np.ndarray]:
    """Sum a deck's games broken off over each pair, by stratum; (n_cards, n_pairs) each."""
    pairs = np.arange(block.n_pairs)
    shape = (len(test.counter.cards), block.n_pairs)
    total = {name: np.zeros(shape) for name in test.total.quantities}
    for (side, seat), cards in played.items():
        if block.matchup.decks[side] != deck:
            continue
        place = block.rotation(side, seat), pairs
        usual = cards.mean(axis=0)
        for part in range(test.n_strata):
            here = stratum[place] == part
            lost = here & broken[place]
            total[f"played_{part}"] += cards & here
            total[f"played_broken_{part}"] += cards & lost
            total[f"unplayed_{part}"] += ~cards & here
            total[f"unplayed_broken_{part}"] += ~cards & lost
            total[f"usual_{part}"] += usual * here
            total[f"usual_broken_{part}"] += usual * lost
    return total


def count_broken_off(end_reasons: pd.DataFrame) -> int:
    """Count the games broken off, which a limit ended."""
    return int(end_reasons.loc[end_reasons["name"].isin(BREAK_OFFS), "n_games"].sum())


def share_broken_off(end_reasons: pd.DataFrame) -> float:
    """Return the share of the games that was broken off; 0 of no games."""
    return float(count_broken_off(end_reasons) / max(end_reasons["n_games"].sum(), 1))


def has_many_broken_off(end_reasons: pd.DataFrame) -> bool:
    """Return whether a larger share than `MOST_BROKEN_OFF` of the games was broken off."""
    return share_broken_off(end_reasons) > MOST_BROKEN_OFF

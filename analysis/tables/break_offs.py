"""Games that were broken off, and the cards that they go with.

A game is broken off if a limit ended it: the turn cap, a turn that came to no end, or room
that the engine did not have. Such games say little about balance, and a designer wants to
know which cards make them. So the games in which a card was played are held against those
in which it was not.

Two things stand in the way. Long games show more of every card: a card stands out only if
it was played more often in games that were broken off, and that by more than its deck's
cards on the whole. And whatever is played beside a card that loops goes with such games,
too: cards are named one by one, and the next one must stand out among games with equally
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

__all__ = ["MOST_BROKEN_OFF", "break_offs"]

MOST_BROKEN_OFF = 0.01  # share of games; beyond it their cards are named
MOST_NAMED = 4
LEAST_FACTOR = 2  # how much oftener than others the games with a card named are broken off
SURE = 0.05  # chance that any card is named by mistake
CHUNK_PAIRS = 1 << 12  # pairs of which all cards are counted at once
QUANTITIES = (
    "played", "played_broken", "unplayed", "unplayed_broken",
    "usual", "usual_broken",  # the share of the deck's cards that was played
)  # fmt: skip

Floats = NDArray[np.float64]
Played = dict[tuple[int, int], np.ndarray]  # side and seat: was the card played


class Suspect(NamedTuple):
    """A card of a deck, both as rows of the run's lists."""

    deck: int
    card: int


def break_offs(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often games with a card played are broken off, and games without.

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
        engine error), p (of a card that goes with such games no more than its deck's cards
        do), rank (1 for the card that is named first, 2 for the next, .., 0 for all that
        are not named).

        Named is what stands out after Holm's correction for all cards, among games with
        equally many of the cards named before it, and of whose games at least twice as large
        a share was broken off as of the others. Matchups are compared within
        themselves; intervals and p-values treat pairs as the units.
    """
    looks = look_at_cards(run, [])
    named = name_suspects(run, looks)
    frames = [
        look.frame(run.deck_names[deck], run.card_names, level).assign(
            rank=[rank_of(Suspect(deck, card), named) for card in look.counter.cards.tolist()]
        )
        for deck, look in looks.items()
    ]
    return pd.concat(frames, ignore_index=True)


def rank_of(suspect: Suspect, named: Sequence[Suspect]) -> int:
    """Return when a card was named, counted from 1; 0 if it was not."""
    return named.index(suspect) + 1 if suspect in named else 0


class Look:
    """What is known of a deck's cards, in strata: games that had equally many cards named.

    Attributes
    ----------
    total : PooledSums
        Rows are the cards of the deck's counter.
    scores, variances : float array, shape (2, n_cards)
        How many more games of those with the card were broken off than would be if it made
        no difference: plainly, and beyond what the deck's cards do on the whole.
    """

    def __init__(self, counter: CardCounter, n_strata: int) -> None:
        self.counter = counter
        self.n_strata = n_strata
        self.total = PooledSums(len(counter.cards), self.empty().quantities)
        self.scores = np.zeros((2, len(counter.cards)))
        self.variances = np.zeros((2, len(counter.cards)))

    def empty(self) -> PairSums:
        """Return sums for one matchup."""
        names = [f"{name}_{part}" for part in range(self.n_strata) for name in QUANTITIES]
        return PairSums(len(self.counter.cards), names)

    def finish(self, part: PairSums) -> None:
        """Add a matchup's sums, which are compared within it."""
        self.total.add(part)
        plain, beyond = np.zeros((2, *part.sums.shape))
        for stratum in range(self.n_strata):
            own = slice(stratum * len(QUANTITIES), (stratum + 1) * len(QUANTITIES))
            excess, usual, plain[:, own], usual_gradient = excesses(part.sums[:, own])
            beyond[:, own] = plain[:, own] - usual_gradient
            self.scores += excess, excess - usual
        for row, gradient in enumerate((plain, beyond)):
            self.variances[row] += np.einsum(
                "ri,rij,rj->r", gradient, np.nan_to_num(part.covariance), gradient
            )

    @property
    def p_values(self) -> Floats:
        """One-sided p-values, shape (n_cards,); NaN where nothing is known."""
        error = mask_zeros(np.sqrt(np.maximum(self.variances, 0)))
        broken = self.total.form(self.names("played_broken", "unplayed_broken")) > 0
        n_pairs = self.total.occupied[:, broken].max(axis=1)
        p: Floats = stdtr(np.maximum(n_pairs - 1, 1), -self.scores / error).max(axis=0)
        return p

    @property
    def makes_many(self) -> NDArray[np.bool_]:
        """Whether so much larger a share of the games with a card was broken off."""
        with_it, without = (
            ratio(self.total, self.names(f"{name}_broken"), self.names(name)).value
            for name in ("played", "unplayed")
        )
        return with_it >= LEAST_FACTOR * np.nan_to_num(without)

    def names(self, *quantities: str) -> list[str]:
        """Name quantities in every stratum."""
        return [f"{name}_{part}" for name in quantities for part in range(self.n_strata)]

    def frame(self, deck: str, card_names: Sequence[str], level: float) -> pd.DataFrame:
        """Write the deck's lines."""
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


def excesses(sums: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return by how much the card, and its deck's cards, exceed what is expected of chance.

    This is the score test of a stratum: of the games with the card, so many more were broken
    off than the share of all games that was. It needs no games without the card that were
    broken off, nor with it that were not.

    Returns
    -------
    excess, usual : float array, shape (n_cards,)
    excess_gradient, usual_gradient : float array, shape (n_cards, n_quantities)
        Their derivatives by the sums.
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


def name_suspects(run: Run, looks: Mapping[int, Look]) -> list[Suspect]:
    """Name the card that stands out most, then what stands out beside it, and so on."""
    named: list[Suspect] = []
    while (suspect := find_suspect(looks, named)) is not None:
        named.append(suspect)
        if len(named) == MOST_NAMED:
            break
        looks = look_at_cards(run, named)
    return named


def find_suspect(looks: Mapping[int, Look], named: Sequence[Suspect]) -> Suspect | None:
    """Return the card that surely stands out, and most, of those that are not named."""
    suspects = [
        Suspect(deck, card) for deck, look in looks.items() for card in look.counter.cards.tolist()
    ]
    p_values = np.concatenate([look.p_values for look in looks.values()])
    p_values[[suspect in named for suspect in suspects]] = np.nan
    makes_many = np.concatenate([look.makes_many for look in looks.values()])
    clear = np.where(makes_many & (holm(p_values) <= SURE), p_values, np.inf)
    best = int(np.argmin(clear))
    return suspects[best] if np.isfinite(clear[best]) else None


def look_at_cards(run: Run, named: Sequence[Suspect]) -> dict[int, Look]:
    """Read all games and test every card, by row of the deck list."""
    counters = make_card_counters(run)
    looks = {deck: Look(counter, len(named) + 1) for deck, counter in counters.items()}
    reasons = {"engine_error": ENGINE_ERROR, **run.info["end_reasons"]}
    limits = [reasons[name] for name in BREAK_OFFS if name in reasons]
    words = ("played", "cards") if run.is_sealed else ("played",)
    columns = [f"{word}_{seat}" for word in words for seat in range(run.n_seats)]
    for matchup, blocks in pair_blocks_by_matchup(run, columns):
        parts = {deck: looks[deck].empty() for deck in matchup.decks}
        for chunk in (chunk for block in blocks for chunk in block.split(CHUNK_PAIRS)):
            played = find_played(chunk, looks)
            stratum = count_named(chunk, played, looks, named)
            broken = np.isin(chunk.columns["end_reason"], limits)
            for deck, part in parts.items():
                part.add(sum_pairs(chunk, deck, played, broken, stratum, looks[deck]))
        for deck, part in parts.items():
            looks[deck].finish(part)
    return looks


def find_played(block: PairBlock, looks: Mapping[int, Look]) -> Played:
    """Return which cards each side played in the games in which it sits in a seat."""
    return {
        (side, seat): looks[deck].counter.count(
            block.of_side("played", side, seat).view(np.uint64), block, side, seat
        )
        > 0
        for side, deck in enumerate(block.matchup.decks)
        for seat in range(block.n_seats)
    }


def count_named(
    block: PairBlock, played: Played, looks: Mapping[int, Look], named: Sequence[Suspect]
) -> np.ndarray:
    """Count the named cards played in each game, by anyone; shape (n_seats, n_pairs)."""
    found = np.zeros((block.n_seats, block.n_pairs), np.intp)
    pairs = np.arange(block.n_pairs)
    for suspect in named:
        row = np.flatnonzero(looks[suspect.deck].counter.cards == suspect.card)[0]
        is_played = np.zeros(found.shape, bool)
        for (side, seat), cards in played.items():
            if block.matchup.decks[side] == suspect.deck:
                is_played[block.rotation(side, seat), pairs] |= cards[row]
        found += is_played
    return found


def sum_pairs(
    block: PairBlock,
    deck: int,
    played: Played,
    broken: np.ndarray,
    stratum: np.ndarray,
    look: Look,
) -> dict[str, np.ndarray]:
    """Sum a deck's games over each pair, stratum by stratum; of shape (n_cards, n_pairs)."""
    pairs = np.arange(block.n_pairs)
    shape = (len(look.counter.cards), block.n_pairs)
    total = {name: np.zeros(shape) for name in look.total.quantities}
    for (side, seat), cards in played.items():
        if block.matchup.decks[side] != deck:
            continue
        place = block.rotation(side, seat), pairs
        usual = cards.mean(axis=0)
        for part in range(look.n_strata):
            here = stratum[place] == part
            lost = here & broken[place]
            total[f"played_{part}"] += cards & here
            total[f"played_broken_{part}"] += cards & lost
            total[f"unplayed_{part}"] += ~cards & here
            total[f"unplayed_broken_{part}"] += ~cards & lost
            total[f"usual_{part}"] += usual * here
            total[f"usual_broken_{part}"] += usual * lost
    return total

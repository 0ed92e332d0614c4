"""Card win rates: how often the owner of a card wins, by where its copies were seen.

The metrics are those of 17Lands and count copies, not games: a game in which two copies
were drawn counts twice. GP: games played; OH: opening hand; GD: drawn later; GIH: opening
hand or drawn; GNS: never seen; IWD: improvement when drawn, GIH minus GNS win rate.

Interpretation: GIH, GD and IWD depend on the length of games, because more cards are seen in
long games, so that even thirty identical cards have an IWD other than 0. `iwd_centred` subtracts
the IWD of the deck as a whole. The opening hand is dealt at random, so that `oh_lift`,
compared seat by seat, is the effect of starting with a copy instead of another card of the
deck; mulligans weaken this, as a kept hand is not random.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evenhand.analysis.data.card_counts import (
    WORDS,
    CardCounter,
    count_copies_seen,
    make_card_counters,
)
from evenhand.analysis.data.pairs import Floats, PairBlock, PairSums
from evenhand.analysis.data.run import PlayedMatchup, Run
from evenhand.analysis.data.tallies import Sums, Tally, tally, tally_all
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg
from evenhand.analysis.statistics.ratios import (
    EVERY,
    Estimate,
    PooledSums,
    average,
    difference,
    difference_columns,
    p_values,
    rate_columns,
    ratio,
)

__all__ = ["CardCopies", "CardsPlayed", "card_win_rates", "played_columns"]

CHUNK_NUMBERS = 1 << 19  # array size at once: rows times quantities times pairs
SHARED = -1  # key of the cards that several decks hold; other keys are rows of the deck list
Values = dict[str, np.ndarray]


def card_win_rates(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return the win rate of each card's owner, by where its copies were seen.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        First the rows of all decks together (deck ""), which combine the decks that hold
        the card, then those of each deck: deck, card, copies (mean number in decks that
        hold it), n_games (games times seats with at least one copy); for each m of gp,
        oh, gd, gih, gns: {m}_n (copies counted), {m}_wr, {m}_wr_low, {m}_wr_high;
        oh_lift, oh_lift_low, oh_lift_high, oh_lift_p, oh_lift_q (win rate of copies in
        the opening hand minus that of the other copies, mean of the seats); iwd, iwd_low,
        iwd_high; iwd_centred, iwd_centred_low, iwd_centred_high, iwd_centred_p,
        iwd_centred_q (minus the IWD of all the deck's copies together); played_rate,
        played_rate_low, played_rate_high (share of the copies seen that were played).

        All matchups are weighted equally. Both seats of a mirror match count. Intervals and
        p-values treat pairs as the units; q-values bound the share of false discoveries
        among the cards of one deck, or of all decks together. With too few pairs for a
        standard error, a win rate may be NaN and its interval is 0 to 1, that of a
        difference -1 to 1, and the p-value is NaN.
    """
    tally_all(run, [CardCopies, CardsPlayed])
    copies, played = tally(run, CardCopies), tally(run, CardsPlayed)
    cards = np.arange(len(run.card_names))
    frames = [make_rows(run, "", copies.of_all, played.of_all, cards, level)]
    for deck, of_deck in sorted(copies.of_deck.items()):
        cards = copies.counters[deck].cards
        name = run.deck_names[deck]
        frames.append(make_rows(run, name, of_deck, played.of_deck[deck], cards, level))
    return pd.concat(frames, ignore_index=True)


class CardTally(Tally):
    """Quantities of each deck's cards, summed over pairs; rows are those of its counter.

    A pair is one unit even if several decks hold a card: the sums under the key `SHARED` are of
    those cards, added over the decks before anything is squared. Matchups are pooled
    immediately, because their sums are large.

    Attributes
    ----------
    counters : dict of int to CardCounter
        By row of the deck list.
    of_deck : dict of int to PooledSums
        Rows are the cards of the deck's counter.
    of_all : PooledSums
        Rows are the run's card names.
    """

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        words = (*WORDS, "cards") if run.is_sealed else WORDS
        self.columns = [f"{word}_{seat}" for word in words for seat in range(run.n_seats)]
        self.counters = make_card_counters(run)
        names = self.list_quantities(run.n_seats)
        self.of_all = PooledSums(len(run.card_names), names)
        self.of_deck = {
            deck: PooledSums(len(counter.cards), names) for deck, counter in self.counters.items()
        }

    @abstractmethod
    def list_quantities(self, n_seats: int) -> list[str]:
        """List the quantities of each card."""

    @abstractmethod
    def compute_seat_values(
        self, counter: CardCounter, block: PairBlock, side: int, seat: int
    ) -> Values:
        """Compute a card's quantities in one game of each pair, that with a side in a seat."""

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by row of the deck list."""
        names = self.list_quantities(block.n_seats)
        cards = {deck: self.counters[deck].cards for deck in block.matchup.decks}
        shared = list_shared_cards(block.matchup, self.counters)
        if shared.size:
            cards[SHARED] = shared
        sums = {name: PairSums(len(rows), names) for name, rows in cards.items()}
        n_numbers = len(names) * sum(map(len, cards.values()))
        for chunk in block.split(max(CHUNK_NUMBERS // n_numbers, 1)):
            values = {
                deck: self.sum_deck(chunk, deck, names)
                for deck in dict.fromkeys(block.matchup.decks)
            }
            if shared.size:
                values[SHARED] = add_shared_cards(values, cards)
            for name, of_rows in values.items():
                sums[name].add_stacked(of_rows)
        return sums

    def sum_deck(self, block: PairBlock, deck: int, names: list[str]) -> Floats:
        """Sum a deck's cards over each pair; shape (n_cards, n_quantities, n_pairs)."""
        counter = self.counters[deck]
        total = np.zeros((len(counter.cards), len(names), block.n_pairs))
        row = {name: index for index, name in enumerate(names)}
        for side, held in enumerate(block.matchup.decks):
            for seat in range(block.n_seats) if held == deck else ():
                for name, values in self.compute_seat_values(counter, block, side, seat).items():
                    total[:, row[name]] += values
        return total

    def store_sums(self, matchup: PlayedMatchup, sums: Sums) -> None:
        """Add a matchup to the pools, with the same weight as every other."""
        shared = list_shared_cards(matchup, self.counters)
        for deck in dict.fromkeys(matchup.decks):
            weight, cards = 1 / sums[deck].n_pairs, self.counters[deck].cards
            alone = np.flatnonzero(~np.isin(cards, shared)) if shared.size else EVERY
            self.of_deck[deck].add(sums[deck], weight)
            self.of_all.add(sums[deck], weight, rows=cards[alone], taken=alone)
        if shared.size:
            self.of_all.add(sums[SHARED], 1 / sums[SHARED].n_pairs, rows=shared)


class CardCopies(CardTally):
    """Copies by where they were seen; "rest" are those not in the opening hand."""

    def list_quantities(self, n_seats: int) -> list[str]:
        """List the quantities of each card: how many copies, and those of them that won."""
        by_seat = [f"{name}_{seat}" for name in Seats._fields for seat in range(n_seats)]
        seatless = ("gd", "gns", "all_gih", "all_gns")
        return [*by_seat, *(name for seen in seatless for name in (seen, f"{seen}_won"))]

    def compute_seat_values(
        self, counter: CardCounter, block: PairBlock, side: int, seat: int
    ) -> Values:
        """Compute a card's quantities in one game of each pair, that with a side in a seat."""
        seen = count_copies_seen(counter, block, side, seat, ("deck", "oh", "gd", "gns"))
        won = block.score_of_side(side, seat)
        rest = seen["deck"] - seen["oh"]
        # Values of all cards of the deck, once for each copy of the card they are compared with.
        all_gih = seen["deck"] * (seen["oh"] + seen["gd"]).sum(axis=0)
        all_gns = seen["deck"] * seen["gns"].sum(axis=0)
        return {
            f"oh_{seat}": seen["oh"],
            f"oh_won_{seat}": seen["oh"] * won,
            f"rest_{seat}": rest,
            f"rest_won_{seat}": rest * won,
            "gd": seen["gd"],
            "gd_won": seen["gd"] * won,
            "gns": seen["gns"],
            "gns_won": seen["gns"] * won,
            "all_gih": all_gih,
            "all_gih_won": all_gih * won,
            "all_gns": all_gns,
            "all_gns_won": all_gns * won,
        }


class CardsPlayed(CardTally):
    """Copies that were seen, and those of them that were played."""

    def list_quantities(self, n_seats: int) -> list[str]:
        """List the quantities of each card; "games" are those with a copy in the deck."""
        return ["deck", "seen", "played", "games"]

    def compute_seat_values(
        self, counter: CardCounter, block: PairBlock, side: int, seat: int
    ) -> Values:
        """Compute a card's quantities in one game of each pair, that with a side in a seat."""
        seen = count_copies_seen(counter, block, side, seat, ("deck", "seen", "played"))
        return {**seen, "games": seen["deck"] > 0}


def add_shared_cards(values: dict[int, Floats], cards: dict[int, NDArray[np.intp]]) -> Floats:
    """Add the values of shared cards over the decks that hold them, for card win rates."""
    first = next(iter(values.values()))
    total = np.zeros((len(cards[SHARED]), *first.shape[1:]))
    for deck, of_deck in values.items():
        _, to, of = np.intersect1d(cards[SHARED], cards[deck], return_indices=True)
        total[to] += of_deck[of]
    return total


def list_shared_cards(
    matchup: PlayedMatchup, counters: Mapping[int, CardCounter]
) -> NDArray[np.intp]:
    """List the cards that several decks of a matchup hold, as rows of the card names."""
    held = [counters[deck].cards for deck in set(matchup.decks)]
    cards, n_decks = np.unique(np.concatenate(held), return_counts=True)
    return cards[n_decks > 1]


class Seats(NamedTuple):
    """Names of the quantities of card win rates that are summed by seat."""

    oh: list[str]
    oh_won: list[str]
    rest: list[str]
    rest_won: list[str]


def make_rows(
    run: Run,
    deck: str,
    sums: PooledSums,
    played: PooledSums,
    cards: NDArray[np.intp],
    level: float,
) -> pd.DataFrame:
    """Return the card win rates of one deck, or of all decks together."""
    seats = Seats(*([f"{name}_{seat}" for seat in range(run.n_seats)] for name in Seats._fields))
    of_copies = played_columns(played, level)
    columns: dict[str, Any] = {
        "deck": deck,
        "card": [run.card_names[card] for card in cards],
        "copies": of_copies.pop("copies"),
        "n_games": of_copies.pop("n_games"),
    }
    columns |= metric_columns(sums, seats, level)
    columns |= lift_columns(sums, seats, level)
    columns |= improvement_columns(sums, seats, level)
    columns |= of_copies
    held = columns["n_games"] > 0
    frame = pd.DataFrame(columns)[held].reset_index(drop=True)
    for name in ("oh_lift", "iwd_centred"):
        place = int(frame.columns.get_loc(f"{name}_p")) + 1
        frame.insert(place, f"{name}_q", benjamini_hochberg(frame[f"{name}_p"]))
    return frame


def played_columns(sums: PooledSums, level: float) -> dict[str, Any]:
    """Return how many copies decks hold, and the share of those seen that were played."""
    n_games = sums.count("games")
    return {
        "copies": sums.count("deck") / np.maximum(n_games, 1),
        "n_games": n_games,
        **rate_columns("played_rate", sums, ratio(sums, ["played"], ["seen"]), level),
    }


def metric_columns(sums: PooledSums, seats: Seats, level: float) -> dict[str, Any]:
    """Return number of copies and card win rate for GP, OH, GD, GIH and GNS."""
    metrics = {
        "gp": (seats.oh_won + seats.rest_won, seats.oh + seats.rest),
        "oh": (seats.oh_won, seats.oh),
        "gd": (["gd_won"], ["gd"]),
        "gih": name_gih(seats),
        "gns": (["gns_won"], ["gns"]),
    }
    columns: dict[str, Any] = {}
    for name, (won, counted) in metrics.items():
        columns[f"{name}_n"] = sums.count(*counted)
        columns |= rate_columns(f"{name}_wr", sums, ratio(sums, won, counted), level)
    return columns


def name_gih(seats: Seats) -> tuple[list[str], list[str]]:
    """Return the names of the quantities "won" and "counted" for GIH, opening hand or drawn."""
    return [*seats.oh_won, "gd_won"], [*seats.oh, "gd"]


def lift_columns(sums: PooledSums, seats: Seats, level: float) -> dict[str, Any]:
    """Return the opening-hand lift as columns.

    It is computed by seat and averaged, because the size of the hand and the advantage of
    going first would otherwise be confounded with the card.
    """
    lifts = [
        difference(ratio(sums, [oh_won], [oh]), ratio(sums, [rest_won], [rest]))
        for oh, oh_won, rest, rest_won in zip(*seats, strict=True)
    ]
    return test_columns("oh_lift", sums, average(lifts), level)


def improvement_columns(sums: PooledSums, seats: Seats, level: float) -> dict[str, Any]:
    """Return the improvement when drawn, plain and minus that of the deck, as columns."""
    iwd = difference(ratio(sums, *name_gih(seats)), ratio(sums, ["gns_won"], ["gns"]))
    of_deck = difference(
        ratio(sums, ["all_gih_won"], ["all_gih"]), ratio(sums, ["all_gns_won"], ["all_gns"])
    )
    centred = difference(iwd, of_deck)
    return difference_columns("iwd", sums, iwd, level) | test_columns(
        "iwd_centred", sums, centred, level
    )


def test_columns(name: str, sums: PooledSums, estimate: Estimate, level: float) -> dict[str, Any]:
    """Return a difference of card win rates, its interval and the p-value of "it is 0"."""
    return difference_columns(name, sums, estimate, level) | {f"{name}_p": p_values(sums, estimate)}

"""Which edit did it: a change of several cards, one card at a time, on the same deals."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.statistics.differences import PairedMoments, paired_difference
from evenhand.analysis.statistics.multiplicity import joint_level
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from evenhand.decks.card import Card
from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool, replace_card
from evenhand.reports.comparison.edits import ALL_TOGETHER
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.pair_store import PairStore, pair_ranges
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.same_games import read_cells

__all__ = [
    "MOST_GAMES", "Number", "Scores", "keep_shared_decks", "list_edited_cards", "list_numbers",
    "measure_single_edits", "read_scores", "with_pool",
]  # fmt: skip

MOST_EDITS = 8  # cards that are told apart, those edited most
MOST_GAMES = 4  # times as many as one side plays, for all edits together
FEWEST_PAIRS = 20  # of each matchup
AT_ONCE = 250  # pairs, after which playing can be stopped
FEW_AT_ONCE = 2  # the same for bots that think ahead
LEVEL = 0.95

Scores = dict[int, np.ndarray]  # of the first side of each matchup, by its row


class Number(NamedTuple):
    """A win rate whose change is split over edits: of a deck, or of one of its matchups.

    Attributes
    ----------
    name : str
        Of the deck, or of the matchup.
    deck : str
    rows : tuple of int
        Rows of the matchups that it is the mean of.
    """

    name: str
    deck: str
    rows: tuple[int, ...]


def keep_shared_decks(plan: Plan, other: Plan) -> Plan:
    """Return a plan without the decks that another lacks, such as those that cannot be read.

    If they share too few decks for a game, the plan is returned as it is.
    """
    names = {entrant.name for entrant in other.entrants}
    shared = [entrant for entrant in plan.entrants if entrant.name in names]
    is_same, is_enough = len(shared) == len(plan.entrants), len(shared) >= plan.n_seats
    return replace(plan, entrants=shared) if is_enough and not is_same else plan


def list_edited_cards(before: Plan, after: Plan) -> list[str]:
    """List the cards of the decks that have other numbers or other text, those edited most first.

    Empty if plans differ in more than their cards, or if decks are opened from packs.

    Returns
    -------
    list of str
        Labels.
    """
    if before.is_sealed or after.is_sealed or before.n_seats != 2 or len(before.bots) > 1:
        return []
    if [deck.name for deck in before.entrants] != [deck.name for deck in after.entrants]:
        return []
    old, new = (
        dict(zip(plan.pool.labels, plan.pool.cards, strict=True)) for plan in (before, after)
    )
    decks = [deck for deck in before.entrants if isinstance(deck, Deck)]
    copies = Counter(before.pool.labels[row] for deck in decks for row in deck.cards)
    sizes = {
        label: copies[label] * measure_edit(card, new[label])
        for label, card in old.items()
        if label in copies and label in new and read_cells(card) != read_cells(new[label])
    }
    return sorted(sizes, key=lambda label: -sizes[label])


def measure_edit(old: Card, new: Card) -> float:
    """Return roughly how much a card was edited: numbers by their share, a text like a double."""
    size = 0.0
    for column, cell in read_cells(old).items():
        values = cell, read_cells(new)[column]
        if values[0] != values[1]:
            numbers = [int(value) for value in values if value.isdigit()]
            is_number = len(numbers) == len(values)
            size += abs(numbers[1] - numbers[0]) / max(1, numbers[0]) if is_number else 1.0
    return size


def list_numbers(plan: Plan) -> list[Number]:
    """List the win rates of the decks of a plan."""
    matchups = plan_arrays(plan).matchups
    rows = {
        deck.name: tuple(
            row
            for row, matchup in enumerate(matchups)
            if number in matchup.decks and len(set(matchup.decks)) > 1
        )
        for number, deck in enumerate(plan.entrants)
    }
    return [Number(name, name, own) for name, own in rows.items() if own]


def measure_single_edits(
    before: Plan,
    after: Plan,
    scores: tuple[Scores, Scores],
    store: PairStore,
    numbers: Sequence[Number],
    most_games: int = MOST_GAMES,
    n_together: int = 0,
) -> pd.DataFrame:
    """Measure what each edited card does alone, and what is left of the whole change.

    Each card is edited by itself in the decks of the side before, and the games that these decks
    play are played again on the same deals.

    Parameters
    ----------
    scores : (Scores, Scores)
        Those of both plans; matchups that the first lacks are played.
    numbers : sequence of Number
        Of which changes are measured: only their matchups are played.
    most_games : int
        Games for all edits together, for each that one side plays.
    n_together : int
        Numbers for which the intervals are to hold at once, if more than are measured.

    Returns
    -------
    pandas.DataFrame
        One row per card and number, card "" for all together minus the sum: card, deck (the
        number's name), n_pairs, change, change_low, change_high, change_low_all,
        change_high_all (intervals that hold for all rows together), n_left (with card "", the
        edited cards that have no rows of their own because there are more than `MOST_EDITS`),
        bot (who played).
        Empty if no card was edited.
    """
    edited = list_edited_cards(before, after)
    told = edited[:MOST_EDITS]
    if not told:
        return pd.DataFrame()
    rows = sorted({row for one in numbers for row in one.rows})
    plans = [edit_card(before, after, label) for label in told]
    places = map(before.pool.labels.index, told)
    touched = [find_touched_matchups(before, place, rows) for place in places]
    unplayed = [row for row in rows if row not in scores[0]]
    known = [side[row] for side in scores for row in rows if row in side]
    n_matchups = sum(map(len, touched)) + len(unplayed)
    n_pairs = count_pairs(known, most_games * before.games // before.n_seats, n_matchups)
    old, new = ({row: side[row][:n_pairs] for row in rows if row in side} for side in scores)
    old |= play_matchups(before, unplayed, n_pairs, store)
    singles = [
        old | play_matchups(plan, own, n_pairs, store)
        for plan, own in zip(plans, touched, strict=True)
    ]
    n_more = len(singles) - 1
    sums = {row: sum(one[row] for one in singles) - n_more * old[row] for row in old}
    changes = [*((label, old, one) for label, one in zip(told, singles, strict=True)),
               (ALL_TOGETHER, sums, new)]  # fmt: skip
    table = make_table(
        [
            (label, one.name, list(pair_scores(before, one, first, second)))
            for label, first, second in changes
            for one in numbers
        ],
        len(changes) * max(n_together, len(numbers)),
    )
    n_left = len(edited) - len(told)
    left = [0 if card else n_left for card in table["card"]]
    return table.assign(bot=before.bots[0].name, n_left=left)


def edit_card(before: Plan, after: Plan, label: str) -> Plan:
    """Return a plan in which one card is as in another plan, in its place.

    What is hidden is re-dealt in the order of the pool, so that a learned player would play
    otherwise if the card stood elsewhere.
    """
    card: Card = after.pool.cards[after.pool.labels.index(label)]
    row = before.pool.labels.index(label)
    return replace(before, pool=replace_card(before.pool, row, card))


def with_pool(plan: Plan, pool: CardPool) -> Plan | None:
    """Return a plan with the same decks of another pool's cards; None if it lacks one of them."""
    places = {label: row for row, label in enumerate(pool.labels)}
    labels = plan.pool.labels
    decks = [deck for deck in plan.entrants if isinstance(deck, Deck)]
    if any(labels[row] not in places for deck in decks for row in deck.cards):
        return None
    entrants = [
        replace(deck, cards=tuple(places[labels[row]] for row in deck.cards))
        if isinstance(deck, Deck)
        else deck
        for deck in plan.entrants
    ]
    return replace(plan, pool=pool, entrants=entrants)


def find_touched_matchups(plan: Plan, place: int, rows: Sequence[int]) -> list[int]:
    """Return those rows whose matchups have a deck that holds the card at a place."""
    holders = {
        number
        for number, deck in enumerate(plan.entrants)
        if isinstance(deck, Deck) and place in deck.cards
    }
    matchups = plan_arrays(plan).matchups
    return [row for row in rows if not holders.isdisjoint(matchups[row].decks)]


def read_scores(plan: Plan, by_decks: Mapping[MatchupKey, PairScores]) -> Scores:
    """Read the scores of a plan's decks, mirrors and matchups that were not played left out."""
    found = {}
    for row, matchup in enumerate(plan_arrays(plan).matchups):
        names = [plan.entrants[deck].name for deck in matchup.decks]
        key = tuple(sorted(names))
        if len(set(names)) > 1 and key in by_decks:
            found[row] = by_decks[key].numbers["score", names[0]]
    return found


def count_pairs(scores: Sequence[np.ndarray], most_pairs: int, n_matchups: int) -> int:
    """Return the pairs of each matchup: all that both sides have, or as many as are affordable."""
    affordable = most_pairs // max(1, n_matchups)
    return min(*map(len, scores), max(FEWEST_PAIRS, affordable))


def play_matchups(plan: Plan, rows: Sequence[int], n_pairs: int, store: PairStore) -> Scores:
    """Play the first pairs of some matchups; return the scores of their first sides."""
    arrays = plan_arrays(plan)
    size = FEW_AT_ONCE if any(bot.thinks_ahead for bot in plan.bots) else AT_ONCE
    ranges = [pairs for row in rows for pairs in pair_ranges(row, 0, n_pairs, size)]
    blocks: dict[int, list[np.ndarray]] = {}
    played = store.play([(arrays, pairs) for pairs in ranges])
    for pairs, scores in zip(ranges, played, strict=True):
        blocks.setdefault(pairs.matchup, []).append(scores[0])
    return {row: np.concatenate(scores) for row, scores in blocks.items()}


def pair_scores(
    plan: Plan, number: Number, first: Scores, second: Scores
) -> Iterator[PairedMoments]:
    """Yield the scores of a number's deck in the same pairs on two sides, by matchup."""
    matchups = plan_arrays(plan).matchups
    for row in number.rows:
        sides = first[row], second[row]
        is_first = plan.entrants[matchups[row].decks[0]].name == number.deck
        yield PairedMoments.of(*(sides if is_first else sides[::-1]))  # it wins what others lose


def make_table(
    rows: Sequence[tuple[str, str, list[PairedMoments]]], n_together: int
) -> pd.DataFrame:
    """Make the table of what edits do, with intervals that hold for `n_together` rows at once."""
    joint = float(joint_level(LEVEL, n_together))
    table = []
    for card, deck, parts in rows:
        found = paired_difference(parts, largest=1.0 if card else 2.0)
        low_all, high_all = found.interval(joint)
        columns = {"change_low_all": low_all, "change_high_all": high_all}
        n_pairs = {"card": card, "deck": deck, "n_pairs": found.n_pairs}
        table.append({**n_pairs, **found.columns("change", LEVEL), **columns})
    return pd.DataFrame(table)

"""Which edit did it: a change of several cards, one card at a time, on the same deals."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.differences import PairedMoments, paired_difference
from evenhand.analysis.statistics.multiplicity import joint_level
from evenhand.analysis.tables.pair_scores import read_pair_scores
from evenhand.decks.card import Card
from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import with_cards
from evenhand.reports.comparison.edits import ALL_TOGETHER
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.pair_store import PairStore, pair_ranges
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.same_games import read_cells

__all__ = ["MOST_EDITS", "list_edited_cards", "measure_single_edits"]

MOST_EDITS = 8  # cards that are told apart
MOST_GAMES = 4  # times as many as one side plays, for all edits together
FEWEST_PAIRS = 20  # of each matchup
LEVEL = 0.95

Scores = dict[int, np.ndarray]  # of the first side of each matchup, by its row


def list_edited_cards(before: Plan, after: Plan) -> list[str]:
    """List the cards of the decks that have other numbers or other text, by label.

    Empty if plans differ in more than their cards, or if decks are opened from packs.
    """
    if before.is_sealed or after.is_sealed or before.n_seats != 2 or len(before.bots) > 1:
        return []
    if [deck.name for deck in before.entrants] != [deck.name for deck in after.entrants]:
        return []
    old, new = (
        dict(zip(plan.pool.labels, plan.pool.cards, strict=True)) for plan in (before, after)
    )
    decks = [deck for deck in before.entrants if isinstance(deck, Deck)]
    played = {before.pool.labels[row] for deck in decks for row in deck.cards}
    return [
        label
        for label, card in old.items()
        if label in played and label in new and read_cells(card) != read_cells(new[label])
    ]


def measure_single_edits(
    before: Plan, after: Plan, runs: tuple[Run, Run], store: PairStore
) -> pd.DataFrame:
    """Measure what each edited card does alone, and what all do together beyond that.

    Each card is edited by itself in the decks of the side before, and the games that these decks
    play are played again on the same deals.

    Parameters
    ----------
    runs : (Run, Run)
        The games of both plans.

    Returns
    -------
    pandas.DataFrame
        One row per card and deck, card "" for all together minus the sum: card, deck, n_pairs,
        change, change_low, change_high, change_low_all, change_high_all (intervals that hold
        for all rows together). Empty with fewer than two edited cards, or more than
        `MOST_EDITS`.
    """
    edited = list_edited_cards(before, after)
    if not 1 < len(edited) <= MOST_EDITS:
        return pd.DataFrame()
    plans = [edit_card(before, after, label) for label in edited]
    touched = [find_touched_matchups(plan, len(before.pool.cards)) for plan in plans]
    old, new = (read_scores(before, run) for run in runs)
    n_pairs = count_pairs(before, [*old.values(), *new.values()], sum(map(len, touched)))
    old, new = ({row: scores[:n_pairs] for row, scores in side.items()} for side in (old, new))
    singles = [
        old | play_matchups(plan, rows, n_pairs, store)
        for plan, rows in zip(plans, touched, strict=True)
    ]
    n_more = len(singles) - 1
    sums = {row: sum(one[row] for one in singles) - n_more * old[row] for row in old}
    changes = [*((label, old, one) for label, one in zip(edited, singles, strict=True)),
               (ALL_TOGETHER, sums, new)]  # fmt: skip
    return make_table(
        [
            (label, name, parts)
            for label, first, second in changes
            for name, parts in pair_by_deck(before, first, second)
        ]
    )


def edit_card(before: Plan, after: Plan, label: str) -> Plan:
    """Return a plan in which one card of the decks is as in another plan."""
    row = before.pool.labels.index(label)
    card: Card = after.pool.cards[after.pool.labels.index(label)]
    pool, place = with_cards(before.pool, [card], [row]), len(before.pool.cards)
    entrants = [
        replace(deck, cards=tuple(place if slot == row else slot for slot in deck.cards))
        if isinstance(deck, Deck)
        else deck
        for deck in before.entrants
    ]
    return replace(before, pool=pool, entrants=entrants)


def find_touched_matchups(plan: Plan, place: int) -> list[int]:
    """Return the rows of matchups, mirrors left out, of decks that have the card at a place."""
    holders = {
        number
        for number, deck in enumerate(plan.entrants)
        if isinstance(deck, Deck) and place in deck.cards
    }
    return [
        row
        for row, matchup in enumerate(plan_arrays(plan).matchups)
        if len(set(matchup.decks)) > 1 and not holders.isdisjoint(matchup.decks)
    ]


def read_scores(plan: Plan, run: Run) -> Scores:
    """Read the scores of a run of a plan's decks, mirrors left out."""
    by_decks = read_pair_scores(run)
    found = {}
    for row, matchup in enumerate(plan_arrays(plan).matchups):
        names = [plan.entrants[deck].name for deck in matchup.decks]
        if len(set(names)) > 1:
            found[row] = by_decks[tuple(sorted(names))].numbers["score", names[0]]
    return found


def count_pairs(before: Plan, scores: Sequence[np.ndarray], n_matchups: int) -> int:
    """Return the pairs of each matchup: all that both sides have, or as many as are affordable."""
    affordable = MOST_GAMES * before.games // (before.n_seats * max(1, n_matchups))
    return min(*map(len, scores), max(FEWEST_PAIRS, affordable))


def play_matchups(plan: Plan, rows: Sequence[int], n_pairs: int, store: PairStore) -> Scores:
    """Play the first pairs of some matchups; return the scores of their first sides."""
    arrays = plan_arrays(plan)
    ranges = [pairs for row in rows for pairs in pair_ranges(row, 0, n_pairs)]
    blocks: dict[int, list[np.ndarray]] = {}
    played = store.play([(arrays, pairs) for pairs in ranges])
    for pairs, scores in zip(ranges, played, strict=True):
        blocks.setdefault(pairs.matchup, []).append(scores[0])
    return {row: np.concatenate(scores) for row, scores in blocks.items()}


def pair_by_deck(
    plan: Plan, first: Scores, second: Scores
) -> Iterator[tuple[str, list[PairedMoments]]]:
    """Yield each deck's scores of the same pairs on two sides, by matchup."""
    matchups = plan_arrays(plan).matchups
    for number, deck in enumerate(plan.entrants):
        parts = []
        for row in first:
            if number in matchups[row].decks:
                sides = first[row], second[row]
                is_first = matchups[row].decks[0] == number  # else it wins what the other loses
                parts.append(PairedMoments.of(*(sides if is_first else sides[::-1])))
        if parts:
            yield deck.name, parts


def make_table(rows: Sequence[tuple[str, str, list[PairedMoments]]]) -> pd.DataFrame:
    """Make the table of what edits do, with intervals for all its rows together."""
    joint = float(joint_level(LEVEL, len(rows)))
    table = []
    for card, deck, parts in rows:
        found = paired_difference(parts, largest=1.0 if card else 2.0)
        low_all, high_all = found.interval(joint)
        columns = {"change_low_all": low_all, "change_high_all": high_all}
        n_pairs = {"card": card, "deck": deck, "n_pairs": found.n_pairs}
        table.append({**n_pairs, **found.columns("change", LEVEL), **columns})
    return pd.DataFrame(table)

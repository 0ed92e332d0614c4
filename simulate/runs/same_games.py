"""Games that two plans have in common, which need to be played only once.

Games are decided by their deals, and what happens in them by the cards, bots and options that
meet there. So where two plans deal alike, a matchup that holds nothing that differs has the same
games in both. In doubt, a matchup is not the same.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from evenhand.decks.card import Card, name_key
from evenhand.decks.deck_list import Deck, align_slots
from evenhand.decks.pool import CardPool
from evenhand.simulate.runs.batch import Chunk, PlanArrays, plan_arrays, play
from evenhand.simulate.runs.claim import Claim
from evenhand.simulate.runs.parts import PartLabel, part_file, read_part, write_part
from evenhand.simulate.runs.plan import Matchup, Plan
from evenhand.simulate.runs.run_folder import fingerprint_of, identify

__all__ = ["align_decks", "copy_games", "find_changed_cards", "find_same_matchups"]

PROBED = 4  # pairs of each matchup that should be the same, played to see that they are
COMPARED = ("first", "winner", "end_reason", "turns", "decisions")


def align_decks(plan: Plan, original: Plan) -> Plan:
    """Return a plan whose decks have the slots of another plan's decks of the same names.

    Deals follow slots: see `evenhand.decks.deck_list.align_slots`.
    """
    originals = {deck.name: deck for deck in original.entrants if isinstance(deck, Deck)}
    entrants = [
        align_slots(one, plan.pool, originals[one.name], original.pool)
        if isinstance(one, Deck) and one.name in originals
        else one
        for one in plan.entrants
    ]
    return replace(plan, entrants=entrants)


def find_same_matchups(before: Plan, after: Plan) -> dict[int, int]:
    """Find the matchups whose games are the same in both plans.

    If the cards differ, a few pairs of each matchup are played in both plans: if a single game
    differs, as where cards outside of decks come into play, no matchup is the same.

    Returns
    -------
    dict of int to int
        Rows of the matchups of `after`, each with its row in `before`; empty if anything differs
        that is part of every game, or if decks are opened from packs.
    """
    if before.is_sealed or after.is_sealed:
        return {}
    old, new = plan_arrays(before), plan_arrays(after)
    if not deal_alike(old, new):
        return {}
    changed = find_changed_decks(before, after)
    rows = {name_sides(before, one): row for row, one in enumerate(old.matchups)}
    same = {
        row: rows[name_sides(after, one)]
        for row, one in enumerate(new.matchups)
        if name_sides(after, one) in rows
        and not changed & {after.entrants[deck].name for deck in one.decks}
    }
    has_same_cards = before.pool.content_hash == after.pool.content_hash
    if has_same_cards or all(is_same(old, other, new, row) for row, other in same.items()):
        return same
    return {}


def deal_alike(old: PlanArrays, new: PlanArrays) -> bool:
    """Return whether two plans differ in nothing but who meets whom, decks and cards."""
    before, after = old.plan, new.plan
    names = ("mode", "seed", "n_seats")
    return (
        before.game.name == after.game.name
        and all(getattr(before, name) == getattr(after, name) for name in names)
        and dict(before.options) == dict(after.options)
        and old.options.tobytes() == new.options.tobytes()
        and [bot.name for bot in before.bots] == [bot.name for bot in after.bots]
        and old.bots.tobytes() == new.bots.tobytes()
    )


def name_sides(plan: Plan, matchup: Matchup) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return what a matchup has in common in two plans: its decks by name, and its bots."""
    return tuple(plan.entrants[deck].name for deck in matchup.decks), matchup.bots


def find_changed_decks(before: Plan, after: Plan) -> set[str]:
    """Find the decks whose lists differ, slot by slot, or that hold a card that does."""
    changed = find_changed_cards(before.pool, after.pool)
    lists = [list_labels(plan) for plan in (before, after)]
    return {
        name
        for name, labels in lists[1].items()
        if lists[0].get(name) != labels or not changed.isdisjoint(labels)
    }


def list_labels(plan: Plan) -> dict[str, list[str]]:
    """List the cards of each deck by label, slot by slot."""
    labels = plan.pool.labels
    return {deck.name: [labels[row] for row in deck.cards]
            for deck in plan.entrants if isinstance(deck, Deck)}  # fmt: skip


def find_changed_cards(before: CardPool, after: CardPool) -> set[str]:
    """Find the labels of cards that differ or are in one pool, and of cards that name them."""
    pools = [dict(zip(pool.labels, pool.cards, strict=True)) for pool in (before, after)]
    changed = {
        label
        for label in {**pools[0], **pools[1]}
        if read_cells(pools[0].get(label)) != read_cells(pools[1].get(label))
    }
    fresh = set(changed)
    while fresh:
        names = {name_key(pool[label].name) for pool in pools for label in fresh if label in pool}
        fresh = {label for pool in pools for label in find_naming(pool, names)} - changed
        changed |= fresh
    return changed


def find_naming(pool: Mapping[str, Card], names: set[str]) -> set[str]:
    """Find the labels of cards whose words hold one of some names."""
    words = {label: write_words(card) for label, card in pool.items()}
    return {label for label, text in words.items() if any(name in text for name in names)}


def read_cells(card: Card | None) -> dict[str, str]:
    """Return all that is written on a card, by column: what the rules read is made of it."""
    if card is None:
        return {}
    columns = type(card).model_fields
    return {name: str(card.cell(name)) for name in columns if name not in ("abilities", "line")}


def write_words(card: Card) -> str:
    """Return all that a card says in words, as names are compared."""
    return name_key(" ".join(value for value in vars(card).values() if isinstance(value, str)))


def is_same(old: PlanArrays, old_row: int, new: PlanArrays, new_row: int) -> bool:
    """Play the first pairs of a matchup in both plans, and compare how they went."""
    games = [
        play(arrays, Chunk(0, row, 0, PROBED)) for arrays, row in ((old, old_row), (new, new_row))
    ]
    return all(np.array_equal(games[0][name], games[1][name]) for name in COMPARED)


def copy_games(before: Plan, played: Path, after: Plan, held: Claim) -> int:
    """Copy the games that two plans have in common, which are then not played again.

    Parameters
    ----------
    before : Plan
    played : Path
        The folder of its run.
    after : Plan
    held : Claim
        Of the folder of its run, which is still to be played; what is there stays.

    Returns
    -------
    int
        How many matchups were copied.
    """
    old, new = plan_arrays(before), plan_arrays(after)
    same = {
        row for row, other in find_same_matchups(before, after).items()
        if row == other and old.matchups[other] == new.matchups[row]
    }  # fmt: skip
    old_print, new_print = (fingerprint_of(identify(plan)) for plan in (before, after))
    held.make_run_folder("games")
    for chunk in new.chunks:
        target = part_file(held.folder, chunk)
        if chunk.matchup in same and not target.exists():
            label = PartLabel.of(chunk, old_print, before.seed)
            rows = read_part(part_file(played, chunk), label, new.row)
            if len(rows):
                write_part(target, rows, replace(label, fingerprint=new_print))
    return len(same)

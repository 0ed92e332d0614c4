"""Find the games that two plans have in common, which need to be played only once.

A game is determined by its deals, cards, bots and options. So if two plans have the same deals, a
matchup without any difference has the same games in both. In doubt, a matchup is not the same.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from evenhand.decks.card import Card, name_key
from evenhand.decks.deck_list import Deck, align_slots
from evenhand.decks.pool import CardPool
from evenhand.simulate.runs.batch import CHUNK_PAIRS, Chunk, PlanArrays, plan_arrays, play
from evenhand.simulate.runs.claim import Claim
from evenhand.simulate.runs.parts import PartLabel, part_file, read_part, write_part
from evenhand.simulate.runs.plan import Matchup, Plan
from evenhand.simulate.runs.run_folder import fingerprint_of, identify

__all__ = ["align_decks", "copy_games", "find_changed_cards", "find_same_matchups"]

PROBED = 4  # pairs of each such matchup that are played in both plans to verify it
COMPARED = ("first", "winner", "end_reason", "turns", "decisions")


def align_decks(plan: Plan, original: Plan) -> Plan:
    """Return a plan whose decks have the slots of another plan's decks of the same names.

    Deals follow slots: see `evenhand.decks.deck_list.align_slots`.
    """
    originals = {deck.name: deck for deck in original.entrants if isinstance(deck, Deck)}
    entrants = [
        align_slots(entrant, plan.pool, originals[entrant.name], original.pool)
        if isinstance(entrant, Deck) and entrant.name in originals
        else entrant
        for entrant in plan.entrants
    ]
    return replace(plan, entrants=entrants)


def find_same_matchups(before: Plan, after: Plan) -> dict[int, int]:
    """Find the matchups whose games are the same in both plans.

    If the cards differ, a few pairs of each matchup are played in both plans: if any game differs,
    as when cards outside of decks come into play, no matchup is the same.

    Returns
    -------
    dict of int to int
        Rows of the matchups of `after`, each with its row in `before`; empty if plans differ in
        what affects every game, or if decks are opened from packs.
    """
    if before is after:
        return {row: row for row in range(len(after.matchups))}
    if before.is_sealed or after.is_sealed:
        return {}
    old, new = plan_arrays(before), plan_arrays(after)
    if not has_same_setup(old, new):
        return {}
    changed = find_changed_decks(before, after)
    rows = {name_sides(before, matchup): row for row, matchup in enumerate(old.matchups)}
    same = {
        row: rows[name_sides(after, matchup)]
        for row, matchup in enumerate(new.matchups)
        if name_sides(after, matchup) in rows
        and not changed & {after.entrants[deck].name for deck in matchup.decks}
    }
    has_same_cards = before.pool.content_hash == after.pool.content_hash
    if has_same_cards or all(plays_same(old, other, new, row) for row, other in same.items()):
        return same
    return {}


def has_same_setup(old: PlanArrays, new: PlanArrays) -> bool:
    """Return whether two plans differ only in matchups, decks and cards."""
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
    """Return the key of a matchup for comparing plans: names of decks, and bots."""
    return tuple(plan.entrants[deck].name for deck in matchup.decks), matchup.bots


def find_changed_decks(before: Plan, after: Plan) -> set[str]:
    """Find the decks whose lists differ in a slot, or that contain a changed card."""
    changed = find_changed_cards(before.pool, after.pool)
    labels_before, labels_after = list_labels(before), list_labels(after)
    return {
        name
        for name, labels in labels_after.items()
        if labels_before.get(name) != labels or not changed.isdisjoint(labels)
    }


def list_labels(plan: Plan) -> dict[str, list[str]]:
    """List the cards of each deck by label, slot by slot."""
    labels = plan.pool.labels
    return {deck.name: [labels[row] for row in deck.cards]
            for deck in plan.entrants if isinstance(deck, Deck)}  # fmt: skip


def find_changed_cards(before: CardPool, after: CardPool) -> set[str]:
    """Return the labels of cards that differ or are in only one pool, and of cards naming them."""
    pools = [dict(zip(pool.labels, pool.cards, strict=True)) for pool in (before, after)]
    changed = {
        label
        for label in {**pools[0], **pools[1]}
        if read_cells(pools[0].get(label)) != read_cells(pools[1].get(label))
    }
    added = set(changed)
    while added:
        names = {name_key(pool[label].name) for pool in pools for label in added if label in pool}
        added = {label for pool in pools for label in find_cards_naming(pool, names)} - changed
        changed |= added
    return changed


def find_cards_naming(pool: Mapping[str, Card], names: set[str]) -> set[str]:
    """Return the labels of cards whose text contains any of some names."""
    texts = {label: join_texts(card) for label, card in pool.items()}
    return {label for label, text in texts.items() if any(name in text for name in names)}


def read_cells(card: Card | None) -> dict[str, str]:
    """Return the printed values of a card by column, which determine what the rules read."""
    if card is None:
        return {}
    columns = type(card).model_fields
    return {name: str(card.cell(name)) for name in columns if name not in ("abilities", "line")}


def join_texts(card: Card) -> str:
    """Return all text of a card, normalised as names are."""
    return name_key(" ".join(value for value in vars(card).values() if isinstance(value, str)))


def plays_same(old: PlanArrays, old_row: int, new: PlanArrays, new_row: int) -> bool:
    """Play the first pairs of a matchup in both plans, and return whether the games are equal."""
    games = [
        play(arrays, Chunk(0, row, 0, PROBED)) for arrays, row in ((old, old_row), (new, new_row))
    ]
    return all(np.array_equal(games[0][name], games[1][name]) for name in COMPARED)


def copy_games(before: Plan, played: Path, after: Plan, held: Claim) -> int:
    """Copy the common games of two plans, so that they are not played again.

    Parameters
    ----------
    before : Plan
    played : Path
        The run folder of ``before``.
    after : Plan
    held : Claim
        That of the run folder of ``after``; files in it are not overwritten.

    Returns
    -------
    int
        Number of matchups copied.
    """
    old, new = plan_arrays(before), plan_arrays(after)
    same = {
        row for row, other in find_same_matchups(before, after).items()
        if row == other and old.matchups[other] == new.matchups[row]
    }  # fmt: skip
    old_fingerprint, new_fingerprint = (fingerprint_of(identify(plan)) for plan in (before, after))
    n_seats = after.n_seats
    held.make_run_folder("games")
    for chunk in new.chunks:
        target = part_file(held.folder, chunk)
        if chunk.matchup in same and not target.exists():
            label = PartLabel.of(chunk, old_fingerprint, before.seed)
            whole = replace(label, n_pairs=CHUNK_PAIRS)
            rows = read_part(part_file(played, chunk), whole, new.row)[: chunk.n_pairs * n_seats]
            if len(rows):
                n_pairs = len(rows) // n_seats
                label = replace(label, fingerprint=new_fingerprint, n_pairs=n_pairs)
                write_part(target, rows, label, after.is_sealed)
    return len(same)

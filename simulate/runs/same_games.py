"""Games that two plans have in common, which need to be played only once.

Games are decided by their deals, and what happens in them by the cards, bots and options that
meet there. So where two plans deal alike, a matchup that holds nothing that differs has the same
games in both. In doubt, a matchup is not the same.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from evenhand.decks.card import Card, name_key
from evenhand.simulate.runs.batch import PlanArrays, plan_arrays
from evenhand.simulate.runs.claim import Claim
from evenhand.simulate.runs.parts import PartLabel, part_file, read_part, write_part
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run_folder import fingerprint_of, identify

__all__ = ["copy_games", "find_changed_cards", "list_same_matchups", "read_cells"]


def list_same_matchups(before: Plan, after: Plan) -> frozenset[int]:
    """List the matchups whose games are the same in both plans.

    Returns
    -------
    frozenset of int
        Rows of `Plan.matchups`, the same in both plans; none if anything differs that is part
        of every game, or if decks are opened from packs.
    """
    if before.is_sealed or after.is_sealed:
        return frozenset()
    old, new = plan_arrays(before), plan_arrays(after)
    if not deal_alike(old, new):
        return frozenset()
    changed = find_changed_decks(old, new)
    return frozenset(
        row for row, matchup in enumerate(new.matchups) if not changed & set(matchup.decks)
    )


def deal_alike(old: PlanArrays, new: PlanArrays) -> bool:
    """Return whether two plans differ in nothing but decks and cards."""
    before, after = old.plan, new.plan
    names = ("mode", "seed", "n_seats", "mirrors")
    return (
        before.game.name == after.game.name
        and all(getattr(before, name) == getattr(after, name) for name in names)
        and dict(before.options) == dict(after.options)
        and old.options.tobytes() == new.options.tobytes()
        and [bot.name for bot in before.bots] == [bot.name for bot in after.bots]
        and old.bots.tobytes() == new.bots.tobytes()
        and old.matchups == new.matchups
    )


def find_changed_decks(old: PlanArrays, new: PlanArrays) -> set[int]:
    """Find the entrants whose lists differ, or that hold a card that does."""
    cards = find_changed_cards(old, new)
    return {
        row
        for row in range(len(new.cards))
        if not np.array_equal(old.cards[row], new.cards[row])
        or old.sizes[row] != new.sizes[row]
        or cards & set(new.cards[row, : new.sizes[row]].tolist())
    }


def find_changed_cards(old: PlanArrays, new: PlanArrays) -> set[int]:
    """Find the rows of cards that differ, of those that name such a card, and so on.

    All of them if one pool has more cards: then rows mean other cards.
    """
    pools = old.plan.pool, new.plan.pool
    n_cards = len(pools[1].cards)
    if n_cards != len(pools[0].cards):
        return set(range(n_cards))
    changed = {
        row
        for row, cards in enumerate(zip(*(pool.cards for pool in pools), strict=True))
        if read_cells(cards[0]) != read_cells(cards[1])
    }
    texts = [" ".join(write_words(pool.cards[row]) for pool in pools) for row in range(n_cards)]
    names = [{name_key(pool.cards[row].name) for pool in pools} for row in range(n_cards)]
    fresh = set(changed)
    while fresh:
        wanted = set().union(*(names[row] for row in fresh))
        naming = {row for row in range(n_cards) if any(name in texts[row] for name in wanted)}
        fresh = naming - changed
        changed |= fresh
    return changed


def read_cells(card: Card) -> dict[str, str]:
    """Return all that is written on a card, by column: what the rules read is made of it."""
    columns = type(card).model_fields
    return {name: str(card.cell(name)) for name in columns if name not in ("abilities", "line")}


def write_words(card: Card) -> str:
    """Return all that a card says in words, as names are compared."""
    return name_key(" ".join(value for value in vars(card).values() if isinstance(value, str)))


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
    same = list_same_matchups(before, after)
    arrays = plan_arrays(after)
    old_print, new_print = (fingerprint_of(identify(plan)) for plan in (before, after))
    held.begin("games")
    for chunk in arrays.chunks:
        target = part_file(held.folder, chunk)
        if chunk.matchup in same and not target.exists():
            label = PartLabel.of(chunk, old_print, before.seed)
            rows = read_part(part_file(played, chunk), label, arrays.row)
            write_part(target, rows, replace(label, fingerprint=new_print))
    return len(same)

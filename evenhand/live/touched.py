"""Which matchups an edit of the folder's files can have touched."""

from dataclasses import replace

import numpy as np

from evenhand.analysis.tables.pair_scores import MatchupKey
from evenhand.decks.deck_list import Deck, keep_slots
from evenhand.live.games import Side
from evenhand.simulate.runs.batch import Chunk, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.same_games import read_cells

__all__ = ["align_decks", "find_incomparable", "find_touched", "plays_the_same"]

PROBED = 4  # pairs of each matchup that should be the same, played to see that they are
COMPARED = ("first", "winner", "end_reason", "turns", "decisions")


def find_incomparable(old: Plan, new: Plan) -> str:
    """Say why two plans cannot play the same deals; "" if they can."""
    for word, before, after in (
        ("game", old.game.title, new.game.title),
        ("mode", old.mode, new.mode),
        ("number of players", str(old.n_seats), str(new.n_seats)),
        ("number of bots", str(len(old.bots)), str(len(new.bots))),
    ):
        if before != after:
            return f"the {word} is another one ({before}, now {after})"
    if not {one.name for one in old.entrants} & {one.name for one in new.entrants}:
        return "no deck has the name of one of before"
    return ""


def align_decks(plan: Plan, original: Plan) -> Plan:
    """Play the deals of another plan: its seed, and for each deck that both have its slots."""
    originals = {deck.name: deck for deck in original.entrants if isinstance(deck, Deck)}
    entrants = [
        keep_slots(one, plan.pool, originals[one.name], original.pool)
        if isinstance(one, Deck) and one.name in originals
        else one
        for one in plan.entrants
    ]
    return replace(plan, entrants=entrants, seed=original.seed)


def plays_the_same(old: Plan, new: Plan) -> bool:
    """Return whether only what games are held against differs."""
    return (
        rules_of(old) == rules_of(new)
        and old.pool.content_hash == new.pool.content_hash
        and [deck_of(old, one.name) for one in old.entrants]
        == [deck_of(new, one.name) for one in new.entrants]
    )


def find_touched(old: Side, new: Side) -> set[MatchupKey]:
    """Find the matchups of the new side that may play other games than those of the old one.

    Those that hold a card or a deck that is other than it was; all, if rules, options or bots
    are, or decks are opened from packs. A few pairs of each of the others are played on both
    sides: if a single one differs, as where cards outside of decks come into play, all are.
    """
    every = set(new.matchups)
    if rules_of(old.plan) != rules_of(new.plan) or new.plan.is_sealed:
        return every
    names = [one.name for one in new.plan.entrants]
    changed = {name for name in names if deck_of(old.plan, name) != deck_of(new.plan, name)}
    touched = {
        key for key, one in new.matchups.items()
        if key not in old.matchups
        or old.matchups[key].entrants != one.entrants
        or any(side.deck in changed for side in one.sides)
    }  # fmt: skip
    if any(not is_same(old, new, key) for key in sorted(every - touched)):
        return every
    return touched


def is_same(old: Side, new: Side, key: MatchupKey) -> bool:
    """Play the first pairs of a matchup on both sides, and compare how they went."""
    rows = [play(side.arrays, Chunk(0, side.matchups[key].index, 0, PROBED)) for side in (old, new)]
    return all(np.array_equal(rows[0][name], rows[1][name]) for name in COMPARED)


def rules_of(plan: Plan) -> tuple[object, ...]:
    """Return what decides all games alike."""
    bots = tuple((bot.name, bot.policy, bot.content_hash) for bot in plan.bots)
    return plan.mode, plan.n_seats, dict(plan.options), bots


def deck_of(plan: Plan, name: str) -> list[dict[str, str]] | str:
    """Return all that is written on the cards of a deck, slot by slot; "" if there is none."""
    entrant = next((one for one in plan.entrants if one.name == name), None)
    if isinstance(entrant, Deck):
        return [read_cells(plan.pool.cards[row]) for row in entrant.cards]
    return "" if entrant is None else entrant.file

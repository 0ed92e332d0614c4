"""Make plans of a game's sample cards and decks, for its tests."""

import numpy as np

from evenhand.decks.deck_list import Deck, load_deck, sample_decks
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.product import Product, load_product, sample_products
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.game import Game
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.plan import Plan

__all__ = ["MANY", "list_seat_counts", "quickest_pair", "sample_entrants", "sample_plan"]

MANY = 4  # players of the games for many


def sample_entrants(game: Game, pool: CardPool, mode: str) -> list[Deck] | list[Product]:
    """Return a game's sample decks for a mode, or its sample products for a sealed mode."""
    schema = game.schema
    if mode in schema.sealed_modes:
        return [load_product(schema, pool, path) for path in sample_products(schema).values()]
    files = sample_decks(schema, mode).values()
    return [load_deck(schema, pool, path, mode) for path in files]


def sample_plan(
    game: Game,
    bot: str = "heuristic",
    seed: int = 7,
    n_seats: int = 0,
    mirrors: bool = True,
    changed: dict[str, str] | None = None,
) -> Plan:
    """Plan two games of each matchup of a game's samples in its first mode.

    Parameters
    ----------
    n_seats : int
        Number of players; 0 for the minimum.
    changed : mapping, optional
        Rule options with other values than the defaults.
    """
    pool, mode = load_pool(game.schema), game.schema.modes[0]
    options = option_values(game.options, changed or {})
    entrants, bots = sample_entrants(game, pool, mode), [load_bot(game, bot)]
    seats = n_seats or game.seats[0]
    return Plan(game, mode, pool, entrants, bots, options, 2, seed, mirrors=mirrors, n_seats=seats)


def list_seat_counts(game: Game) -> list[int]:
    """Return the numbers of players that are tested: the minimum, four and the maximum."""
    fewest, most = game.seats
    return sorted({fewest, min(max(MANY, fewest), most), most})


def quickest_pair(plan: Plan, matchup: int, n_pairs: int = 60) -> int:
    """Return the pair of games with the fewest decisions, for tests in the interpreter."""
    arrays = plan_arrays(plan)
    decisions = play(arrays, Chunk(0, matchup, 0, n_pairs))["decisions"]
    return int(np.asarray(decisions).reshape(n_pairs, -1).sum(axis=1).argmin())

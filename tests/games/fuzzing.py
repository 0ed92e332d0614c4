"""Random cards for the random play of games whose cards have abilities.

Games are played compiled with bounds checks (``NUMBA_BOUNDSCHECK=1``), which stop at a
write past the end of a field, and written down question by question, so that what must
be true of every state is checked after every step.
"""

import random
from importlib import import_module

from evenhand.decks.deck_list import Deck, sort_slots
from evenhand.decks.pool import CardPool, make_pool
from evenhand.decks.sheet import Row, Sheet
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.game import Game
from evenhand.simulate.proving.random_play import BOTS, random_options
from evenhand.simulate.runs.plan import Plan

LOOPED_BOTS = ("random", "heuristic", "search:2")
NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")  # decks


def written_pool(game: Game, rows: list[dict[str, object]]) -> CardPool:
    """Make a pool of rows as a card file has them."""
    headers = tuple(dict.fromkeys(key for row in rows for key in row))
    cells = [{key: str(value) for key, value in row.items() if value != ""} for row in rows]
    lines = [Row(line, row) for line, row in enumerate(cells, 2)]
    return make_pool(game.schema, Sheet("random cards", 1, headers, lines, []))


def card_writer(game: Game):
    """Return the module that writes random cards for a game whose cards have abilities."""
    if not game.schema.vocabulary.verbs:
        return None
    return import_module(f"tests.games.{game.name}.random_cards")


def looping_plan(game: Game, luck: random.Random, seats: int = 0) -> Plan:
    """Draw a plan whose cards go on for ever, or nearly."""
    writer = card_writer(game)
    rows = [*writer.rows_of([], luck), *writer.loops(luck)]
    return plan_of(game, written_pool(game, rows), luck, seats, LOOPED_BOTS)


def random_card_plan(game: Game, abilities: list, luck: random.Random, seats: int = 0) -> Plan:
    """Draw a plan whose cards have the given abilities."""
    pool = written_pool(game, card_writer(game).rows_of(abilities, luck))
    return plan_of(game, pool, luck, seats, BOTS)


def plan_of(
    game: Game, pool: CardPool, luck: random.Random, seats: int, bots_drawn: tuple[str, ...]
) -> Plan:
    """Draw decks of a pool, options and a bot."""
    seats = seats or game.seats[0]
    writer = card_writer(game)
    decks = [
        Deck(name, sort_slots(game.schema, pool, writer.deck_rows(pool, luck)), "", "")
        for name in NAMES[:seats]
    ]
    bots = [load_bot(game, luck.choice(bots_drawn))]
    options, seed = random_options(game, luck), luck.randrange(2**62)
    mode = game.schema.modes[0]
    return Plan(game, mode, pool, decks, bots, options, 2, seed, mirrors=True, n_seats=seats)

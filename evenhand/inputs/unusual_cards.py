"""Cards whose numbers lie far beyond those that a learned player knows."""

from collections.abc import Iterator

import numpy as np

from evenhand.decks.deck_list import Deck
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.bots.learned.cards import describe_cards
from evenhand.simulate.bots.learned.weights import read_weights
from evenhand.simulate.runs.plan import Plan

__all__ = ["note_unusual_cards"]

FAR = 2.0  # times the largest number that it learned from


def note_unusual_cards(plan: Plan, bot: Bot) -> Iterator[str]:
    """Yield a note if a plan's decks have a number that a learned player cannot judge.

    Beyond the numbers of the cards that it learned from, it takes their worth to be a straight
    line. The number that is furthest out is named, with its card.
    """
    if not bot.weights_file:
        return
    learned = read_weights(plan.game, bot.weights_file)
    described = describe_cards(plan.pool, plan.game.pack_pool(plan.pool))
    rows = list_played(plan)
    names = [name for name in learned.columns if name in described]
    if not names or not len(rows):
        return
    sizes = np.array([learned.columns[name] for name in names])
    values = np.stack([described[name][rows] for name in names], axis=1)
    row, column = np.unravel_index(np.argmax(np.abs(values) / sizes), values.shape)
    value, most = values[row, column], sizes[column]
    if abs(value) > FAR * most:
        card = plan.pool.cards[rows[row]].name
        yield (
            f"{bot.name} knows no {names[column]} beyond {most:g}, and {card} has {value:g}: do "
            f"not rely on how it plays that card, or train it with these cards"
        )


def list_played(plan: Plan) -> list[int]:
    """List the rows of the cards in a plan's decks; of all cards where packs are opened."""
    decks = [entrant for entrant in plan.entrants if isinstance(entrant, Deck)]
    if len(decks) < len(plan.entrants):
        return list(range(len(plan.pool.cards)))
    return sorted({row for deck in decks for row in deck.cards})

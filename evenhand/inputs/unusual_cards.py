"""Cards whose numbers lie far beyond those that a learned player knows."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from evenhand.decks.card import Card
from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.bots.learned.cards import describe_cards
from evenhand.simulate.bots.learned.weights import read_weights
from evenhand.simulate.game import Game
from evenhand.simulate.runs.plan import Plan

__all__ = ["find_unusual_number", "note_unusual_cards"]

FAR = 2.0  # times the largest number that it learned from


class UnusualNumber(NamedTuple):
    """A number of a card that a learned player cannot judge, and the largest that it knows."""

    card: str
    column: str
    value: float
    most: float


def note_unusual_cards(plan: Plan, bot: Bot) -> Iterator[str]:
    """Yield a note if a plan's decks have a number that a learned player cannot judge."""
    found = find_unusual_number(bot, plan.game, plan.pool, list_played(plan))
    if found:
        yield (
            f"{bot.name} knows no {found.column} beyond {found.most:g}, and {found.card} has "
            f"{found.value:g}: do not rely on how it plays that card, or train it with these cards"
        )


def find_unusual_number(
    bot: Bot, game: Game, pool: CardPool, rows: Sequence[int]
) -> UnusualNumber | None:
    """Find the number of some cards that is furthest beyond what a learned player can judge.

    Beyond the numbers of the cards that it learned from, it takes their worth to be a straight
    line.

    Returns
    -------
    UnusualNumber or None
        None if all are near enough to those that it knows, or if the bot has not learned.
    """
    if not bot.weights_file:
        return None
    learned = read_weights(game, bot.weights_file)
    described = describe_cards(pool, game.pack_pool(pool))
    names = [name for name in learned.columns if name in described]
    if not names or not len(rows):
        return None
    sizes = np.array([learned.columns[name] for name in names])
    values = np.stack([described[name][list(rows)] for name in names], axis=1)
    row, column = np.unravel_index(np.argmax(np.abs(values) / sizes), values.shape)
    value, most = float(values[row, column]), float(sizes[column])
    if abs(value) <= FAR * most:
        return None
    card = pool.cards[rows[int(row)]]
    return UnusualNumber(card.name, name_column(card, value) or names[column], value, most)


def name_column(card: Card, value: float) -> str:
    """Return the first column of the sheet in which a card has a number; "" if none."""
    return next((name for name in type(card).model_fields if getattr(card, name) == value), "")


def list_played(plan: Plan) -> list[int]:
    """List the rows of the cards in a plan's decks; of all cards where packs are opened."""
    decks = [entrant for entrant in plan.entrants if isinstance(entrant, Deck)]
    if len(decks) < len(plan.entrants):
        return list(range(len(plan.pool.cards)))
    return sorted({row for deck in decks for row in deck.cards})

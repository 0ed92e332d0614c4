"""The words of a game's questions, by which a bot's file names them.

A question may go on differently each time: "respond to draw", "who blocks Club 10". Its name is
what never changes: "respond to", "who blocks". It is found by asking the view on made-up tables
that differ in all their numbers, and is too long where none of them changes what a game does.
"""

from collections.abc import Iterator
from importlib import import_module
from itertools import product, takewhile
from typing import Any

import numpy as np

from evenhand.decks.file_cache import cache_result
from evenhand.simulate.bots.answer_words import CARD, LABEL, make_tables
from evenhand.simulate.engine.state import NO_QUESTION
from evenhand.simulate.game import Game
from evenhand.simulate.view.fields import Sight

__all__ = ["list_questions"]

NUMBERS = range(8)  # that fields of tables are given
KEPT = ("card_of", "deck_size", "players")  # fields that say which cards lie where


@cache_result
def list_questions(game: Game) -> dict[str, frozenset[int]]:
    """List the names of a game's questions, with the members of its Question that have them.

    Questions of which no word is always the same have none; {} if the view names no Question.
    """
    questions = getattr(import_module(game.view.question.__module__), "Question", None) or ()
    tables = [
        (shake(state, number), sight)
        for (state, sight), number in product(make_tables(game), NUMBERS)
    ]
    names: dict[str, set[int]] = {}
    for question in (one for one in questions if one != NO_QUESTION):
        said = [text.split() for text in ask_on(game, tables, int(question))]
        places = [set(words) for words in zip(*said, strict=False)]
        words = [word for (word,) in takewhile(lambda place: len(place) == 1, places)]
        while words and words[-1] == CARD:
            words.pop()
        if words:
            names.setdefault(" ".join(words), set()).add(int(question))
    return {name: frozenset(members) for name, members in names.items()}


def shake(state: Any, number: int) -> Any:
    """Return a copy of a table with a number in all fields but those that place cards."""
    record = np.array([state], state.dtype)
    fill(record, number, KEPT)
    return record.view(type=np.recarray)[0]


def fill(record: np.ndarray, number: int, kept: tuple[str, ...] = ()) -> None:
    """Set all fields of records to a number, inner ones too."""
    for name in record.dtype.names or ():
        if name in kept:
            continue
        if record[name].dtype.names:
            fill(record[name], number)
        else:
            record[name] = number


def ask_on(game: Game, tables: list[tuple[Any, Sight]], question: int) -> Iterator[str]:
    """Yield what the view says of a question on each table on which it can be asked."""
    for state, sight in tables:
        state.question = question
        try:
            yield LABEL.sub(CARD, game.view.question(game.view.whole(state, sight)))
        except Exception:  # there is no such question on this table
            continue

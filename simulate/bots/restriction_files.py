"""The sections [[never]] of bot files."""

from collections.abc import Sequence
from typing import Any

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import Problem, did_you_mean
from evenhand.decks.toml_file import TomlFile
from evenhand.simulate.bots.answer_words import CARD
from evenhand.simulate.bots.bans import (
    DEAREST,
    AnswerError,
    Restriction,
    find_options,
    read_answer,
)
from evenhand.simulate.game import Game

__all__ = ["read_restrictions"]


def read_restrictions(
    game: Game, toml: TomlFile, sections: Sequence[Any]
) -> tuple[tuple[Restriction, ...], list[Problem]]:
    """Read the sections [[never]] of a bot's file; return what they say, and all problems."""
    found, problems = [], []
    for number, section in enumerate(sections):
        place = ("never", number)
        try:
            words, card = read_answer(game, section.answer)
            wrong = find_wrong_unless(game, words, card, section.unless)
            spares_dearest = bool(section.unless) and not wrong
            options = find_options(game, words, bool(card) or spares_dearest)
        except AnswerError as error:
            problems.append(toml.problem((*place, "answer"), error.message, error.hint))
            continue
        problems += [toml.problem((*place, "unless"), message, hint) for message, hint in wrong]
        found.append(
            Restriction(
                words=words,
                card=card,
                before_turn=section.before_turn or 0,
                spares_dearest=spares_dearest,
                options=options,
                line=toml.line_of((*place, "answer")),
            )
        )
    return tuple(found), problems


def find_wrong_unless(game: Game, words: str, card: str, unless: str) -> list[tuple[str, str]]:
    """Return what is wrong with the key `unless`, with hints."""
    if not unless:
        return []
    if unless != DEAREST:
        found = f"expected '{DEAREST}', found '{shorten(unless)}'"
        return [(found, did_you_mean(unless, [DEAREST]))]
    if card or CARD not in words:
        return [("is for answers about any card", f"such as 'play {CARD}'")]
    if game.schema.cost is None:
        return [(f"cards of {game.title} have no cost", "")]
    return []

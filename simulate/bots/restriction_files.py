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
    find_other_options,
    keep_to_question,
    read_answer,
    read_question,
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
        is_rest = bool(section.question) and not section.answer
        try:
            if is_rest:
                found.append(read_rest(game, section, toml.line_of((*place, "question"))))
                continue
            one, wrong = read_section(game, section, toml.line_of((*place, "answer")))
        except AnswerError as error:
            problems.append(toml.problem((*place, error.key), error.message, error.hint))
            continue
        problems += [toml.problem((*place, "unless"), message, hint) for message, hint in wrong]
        found.append(one)
    return tuple(found), problems


def read_section(
    game: Game, section: Any, line: int | None
) -> tuple[Restriction, list[tuple[str, str]]]:
    """Read what is never answered, at all questions or at one, and what is wrong with `unless`.

    Raises
    ------
    AnswerError
        If the game has no such answer, or no such question.
    """
    if not section.answer:
        raise AnswerError("expected an answer, found none", f"such as answer = 'play {CARD}'")
    words, card = read_answer(game, section.answer)
    wrong = find_wrong_unless(game, words, card, section.unless)
    spares_dearest = bool(section.unless) and not wrong
    options, question = find_options(game, words, bool(card) or spares_dearest), ""
    if section.question:
        question, members = read_question(game, section.question)
        options = keep_to_question(options, members, words, question)
    one = Restriction(
        words=words,
        card=card,
        before_turn=section.before_turn or 0,
        spares_dearest=spares_dearest,
        question=question,
        options=options,
        line=line,
    )
    return one, wrong


def read_rest(game: Game, section: Any, line: int | None) -> Restriction:
    """Read a question, and what alone is answered to it: all but that is never answered.

    Raises
    ------
    AnswerError
        If the game has no such question, or it has no such answer.
    """
    question, members = read_question(game, section.question)
    if not section.unless:
        message = f"expected what it answers to '{question}', found none"
        raise AnswerError(message, "such as unless = 'pass'", "question")
    try:
        words, card = read_answer(game, section.unless)
        if card:
            raise AnswerError("expected an answer without a card", "such as 'pass'")
        options = keep_to_question(find_options(game, words, False), members, words, question)
        rest = find_other_options(options, words)
    except AnswerError as error:
        error.key = "unless"
        raise
    return Restriction(
        words=words,
        before_turn=section.before_turn or 0,
        question=question,
        is_rest=True,
        options=rest,
        line=line,
    )


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

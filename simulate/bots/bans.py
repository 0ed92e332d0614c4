"""What a bot's file says that it never answers, and the bans that rules read.

A restriction is in the words of replays: "attack", "play Kelp Weaver", "play {card}" for any card.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import Problem, UsageError, did_you_mean
from evenhand.decks.records import NOTHING
from evenhand.simulate.bots.answer_words import (
    CARD,
    NUMBER,
    Offer,
    list_all_words,
    match_words,
    read_offers,
)
from evenhand.simulate.bots.question_words import list_questions
from evenhand.simulate.bots.restrictions import ANY, BAN, FIRST_ANSWER, MOST_BANS, CardIn
from evenhand.simulate.engine.sets import MOST
from evenhand.simulate.game import Game

__all__ = [
    "DEAREST", "AnswerError", "Restriction", "find_options", "find_other_options",
    "find_unknown_cards", "keep_to_question", "pack_bans", "read_answer", "read_question",
]  # fmt: skip

DEAREST = "dearest"  # what `unless` may say
ANYTHING = "\N{HORIZONTAL ELLIPSIS}"  # replaces the name of any card, and any number
LARGEST = np.iinfo(np.int16).max


@dataclass(frozen=True)
class Options:
    """Options that have the same words: acts at questions.

    Attributes
    ----------
    questions, kinds : frozenset of int
    slot : int
        Of the option, or ANY.
    own : int
        1 if it is about the table of the player asked, 0 if about another one, or ANY.
    card_in : CardIn
    """

    questions: frozenset[int]
    kinds: frozenset[int]
    slot: int
    own: int
    card_in: CardIn


@dataclass(frozen=True)
class Restriction:
    """What a bot never answers.

    Attributes
    ----------
    words : str
        The words of the options, with {card} for the name of any card.
    card : str
        The name of the only card that it is about; "" for all.
    before_turn : int
        The first turn in which it no longer holds; 0 if it always does.
    spares_dearest : bool
        Whether cards are allowed that cost as much as any other on offer.
    question : str
        The name of the only question that it is about; "" for all.
    is_rest : bool
        Whether it is about all other options of that question than those with the words.
    options : tuple of Options
    line : int, optional
        Where it stands in the bot's file.
    """

    words: str
    card: str = ""
    before_turn: int = 0
    spares_dearest: bool = False
    question: str = ""
    is_rest: bool = False
    options: tuple[Options, ...] = ()
    line: int | None = None

    def __str__(self) -> str:
        """Return it in words: 'attack' before turn 6."""
        answer = f"'{self.words.replace(CARD, self.card or ANYTHING).replace(NUMBER, ANYTHING)}'"
        unless = " unless it is the dearest on offer" if self.spares_dearest else ""
        others = "anything but " if self.is_rest else ""
        to = f" to '{self.question.replace(CARD, ANYTHING)}'" if self.question else ""
        before = f" before turn {self.before_turn}" if self.before_turn else ""
        return f"{others}{answer}{to}{unless}{before}"


class AnswerError(Exception):
    """A key of a restriction says nothing that the game has; with a hint."""

    def __init__(self, message: str, hint: str = "", key: str = "answer") -> None:
        self.message, self.hint, self.key = message, hint, key
        super().__init__(message)


# Reading


def read_answer(game: Game, answer: str) -> tuple[str, str]:
    """Return an answer's words, and the name of the card in them ("" for any card).

    Raises
    ------
    AnswerError
        If no option of the game has such words.
    """
    text = " ".join(answer.split())
    known = sorted(list_all_words(game), key=len, reverse=True)
    for words in known:
        if words.casefold() == text.casefold():
            return words, ""
    for words in known:
        before, card, after = words.partition(CARD)
        pattern = f"{re.escape(before)}(.+){re.escape(after)}"
        if card and CARD not in after and (match := re.fullmatch(pattern, text, re.IGNORECASE)):
            return words, match[1]
    raise AnswerError(
        f"no answer in {game.title} reads '{shorten(text)}'",
        did_you_mean(text, known) or f"evenhand bots {game.name} lists the words",
    )


def read_question(game: Game, text: str) -> tuple[str, frozenset[int]]:
    """Return a question's name, and its members of the game's Question.

    Raises
    ------
    AnswerError
        If no question of the game has this name.
    """
    questions = list_questions(game)
    said = " ".join(text.split())
    for name, members in questions.items():
        if name.casefold() == said.casefold():
            return name, members
    raise AnswerError(
        f"no question in {game.title} is called '{shorten(said)}'",
        did_you_mean(said, questions) or f"evenhand bots {game.name} lists the questions",
        "question",
    )


def find_options(game: Game, words: str, needs_card: bool) -> tuple[Options, ...]:
    """Return the options that have some words.

    Raises
    ------
    AnswerError
        If they cannot be told apart from options with other words, or by their cards.
    """
    places: dict[tuple[int, int, CardIn], dict[int, set[int]]] = defaultdict(dict)
    alike: set[str] = set()
    is_known = False
    for offer in read_offers(game):
        found, others = match_words(offer, words)
        is_known |= bool(found)
        alike |= others
        card_in = offer.card_in if needs_card else dict.fromkeys(offer.card_in, CardIn.NOTHING)
        for place in join_places(offer, found, card_in):
            if place[-1] or not needs_card:
                places[place].setdefault(offer.kind, set()).add(offer.question)
    if alike:
        named = "' and '".join(sorted(alike))
        raise AnswerError(f"'{words}' cannot be told apart from '{named}'")
    if is_known and not places:
        raise AnswerError(f"answers '{words}' cannot be told apart by their cards")
    return tuple(
        Options(frozenset(questions), frozenset(kinds), *place)
        for place, by_kind in places.items()
        for questions, kinds in join_kinds(by_kind)
    )


def keep_to_question(
    options: Sequence[Options], members: frozenset[int], words: str, question: str
) -> tuple[Options, ...]:
    """Return those of some options that may be on offer at a question.

    Raises
    ------
    AnswerError
        If there are none.
    """
    found = [replace(one, questions=one.questions & members) for one in options]
    if not any(one.questions for one in found):
        raise AnswerError(f"'{words}' is no answer to '{question}'")
    return tuple(one for one in found if one.questions)


def find_other_options(options: Sequence[Options], words: str) -> tuple[Options, ...]:
    """Return all options that may be on offer where some options are, but those of their kinds.

    Raises
    ------
    AnswerError
        If others have the same kind, and so cannot be told apart.
    """
    if any((one.slot, one.own) != (ANY, ANY) for one in options):
        raise AnswerError(f"'{words}' cannot be told apart from the other answers there")
    questions = frozenset(question for one in options for question in one.questions)
    kinds = {*range(MOST), *range(FIRST_ANSWER, FIRST_ANSWER + MOST)}
    kinds -= {kind for one in options for kind in one.kinds}
    return (Options(questions, frozenset(kinds), ANY, ANY, CardIn.NOTHING),)


def join_places(
    offer: Offer, found: Sequence[tuple[int, int]], card_in: Mapping[int, CardIn]
) -> Iterator[tuple[int, int, CardIn]]:
    """Yield the slot, the table and the field of the card of some places, ANY for all of them."""
    owns = {own for own, _ in found}
    if set(found) == set(offer.words) and len({card_in[own] for own in owns}) == 1:
        yield ANY, ANY, card_in[found[0][0]]
        return
    for own in owns:
        slots = {slot for one, slot in found if one == own}
        is_every = slots == {slot for one, slot in offer.words if one == own}
        for slot in [ANY] if is_every else sorted(slots):
            yield slot, own, card_in[own]


def join_kinds(by_kind: dict[int, set[int]]) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Yield questions, and the kinds of options that are possible at exactly these."""
    joined: dict[tuple[int, ...], list[int]] = {}
    for kind, questions in by_kind.items():
        joined.setdefault(tuple(sorted(questions)), []).append(kind)
    yield from joined.items()


# Packing


def find_unknown_cards(
    restrictions: Sequence[Restriction], pool: CardPool, file: str
) -> Iterator[Problem]:
    """Yield a problem for each card of a bot's restrictions that a pool does not have."""
    for number, one in enumerate(restrictions, start=1):
        if one.card and not list_rows(one, pool):
            message = f"{pool.file} has no card '{shorten(one.card)}'"
            hint = did_you_mean(one.card, pool.names)
            yield Problem(file, one.line, f"never[{number}].answer", message, hint)


def list_rows(restriction: Restriction, pool: CardPool) -> list[int]:
    """Return the rows of the pool of a restriction's card."""
    return [row for row in pool.rows_of(restriction.card) if row < len(pool.cards)]


def pack_bans(
    packed: Any, restrictions: Sequence[Restriction], pool: CardPool | None, file: str
) -> None:
    """Write restrictions into the record of a bot.

    A card that the pool does not have is never on offer.

    Raises
    ------
    UsageError
        If they are too many.
    """
    if pool is None:
        raise ValueError("a restricted bot needs the cards that it plays with: Bot.playing(pool)")
    bans = [
        make_ban(number, one, options, row)
        for number, one in enumerate(restrictions)
        for options in one.options
        for row in (list_rows(one, pool) if one.card else [ANY])
    ]
    if len(bans) > MOST_BANS:
        message = f"{file}: its restrictions are too many, or about too many versions of cards"
        raise UsageError(message, f"they come to {len(bans)} kinds of options, at most {MOST_BANS}")
    packed["n_bans"] = len(bans)
    packed["bans"][: len(bans)] = bans
    if any(one.spares_dearest for one in restrictions) and (cost := pool.schema.cost):
        costs = [cost(card) for card in pool.cards]
        packed["costs"][: len(costs)] = [
            NOTHING if one is None else min(max(one, 0), LARGEST) for one in costs
        ]


def make_ban(number: int, restriction: Restriction, options: Options, row: int) -> np.void:
    """Make the record of one kind of options that a restriction forbids."""
    ban = np.zeros(1, BAN)[0]
    ban["number"] = number
    ban["questions"] = make_set(options.questions)
    ban["acts"] = make_set(kind for kind in options.kinds if kind < FIRST_ANSWER)
    ban["answers"] = make_set(kind - FIRST_ANSWER for kind in options.kinds if kind >= FIRST_ANSWER)
    ban["slot"], ban["own"], ban["card_in"] = options.slot, options.own, options.card_in
    ban["card"], ban["before_turn"] = row, restriction.before_turn
    ban["spares_dearest"] = restriction.spares_dearest
    return ban


def make_set(numbers: Any) -> int:
    """Make a set of small numbers, as rules read it."""
    return sum(1 << number for number in set(numbers))

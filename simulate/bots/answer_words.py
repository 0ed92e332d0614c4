"""The words of a game's options, and the options that have them.

Words are what the game's view says of an option in replays. So they are found by asking the view
about every act at every question, on tables made up for it. Options whose words hang on more than
the act, the question, and the fields of the option cannot be told apart by their words.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from evenhand.decks.card import kind_of
from evenhand.decks.file_cache import cache_result
from evenhand.decks.pool import CardPool, load_pool
from evenhand.simulate.bots.restrictions import CardIn
from evenhand.simulate.engine.menu import ACTION, Answer
from evenhand.simulate.engine.sets import MOST
from evenhand.simulate.game import Game
from evenhand.simulate.view.abilities import ABILITY_PHRASES
from evenhand.simulate.view.fields import Sight

__all__ = [
    "CARD",
    "NUMBER",
    "Offer",
    "list_all_words",
    "list_words",
    "make_pattern",
    "match_words",
    "read_offers",
]

CARD, NUMBER = "{card}", "{n}"
DIGITS = r"(?:[+-]?\d+|\{n\})"
PLAYER = re.compile(r"\bPlayer \d+\b")  # hangs on who is asked
ENOUGH = 2  # tables on which the view says an act
SLOTS, COPIES = range(10), range(3)  # numbers that options are given
FIELDS = [*((slot, 0) for slot in SLOTS), *product((0, 4), COPIES[1:])]  # slots with copies
LABEL = re.compile("\x01(\\d+)\x02")  # a card's row, where its name would stand
Place = tuple[int, int]  # own or not, and the slot


@dataclass(frozen=True)
class Offer:
    """An act as it can be offered at a question.

    Attributes
    ----------
    question, kind : int
        Members of the game's Question, and of its Act or `Answer`.
    words : mapping from (own, slot) to frozenset of str
        All words that it may have, by whose table it is about (1: the own one) and its slot.
    card_in : mapping from int to CardIn
        The field that holds the card in its words, a card of the player asked, by whose table.
    """

    question: int
    kind: int
    words: Mapping[Place, frozenset[str]]
    card_in: Mapping[int, CardIn]


class Rows(NamedTuple):
    """An option that the view was asked about: its fields, and rows of the pool."""

    slot: int
    copy: int
    of_slot: int  # row of the card of the player asked with that number
    of_copy: int
    named: list[int]  # rows of the cards in its words


@cache_result
def read_offers(game: Game) -> tuple[Offer, ...]:
    """Return the words of all acts of a game at all questions; none if its view names no Act."""
    module = import_module(game.view.option.__module__)
    acts, questions = getattr(module, "Act", None), getattr(module, "Question", None)
    if acts is None or questions is None:
        return ()
    tables, phrases = list(make_tables(game)), Phrases.of(game)
    found = (
        hear(game, tables, phrases, question, kind)
        for question, kind in product(questions, (*acts, *Answer))
        if max(question, 0 if kind in Answer else kind) < MOST
    )
    return tuple(offer for offer in found if offer.words)


@dataclass(frozen=True)
class Phrases:
    """The words that a game's options may have, as patterns."""

    known: re.Pattern[str]
    vague: re.Pattern[str]  # those of any question's options, which say nothing on their own

    @classmethod
    def of(cls, game: Game) -> "Phrases":
        """Make the patterns of a game."""
        known, vague = game.view.phrases, game.view.phrases & ABILITY_PHRASES
        return cls(
            *(re.compile("|".join(map(make_pattern, some)) or "(?!)") for some in (known, vague))
        )

    def simplify(self, said: str) -> str:
        """Return the words of an option without its card and explanation; "" if they are vague."""
        words = PLAYER.sub(f"Player {NUMBER}", LABEL.sub(CARD, said.partition(":")[0]))
        return words if self.known.fullmatch(words) and not self.vague.fullmatch(words) else ""


def make_tables(game: Game) -> Iterator[tuple[Any, Sight]]:
    """Make up tables, on which a copy's number says which card it is: states, and their sights.

    Nothing lies anywhere, or everything does. First come cards with abilities, then those of each
    kind.
    """
    pool = replace(load_pool(game.schema))
    vars(pool)["labels"] = tuple(f"\x01{row}\x02" for row in range(len(pool.cards)))
    sight = Sight(pool, game.pack_pool(pool)[0])
    record = game.state_record(game.seats[0])
    for rows, is_full in product(choose_cards(pool), (False, True)):
        state = np.zeros(1, record)[0]
        n = state.card_of.shape[1]
        state.deck_size[:] = n
        for seat in range(len(state.players)):
            state.card_of[seat] = [rows[(copy + seat) % len(rows)] for copy in range(n)]
        if is_full:
            fill_sets(state, n)
        yield state, sight


def choose_cards(pool: CardPool) -> Iterator[list[int]]:
    """Yield rows of cards to deal: those with abilities, then those of each kind."""
    rows = range(len(pool.cards))
    kinds = dict.fromkeys(kind_of(card) for card in pool.cards)
    yield [row for row in rows if getattr(pool.cards[row], "abilities", ())] or [*rows]
    for kind in kinds if len(kinds) > 1 else ():
        yield [row for row in rows if kind_of(pool.cards[row]) == kind]


def fill_sets(state: Any, n: int) -> None:
    """Put all cards into every set of a table."""
    players = state["players"]
    for name in players.dtype.names:
        if players.dtype[name] == np.int64:
            players[name] = (1 << n) - 1


def hear(
    game: Game, tables: Sequence[tuple[Any, Sight]], phrases: Phrases, question: int, kind: int
) -> Offer:
    """Find out the words of an act at a question: ask the view on some tables."""
    words: dict[Place, set[str]] = {}
    rows: dict[int, list[Rows]] = {0: [], 1: []}
    n_tables = 0
    for state, sight in tables:
        said = list(listen(game, state, sight, question, kind))
        for own, slot, copy, text in said:
            words.setdefault((own, slot), set()).add(phrases.simplify(text))
            deck = state.card_of[0]
            found = LABEL.findall(text.partition(":")[0])
            rows[own].append(Rows(slot, copy, int(deck[slot]), int(deck[copy]), [*map(int, found)]))
        n_tables += bool(said)
        if n_tables == ENOUGH:
            break
    clear = {place: frozenset(some) for place, some in words.items() if "" not in some}
    return Offer(int(question), int(kind), clear, {own: find_card_in(rows[own]) for own in rows})


def listen(
    game: Game, state: Any, sight: Sight, question: int, kind: int
) -> Iterator[tuple[int, int, int, str]]:
    """Yield whose table, slot, copy and text of each option of an act that the view can say."""
    state.question = question
    action = np.zeros(1, ACTION)[0]
    action.kind = kind
    for own in (1, 0):
        for slot, copy in FIELDS:
            action.seat, action.slot, action.copy_id = 1 - own, slot, copy
            try:
                said = game.view.option(game.view.whole(state, sight), action)
            except Exception:  # there is no such option on this table ..
                if (slot, copy) == FIELDS[0]:
                    break  # .. and none of this act
                continue
            yield own, slot, copy, said


def find_card_in(rows: Sequence[Rows]) -> CardIn:
    """Return the field that says which card an option names."""
    by_copy, by_slot = {one.copy for one in rows}, {one.slot for one in rows}
    if len(by_copy) > 1 and all(one.named == [one.of_copy] for one in rows):
        return CardIn.COPY
    if len(by_slot) > 1 and all(one.named == [one.of_slot] for one in rows):
        return CardIn.SLOT
    return CardIn.NOTHING


def make_pattern(words: str) -> str:
    """Return the pattern of all words in which {n} is a number."""
    return re.escape(words).replace(re.escape(NUMBER), DIGITS)


def list_words(game: Game) -> list[str]:
    """List the words of a game's options that a restriction may use, with {n} for numbers."""
    heard, blurred = "\n".join(hear_all(game)), hear_blurred(game)
    return sorted(
        phrase
        for phrase in game.view.phrases - ABILITY_PHRASES - blurred
        if re.search(f"^{make_pattern(phrase)}$", heard, re.MULTILINE)
    )


def list_all_words(game: Game) -> set[str]:
    """List all words of a game's options that a restriction may use, those with numbers as well."""
    return {*list_words(game), *hear_all(game)}


def hear_all(game: Game) -> set[str]:
    """Return the words of all acts of a game that say which act it is."""
    return {words for offer in read_offers(game) for some in offer.words.values() for words in some}


def hear_blurred(game: Game) -> set[str]:
    """Return the words of acts that may have others at the same question, with equal fields."""
    return {
        words
        for offer in read_offers(game)
        for some in offer.words.values()
        for words in some
        if len(some) > 1
    }


def match_words(offer: Offer, words: str) -> tuple[list[Place], set[str]]:
    """Return where an act has some words, and the words of others that look alike there."""
    pattern = re.compile(make_pattern(words))
    places = [place for place, some in offer.words.items() if any(map(pattern.fullmatch, some))]
    others = {one for place in places for one in offer.words[place] if not pattern.fullmatch(one)}
    return places, others

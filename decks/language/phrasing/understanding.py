"""A card's text in somebody's own words, brought into sentences of the language.

Every reading that the phrasebook allows is held against the language itself. The one that
takes the fewest second-best phrases is what the text means; where two are as good, both are
named and neither is taken.
"""

import difflib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from evenhand.decks.language.errors import (
    AbilityError,
    AmbiguousError,
    UnknownWordError,
    list_words,
    quote,
)
from evenhand.decks.language.exact import parse_exactly
from evenhand.decks.language.legality import noun_name
from evenhand.decks.language.phrasing.listening import NAME, NUMBER, SIGNED, Heard, hear
from evenhand.decks.language.phrasing.phrasebook import phrasebook_of
from evenhand.decks.language.phrasing.recogniser import Recogniser, TooLongError
from evenhand.decks.language.sentences import sentence
from evenhand.decks.language.tree import ANYBODY, Ability, Speaker, find_members
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["understand"]

MOST_TRIED = 30_000  # letters of sentences that a text could mean
MOST_TIED = 8  # readings of a text up to a place that are as good
WHOLE = 200  # letters of a sentence that a message repeats
MOST_NAMED = 4  # ways to go on, or readings, in one message
SIGNS = (".", ";")
WITH = ", with "  # behind a kind of phrase, before a moment that the card must have
# A second ability cannot begin with these: they would mean what the first one speaks of.
ARTICLES = ("a", "an", "the")
PRONOUNS = ("it", "its", "they", "them", "their", "those", "that")
Said = tuple[str, ...]  # sentences of the language


class Refused(NamedTuple):
    """What the words up to a place could mean, if it could be said."""

    end: int
    text: str
    why: str
    hint: str


def understand(
    text: str,
    vocabulary: Vocabulary,
    card_names: Collection[str] = (),
    speaker: Speaker = ANYBODY,
) -> tuple[Ability, ...]:
    """Read a card's abilities in players' words.

    Parameters
    ----------
    text : str
        Not empty.
    card_names : collection of str
        Of the card file.
    speaker : Speaker
        The card that says it.

    Returns
    -------
    tuple of Ability

    Raises
    ------
    AbilityError
        If nothing, or more than one thing, can be meant.
    """
    book = phrasebook_of(vocabulary)
    names = choose_names(tuple(card_names), vocabulary)
    own = {said: word for said, word in speaker.words.items() if said.casefold() not in book.words}
    listener = Listener(text, hear(text, names, own), vocabulary, card_names, speaker)
    try:
        readings = listener.read_all()
    except (TooLongError, RecursionError):
        raise AbilityError("this is too long to be understood in one go", 0) from None
    if not readings:
        raise listener.explain()
    if len(readings) > 1:
        raise list_readings(readings)
    return tuple(ability for said in readings[0] for ability in listener.abilities[said])


@lru_cache(maxsize=8)
def choose_names(names: tuple[str, ...], vocabulary: Vocabulary) -> frozenset[str]:
    """Leave out the names that are words of the language, such as "Temper" could be."""
    words = phrasebook_of(vocabulary).words
    return frozenset(name for name in names if name.casefold() not in words)


def list_readings(readings: Sequence[Said]) -> AmbiguousError:
    """Name the things that a text can mean."""
    texts = [" ".join(said) for said in readings]
    shown = tuple(f"'{text}'" for text in texts[:MOST_NAMED])
    return AmbiguousError(
        f"this can mean {list_words(shown, MOST_NAMED)}",
        0,
        tuple(texts),
        "write the one that you mean",
    )


class Listener:
    """Reads one text, and remembers why readings cannot be."""

    def __init__(
        self,
        text: str,
        heard: Sequence[Heard],
        vocabulary: Vocabulary,
        card_names: Collection[str],
        speaker: Speaker,
    ) -> None:
        self.text = text
        self.book = phrasebook_of(vocabulary)
        self.heard = heard
        self.vocabulary = vocabulary
        self.card_names = card_names
        self.speaker = speaker
        self.n_tried = 0
        words, own = vocabulary.moments, speaker.moments
        self.begins = tuple(text for moment, text in words.items() if own is None or moment in own)
        self.elsewhere: list[tuple[int, str]] = []  # what other cards could mean by it
        self.refused: list[Refused] = []
        self.abilities: dict[str, tuple[Ability, ...]] = {}
        self.recogniser = Recogniser(self.book, heard, self.settle)

    def read_all(self) -> list[Said]:
        """List the readings of the whole text that cost least."""
        best: list[dict[Said, int]] = [{} for _ in range(len(self.heard) + 1)]
        best[0] = {(): 0}
        for place, word in enumerate(self.heard):
            before = choose_cheapest(best[place])
            if word.kind in SIGNS:
                keep_cheapest(best[place + 1], before)
            elif before and not (place and word.kind in PRONOUNS):
                for end, text, cost in self.recogniser.read("ability", place):
                    keep_cheapest(best[end], [((*said, text), own + cost) for said, own in before])
        return [said for said, _ in choose_cheapest(best[-1]) if said]

    def settle(self, kind: str, text: str, end: int) -> str | None:
        """Bring what may be an ability into the language's own form, if it can be said."""
        if kind != "ability":
            return text if self.may_say(kind) else None
        if not self.is_end(end):
            return None
        if not text.startswith(self.begins):
            self.elsewhere.append((end, text))
            return None
        self.n_tried += len(text)
        if self.n_tried > MOST_TRIED:
            raise TooLongError
        try:
            abilities = parse_exactly(text, self.vocabulary, self.card_names)
        except AbilityError as error:
            shown = " ".join(text.split())
            self.refused.append(Refused(end, shown, error.message, error.hint))
            return None
        own = sentence(abilities, self.vocabulary)
        if misplaced := self.find_misplaced(abilities):
            self.refused.append(Refused(end, own, *misplaced))
            return None
        self.abilities[own] = abilities
        return own

    def may_say(self, kind: str) -> bool:
        """Return whether phrases of a kind are for this card: "..., with Activate" are for some."""
        moment = kind.partition(WITH)[2]
        return not moment or moment in self.begins

    def is_end(self, place: int) -> bool:
        """Return whether a sentence can end before a place."""
        return place == len(self.heard) or self.heard[place].kind in SIGNS

    def find_misplaced(self, abilities: Sequence[Ability]) -> tuple[str, str] | None:
        """Say which moment or thing is not for such a card, and the moments that it has."""
        words, own = self.vocabulary.moments, self.speaker.moments
        for ability in abilities:
            if own is not None and ability.moment not in own:
                texts = tuple(f"'{text}'" for moment, text in words.items() if moment in own)
                why = f"such a card has no '{words[ability.moment]}'"
                return why, f"it begins with {list_words(texts, len(texts))}"
        for noun in find_members(tuple(abilities)):
            if any(type(noun) is type(barred) and noun == barred for barred in self.speaker.barred):
                return f"such a card has no {noun_name(noun, self.vocabulary)}", ""
        return None

    # --- why nothing was understood ---

    def explain(self) -> AbilityError:
        """Say how far a text was understood, and what could follow there."""
        unknown = next(filter(self.is_unknown, self.heard), None)
        if unknown is not None:
            return self.explain_unknown(unknown)
        whole = next(self.find_whole(), None)
        if whole is not None:
            said, why, hint = whole[1:]
            return AbilityError(f"understood as {quote(said, WHOLE)}, but {why}", 0, (), hint)
        return self.explain_place()

    def find_whole(self) -> Iterator[Refused]:
        """Find what the whole text could mean, on this card before others."""
        last = self.last_word()
        yield from (one for one in self.refused if one.end >= last)
        yield from self.find_elsewhere(last)

    def find_elsewhere(self, last: int) -> Iterator[Refused]:
        """Find what the text up to its last word would mean on other cards."""
        for end, text in self.elsewhere:
            if end < last:
                continue
            with suppress(AbilityError):
                abilities = parse_exactly(text, self.vocabulary, self.card_names)
                if misplaced := self.find_misplaced(abilities):
                    yield Refused(end, sentence(abilities, self.vocabulary), *misplaced)

    def last_word(self) -> int:
        """Return the place behind the last word that is no full stop."""
        n = len(self.heard)
        while n and self.heard[n - 1].kind in SIGNS:
            n -= 1
        return n

    def is_unknown(self, word: Heard) -> bool:
        """Return whether no phrase of the game has a word."""
        return word.kind not in self.book.words and word.kind not in {NUMBER, SIGNED, NAME, *SIGNS}

    def explain_unknown(self, word: Heard) -> AbilityError:
        """Say that there is no such idea, and the word most like it."""
        near = tuple(difflib.get_close_matches(word.kind, self.book.words, n=1, cutoff=0.75))
        message = (
            f"this game's cards do not know the word {quote(self.text[word.start : word.end])}"
        )
        hint = f"did you mean '{near[0]}'?" if near else ""
        return UnknownWordError(message, word.start, near, hint)

    def explain_place(self) -> AbilityError:
        """Say what could stand where nothing went on."""
        place = self.recogniser.furthest
        at_end = place >= len(self.heard)
        found = "the end of the text" if at_end else quote(self.heard[place].text)
        position = len(self.text.rstrip()) if at_end else self.heard[place].start
        word = "" if at_end else self.heard[place].text
        expected = choose_phrases(self.recogniser.list_expected(), word)
        shown = list_words(tuple(f"'{phrase}'" for phrase in expected))
        before = self.text[:position].strip()
        understood = f"after {quote(before)} " if before else ""
        return AbilityError(
            f"{understood}expected {shown}, found {found}", position, tuple(expected)
        )


def keep_cheapest(kept: dict[Said, int], found: Iterable[tuple[Said, int]]) -> None:
    """Add readings with their costs, each with its least."""
    for said, cost in found:
        kept[said] = min(cost, kept.get(said, cost))


def choose_cheapest(found: dict[Said, int]) -> list[tuple[Said, int]]:
    """Choose the readings that cost least, a few of them if many do."""
    least = min(found.values(), default=0)
    return [(said, cost) for said, cost in found.items() if cost == least][:MOST_TIED]


def choose_phrases(phrases: Sequence[str], word: str) -> list[str]:
    """Choose a few ways to go on: those like the word that stands there, then the shortest."""
    phrases = [one for one in phrases if one[:1].isalpha() and one not in ARTICLES] or phrases
    first = [phrase.split()[0] for phrase in phrases if phrase]
    like = difflib.get_close_matches(word, first, n=MOST_NAMED)
    ordered = sorted(phrases, key=lambda one: (one.split()[0] not in like, len(one), one))
    return ordered[:MOST_NAMED]

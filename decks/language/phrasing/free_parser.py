"""Parse a card's text in a player's own words.

Every reading by the phrasebook is checked against the language itself. The text means the
valid reading of the lowest cost; if two have the same cost, an error lists both.
"""

import difflib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from evenhand.decks.language.combinations import noun_name
from evenhand.decks.language.errors import (
    AbilityError,
    AmbiguousError,
    UnknownPartError,
    UnknownWordError,
    list_words,
    quote,
)
from evenhand.decks.language.exact_parser import parse_exactly
from evenhand.decks.language.lexicon import SMALL
from evenhand.decks.language.phrasing.gaps import (
    Gap,
    GapRecogniser,
    ends_part,
    find_gap,
    remove_marks,
)
from evenhand.decks.language.phrasing.phrasebook import phrasebook_of
from evenhand.decks.language.phrasing.recogniser import Recogniser, TooLongError
from evenhand.decks.language.phrasing.slots import SLOTS, list_nearest
from evenhand.decks.language.phrasing.subjects import explain_lost_subject, say_of_enemy
from evenhand.decks.language.phrasing.tokenizer import NAME, NUMBER, SIGNED, TextWord, split_words
from evenhand.decks.language.reading_differences import describe_difference
from evenhand.decks.language.sentences import sentence
from evenhand.decks.language.tree import ANYBODY, Ability, Speaker, find_members
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["WHOLE", "is_understood", "make_parser", "parse_freely"]

MOST_TRIED = 30_000  # characters of candidate sentences that are parsed for one text
MOST_TIED = 8  # readings of equal cost that are kept for each position
WHOLE = 200  # characters of a sentence that a message quotes
MOST_NAMED = 4  # continuations, or readings, in one message
SIGNS = (".", ";")
STOPS = (*SIGNS, ",", ":")  # at the end of a clause
DANGLING = SMALL - {"it"} | {"your", "their", "its"}  # no sentence ends with these
WITH = ", with "  # in the name of a kind, before a moment that the card must have
# A second ability cannot begin with these, because they would refer to the first one.
ARTICLES = ("a", "an", "the")
PRONOUNS = ("it", "its", "they", "them", "their", "those", "that")
Texts = tuple[str, ...]  # sentences of the language


class Refused(NamedTuple):
    """An invalid reading of the words up to a position, and the reason."""

    end: int
    text: str
    why: str
    hint: str


def parse_freely(
    text: str,
    vocabulary: Vocabulary,
    card_names: Collection[str] = (),
    speaker: Speaker = ANYBODY,
) -> tuple[Ability, ...]:
    """Parse a card's abilities in players' words.

    Parameters
    ----------
    text : str
        Text of the abilities, not empty.
    card_names : collection of str
        Card names of the card file.
    speaker : Speaker
        The card of the text.

    Returns
    -------
    tuple of Ability

    Raises
    ------
    AbilityError
        If the text has no valid reading, or several of the same cost.
    """
    parser = make_parser(text, vocabulary, card_names, speaker)
    try:
        readings = parser.read_all()
    except (TooLongError, RecursionError):
        raise AbilityError("this is too long to be understood in one go", 0) from None
    if not readings:
        raise parser.explain()
    if len(readings) > 1:
        raise make_ambiguous_error(readings)
    if lost := explain_lost_subject(text, " ".join(readings[0])):
        raise lost
    return tuple(ability for text in readings[0] for ability in parser.abilities[text])


def is_understood(
    text: str, vocabulary: Vocabulary, card_names: Collection[str], speaker: Speaker
) -> bool:
    """Return whether a card's text in players' words has one meaning."""
    parser = make_parser(text, vocabulary, card_names, speaker)
    with suppress(TooLongError, RecursionError):
        return len(parser.read_all()) == 1
    return False


def make_parser(
    text: str, vocabulary: Vocabulary, card_names: Collection[str], speaker: Speaker
) -> "FreeParser":
    """Make a parser of a card's text."""
    book = phrasebook_of(vocabulary)
    names = choose_names(tuple(card_names), vocabulary)
    own = {name: word for name, word in speaker.words.items() if name.casefold() not in book.words}
    return FreeParser(text, split_words(text, names, own), vocabulary, card_names, speaker)


@lru_cache(maxsize=8)
def choose_names(names: tuple[str, ...], vocabulary: Vocabulary) -> frozenset[str]:
    """Return the names to parse that are not words of the language."""
    words = phrasebook_of(vocabulary).words
    return frozenset(name for name in names if name.casefold() not in words)


def make_ambiguous_error(readings: Sequence[Texts]) -> AmbiguousError:
    """Return an error that lists the readings of a player's text."""
    texts = [" ".join(reading) for reading in readings]
    shown = tuple(f"'{text}'" for text in texts[:MOST_NAMED])
    return AmbiguousError(
        f"this can mean {list_words(shown, MOST_NAMED)}",
        0,
        tuple(texts),
        f"{describe_difference(texts)}; write the one that you mean",
    )


class FreeParser:
    """Parser of one text; records the reasons why readings are invalid."""

    def __init__(
        self,
        text: str,
        text_words: Sequence[TextWord],
        vocabulary: Vocabulary,
        card_names: Collection[str],
        speaker: Speaker,
        skipped: range | None = None,
    ) -> None:
        self.text = text
        self.book = phrasebook_of(vocabulary)
        self.text_words = text_words
        self.vocabulary = vocabulary
        self.card_names = card_names
        self.speaker = speaker
        self.n_tried = 0
        words, own = vocabulary.moments, speaker.moments
        self.begins = tuple(text for moment, text in words.items() if own is None or moment in own)
        self.elsewhere: list[tuple[int, str]] = []  # readings that are valid on other cards
        self.refused: list[Refused] = []
        self.abilities: dict[str, tuple[Ability, ...]] = {}
        self.gaps: dict[str, list[Gap]] = {}  # parts left out of readings, by meaning
        self.recogniser = (
            Recogniser(self.book, text_words, self.normalize)
            if skipped is None
            else GapRecogniser(self.book, text_words, self.normalize, vocabulary, skipped)
        )

    def read_all(self) -> list[Texts]:
        """List the readings of the whole text with the lowest cost."""
        best: list[dict[Texts, int]] = [{} for _ in range(len(self.text_words) + 1)]
        best[0] = {(): 0}
        for place, word in enumerate(self.text_words):
            before = choose_cheapest(best[place])
            if word.kind in SIGNS:
                keep_cheapest(best[place + 1], before)
            elif before and not (place and word.kind in PRONOUNS):
                for end, text, cost in self.recogniser.read("ability", place):
                    readings = [((*texts, text), paid + cost) for texts, paid in before]
                    keep_cheapest(best[end], readings)
        return [texts for texts, _ in choose_cheapest(best[-1]) if texts]

    def normalize(self, kind: str, text: str, end: int) -> str | None:
        """Return a reading, an ability in canonical form; None if it is not valid here."""
        if kind != "ability":
            return text if self.is_allowed(kind) else None
        if not self.is_end(end):
            return None
        gap, text = find_gap(text), remove_marks(text)
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
        canonical = sentence(abilities, self.vocabulary)
        if misplaced := self.find_misplaced(abilities):
            self.refused.append(Refused(end, canonical, *misplaced))
            return None
        self.abilities[canonical] = abilities
        if gap:
            self.gaps.setdefault(canonical, []).append(gap)
        return canonical

    def is_allowed(self, kind: str) -> bool:
        """Return whether a kind of phrase is for this card; "..., with MOMENT" is for some."""
        moment = kind.partition(WITH)[2]
        return not moment or moment in self.begins

    def is_end(self, place: int) -> bool:
        """Return whether a sentence can end before a position."""
        return place == len(self.text_words) or self.text_words[place].kind in SIGNS

    def find_misplaced(self, abilities: Sequence[Ability]) -> tuple[str, str] | None:
        """Return the reason and a hint if this kind of card cannot have some abilities, or None."""
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

    # --- explanations of failures ---

    def explain(self) -> AbilityError:
        """Return an error: an unknown word, an invalid reading, or the expected continuation."""
        unknown = next(filter(self.is_unknown, self.text_words), None)
        if unknown is not None:
            return self.explain_unknown(unknown)
        whole = next(self.find_whole(), None)
        if whole is not None:
            meaning, why, hint = whole[1:]
            return AbilityError(f"understood as {quote(meaning, WHOLE)}, but {why}", 0, (), hint)
        return self.explain_part() or self.explain_surplus() or self.explain_place()

    def find_whole(self) -> Iterator[Refused]:
        """Yield the invalid readings of the whole text: on this card, then on others."""
        last = self.last_word()
        yield from (refused for refused in self.refused if refused.end >= last)
        yield from self.find_elsewhere(last)

    def find_elsewhere(self, last: int) -> Iterator[Refused]:
        """Yield the readings of the whole text that are valid on other cards."""
        for end, text in self.elsewhere:
            if end < last:
                continue
            with suppress(AbilityError):
                abilities = parse_exactly(text, self.vocabulary, self.card_names)
                if misplaced := self.find_misplaced(abilities):
                    yield Refused(end, sentence(abilities, self.vocabulary), *misplaced)

    def last_word(self) -> int:
        """Return the position after the last word that is not a full stop."""
        n = len(self.text_words)
        while n and self.text_words[n - 1].kind in SIGNS:
            n -= 1
        return n

    def is_unknown(self, word: TextWord) -> bool:
        """Return whether a word is in no phrase of the game."""
        return word.kind not in self.book.words and word.kind not in {NUMBER, SIGNED, NAME, *SIGNS}

    def explain_unknown(self, word: TextWord) -> AbilityError:
        """Return an error for an unknown word, with the most similar known word."""
        near = tuple(difflib.get_close_matches(word.kind, self.book.words, n=1, cutoff=0.75))
        message = (
            f"this game's cards do not know the word {quote(self.text[word.start : word.end])}"
        )
        hint = f"did you mean '{near[0]}'?" if near else ""
        error = UnknownWordError(message, word.start, near, hint)
        if near and self.is_understood(
            f"{self.text[: word.start]}{near[0]}{self.text[word.end :]}"
        ):
            return error
        return self.explain_part() or error

    def is_understood(self, text: str) -> bool:
        """Return whether another text has one meaning on this card."""
        return is_understood(text, self.vocabulary, self.card_names, self.speaker)

    def explain_part(self) -> AbilityError | None:
        """Return an error for the one part that is not understood where parsing stopped, or None.

        The rest of its sentence, or of the text, must be understood.
        """
        kinds = [word.kind for word in self.text_words]
        stopped = self.recogniser.furthest
        if stopped == len(kinds) or ends_part(kinds[stopped]):  # the part before it is not whole
            stopped = max(stopped - 1, 0)
        stops = [place for place, kind in enumerate(kinds) if kind == "."]
        start = max((place + 1 for place in stops if place < stopped), default=0)
        end = min((place for place in stops if place >= stopped), default=len(kinds))
        for first, last in dict.fromkeys(((start, end), (0, len(kinds)))):
            words = self.text_words[first:last]
            unknown = [place for place, word in enumerate(words) if self.is_unknown(word)]
            skipped = range(stopped - first, max([stopped - first, *unknown]) + 1)
            parser = FreeParser(
                self.text, words, self.vocabulary, self.card_names, self.speaker, skipped
            )
            with suppress(TooLongError, RecursionError):
                for reading in parser.read_all():
                    gaps = [gap for text in reading for gap in parser.gaps.get(text, ())]
                    if gaps:
                        shortest = min(gaps, key=lambda gap: gap.end - gap.start)
                        return parser.describe_gap(shortest, reading)
        return None

    def describe_gap(self, gap: Gap, reading: Texts) -> AbilityError:
        """Return an error for the part that a reading leaves out, with what can stand there."""
        words = self.text_words[gap.start : gap.end]
        fit = {other.text for gaps in self.gaps.values() for other in gaps if other[:3] == gap[:3]}
        nearest = list_nearest(gap.kind, [word.word for word in words], self.vocabulary)
        expected = tuple(text for text in nearest if text in fit)
        before = self.text[self.text_words[0].start : words[0].start]
        after = self.text[words[-1].end : self.text_words[-1].end]
        begins = not before or before.rstrip().endswith(".")
        said = f"{gap.text[0].upper()}{gap.text[1:]}" if begins else gap.text
        mended = f"{before}{said}{after}"
        if not self.is_understood(mended):
            mended = " ".join(reading)
        part = quote(self.text[words[0].start : words[-1].end], WHOLE)
        shown = list_words(tuple(f"'{text}'" for text in expected))
        message = f"the part {part} was not understood; {SLOTS[gap.kind].title} can be {shown}"
        return UnknownPartError(message, words[0].start, expected, f"this works: '{mended}'")

    def explain_surplus(self) -> AbilityError | None:
        """Return an error for words without which the text is understood, or None.

        They end with their clause, and begin where parsing stopped or one word before, which may
        have been taken for the beginning of something else: "or else" for "or more".
        """
        kinds = [word.kind for word in self.text_words]
        stopped = self.recogniser.furthest
        ends = (place for place in range(stopped, len(kinds)) if kinds[place] in STOPS)
        end = next(ends, len(kinds))
        for start in range(stopped, max(stopped - 2, 0), -1):
            if start == end or kinds[start - 1] in DANGLING:
                continue
            first, last = self.text_words[start].start, self.text_words[end - 1].end
            rest = f"{self.text[:first].rstrip(' ,;.')}{self.text[last:]}"
            if self.is_understood(rest):
                part = quote(self.text[first:last], WHOLE)
                message = f"the part {part} was not understood"
                hint = f"without it, this works: '{rest}'"
                meant = say_of_enemy(rest, first, self.text[first:last])
                if meant and self.is_understood(meant):
                    hint = f"this works: '{meant}'"
                return UnknownPartError(message, first, (), hint)
        return None

    def explain_place(self) -> AbilityError:
        """Return an error with the continuations expected at the furthest position."""
        place = self.recogniser.furthest
        at_end = place >= len(self.text_words)
        found = "the end of the text" if at_end else quote(self.text_words[place].text)
        position = len(self.text.rstrip()) if at_end else self.text_words[place].start
        word = "" if at_end else self.text_words[place].text
        expected = choose_phrases(self.recogniser.list_expected(), word)
        shown = list_words(tuple(f"'{phrase}'" for phrase in expected)) or "a sentence"
        before = self.text[:position].strip()
        understood = f"after {quote(before)} " if before else ""
        return AbilityError(
            f"{understood}expected {shown}, found {found}", position, tuple(expected)
        )


def keep_cheapest(kept: dict[Texts, int], readings: Iterable[tuple[Texts, int]]) -> None:
    """Add readings of a player's text to ``kept``, each with its lowest cost."""
    for texts, cost in readings:
        kept[texts] = min(cost, kept.get(texts, cost))


def choose_cheapest(readings: dict[Texts, int]) -> list[tuple[Texts, int]]:
    """Return a player's text's readings of the lowest cost, at most `MOST_TIED`."""
    least = min(readings.values(), default=0)
    return [(texts, cost) for texts, cost in readings.items() if cost == least][:MOST_TIED]


def choose_phrases(phrases: Sequence[str], word: str) -> list[str]:
    """Choose a few continuations of a player's text: similar to the word found, or short."""
    phrases = [text for text in phrases if text[:1].isalpha() and text not in ARTICLES] or phrases
    first = [phrase.split()[0] for phrase in phrases if phrase]
    like = difflib.get_close_matches(word, first, n=MOST_NAMED)
    phrases = [text for text in phrases if ".." not in text] or phrases
    whole = {text for text in phrases if not text.startswith(tuple(f"{one} " for one in phrases))}
    ordered = sorted(whole, key=lambda text: (text.split()[0] not in like, len(text), text))
    return ordered[:MOST_NAMED]

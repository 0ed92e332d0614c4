"""List every word of a game's vocabulary, with an example sentence.

Examples are the shortest sentences of the game's own cards. For a word that no card uses, a
sentence is generated and parsed, so that every example is valid.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import IntEnum, StrEnum
from itertools import islice, product
from math import log
from typing import Any, NamedTuple

from evenhand.decks.language.errors import AbilityError
from evenhand.decks.language.exact_parser import parse_exactly
from evenhand.decks.language.patterns import Forms, Slot, pieces, printed, slots
from evenhand.decks.language.sentences import sentence
from evenhand.decks.language.tree import Ability, find_members
from evenhand.decks.language.vocabulary import QuantityWords, VerbWords, Vocabulary

__all__ = [
    "KIND_TITLES",
    "CardText",
    "Entry",
    "SentenceIndex",
    "SentenceMatch",
    "WordKind",
    "format_names",
    "list_entries",
]

Key = tuple[type[IntEnum], int]  # because members of two enums may be equal
LIKE = {  # players' words, and the language's words for them
    "opponent": "enemy", "opponents": "enemy", "opponent's": "enemy", "rival": "enemy",
    "destroy": "ko", "kill": "ko", "my": "own", "another": "other",
}  # fmt: skip
ELSEWHERE = {  # words of other games, and what they do, for games that do not know them
    "heal": ("gain", "life"), "restore": ("gain", "life"), "regain": ("gain", "life"),
    "damage": ("lose", "life"), "burn": ("lose", "life"),
}  # fmt: skip
SMALL = frozenset(("", "a", "an", "the", "to", "of", "from", "for", "in", "into", "on", "n", "it"))
LIKE_ENOUGH = 0.75  # similarity of a misspelt word
MOST_CORRECTED = 50  # words of a text, because it is slow
HALF = 0.5  # of what the words of a pattern weigh, from where a text names it
COMMON = 0.25  # of the sentences, that have a word which tells nothing
WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
# Constructions of the language in all games, and patterns that recognize them in a sentence.
PHRASES = {
    "..: pay this: do that": r": [^:;]+: (?!.*\bchoose)",
    "you may ..": r"\byou may\b(?! (?:charge|play|retreat))",
    "the enemy may ..": r"\bthe enemy may\b",
    ".., once per turn": r", (?:once|twice|\d+ times) per (?:turn|game)\b",
    "..; otherwise ..": r"\botherwise\b",
    "choose one: .. or ..": r"\bchooses? one:",
    "a chosen ..": r"\ba chosen\b",
    "N chosen ..": r"\b\d+ chosen\b",
    "up to N ..": r"\bup to \d+\b",
    ".. of the enemy's choice": r"\bof the enemy's choice\b",
    "a random ..": r"\b(?:a|\d+) random\b",
    "each ..": r"(?<!for )\beach\b",
    "other ..": r"\bother\b",
    '.. named ".."': r'\bnamed "',
    ".. with at least N ..": r"\bwith (?:at least|at most|exactly)\b",
    "it, those": r"\b(?:it|those)\b",
    "the former": r"\bthe former\b",
    "N for each ..": r"\bfor each\b",
    "N for every N ..": r"\bfor every\b",
    "N for each .. (at most N)": r"\(at most \d+\)",
    "if there is at least N ..": r"\bif .*there (?:is|are) (?:at least|at most|exactly)\b",
    "if there are no ..": r"\bthere are no\b",
    "if there are more .. than ..": r"\bthere are (?:more|fewer|as many)\b",
    "if .. is ..": r"\b(?:is|are) (?:not |both )?[\w-]+(?: and|[.;,]|$)(?<!there)",
}
SLOTS = {
    "amount": "N",
    "change": "+N",
    "target": "..",
    "object": "..",
    "of": "..",
    "word": "..",
}


class WordKind(StrEnum):
    """The kind of a lexicon's word: its function, in the order in which sentences have them."""

    MOMENT = "moment"
    PLACE = "place"
    VERB = "effect"
    NOUN = "thing"
    ADJECTIVE = "quality"
    QUANTITY = "number"
    DURATION = "duration"
    PHRASE = "turn of phrase"


NAMED = 3  # cards that are listed with a sentence
UNDERSTOOD = (  # what a text is about, what is most telling first
    (WordKind.VERB,),
    (WordKind.NOUN, WordKind.ADJECTIVE, WordKind.QUANTITY),
    (WordKind.MOMENT, WordKind.PLACE, WordKind.DURATION),
)
KIND_TITLES = {
    WordKind.MOMENT: "When: what a sentence begins with",
    WordKind.PLACE: "Where the card must be: after the moment",
    WordKind.VERB: "What happens",
    WordKind.NOUN: "To what",
    WordKind.ADJECTIVE: "Of what kind: before the thing",
    WordKind.QUANTITY: "What can be counted or asked: after 'if' and 'for each'",
    WordKind.DURATION: "How long",
    WordKind.PHRASE: "How it is put together: choices, prices, conditions",
}


class CardText(NamedTuple):
    """A card's name and its abilities, for the lexicon's uses."""

    card: str
    abilities: tuple[Ability, ...]


class SentenceMatch(NamedTuple):
    """A sentence of the lexicon, and the cards that have it."""

    text: str
    cards: tuple[str, ...]


class Entry(NamedTuple):
    """An entry of the lexicon: a word and its uses.

    Attributes
    ----------
    kind : WordKind
    words : str
        The pattern for people, with ``..`` and ``N`` for slots.
    example : str
        A valid sentence with the word; "" for a construction that no card uses.
    cards : tuple of str
        Cards that use it.
    """

    kind: WordKind
    words: str
    example: str
    cards: tuple[str, ...]


def list_entries(vocabulary: Vocabulary, said: Iterable[CardText]) -> list[Entry]:
    """List the lexicon of a game: its words, with examples and uses.

    Parameters
    ----------
    vocabulary : Vocabulary
    said : iterable of Said
        The game's cards.

    Returns
    -------
    list of Entry
        Kind by kind, in the vocabulary's order.
    """
    texts = [
        (card, ability, sentence(ability, vocabulary))
        for card, abilities in said
        for ability in abilities
    ]
    texts.sort(key=lambda use: len(use[2]))
    uses: dict[Key, list[tuple[str, str]]] = {}
    for card, ability, text in texts:
        for key in dict.fromkeys(map(key_of, find_members(ability))):
            uses.setdefault(key, []).append((card, text))
    entries = []
    for kind, member, words in list_words(vocabulary):
        matches = uses.get(key_of(member), [])
        example = matches[0][1] if matches else generate_example(kind, member, vocabulary)
        entries.append(Entry(kind, words, example, list_cards(matches)))
    for words, pattern in PHRASES.items():
        matches = [(card, text) for card, _, text in texts if re.search(pattern, text)]
        example = matches[0][1] if matches else ""
        entries.append(Entry(WordKind.PHRASE, words, example, list_cards(matches)))
    return entries


def format_names(cards: Sequence[str]) -> str:
    """Format a lexicon entry's first few card names, and the number of others."""
    more = f" and {len(cards) - NAMED} more" if len(cards) > NAMED else ""
    return f"{', '.join(cards[:NAMED])}{more}"


def list_cards(uses: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """List the distinct cards of some uses in the lexicon, sorted by name."""
    return tuple(sorted({card for card, _ in uses}))


class SentenceIndex:
    """All sentences of a game's lexicon, searchable by similarity to a text.

    Parameters
    ----------
    vocabulary : Vocabulary
    said : iterable of Said
        The game's cards.
    """

    def __init__(self, vocabulary: Vocabulary, said: Iterable[CardText]) -> None:
        said = list(said)
        entries = list_entries(vocabulary, said)
        self.cards: dict[str, list[str]] = {entry.example: [] for entry in entries if entry.example}
        for card, abilities in said:
            for ability in abilities:
                self.cards.setdefault(sentence(ability, vocabulary), []).append(card)
        self.words = {text: split_words(text) for text in self.cards}
        self.n_with = Counter(word for words in self.words.values() for word in words)
        self.patterns: dict[WordKind, set[frozenset[str]]] = {}
        for kind, _, pattern in list_words(vocabulary):
            content = split_words(pattern) - SMALL
            self.patterns.setdefault(kind, set()).add(frozenset(content & set(self.n_with)))

    def find(self, wanted: str) -> list[SentenceMatch]:
        """List the sentences that say what was understood of a text, the most similar first.

        A word counts more if fewer sentences have it; of equally similar sentences, the
        shortest comes first.
        """
        asked = split_words(wanted)
        if len(asked - self.n_with.keys()) <= MOST_CORRECTED:
            asked = {word for one in asked for word in self.correct(one)}
        understood = self.understand(asked)
        likeness = {text: self.likeness(asked, text) for text in self.cards}
        shares = {text: self.share_understood(understood, text) for text in self.cards}
        if not understood and asked - SMALL <= self.n_with.keys():  # a part of a sentence
            shares = {text: self.share_said(asked - SMALL, text) for text in self.cards}
        found = [text for text in self.cards if shares[text]]
        found.sort(key=lambda text: (-shares[text] - likeness[text], len(text)))
        return [SentenceMatch(text, tuple(dict.fromkeys(self.cards[text]))) for text in found]

    def correct(self, word: str) -> Sequence[str]:
        """Return what the sentences say for a word of other games or a misspelt one, else it."""
        if word in self.n_with or not word:
            return [word]
        if meant := ELSEWHERE.get(word):
            return meant if self.n_with.keys() >= set(meant) else [word]
        known = [other for other in self.n_with if other.startswith(word[0])]
        return get_close_matches(word, known, n=1, cutoff=LIKE_ENOUGH) or [word]

    def understand(self, asked: set[str]) -> dict[frozenset[str], float]:
        """Return what a text names, with the share of it that the text says.

        That is an effect; if it names none, a thing, which must be a rare one if more than one
        word is unknown; if it names none either and all words are known, the moment.
        """
        n_unknown = len(asked - SMALL - self.n_with.keys())
        for kinds in UNDERSTOOD if not n_unknown else UNDERSTOOD[:-1]:
            shares = {
                pattern: self.weigh(pattern & asked) / self.weigh(pattern)
                for kind in kinds
                for pattern in self.patterns.get(kind, ())
                if pattern & asked
                and (kind is WordKind.VERB or n_unknown < 2 or self.is_rare(pattern))
            }
            if named := {pattern: share for pattern, share in shares.items() if share >= HALF}:
                return named
        return {}

    def is_rare(self, words: Iterable[str]) -> bool:
        """Return whether a word is in so few sentences that it tells what they are about."""
        return any(self.n_with[word] < COMMON * len(self.words) for word in words)

    def share_understood(self, understood: Mapping[frozenset[str], float], text: str) -> float:
        """Return the largest share of what was understood that a sentence says, too."""
        words = self.words[text]
        return max(
            (share for words_of, share in understood.items() if words_of <= words), default=0
        )

    def share_said(self, asked: set[str], text: str) -> float:
        """Return the share of some words that a sentence says, too; 0 if it is less than half."""
        share = self.weigh(asked & self.words[text]) / self.weigh(asked) if asked else 0.0
        return share if share >= HALF else 0.0

    def weigh(self, words: Iterable[str]) -> float:
        """Return the weight of words of the lexicon: more if fewer sentences have them."""
        return sum(log(1 + len(self.words) / self.n_with[word]) for word in words)

    def likeness(self, asked: set[str], text: str) -> float:
        """Return the similarity of a sentence to the words of a text, 0 or more."""
        words = self.words[text]
        return self.weigh(asked & words) / (5 + len(words))


def split_words(text: str) -> set[str]:
    """Split a text into words to search the lexicon; synonyms and plurals become one word."""
    words = WORD.findall(text.casefold().replace("\u2019", "'"))
    return {LIKE.get(word, word.removesuffix("s")) for word in words}


def list_words(vocabulary: Vocabulary) -> Iterator[tuple[WordKind, IntEnum, str]]:
    """Yield all words of the lexicon: kind, member and pattern for people."""
    plain: dict[WordKind, Mapping[IntEnum, Any]] = {
        WordKind.MOMENT: vocabulary.moments,
        WordKind.PLACE: vocabulary.places,
        WordKind.VERB: vocabulary.verbs,
        WordKind.NOUN: vocabulary.nouns,
        WordKind.ADJECTIVE: vocabulary.adjectives,
        WordKind.QUANTITY: vocabulary.quantities,
        WordKind.DURATION: vocabulary.durations,
    }
    for kind, words in plain.items():
        for member, entry in words.items():
            yield kind, member, write_pattern(entry if isinstance(entry, str) else entry.pattern)


def write_pattern(pattern: str) -> str:
    """Format a pattern in the lexicon for people: "deal N damage to ..", "units"."""
    words = []
    for piece in pieces(pattern):
        if isinstance(piece, Slot):
            words.append(SLOTS[piece.name])
        else:
            words.append(piece.many if isinstance(piece, Forms) else piece)
    return " ".join(words).replace(".. ..", "..") if words != [SLOTS["of"]] else "things of a kind"


def key_of(member: IntEnum) -> Key:
    """Return a lexicon's key that distinguishes equal members of different enums."""
    return type(member), int(member)


def generate_example(kind: WordKind, member: IntEnum, vocabulary: Vocabulary) -> str:
    """Return a lexicon's example with a word: the first valid candidate, or ""."""
    for text in list_candidate_sentences(kind, member, vocabulary):
        try:
            abilities = parse_exactly(text, vocabulary)
        except AbilityError:
            continue
        if key_of(member) in map(key_of, find_members(abilities)):
            return sentence(abilities, vocabulary)
    return ""


def list_candidate_sentences(kind: WordKind, member: IntEnum, words: Vocabulary) -> Iterator[str]:
    """Yield candidate examples with a word, the simplest first."""
    moments = choose_moments(words)
    verbs = list(words.verbs.values())
    nouns = [printed(noun.pattern) for noun in words.nouns.values()]
    changes = sorted(verbs, key=lambda verb: not verb.lasting)  # of things in play, first
    effects = list_effects(verbs, nouns, words.this)  # many; usually one of the first is valid
    lasts = ["", *(f" {text}" for text in words.durations.values())]
    match kind:
        case WordKind.MOMENT:
            yield from join_parts([words.moments[member]], effects, lasts)
        case WordKind.PLACE:
            heads = [f"{moment} {words.places[member]}" for moment in moments]
            yield from join_parts(heads, effects, lasts)
        case WordKind.VERB:
            verb = words.verbs[member]
            heads = [words.moments[moment] for moment in verb.moments] or moments
            yield from join_parts(heads, list_effects([verb], nouns, words.this), lasts)
        case WordKind.NOUN:
            noun = printed(words.nouns[member].pattern)
            yield from join_parts(moments, list_effects(changes, [noun], ""), lasts)
        case WordKind.ADJECTIVE:
            like = [f"{words.adjectives[member]} {noun}" for noun in nouns]
            yield from join_parts(moments, list_effects(changes, like, ""), lasts)
        case WordKind.QUANTITY:
            conditions = list_conditions(words.quantities[member], nouns, words.this)
            yield from join_parts(moments, islice(effects, 1), [f" {text}" for text in conditions])
        case WordKind.DURATION:
            yield from join_parts(moments, effects, [f" {words.durations[member]}"])


def choose_moments(words: Vocabulary) -> list[str]:
    """Return moments for examples: the first not continuous, and all continuous ones."""
    done = [text for moment, text in words.moments.items() if moment not in words.continuous]
    return [*done[:1], *(words.moments[moment] for moment in words.continuous)]


def join_parts(heads: Iterable[str], effects: Iterable[str], ends: Iterable[str]) -> Iterator[str]:
    """Yield all combinations of the parts of examples, the first heads first."""
    heads, ends = list(heads), list(ends)
    for effect in effects:
        for end, head in product(ends, heads):
            yield f"{head}: {effect}{end}."


def list_effects(verbs: Iterable[VerbWords], nouns: Sequence[str], this: str) -> Iterator[str]:
    """Yield verbs for examples, filled with small numbers, and with things of all kinds."""
    articles = ("a chosen", "the enemy", "each own", "your")
    things = [f"{article} {noun}" for article, noun in product(articles, nouns)]
    things += [this] if this else []
    for words in verbs:
        filled = slots(words.pattern)
        for thing, word in product(things, words.words or [""]):
            texts = {"amount": "1", "change": "+1", "target": thing, "object": thing, "word": word}
            yield printed(words.pattern, filled={slot: (texts[slot], False) for slot in filled})


def list_conditions(words: QuantityWords, nouns: Sequence[str], this: str) -> Iterator[str]:
    """Yield conditions on a quantity for examples: yes or no, or at least 1."""
    for of in (f"own {nouns[0]}", this, *(f"the enemy {noun}" for noun in nouns), *nouns):
        text = printed(words.pattern, False, {"of": (of, False)})
        yield f"if {text}" if words.yes_or_no else f"if there is at least 1 {text}"

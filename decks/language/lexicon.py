"""All that a game's cards can say: every word of its vocabulary, with a sentence that has it.

Sentences are those of the game's own cards, the shortest first, and made up where no card has the
word, so that each of them is one that the language reads.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum, StrEnum
from itertools import islice, product
from math import log
from typing import Any, NamedTuple

from evenhand.decks.language.errors import AbilityError
from evenhand.decks.language.exact import parse_exactly
from evenhand.decks.language.patterns import Forms, Slot, pieces, printed, slots
from evenhand.decks.language.sentences import sentence
from evenhand.decks.language.tree import Ability, find_members
from evenhand.decks.language.vocabulary import QuantityWords, VerbWords, Vocabulary

__all__ = [
    "KIND_TITLES",
    "Entry",
    "Found",
    "Said",
    "Sentences",
    "WordKind",
    "list_entries",
    "name_some",
]

Key = tuple[type[IntEnum], int]  # members of two enums may be equal
LIKE = {  # words that players say, and the language's for them
    "opponent": "enemy", "opponents": "enemy", "opponent's": "enemy", "rival": "enemy",
    "destroy": "ko", "kill": "ko", "my": "own", "another": "other",
}  # fmt: skip
WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
# Turns of phrase that every game has, and how to know them in a sentence.
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
    """What a word of the vocabulary is for, in the order in which sentences have them."""

    MOMENT = "moment"
    PLACE = "place"
    VERB = "effect"
    NOUN = "thing"
    ADJECTIVE = "quality"
    QUANTITY = "number"
    DURATION = "duration"
    PHRASE = "turn of phrase"


NAMED = 3  # cards that are named beside a sentence
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


class Said(NamedTuple):
    """What a card says: its name and its abilities."""

    card: str
    abilities: tuple[Ability, ...]


class Found(NamedTuple):
    """A sentence that the language reads, and the cards that have it."""

    text: str
    cards: tuple[str, ...]


class Entry(NamedTuple):
    """A word, and where it is said.

    Attributes
    ----------
    kind : WordKind
    words : str
        As they are written, with ``..`` and ``N`` for what each card fills in.
    example : str
        A sentence that the language reads; "" for a turn of phrase that no card has.
    cards : tuple of str
        That say it.
    """

    kind: WordKind
    words: str
    example: str
    cards: tuple[str, ...]


def list_entries(vocabulary: Vocabulary, said: Iterable[Said]) -> list[Entry]:
    """List the words of a game.

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
        (card, ability, sentence(ability, vocabulary)) for card, own in said for ability in own
    ]
    texts.sort(key=lambda one: len(one[2]))
    uses: dict[Key, list[tuple[str, str]]] = {}
    for card, ability, text in texts:
        for key in dict.fromkeys(map(key_of, find_members(ability))):
            uses.setdefault(key, []).append((card, text))
    found = []
    for kind, member, words in list_words(vocabulary):
        own = uses.get(key_of(member), [])
        example = own[0][1] if own else make_up(kind, member, vocabulary)
        found.append(Entry(kind, words, example, list_cards(own)))
    for words, pattern in PHRASES.items():
        own = [(card, text) for card, _, text in texts if re.search(pattern, text)]
        found.append(Entry(WordKind.PHRASE, words, own[0][1] if own else "", list_cards(own)))
    return found


def name_some(cards: Sequence[str]) -> str:
    """Name the first few of some cards, and say how many more there are."""
    more = f" and {len(cards) - NAMED} more" if len(cards) > NAMED else ""
    return f"{', '.join(cards[:NAMED])}{more}"


def list_cards(uses: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """List the cards of some uses, each once, in order of their names."""
    return tuple(sorted({card for card, _ in uses}))


class Sentences:
    """All sentences of a game's lexicon, to find those that are most like a text.

    Parameters
    ----------
    vocabulary : Vocabulary
    said : iterable of Said
        The game's cards.
    """

    def __init__(self, vocabulary: Vocabulary, said: Iterable[Said]) -> None:
        said = list(said)
        entries = list_entries(vocabulary, said)
        self.cards: dict[str, list[str]] = {one.example: [] for one in entries if one.example}
        for card, abilities in said:
            for ability in abilities:
                self.cards.setdefault(sentence(ability, vocabulary), []).append(card)
        self.words = {text: cut(text) for text in self.cards}
        self.n_with = Counter(word for own in self.words.values() for word in own)

    def find(self, wanted: str) -> list[Found]:
        """List the sentences that are like a text, the most alike first.

        Words count the more, the fewer sentences have them; of sentences alike, the
        shortest is first.
        """
        asked = cut(wanted)
        likeness = {text: self.likeness(asked, text) for text in self.cards}
        alike = sorted(likeness, key=lambda text: (-likeness[text], len(text)))
        return [
            Found(text, tuple(dict.fromkeys(self.cards[text]))) for text in alike if likeness[text]
        ]

    def likeness(self, asked: set[str], text: str) -> float:
        """Return how much of what is asked for a sentence has."""
        own = self.words[text]
        shared = sum(log(1 + len(self.words) / self.n_with[word]) for word in asked & own)
        return shared / (5 + len(own))


def cut(text: str) -> set[str]:
    """Cut a text into words, so that those of one meaning are one."""
    found = WORD.findall(text.casefold().replace("\u2019", "'"))
    return {LIKE.get(word, word.removesuffix("s")) for word in found}


def list_words(vocabulary: Vocabulary) -> Iterator[tuple[WordKind, IntEnum, str]]:
    """List kinds, members and how they are written."""
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
    """Write a pattern for people: "deal N damage to ..", "units"."""
    words = []
    for piece in pieces(pattern):
        if isinstance(piece, Slot):
            words.append(SLOTS[piece.name])
        else:
            words.append(piece.many if isinstance(piece, Forms) else piece)
    return " ".join(words).replace(".. ..", "..") if words != [SLOTS["of"]] else "things of a kind"


def key_of(member: IntEnum) -> Key:
    """Return what tells a member from those of other enums."""
    return type(member), int(member)


def make_up(kind: WordKind, member: IntEnum, vocabulary: Vocabulary) -> str:
    """Make up a sentence with a word that no card has: the first that the language reads."""
    for text in list_candidates(kind, member, vocabulary):
        try:
            abilities = parse_exactly(text, vocabulary)
        except AbilityError:
            continue
        if key_of(member) in map(key_of, find_members(abilities)):
            return sentence(abilities, vocabulary)
    return ""


def list_candidates(kind: WordKind, member: IntEnum, words: Vocabulary) -> Iterator[str]:
    """List sentences that may be made with a word, the plainest first."""
    moments = choose_moments(words)
    verbs = list(words.verbs.values())
    nouns = [printed(noun.pattern) for noun in words.nouns.values()]
    changes = sorted(verbs, key=lambda verb: not verb.lasting)  # of things in play, first
    effects = list_effects(verbs, nouns, words.this)  # many; most often one of the first will do
    lasts = ["", *(f" {text}" for text in words.durations.values())]
    match kind:
        case WordKind.MOMENT:
            yield from join([words.moments[member]], effects, lasts)
        case WordKind.PLACE:
            heads = [f"{moment} {words.places[member]}" for moment in moments]
            yield from join(heads, effects, lasts)
        case WordKind.VERB:
            own = words.verbs[member]
            heads = [words.moments[moment] for moment in own.moments] or moments
            yield from join(heads, list_effects([own], nouns, words.this), lasts)
        case WordKind.NOUN:
            noun = printed(words.nouns[member].pattern)
            yield from join(moments, list_effects(changes, [noun], ""), lasts)
        case WordKind.ADJECTIVE:
            like = [f"{words.adjectives[member]} {noun}" for noun in nouns]
            yield from join(moments, list_effects(changes, like, ""), lasts)
        case WordKind.QUANTITY:
            asked = list_conditions(words.quantities[member], nouns, words.this)
            yield from join(moments, islice(effects, 1), [f" {one}" for one in asked])
        case WordKind.DURATION:
            yield from join(moments, effects, [f" {words.durations[member]}"])


def choose_moments(words: Vocabulary) -> list[str]:
    """Choose a moment at which something is done, and one of what holds all the time."""
    done = [text for moment, text in words.moments.items() if moment not in words.continuous]
    return [*done[:1], *(words.moments[moment] for moment in words.continuous)]


def join(heads: Iterable[str], effects: Iterable[str], ends: Iterable[str]) -> Iterator[str]:
    """Join the parts of sentences in all ways, those with the first heads first."""
    heads, ends = list(heads), list(ends)
    for effect in effects:
        for end, head in product(ends, heads):
            yield f"{head}: {effect}{end}."


def list_effects(verbs: Iterable[VerbWords], nouns: Sequence[str], this: str) -> Iterator[str]:
    """Fill verbs in with small numbers, and with things of all kinds."""
    articles = ("a chosen", "the enemy", "each own", "your")
    things = [f"{article} {noun}" for article, noun in product(articles, nouns)]
    things += [this] if this else []
    for words in verbs:
        filled = slots(words.pattern)
        for thing, word in product(things, words.words or [""]):
            said = {"amount": "1", "change": "+1", "target": thing, "object": thing, "word": word}
            yield printed(words.pattern, filled={slot: (said[slot], False) for slot in filled})


def list_conditions(words: QuantityWords, nouns: Sequence[str], this: str) -> Iterator[str]:
    """Ask for a number, or for what is so or not."""
    for of in (f"own {nouns[0]}", this, *(f"the enemy {noun}" for noun in nouns), *nouns):
        text = printed(words.pattern, False, {"of": (of, False)})
        yield f"if {text}" if words.yes_or_no else f"if there is at least 1 {text}"

"""A game's words as entries of its phrasebook, with the phrases that its own file adds.

A file names a word by its pattern in the vocabulary, and says what else means the same::

    noun
      standby [unit|units] = [unit|units] [in|on] (your) standby
    verb
      KO {target} = destroy {target} | kill {target}

What it says of other kinds ("selector", "condition", ..) is added to what all games share.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from evenhand.decks.language.phrasing.entries import Entry, read_entries
from evenhand.decks.language.vocabulary import QuantityWords, VerbWords, Vocabulary

__all__ = ["list_own_entries"]

FORMS = re.compile(r"\[([^\]|]+)\|([^\]|]+)\]")
PARTS = {"target": "target:selector", "object": "object:selector", "of": "of:whole"}
SLOT = re.compile(r"\{(\w+)\}")
THE_ENEMY = re.compile(r"\bthe enemy(?:'s)?(?=\s)")
SECTIONS = {
    "moment", "place", "duration", "adjective", "noun", "verb", "quantity", "trait", "word", "this",
}  # fmt: skip
Also = dict[tuple[str, str], list[Entry]]


def list_own_entries(vocabulary: Vocabulary, usual: str) -> Iterator[Entry]:
    """List a game's words, and what else means the same.

    Parameters
    ----------
    usual : str
        Phrases for words that most games have, in a file's format.

    Raises
    ------
    ValueError
        If the game's file names a word that the game lacks.
    """
    own = vocabulary.phrases.read_text(encoding="utf-8") if vocabulary.phrases else ""
    named = {(entry.kind, entry.meaning) for entry in read_entries(own)}
    also: Also = defaultdict(list)
    for entry in (*read_entries(usual), *read_entries(own)):
        if entry.kind in SECTIONS:
            also[entry.kind, entry.meaning].append(entry)
        else:
            yield entry._replace(meaning=one(entry.meaning), phrase=name_parts(entry.phrase))
    yield from _list_plain_words(vocabulary, also)
    yield from _list_nouns(vocabulary, also)
    for quantity in vocabulary.quantities.values():
        yield from _list_quantity(quantity, also)
    for verb in vocabulary.verbs.values():
        yield from _list_verb(verb, also)
    unknown = [f"{kind} '{meaning}'" for kind, meaning in also.keys() & named if kind != "word"]
    if unknown:
        raise ValueError(f"phrases for what the game lacks: {', '.join(unknown)}")


def one(pattern: str) -> str:
    """Write a pattern for one thing."""
    return FORMS.sub(r"\1", pattern)


def many(pattern: str) -> str:
    """Write a pattern for several things."""
    return FORMS.sub(r"\2", pattern)


def without_braces(pattern: str) -> str:
    """Write a pattern so that it can name a kind of part."""
    return pattern.replace("{", "").replace("}", "")


def name_parts(pattern: str, word: str = "") -> str:
    """Say of what kind the slots of a pattern are."""
    parts = {**PARTS, "word": f"word:{word}"}
    return SLOT.sub(lambda slot: f"{{{parts.get(slot[1], slot[1])}}}", pattern)


def _take(also: Also, kind: str, meaning: str) -> list[Entry]:
    """List a word's own pattern and what the file says means the same."""
    said = THE_ENEMY.sub("{the enemy}", meaning)
    return [Entry(kind, meaning, said), *also.pop((kind, meaning), [])]


def _list_plain_words(vocabulary: Vocabulary, also: Also) -> Iterator[Entry]:
    for kind, words in (
        ("moment", vocabulary.moments),
        ("place", vocabulary.places),
        ("duration", vocabulary.durations),
        ("adjective", vocabulary.adjectives),
    ):
        for text in words.values():
            for entry in _take(also, kind, text):
                yield entry._replace(phrase=entry.phrase.replace("{this}", "{self}"))
    yield from _take(also, "this", vocabulary.this)


def _list_nouns(vocabulary: Vocabulary, also: Also) -> Iterator[Entry]:
    for noun in vocabulary.nouns.values():
        meaning = one(noun.pattern)
        for entry in _take(also, "noun", noun.pattern):
            yield Entry("noun", meaning, one(entry.phrase), entry.cost)
            yield Entry("nouns", meaning, many(entry.phrase), entry.cost)
            if noun.unique:
                yield Entry("the one", meaning, one(entry.phrase), entry.cost)


def _list_quantity(words: QuantityWords, also: Also) -> Iterator[Entry]:
    """List how a number is spoken of: as a count, as a trait, as what somebody has."""
    pattern = words.pattern
    kind = "yes or no" if words.yes_or_no else "tally"
    meaning = one(pattern)
    for entry in _take(also, "quantity", pattern):
        yield Entry(kind, meaning, name_parts(entry.phrase), entry.cost)
    if not words.trait:
        return
    traits = f"trait of {without_braces(meaning)}"
    for entry in _take(also, "trait", words.trait):
        yield entry._replace(kind=traits)
        yield entry
    trait = f"{{trait:{traits}}}"
    there_are = f"there are {{comparison}} {meaning}"
    has = f"{{of:whole}} [has|have] {{comparison}} {trait}"
    yield Entry("condition", there_are, has)
    for moment, cost in (("moment", 0), ("unsaid", 2)):  # "it" is then what has so much
        ability = f"{{{moment}}}, if {there_are}: {{effect/of}}"
        yield Entry("ability", ability, f"{{{moment}}} (,) {{if}} {has} (,|then) {{effect}}", cost)
    for phrase in (f"(the) {trait} [of|on] {{of:whole}}", f"{{of:owner}} {trait}"):
        yield Entry("measure", meaning, phrase)


def _list_verb(words: VerbWords, also: Also) -> Iterator[Entry]:
    meaning = one(words.pattern)
    kind = f"word of {without_braces(meaning)}"
    for entry in _take(also, "verb", words.pattern):
        phrase = name_parts(entry.phrase, kind)
        yield Entry("verb", meaning, phrase, entry.cost)
        subject = "{target:selector} "
        if phrase.startswith(subject) and meaning.startswith("{target} "):
            rest = meaning.removeprefix("{target} ")
            yield Entry("predicate", rest, phrase.removeprefix(subject), entry.cost)
    for text in words.words:
        yield Entry(kind, text, text)
        for entry in also.get(("word", text), []):
            yield entry._replace(kind=kind)

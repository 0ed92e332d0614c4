"""Make phrasebook entries from a game's vocabulary and from its own file of phrases.

A file gives a word by its pattern in the vocabulary, and further phrases for it::

    noun
      standby [unit|units] = [unit|units] [in|on] (your) standby
    verb
      KO {target} = destroy {target} | kill {target}

Its entries of other kinds ("selector", "condition", ..) are added to those of all games.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from evenhand.decks.language.phrasing.entries import Entry, read_entries
from evenhand.decks.language.vocabulary import QuantityWords, VerbWords, Vocabulary

__all__ = ["list_game_entries"]

FORMS = re.compile(r"\[([^\]|]+)\|([^\]|]+)\]")
PARTS = {"target": "target:selector", "object": "object:selector", "of": "of:whole"}
SLOT = re.compile(r"\{(\w+)\}")
THE_ENEMY = re.compile(r"\bthe enemy(?:'s)?(?=\s)")
SECTIONS = {
    "moment", "place", "duration", "adjective", "noun", "verb", "quantity", "trait", "word", "this",
}  # fmt: skip
Also = dict[tuple[str, str], list[Entry]]


def list_game_entries(vocabulary: Vocabulary, usual: str) -> Iterator[Entry]:
    """Yield entries for a game's words, and for further phrases with the same meaning.

    Parameters
    ----------
    usual : str
        Phrases for words that most games have, in the format of a file.

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
            yield entry._replace(
                meaning=to_singular(entry.meaning), phrase=add_part_kinds(entry.phrase)
            )
    yield from _list_plain_words(vocabulary, also)
    yield from _list_nouns(vocabulary, also)
    for quantity in vocabulary.quantities.values():
        yield from _list_quantity(quantity, also)
    for verb in vocabulary.verbs.values():
        yield from _list_verb(verb, also)
    unknown = [f"{kind} '{meaning}'" for kind, meaning in also.keys() & named if kind != "word"]
    if unknown:
        raise ValueError(f"phrases for what the game lacks: {', '.join(unknown)}")


def to_singular(pattern: str) -> str:
    """Return a game's pattern in the singular."""
    return FORMS.sub(r"\1", pattern)


def to_plural(pattern: str) -> str:
    """Return a game's pattern in the plural."""
    return FORMS.sub(r"\2", pattern)


def remove_braces(pattern: str) -> str:
    """Return a game's pattern without braces, for use in the name of a kind of part."""
    return pattern.replace("{", "").replace("}", "")


def add_part_kinds(pattern: str, word: str = "") -> str:
    """Add the kinds of parts to the slots of a game's pattern."""
    parts = {**PARTS, "word": f"word:{word}"}
    return SLOT.sub(lambda slot: f"{{{parts.get(slot[1], slot[1])}}}", pattern)


def _list_phrasings(also: Also, kind: str, meaning: str) -> list[Entry]:
    """Return entries for a word's pattern and for the file's phrases, which are removed."""
    phrase = THE_ENEMY.sub("{the enemy}", meaning)
    return [Entry(kind, meaning, phrase), *also.pop((kind, meaning), [])]


def _list_plain_words(vocabulary: Vocabulary, also: Also) -> Iterator[Entry]:
    for kind, words in (
        ("moment", vocabulary.moments),
        ("place", vocabulary.places),
        ("duration", vocabulary.durations),
        ("adjective", vocabulary.adjectives),
    ):
        for text in words.values():
            for entry in _list_phrasings(also, kind, text):
                yield entry._replace(phrase=entry.phrase.replace("{this}", "{self}"))
    yield from _list_phrasings(also, "this", vocabulary.this)


def _list_nouns(vocabulary: Vocabulary, also: Also) -> Iterator[Entry]:
    for noun in vocabulary.nouns.values():
        meaning = to_singular(noun.pattern)
        for entry in _list_phrasings(also, "noun", noun.pattern):
            yield Entry("noun", meaning, to_singular(entry.phrase), entry.cost)
            yield Entry("nouns", meaning, to_plural(entry.phrase), entry.cost)
            if noun.unique:
                yield Entry("the one", meaning, to_singular(entry.phrase), entry.cost)


def _list_quantity(words: QuantityWords, also: Also) -> Iterator[Entry]:
    """Yield phrases for a number: as a count, as a trait, and as a property of a thing."""
    pattern = words.pattern
    kind = "yes or no" if words.yes_or_no else "tally"
    meaning = to_singular(pattern)
    for entry in _list_phrasings(also, "quantity", pattern):
        yield Entry(kind, meaning, add_part_kinds(entry.phrase), entry.cost)
    if not words.trait:
        return
    traits = f"trait of {remove_braces(meaning)}"
    for entry in _list_phrasings(also, "trait", words.trait):
        yield entry._replace(kind=traits)
        yield entry
    trait = f"{{trait:{traits}}}"
    there_are = f"there are {{comparison}} {meaning}"
    has = f"{{of:whole}} [has|have] {{comparison}} {trait}"
    yield Entry("condition", there_are, has)
    for moment, cost in (("moment", 0), ("unsaid", 2)):  # "it" refers to the thing compared
        ability = f"{{{moment}}}, if {there_are}: {{effect/of}}"
        yield Entry("ability", ability, f"{{{moment}}} (,) {{if}} {has} (,|then) {{effect}}", cost)
    for phrase in (f"(the) {trait} [of|on] {{of:whole}}", f"{{of:owner}} {trait}"):
        yield Entry("measure", meaning, phrase)


def _list_verb(words: VerbWords, also: Also) -> Iterator[Entry]:
    meaning = to_singular(words.pattern)
    kind = f"word of {remove_braces(meaning)}"
    for entry in _list_phrasings(also, "verb", words.pattern):
        phrase = add_part_kinds(entry.phrase, kind)
        yield Entry("verb", meaning, phrase, entry.cost)
        subject = "{target:selector} "
        if phrase.startswith(subject) and meaning.startswith("{target} "):
            rest = meaning.removeprefix("{target} ")
            yield Entry("predicate", rest, phrase.removeprefix(subject), entry.cost)
    for text in words.words:
        yield Entry(kind, text, text)
        for entry in also.get(("word", text), []):
            yield entry._replace(kind=kind)

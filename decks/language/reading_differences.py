"""Say in plain words when the readings of an ambiguous text differ."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from evenhand.decks.language.errors import list_words, quote

__all__ = ["describe_difference"]

# Words that one reading has and another has not, and when that matters.
WHERE_WORDS_MATTER = {
    "own": "where the enemy has such things, too",
    "enemy": "where you have such things, too",
    "other": "in whether this card itself counts",
    "random": "in who chooses: chance or a player",
    "chosen": "in who chooses: a player or the rules",
    "each": "where there is more than one",
    "may": "in whether it can be declined",
    "it": "in what 'it' is",
    "this": "in what is meant: this card, or what was named before",
    "turn": "in how long it lasts",
    "once": "from the second time on",
    "if": "in what depends on the condition",
}
WORD = re.compile(r"[\w'+-]+")


def describe_difference(readings: Sequence[str]) -> str:
    """Return a sentence, without a full stop, on when the readings of a text differ.

    Parameters
    ----------
    readings : sequence of str
        Two sentences of the language or more, which all mean something else.
    """
    heads = [reading.partition(":")[0] for reading in readings]
    if len(set(heads)) == len(heads):
        return f"they differ in when it happens: {list_words(tuple(map(_describe_head, heads)))}"
    first, second = readings[:2]
    left, right = _find_differing(first, second)
    for word, where in WHERE_WORDS_MATTER.items():
        if (word in left) != (word in right):
            return f"they differ {where}: {_write(left)} or {_write(right)}"
    return f"they differ in this: {_write(left)} or {_write(right)}"


def _describe_head(head: str) -> str:
    moment, during, place = head.partition(" while ")
    return f"{quote(moment)}, only while {place}" if during else quote(moment)


def _find_differing(first: str, second: str) -> tuple[list[str], list[str]]:
    """Return the words of two readings from the first that differs to the last."""
    words = WORD.findall(first), WORD.findall(second)
    changes = [
        change
        for change in SequenceMatcher(None, *words, autojunk=False).get_opcodes()
        if change[0] != "equal"
    ]
    (_, begin, _, start, _), (_, _, end, _, stop) = changes[0], changes[-1]
    return words[0][begin:end], words[1][start:stop]


def _write(words: Sequence[str]) -> str:
    return quote(" ".join(words)) if words else "nothing there"

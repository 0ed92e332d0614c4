"""Parse a sentence of which one part is not understood, to tell which part that is.

Where reading stopped, a part of each kind of slot may be skipped; what can be said in the slot is
put in its place. The shortest part with which the rest can be read is the one to report.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from evenhand.decks.language.phrasing.phrasebook import Phrasebook
from evenhand.decks.language.phrasing.recogniser import Reading, Recogniser
from evenhand.decks.language.phrasing.slots import SLOTS, is_like, list_nearest
from evenhand.decks.language.phrasing.tokenizer import TextWord, split_pattern
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["Gap", "GapRecogniser", "ends_part", "find_gap", "remove_marks"]

MOST_OFFERED = 8  # texts that are tried in a gap
LONGER = 1_000  # cost of each word of a gap: the shortest is reported
FARTHER = 10  # cost of a text that is less near to the words of the gap
ORDER = {kind: 5 * place for place, kind in enumerate(SLOTS)}  # cost that decides between kinds
JOINTS = frozenset(("and", "or", "then", "but", "if", "otherwise"))  # not within one part
MOMENTS = frozenset(("when", "whenever"))  # not within one part, but they begin one
MARK = re.compile("\x02(\\w+) ([0-9]+) ([0-9]+)\x03([^\x04]*)\x04")


class Gap(NamedTuple):
    """A part of a text that is not understood, and a text that can stand there.

    Attributes
    ----------
    kind : str
        The kind of the slot, a key of `SLOTS`.
    start, end : int
        Positions of its first word, and after its last.
    """

    kind: str
    start: int
    end: int
    text: str

    def __str__(self) -> str:
        """Return the text, marked so that the gap is found again in a meaning with it."""
        return f"\x02{self.kind} {self.start} {self.end}\x03{self.text}\x04"


def find_gap(meaning: str) -> Gap | None:
    """Return the gap in a meaning; None if it has none."""
    mark = MARK.search(meaning)
    return Gap(mark[1], int(mark[2]), int(mark[3]), mark[4]) if mark else None


def remove_marks(meaning: str) -> str:
    """Return a meaning without the marks of its gap."""
    return MARK.sub(r"\4", meaning)


class GapRecogniser(Recogniser):
    """Recogniser that skips one part of a text.

    Parameters
    ----------
    skipped : range
        Positions of words that the part must have: where reading stopped, and unknown words.
    """

    def __init__(
        self,
        book: Phrasebook,
        text_words: Sequence[TextWord],
        normalize: Callable[[str, str, int], str | None],
        vocabulary: Vocabulary,
        skipped: range,
    ) -> None:
        super().__init__(book, text_words, normalize)
        self.vocabulary, self.skipped = vocabulary, skipped
        self.skip = cache(self.skip_part)
        self.moments = {split_pattern(text)[0] for text in vocabulary.moments.values()}

    def read(self, kind: str, start: int) -> list[Reading]:
        """List the readings of the words from a position on, also with the gap as one."""
        readings = super().read(kind, start)
        if kind not in SLOTS or start > self.skipped.start:
            return readings
        return [*readings, *self.skip(kind, start)]

    def skip_part(self, kind: str, start: int) -> list[Reading]:
        """List readings of parts that begin at a position as what can be said in a slot."""
        readings: list[Reading] = []
        last = min(len(self.text_words), start + SLOTS[kind].longest)
        for end in range(self.skipped.stop, last + 1):
            words = [word.word for word in self.text_words[start:end]]
            if any(map(ends_part, words)) or not MOMENTS.isdisjoint(words[1:]):
                break
            if kind == "moment" and start and words[0] not in self.moments:
                break
            if is_like(kind, words, self.vocabulary):
                nearest = list_nearest(kind, words, self.vocabulary)[:MOST_OFFERED]
                for rank, text in enumerate(nearest):
                    cost = LONGER * len(words) + FARTHER * rank + ORDER[kind]
                    readings.append(Reading(end, str(Gap(kind, start, end, text)), cost))
        return readings


def ends_part(word: str) -> bool:
    """Return whether a word or sign joins parts of a text, so that a gap does not reach over it."""
    return word in JOINTS or not any(map(str.isalnum, word))

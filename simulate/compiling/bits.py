"""Operations for sets: two bit instructions, and fields of one or several words.

This module has the plain Python versions; ``backend.bits`` has the compiled ones.
"""

import numpy as np

__all__ = ["as_words", "bit_count", "lowest_bit", "put_word", "word_at"]


def lowest_bit(word):
    """Return the position of the lowest set bit of a word that is not 0."""
    word = int(word)
    return np.int64((word & -word).bit_length() - 1)


def bit_count(word):
    """Count the set bits of a non-negative word."""
    return np.int64(int(word).bit_count())


def as_words(field):
    """Return a field of several words as a tuple, a field of one word as that word."""
    return np.int64(field[0]) if len(field) == 1 else tuple(map(np.int64, field))


def word_at(words, number):
    """Return one of a tuple of words."""
    return words[number]


def put_word(words, number, word):
    """Return a tuple of words with one of them changed."""
    return (*words[:number], np.int64(word), *words[number + 1 :])

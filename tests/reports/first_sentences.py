"""What all tests of first sentences share: words as on a typewriter, and those not to be used."""

JARGON = ("provabl", "heuristic", "allowing for", "stands out", "significant", "p-value")


def plain(text: object) -> str:
    """Write special spaces, dashes, arrows and minus signs as on a typewriter."""
    return str(text).translate({0xA0: " ", 0x2013: "-", 0x2212: "-", 0x2192: ">"})


def join(*sentences: object) -> str:
    """Write sentences as one text, those left out that are empty."""
    return plain(" ".join(str(sentence) for sentence in sentences if sentence))


def to_words(words: tuple[object, ...]) -> str:
    """Write the words of a command as a line."""
    return " ".join(map(str, words))

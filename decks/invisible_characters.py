r"""Find invisible characters in a user's text, and show them as escapes.

A name may contain a line break, an escape sequence of a terminal, or marks that reverse the text
after them. In output for people these are written as Python escapes: ``\n``, ``\x1b``,
``\u202e``. Visible characters are unchanged.
"""

import re
import unicodedata

__all__ = ["UNSEEN", "find_unseen", "remove_joiners", "shorten", "show_unseen"]

LONGEST_QUOTED = 1_000  # characters of a text that are processed to quote it
LONGEST_QUOTE = 40  # characters of a user's text quoted in a message

# Control characters including C1; soft hyphen; direction marks; zero-width characters; line and
# paragraph separators; tags; surrogates, which stand for bytes of file names that are not UTF-8;
# noncharacters and private-use characters.
NEVER_SEEN = (
    "\x00-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2800\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb"
    "\ue000-\uf8ff\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"
    "\U000f0000-\U0010ffff"
)
# Joiners and variation selectors belong to the letter before them in many scripts and in emoji;
# after a Latin letter, a digit or a sign they are invisible.
JOINERS = "\u034f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef"
# Descriptions of characters without a Unicode name, by category.
UNNAMED = {
    "Cc": "a control character",
    "Cf": "a mark",
    "Cn": "no character",
    "Co": "a private character",
    "Cs": "no UTF-8",
}
LATIN = "\x00-\u02ff"
ALWAYS_UNSEEN = re.compile(f"[{NEVER_SEEN}]")
UNSEEN = re.compile(f"[{NEVER_SEEN}]|(?<![^{LATIN}])[{JOINERS}]")


def show_unseen(text: str) -> str:
    """Return a text in one line, with invisible characters as escapes."""
    return UNSEEN.sub(lambda match: escape(match[0]), text)


def escape(character: str) -> str:
    """Return an invisible character as a Python escape."""
    return character.encode("unicode_escape").decode()


def find_unseen(text: str) -> str:
    """Describe the first character of a text that is always invisible; "" if there is none."""
    match = ALWAYS_UNSEEN.search(text)
    if match is None:
        return ""
    name = unicodedata.name(match[0], "").lower() or UNNAMED[unicodedata.category(match[0])]
    return f"{escape(match[0])} ({name})"


def remove_joiners(text: str) -> str:
    """Remove joiners and variation selectors, so that texts that look the same compare equal."""
    return text if text.isascii() else re.sub(f"[{JOINERS}]", "", text)


def shorten(text: str) -> str:
    """Shorten a text for a message, with invisible characters as escapes."""
    text = show_unseen(" ".join(text[:LONGEST_QUOTED].split()))
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "..."

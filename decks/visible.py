r"""Text that a file holds, made harmless to show: what nobody sees is shown as an escape.

A name may hold a line break, a sequence that colours or moves a terminal, or marks that turn
the text after them around. Wherever people read, these are written as Python writes them:
``\n``, ``\x1b``, ``\u202e``. Everything that can be seen stays as it is.
"""

import re
import unicodedata

__all__ = ["UNSEEN", "find_unseen", "show_unseen", "without_joiners"]

# Control characters, C1 ones too; soft hyphen; marks of direction; what has no width; line and
# paragraph separators; tags; half characters, which stand for bytes of file names that are not
# UTF-8; and what is no character at all, or only in a font of one's own.
NEVER_SEEN = (
    "\x00-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2800\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb"
    "\ue000-\uf8ff\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"
    "\U000f0000-\U0010ffff"
)
# What joins or varies the letter before it belongs to it in many scripts, and in emoji; after
# a Latin letter, a digit or a sign it only hides.
JOINERS = "\u034f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef"
# What characters without a name of their own are, by their category.
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
    """Return a text in one line, with what nobody sees as escapes."""
    return UNSEEN.sub(lambda found: escape(found[0]), text)


def escape(character: str) -> str:
    """Write a character as Python does in a string."""
    return character.encode("unicode_escape").decode()


def find_unseen(text: str) -> str:
    """Name the first character of a text that nobody sees wherever it stands; "" if none is."""
    found = ALWAYS_UNSEEN.search(text)
    if found is None:
        return ""
    name = unicodedata.name(found[0], "").lower() or UNNAMED[unicodedata.category(found[0])]
    return f"{escape(found[0])} ({name})"


def without_joiners(text: str) -> str:
    """Leave out what makes a difference to nobody's eyes."""
    return text if text.isascii() else re.sub(f"[{JOINERS}]", "", text)

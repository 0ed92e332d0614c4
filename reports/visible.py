r"""Text that a file holds, made harmless to show: what nobody sees is shown as an escape.

A name may hold a line break, a sequence that colours or moves a terminal, or marks that turn
the text after them around. Wherever people read, these are written as Python writes them:
``\n``, ``\x1b``, ``\u202e``. Everything that can be seen stays as it is.
"""

import re

__all__ = ["UNSEEN", "show_unseen"]

# Control characters, C1 ones too; soft hyphen; marks of direction; what has no width; line and
# paragraph separators; tags; half characters, which stand for bytes of file names that are not
# UTF-8; and what is no character at all.
NEVER_SEEN = (
    "\x00-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb"
    "\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"
)
# What joins or varies the letter before it belongs to it in many scripts, and in emoji; after
# a Latin letter, a digit or a sign it only hides.
JOINERS = "\u034f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef"
LATIN = "\x00-\u02ff"
UNSEEN = re.compile(f"[{NEVER_SEEN}]|(?<![^{LATIN}])[{JOINERS}]")


def show_unseen(text: str) -> str:
    """Return a text in one line, with what nobody sees as escapes."""
    return UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)

"""Find words whose subject is another than the language would read.

In "they lose 1 life and gain 1 energy", those who gain are the enemy; the language's "gain",
without a subject, is about the card's own player.
"""

import re

from evenhand.decks.language.errors import AbilityError

__all__ = ["explain_lost_subject"]

SUBJECT = (
    r"\b(?:the enemy|(?:your|an|the|each|every) (?:opponent|enemy|other player)|(?P<they>they))"
)
LOST = re.compile(
    SUBJECT + r" (?!chooses?\b|may\b)[a-z]+ [^.;:]{0,120}?(?:,? and(?: then)?|,? then) "
    r"(?P<verb>discard|draw|gain|heal|lose|mill|pay|sacrifice)(?P<ending>s?)\b",
    re.IGNORECASE,
)


def explain_lost_subject(text: str, reading: str = "") -> AbilityError | None:
    """Return the error of a text in which the enemy does something that would be read as one's own.

    Parameters
    ----------
    text : str
        A card's text in players' words.
    reading : str
        What it would mean, if it is understood.
    """
    for found in LOST.finditer(text):
        verb = found["verb"].lower()
        is_own = re.search(rf"the enemy [^;.]*; {verb}\b", reading, re.IGNORECASE) or not reading
        if is_own and (found["they"] or found["ending"]):
            return AbilityError(
                f"it is not said who is to {verb}",
                found.start("verb"),
                hint=f"'the enemy {verb}s ..' or 'you {verb} ..'",
            )
    return None

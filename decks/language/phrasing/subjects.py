"""Find words whose subject is another than the language would read.

In "they lose 1 life and gain 1 energy", those who gain are the enemy, and in "lose 1 life from the
enemy" those who lose are; the language's "gain" and "lose", without a subject, are about the card's
own player.
"""

import re

from evenhand.decks.language.errors import AbilityError

__all__ = ["explain_lost_subject", "say_of_enemy"]

VERBS = "discard|draw|gain|heal|lose|mill|pay|sacrifice"
ENEMY = re.compile(r"\b(?:enemy|opponent|rival)\b", re.IGNORECASE)
OWN = re.compile(rf"(?<!enemy )\b(?:{VERBS})\b", re.IGNORECASE)
SUBJECT = (
    r"\b(?:the enemy|(?:your|an|the|each|every) (?:opponent|enemy|other player)|(?P<they>they))"
)
LOST = re.compile(
    SUBJECT + r" (?!chooses?\b|may\b)[a-z]+ [^.;:]{0,120}?(?:,? and(?: then)?|,? then) "
    rf"(?P<verb>{VERBS})(?P<ending>s?)\b",
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


def say_of_enemy(text: str, end: int, left_out: str) -> str:
    """Return a text in which the enemy does what it says last before a place; "" if that is not so.

    It is so if the words that were left out there name the enemy: "lose 1 life from the enemy".
    """
    found = [*OWN.finditer(text, 0, end)] if ENEMY.search(left_out) else []
    if not found:
        return ""
    verb = found[-1]
    return f"{text[: verb.start()]}the enemy {verb[0].lower()}s{text[verb.end() :]}"

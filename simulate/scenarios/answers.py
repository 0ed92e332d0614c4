"""Answers in words: which of the options on offer a text means."""

import re
from collections.abc import Sequence

from evenhand.decks.pool import CardPool
from evenhand.decks.problems import Problem, did_you_mean
from evenhand.simulate.replay.replay import Sitting, result_of
from evenhand.simulate.scenarios.scenario import Scenario
from evenhand.simulate.view.names import player_key
from evenhand.simulate.view.view import View

__all__ = ["brief", "could_be_offered", "find_answers", "no_such_answer"]

NUMBER = re.compile(r" #\d+$")
EXPLANATION = re.compile(r":.*?(?= #\d+$|$)")


def find_answers(offers: Sequence[str], wanted: str) -> list[int]:
    """Find the options that an answer means: in full, without explanation, or any of alike ones."""
    key = normalise(wanted)
    exact = [
        i for i, offer in enumerate(offers) if key in (normalise(offer), normalise(brief(offer)))
    ]
    if exact:
        return exact
    bare = [NUMBER.sub("", offer) for offer in offers]
    alike = [
        i for i, offer in enumerate(bare) if key in (normalise(offer), normalise(brief(offer)))
    ]
    return alike[:1] if len({bare[i] for i in alike}) == 1 else alike


def brief(offer: str) -> str:
    """Leave out what an option says after a colon."""
    return EXPLANATION.sub("", offer)


def normalise(text: str) -> str:
    """Bring a text to the form in which answers are compared."""
    return " ".join(text.casefold().split())


def could_be_offered(text: str, view: View, pool: CardPool) -> bool:
    """Return whether an option could ever sound like this, whatever the table."""
    cards = "|".join(re.escape(normalise(label)) for label in pool.labels)
    for phrase in view.phrases:
        form = (
            re.escape(normalise(phrase))
            .replace(r"\{card\}", f"({cards})")
            .replace(r"\{n\}", r"[+-]?\d+")
        )
        if re.fullmatch(rf"{form}(:.*)?( #\d+)?", normalise(text)):
            return True
    return False


def no_such_answer(
    scenario: Scenario,
    sitting: Sitting,
    answer: str,
    place: str,
    offers: Sequence[str],
    found: Sequence[int],
    passed: Sequence[str],
) -> Problem:
    """Say that an answer is not possible, and what is; ``passed`` is what had no choice before."""
    hint = did_you_mean(answer, [*offers, *passed])
    if sitting.is_over:
        winner, reason = result_of(sitting.game, sitting.state)
        message = f"'{answer}' comes too late: the game is over ({reason}, winner {winner})"
        return Problem(scenario.file, None, place, message, hint)
    asked = f"{player_key(int(sitting.state.seat))} is asked: {sitting.question}"
    listed = "; ".join(f"'{offer}'" for offer in offers)
    what = "means several options" if found else "is not possible"
    message = f"'{answer}' {what}. {asked}. Options: {listed}"
    return Problem(scenario.file, None, place, message, hint)

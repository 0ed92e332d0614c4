"""Match answers in words with the options on offer."""

import re
from collections.abc import Sequence

from evenhand.decks.problems import InputError, Problem, did_you_mean
from evenhand.simulate.replay.replay import InteractiveGame, name_result
from evenhand.simulate.scenarios.table import Table
from evenhand.simulate.view.names import player_key

__all__ = ["brief", "check_words", "find_answers", "find_meant", "no_such_answer"]

NUMBER = re.compile(r" #\d+$")
EXPLANATION = re.compile(r":.*?(?= #\d+$|$)")


def find_answers(offers: Sequence[str], wanted: str) -> list[int]:
    """Return the indexes of the options that an answer means.

    It matches an option's full text or the text without its explanation. Of options with the
    same text, the first is returned.
    """
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
    """Return an option without the explanation after a colon."""
    return EXPLANATION.sub("", offer)


def normalise(text: str) -> str:
    """Normalize an answer for comparison."""
    return " ".join(text.casefold().split())


def find_meant(offers: Sequence[str], wanted: str) -> list[int]:
    """Return the indexes of all options that a text may mean, including all with equal text."""
    bare = [NUMBER.sub("", offer) for offer in offers]
    key = normalise(wanted)
    alike = [
        i for i, offer in enumerate(bare) if key in (normalise(offer), normalise(brief(offer)))
    ]
    return alike or find_answers(offers, wanted)


def check_words(texts: Sequence[str], table: Table, place: str) -> None:
    """Raise for texts that cannot be an option on any table.

    Raises
    ------
    InputError
        With the first such text.
    """
    phrases = table.game.view.phrases
    for text in texts:
        if not could_be_offered(text, table):
            sounds = f"options sound like: {', '.join(sorted(phrases))}"
            message = f"'{text}' is nothing that could ever be offered; {sounds}"
            raise InputError([Problem(table.file, None, place, message)])


def could_be_offered(text: str, table: Table) -> bool:
    """Return whether an option could have this text on some table."""
    cards = "|".join(re.escape(normalise(label)) for label in table.pool.labels)
    for phrase in table.game.view.phrases:
        form = (
            re.escape(normalise(phrase))
            .replace(r"\{card\}", f"({cards})")
            .replace(r"\{n\}", r"[+-]?\d+")
        )
        if re.fullmatch(rf"{form}(:.*)?( #\d+)?", normalise(text)):
            return True
    return False


def no_such_answer(
    table: Table,
    session: InteractiveGame,
    answer: str,
    place: str,
    offers: Sequence[str],
    found: Sequence[int],
    passed: Sequence[str],
) -> Problem:
    """Return a problem: the answer is not possible, and which ones are.

    ``passed`` lists the options taken before, at questions with one option.
    """
    hint = did_you_mean(answer, [*offers, *passed])
    if session.is_over:
        winner, reason = name_result(session.game, session.state)
        message = f"'{answer}' comes too late: the game is over ({reason}, winner {winner})"
        if passed:
            message += f". Before that there was no choice but '{passed[-1]}'"
        return Problem(table.file, None, place, message, hint)
    asked = f"{player_key(int(session.state.seat))} is asked: {session.question}"
    listed = "; ".join(f"'{offer}'" for offer in offers)
    what = "means several options" if found else "is not possible"
    message = f"'{answer}' {what}. {asked}. Options: {listed}"
    return Problem(table.file, None, place, message, hint)

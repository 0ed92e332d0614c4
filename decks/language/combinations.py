"""Check combinations: verbs with moments, durations and nouns.

The grammar accepts any duration with any verb, so that an error can be explained in a
sentence instead of as an unexpected word.
"""

from enum import IntEnum

from evenhand.decks.language.errors import AbilityError, list_words
from evenhand.decks.language.patterns import Forms, Slot, pieces, printed
from evenhand.decks.language.tree import Selector
from evenhand.decks.language.vocabulary import Vocabulary
from evenhand.decks.problems import nearest

__all__ = [
    "check_chance", "check_duration", "check_happens", "check_moment", "check_noun",
    "check_place", "noun_name",
]  # fmt: skip


def check_moment(verb: IntEnum, moment: IntEnum, vocabulary: Vocabulary, position: int) -> None:
    """Raise if a verb is combined with a moment that it does not allow."""
    words = vocabulary.verbs[verb]
    if words.moments and moment not in words.moments:
        names = tuple(vocabulary.moments[allowed] for allowed in words.moments)
        message = f"{_verb_name(verb, vocabulary)} only goes with {list_words(_quote_all(names))}"
        here = vocabulary.moments[moment]
        raise AbilityError(f"{message}, not with '{here}'", position, names)
    if moment in vocabulary.continuous and not words.lasting:
        names = tuple(text for key, text in vocabulary.moments.items() if key != moment)
        message = f"{_verb_name(verb, vocabulary)} is done at a moment"
        always = vocabulary.moments[moment]
        hint = f"start with another moment, such as '{names[0]}'" if names else ""
        raise AbilityError(
            f"{message}, and '{always}' abilities hold all the time", position, names, hint
        )


def check_duration(
    verb: IntEnum,
    duration: IntEnum | None,
    moment: IntEnum,
    vocabulary: Vocabulary,
    position: int,
) -> None:
    """Raise if a verb lacks a duration or is combined with a wrong one."""
    name = _verb_name(verb, vocabulary)
    needed = vocabulary.verbs[verb].lasting and moment not in vocabulary.continuous
    texts = tuple(vocabulary.durations.values())
    if needed and duration is None:
        message = f"expected how long {name} holds: {list_words(_quote_all(texts))}"
        raise AbilityError(message, position, texts, f"add '{texts[0]}'" if texts else "")
    if duration in vocabulary.in_play and not vocabulary.verbs[verb].targets:
        message = f"{name} changes a player, who does not leave play"
        hint = f"say it under '{vocabulary.moments[vocabulary.continuous[0]]}'"
        raise AbilityError(message, position, hint=hint)
    if duration is not None and not needed:
        text = vocabulary.durations[duration]
        why = "is done at once"
        if vocabulary.verbs[verb].lasting:
            why = f"holds all the time under '{vocabulary.moments[moment]}'"
        raise AbilityError(f"{name} {why}, so no duration", position, hint=f"leave out '{text}'")


def check_noun(
    selector: Selector, allowed: tuple[IntEnum, ...], verb: IntEnum, vocabulary: Vocabulary,
    position: int,
) -> None:  # fmt: skip
    """Raise if a verb is combined with a selector's noun that it does not take."""
    if selector.noun is None or not allowed or selector.noun in allowed:
        return
    names = tuple(noun_name(noun, vocabulary) for noun in allowed)
    found = noun_name(selector.noun, vocabulary)
    near = nearest(found, names)
    raise AbilityError(
        f"{_verb_name(verb, vocabulary)} takes {list_words(_quote_all(names))}, not '{found}'",
        position,
        names,
        f"did you mean '{near}'?" if near else "",
    )


def check_happens(what: str, moment: IntEnum, vocabulary: Vocabulary, position: int) -> None:
    """Raise if a continuous ability is combined with a part that requires a moment."""
    if moment in vocabulary.continuous:
        always = vocabulary.moments[moment]
        message = f"'{always}' abilities hold all the time, so they have no {what}"
        raise AbilityError(message, position)


def check_place(place: IntEnum, moment: IntEnum, vocabulary: Vocabulary, position: int) -> None:
    """Raise if a place is combined with a card that stands in no place."""
    if moment in vocabulary.placeless:
        text = vocabulary.places[place]
        message = f"a card with a '{vocabulary.moments[moment]}' ability stands in no place"
        raise AbilityError(message, position, hint=f"leave out '{text}'")


def check_chance(quantity: IntEnum, moment: IntEnum, vocabulary: Vocabulary, position: int) -> None:
    """Raise if a continuous ability is combined with chance."""
    if vocabulary.quantities[quantity].chance and moment in vocabulary.continuous:
        text = printed(vocabulary.quantities[quantity].pattern)
        always = vocabulary.moments[moment]
        message = f"'{always}' abilities hold all the time, so they cannot hang on '{text}'"
        raise AbilityError(message, position)


def noun_name(noun: IntEnum, vocabulary: Vocabulary) -> str:
    """Return the singular of a noun, for messages on combinations."""
    return printed(vocabulary.nouns[noun].pattern)


def _verb_name(verb: IntEnum, vocabulary: Vocabulary) -> str:
    """Return a verb in quotes with open slots: 'deal .. damage to ..'."""
    words = []
    for piece in pieces(vocabulary.verbs[verb].pattern):
        match piece:
            case Slot():
                words.append("..")
            case Forms():
                words.append(piece.one)
            case _:
                words.append(piece)
    return "'" + " ".join(words) + "'"


def _quote_all(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"'{text}'" for text in texts)

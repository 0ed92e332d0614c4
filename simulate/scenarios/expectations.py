"""Compare the expectations of a scenario with the results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evenhand.decks.deck_list import parse_deck_list
from evenhand.decks.problems import InputError, Problem
from evenhand.simulate.replay.replay import InteractiveGame, name_result
from evenhand.simulate.scenarios.answers import check_words, find_answers
from evenhand.simulate.scenarios.scenario import Scenario
from evenhand.simulate.scenarios.table import unknown_name
from evenhand.simulate.view.fields import Field
from evenhand.simulate.view.names import NOBODY, player_key

__all__ = ["Failure", "check_deck", "check_table"]

OPTION_LISTS = ("legal", "illegal", "options")
DECK_RESULT = ("deck", "problems", "notes")  # expectations about a deck list
DECK_WORDS = LEGAL, ILLEGAL = ("legal", "illegal")
RESULT = ("winner", "end_reason", "asked")


@dataclass(frozen=True)
class Failure:
    """An expectation that failed.

    Attributes
    ----------
    place : str
        The place of the expectation, such as ``expect.player_2.main``.
    """

    place: str
    expected: Any
    found: Any


# A deck


def check_deck(scenario: Scenario) -> Iterator[Failure]:
    """Check a deck list by the game's deck rules, and yield failed expectations."""
    pool, schema = scenario.pool, scenario.game.schema
    entries, *_ = parse_deck_list(scenario.deck, pool, scenario.file)
    cards = [pool.cards[entry.row] for entry in entries for _ in range(entry.copies)]
    findings = schema.deck_rules(cards, scenario.mode, scenario.options)
    results = {
        "problems": [finding.message for finding in findings if not finding.is_note],
        "notes": [finding.message for finding in findings if finding.is_note],
    }
    wanted = scenario.acts[0].expect
    place = f"{scenario.place}expect"
    for name, value in wanted.items():
        if name not in DECK_RESULT:
            raise InputError([unknown_name(scenario.file, f"{place}.{name}", name, DECK_RESULT)])
        if name == "deck" and value not in DECK_WORDS:
            raise InputError([unknown_name(scenario.file, f"{place}.deck", str(value), DECK_WORDS)])
        if name != "deck" and not isinstance(value, list):
            message = f"expected a list of texts, found {value!r}"
            raise InputError([Problem(scenario.file, None, f"{place}.{name}", message)])
    if wanted.get("deck", LEGAL) != (ILLEGAL if results["problems"] else LEGAL):
        yield Failure(f"{place}.deck", wanted.get("deck", LEGAL), results["problems"] or LEGAL)
    for name in results:
        for text in wanted.get(name, []):
            if not any(text in message for message in results[name]):
                yield Failure(f"{place}.{name}", text, results[name])


# A table


def check_table(
    scenario: Scenario, session: InteractiveGame, expected: Mapping[str, Any], place: str
) -> list[Failure]:
    """Compare expectations with the table, and return failures."""
    view = scenario.game.view
    shown = view.show(session.state, session.sight)
    fields = {key: {one.name: one for one in some} for key, some, _ in
              view.parts(session.state, session.sight)}  # fmt: skip
    check_names(scenario, fields, expected, place)
    failures: list[Failure] = []
    for name, value in expected.items():
        if name in OPTION_LISTS:
            offers = session.offers()
            failures += check_offers(scenario, offers, name, value, f"{place}.{name}")
        elif name in RESULT:
            failures += check_result(scenario, session, name, value, f"{place}.{name}")
        elif name in fields[""]:
            failures += compare_values(fields[""][name], shown[name], value, f"{place}.{name}")
        else:
            for inner, wanted in value.items():
                spot = f"{place}.{name}.{inner}"
                failures += compare_values(fields[name][inner], shown[name][inner], wanted, spot)
    return failures


def check_names(
    scenario: Scenario,
    fields: Mapping[str, Mapping[str, Field]],
    expected: Mapping[str, Any],
    place: str,
) -> None:
    """Raise for expectations of unknown fields."""
    problems = []
    known = [*OPTION_LISTS, *RESULT, *fields[""], *(key for key in fields if key)]
    for name, value in expected.items():
        if name not in known:
            problems.append(unknown_name(scenario.file, f"{place}.{name}", name, known))
        elif name in fields and not isinstance(value, dict):
            message = f"expected a table of values, found {value!r}"
            problems.append(Problem(scenario.file, None, f"{place}.{name}", message))
        elif name in fields:
            problems += [
                unknown_name(scenario.file, f"{place}.{name}.{inner}", inner, list(fields[name]))
                for inner in value
                if inner not in fields[name]
            ]
    if problems:
        raise InputError(problems)


def compare_values(one: Field, shown: Any, expected: Any, place: str) -> list[Failure]:
    """Compare one field; a failure of a place shows only the expected fields."""
    if not one.differs(shown, expected):
        return []
    if isinstance(expected, dict) and isinstance(shown, dict):
        shown = {name: shown.get(name, "nothing") for name in expected}
    return [Failure(place, expected, shown)]


def check_result(
    scenario: Scenario, session: InteractiveGame, name: str, expected: Any, place: str
) -> Iterator[Failure]:
    """Compare the player asked, the winner, or the end reason."""
    reasons = [reason.name.lower() for reason in scenario.game.end_reasons]
    players = [player_key(seat) for seat in range(len(session.state.players))]
    known = [*reasons, ""] if name == "end_reason" else [*players, NOBODY, ""]
    if expected not in known:
        raise InputError([unknown_name(scenario.file, place, str(expected), known)])
    if name == "asked":
        found = "" if session.is_over else player_key(int(session.state.seat))
    elif session.is_over:
        found = name_result(scenario.game, session.state)[name == "end_reason"]
    else:
        found = ""
    if found != expected:
        yield Failure(place, expected or "the game goes on", found or "the game goes on")


def check_offers(
    scenario: Scenario, offers: Sequence[str], name: str, expected: Any, place: str
) -> Iterator[Failure]:
    """Compare the options with those that must be, must not be, or alone must be on offer."""
    if not isinstance(expected, list) or not all(isinstance(one, str) for one in expected):
        message = f"expected a list of options, found {expected!r}"
        raise InputError([Problem(scenario.file, None, place, message)])
    check_words(expected, scenario, place)
    found = {one: find_answers(offers, one) for one in expected}
    match name:
        case "legal":
            failed = [one for one in expected if not found[one]]
        case "illegal":
            failed = [one for one in expected if found[one]]
        case _:
            meant = {i for some in found.values() for i in some}
            failed = expected if len(meant) != len(offers) or not all(found.values()) else []
    if failed:
        yield Failure(place, failed, list(offers))

"""Play scenarios: lay out the table, give the answers, and check the expectations."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from evenhand.decks.problems import InputError
from evenhand.simulate.engine.options import pack_options
from evenhand.simulate.replay.replay import InteractiveGame, Step
from evenhand.simulate.scenarios.answers import find_answers, no_such_answer
from evenhand.simulate.scenarios.expectations import Failure, check_deck, check_table
from evenhand.simulate.scenarios.layout import begin_at
from evenhand.simulate.scenarios.scenario import Scenario
from evenhand.simulate.scenarios.table import Table
from evenhand.simulate.view.fields import Sight
from evenhand.simulate.view.names import player_key

__all__ = ["begin_table", "give_answer", "play_scenario"]


def play_scenario(
    scenario: Scenario, follow: Callable[[Step], None] | None = None
) -> list[Failure]:
    """Lay out the table, give all answers, and return the expectations that failed.

    Parameters
    ----------
    follow : callable (Step), optional
        Called after each answer.

    Raises
    ------
    InputError
        If the table is impossible, or an answer is not among the options.
    """
    failures: list[Failure] = []
    for variant in (scenario, *scenario.variants):
        failures += list(check_deck(variant)) if variant.deck else play_acts(variant, follow)
    return failures


def play_acts(scenario: Scenario, follow: Callable[[Step], None] | None) -> Iterator[Failure]:
    """Play all acts of one table, and yield failures."""
    session = begin_table(scenario)
    for number, act in enumerate(scenario.acts):
        place = scenario.place + (f"then[{number}]." if number else "")
        for i, answer in enumerate(act.do, 1):
            give_answer(scenario, session, answer, f"{place}do[{i}]", follow)
        yield from check_table(scenario, session, act.expect, f"{place}expect")


def begin_table(table: Table) -> InteractiveGame:
    """Lay out a table, and continue to the first question."""
    game = table.game
    options = pack_options(game.options, dict(table.options))[0]
    sight = Sight(table.pool, game.pack_pool(table.pool)[0])
    try:
        state = begin_at(
            table.phase,
            game,
            sight,
            table.given,
            options,
            table.file,
            table.seed,
            table.n_seats,
        )
    except InputError as error:
        problems = [replace(p, column=f"{table.place}{p.column}") for p in error.problems]
        raise InputError(problems) from None
    return InteractiveGame(game, sight, options, state)


def give_answer(
    table: Table,
    session: InteractiveGame,
    answer: str,
    place: str,
    follow: Callable[[Step], None] | None = None,
) -> None:
    """Give one answer; questions with one option before it are answered automatically."""
    key, _, rest = answer.partition(":")
    seat = asked_seat(session, key)
    wanted = answer if seat is None else rest.strip()
    passed: list[str] = []
    while True:
        offers = session.offers()
        found = find_answers(offers, wanted) if seat in (None, int(session.state.seat)) else []
        if len(found) == 1 or (not found and len(offers) == 1):
            step = session.take(found[0] if found else 0)
            if follow:
                follow(step)
            if found:
                return
            passed += offers
            continue
        problem = no_such_answer(table, session, answer, place, offers, found, passed)
        raise InputError([problem])


def asked_seat(session: InteractiveGame, key: str) -> int | None:
    """Return the seat of "Player 2" before the colon of an answer; None if it is no player."""
    keys = [player_key(seat) for seat in range(len(session.state.players))]
    name = key.strip().casefold().replace(" ", "_")
    return keys.index(name) if name in keys else None

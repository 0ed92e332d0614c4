"""Playing scenarios: lay the table out, give the answers, hold what came of it to account."""

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

__all__ = ["give_answer", "play_scenario", "sit_down"]


def play_scenario(
    scenario: Scenario, follow: Callable[[Step], None] | None = None
) -> list[Failure]:
    """Lay the table out, do what is to be done, and give all that came out otherwise.

    Parameters
    ----------
    follow : callable (Step), optional
        Called after each answer.

    Raises
    ------
    InputError
        If the table is impossible, or an answer is not among the options.
    """
    found: list[Failure] = []
    for one in (scenario, *scenario.variants):
        found += list(check_deck(one)) if one.deck else play_acts(one, follow)
    return found


def play_acts(scenario: Scenario, follow: Callable[[Step], None] | None) -> Iterator[Failure]:
    """Play one table to the end of its acts."""
    sitting = sit_down(scenario)
    for number, act in enumerate(scenario.acts):
        place = scenario.place + (f"then[{number}]." if number else "")
        for i, answer in enumerate(act.do, 1):
            give_answer(scenario, sitting, answer, f"{place}do[{i}]", follow)
        yield from check_table(scenario, sitting, act.expect, f"{place}expect")


def sit_down(table: Table) -> InteractiveGame:
    """Lay the table out and run on to the first question."""
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
        problems = [replace(one, column=f"{table.place}{one.column}") for one in error.problems]
        raise InputError(problems) from None
    return InteractiveGame(game, sight, options, state)


def give_answer(
    table: Table,
    sitting: InteractiveGame,
    answer: str,
    place: str,
    follow: Callable[[Step], None] | None = None,
) -> None:
    """Give one answer; questions before it that leave no choice answer themselves."""
    key, _, rest = answer.partition(":")
    seat = asked_seat(sitting, key)
    wanted = answer if seat is None else rest.strip()
    passed: list[str] = []
    while True:
        offers = sitting.offers()
        found = find_answers(offers, wanted) if seat in (None, int(sitting.state.seat)) else []
        if len(found) == 1 or (not found and len(offers) == 1):
            step = sitting.take(found[0] if found else 0)
            if follow:
                follow(step)
            if found:
                return
            passed += offers
            continue
        problem = no_such_answer(table, sitting, answer, place, offers, found, passed)
        raise InputError([problem])


def asked_seat(sitting: InteractiveGame, key: str) -> int | None:
    """Read "Player 2" at the head of an answer."""
    keys = [player_key(seat) for seat in range(len(sitting.state.players))]
    said = key.strip().casefold().replace(" ", "_")
    return keys.index(said) if said in keys else None

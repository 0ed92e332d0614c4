"""Check a game's declaration, and that scenarios prove every clause of its rulebook."""

from collections.abc import Iterator
from importlib.resources import files

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError, UsageError
from evenhand.simulate.bots.bot_files import bot_names, load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.game import Game
from evenhand.simulate.proving.contract import find_limits
from evenhand.simulate.proving.sample_plan import list_seat_counts, sample_entrants
from evenhand.simulate.proving.subject import Subject
from evenhand.simulate.runs.rule_sources import find_uncompilable
from evenhand.simulate.runs.view_fields import find_bad_fields
from evenhand.simulate.scenarios.play import play_scenario
from evenhand.simulate.scenarios.scenario import clauses_of, load_scenario

__all__ = ["find_declaration_faults", "find_failing_scenarios", "find_unproved_clauses"]


def find_declaration_faults(game: Game) -> Iterator[str]:
    """Yield faults of a game's declaration: rules, clauses, view, bots, decks and options."""
    yield from find_limits(game)
    yield from map(str, find_uncompilable(game))
    if not (files(game.package) / "RULES.md").is_file():
        yield f"{game.package}: expected RULES.md with numbered clauses, found none"
    elif not clauses_of(game):
        yield f"{game.package}/RULES.md: expected rows such as '| A1 | rule |', found no clause"
    try:
        for n_seats in list_seat_counts(game):
            game.state_record(n_seats)
        yield from map(str, find_bad_fields(game))
        for name in bot_names(game):
            load_bot(game, name)
        game.pack_pool(load_pool(game.schema))
        yield from find_bad_decks(game)
        yield from find_bad_options(game)
    except InputError as error:
        yield from map(str, error.problems)
    except UsageError as error:
        yield str(error)


def find_bad_decks(game: Game) -> Iterator[str]:
    """Yield modes with less than two sample decks, and sample decks that are not legal."""
    pool, options = load_pool(game.schema), option_values(game.options, {})
    for mode in game.schema.modes:
        entrants = sample_entrants(game, pool, mode)
        if len(entrants) < 2:
            yield f"mode {mode}: expected two sample decks or more, found {len(entrants)}"
        for deck in entrants:
            if isinstance(deck, Deck):
                cards = [pool.cards[row] for row in deck.cards]
                for finding in game.schema.deck_rules(cards, mode, options):
                    if not finding.is_note:
                        yield f"{deck.file}: {finding.message}"


def find_bad_options(game: Game) -> Iterator[str]:
    """Yield options and weights whose default is outside of their range."""
    for kind, some in (("option", game.options), ("weight", game.weights)):
        for one in some:
            value = one.number(one.default) if not one.words or one.default in one.words else None
            outside = value is None or not (one.words or one.lowest <= value <= one.highest)
            if outside:
                yield f"the {kind} '{one.name}': {one.default} is outside of its own range"


def find_failing_scenarios(subject: Subject) -> Iterator[str]:
    """Play all scenario files of a game, and yield failures."""
    for file in subject.scenarios:
        try:
            scenario = load_scenario(file)
            for failure in play_scenario(scenario):
                yield (
                    f"{file} ({', '.join(scenario.clauses) or 'no clause'}): {failure.place}: "
                    f"expected {failure.expected}, found {failure.found}"
                )
            if scenario.game.name != subject.game.name:
                yield f"{file}: expected a scenario of {subject.game.name}"
        except InputError as error:
            yield from map(str, error.problems)


def find_unproved_clauses(subject: Subject) -> Iterator[str]:
    """Yield the clauses of the rulebook that no scenario proves."""
    proved: set[str] = set()
    for file in subject.scenarios:
        try:
            proved.update(load_scenario(file).clauses)
        except InputError:  # reported by the check of scenarios
            continue
    unproved = [clause for clause in clauses_of(subject.game) if clause not in proved]
    if unproved:
        place = f"tests/scenarios/{subject.game.name}"
        yield f"no scenario in {place} proves {', '.join(unproved)} of RULES.md"

"""The checks of a game, in order; each yields faults and their places."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice

from evenhand.decks.problems import InputError, UsageError
from evenhand.simulate.bots.bot_files import bot_names
from evenhand.simulate.compiling import COMPILED
from evenhand.simulate.proving.contract import (
    BOTS,
    find_endless,
    find_other_chunks,
    find_other_code,
    find_uneven,
    find_weak_bots,
    matchup_of,
)
from evenhand.simulate.proving.peeking import (
    STATES,
    find_never_redealt,
    find_peeking,
    share_hidden,
    states_by_question,
)
from evenhand.simulate.proving.random_play import play_sample_games
from evenhand.simulate.proving.recorded import find_changes, list_kinds
from evenhand.simulate.proving.rulebook import (
    find_declaration_faults,
    find_failing_scenarios,
    find_unproved_clauses,
)
from evenhand.simulate.proving.sample_plan import MANY, list_seat_counts, sample_plan
from evenhand.simulate.proving.subject import Fault, Subject
from evenhand.simulate.proving.watching import (
    find_faults_at_extremes,
    find_faults_in_checked_games,
)
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.first_games import explain_fault
from evenhand.simulate.runs.time_limit import LongGameError, is_endless_message, limit_time

__all__ = ["CHECKS", "Check", "Outcome", "run_checks"]

PAIRS = 60  # pairs of games of each bot, for two players; a sixth in quick checks
LONGEST = 30.0  # seconds of a check in the interpreter at most
LOOKED_AT = 40  # states of a question in which other players' cards are re-dealt
MOST_ALIKE = 4  # faults of one check that are reported
ENDLESS = "endless"  # in the set of failed checks: a rule has an endless loop


@dataclass(frozen=True)
class Check:
    """One check of a game.

    Attributes
    ----------
    find : callable (Subject) -> iterator of (fault, place)
    meaning : str
        What is true if no fault is found.
    is_compiled : bool
        Whether it compiles rules.
    is_quick : bool
        Whether it is part of ``--quick``.
    has_files : bool
        Whether it reads files of the game's tests.
    """

    name: str
    find: Callable[[Subject], Iterator[tuple[str, str]]]
    meaning: str
    is_compiled: bool = False
    is_quick: bool = True
    has_files: bool = False


@dataclass(frozen=True)
class Outcome:
    """The result of a check: its duration, its faults, and the reason if it was left out."""

    check: Check
    seconds: float = 0.0
    faults: tuple[Fault, ...] = ()
    left_out: str = ""


def find_declared(subject: Subject) -> Iterator[tuple[str, str]]:
    """Check the game's declaration."""
    for fault in find_declaration_faults(subject.game):
        yield fault, ""


def find_rulebook(subject: Subject) -> Iterator[tuple[str, str]]:
    """Check that every clause has a scenario."""
    for fault in find_unproved_clauses(subject):
        yield fault, ""


def find_scenarios(subject: Subject) -> Iterator[tuple[str, str]]:
    """Play scenarios."""
    for fault in find_failing_scenarios(subject):
        yield fault, ""


def find_bounds(subject: Subject) -> Iterator[tuple[str, str]]:
    """Play watched games."""
    return find_faults_in_checked_games(subject.game, subject.seed)


def find_extremes(subject: Subject) -> Iterator[tuple[str, str]]:
    """Play watched games with extreme options."""
    return find_faults_at_extremes(subject.game, subject.seed)


def find_broken_off(subject: Subject) -> Iterator[tuple[str, str]]:
    """Play games of all bots, for each number of players."""
    game = subject.game
    for n_seats in game.seats[:1] if subject.quick else list_seat_counts(game):
        plan = sample_plan(game, "heuristic", subject.seed, n_seats)
        pairs = max(pairs_of(subject) // n_seats**2, 1)
        further = [
            name
            for name in bot_names(game)
            if name not in (*BOTS, "search") and n_seats == game.seats[0]
        ]
        for bot in BOTS if n_seats <= MANY else BOTS[:-1]:
            for fault in find_endless(plan, bot, pairs, matchup_of(plan, is_mirror=False)):
                yield fault, f"{n_seats} players"
        for bot in () if subject.quick else further:
            for fault in find_endless(plan, bot, 1, matchup_of(plan, is_mirror=False)):
                yield fault, f"{n_seats} players"


def find_unrepeated(subject: Subject) -> Iterator[tuple[str, str]]:
    """Play games twice, together and apart."""
    plan = sample_plan(subject.game, "heuristic", subject.seed)
    for fault in find_other_chunks(plan, matchup_of(plan, is_mirror=False)):
        yield fault, f"seed {subject.seed}"


def find_mirrors(subject: Subject) -> Iterator[tuple[str, str]]:
    """Play mirrors."""
    game = subject.game
    for n_seats in game.seats[:1] if subject.quick else list_seat_counts(game):
        plan = sample_plan(game, "heuristic", subject.seed, n_seats)
        for bot in BOTS if n_seats == game.seats[0] else BOTS[:-1]:
            pairs = max(pairs_of(subject) * 2 // n_seats**2, 1)
            for fault in find_uneven(plan, bot, pairs):
                yield fault, f"seed {subject.seed}, {n_seats} players"


def find_interpreted(subject: Subject) -> Iterator[tuple[str, str]]:
    """Play games compiled and interpreted."""
    plan = sample_plan(subject.game, "heuristic", subject.seed)
    for bot in ("random", "heuristic"):
        for fault in find_other_code(plan, bot, matchup_of(plan, is_mirror=False)):
            yield fault, f"seed {subject.seed}"


def find_random(subject: Subject) -> Iterator[tuple[str, str]]:
    """Play random decks, options and bots."""
    seeds = range(subject.seed, subject.seed + (5 if subject.quick else 20))
    findings = play_sample_games(subject.game, seeds, games=2)
    for fault in [*findings.faults, *findings.limits]:
        yield fault, ""


def find_seen(subject: Subject) -> Iterator[tuple[str, str]]:
    """Re-deal hidden information, and check that it does not affect options and answers."""
    game = subject.game
    few = game.seats[0]
    tables = {few} if subject.quick else {few, min(max(few, MANY), game.seats[1])}
    for n_seats in sorted(tables):
        arrays = plan_arrays(sample_plan(game, "random", subject.seed, n_seats, mirrors=True))
        many = states_by_question(arrays, 10 if subject.quick else 40, LOOKED_AT)
        few_states = {question: states[:STATES] for question, states in many.items()}
        if not few_states:
            yield "no question has two options: there is nothing to choose", f"{n_seats} players"
            continue
        if share_hidden(arrays, few_states) == 0:
            yield (
                ("`resample_hidden` deals nothing anew: bots that think ahead know all cards"),
                f"{n_seats} players",
            )
        for fault in find_never_redealt(arrays, many):
            yield fault, f"seed {subject.seed}, {n_seats} players"
        for fault in find_peeking(arrays, few_states):
            yield fault, f"seed {subject.seed}, {n_seats} players"


def find_ladder(subject: Subject) -> Iterator[tuple[str, str]]:
    """Let bots play each other."""
    for fault in find_weak_bots(sample_plan(subject.game, "heuristic", subject.seed)):
        yield fault, f"seed {subject.seed}"


def find_golden(subject: Subject) -> Iterator[tuple[str, str]]:
    """Play recorded games."""
    known = {kind.file: kind for kind in list_kinds(subject.game)}
    names = {file.name for file in subject.recorded}
    for name in known:
        if name not in names:
            yield f"no game is recorded in {subject.golden / name}; --record writes it", ""
    for file in subject.recorded:
        if file.name not in known:
            yield f"{file}: the game has no such mode or number of players", ""
        else:
            for fault in find_changes(known[file.name], file):
                yield fault, ""


def pairs_of(subject: Subject) -> int:
    """Return the number of pairs of games of a check."""
    return PAIRS // 6 if subject.quick else PAIRS


CHECKS = (
    Check("declaration", find_declared, "cards, decks, options, bots, view and rules can be read"),
    Check("bounds", find_bounds, "no index, number or loop goes too far"),
    Check("extremes", find_extremes, "nor at the ends of the options' ranges"),
    Check("scenarios", find_scenarios, "what scenarios expect comes true", has_files=True),
    Check("clauses", find_rulebook, "each clause of the rulebook has a scenario", has_files=True),
    Check("endings", find_broken_off, "all bots end all games", is_compiled=True),
    Check("repeats", find_unrepeated, "the same seed gives the same games", is_compiled=True),
    Check("mirror", find_mirrors, "a deck against itself is exactly even", is_compiled=True),
    Check("interpreted", find_interpreted, "compiled rules are the rules", is_compiled=True),
    Check("random", find_random, "random decks and options are sound", is_compiled=True),
    Check("golden", find_golden, "recorded games are played as they were", is_compiled=True,
          has_files=True),
    Check("peeking", find_seen, "no bot sees what its seat cannot", is_compiled=True,
          is_quick=False),
    Check("ladder", find_ladder, "better bots win more", is_compiled=True, is_quick=False),
)  # fmt: skip


def run_checks(subject: Subject, only: Sequence[str] = ()) -> Iterator[Outcome]:
    """Run the checks of a game, one after the other.

    Checks that compile rules are left out if the interpreter found faults, because compiled
    rules would read and write beyond their fields.
    """
    found: set[str] = set()
    for check in CHECKS:
        if only and check.name not in only:
            continue
        if reason := describe_omission(check, subject, found, bool(only)):
            yield Outcome(check, left_out=reason)
            continue
        outcome = run_check(check, subject)
        if outcome.faults:
            found.add(check.name)
        if any(is_endless_message(fault.message) for fault in outcome.faults):
            found.add(ENDLESS)
        yield outcome


def describe_omission(check: Check, subject: Subject, found: set[str], asked: bool) -> str:
    """Return the reason why a check is left out; "" if it is run."""
    waits = check.is_compiled or check.name == "extremes"
    stops = {"bounds", "extremes"} if waits else {ENDLESS} if check.name == "scenarios" else set()
    if found & {"declaration", *stops}:
        return "until what is found above is mended"
    if check.has_files and subject.is_ours and subject.tests is None:
        return "its tests are not here"
    if check.name == "scenarios" and not subject.scenarios:
        return f"there is none in {subject.tests or 'tests'}/scenarios/{subject.game.name}"
    if check.is_compiled and not COMPILED:
        return "NUMBA_DISABLE_JIT is set"
    if check.name == "ladder" and subject.game.seats[0] != 2:
        return "it takes a game for two"
    if subject.quick and not check.is_quick and not asked:
        return "--quick"
    return ""


def drop_repeated(found: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Drop faults that were already reported at another place."""
    seen: set[str] = set()
    for what, where in found:
        if what not in seen:
            yield what, where
        seen.add(what)


def run_check(check: Check, subject: Subject) -> Outcome:
    """Run one check."""
    began, faults = time.monotonic(), []
    patience = nullcontext() if check.is_compiled else limit_time(LONGEST)
    try:
        with patience:
            for what, where in islice(drop_repeated(check.find(subject)), MOST_ALIKE):
                faults.append(Fault(check.name, what, where))
    except LongGameError:  # the check `endings` plays compiled games to the end
        pass
    except InputError as error:
        faults += [Fault(check.name, str(problem)) for problem in error.problems]
    except UsageError as error:
        faults.append(Fault(check.name, str(error)))
    except Exception as error:
        faults.append(Fault(check.name, str(explain_fault(error, subject.game))))
    return Outcome(check, time.monotonic() - began, tuple(faults))

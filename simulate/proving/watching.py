"""Play games on bounds-checked records, with default options and with extreme ones.

They are played in the interpreter, which reports errors that compiled code would not: an index
beyond a field's end, a number that does not fit its field, a loop that does not end.
"""

import time
from collections.abc import Iterator

import numpy as np

from evenhand.decks.deck_list import Deck
from evenhand.decks.problems import InputError, UsageError
from evenhand.simulate.compiling import watched
from evenhand.simulate.engine.hooks import resample_hidden, standing
from evenhand.simulate.engine.state import ENDLESS, ENGINE_ERROR
from evenhand.simulate.game import Game
from evenhand.simulate.proving.random_play import changes, is_legal
from evenhand.simulate.proving.sample_plan import list_seat_counts, sample_plan
from evenhand.simulate.proving.states import describe_step_place, find_end, find_wrong
from evenhand.simulate.runs.batch import Chunk, PlanArrays, Trace, plan_arrays, play
from evenhand.simulate.runs.first_games import explain_fault
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.time_limit import LongGameError, limit_time
from evenhand.simulate.view.fields import Sight
from evenhand.simulate.view.names import player_title

__all__ = ["find_faults_at_extremes", "find_faults_in_checked_games"]

BOTS = ("random", "heuristic")
LONGEST = 10.0  # CPU seconds of a checked game at most
SECONDS = 4.0  # after which no further game with a number of players begins
SECONDS_AT_EXTREMES = 12.0  # for all games with changed options
LOOKED_AT = 12  # states of each game that bots are asked about
GAMES = 20

Found = tuple[str, str]  # a fault, and the game and step


def find_faults_in_checked_games(game: Game, seed: int) -> Iterator[Found]:
    """Yield faults of games with default options, for each number of players."""
    for n_seats in list_seat_counts(game):
        until = time.monotonic() + SECONDS
        for number in range(GAMES):
            plan = sample_plan(game, BOTS[number % len(BOTS)], seed, n_seats)
            if found := list(find_faults_in_game(plan, number // len(BOTS))):
                yield from found
                return
            if time.monotonic() > until:
                break


def find_faults_at_extremes(game: Game, seed: int) -> Iterator[Found]:
    """Yield faults of games in which one option is at an end of its range."""
    until = time.monotonic() + SECONDS_AT_EXTREMES
    for option in game.options:
        ends = option.words or (str(option.lowest), str(option.highest))
        for value in ends:
            if time.monotonic() > until:
                return
            if value == str(option.default):
                continue
            plan = sample_plan(game, "random", seed, changed={option.name: value})
            if not has_legal_decks(plan):
                continue
            faults = list(find_faults_in_game(plan, 0))
            for fault, where in faults:
                yield f"{fault}. The range of the option '{option.name}' allows {value}", where
            if faults:
                break


def has_legal_decks(plan: Plan) -> bool:
    """Return whether all decks of a plan are legal under its options."""
    return all(
        is_legal(plan.game, plan.pool, one.cards, plan.mode, dict(plan.options))
        for one in plan.entrants
        if isinstance(one, Deck)
    )


def find_faults_in_game(plan: Plan, pair: int) -> Iterator[Found]:
    """Play a group of games on checked records, and check the states of one of them."""
    arrays = plan_arrays(plan)
    matchup = pair % len(arrays.matchups)
    rotation = pair % plan.n_seats
    trace = Trace.blank(plan.game.state_record(plan.n_seats), rotation)
    where, sight = describe_game(plan, matchup, pair), Sight(plan.pool, arrays.pool[0])
    try:
        with limit_time(LONGEST), np.errstate(divide="raise", over="raise"):
            rows = play(arrays, Chunk(0, matchup, pair, 1), trace=trace, watch=True)
            exercise_bots(arrays, trace)
    except (InputError, UsageError, KeyboardInterrupt):
        raise
    except Exception as error:
        before = Trace(trace.game, trace.states, trace.steps[: max(trace.n - 1, 0)])
        earlier = list(find_wrong(arrays, sight, before)) if before.n else []
        for fault, step in earlier[:1]:  # the first fault, which may have caused the error
            yield fault, f"{where}, {describe_step_place(trace.states, step)}"
        if not earlier and not isinstance(error, LongGameError):
            yield str(explain_fault(error, plan.game)), f"{where}{find_step_of_error(error)}"
        return
    states = trace.states[: trace.n + 1]
    for fault, step in find_wrong(arrays, sight, trace):
        yield fault, f"{where}, {describe_step_place(states, step)}"
    reason = int(rows[rotation]["end_reason"])
    if reason in (ENGINE_ERROR, ENDLESS):
        fault = find_end(arrays, trace, reason)
        yield fault, f"{where}, rotation {rotation}, {describe_step_place(states, trace.n)}"


def exercise_bots(arrays: PlanArrays, trace: Trace) -> None:
    """Call the hooks of searching bots on some states, with bounds-checked records."""
    pool, options = watched(arrays.pool)[0], watched(arrays.options)[0]
    for step in np.linspace(0, max(trace.n - 1, 0), LOOKED_AT).astype(int):
        for seat in range(arrays.plan.n_seats):
            state = watched(trace.states[step : step + 1].copy())[0]
            standing(state, pool, options, seat)
            state.rng.world = 1
            resample_hidden(state, pool, options, seat)


def describe_game(plan: Plan, matchup: int, pair: int) -> str:
    """Describe a game: seed, players, bot, matchup, pair and changed options."""
    changed = "".join(f", {name} = {value}" for name, value in changes(plan).items())
    return (
        f"seed {plan.seed}, {plan.n_seats} players, bot {plan.bots[0].name}, matchup {matchup}, "
        f"pair {pair}{changed}"
    )


def find_step_of_error(error: Exception) -> str:
    """Describe the step of a game in which an error arose, by its traceback; "" if unknown."""
    trail = error.__traceback__
    while trail is not None:
        if trail.tb_frame.f_code.co_name == "play_game":
            variables = trail.tb_frame.f_locals
            state, step = variables["state"], variables.get("number")
            if step is None:
                return ", while the game is set up"
            asked = player_title(int(state["seat"]))
            return f", step {step}, turn {int(state['turn'])}, {asked} asked"
        trail = trail.tb_next
    return ""
